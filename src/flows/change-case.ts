// WRITE for a task that exists: one commit of the folder's changed files and the issue's record, and what stands afterwards.

import { ended } from "../core/ended.ts";
import type { Account, Subject } from "../core/events/event.ts";
import type { Outcome } from "../core/outcome.ts";
import { jsonFile } from "../core/records/format.ts";
import { type IssueRecord, withComment } from "../core/records/issue-record.ts";
import type { Reason } from "../core/say/reason.ts";
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

/** What a run about a case ended in; `after` is the task as it stands now, null when there was no such task. */
export interface CaseEnding {
  outcome: Outcome;
  before: Case | null;
  after: TaskFolder | null;
}

/** Which task, because of what, by whom. */
export interface CaseCall {
  /** Null for tasks that no issue or pull request is behind. */
  subject: Pick<Subject, "number" | "nodeId"> | null;
  scope: Scope;
  choice?: Choice;
  actor: Account | null;
  eventId: string;
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
    const found = await loadCase(ports, call.subject, call.scope, call.choice);
    if (found.kind === "unfinished") return found;
    if (found.kind !== "case") return settledWithout(found);
    const change = await decide(found);
    return "kind" in change ? change : attemptOf(call, found, change);
  });
  return step.kind === "done" ? step.value : step;
}

function settledWithout(found: NoCase | NoGround): Attempt<CaseEnding> {
  const outcome = found.kind === "no_case" ? ended("refused", [found.reason]) : ended(found.outcome, found.reasons);
  const ledger = found.kind === "no_case" ? found.ground.snapshot.ledger : null;
  return { kind: "settled", ledger, value: { outcome, before: null, after: null } };
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
    return { kind: "settled", ledger, value: { outcome, before: found, after: task } };
  }
  const record = withKnownComment(change.issue ?? found.issue, found);
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
        ["VALP-Actor", call.actor?.login ?? "schedule"],
      ],
      changes: [...inFolder, ...around],
      deletions: [...change.deletions.map((name) => `${task.path}/${name}`), ...(change.outside ?? [])],
    },
    wrote: (commit) => ({ outcome: { ...outcome, commit }, before: found, after: taskAfter(task, change) }),
  };
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
