// `audit` as people and scripts call it: folder resolution, both outputs, exit codes, many tasks, and the proof of a history.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { finishedTask } from "../support/finished-task.ts";
import { git } from "../support/local-repository.ts";
import { openWorkshop, type Workshop } from "../support/shipped-cli.ts";

let shop: Workshop;
let workspace: string;
let manual: string;
const task = finishedTask();

/** Writes the finished task under another name into a workspace, with its index. */
function writeTask(root: string, name: string): string {
  const folder = join(root, ".herdr-loop/tasks", name);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [path, text] of task.files) put(join(folder, path), text);
  for (const [path, text] of task.workspace) put(join(root, path), text);
  return folder;
}

const audit = (...args: string[]) => shop.call(["audit", ...args]);

beforeAll(async () => {
  shop = await openWorkshop();
  workspace = join(shop.dir, "workspace");
  writeTask(workspace, task.id);
  manual = join(shop.dir, "manual");
  cpSync(resolve("test/fixtures/folders/manual-done"), manual, { recursive: true });
});

afterAll(() => shop.remove());

describe("one task", () => {
  it("is found as the folder itself, as the only one of a workspace, and by its id", async () => {
    const folder = join(workspace, ".herdr-loop/tasks", task.id);
    const calls = [[folder], [workspace], [workspace, "--task", task.id], [dirname(folder), "--task", task.id]];
    for (const args of calls) {
      const { code, stdout } = await audit(...args);
      expect(stdout).toContain(`Task: ${folder}\n`);
      expect(code).toBe(0);
    }
  });

  it("is told in the reference tool's form", async () => {
    const { stdout } = await audit(manual);
    const lines = stdout.split("\n");
    expect(lines.slice(0, 4)).toEqual([
      "VALP audit: PASS",
      `Task: ${manual}`,
      "Summary: pass=13 warn=0 fail=0 skip=20",
      "",
    ]);
    expect(lines[4]).toBe("[PASS] profile_routing: Profile and routing are recorded");
    expect(lines[6]).toBe("  evidence: routing.json, state.json");
  });

  it("is JSON in the reference tool's shape, indented by two", async () => {
    const { stdout, json } = await audit(manual, "--json");
    expect(stdout.startsWith(`{\n  "task_dir": "${manual}",\n  "status": "pass",\n  "pass_count": 13,`)).toBe(true);
    expect(json()).toMatchObject({ warn_count: 0, fail_count: 0, skip_count: 20 });
    expect(Object.keys(Object(json()).items[0])).toEqual(["id", "title", "status", "message", "evidence"]);
  });

  it("ends with 1 when it fails, and when it only warns but strictly", async () => {
    const folder = join(shop.dir, "warns");
    cpSync(manual, folder, { recursive: true });
    writeFileSync(join(folder, "final-synthesis.md"), "short\n");
    expect((await audit(folder)).code).toBe(0);
    expect((await audit(folder, "--strict")).code).toBe(1);
    rmSync(join(folder, "final-synthesis.md"));
    expect((await audit(folder)).code).toBe(1);
  });
});

describe("a call that means no task", () => {
  it.each([
    ["a folder that is none", [".."], 1, "neither a task folder nor a workspace"],
    ["a path that is not there", ["nowhere"], 1, "neither a task folder nor a workspace"],
    ["an id that is not there", [".", "--task", "x"], 1, "No task `x`"],
    ["one task and every one", [".", "--task", "x", "--all"], 2, "Give one of them"],
    ["a repository without --history", ["--repo", "."], 2, "--history"],
    ["an unknown option", ["--bogus"], 2, "unknown option"],
  ])("%s", async (_name, args, code, words) => {
    const answer = await audit(...args);
    expect(answer).toMatchObject({ code, stdout: "" });
    expect(answer.stderr).toContain(words);
  });

  it("asks for --task where there are several", async () => {
    const several = join(shop.dir, "several");
    writeTask(several, "one");
    writeTask(several, "two");
    const { code, stderr } = await audit(several);
    expect(code).toBe(1);
    expect(stderr).toContain("--task");
  });
});

describe("every task", () => {
  it("is one line each, with the items that failed", async () => {
    const root = join(shop.dir, "all");
    writeTask(root, task.id);
    const broken = writeTask(root, "zz-broken");
    rmSync(join(broken, "dispatch-receipts.jsonl"));
    const text = await audit(root, "--all");
    expect(text.code).toBe(1);
    expect(text.stdout).toMatch(
      /^PASS {2}gh-7-docs-1 {2}pass=32 warn=0 fail=0 skip=6\nFAIL {2}zz-broken .*dispatch_receipts/,
    );
    expect(text.stdout.trimEnd().endsWith("2 tasks, 1 failed.")).toBe(true);
    const { stdout } = await audit(join(root, ".herdr-loop/tasks"), "--all", "--json");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ task_id: "gh-7-docs-1", status: "pass", failed: [] });
    expect(lines[1]).toMatchObject({ task_id: "zz-broken", status: "fail" });
  });
});

describe("links", () => {
  it("that lead out of the folder are not read, and evidence behind them does not count", async () => {
    const folder = join(shop.dir, "linked");
    cpSync(manual, folder, { recursive: true });
    const outside = shop.file("outside.md", "Result, decision, disagreement, evidence gap.\n");
    rmSync(join(folder, "final-synthesis.md"));
    symlinkSync(outside, join(folder, "final-synthesis.md"));
    symlinkSync("/dev/zero", join(folder, "agents/bob/notes.md"));
    symlinkSync(".", join(folder, "agents/round"));
    const { code, stdout } = await audit(folder);
    expect(code).toBe(1);
    expect(stdout).toContain("[FAIL] final_synthesis");
  });

  it("that stay inside count as what they lead to", async () => {
    const folder = join(shop.dir, "inside");
    cpSync(manual, folder, { recursive: true });
    writeFileSync(join(folder, "synthesis.md"), readFileSync(join(folder, "final-synthesis.md")));
    rmSync(join(folder, "final-synthesis.md"));
    symlinkSync("synthesis.md", join(folder, "final-synthesis.md"));
    expect((await audit(folder)).code).toBe(0);
  });
});

describe("the demo's ledger", () => {
  let out: string;
  let ledger: string;
  let repository: string;

  beforeAll(async () => {
    out = join(shop.dir, "demo");
    expect((await shop.call(["demo", "--out", out])).code).toBe(0);
    ledger = join(out, "ledger");
    repository = join(out, "repository");
  });

  it("is audited without trouble; tasks that are not finished fail on what is missing", async () => {
    const { code, stdout, stderr } = await audit(ledger, "--all", "--json");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.length).toBeGreaterThan(0);
    expect(stderr).toBe("");
    expect(
      lines.every(
        (line) => !line.failed.includes("github_trigger_record") && !line.failed.includes("github_deduplication"),
      ),
    ).toBe(true);
    expect(code).toBe(lines.some((line) => line.status === "fail") ? 1 : 0);
  });

  it("only ever grew", async () => {
    const { code, json } = await audit("--repo", repository, "--history", "--json");
    expect(code).toBe(0);
    expect(json()).toMatchObject({ branch: "valp-ledger", status: "pass", breaks: [] });
    expect(Object(json()).commits).toBeGreaterThan(1);
  });

  it("is found out when a line is changed, a ledger cut or a file deleted, by branch and by folder", async () => {
    const tasks = git(ledger, ["ls-files", "*.jsonl"]).trim().split("\n");
    const [path = ""] = tasks.filter((name) => existsSync(join(ledger, name)));
    const folder = join(ledger, dirname(path));
    const commit = (message: string) =>
      git(ledger, ["-c", "user.name=octocat", "-c", "user.email=o@example.com", "commit", "-qam", message]);
    const original = readFileSync(join(ledger, path), "utf8");
    appendFileSync(join(ledger, path), '{"more":1}\n');
    commit("grow");
    expect((await audit("--repo", repository, "--history")).code).toBe(0);
    writeFileSync(join(ledger, path), original.replace("{", '{"forged":1,'));
    commit("forge");
    rmSync(join(ledger, path));
    commit("delete");
    writeFileSync(join(ledger, path), original);
    git(ledger, ["add", "-A"]);
    commit("hide");
    const { code, json } = await audit("--repo", repository, "--history", "--json");
    expect(code).toBe(1);
    const { breaks } = Object(json());
    expect(breaks.map((found: { what: string }) => found.what).sort()).toEqual(["deleted", "line_changed"]);
    expect(breaks[0]).toMatchObject({ path, commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
    const text = await audit("--repo", repository, "--history");
    expect(text.stdout).toContain("VALP history: FAIL");
    expect((await audit(folder, "--history")).stdout).toContain("[FAIL] github_append_only");
    expect((await audit(folder)).stdout).toContain("[SKIP] github_append_only");
  });

  it("is no history where there is no repository or no branch", async () => {
    expect((await audit("--repo", shop.dir, "--history")).code).toBe(4);
    expect((await audit(manual, "--history")).code).toBe(4);
    const empty = join(shop.dir, "empty-repository");
    mkdirSync(empty);
    git(empty, ["init", "-q"]);
    const { code, stderr } = await audit("--repo", empty, "--history");
    expect(code).toBe(1);
    expect(stderr).toContain("valp-ledger");
  });
});
