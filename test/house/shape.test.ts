// The shape of the house: names, sizes, first sentences and docstrings.
import { describe, expect, it } from "vitest";
import { filesMatching, textOf } from "./project-files.ts";

const sources = filesMatching(/^src\/.*\.ts$/);
const lineCount = (path: string) => textOf(path).trimEnd().split("\n").length;

describe("names", () => {
  it("has no drawers", () => {
    expect(filesMatching(/(^|\/)(utils?|helpers?|common|lib|misc|shared)(\/|\.ts$)/)).toEqual([]);
  });

  it("has no barrels", () => {
    expect(filesMatching(/^(src|test|scripts|bench)\/(.*\/)?index\.ts$/)).toEqual([]);
  });

  it("is kebab-case throughout, folders too", () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
    const odd = filesMatching(/^(src|scripts|bench|policies)\//).filter((path) =>
      path.split("/").some((part) => part !== "README.md" && !kebab.test(part)),
    );
    expect(odd).toEqual([]);
  });

  it("calls flows by a verb and a noun", () => {
    const odd = filesMatching(/^src\/flows\/[^/]*\.ts$/).filter((path) => !/\/[a-z]+(-[a-z]+)+\.ts$/.test(path));
    expect(odd).toEqual([]);
  });
});

describe("size", () => {
  it("has no source file over 350 lines", () => {
    const long = sources.map((path) => ({ path, lines: lineCount(path) })).filter(({ lines }) => lines > 250);
    if (long.length > 0) console.warn("over 250 lines, does each have one job?", long);
    expect(long.filter(({ lines }) => lines > 350)).toEqual([]);
  });
});

/** Exported declarations without a comment block directly above. */
function undocumented(path: string): string[] {
  const lines = textOf(path).split("\n");
  return lines.flatMap((line, n) => {
    const above = lines.slice(0, n).filter((before) => before.trim() !== "");
    const [, name] =
      /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|class|interface|type|const) (\w+)/.exec(line) ?? [];
    return name !== undefined && !/\*\/\s*$/.test(above.at(-1) ?? "") ? [`${path}: ${name}`] : [];
  });
}

describe("words for whoever reads the code", () => {
  it("opens every source with one sentence that says what the room is for", () => {
    const silent = sources.filter((path) => !/^(#![^\n]*\n)?\/\/ [A-Za-z`/][^\n]{15,160}[.!?]\n/.test(textOf(path)));
    expect(silent).toEqual([]);
  });

  it("documents everything a room exports", () => {
    expect(sources.flatMap(undocumented)).toEqual([]);
  });

  it("switches no check off in src", () => {
    const off = /\bas any\b|\bas unknown as\b|@ts-(ignore|expect-error|nocheck)|biome-ignore|\b(TODO|FIXME|XXX)\b/;
    expect(sources.filter((path) => off.test(textOf(path)))).toEqual([]);
  });

  it("swallows no error in silence", () => {
    expect(sources.filter((path) => /\bcatch\s*(\([^)]*\))?\s*\{\s*\}/.test(textOf(path)))).toEqual([]);
  });
});

describe("tests", () => {
  // The linter cannot tell a synchronous fc.assert from an asynchronous one, so it looks away in test/.
  it("wait for what they assert", () => {
    const forgotten = /^ *(fc\.assert\(\s*fc\.asyncProperty|expect\([^;]*?\)\.(resolves|rejects)\b)/gm;
    const found = filesMatching(/^test\/.*\.ts$/).filter((path) => textOf(path).match(forgotten) !== null);
    expect(found).toEqual([]);
  });

  it("can fail: no skipping for good, no test without an expectation", () => {
    const off = /\b(it|test|describe)\.(only|todo)\b|\b(it|test|describe)\.skip\(/;
    expect(filesMatching(/^test\/.*\.test\.ts$/).filter((path) => off.test(textOf(path)))).toEqual([]);
    const silent = filesMatching(/^test\/.*\.test\.ts$/).filter(
      (path) => !/\b(expect|assert)\w*\(|support\/[a-z-]*contract/.test(textOf(path)),
    );
    expect(silent).toEqual([]);
  });
});
