// Was this happening recorded before? On issues their own record tells; elsewhere the index file of its identity does.
import { ended } from "../core/ended.ts";
import type { Outcome, RiskReport } from "../core/outcome.ts";
import { watcherSource } from "../core/policy/decide-trigger.ts";
import type { Rule } from "../core/policy/schema.ts";
import { watcherIdentity } from "../core/records/digest.ts";
import { type IssueRecord, liveTask, nextAttempt, readIssueRecord } from "../core/records/issue-record.ts";
import { readRecord } from "../core/records/read-record.ts";
import { readState, stateRef } from "../core/records/state.ts";
import { triggerPolicyRef, triggerPolicySchema, triggerPolicyVersion } from "../core/records/trigger-policy.ts";
import { readWatcherRecord, replayOf } from "../core/records/watcher-record.ts";
import { reason } from "../core/say/reason.ts";
import { statusMarker } from "../core/say/status-comment.ts";
import type { Call } from "../core/task/call.ts";
import { indexPath, issueRecordPath, taskFolder } from "../core/task/ledger-path.ts";
import { ruleRef } from "../core/task/open-task.ts";
import type { Ports } from "../ports.ts";
import { type Ground, loadMore } from "./load-ground.ts";
import { recordAt } from "./record-at.ts";
import type { Unfinished } from "./write-step.ts";

/** Not seen before, with the issue's record; or seen, with the Outcome of a replay or a conflict. */
export type Replay =
  | { kind: "new"; issue: IssueRecord | null }
  | { kind: "seen"; issue: IssueRecord | null; outcome: Outcome }
  | Unfinished;

/** Looks a happening up at the ground's commit. Its stored signal decides between a replay and a named conflict. */
export async function findReplay(
  ports: Ports,
  ground: Ground,
  call: Call,
  rule: Rule,
  eventId: string,
): Promise<Replay> {
  const signal = call.signal(rule);
  if (call.subject !== null) {
    const read = recordAt(ground.snapshot, issueRecordPath(call.subject.number), readIssueRecord);
    if (read.kind === "unfinished") return read;
    const issue = read.record;
    const event = issue !== null && Object.hasOwn(issue.events, eventId) ? issue.events[eventId] : undefined;
    if (event === undefined) return unlessTaken(ports, ground, call, rule, issue);
    return seen(ports, ground, issue, event.task_id, event.matched_signal, signal);
  }
  const identity = watcherIdentity({ rule_ref: ruleRef(rule), source: watcherSource(rule), source_event_id: eventId });
  const path = indexPath(identity);
  const folder = taskFolder(ground.policy.ledger.root, call.taskId(rule, 1));
  const statePath = `${folder}/${stateRef}`;
  const more = await loadMore(ports, ground, { ledger: [path, statePath] });
  if (more.kind === "unfinished") return more;
  const read = recordAt(more.snapshot, path, readWatcherRecord);
  if (read.kind === "unfinished") return read;
  if (read.record === null) {
    if (!more.snapshot.ledger.files.has(statePath)) return { kind: "new", issue: null };
    return { kind: "unfinished", reason: reason("ledger_folder_taken", { folder }) };
  }
  const { result, source_event: event } = read.record;
  const recorded = replayOf(read.record, signal) === "replay" ? signal : event.matched_signal;
  return seen(ports, ground, null, result.task_id, recorded, signal);
}

/**
 * A folder whose issue record is gone must not be written over. Looking costs a request, so it is done when our own
 * comment about that task is there although the record does not know it.
 */
async function unlessTaken(
  ports: Ports,
  ground: Ground,
  call: Call,
  rule: Rule,
  issue: IssueRecord | null,
): Promise<Replay> {
  if (issue !== null && liveTask(issue, rule.id) !== undefined) return { kind: "new", issue };
  const id = call.taskId(rule, issue ? nextAttempt(issue, rule.id) : 1);
  const folder = taskFolder(ground.policy.ledger.root, id);
  const wasShown = ground.snapshot.ownComments.some(({ marker }) => marker === statusMarker(id));
  if (!wasShown) return { kind: "new", issue };
  const path = `${folder}/${stateRef}`;
  const more = await loadMore(ports, ground, { ledger: [path] });
  if (more.kind === "unfinished") return more;
  if (!more.snapshot.ledger.files.has(path)) return { kind: "new", issue };
  return { kind: "unfinished", reason: reason("ledger_folder_taken", { folder }) };
}

async function seen(
  ports: Ports,
  ground: Ground,
  issue: IssueRecord | null,
  taskId: string,
  recorded: string,
  now: string,
): Promise<Replay> {
  const same = recorded === now;
  const why = same ? reason("duplicate_event", { taskId }) : reason("identity_conflict", { taskId, recorded, now });
  const folder = taskFolder(ground.policy.ledger.root, taskId);
  const risk = await recordedRisk(ports, ground, folder);
  const outcome = { ...ended(same ? "ignored" : "refused", [why]), task_id: taskId, folder, ...(risk ? { risk } : {}) };
  return { kind: "seen", issue, outcome };
}

/** The risk as it was stored: on a replay it stands, whatever the text says now. Null when it cannot be read. */
async function recordedRisk(ports: Ports, ground: Ground, folder: string): Promise<RiskReport | null> {
  const [statePath, triggerPath] = [`${folder}/${stateRef}`, `${folder}/${triggerPolicyRef}`];
  const more = await loadMore(ports, ground, { ledger: [statePath, triggerPath] });
  if (more.kind === "unfinished") return null;
  const state = recordAt(more.snapshot, statePath, readState);
  const trigger = recordAt(more.snapshot, triggerPath, (text) =>
    readRecord(triggerPolicySchema, triggerPolicyVersion, text),
  );
  if (state.kind !== "read" || trigger.kind !== "read" || !state.record || !trigger.record) return null;
  const { risk_classification: level } = trigger.record;
  return { classification: level === "unknown" ? "high" : level, matches: state.record.risk.matches };
}
