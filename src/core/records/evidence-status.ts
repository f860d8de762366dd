// evidence-status.json: what is held of each piece of evidence. What is not listed counts as valid (contract section 8).
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { schemaRef } from "./vocabulary.ts";

/** File name inside the task folder. */
export const evidenceStatusRef = "evidence-status.json";
const version = "valp-evidence-status.v1";

/** Words for a piece of evidence; all but the first keep it from counting. */
export const evidenceWords = ["valid", "superseded", "invalid", "rejected", "blocked"] as const;

const entry = z.strictObject({
  status: z.enum(evidenceWords),
  reason: z.string().optional(),
  supporting_refs: z.array(schemaRef).optional(),
  superseded_by: z.string().optional(),
  updated_at: z.string().optional(),
});

/** evidence-status.json as this product writes it: a map by reference. */
export const evidenceStatusSchema = z.strictObject({
  schema_version: z.literal(version),
  evidence: z.record(schemaRef, entry),
});

/** The record as read or written. */
export type EvidenceStatus = z.output<typeof evidenceStatusSchema>;
/** What is held of one piece of evidence. */
export type EvidenceEntry = z.output<typeof entry>;

/** Reads evidence-status.json. */
export function readEvidenceStatus(text: string): RecordReading<EvidenceStatus> {
  return readRecord(evidenceStatusSchema, version, text);
}

/**
 * The record with new entries for some references; `before` is null where there is none yet. Entries replace older ones of
 * the same reference; the others stay as they are.
 */
export function withEvidence(
  before: EvidenceStatus | null,
  entries: readonly (EvidenceEntry & { ref: string })[],
  now: string,
): EvidenceStatus {
  const evidence = new Map(Object.entries(before?.evidence ?? {}));
  for (const { ref, ...held } of entries) evidence.set(ref, { ...held, updated_at: now });
  return { schema_version: version, evidence: Object.fromEntries(evidence) };
}
