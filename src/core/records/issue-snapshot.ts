// The words of the issue or pull request that a task stands on. Workers get these, never the live text.
import * as z from "zod";
import type { Subject } from "../events/event.ts";
import { findHidden, hiddenThingSchema } from "./hidden-text.ts";
import { type RecordReading, readRecord } from "./read-record.ts";
import { accountSchema, instant, word } from "./vocabulary.ts";

/** File name inside the task folder; never under agents/ or evidence/, where words would count as claims. */
export const issueSnapshotRef = "inputs/issue-snapshot.json";
/** Schema version of the snapshot. */
export const issueSnapshotVersion = "valp-github-issue-snapshot.v1";

/** inputs/issue-snapshot.json. Its digest, which approvals bind to, is the SHA-256 of the written file. */
export const issueSnapshotSchema = z.strictObject({
  schema_version: z.literal(issueSnapshotVersion),
  number: z.int().min(1),
  kind: z.enum(["issue", "pull_request"]),
  node_id: word,
  url: z.string(),
  title: z.string(),
  body: z.string(),
  author: accountSchema,
  labels: z.array(z.string()),
  taken_at: instant,
  /** When GitHub last changed the subject, as of these words. */
  updated_at: z.iso.datetime({ offset: true }),
  /** What a reader of title and body does not see; `line` counts within `where`. */
  hidden: z.array(hiddenThingSchema.extend({ where: z.enum(["title", "body"]) })),
});

/** A snapshot as recorded. */
export type IssueSnapshot = z.output<typeof issueSnapshotSchema>;

/** The snapshot of a subject; `now` is a record time. Title and body are kept as they came, hidden things included. */
export function issueSnapshot(subject: Subject, now: string): IssueSnapshot {
  return {
    schema_version: issueSnapshotVersion,
    number: subject.number,
    kind: subject.kind,
    node_id: subject.nodeId,
    url: subject.url,
    title: subject.title,
    body: subject.body,
    author: { login: subject.author.login, id: subject.author.id },
    labels: [...subject.labels],
    taken_at: now,
    updated_at: subject.updatedAt,
    hidden: [
      ...findHidden(subject.title).map((thing) => ({ ...thing, where: "title" as const })),
      ...findHidden(subject.body).map((thing) => ({ ...thing, where: "body" as const })),
    ],
  };
}

/** Reads a snapshot. */
export function readIssueSnapshot(text: string): RecordReading<IssueSnapshot> {
  return readRecord(issueSnapshotSchema, issueSnapshotVersion, text);
}

/** Whether a recorded snapshot was taken of a later version than this one: events may come out of order. */
export function isNewerText(snapshot: string, subject: Pick<Subject, "updatedAt">): boolean {
  const read = readIssueSnapshot(snapshot);
  return read.kind === "record" && Date.parse(read.record.updated_at) > Date.parse(subject.updatedAt);
}

/** Whether a recorded snapshot holds the words that the subject has now. A snapshot nobody can read holds other words. */
export function sameText(snapshot: string, subject: Pick<Subject, "title" | "body">): boolean {
  const read = readIssueSnapshot(snapshot);
  return read.kind === "record" && read.record.title === subject.title && read.record.body === subject.body;
}
