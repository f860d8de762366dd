// Every kind of trigger opens exactly one task with exactly its files, or says why it does not.
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/core/events/event.ts";
import { cast, commented, dispatched, item, opened, pushed, reviewed, tick } from "../support/flow-events.ts";
import {
  codes,
  folder,
  fullPolicy,
  handle,
  label,
  ledger,
  openTasks,
  putLabel,
  record,
  root,
  scene,
  statuses,
  tasks,
  words,
} from "../support/flow-scene.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";
import { havePublishedSchemas, schemaFindings, withoutSchemas } from "../support/published-schemas.ts";

const records = ["automation-policy.json", "state.json", "task.md", "timeline.jsonl", "trigger-policy.json"];
const agents = [".herdr-loop/agents/capabilities.json", ".herdr-loop/agents/context-policy.json"];
const risky = "Delete the production database";

interface Trigger {
  kind: string;
  event: (house: MemoryHouse) => Event;
  task: string;
  source: [mode: string, source: string];
  subject: number | null;
  high?: boolean;
  cursors?: boolean;
}

const pr = item({ kind: "pull_request", number: 12 });
const after = "b".repeat(40);
const start = (house: MemoryHouse) => words(house, cast.alice, "Please.\n\n/valp start ask");

const triggers: Trigger[] = [
  {
    kind: "a label",
    event: (house) => putLabel(house, item(), "agent: docs"),
    task: "gh-7-docs-1",
    source: ["watcher", "issue_watcher"],
    subject: 7,
  },
  {
    kind: "a label on risky words",
    event: (house) => putLabel(house, item({ body: risky }), "agent: docs"),
    task: "gh-7-docs-1",
    source: ["watcher", "issue_watcher"],
    subject: 7,
    high: true,
  },
  {
    kind: "a label on a pull request",
    event: (house) => putLabel(house, pr, "agent: pr"),
    task: "gh-12-prs-1",
    source: ["watcher", "issue_watcher"],
    subject: 12,
  },
  {
    kind: "a start command in a comment",
    event: (house) => commented(item(), start(house)),
    task: "gh-7-ask-1",
    source: ["manual", "user_request"],
    subject: 7,
  },
  {
    kind: "a start command in a review",
    event: (house) => reviewed(pr, start(house)),
    task: "gh-12-ask-1",
    source: ["manual", "user_request"],
    subject: 12,
  },
  {
    kind: "a start command in a new issue",
    event: () => opened(item({ author: cast.alice, body: "/valp start ask", updatedAt: "2026-03-01T09:00:00Z" })),
    task: "gh-7-ask-1",
    source: ["manual", "user_request"],
    subject: 7,
  },
  {
    kind: "a push",
    event: () => pushed("main", { before: "a".repeat(40), after }, ["docs/new.md"]),
    task: `push-site-${after.slice(0, 12)}`,
    source: ["watcher", "file_watcher"],
    subject: null,
  },
  {
    kind: "a dispatch",
    event: () => dispatched("agent-task", { key: "k1", goal: "Tidy up" }),
    task: "api-api-k1",
    source: ["watcher", "runtime_api"],
    subject: null,
  },
  {
    kind: "a dispatch with a risky goal",
    event: () => dispatched("agent-task", { key: 17, goal: risky }),
    task: "api-api-17",
    source: ["watcher", "runtime_api"],
    subject: null,
    high: true,
  },
];

describe("every kind of trigger", () => {
  it.each(triggers)("$kind opens one task with its exact files", async (trigger) => {
    const house = scene();
    const outcome = await handle(house, trigger.event(house));
    expect(outcome).toMatchObject({
      outcome: "recorded",
      task_id: trigger.task,
      folder: `${root}/${trigger.task}`,
      commit: house.head("valp-ledger"),
      risk: { classification: trigger.high ? "high" : "low" },
    });
    expect(codes(outcome)).toEqual(trigger.high ? ["task_opened", "blocked_for_approval"] : ["task_opened"]);
    expect(tasks(house)).toEqual([trigger.task]);
    expect(openTasks(house)).toEqual([trigger.task]);
    const inside = [
      ...records,
      ...(trigger.subject === null ? [] : ["inputs/issue-snapshot.json"]),
      ...(trigger.high ? ["approvals/requested.jsonl"] : []),
    ];
    expect(Object.keys(folder(house, trigger.task)).sort()).toEqual(inside.sort());
    const identity = String(record(house, trigger.task, "trigger-policy.json").deduplication_identity ?? "");
    const around = Object.keys(ledger(house)).filter((path) => !path.startsWith(root));
    const index = around.filter((path) => path.startsWith(".herdr-loop/watcher-events/github/"));
    expect(index).toHaveLength(1);
    if (trigger.source[0] === "watcher") expect(index[0]).toContain(identity.slice("sha256:".length));
    const issue = trigger.subject === null ? [] : [`.herdr-loop/github/issues/${trigger.subject}.json`];
    expect(around.sort()).toEqual([...agents, ...index, ...issue, `.herdr-loop/github/open/${trigger.task}`].sort());
    expect(house.history("valp-ledger")).toHaveLength(1);
  });

  it.each(triggers)("$kind is recorded as what it was", async (trigger) => {
    const house = scene();
    await handle(house, trigger.event(house));
    const [mode, source] = trigger.source;
    expect(record(house, trigger.task, "trigger-policy.json")).toMatchObject({
      trigger_mode: mode,
      trigger_source: source,
      approval_required: trigger.high === true,
      selected_action: trigger.high ? "block_for_approval" : "publish_only",
    });
    expect(record(house, trigger.task, "state.json")).toMatchObject({
      status: trigger.high ? "approval_required" : "published",
      revision: 0,
      github: { subject_number: trigger.subject, attempt: 1 },
    });
    expect(statuses(house)).toHaveLength(trigger.subject === null ? 0 : 1);
  });

  it.skipIf(!havePublishedSchemas).each(triggers)(
    `$kind writes what the published schemas ask for${withoutSchemas}`,
    async (trigger) => {
      const house = scene();
      await handle(house, trigger.event(house));
      expect(schemaFindings(folder(house, trigger.task))).toEqual([]);
    },
  );

  it("a schedule opens every slot that is due and moves its cursors", async () => {
    const house = scene();
    const outcome = await handle(house, tick());
    expect([outcome, ...(outcome.others ?? [])].map(({ task_id }) => task_id)).toEqual([
      "cron-nightly-20260301t0930z",
      "cron-hourly-20260301t0945z",
    ]);
    expect(record(house, "cron-nightly-20260301t0930z", "trigger-policy.json")).toMatchObject({
      trigger_source: "schedule",
      source_event_id: "2026-03-01T09:30:00Z",
    });
    expect(JSON.parse(ledger(house)[".herdr-loop/github/schedules.json"] ?? "").cursors).toEqual({
      nightly: "2026-03-01T10:00:00.000Z",
      hourly: "2026-03-01T10:00:00.000Z",
    });
    expect(codes(await handle(house, tick()))).toEqual(["no_due_slot"]);
    house.pass(60 * 60 * 1000);
    expect((await handle(house, tick())).task_id).toBe("cron-hourly-20260301t1045z");
  });

  it("fault 166: the first of two matching rules wins, and both are named", async () => {
    const house = scene(`version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: pilot }
rules:
  - { id: first, on: { label: go } }
  - { id: second, on: { label: go } }
`);
    const outcome = await label(house, "go");
    expect(codes(outcome)).toEqual(["task_opened", "also_matched"]);
    expect(outcome.task_id).toBe("gh-7-first-1");
    expect(JSON.stringify(record(house, "gh-7-first-1", "trigger-policy.json").notes)).toContain("second");
  });

  it("fault 38: of several labels put on at once only the trigger's opens a task", async () => {
    const house = scene();
    const outcomes = [];
    for (const name of ["bug", "agent: docs", "help wanted"]) outcomes.push(await label(house, name));
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["ignored", "recorded", "ignored"]);
    expect(tasks(house)).toEqual(["gh-7-docs-1"]);
  });

  it("needs no more than four requests, and one for a label that means nothing", async () => {
    expect((await label(scene(), "agent: docs")).requests).toBe(4);
    expect((await label(scene(), "bug")).requests).toBe(1);
  });
});

const gate = (blob: string, status: "pass" | "fail") =>
  JSON.stringify({
    schema_version: "valp-github-health-gate.v1",
    policy_blob: blob,
    status,
    checks: [{ id: "ledger", status, message: "looked at" }],
    dry_run_shown_to: "octocat",
    at: "2026-03-01T09:00:00Z",
  });

describe("modes and the health gate", () => {
  const policy = (mode: string, rest = "") =>
    `version: 1\nmode: ${mode}\n${rest}rules:\n  - { id: docs, on: { label: go }, action: validate_declared_route }\n`;
  const waiver = "health_gate: { waived_by: octocat, reason: pilot }\n";
  const blobOf = async (house: MemoryHouse) => {
    const want = { ledgerBranch: "valp-ledger", source: [".github/valp.yml"], ledger: [], folders: [] };
    const answer = await house.ports.repository.load(want);
    return answer.kind === "loaded" ? (answer.snapshot.source.files.get(".github/valp.yml")?.oid ?? "") : "";
  };

  it.each([
    ["manual", "", "mode_not_watcher", "task_opened"],
    ["policy_auto", waiver, "mode_not_watcher", "task_opened"],
    ["policy_auto", "", "mode_not_watcher", "health_gate_missing"],
    ["watcher", waiver, "task_opened", "task_opened"],
    ["watcher", "", "health_gate_missing", "health_gate_missing"],
    ["disabled", waiver, "mode_disabled", "mode_disabled"],
  ])("mode %s%s: a label gives %s, a command %s", async (mode, rest, byLabel, byCommand) => {
    const house = scene(policy(mode, rest));
    expect(codes(await label(house, "go"))).toEqual([byLabel]);
    const other = item({ number: 8 });
    expect(codes(await handle(house, commented(other, words(house, cast.alice, "/valp start docs"))))).toEqual([
      byCommand,
    ]);
    const opens = [byLabel, byCommand].filter((code) => code === "task_opened").length;
    expect(tasks(house)).toHaveLength(opens);
  });

  it.each([
    ["manual", "", "publish_only", "manual"],
    ["policy_auto", waiver, "validate_declared_route", "policy_auto"],
    ["watcher", waiver, "validate_declared_route", "manual"],
  ])("a command in mode %s%s selects %s", async (mode, rest, action, trigger) => {
    const house = scene(policy(mode, rest));
    await handle(house, commented(item(), words(house, cast.alice, "/valp start docs")));
    expect(record(house, "gh-7-docs-1", "trigger-policy.json")).toMatchObject({
      selected_action: action,
      trigger_mode: trigger,
    });
  });

  it("a recorded gate opens the door for exactly its policy, a failed one shuts it whatever is waived", async () => {
    const house = scene(policy("watcher"));
    const blob = await blobOf(house);
    const path = ".herdr-loop/github/health-gate.json";
    house.plant("valp-ledger", { [path]: gate("f".repeat(40), "pass") });
    expect(codes(await label(house, "go"))).toEqual(["health_gate_stale"]);
    house.plant("valp-ledger", { [path]: gate(blob, "fail") });
    expect(codes(await label(house, "go"))).toEqual(["health_gate_failed"]);
    house.plant("valp-ledger", { [path]: gate(blob, "pass") });
    expect(codes(await label(house, "go"))).toEqual(["task_opened"]);

    const waived = scene(policy("watcher", waiver));
    waived.plant("valp-ledger", { [path]: gate(await blobOf(waived), "fail") });
    expect(codes(await label(waived, "go"))).toEqual(["health_gate_failed"]);
    waived.plant("valp-ledger", { [path]: "{" });
    expect(codes(await label(waived, "go"))).toEqual(["record_broken"]);
    expect(tasks(waived)).toEqual([]);
  });

  it("without a policy nothing happens, with a broken one the line is named", async () => {
    expect(codes(await label(scene(null), "go"))).toEqual(["no_policy"]);
    const broken = await label(scene("version: 1\nversion: 1\n"), "go");
    expect(broken).toMatchObject({ outcome: "refused", reasons: [{ code: "policy_invalid" }] });
    expect(broken.reasons[0]?.text).toContain("2");
    const both = scene();
    both.plant("main", { ".github/valp.yaml": fullPolicy });
    const two = await label(both, "agent: docs");
    expect(codes(two)).toEqual(["policy_invalid"]);
    expect(two.reasons[0]?.text).toContain(
      "There are two policy files: .github/valp.yml and .github/valp.yaml. Delete",
    );
  });

  it("a policy may keep its ledger on another branch and below another root", async () => {
    const house = scene(`version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: pilot }
ledger: { branch: agents/ledger, root: records/tasks }
rules: [{ id: docs, on: { label: go } }]
`);
    const outcome = await label(house, "go");
    expect(outcome.folder).toBe("records/tasks/gh-7-docs-1");
    expect(Object.keys(house.files("agents/ledger"))).toContain("records/tasks/gh-7-docs-1/state.json");
    expect(house.head("valp-ledger")).toBeNull();
  });
});

describe("happenings that open nothing", () => {
  it.each<[string, (house: MemoryHouse) => Event, string[]]>([
    [
      "a push to the ledger branch",
      () => pushed("valp-ledger", { before: "a".repeat(40), after }, ["docs/x.md"]),
      ["no_rule_matched"],
    ],
    [
      "a push beside the paths",
      () => pushed("main", { before: "a".repeat(40), after }, ["src/x.ts"]),
      ["no_rule_matched"],
    ],
    ["paths that cannot be listed", () => pushed("main", { before: "a".repeat(40), after }, null), ["paths_unknown"]],
    ["a dispatch without a key", () => dispatched("agent-task", { goal: "x" }), ["dispatch_key_missing"]],
    ["a dispatch without a goal", () => dispatched("agent-task", { key: "k" }), ["dispatch_goal_missing"]],
    ["a dispatch of another type", () => dispatched("deploy", { key: "k" }), ["no_rule_matched"]],
    [
      "fault 49: a label put on by a bot",
      (house) => putLabel(house, item(), "agent: docs", cast.hubot),
      ["bot_not_listed"],
    ],
    [
      "fault 50: a label on a pull request when only issues are covered",
      (house) => putLabel(house, pr, "agent: docs"),
      ["target_not_covered"],
    ],
    [
      "fault 71: a command in a title",
      () => opened(item({ title: "/valp start ask", updatedAt: "2026-03-01T09:00:00Z" })),
      ["no_command"],
    ],
    [
      "fault 20: commands of an issue that moved here",
      () => opened(item({ body: "/valp start ask", createdAt: "2025-01-01T00:00:00Z" })),
      ["body_commands_too_old"],
    ],
    [
      "fault 92: a label by somebody who may only read",
      (house) => putLabel(house, item(), "agent: docs", cast.stranger),
      ["role_too_low"],
    ],
    [
      "an unknown rule",
      (house) => commented(item(), words(house, cast.alice, "/valp start nothing")),
      ["no_such_rule"],
    ],
  ])("%s", async (_, event, expected) => {
    const house = scene();
    const outcome = await handle(house, event(house));
    expect(codes(outcome)).toEqual(expected);
    expect(outcome).toMatchObject({ task_id: null, commit: null });
    expect(house.head("valp-ledger")).toBeNull();
  });

  it("fault 170: a label on a pull request of a fork is refused with a word", async () => {
    const house = scene();
    const event = putLabel(house, pr, "agent: pr");
    if (event.kind !== "label_added") throw new Error("not a label");
    const outcome = await handle(house, { ...event, subject: { ...event.subject, fromFork: true } });
    expect(codes(outcome)).toEqual(["fork_denied"]);
    expect(house.comments).toHaveLength(1);
  });

  it("a role that cannot be told is never a yes", async () => {
    const house = scene();
    house.people.set("octocat", { role: "admin", id: 1, unknown: true });
    const outcome = await label(house, "agent: docs");
    expect(codes(outcome)).toEqual(["role_unknown"]);
    expect(house.head("valp-ledger")).toBeNull();
    house.people.set("octocat", { role: "admin", id: 1 });
    expect(codes(await label(house, "agent: docs"))).toEqual(["task_opened"]);
  });

  it("a login that meanwhile belongs to somebody else is never a yes", async () => {
    const house = scene();
    house.people.set("octocat", { role: "admin", id: 999 });
    expect(codes(await label(house, "agent: docs"))).toEqual(["identity_unknown"]);
  });

  it("fault 17: an issue without a text is an issue with an empty text", async () => {
    const house = scene();
    expect(codes(await label(house, "agent: docs", item({ body: null })))).toEqual(["task_opened"]);
    expect(record(house, "gh-7-docs-1", "inputs/issue-snapshot.json").body).toBe("");
  });

  it("fault 16: an issue whose author is gone", async () => {
    const house = scene();
    expect(codes(await label(house, "agent: docs", item({ author: null })))).toEqual(["task_opened"]);
    expect(record(house, "gh-7-docs-1", "state.json")).toMatchObject({
      github: { author: { login: "ghost", id: null } },
    });
  });

  it("a text of a megabyte opens a task", async () => {
    const house = scene();
    expect(codes(await label(house, "agent: docs", item({ body: "word ".repeat(200_000) })))).toEqual(["task_opened"]);
  });

  it("fault 46: label names are equal without regard to case and space", async () => {
    const house = scene();
    expect(codes(await label(house, "Agent: Docs"))).toEqual(["task_opened"]);
  });
});
