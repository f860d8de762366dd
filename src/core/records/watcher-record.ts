// The index of happenings: one file per deduplication identity, and the event that other tools hand in.
import * as z from "zod";
import { watcherIdentity } from "./digest.ts";
import { type RecordReading, readRecord } from "./read-record.ts";
import { type TriggerPolicy, triggerPolicyRef } from "./trigger-policy.ts";
import { digestText, riskLevels, triggerActions, triggerSources, watcherSources, word } from "./vocabulary.ts";

/** Schema version of an index file; ours, since the protocol leaves the adapter its own. */
export const watcherRecordVersion = "valp-github-watcher-record.v1";

const payload = z.record(z.string(), z.unknown());

/** An event handed in from outside, closed (contract section 3.2): six texts and at most a payload. */
export const watcherEventSchema = z.strictObject({
  source: z.enum(watcherSources),
  source_event_id: word,
  matched_signal: word,
  rule_ref: word,
  risk_classification: z.enum(riskLevels),
  selected_action: z.enum(triggerActions),
  payload: payload.optional(),
});

/** An event as handed in. */
export type WatcherEvent = z.output<typeof watcherEventSchema>;

/** What a task was opened for. People's requests are indexed by the same recipe as watchers' events. */
const sourceEventSchema = z.strictObject({ ...watcherEventSchema.shape, source: z.enum(triggerSources), payload });

/** `.herdr-loop/watcher-events/github/<64 hex>.json`. The happening and what came of it; written once, never changed. */
export const watcherRecordSchema = z
  .strictObject({
    schema_version: z.literal(watcherRecordVersion),
    source_event: sourceEventSchema,
    result: z.strictObject({
      task_id: word,
      selected_action: z.enum(triggerActions),
      approval_required: z.boolean(),
      deduplication_identity: digestText,
      trigger_policy_ref: z.literal(triggerPolicyRef),
    }),
  })
  .refine(
    (record) => record.result.deduplication_identity === watcherIdentity(record.source_event),
    "the identity is that of the happening",
  );

/** An index file as recorded. */
export type WatcherRecord = z.output<typeof watcherRecordSchema>;
/** The happening inside an index file. */
export type SourceEvent = WatcherRecord["source_event"];

/**
 * The index file of a task that a trigger opens. `event.selected_action` is what the rule asked for; the policy holds what
 * stands. The same rule, source and happening always give the same identity.
 */
export function watcherRecord(event: SourceEvent, taskId: string, policy: TriggerPolicy): WatcherRecord {
  return {
    schema_version: watcherRecordVersion,
    source_event: event,
    result: {
      task_id: taskId,
      selected_action: policy.selected_action,
      approval_required: policy.approval_required,
      deduplication_identity: watcherIdentity(event),
      trigger_policy_ref: triggerPolicyRef,
    },
  };
}

/**
 * How a happening stands to the record of its identity. The stored risk, action and payload win on a replay; only another
 * signal under the same identity is a conflict.
 */
export function replayOf(record: WatcherRecord, matchedSignal: string): "replay" | "conflict" {
  return record.source_event.matched_signal === matchedSignal ? "replay" : "conflict";
}

/** Reads an index file. */
export function readWatcherRecord(text: string): RecordReading<WatcherRecord> {
  return readRecord(watcherRecordSchema, watcherRecordVersion, text);
}
