// `watcher-intake` as it is shipped: the door for queue items and other watchers, with the protocol's event shape.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { git, headOf } from "../support/local-repository.ts";
import { everythingIn, makeRepository, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

const policy = `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "tests" }
rules:
  - id: build
    on: { queue: builds }
    subject: Look at the failed build
  - id: call
    on: { dispatch: report }
    subject: Write the report
  - id: nightly
    on: { schedule: "17 2 * * *" }
    subject: Look through what is new
  - id: docs
    on: { push: ["docs/**"] }
    subject: Read the pages again
  - id: triage
    on: { label: "agent:triage" }
  - id: typed
    on: { command: start }
`;

const event = {
  source: "queue_watcher",
  source_event_id: "item-42",
  matched_signal: "queue:builds",
  rule_ref: ".github/valp.yml#build",
  risk_classification: "low",
  selected_action: "publish_only",
};

let shop: Workshop;
let count = 0;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.remove());

const repositoryWith = () => makeRepository(join(shop.dir, `repository-${++count}`), { ".github/valp.yml": policy });

async function intake(repo: string, value: unknown, ...more: string[]) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const run = await shop.call(["watcher-intake", "--repo", repo, "--event", text, "--json", ...more]);
  expect(run.stderr).toBe("");
  const outcome = run.json() as Outcome;
  return { code: run.code, outcome, codes: outcome.reasons.map(({ code }) => code) };
}

describe("a watcher's event", () => {
  it("opens a task once, whatever its repetition says about risk, action and payload", async () => {
    const repo = repositoryWith();
    const first = await intake(repo, { ...event, payload: { goal: "Look at build 42" } });
    expect(first).toMatchObject({ code: 0, codes: ["task_opened"], outcome: { task_id: "queue-build-item-42" } });
    const head = headOf(repo, "valp-ledger");
    const again = await intake(repo, { ...event, payload: { goal: "Look at build 42" } });
    expect(again).toMatchObject({ code: 0, codes: ["duplicate_event"], outcome: { task_id: "queue-build-item-42" } });
    const changed = await intake(repo, { ...event, risk_classification: "high", payload: { goal: "Another" } });
    expect(changed.codes).toEqual(["duplicate_event"]);
    expect(headOf(repo, "valp-ledger")).toBe(head);
    const trigger = JSON.parse(git(repo, ["show", `valp-ledger:${first.outcome.folder}/trigger-policy.json`]));
    expect(trigger).toMatchObject({
      ...{ trigger_mode: "watcher", trigger_source: "queue_watcher", source_event_id: "item-42" },
      ...{ matched_signal: "queue:builds", rule_ref: ".github/valp.yml#build", approval_required: false },
    });
  });

  it("with another signal under the same id is a conflict with a name", async () => {
    const repo = repositoryWith();
    await intake(repo, event);
    const other = await intake(repo, { ...event, matched_signal: "builds" });
    expect(other).toMatchObject({ code: 3, codes: ["identity_conflict"], outcome: { outcome: "refused" } });
  });

  it("of high risk is published and blocked, by its own word or by the words of its goal", async () => {
    const repo = repositoryWith();
    const said = await intake(repo, { ...event, risk_classification: "high" });
    const found = await intake(repo, { ...event, source_event_id: "43", payload: { goal: "Deploy to production" } });
    const asked = await intake(repo, { ...event, source_event_id: "44", selected_action: "block_for_approval" });
    for (const { outcome } of [said, found, asked]) {
      expect(outcome).toMatchObject({ outcome: "recorded", risk: { classification: "high" } });
      const trigger = JSON.parse(git(repo, ["show", `valp-ledger:${outcome.folder}/trigger-policy.json`]));
      expect(trigger).toMatchObject({ approval_required: true, selected_action: "block_for_approval" });
    }
  });

  it("of medium risk is recorded as that", async () => {
    const { outcome } = await intake(repositoryWith(), { ...event, risk_classification: "medium" });
    expect(outcome).toMatchObject({ outcome: "recorded", risk: { classification: "medium" } });
  });

  it("comes from a file, in words, and dry", async () => {
    const repo = repositoryWith();
    const before = everythingIn(repo);
    const dry = await intake(repo, event, "--dry-run");
    expect(dry.outcome).toMatchObject({ outcome: "recorded", commit: null });
    expect(everythingIn(repo)).toBe(before);
    const call = ["watcher-intake", "--repo", repo, "--event-file", shop.file("event.json", event)];
    const run = await shop.call(call);
    expect(run.stdout).toContain("Rule build opened task queue-build-item-42.");
  });

  const fitting = [
    ["queue_watcher", "build", "queue:builds", "queue-build-item-42"],
    ["runtime_api", "call", "report", "api-call-item-42"],
    ["schedule", "nightly", "the clock", "cron-nightly-item-42"],
    ["file_watcher", "docs", "docs/start.md", "push-docs-item-42"],
  ] as const;

  it.each(fitting)(
    "of source %s is recorded as exactly that, with the identity of its own three fields",
    async (...[source, rule, signal, task]) => {
      const repo = repositoryWith();
      const given = { ...event, source, matched_signal: signal, rule_ref: `.github/valp.yml#${rule}` };
      const { outcome } = await intake(repo, given);
      expect(outcome).toMatchObject({ outcome: "recorded", task_id: task });
      const { source_event_id, rule_ref } = given;
      const digest = createHash("sha256").update(JSON.stringify({ rule_ref, source, source_event_id })).digest("hex");
      const read = (path: string) => JSON.parse(git(repo, ["show", `valp-ledger:${path}`]));
      const index = read(`.herdr-loop/watcher-events/github/${digest}.json`);
      const { selected_action: _, ...same } = given;
      expect(index.source_event).toMatchObject(same);
      const identity = { deduplication_identity: `sha256:${digest}` };
      expect(index.result).toMatchObject({ task_id: task, ...identity });
      expect(read(`${outcome.folder}/trigger-policy.json`)).toMatchObject({
        ...{
          trigger_mode: "watcher",
          trigger_source: source,
          source_event_id,
          matched_signal: signal,
          rule_ref,
          ...identity,
        },
      });
    },
  );

  it("of a source that its rule does not wait for is refused, and nothing is written", async () => {
    const repo = repositoryWith();
    const before = everythingIn(repo);
    const rules = ["build", "call", "nightly", "docs", "triage", "typed"];
    const pairs = fitting.flatMap(([source, own]) =>
      rules.filter((rule) => rule !== own).map((rule) => ({ ...event, source, rule_ref: `.github/valp.yml#${rule}` })),
    );
    expect(pairs).toHaveLength(20);
    // Each call is a process of its own: one per source tells the same as all twenty, which core's test goes through.
    for (const pair of pairs.filter((_, index) => index % 5 === 0)) {
      expect(await intake(repo, pair)).toMatchObject({ code: 3, codes: ["watcher_source_differs"] });
    }
    const issue = { ...event, source: "issue_watcher", rule_ref: ".github/valp.yml#triage" };
    expect(await intake(repo, issue)).toMatchObject({ code: 3, codes: ["watcher_issue_event"] });
    const queue = await intake(repo, { ...event, matched_signal: "queue:tests" });
    expect(queue).toMatchObject({ code: 3, codes: ["queue_differs"] });
    expect(everythingIn(repo)).toBe(before);
  });

  it.each([
    ...["other.json#build", "build", "#build", ".github/valp.yml", ".github/valp.yml#", ".github/valp.yml#Build"],
    ...[
      ".github/valp.yaml#build",
      "/.github/valp.yml#build",
      ".github/valp.yml#build#build",
      "x.github/valp.yml#build",
    ],
  ])("with rule_ref %s names no rule of this policy", async (rule_ref) => {
    const { outcome, code, codes } = await intake(repositoryWith(), { ...event, rule_ref });
    expect({ code, codes, task: outcome.task_id }).toEqual({ code: 3, codes: ["watcher_rule_ref"], task: null });
  });

  it("for a rule that the policy lacks starts nothing", async () => {
    const { codes } = await intake(repositoryWith(), { ...event, rule_ref: ".github/valp.yml#nope" });
    expect(codes).toEqual(["no_rule_matched"]);
  });

  it("handed in by 6 processes at once is one task", async () => {
    const repo = repositoryWith();
    const runs = await Promise.all(Array.from({ length: 6 }, () => intake(repo, event)));
    expect(runs.filter(({ outcome }) => outcome.outcome === "recorded")).toHaveLength(1);
    expect(git(repo, ["rev-list", "--count", "valp-ledger"]).trim()).toBe("1");
  }, 120_000);
});

describe("an event of another shape is refused, and nothing is written", () => {
  const without = (field: string) => Object.fromEntries(Object.entries(event).filter(([name]) => name !== field));
  const cases: [string, unknown][] = [
    ["an unknown field", { ...event, extra: 1 }],
    ["a payload that is a list", { ...event, payload: [] }],
    ["a payload that is null", { ...event, payload: null }],
    ["a payload that is a text", { ...event, payload: "x" }],
    ["an unknown source", { ...event, source: "somewhere" }],
    ["a risk that is unknown", { ...event, risk_classification: "unknown" }],
    ["an unknown action", { ...event, selected_action: "run" }],
    ["an empty id", { ...event, source_event_id: "" }],
    ["an id that is a number", { ...event, source_event_id: 42 }],
    ...Object.keys(event).map((field): [string, unknown] => [`no ${field}`, without(field)]),
    ["a list", [event]],
    ["no JSON", "{"],
    ["null", "null"],
  ];

  it.each(cases)("%s", async (_, value) => {
    const repo = repositoryWith();
    const before = everythingIn(repo);
    const { code, codes, outcome } = await intake(repo, value);
    expect({ code, codes }).toEqual({ code: 3, codes: ["watcher_event_invalid"] });
    expect(outcome.reasons[0]?.text).toMatch(/^The event's fields are invalid: /);
    expect(everythingIn(repo)).toBe(before);
  });

  it("no event, two events and a file that is not there are mistakes in the call", async () => {
    const repo = repositoryWith();
    const file = shop.file("event.json", event);
    for (const more of [[], ["--event", "{}", "--event-file", file], ["--event-file", "/nowhere"]]) {
      const run = await shop.call(["watcher-intake", "--repo", repo, "--json", ...more]);
      expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 2, stdout: "" });
      expect(run.stderr).not.toBe("");
    }
  });
});
