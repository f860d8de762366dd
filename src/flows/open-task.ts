// open-task: a happening that a rule waits for becomes a recorded task, exactly once.
import { type May, mayCommand, mayTrigger } from "../core/authority/who-may.ts";
import { ended } from "../core/ended.ts";
import type { Outcome } from "../core/outcome.ts";
import { decideTrigger, type HealthRecord, riskOf } from "../core/policy/decide-trigger.ts";
import { nearMisses, type RuleMatch, winnerOf } from "../core/policy/match.ts";
import { classifyRisk } from "../core/policy/risk.ts";
import type { Rule } from "../core/policy/schema.ts";
import { jsonFile } from "../core/records/format.ts";
import { readHealthGate } from "../core/records/health-gate.ts";
import {
  emptyIssueRecord,
  type IssueRecord,
  liveTask,
  nextAttempt,
  withEvent,
  withSince,
} from "../core/records/issue-record.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import type { Call } from "../core/task/call.ts";
import { healthGatePath, issueRecordPath, taskFolder } from "../core/task/ledger-path.ts";
import { type Opening, openTask } from "../core/task/open-task.ts";
import { type TaskFolder, writtenFolder } from "../core/task/task-folder.ts";
import type { Change, Ports, Snapshot } from "../ports.ts";
import { askRole } from "./ask-role.ts";
import { findReplay } from "./find-replay.ts";
import { type Ground, loadGround, type NoGround } from "./load-ground.ts";
import { recordAt } from "./record-at.ts";
import { type Attempt, type Unfinished, writeStep } from "./write-step.ts";

/** What a call ended in, with the ground it was decided on (null when there was none). */
export interface Opened {
  outcome: Outcome;
  ground: Ground | null;
  /** What was read, with or without a usable policy. */
  snapshot: Snapshot;
  /** The rule that won, when one did. */
  rule: Rule | null;
  /** The task as this run wrote it; null when it was not this run that opened it. */
  task: TaskFolder | null;
}

/** Opens the task of a call, or says why none is opened. Repeats the whole step while the ledger moves. */
export async function openFromCall(ports: Ports, call: Call): Promise<Opened | Unfinished> {
  const step = await writeStep(ports, () => attempt(ports, call));
  return step.kind === "done" ? step.value : step;
}

async function attempt(ports: Ports, call: Call): Promise<Attempt<Opened> | Unfinished> {
  const loaded = await loadGround(ports, {
    ledger: call.subject ? [issueRecordPath(call.subject.number), healthGatePath] : [healthGatePath],
    folders: [],
    ...(call.subject ? { commentsOn: call.subject.number } : {}),
    ...(call.labelEvent && call.subject && call.eventId === null
      ? { labelEvent: { ...call.labelEvent, subject: call.subject.number } }
      : {}),
  });
  if (loaded.kind === "unfinished") return loaded;
  if (loaded.kind === "no_ground") return withoutGround(loaded);
  const { ground } = loaded;
  const matches = call.rules(ground.policy, ground.snapshot.fromFork);
  const won = winnerOf(matches);
  if (won === null) return settled(ground, notMatched(matches, call));
  const eventId = call.eventId === null ? visibleId(ground.snapshot) : call.eventId(won.rule);
  if (eventId === null)
    return { kind: "unfinished", reason: reason("event_not_visible", { what: call.signal(won.rule) }) };
  if (typeof eventId !== "string") return refused(ground, call, won.rule, eventId);
  const seen = await findReplay(ports, ground, call, won.rule, eventId);
  if (seen.kind === "unfinished") return seen;
  if (seen.kind === "seen") return settled(ground, seen.outcome, won.rule);
  const may = await mayOpen(ports, call, won.rule);
  if (may.kind === "unknown") return { kind: "unfinished", reason: may.reason };
  if (may.kind === "no") return refused(ground, call, won.rule, may.reason);
  return decide(ports, ground, call, { ...won, eventId, issue: seen.issue });
}

/** A label needs the rule's role (triage by default), a command write; a schedule has nobody behind it. */
async function mayOpen(ports: Ports, call: Call, rule: Rule): Promise<May> {
  if (call.actor === null) return { kind: "yes" };
  const role = await askRole(ports, call.actor);
  if (call.started === "event") return mayTrigger(rule, call.actor, role);
  return mayCommand("start", {
    actor: call.actor,
    role,
    rule,
    subjectAuthor: call.subject?.author ?? null,
    leaderAccount: null,
    submitAccount: null,
    edited: false,
  });
}

function decide(
  ports: Ports,
  ground: Ground,
  call: Call,
  found: { rule: Rule; others: Rule[]; eventId: string; issue: IssueRecord | null },
): Attempt<Opened> | Unfinished {
  const { rule, issue } = found;
  const live = issue ? liveTask(issue, rule.id) : undefined;
  if (live !== undefined && call.subject !== null && issue !== null) return linkToLive(ground, call, found, live);
  const health = healthOf(ground);
  if (health.kind === "unfinished") return health;
  const goal = call.goal(rule);
  if ("code" in goal) return settled(ground, ended("refused", [goal]), rule);
  const matches = classifyRisk(goal.text);
  const judged = call.stricter?.(rule) ?? rule;
  const decision = decideTrigger({
    policy: ground.policy,
    policyBlob: ground.policyFile.blob,
    health: health.record,
    rule: judged,
    started: call.started,
    matches,
  });
  if (decision.kind === "refused") return refused(ground, call, rule, decision.reason);
  const number = issue ? nextAttempt(issue, rule.id) : 1;
  const taskId = call.taskId(rule, number);
  const opening: Opening = {
    taskId,
    attempt: number,
    policy: ground.policy,
    policyFile: ground.policyFile,
    rule,
    others: found.others,
    decision,
    eventId: found.eventId,
    signal: call.signal(rule),
    actor: call.actor,
    subject: call.subject,
    goal: goal.text,
    payload: call.payload,
    issue,
    happenedAt: happenedAt(ground, call),
    now: ports.clock.now(),
  };
  const folder = taskFolder(ground.policy.ledger.root, taskId);
  const changes = openTask(opening);
  return {
    kind: "write",
    ledger: ground.snapshot.ledger,
    draft: {
      ledgerBranch: ground.policy.ledger.branch,
      subject: `valp(${taskId}): opened`,
      trailers: trailers(taskId, found.eventId, call.actor?.login ?? decision.trigger_source),
      changes,
      deletions: [],
    },
    wrote: (commit) => ({
      ground,
      rule,
      snapshot: ground.snapshot,
      task: openedFolder(taskId, folder, changes),
      outcome: { ...ended("recorded", openedReasons(opening)), task_id: taskId, folder, commit, risk: decision.risk },
    }),
  };
}

function openedFolder(taskId: string, folder: string, changes: readonly Change[]): TaskFolder {
  const inside = changes.filter(({ path }) => path.startsWith(`${folder}/`));
  return writtenFolder(taskId, folder, new Map(inside.map(({ path, text }) => [path.slice(folder.length + 1), text])));
}

function openedReasons({ taskId, rule, others, decision }: Opening): Reason[] {
  const reasons = [reason("task_opened", { taskId, rule: rule.id })];
  if (others.length > 0) reasons.push(reason("also_matched", { rules: others.map((other) => other.id) }));
  if (decision.approval_required) {
    reasons.push(reason("blocked_for_approval", { matched: decision.risk.matches.map((match) => match.matched) }));
  }
  return reasons;
}

/** The trailers of a commit that a happening caused. */
export function trailers(taskId: string, eventId: string, actor: string): [string, string][] {
  return [
    ["VALP-Task", taskId],
    ["VALP-Event", eventId],
    ["VALP-Actor", actor],
  ];
}

/** A happening while the rule's task is live is recorded on the issue, so that no later delivery of it starts anew. */
function linkToLive(
  ground: Ground,
  call: Call,
  found: { rule: Rule; eventId: string; issue: IssueRecord | null },
  live: string,
): Attempt<Opened> {
  const { rule, eventId } = found;
  const subject = call.subject;
  const before = found.issue ?? emptyIssueRecord(subject?.number ?? 0, subject?.nodeId ?? "");
  const event = { rule: rule.id, task_id: live, matched_signal: call.signal(rule) };
  const record = withSince(withEvent(before, eventId, event), live, happenedAt(ground, call) ?? "");
  const outcome: Outcome = {
    ...ended("recorded", [reason("already_live", { taskId: live, rule: rule.id })]),
    task_id: live,
    folder: taskFolder(ground.policy.ledger.root, live),
  };
  return {
    kind: "write",
    ledger: ground.snapshot.ledger,
    draft: {
      ledgerBranch: ground.policy.ledger.branch,
      subject: `valp(${live}): linked a happening`,
      trailers: trailers(live, eventId, call.actor?.login ?? call.what),
      changes: [{ path: issueRecordPath(record.number), text: jsonFile(record) }],
      deletions: [],
    },
    wrote: (commit) => ({ ground, snapshot: ground.snapshot, rule, task: null, outcome: { ...outcome, commit } }),
  };
}

function healthOf(ground: Ground): { kind: "health"; record: HealthRecord } | Unfinished {
  const read = recordAt(ground.snapshot, healthGatePath, readHealthGate);
  if (read.kind === "unfinished") return read;
  if (read.record === null) return { kind: "health", record: null };
  const failed = read.record.checks.filter((check) => check.status === "fail").map((check) => check.id);
  return { kind: "health", record: { policyBlob: read.record.policy_blob, failed } };
}

/** Conditions that failed on a rule whose signal did fit are worth a word; other rules simply did not listen. */
function notMatched(matches: readonly RuleMatch[], call: Call): Outcome {
  const near = nearMisses(matches);
  if (near.length === 0) return ended("ignored", [reason("no_rule_matched", { what: call.what })]);
  return ended(
    "refused",
    near.flatMap((match) => match.failed),
  );
}

/** The timeline knows best when a label was put on: the payload of one event may stand for a neighbour of it. */
function happenedAt({ snapshot }: Ground, call: Call): string | null {
  return snapshot.labelEvent?.kind === "found" ? snapshot.labelEvent.createdAt : call.happenedAt;
}

function visibleId(snapshot: Snapshot): string | null {
  return snapshot.labelEvent?.kind === "found" ? snapshot.labelEvent.id : null;
}

function settled(ground: Ground, outcome: Outcome, rule: Rule | null = null): Attempt<Opened> {
  const { snapshot } = ground;
  return { kind: "settled", ledger: snapshot.ledger, value: { outcome, ground, snapshot, rule, task: null } };
}

function withoutGround({ outcome, reasons, snapshot }: NoGround): Attempt<Opened> {
  const value = { outcome: ended(outcome, reasons), ground: null, snapshot, rule: null, task: null };
  return { kind: "settled", ledger: snapshot.ledger, value };
}

/** A refusal with the risk of the task that would have been. */
function refused(ground: Ground, call: Call, rule: Rule, why: Reason): Attempt<Opened> {
  const goal = call.goal(rule);
  const risk = "text" in goal ? { risk: riskOf(rule, classifyRisk(goal.text)) } : {};
  return settled(ground, { ...ended("refused", [why]), ...risk }, rule);
}
