// `demo` as it is shipped: on every Node, with nothing but git, in an empty folder.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "../support/local-repository.ts";
import { nodes, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

interface DemoReport {
  repo: string;
  branch: string;
  tasks: { task_id: string; folder: string; state: string }[];
  story: string[];
}

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.remove());

const checker = resolve("../shared/check/task-folder.mjs");

describe.each(nodes)("demo on $name", ({ name, path }) => {
  it.skipIf(path === null)("makes task folders that can be looked at and pass the published schemas", async () => {
    const out = join(shop.dir, `demo ${name}`);
    const run = await shop.call(["demo", "--out", out, "--json"], { node: path ?? "" });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
    const report = run.json() as DemoReport;
    expect(Object.keys(report)).toEqual(["repo", "branch", "tasks", "story"]);
    expect(report.branch).toBe("valp-ledger");
    expect(report.tasks.map(({ task_id, state }) => ({ task_id, state }))).toEqual([
      { task_id: "gh-1-docs-fix-1", state: "dispatching" },
      { task_id: "gh-2-code-fix-1", state: "dispatching" },
      { task_id: "gh-3-code-fix-1", state: "cancelled" },
    ]);
    for (const { task_id, folder } of report.tasks) {
      expect(folder.startsWith(out)).toBe(true);
      expect(JSON.parse(readFileSync(join(folder, "state.json"), "utf8"))).toMatchObject({ task_id });
      expect(existsSync(join(folder, "trigger-policy.json"))).toBe(true);
    }
    expect(git(report.repo, ["rev-list", "--count", report.branch]).trim()).not.toBe("0");
    expect(git(report.repo, ["status", "--porcelain"])).toBe("");
    expect(git(report.repo, ["symbolic-ref", "--short", "HEAD"]).trim()).toBe("main");
    if (!existsSync(checker)) return console.log("skipped: the outside checker of task folders is not here");
    const checked = spawnSync(process.execPath, [checker, ...report.tasks.map(({ folder }) => folder)], {
      encoding: "utf8",
    });
    expect(checked.stdout).toBe("3 checked, 0 findings\n");
  });

  it.skipIf(path === null)("tells its story in words", async () => {
    const run = await shop.call(["demo", "--out", join(shop.dir, `story ${name}`)], { node: path ?? "" });
    expect(run.code).toBe(0);
    expect(run.stdout).toContain("A maintainer labels a harmless issue");
    expect(run.stdout).toContain(`story ${name}/ledger/.herdr-loop/tasks`);
    expect(run.stdout).not.toMatch(/[{}[\]]\s*"|\\n|undefined|null/);
  });
});

it("says so where no system Node 20 is found to try it on", ({ skip }) => {
  if (nodes.some(({ path }) => path === null)) skip("no Node 20 at /usr/bin/node or /usr/local/bin/node");
  expect(nodes.every(({ path }) => path !== null)).toBe(true);
});

describe("demo", () => {
  it("works into an empty folder, a new one below new ones, and a temporary one of its own", async () => {
    const empty = join(shop.dir, "an empty one");
    mkdirSync(empty);
    expect((await shop.call(["demo", "--out", empty, "--json"])).code).toBe(0);
    expect((await shop.call(["demo", "--out", join(shop.dir, "a/b/c"), "--json"])).code).toBe(0);
    const temporary = join(shop.dir, "temporary");
    mkdirSync(temporary);
    const own = await shop.call(["demo", "--json"], { env: { TMPDIR: temporary } });
    expect((own.json() as DemoReport).repo.startsWith(temporary)).toBe(true);
  });

  it("refuses a folder that holds anything, a file, a dangling link and a folder it may not make", async () => {
    const used = join(shop.dir, "used");
    mkdirSync(used);
    writeFileSync(join(used, "mine.txt"), "mine");
    const file = shop.file("a file", "text");
    const dangling = join(shop.dir, "dangling");
    symlinkSync(join(shop.dir, "nowhere"), dangling);
    for (const out of [used, file, dangling, join(file, "below"), "/proc/nothing/here"]) {
      const run = await shop.call(["demo", "--out", out, "--json"]);
      expect({ out, code: run.code, stdout: run.stdout }).toEqual({ out, code: 2, stdout: "" });
      expect(run.stderr).toMatch(/^`.*` .*\.\n$/);
      expect(run.stderr).not.toMatch(/\n\s+at |E[A-Z]{4,}.*\n.*E[A-Z]{4,}/);
    }
    expect(readdirSync(used)).toEqual(["mine.txt"]);
    expect(existsSync(join(shop.dir, "nowhere"))).toBe(false);
  });

  it("is not led astray by git settings and variables of the place it is called from", async () => {
    const other = join(shop.dir, "other");
    git("/", ["init", "--quiet", other]);
    const settings = shop.file(
      "gitconfig",
      "[commit]\n gpgsign = true\n[core]\n autocrlf = true\n hooksPath = /nowhere\n[init]\n defaultBranch = odd\n[user]\n useConfigOnly = true\n",
    );
    const env = { GIT_DIR: join(other, ".git"), GIT_WORK_TREE: other, GIT_CONFIG_GLOBAL: settings };
    const before = readdirSync(join(other, ".git")).length;
    const run = await shop.call(["demo", "--out", join(shop.dir, "astray"), "--json"], { env });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
    expect(statSync(join(shop.dir, "astray", "repository", ".git")).isDirectory()).toBe(true);
    expect(readdirSync(join(other, ".git")).length).toBe(before);
  });

  it("says that git is missing", async () => {
    const run = await shop.call(["demo", "--out", join(shop.dir, "no git")], { env: { PATH: "/nowhere" } });
    expect(run.code).toBe(4);
    expect(run.stderr).toContain("The program git was not found");
  });
});
