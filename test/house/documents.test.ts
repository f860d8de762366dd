// What our documents say can be followed: blocks parse, links lead somewhere, commands exist.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { load, loadAll } from "js-yaml";
import { describe, expect, it } from "vitest";
import { fencedBlocks, filesMatching, textOf } from "./project-files.ts";

const documents = filesMatching(/\.md$/).filter((path) => !path.startsWith("test/fixtures/"));
const scripts = (JSON.parse(textOf("package.json")) as { scripts: Record<string, string> }).scripts;

/** Commands of the CLI as its sources declare them: `.command("policy")` and the like. */
const cliSources = filesMatching(/^src\/cli(\.ts$|\/)/).map(textOf);
const commands = new Set(
  cliSources.flatMap((text) => [...text.matchAll(/\.command\(\s*"([a-z-]+)/g)].map(([, name]) => name)),
);

/** npm's own words that need no script of ours. */
const npmWords = ["ci", "cit", "test", "start", "install"];

/** Why a documented command line cannot work, or nothing. */
function unknownCommand(line: string): string | undefined {
  const [, script] = /^npm run (?:--silent )?([\w:-]+)/.exec(line) ?? [];
  if (script !== undefined) return script in scripts ? undefined : `no script ${script}: ${line}`;
  const [, word = ""] = /^npm ([\w-]+)/.exec(line) ?? [];
  if (line.startsWith("npm ")) return npmWords.includes(word) ? undefined : `no such npm command: ${line}`;
  const [, door, command = ""] = /^node (dist\/\S+)(?: ([a-z-]+))?/.exec(line) ?? [];
  if (door === undefined) return undefined;
  if (!existsSync(door)) return `no such file: ${line}`;
  return door === "dist/cli.js" && !commands.has(command) ? `no such command: ${line}` : undefined;
}

/** Command lines of a document: those in sh fences and in indented blocks. */
function commandLines(markdown: string): string[] {
  const fenced = fencedBlocks(markdown, /^(sh|bash|console|shell)$/).flatMap((text) => text.split("\n"));
  const indented = markdown.split("\n").filter((line) => /^ {4}(npm|node) /.test(line));
  return [...fenced, ...indented].map((line) => line.trim().replace(/^\$ /, ""));
}

describe.each(documents)("%s", (path) => {
  const markdown = textOf(path);

  it("has YAML and JSON blocks that parse", () => {
    for (const text of fencedBlocks(markdown, /^ya?ml$/)) expect(() => loadAll(text), text).not.toThrow();
    for (const text of fencedBlocks(markdown, /^json$/)) expect(() => JSON.parse(text), text).not.toThrow();
    for (const text of fencedBlocks(markdown, /^jsonl$/)) {
      for (const line of text.trim().split("\n")) expect(() => JSON.parse(line), line).not.toThrow();
    }
  });

  it("has relative links that lead somewhere", () => {
    const prose = markdown.replaceAll(/^( *)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, "").replaceAll(/`[^`\n]*`/g, "");
    const targets = [...prose.matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)|<img[^>]*\bsrc="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? "",
    );
    const relative = targets.filter((target) => !/^([a-z]+:|#)/.test(target));
    const broken = relative.filter((target) => !existsSync(join(dirname(path), target.replace(/[#?].*$/, ""))));
    expect(broken).toEqual([]);
  });

  it("shows only commands that exist", () => {
    expect(
      commandLines(markdown)
        .map(unknownCommand)
        .filter((problem) => problem !== undefined),
    ).toEqual([]);
  });
});

describe("policies/", () => {
  it("parse as YAML, every one", () => {
    for (const path of filesMatching(/^policies\/.*\.ya?ml$/)) expect(() => load(textOf(path)), path).not.toThrow();
  });
});

describe("the checks themselves bite", () => {
  it("on commands that do not exist", () => {
    expect(unknownCommand("npm run nothing")).toMatch(/no script/);
    expect(unknownCommand("npm frobnicate")).toMatch(/no such npm command/);
    expect(unknownCommand("node dist/nothing.js")).toMatch(/no such file/);
    expect(unknownCommand("npm cit")).toBeUndefined();
  });

  it("on every kind of fence", () => {
    expect(fencedBlocks("```sh\na\n```\ntext\n~~~yaml\nb: 1\n~~~\n", /sh|yaml/)).toEqual(["a\n", "b: 1\n"]);
  });
});
