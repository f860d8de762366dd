// The lines of the two approval ledgers, and how lines of other tools in the same files are told apart.
import * as z from "zod";
import { digestText } from "../records/vocabulary.ts";

/** Where requests for approval stand inside a task folder. */
export const requestedRef = "approvals/requested.jsonl";
/** Where votes stand inside a task folder. */
export const decisionsRef = "approvals/user-decisions.jsonl";

const time = z.iso.datetime({ offset: true });

/**
 * A line of approvals/requested.jsonl (contract section 8: open, keyed by request_id, status pending or a closed word).
 * `reason` says what changed when the request took the place of `supersedes`.
 */
export const requestLineSchema = z.looseObject({
  request_id: z.string().min(1),
  task_id: z.string().min(1),
  status: z.enum(["pending", "superseded"]),
  risk: z.enum(["low", "medium", "high"]),
  scope: z.string().min(1),
  plan_digest: digestText,
  /** Short digest per part of the plan. */
  plan_parts: z.record(z.string(), z.string()).default({}),
  snapshot_digest: z.string().nullable(),
  requested_at: time,
  reason: z.string().optional(),
  supersedes: z.string().optional(),
});

/** A line of approvals/user-decisions.jsonl; `status` is approved only on the line that completes the count. */
export const seatLineSchema = z.looseObject({
  request_id: z.string().min(1),
  status: z.enum(["pending", "approved", "denied"]),
  vote: z.enum(["approve", "withdraw", "deny"]),
  /** Whose words they are; of a withdrawal by edit or deletion: who edited or deleted, id null when nobody can tell. */
  by: z.looseObject({ login: z.string().min(1), id: z.int().nullable() }),
  plan_digest: digestText,
  comment_id: z.int(),
  comment_kind: z.enum(["issue_comment", "review"]),
  /** Server time of the words, UTC. */
  at: time,
  reason: z.string().optional(),
});

/** A request as written. */
export type RequestLine = z.output<typeof requestLineSchema>;
/** A vote as written. */
export type SeatLine = z.output<typeof seatLineSchema>;

/** The readable lines of one ledger file, and the places (from 1) of lines that are not ours: kept, never counted. */
export interface ReadLines<T> {
  lines: T[];
  foreign: number[];
}

/** Reads the objects of approvals/requested.jsonl. */
export function readRequests(objects: readonly unknown[]): ReadLines<RequestLine> {
  return readAs(requestLineSchema, objects);
}

/** Reads the objects of approvals/user-decisions.jsonl. */
export function readDecisions(objects: readonly unknown[]): ReadLines<SeatLine> {
  return readAs(seatLineSchema, objects);
}

function readAs<T>(schema: z.ZodType<T>, objects: readonly unknown[]): ReadLines<T> {
  const read: ReadLines<T> = { lines: [], foreign: [] };
  for (const [index, object] of objects.entries()) {
    const parsed = schema.safeParse(object);
    if (parsed.success) read.lines.push(parsed.data);
    else read.foreign.push(index + 1);
  }
  return read;
}
