// What the ledger knows about one issue or pull request: happenings seen, attempts, the live task of every rule.
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { word } from "./vocabulary.ts";

/** Schema version of an issue record. */
export const issueRecordVersion = "valp-github-issue.v1";

const attempt = z.int().min(1);

/** `.herdr-loop/github/issues/<n>.json`: the only file read to tell whether a happening is new. */
export const issueRecordSchema = z.strictObject({
  schema_version: z.literal(issueRecordVersion),
  number: z.int().min(1),
  node_id: word,
  events: z
    .record(word, z.strictObject({ rule: word, task_id: word, matched_signal: word }))
    .describe("By the id of the happening."),
  attempts: z.record(word, attempt).describe("Attempts so far, by rule."),
  live: z.record(word, word).describe("The task that is not terminal yet, by rule."),
  tasks: z
    .record(
      word,
      z.strictObject({
        rule: word,
        attempt,
        state: z.enum(["live", "terminal"]),
        /** When the newest happening that asked for this task happened; what is older cannot end it. */
        since: z.iso.datetime({ offset: true }),
        status_comment: z.int().min(1).nullable(),
      }),
    )
    .describe("By task id."),
});

/** An issue record as stored. */
export type IssueRecord = z.output<typeof issueRecordSchema>;

/** The record of an issue that nothing has happened to yet. */
export function emptyIssueRecord(number: number, nodeId: string): IssueRecord {
  return { schema_version: issueRecordVersion, number, node_id: nodeId, events: {}, attempts: {}, live: {}, tasks: {} };
}

/** The task of a rule that has not ended; undefined where there is none. */
export function liveTask(record: IssueRecord, rule: string): string | undefined {
  return own(record.live, rule);
}

/** The number that the next attempt of a rule would have. */
export function nextAttempt(record: IssueRecord, rule: string): number {
  return (own(record.attempts, rule) ?? 0) + 1;
}

/** A new live task of a rule. The rule must have none: attempts grow only when the one before is terminal. */
export function withTask(
  record: IssueRecord,
  task: { id: string; rule: string; attempt: number; since: string },
): IssueRecord {
  if (own(record.live, task.rule) !== undefined) throw new Error(`rule ${task.rule} already has a live task`);
  return {
    ...record,
    attempts: { ...record.attempts, [task.rule]: task.attempt },
    live: { ...record.live, [task.rule]: task.id },
    tasks: {
      ...record.tasks,
      [task.id]: { rule: task.rule, attempt: task.attempt, state: "live", since: task.since, status_comment: null },
    },
  };
}

/** A live task was asked for again, at a later time. An unknown task and an earlier time change nothing. */
export function withSince(record: IssueRecord, taskId: string, since: string): IssueRecord {
  const task = own(record.tasks, taskId);
  if (task === undefined || !isOlder(task.since, since)) return record;
  return { ...record, tasks: { ...record.tasks, [taskId]: { ...task, since } } };
}

/** Whether something happened before the task was last asked for, so that it cannot be about it. */
export function isBefore(record: IssueRecord, taskId: string, happenedAt: string): boolean {
  const task = own(record.tasks, taskId);
  return task !== undefined && isOlder(happenedAt, task.since);
}

function isOlder(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}

/** The task has come to its end; its rule may start the next attempt. An unknown or ended task changes nothing. */
export function withTerminal(record: IssueRecord, taskId: string): IssueRecord {
  const task = own(record.tasks, taskId);
  if (task === undefined || task.state === "terminal") return record;
  return {
    ...record,
    live: Object.fromEntries(Object.entries(record.live).filter(([, live]) => live !== taskId)),
    tasks: { ...record.tasks, [taskId]: { ...task, state: "terminal" } },
  };
}

/** The task's status comment is known now. An unknown task changes nothing. */
export function withComment(record: IssueRecord, taskId: string, comment: number): IssueRecord {
  const task = own(record.tasks, taskId);
  if (task === undefined) return record;
  return { ...record, tasks: { ...record.tasks, [taskId]: { ...task, status_comment: comment } } };
}

/** A happening that opened a task or was linked to one. The first entry of a happening stands. */
export function withEvent(
  record: IssueRecord,
  sourceEventId: string,
  event: IssueRecord["events"][string],
): IssueRecord {
  if (own(record.events, sourceEventId) !== undefined) return record;
  return { ...record, events: { ...record.events, [sourceEventId]: event } };
}

/** Reads an issue record. */
export function readIssueRecord(text: string): RecordReading<IssueRecord> {
  return readRecord(issueRecordSchema, issueRecordVersion, text);
}

/** A field of a map by a name that comes from outside: names such as `constructor` find nothing. */
function own<T>(map: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
