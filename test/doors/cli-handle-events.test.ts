// `handle` as it is shipped: every event of the product, from GitHub's published examples, and what each kind leads to.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import {
  commentPayload,
  dispatchPayload,
  issuePayload,
  labelPayload,
  octocat,
  pushPayload,
} from "../support/cli-payloads.ts";
import { git, headOf } from "../support/local-repository.ts";
import { examplesOf, issueClosed, reviewEdited, runInProgress, schedule } from "../support/payloads.ts";
import { makeRepository, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

const policy = (mode: string) => `version: 1
mode: ${mode}
health_gate: { waived_by: octocat, reason: "tests" }
rules:
  - id: docs
    on: { label: "agent:docs", targets: [issues, pull_requests] }
  - id: task
    on: { command: start, targets: [issues, pull_requests] }
  - id: handbook
    on: { push: ["handbook/**/*.md"] }
    subject: Check the links of the handbook
  - id: call
    on: { dispatch: build-report }
    subject: Build the report
`;

let shop: Workshop;
let count = 0;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.remove());

const repositoryIn = (mode = "watcher") =>
  makeRepository(join(shop.dir, `repository-${++count}`), { ".github/valp.yml": policy(mode) });

/** Handles payloads of one event in one process; one Outcome each. */
async function handle(repo: string, event: string, ...payloads: unknown[]): Promise<Outcome[]> {
  const input = payloads.map((payload) => JSON.stringify(payload)).join("\n");
  const run = await shop.call(["handle", "--repo", repo, "--event", event, "--payload", "-", "--json"], { input });
  expect(run.stderr).toBe("");
  const outcomes = run.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Outcome);
  expect(outcomes).toHaveLength(payloads.length);
  return outcomes;
}

const codesOf = ({ reasons }: Outcome) => reasons.map(({ code }) => code);
const told = (outcomes: Outcome[]) => outcomes.map((each) => [each.outcome, ...codesOf(each)]);
const fields = ["outcome", "task_id", "folder", "commit", "reasons", "risk", "requests", "others"];
const tasksIn = (repo: string) =>
  headOf(repo, "valp-ledger") === null
    ? []
    : git(repo, ["ls-tree", "--name-only", "valp-ledger:.herdr-loop/tasks"]).trim().split("\n");

/** `/valp start task` typed by octocat. */
const start = (id: number, rule = "task", number = 1) => commentPayload(id, `/valp start ${rule}`, { number });

/** Events of the product; what is none of its business does not get far enough to differ. */
const covered = [
  ...["issues", "pull_request", "issue_comment", "pull_request_review", "push"],
  ...["workflow_dispatch", "repository_dispatch", "workflow_run", "schedule"],
];

describe("every published example", () => {
  it.each([...covered, "watch", "check_run", "nonsense"])("of %s ends in a complete Outcome", async (event) => {
    const derived: Record<string, object[]> = {
      issues: [issueClosed()],
      pull_request_review: [reviewEdited("before")],
      workflow_run: [runInProgress()],
      schedule: [schedule("17 3 * * *"), schedule("17 3 * * *", false)],
      nonsense: [{}, { action: "created" }],
    };
    const payloads = [...examplesOf(event), ...(derived[event] ?? [])];
    for (const outcome of await handle(repositoryIn(), event, ...payloads)) {
      expect(Object.keys(outcome).filter((field) => !fields.includes(field))).toEqual([]);
      expect(outcome).toMatchObject({ reasons: expect.any(Array), requests: 0 });
      expect(["ignored", "refused", "recorded", "closed"]).toContain(outcome.outcome);
      expect(outcome.reasons.length).toBeGreaterThan(0);
      for (const { code, text } of outcome.reasons) {
        expect(code).toMatch(/^[a-z_]+$/);
        expect(text).not.toMatch(/undefined|null|\[object|NaN/);
      }
    }
  });
});

describe("the start command", () => {
  it.each([
    ["manual", ["recorded", "task_opened"], "publish_only"],
    ["policy_auto", ["recorded", "task_opened"], "publish_only"],
    ["watcher", ["recorded", "task_opened"], "publish_only"],
    ["disabled", ["refused", "mode_disabled"], null],
  ])("in mode %s", async (mode, expected, action) => {
    const repo = repositoryIn(mode);
    const [outcome] = await handle(repo, "issue_comment", start(1));
    expect(told([outcome as Outcome])).toEqual([expected]);
    if (action === null) return expect(tasksIn(repo)).toEqual([]);
    const trigger = git(repo, ["show", `valp-ledger:${outcome?.folder}/trigger-policy.json`]);
    const manual = { trigger_mode: "manual", trigger_source: "user_request" };
    const auto = { trigger_mode: "policy_auto", trigger_source: "project_policy" };
    expect(JSON.parse(trigger)).toMatchObject({
      ...(mode === "policy_auto" ? auto : manual),
      selected_action: action,
      task_id: "gh-1-task-1",
    });
  });

  it("works in the text of a new issue, counts once, and an unknown rule is named", async () => {
    const repo = repositoryIn();
    const now = new Date().toISOString();
    const opened = issuePayload("opened", { number: 3, body: "Hello\n\n/valp start task", updatedAt: now });
    Object.assign(opened.issue as object, { created_at: now });
    const twice = await handle(repo, "issues", opened, opened);
    expect(told(twice)).toEqual([
      ["recorded", "task_opened"],
      ["ignored", "duplicate_event"],
    ]);
    const [unknown] = await handle(repo, "issue_comment", start(4, "nope"));
    expect(told([unknown as Outcome])).toEqual([["refused", "no_such_rule"]]);
    expect(unknown?.reasons[0]?.text).toContain("task");
  });

  it("is linked to the live task, and opens the next attempt once that is over", async () => {
    const repo = repositoryIn();
    const outcomes = await handle(repo, "issue_comment", start(1), start(2), commentPayload(3, "/valp stop"), start(4));
    expect(outcomes.map(({ outcome, task_id }) => [outcome, task_id])).toEqual([
      ["recorded", "gh-1-task-1"],
      ["recorded", "gh-1-task-1"],
      ["closed", "gh-1-task-1"],
      ["recorded", "gh-1-task-2"],
    ]);
    expect(tasksIn(repo)).toEqual(["gh-1-task-1", "gh-1-task-2"]);
  });

  it("of somebody who may not, or of nobody any more, starts nothing", async () => {
    const repo = repositoryIn();
    const people = shop.file("people.json", { octocat: { role: "read" } });
    const ghost = commentPayload(2, "/valp start task");
    Object.assign(ghost.comment as object, { user: null });
    const input = [start(1), { ...ghost, sender: null }].map((each) => JSON.stringify(each)).join("\n");
    const call = ["handle", "--repo", repo, "--event", "issue_comment", "--payload", "-", "--json", "--people", people];
    const run = await shop.call(call, { input });
    const outcomes = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Outcome);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
    expect([run.code, tasksIn(repo)]).toEqual([3, []]);
  });
});

describe("labels", () => {
  it("on, off and on again: recalled, then the next attempt", async () => {
    const repo = repositoryIn();
    const at = (minute: number) => ({ number: 6, updatedAt: `2026-03-01T10:0${minute}:00Z` });
    const outcomes = await handle(
      repo,
      "issues",
      labelPayload("agent:docs", at(1)),
      labelPayload("agent:docs", at(2), "unlabeled"),
      labelPayload("agent:docs", at(3)),
      issueClosedAt(6),
    );
    expect(outcomes.map(({ outcome, task_id }) => [outcome, task_id])).toEqual([
      ["recorded", "gh-6-docs-1"],
      ["closed", "gh-6-docs-1"],
      ["recorded", "gh-6-docs-2"],
      ["closed", "gh-6-docs-2"],
    ]);
  });

  it("with risky words stop for an approval and name the words", async () => {
    const repo = repositoryIn();
    const payload = labelPayload("agent:docs", { title: "Deploy the site", body: "Push it to production." });
    const [outcome] = await handle(repo, "issues", payload);
    expect(outcome).toMatchObject({
      outcome: "recorded",
      reasons: [{ code: "task_opened" }, { code: "blocked_for_approval" }],
      risk: { classification: "high" },
    });
    expect(outcome?.risk?.matches.length).toBeGreaterThan(0);
    expect(git(repo, ["show", `valp-ledger:${outcome?.folder}/approvals/requested.jsonl`])).toContain('"pending"');
  });
});

function issueClosedAt(number: number): unknown {
  const payload = issueClosed();
  const time = "2026-03-01T10:09:00Z";
  Object.assign(payload.issue as object, { number, node_id: `I_${number}`, user: octocat, updated_at: time });
  Object.assign(payload.issue as object, { closed_at: time });
  return { ...payload, sender: octocat };
}

describe("pushes", () => {
  const sha = (digit: string) => digit.repeat(40);

  it("open a task for the paths of a rule, once per commit", async () => {
    const repo = repositoryIn();
    const push = pushPayload(sha("1"), ["handbook/first/day.md"]);
    const outcomes = await handle(repo, "push", push, push, pushPayload(sha("2"), ["src/main.c"]));
    expect(told(outcomes)).toEqual([
      ["recorded", "task_opened"],
      ["ignored", "duplicate_event"],
      ["ignored", "no_rule_matched"],
    ]);
    expect(outcomes[0]?.task_id).toBe("push-handbook-111111111111");
  });

  it("to the ledger branch, of tags and deletions start nothing; what cannot be listed is said", async () => {
    const repo = repositoryIn();
    const cut = { ...pushPayload(sha("3"), ["handbook/a.md"]), commits: [] };
    const outcomes = await handle(
      repo,
      "push",
      pushPayload(sha("4"), ["handbook/a.md"], "refs/heads/valp-ledger"),
      pushPayload(sha("5"), ["handbook/a.md"], "refs/tags/v1"),
      { ...pushPayload("0".repeat(40), []), deleted: true },
      cut,
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["ignored", "ignored", "ignored", "refused"]);
    expect(codesOf(outcomes[3] as Outcome)).toEqual(["paths_unknown"]);
    expect(tasksIn(repo)).toEqual([]);
  });

  it("without a list of paths are compared in the repository itself", async () => {
    const repo = makeRepository(join(shop.dir, `repository-${++count}`), {
      ".github/valp.yml": policy("watcher"),
      "handbook/a.md": "one\n",
    });
    const before = git(repo, ["rev-parse", "main"]).trim();
    git(repo, ["rm", "-q", "handbook/a.md"]);
    git(repo, ["commit", "-q", "-m", "Remove a page"]);
    const after = git(repo, ["rev-parse", "main"]).trim();
    const [outcome] = await handle(repo, "push", { ...pushPayload(after, []), before, commits: [] });
    expect(outcome?.task_id).toBe(`push-handbook-${after.slice(0, 12)}`);
  });
});

describe("calls from outside", () => {
  it("open one task per key, and need one", async () => {
    const repo = repositoryIn();
    const call = (payload: unknown) => dispatchPayload("build-report", payload);
    const outcomes = await handle(
      repo,
      "repository_dispatch",
      call({ key: "week-9" }),
      call({ key: "week-9", goal: "Another goal" }),
      call({ key: 10 }),
      call({}),
      call(null),
      call({ key: "  " }),
      call("text"),
      dispatchPayload("something-else", { key: "a" }),
    );
    expect(outcomes.map((each) => [each.outcome, codesOf(each)[0], each.task_id])).toEqual([
      ["recorded", "task_opened", "api-call-week-9"],
      ["ignored", "duplicate_event", "api-call-week-9"],
      ["recorded", "task_opened", "api-call-10"],
      ["refused", "dispatch_key_missing", null],
      ["refused", "dispatch_key_missing", null],
      ["refused", "dispatch_key_missing", null],
      ["refused", "event_malformed", null],
      ["ignored", "no_rule_matched", null],
    ]);
  });

  it("with hostile keys get folders of their own that are safe everywhere", async () => {
    const repo = repositoryIn();
    const keys = [
      "../../etc/passwd",
      "a/b",
      "A",
      "a",
      "con",
      "nul.txt",
      "x".repeat(5000),
      "\n\0\u202e",
      "key.",
      "‮ü",
      "%2e%2e",
      "__proto__",
    ];
    const outcomes = await handle(
      repo,
      "repository_dispatch",
      ...keys.map((key) => dispatchPayload("build-report", { key })),
    );
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(keys.map(() => "recorded"));
    const tasks = tasksIn(repo);
    expect(tasks).toHaveLength(keys.length);
    for (const task of tasks) expect(task).toMatch(/^api-call-[a-z0-9](?:[a-z0-9._-]{0,70}[a-z0-9_-])?$/);
    expect(git(repo, ["fsck", "--strict", "--no-dangling"])).toBe("");
  });

  it("may come as workflow_dispatch", async () => {
    const [outcome] = await handle(repositoryIn(), "workflow_dispatch", {
      ...examplesOf("workflow_dispatch")[0],
      inputs: { key: "k" },
    });
    expect(outcome?.outcome).toBe("ignored");
  });
});
