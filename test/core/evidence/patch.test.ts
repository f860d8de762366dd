// Patches: read as git writes them, every path seen, and only plain reviewable changes let through.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgePatch, patchLimits } from "../../../src/core/evidence/judge-patch.ts";
import { readPatch } from "../../../src/core/evidence/patch.ts";

let repo = "";
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "core.quotePath=true", ...args], {
    cwd: repo,
    encoding: "utf8",
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });
const write = (path: string, text: string) => {
  mkdirSync(join(repo, path, ".."), { recursive: true });
  writeFileSync(join(repo, path), text);
};
const writeAll = (...paths: string[]) => {
  for (const path of paths) write(path, `${path}\n`);
};
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => `line ${at}`)
    .join("\n")
    .concat("\n");

/** What git says of the changes in the work tree, after which they are undone. */
function patchOf(change: () => void, ...options: string[]): string {
  change();
  git("add", "-A");
  const patch = git("diff", "--cached", "--binary", "--no-color", "-M", ...options, "HEAD");
  git("reset", "-q", "--hard", "HEAD");
  return patch;
}

beforeAll(() => {
  repo = mkdtempSync(join(tmpdir(), "patch-"));
  git("init", "-q");
  write("a.txt", lines(20));
  write("dir/with blank.txt", lines(5));
  write(".github/workflows/ci.yml", "on: push\n");
  write("src/old.ts", lines(40));
  write("empty", "");
  write("src/gone.ts", "1\n2\n3\n");
  git("add", "-A");
  git("-c", "user.name=octocat", "-c", "user.email=octocat@example.invalid", "commit", "-q", "-m", "start");
});
afterAll(() => rmSync(repo, { recursive: true, force: true }));

const codes = (patch: string, limits = patchLimits) => {
  const answer = judgePatch(patch, limits);
  return answer.kind === "accepted" ? [] : [...new Set(answer.reasons.map(({ code }) => code))];
};

describe("patches of a real git", () => {
  it("are read: changed, added, deleted, renamed, with odd names and modes", () => {
    const patch = patchOf(() => {
      write("a.txt", `${lines(20)}--- a/fake\n+++ b/fake\ndiff --git a/x b/x\n`);
      write("dir/with blank.txt", "one\n");
      write('neu/äöü "x".txt', "no newline at the end");
      write("-- a", "dashes\n");
      renameSync(join(repo, "src/old.ts"), join(repo, "src/new name.ts"));
      rmSync(join(repo, "empty"));
      write("another empty", "");
      write("still empty", "");
      rmSync(join(repo, "src/gone.ts"));
      chmodSync(join(repo, "a.txt"), 0o755);
    });
    const reading = readPatch(patch);
    expect(reading.kind).toBe("patch");
    const files = reading.kind === "patch" ? reading.files : [];
    const short = files.map(({ path, from, change, oldMode, newMode, added, removed }) =>
      [change, path, from, oldMode, newMode, added, removed].join(" | "),
    );
    expect(short.sort()).toEqual(
      [
        "modify | a.txt |  | 100644 | 100755 | 3 | 0",
        "modify | dir/with blank.txt |  | 100644 | 100644 | 1 | 5",
        'add | neu/äöü "x".txt |  |  | 100644 | 1 | 0',
        "add | -- a |  |  | 100644 | 1 | 0",
        "rename | src/new name.ts | src/old.ts |  |  | 0 | 0",
        "rename | another empty | empty |  |  | 0 | 0",
        "delete | src/gone.ts |  | 100644 |  | 0 | 3",
        "add | still empty |  |  | 100644 | 0 | 0",
      ].sort(),
    );
  });

  it("are accepted when plain, with the surfaces of agents that they would change", () => {
    const answer = judgePatch(
      patchOf(() => {
        write("a.txt", "new\n");
        write("AGENTS.md", "be kind\n");
        write(".claude/skills/x/SKILL.md", "x\n");
        write(".mcp.json", "{}\n");
      }),
      patchLimits,
    );
    expect(answer).toMatchObject({ kind: "accepted" });
    const surfaces = answer.kind === "accepted" ? answer.surfaces : [];
    expect(surfaces.map(({ path, surface }) => `${surface} ${path}`).sort()).toEqual([
      "mcp_config .mcp.json",
      "memory AGENTS.md",
      "skills .claude/skills/x/SKILL.md",
    ]);
  });

  it.each<[string, () => void, string]>([
    ["a workflow", () => write(".github/workflows/ci.yml", "on: pull_request_target\n"), "patch_touches_github"],
    ["a new workflow in another case", () => write(".GitHub/workflows/x.yml", "x\n"), "patch_touches_github"],
    [
      "a workflow moved away",
      () => renameSync(join(repo, ".github/workflows/ci.yml"), join(repo, "ci.yml")),
      "patch_touches_github",
    ],
    ["the ledger", () => write(".herdr-loop/tasks/x/state.json", "{}\n"), "patch_touches_ledger"],
    ["a link", () => symlinkSync("/etc/passwd", join(repo, "link")), "patch_link"],
    [
      "a file that becomes a link",
      () => {
        rmSync(join(repo, "a.txt"));
        symlinkSync("x", join(repo, "a.txt"));
      },
      "patch_link",
    ],
    ["bytes", () => writeFileSync(join(repo, "a.bin"), Uint8Array.of(0, 1, 2, 255)), "patch_binary"],
    ["a colon", () => write("a:b", "x\n"), "patch_path_unsafe"],
    ["two spellings", () => writeAll("README.md", "readme.md"), "patch_paths_meet"],
    ["submodules", () => write(".gitmodules", "[submodule]\n"), "patch_submodule"],
    [
      "a submodule",
      () => git("update-index", "--add", "--cacheinfo", `160000,${git("rev-parse", "HEAD").trim()},sub`),
      "patch_submodule",
    ],
  ])("are refused for %s", (_, change, code) => {
    const withIndex = code === "patch_submodule" && _ === "a submodule";
    if (withIndex) {
      change();
      const patch = git("diff", "--cached", "--binary", "HEAD");
      git("reset", "-q", "--hard", "HEAD");
      expect(codes(patch)).toEqual([code]);
      return;
    }
    expect(codes(patchOf(change))).toContain(code);
  });

  it("are refused beyond the limits, and when they change nothing", () => {
    const patch = patchOf(() => writeAll("n1", "n2", "n3"));
    expect(codes(patch, { bytes: 1_000_000, files: 2 })).toEqual(["patch_files_too_many"]);
    expect(codes(patch, { bytes: 50, files: 300 })).toEqual(["patch_too_large"]);
    expect(codes("")).toEqual(["patch_empty"]);
  });
});

const section = (path: string, extra = "") =>
  `diff --git a/${path} b/${path}\nindex 1111111..2222222 100644\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n${extra}`;

describe("hostile patches", () => {
  it.each([
    ["words before the first file", `From octocat\n${section("a")}`],
    ["a patch without git's first line", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n"],
    ["words after a hunk", section("a", "and more\n")],
    ["another path in the file lines", section("a").replace("+++ b/a", "+++ b/.github/workflows/x.yml")],
    ["another path in the first line", section("a").replace("diff --git a/a b/a", "diff --git a/a b/b")],
    ["a hunk that is too short", section("a").replace("@@ -1 +1 @@", "@@ -1,3 +1,3 @@")],
    ["a hunk that is too long", section("a").replace("+b", "+b\n+c")],
    ["a rename that names another file", "diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to c\n"],
    ["a name with escapes that are none", 'diff --git "a/\\x41" "b/\\x41"\nnew file mode 100644\n'],
    ["a name that is no UTF-8", 'diff --git "a/\\377" "b/\\377"\nnew file mode 100644\n'],
    ["colours", `\u001b[1m${section("a")}`],
    ["carriage returns", section("a").replaceAll("\n", "\r\n")],
  ])("with %s are not read", (_, patch) => {
    expect(codes(patch)).toEqual(["patch_unreadable"]);
  });

  it.each([
    "../x",
    "a/../b",
    "/etc/x",
    "a//b",
    ".git/hooks/x",
    "a/.GIT/x",
    "a\\b",
    "x\u202ey",
    "a/git~1/x",
    "x ",
    "dir./x",
  ])("with the path %j are refused", (path) => {
    expect(codes(section(path))).not.toEqual([]);
  });

  it("see through a lookalike of .github", () => {
    expect(codes(section(".g\u0131thub/x"))).toEqual(["patch_touches_github"]);
    expect(codes(section(".github"))).toEqual(["patch_touches_github"]);
    expect(codes('diff --git "a/.github/\\303\\244" "b/.github/\\303\\244"\nnew file mode 100644\n')).toEqual([
      "patch_touches_github",
    ]);
  });

  it("refuse unknown modes", () => {
    expect(codes("diff --git a/a b/a\nold mode 100644\nnew mode 104755\n")).toEqual(["patch_mode_unknown"]);
  });

  it("never throw, and a read patch accounts for every path that stands in it", () => {
    const line = fc.constantFrom(
      "diff --git a/a b/a",
      "diff --git a/a b/.github/x",
      "--- a/a",
      "+++ b/a",
      "+++ b/.github/x",
      "@@ -1 +1 @@",
      "-a",
      "+b",
      " c",
      "rename from a",
      "rename to .github/x",
      "new file mode 100644",
      "deleted file mode 120000",
      "GIT binary patch",
      "literal 3",
      "",
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (parts) => {
        const answer = judgePatch(parts.join("\n"), patchLimits);
        const names = parts.filter((part) => /^(?:\+\+\+|rename to|diff --git)/.test(part) && part.includes(".github"));
        if (answer.kind === "accepted") expect(names).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});
