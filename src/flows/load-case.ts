// LOAD for everything that is about a task on an issue or pull request: its record and its task folder.
import type { Subject } from "../core/events/event.ts";
import { emptyIssueRecord, type IssueRecord, readIssueRecord } from "../core/records/issue-record.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { issueRecordPath, taskFolder } from "../core/task/ledger-path.ts";
import { folderFiles, readTaskFolder, type TaskFolder } from "../core/task/task-folder.ts";
import { isTaskId } from "../core/task/task-id.ts";
import type { Ports } from "../ports.ts";
import { type Ground, loadGround, loadMore, type NoGround } from "./load-ground.ts";
import { recordAt } from "./record-at.ts";
import type { Unfinished } from "./write-step.ts";

/** A task with all that a decision about it stands on. */
export interface Case {
  ground: Ground;
  /** The record of the issue or pull request; null for tasks of a schedule, a push or a call. */
  issue: IssueRecord | null;
  /** The record of the issue or pull request where the happening was, whose task it is about or not. */
  heard: IssueRecord | null;
  task: TaskFolder;
  /** The happening changed this task before: nothing is to be decided again. */
  isReplay: boolean;
}

/** Picks the task that is meant out of those in scope, or says why none is. */
export type Choice = (tasks: readonly TaskFolder[], issue: IssueRecord | null) => TaskFolder | Reason;

/**
 * Which tasks are looked at: the open ones, the open ones or else the last one that ended, the one of that id, or those
 * that these words (`<kind>:<id>`) changed before.
 */
export type Scope =
  | { kind: "open" }
  | { kind: "latest" }
  | { kind: "named"; id: string }
  | { kind: "words"; of: string };

/** There is no such task: why, and the ground if there was one. */
export interface NoCase {
  kind: "no_case";
  ground: Ground;
  reason: Reason;
}

/**
 * Loads the ground, the record of the subject, and the folders of the tasks in scope; then one of them is chosen. A
 * happening that is recorded already finds the task that it changed, whatever is open now.
 */
export async function loadCase(
  ports: Ports,
  subject: Pick<Subject, "number" | "nodeId"> | null,
  scope: Scope,
  choice: Choice = onlyOne,
  eventId: string | null = null,
): Promise<({ kind: "case" } & Case) | NoCase | NoGround | Unfinished> {
  const recordPath = subject && issueRecordPath(subject.number);
  const loaded = await loadGround(ports, {
    ledger: recordPath ? [recordPath] : [],
    folders: [],
    ...(subject ? { commentsOn: subject.number } : {}),
  });
  if (loaded.kind !== "ground") return loaded;
  const { ground } = loaded;
  const read = recordPath
    ? recordAt(ground.snapshot, recordPath, readIssueRecord)
    : { kind: "read" as const, record: null };
  if (read.kind === "unfinished") return read;
  const heard = subject && (read.record ?? emptyIssueRecord(subject.number, subject.nodeId));
  const replayed = heard !== null && eventId !== null ? recordedTask(heard, eventId) : null;
  const meant: Scope = replayed === null ? scope : { kind: "named", id: replayed };
  const issue = isHomeless(meant) ? null : heard;
  const ids = taskIds(issue, meant);
  if (!Array.isArray(ids)) return { kind: "no_case", ground, reason: ids };
  const tasks: TaskFolder[] = [];
  const { root } = ground.policy.ledger;
  const more = await loadMore(ports, ground, { folders: ids.map((id) => taskFolder(root, id)) });
  if (more.kind === "unfinished") return more;
  for (const id of ids) {
    const path = taskFolder(root, id);
    const files = folderFiles(more.snapshot.ledger.files, path);
    if (issue === null && files.size === 0)
      return { kind: "no_case", ground, reason: reason("unknown_task", { task: id }) };
    const folder = readTaskFolder(id, path, files);
    if (folder.kind === "broken") return { kind: "unfinished", reason: folder.reason };
    tasks.push(folder.task);
  }
  const chosen = replayed === null ? choice(tasks, heard) : onlyOne(tasks);
  if ("code" in chosen) return { kind: "no_case", ground, reason: chosen };
  return { kind: "case", ground, issue, heard, task: chosen, isReplay: replayed !== null };
}

function recordedTask(heard: IssueRecord, eventId: string): string | null {
  return Object.hasOwn(heard.events, eventId) ? (heard.events[eventId]?.task_id ?? null) : null;
}

/** Tasks of a schedule, a push or a call have no issue of their own: people speak of them by id, wherever they are. */
function isHomeless(scope: Scope): boolean {
  return scope.kind === "named" && isTaskId(scope.id) && !scope.id.startsWith("gh-");
}

function taskIds(issue: IssueRecord | null, scope: Scope): string[] | Reason {
  if (issue === null) return scope.kind === "named" ? [scope.id] : reason("no_live_task");
  if (scope.kind === "words") {
    const events = Object.entries(issue.events).filter(([id]) => id.startsWith(`${scope.of}@`));
    const ids = [...new Set(events.map(([, event]) => event.task_id))];
    return ids.length > 0 ? ids : reason("words_not_counted");
  }
  const live = Object.values(issue.live);
  if (scope.kind === "named") {
    return Object.hasOwn(issue.tasks, scope.id) ? [scope.id] : reason("unknown_task", { task: scope.id });
  }
  if (live.length > 0) return live;
  const last = scope.kind === "latest" ? Object.keys(issue.tasks).at(-1) : undefined;
  return last === undefined ? reason("no_live_task") : [last];
}

/** The one open task; several must be told apart by the person. */
export function onlyOne(tasks: readonly TaskFolder[]): TaskFolder | Reason {
  const [first, ...others] = tasks;
  if (first === undefined) return reason("no_live_task");
  return others.length === 0 ? first : reason("several_live_tasks", { tasks: tasks.map((task) => task.id) });
}
