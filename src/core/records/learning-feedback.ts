// learning-feedback.json: what a task teaches, each item with the evidence it rests on (audit item 33).
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { type FeedbackFacts, feedbackResults, provenResult, routingFeedbackRef } from "./routing-feedback.ts";
import { schemaRef, word } from "./vocabulary.ts";

const version = "valp-learning-feedback.v1";

const item = z.strictObject({
  kind: z.enum(["routing", "context", "failure", "automation", "approval", "protocol", "adapter", "verification"]),
  observation: word,
  evidence_refs: z.array(schemaRef),
  confidence: z.enum(["low", "medium", "high"]),
  next_effect: word,
});
const update = z.strictObject({
  target_layer: z.enum([
    "protocol",
    "schema",
    "audit",
    "docs",
    "local_overlay",
    "skill",
    "runtime_adapter",
    "memory",
    "none",
  ]),
  proposal: word,
  evidence_refs: z.array(schemaRef),
  disposition: z.enum(["proposed", "accepted", "merged", "rejected", "deferred", "not_required", "requires_approval"]),
  approval_required: z.boolean(),
  owner: z.string().optional(),
});

/** learning-feedback.json (appendix learning-feedback); the keys that this product writes. */
export const learningFeedbackSchema = z.strictObject({
  schema_version: z.literal(version),
  task_id: word,
  profile: word,
  result: z.enum(feedbackResults),
  routing_feedback_ref: schemaRef,
  learning_items: z.array(item).min(1),
  proposed_updates: z.array(update),
  privacy_notes: z.array(z.string()).min(1),
  updated_at: word,
});

/** The record as read or written. */
export type LearningFeedback = z.output<typeof learningFeedbackSchema>;

/** Reads learning-feedback.json. */
export function readLearningFeedback(text: string): RecordReading<LearningFeedback> {
  return readRecord(learningFeedbackSchema, version, text);
}

/**
 * One item for every lesson, in the words of whoever closed the task, with the hint for next time that stands at the same
 * place (the last one where there are fewer). A failure is what is learnt from a task that did not get done. The product
 * proposes no change of anything by itself, and its confidence is low: one task is one case.
 */
export function learningFeedback(facts: FeedbackFacts): LearningFeedback {
  const result = provenResult(facts);
  const kind = result === "done" ? ("routing" as const) : ("failure" as const);
  const refs = [routingFeedbackRef, ...facts.actualEvidence.slice(0, 5)];
  return {
    schema_version: version,
    task_id: facts.taskId,
    profile: facts.profile,
    result,
    routing_feedback_ref: routingFeedbackRef,
    learning_items: facts.lessons.map((lesson, index) => ({
      kind,
      observation: lesson,
      evidence_refs: refs,
      confidence: "low",
      next_effect: facts.nextTime[index] ?? facts.nextTime.at(-1) ?? lesson,
    })),
    proposed_updates: [],
    privacy_notes: [...facts.privacy],
    updated_at: facts.now,
  };
}
