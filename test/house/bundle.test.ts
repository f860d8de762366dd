// dist/ as it is built: the same bytes every time, nothing left to install, within its bounds.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildDist } from "../../scripts/build.ts";
import { runStep } from "../support/step-runner.ts";
import { filesMatching } from "./project-files.ts";

let out: string;
let first: Map<string, string>;
let second: Map<string, string>;

/** Every file below a folder, with its text. */
function contents(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, "utf8")]));
}

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), "dist-"));
  await buildDist(resolve("."), out);
  first = contents(out);
  mkdirSync(join(out, "chunks"), { recursive: true });
  writeFileSync(join(out, "chunks/stale.js"), "left over");
  await buildDist(resolve("."), out);
  second = contents(out);
});

afterAll(() => rmSync(out, { recursive: true, force: true }));

const staticImport = /(?:\bimport|\bfrom) ?"([^"\n]+)"/g;
const lateImport = /\bimport\("([^"\n]+)"\)/g;

/** Files of the bundle that `entry` loads: at once, or with `late` everything that it ever can. */
function loads(entry: string, late: boolean, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const text = first.get(entry) ?? "";
  const found = [...text.matchAll(staticImport), ...(late ? text.matchAll(lateImport) : [])];
  for (const [, target = ""] of found) if (target.startsWith(".")) loads(join(dirname(entry), target), late, seen);
  return seen;
}

const kilobytes = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + statSync(join(out, path)).size, 0) / 1000;

describe("dist/", () => {
  it("has the same bytes twice, and nothing stale", () => {
    expect([...second]).toEqual([...first]);
  });

  it("holds one bundle per door", () => {
    const doors = filesMatching(/^src\/[a-z]+\.ts$/).flatMap(
      (path) => /^src\/(action|app|cli)\.ts$/.exec(path)?.[1] ?? [],
    );
    expect(doors.filter((door) => !first.has(`${door}.js`))).toEqual([]);
  });

  it("needs nothing installed for the Action and the CLI", () => {
    const standalone = ["action.js", "cli.js"].filter((entry) => first.has(entry));
    const files = new Set(standalone.flatMap((entry) => [...loads(entry, true)]));
    const outside = [...files].flatMap((path) =>
      [...(first.get(path) ?? "").matchAll(lateImport)]
        .map(([, target = ""]) => target)
        .filter((target) => !target.startsWith(".") && !isBuiltin(target)),
    );
    expect(outside).toEqual([]);
    expect([...files].filter((path) => !first.has(path))).toEqual([]);
  });

  it("names no path of the machine that built it", () => {
    const telling = [...first].filter(([, text]) => text.includes(resolve(".")) || text.includes(`${tmpdir()}/dist-`));
    expect(telling.map(([path]) => path)).toEqual([]);
  });

  it("stays within 1,200 KB for all that the Action can load, and 150 KB for what it loads at once", () => {
    if (!first.has("action.js")) return;
    expect(kilobytes(loads("action.js", true))).toBeLessThanOrEqual(1200);
    expect(kilobytes(loads("action.js", false))).toBeLessThanOrEqual(150);
  });

  it("loads at most 150 KB for an event that nobody reacts to", async () => {
    if (!first.has("action.js")) return;
    const coverage = mkdtempSync(join(tmpdir(), "loaded-"));
    const { status, outputs, stderr } = await runStep({
      event: "watch",
      payload: { action: "started", repository: { name: "hello-world", owner: { login: "octocat" } } },
      bundle: join(out, "action.js"),
      env: { NODE_V8_COVERAGE: coverage },
    });
    expect({ status, outcome: outputs.outcome, stderr }).toEqual({ status: 0, outcome: "ignored", stderr: "" });
    const loaded = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as { result: { url: string }[] };
      return result.map(({ url }) => url).filter((url) => url.startsWith(pathToFileURL(out).href));
    });
    rmSync(coverage, { recursive: true });
    expect(loaded.length).toBeGreaterThan(0);
    expect(kilobytes(loaded.map((url) => relative(out, fileURLToPath(url))))).toBeLessThanOrEqual(150);
  });
});
