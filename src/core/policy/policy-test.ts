// Runs the `tests:` of a policy: a happening from a fixture goes through matching, authority and decision, without I/O.
import * as z from "zod";
import { roles } from "../../ports.ts";
import { type May, mayCommand, mayTrigger } from "../authority/who-may.ts";
import { parseCommands } from "../commands/parse-commands.ts";
import type { Event } from "../events/event.ts";
import { readEvent } from "../events/read-event.ts";
import type { RiskLevel } from "../outcome.ts";
import { type Reason, type ReasonCode, reason } from "../say/reason.ts";
import { type Call, dispatchCall, labelCall, pushCall, slotCall, startCall } from "../task/call.ts";
import { decideTrigger } from "./decide-trigger.ts";
import { nearMisses, winnerOf } from "./match.ts";
import { classifyRisk } from "./risk.ts";
import type { Policy, Rule } from "./schema.ts";
import { dueSlots } from "./slots.ts";

/**
 * A happening to try a policy on. `event` is the webhook's name and `payload` its payload; `actor_role` is the role that
 * GitHub would name for whoever caused it; `now` is the time of a schedule tick (ISO 8601).
 */
const fixtureSchema = z.strictObject({
  name: z.string().optional(),
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  actor_role: z.enum(roles).default("write"),
  now: z.iso.datetime({ offset: true }).default("2026-01-01T00:00:00Z"),
});
type Fixture = z.output<typeof fixtureSchema>;

/** What came of a happening; null where it did not come that far. */
export interface TestEnding {
  rule: string | null;
  risk: RiskLevel | null;
  action: string | null;
  outcome: "ignored" | "refused" | "recorded";
  /** The first of the reasons, and all of them as shown. */
  reason: ReasonCode;
  reasons: Reason[];
}

/** One test of a policy: what it expected and what came of it (null: the fixture itself is at fault, see `problem`). */
export interface TestResult {
  name: string;
  pass: boolean;
  expected: Policy["tests"][number]["expect"];
  actual: TestEnding | null;
  problem: Reason | null;
}

/** The fixture files that the tests of a policy name, relative to the policy's folder. */
export function fixturePaths(policy: Policy): string[] {
  return [...new Set(policy.tests.flatMap(({ event }) => (typeof event === "string" ? [event] : [])))];
}

/**
 * Runs every test of a policy. `fixtures` holds the text of the files of {@link fixturePaths}; a missing or broken file
 * fails its test. The health check counts as passed and no happening as seen before. Never throws.
 */
export function runPolicyTests(policy: Policy, fixtures: ReadonlyMap<string, string>): TestResult[] {
  return policy.tests.map((test, index) => {
    const place = typeof test.event === "string" ? test.event : `tests[${index}]`;
    const fixture = readFixture(test.event, place, fixtures);
    const base = { name: test.name ?? place, expected: test.expect };
    if ("code" in fixture) return { ...base, pass: false, actual: null, problem: fixture };
    const actual = tryHappening(policy, fixture);
    return {
      ...base,
      name: test.name ?? fixture.name ?? place,
      pass: fits(test.expect, actual),
      actual,
      problem: null,
    };
  });
}

function readFixture(
  event: Policy["tests"][number]["event"],
  path: string,
  fixtures: ReadonlyMap<string, string>,
): Fixture | Reason {
  let value: unknown = event;
  if (typeof event === "string") {
    const text = fixtures.get(event);
    if (text === undefined) return reason("fixture_missing", { path });
    try {
      value = JSON.parse(text);
    } catch {
      return reason("fixture_invalid", { path, where: "" });
    }
  }
  const parsed = fixtureSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return reason("fixture_invalid", { path, where: [...(issue?.path ?? []), ...unknown].join(".") });
}

function fits(expected: Policy["tests"][number]["expect"], actual: TestEnding): boolean {
  const { reason: code, ...facts } = expected;
  if (code !== undefined && !actual.reasons.some((each) => each.code === code)) return false;
  return Object.entries(facts).every(([key, value]) => actual[key as keyof typeof facts] === value);
}

/** The first of the tried calls that opens a task, else the first one that was refused, else nothing happened. */
function tryHappening(policy: Policy, fixture: Fixture): TestEnding {
  const reading = readEvent(fixture.event, fixture.payload);
  if (reading.kind !== "event") return ending(reading.kind, [reading.reason]);
  const calls = callsOf(policy, reading.event, fixture.now);
  const endings = calls.map((call) => tryCall(policy, call, fixture));
  const told = endings.find(({ outcome }) => outcome === "recorded") ?? endings.find(({ rule }) => rule !== null);
  return told ?? endings[0] ?? ending("ignored", [nothing(reading.event)]);
}

function nothing({ kind, name, action }: Event): Reason {
  if (kind === "tick") return reason("no_due_slot");
  if (kind === "words_created") return reason("event_without_command", { name, action: action ?? "" });
  return reason("no_rule_matched", { what: "this event" });
}

function callsOf(policy: Policy, event: Event, now: string): Call[] {
  switch (event.kind) {
    case "label_added":
      return [labelCall(event, "fixture")];
    case "pushed":
      return [pushCall(event)];
    case "dispatched":
      return [dispatchCall(event)];
    case "tick":
      return policy.rules.flatMap((rule) =>
        dueSlots({ rule, cursor: null, now }).open.map((slot) => slotCall(rule, slot)),
      );
    case "words_created":
      return parseCommands(event.words.body).flatMap((line) =>
        line.kind === "start" ? [startCall(event.subject, event.words, line.rule)] : [],
      );
    default:
      return [];
  }
}

function tryCall(policy: Policy, call: Call, fixture: Fixture): TestEnding {
  const matches = call.rules(policy, null);
  const won = winnerOf(matches);
  if (won === null) {
    const [miss] = nearMisses(matches);
    if (miss === undefined) return ending("ignored", [reason("no_rule_matched", { what: "this event" })]);
    return { ...ending("refused", miss.failed), rule: miss.rule.id };
  }
  const { rule } = won;
  const may = mayStart(rule, call, fixture);
  if (may.kind !== "yes") return { ...ending("refused", [may.reason]), rule: rule.id };
  const goal = call.goal(rule);
  if ("code" in goal) return { ...ending("refused", [goal]), rule: rule.id };
  const health = { policyBlob: "", failed: [] };
  const matched = classifyRisk(goal.text);
  const decision = decideTrigger({ policy, policyBlob: "", health, rule, started: call.started, matches: matched });
  if (decision.kind === "refused") return { ...ending("refused", [decision.reason]), rule: rule.id };
  const reasons = [reason("task_opened", { taskId: call.taskId(rule, 1), rule: rule.id })];
  if (won.others.length > 0) reasons.push(reason("also_matched", { rules: won.others.map(({ id }) => id) }));
  return {
    ...ending("recorded", reasons),
    rule: rule.id,
    risk: decision.risk.classification,
    action: decision.selected_action,
  };
}

function mayStart(rule: Rule, call: Call, fixture: Fixture): May {
  const { actor, started } = call;
  if (actor === null) return { kind: "yes" };
  const role = { kind: "known" as const, role: fixture.actor_role, id: null };
  if (started === "event") return mayTrigger(rule, actor, role);
  const nobody = { subjectAuthor: null, leaderAccount: null, submitAccount: null };
  return mayCommand("start", { actor, role, rule, edited: false, ...nobody });
}

function ending(outcome: TestEnding["outcome"], reasons: [Reason, ...Reason[]] | Reason[]): TestEnding {
  const [first = reason("no_rule_matched", { what: "this event" })] = reasons;
  return { rule: null, risk: null, action: null, outcome, reason: first.code, reasons };
}
