// evidence/manifest.json: every delivery that was accepted, with the digest of each file and where it came from.
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { digestText, schemaRef, word } from "./vocabulary.ts";

/** File inside the task folder. */
export const manifestRef = "evidence/manifest.json";
const version = "valp-github-evidence-manifest.v1";

const gitOid = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

/** Where a delivery came from: one attempt of a run, or the words of a person, by their numeric or text ids. */
const origin = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("run"), run_id: word, run_attempt: z.literal(1), artifact_id: word.nullable() }),
  z.strictObject({ kind: z.literal("comment"), comment_id: word, author_id: word }),
  z.strictObject({ kind: z.literal("review"), review_id: word, author_id: word }),
]);

/** What a delivery proves besides its files. `no_change` says that none was needed and where that is shown. */
const outcome = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("pull_request"),
    number: z.int().min(1).nullable(),
    branch: word,
    head_sha: gitOid,
  }),
  z.strictObject({ kind: z.literal("check"), check_run_id: word, head_sha: gitOid }),
  z.strictObject({ kind: z.literal("comment"), comment_id: word }),
  z.strictObject({ kind: z.literal("no_change"), proof_ref: schemaRef }),
]);

const file = z.strictObject({
  ref: schemaRef,
  sha256: digestText,
  bytes: z.int().min(0),
  /** Digest of what stood there before the dispatch; null where nothing did. */
  replaces: digestText.nullable(),
});

const delivery = z.strictObject({
  work_item_id: word,
  agent: word,
  dispatch_id: word,
  dispatch_generation: z.int().min(1),
  submission_receipt_id: word,
  origin,
  files: z.array(file).min(1),
  outcomes: z.array(outcome),
  accepted_at: word,
});

/** evidence/manifest.json, closed; our own record. Deliveries are only ever added. */
export const manifestSchema = z.strictObject({
  schema_version: z.literal(version),
  task_id: word,
  deliveries: z.array(delivery),
});

/** The manifest as recorded. */
export type EvidenceManifest = z.output<typeof manifestSchema>;
/** One accepted delivery. */
export type EvidenceDelivery = z.output<typeof delivery>;

/** Reads evidence/manifest.json. */
export function readManifest(text: string): RecordReading<EvidenceManifest> {
  return readRecord(manifestSchema, version, text);
}

/** A manifest with one more delivery. The same delivery again (same submission and origin) changes nothing. */
export function withDelivery(
  before: EvidenceManifest | null,
  taskId: string,
  added: EvidenceDelivery,
): EvidenceManifest {
  const deliveries = before?.deliveries ?? [];
  const same = deliveries.some(
    (known) =>
      known.submission_receipt_id === added.submission_receipt_id &&
      JSON.stringify(known.origin) === JSON.stringify(added.origin),
  );
  return { schema_version: version, task_id: taskId, deliveries: same ? [...deliveries] : [...deliveries, added] };
}

/** References whose content is no longer what the last delivery of them recorded, or which are gone. */
export function changedSince(manifest: EvidenceManifest, digestOf: (ref: string) => string | null): string[] {
  const last = new Map(
    manifest.deliveries.flatMap(({ files }) => files.map(({ ref, sha256 }) => [ref, sha256] as const)),
  );
  return [...last].filter(([ref, digest]) => digestOf(ref) !== digest).map(([ref]) => ref);
}
