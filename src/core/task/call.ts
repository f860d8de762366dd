// A happening that may open a task, told apart from how it arrived: label, command, slot, push, API call, queue item.
import type { Account, EventOf, Subject, Words } from "../events/event.ts";
import { matchRules, type RuleMatch, startableRules } from "../policy/match.ts";
import type { Policy, Rule } from "../policy/schema.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { CallFields } from "../say/trigger-reasons.ts";
import { cronTaskId, issueTaskId, keyedTaskId, pushTaskId } from "./task-id.ts";

/** What the open-task flow needs to know of a happening. */
export interface Call {
  started: "event" | "start";
  /** The happening in a few words, for the answer when no rule listens. */
  what: string;
  /** Who caused it; null for a schedule. */
  actor: Account | null;
  subject: Subject | null;
  /** The rules that listen to it, with what failed. `fromFork` is what the reading says where the payload does not. */
  rules: (policy: Policy, fromFork: boolean | null) => RuleMatch[];
  /** Id of the thing that happened; null while only GitHub's timeline knows it (a label). */
  eventId: ((rule: Rule) => string | Reason) | null;
  labelEvent: { label: string; sender: string; since: string; at: string } | null;
  /** When it happened, as GitHub says; null for tasks that no issue or pull request is behind. */
  happenedAt: string | null;
  signal: (rule: Rule) => string;
  /** Task id of the nth attempt. */
  taskId: (rule: Rule, attempt: number) => string;
  /** The rule as it counts for the decision, where the happening itself names a higher risk. It never lowers any. */
  stricter?: (rule: Rule) => Rule;
  /** The words the task is about, or why there are none. */
  goal: (rule: Rule) => { text: string } | Reason;
  /** Ids and keys for the index file. */
  payload: Record<string, unknown>;
}

/** Words that can start a task: a comment, a review, or the body of an issue that was just opened. */
export interface Spoken extends Omit<Words, "kind"> {
  kind: Words["kind"] | "issue_body";
}

/** The label event may be a little older than the payload's `updated_at` says (clocks of one platform differ). */
const earlier = 5_000;

/** A label that was put on. `eventId` is given on a local repository, where no timeline exists. */
export function labelCall(event: EventOf<"label_added">, eventId: string | null): Call {
  const { subject, label, sender } = event;
  return {
    started: "event",
    what: `label:${label}`,
    actor: sender,
    subject,
    rules: (policy) => matchRules(policy, event),
    eventId: eventId === null ? null : () => eventId,
    labelEvent: { label, sender: sender.login, since: secondsBefore(subject.updatedAt), at: subject.updatedAt },
    happenedAt: subject.updatedAt,
    signal: (rule) => `label:${"label" in rule.on ? rule.on.label : label}`,
    taskId: (rule, attempt) => issueTaskId(subject.number, rule.id, attempt),
    goal: () => ({ text: goalOf(subject) }),
    payload: { number: subject.number, node_id: subject.nodeId, label },
  };
}

/** `/valp start <rule>` in a comment, a review or the body of a new issue. */
export function startCall(subject: Subject, words: Spoken, rule: string): Call {
  return {
    started: "start",
    what: `command:start ${rule}`,
    actor: words.author,
    subject,
    rules: (policy, fromFork) => {
      const all = startableRules(policy, { ...subject, fromFork: subject.fromFork ?? fromFork }, words.author);
      const known = all.map((match) => match.rule.id);
      const named = all.filter((match) => match.rule.id === rule);
      return named.length > 0 ? named : all.slice(0, 1).map((match) => noSuchRule(match.rule, rule, known));
    },
    eventId: (found) => `${words.kind}:${words.id}#${found.id}`,
    labelEvent: null,
    happenedAt: words.createdAt,
    signal: (found) => `command:start ${found.id}`,
    taskId: (found, attempt) => issueTaskId(subject.number, found.id, attempt),
    goal: () => ({ text: goalOf(subject) }),
    payload: { number: subject.number, node_id: subject.nodeId, words: words.id },
  };
}

function noSuchRule(rule: Rule, asked: string, known: string[]): RuleMatch {
  return { rule, failed: [reason("no_such_rule", { rule: asked, known })] };
}

/** One planned time of one schedule rule, ISO 8601 UTC to the minute. */
export function slotCall(scheduled: Rule, slot: string): Call {
  return {
    started: "event",
    what: `schedule:${slot}`,
    actor: null,
    subject: null,
    rules: (policy) => policy.rules.filter((rule) => rule.id === scheduled.id).map((rule) => ({ rule, failed: [] })),
    eventId: () => slot,
    labelEvent: null,
    happenedAt: null,
    signal: (rule) => ("schedule" in rule.on ? `schedule:${rule.on.schedule} ${rule.on.timezone}` : "schedule"),
    taskId: (rule) => cronTaskId(rule.id, slot),
    goal: (rule) => ({ text: rule.subject ?? rule.id }),
    payload: { slot },
  };
}

/** A push; its identity is the commit it ended at. */
export function pushCall(event: EventOf<"pushed">): Call {
  return {
    started: "event",
    what: `push:${event.ref}`,
    actor: event.sender,
    subject: null,
    rules: (policy) => matchRules(policy, event),
    eventId: () => event.after,
    labelEvent: null,
    happenedAt: null,
    signal: () => `push:${event.ref}`,
    taskId: (rule) => pushTaskId(rule.id, event.after),
    goal: (rule) => ({ text: rule.subject ?? rule.id }),
    payload: { ref: event.ref, before: event.before, after: event.after },
  };
}

/** A repository_dispatch or workflow_dispatch; the caller's key makes it repeatable without a second task. */
export function dispatchCall(event: EventOf<"dispatched">): Call {
  const { key, goal } = event.inputs;
  const hasKey = (typeof key === "string" && key.trim() !== "") || typeof key === "number";
  const keyText = hasKey ? String(key) : "";
  const fields = event.name === "workflow_dispatch" ? "inputs" : "client_payload";
  return {
    started: "event",
    what: `dispatch:${event.type}`,
    actor: event.sender,
    subject: null,
    rules: (policy) => matchRules(policy, event),
    eventId: (rule) => (hasKey ? keyText : reason("dispatch_key_missing", { rule: rule.id, fields })),
    labelEvent: null,
    happenedAt: null,
    signal: () => `dispatch:${event.type}`,
    taskId: (rule) => keyedTaskId("api", rule.id, keyText),
    goal: (rule) => statedGoal(rule, goal, fields),
    payload: { type: event.type, key: keyText },
  };
}

/** The goal that a caller states, else the subject of the rule. */
export function statedGoal(rule: Rule, stated: unknown, fields: CallFields): { text: string } | Reason {
  const text = typeof stated === "string" && stated.trim() !== "" ? stated : rule.subject;
  return text === undefined ? reason("dispatch_goal_missing", { rule: rule.id, fields }) : { text };
}

/** The words an issue or pull request gives a task: its title, then its text. */
export function goalOf(subject: Pick<Subject, "title" | "body">): string {
  return `${subject.title}\n\n${subject.body}`.trim();
}

function secondsBefore(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : new Date(time - earlier).toISOString();
}
