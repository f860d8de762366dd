// WRITE for a task that exists: one commit of the folder's changed files and the issue's record, and what stands afterwards.

import { ended } from "../core/ended.ts";
import type { Account, Subject } from "../core/events/event.ts";
import type { Outcome } from "../core/outcome.ts";
import { jsonFile } from "../core/records/format.ts";
import { type IssueRecord, withComment, withEvent } from "../core/records/issue-record.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { statusMarker } from "../core/say/status-comment.ts";
import { issueRecordPath } from "../core/task/ledger-path.ts";
import { type TaskFolder, writtenFolder } from "../core/task/task-folder.ts";
import type { Ports } from "../ports.ts";
import { type Case, type Choice, loadCase, type NoCase, type Scope } from "./load-case.ts";
import type { NoGround } from "./load-ground.ts";
import { type Attempt, type Unfinished, writeStep } from "./write-step.ts";

/** What a decision about a case wants: files inside the folder, and what to say. Nothing written means: only say. */
export interface CaseChange {
  outcome: Outcome["outcome"];
  reasons: Reason[];
  /** What happened, for the commit subject. */
  what: string;
  /** Files by their path inside the folder; an empty map writes nothing. */
  changes: ReadonlyMap<string, string>;
  deletions: readonly string[];
  /** The issue's record where the decision changes it. */
  issue?: IssueRecord | null;
  /** Ledger paths outside the folder to delete. */
  outside?: readonly string[];
}

/** A decision that writes nothing and says why. */
export function nothingWritten(outcome: "ignored" | "refused", reasons: Reason[]): CaseChange {
  return { outcome, reasons, what: "", changes: new Map(), deletions: [] };
}

/**
 * What a run about a case ended in; `after` is the task as it stands now, null when there was no such task. `written`:
 * by this run (a dry run writes into its memory), by an earlier run of the same happening, or not at all.
 */
export interface CaseEnding {
  outcome: Outcome;
  before: Case | null;
  after: TaskFolder | null;
  written: "now" | "earlier" | "no";
}

/** Which task, because of what, by whom. */
export interface CaseCall {
  /** Null for tasks that no issue or pull request is behind. */
  subject: Pick<Subject, "number" | "nodeId"> | null;
  scope: Scope;
  choice?: Choice;
  actor: Account | null;
  /** Names the happening; with a signal it is recorded on its issue, and a later run of it changes nothing more. */
  eventId: string;
  signal: string | null;
}

/**
 * Runs one decision about one task as a whole step: load, decide, commit, repeated while the ledger moves. `decide` may
 * ask ports (roles, files); it must not change anything.
 */
export async function changeCase(
  ports: Ports,
  call: CaseCall,
  decide: (found: Case) => Promise<CaseChange | Unfinished>,
): Promise<CaseEnding | Unfinished> {
  const step = await writeStep(ports, async () => {
    const id = call.signal === null ? null : call.eventId;
    const found = await loadCase(ports, call.subject, call.scope, call.choice, id);
    if (found.kind === "unfinished") return found;
    if (found.kind !== "case") return settledWithout(found);
    if (found.isReplay) return settledBefore(found);
    const change = await decide(found);
    return "kind" in change ? change : attemptOf(call, found, change);
  });
  return step.kind === "done" ? step.value : step;
}

/** One happening may concern several tasks: each is decided and written in a step of its own, until none is left. */
export async function changeCases(
  ports: Ports,
  call: CaseCall,
  decide: (found: Case) => Promise<CaseChange | Unfinished>,
): Promise<(CaseEnding | Unfinished)[]> {
  const endings: (CaseEnding | Unfinished)[] = [];
  for (;;) {
    const ending = await changeCase(ports, { ...call, eventId: `${call.eventId}#${endings.length + 1}` }, decide);
    endings.push(ending);
    if ("kind" in ending || ending.written === "no") return endings;
  }
}

function settledBefore(found: Case): Attempt<CaseEnding> {
  const { task, ground } = found;
  const why = reason("duplicate_event", { taskId: task.id });
  const outcome = { ...ended("ignored", [why]), task_id: task.id, folder: task.path, risk: task.risk };
  return {
    kind: "settled",
    ledger: ground.snapshot.ledger,
    value: { outcome, before: found, after: task, written: "earlier" },
  };
}

function settledWithout(found: NoCase | NoGround): Attempt<CaseEnding> {
  const outcome = found.kind === "no_case" ? ended("refused", [found.reason]) : ended(found.outcome, found.reasons);
  const ledger = found.kind === "no_case" ? found.ground.snapshot.ledger : null;
  return { kind: "settled", ledger, value: { outcome, before: null, after: null, written: "no" } };
}

function attemptOf(call: CaseCall, found: Case, change: CaseChange): Attempt<CaseEnding> {
  const { task, ground } = found;
  const outcome: Outcome = {
    ...ended(change.outcome, change.reasons),
    task_id: task.id,
    folder: task.path,
    risk: task.risk,
  };
  const { ledger } = ground.snapshot;
  if (change.changes.size === 0) {
    return { kind: "settled", ledger, value: { outcome, before: found, after: task, written: "no" } };
  }
  const record = withHappening(withKnownComment(change.issue ?? found.heard, found), call, task);
  const around = record === null ? [] : [{ path: issueRecordPath(record.number), text: jsonFile(record) }];
  const inFolder = [...change.changes].map(([name, text]) => ({ path: `${task.path}/${name}`, text }));
  return {
    kind: "write",
    ledger,
    draft: {
      ledgerBranch: ground.policy.ledger.branch,
      subject: `valp(${task.id}): ${change.what}`,
      trailers: [
        ["VALP-Task", task.id],
        ["VALP-Event", call.eventId],
        ["VALP-Actor", call.actor?.login ?? task.trigger.trigger_source],
      ],
      changes: [...inFolder, ...around],
      deletions: [...change.deletions.map((name) => `${task.path}/${name}`), ...(change.outside ?? [])],
    },
    wrote: (commit) => ({
      outcome: { ...outcome, commit },
      before: found,
      after: taskAfter(task, change),
      written: "now",
    }),
  };
}

function withHappening(record: IssueRecord | null, call: CaseCall, task: TaskFolder): IssueRecord | null {
  if (record === null || call.signal === null) return record;
  const event = { rule: task.state.github.rule_id, task_id: task.id, matched_signal: call.signal };
  return withEvent(record, call.eventId, event);
}

/** The status comment's id goes into the record with the first commit that knows it. */
function withKnownComment(record: IssueRecord | null, { ground, task }: Case): IssueRecord | null {
  if (record === null) return null;
  const comment = ground.snapshot.ownComments.find((own) => own.marker === statusMarker(task.id));
  return comment === undefined ? record : withComment(record, task.id, comment.id);
}

function taskAfter(task: TaskFolder, change: CaseChange): TaskFolder {
  const texts = new Map([...task.texts, ...change.changes]);
  for (const name of change.deletions) texts.delete(name);
  return writtenFolder(task.id, task.path, texts);
}
