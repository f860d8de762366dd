// routing-feedback.json: what a task expected of its team and what it got, in facts and in the Leader's words (item 32).
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { schemaRef, word } from "./vocabulary.ts";

/** File name inside the task folder. */
export const routingFeedbackRef = "routing-feedback.json";
/** File name inside the task folder; named here because the two records point at each other. */
export const learningFeedbackRef = "learning-feedback.json";
const version = "valp-routing-feedback.v1";

/** How a task ended, as both feedback records say it. */
export const feedbackResults = ["done", "blocked", "failed", "cancelled", "partial"] as const;
/** One of {@link feedbackResults}. */
export type FeedbackResult = (typeof feedbackResults)[number];

const texts = z.array(z.string());
const anything = z.record(z.string(), z.unknown());

/** routing-feedback.json (appendix routing-feedback); the keys that this product writes. */
export const routingFeedbackSchema = z
  .strictObject({
    schema_version: z.literal(version),
    task_id: word,
    profile: word,
    selected_agents: texts.min(1),
    expected_evidence: texts,
    actual_evidence: z.array(schemaRef),
    verification_result: word,
    review_result: word,
    approval_outcomes: z.array(anything),
    blockers: z.array(anything),
    result: z.enum(feedbackResults),
    lessons: texts,
    next_routing_hints: texts,
    learning_feedback_ref: schemaRef,
    privacy_notes: texts.min(1),
    updated_at: word,
  })
  .refine(
    (record) =>
      record.result !== "done" ||
      (record.verification_result === "passed" &&
        record.review_result === "passed" &&
        record.actual_evidence.length > 0),
    { path: ["result"], message: "done needs passed verification, passed review and evidence" },
  );

/** The record as read or written. */
export type RoutingFeedback = z.output<typeof routingFeedbackSchema>;

/** What both feedback records are made of: facts of the task, and the words of whoever closed it. */
export interface FeedbackFacts {
  taskId: string;
  profile: string;
  result: FeedbackResult;
  agents: readonly string[];
  expectedEvidence: readonly string[];
  /** References that exist and are valid. */
  actualEvidence: readonly string[];
  /** The two gates' words, as in state.json. */
  verification: string;
  review: string;
  approvals: readonly { request_id: string; status: string; by: readonly string[] }[];
  blockers: readonly { code: string; text: string }[];
  lessons: readonly string[];
  nextTime: readonly string[];
  privacy: readonly string[];
  now: string;
}

/** Reads routing-feedback.json. */
export function readRoutingFeedback(text: string): RecordReading<RoutingFeedback> {
  return readRecord(routingFeedbackSchema, version, text);
}

/**
 * The record for a task that ends. `done` needs both gates passed and evidence; facts that say otherwise are recorded as
 * `partial`, so that the record never claims more than happened.
 */
export function routingFeedback(facts: FeedbackFacts): RoutingFeedback {
  return {
    schema_version: version,
    task_id: facts.taskId,
    profile: facts.profile,
    selected_agents: [...facts.agents],
    expected_evidence: [...facts.expectedEvidence],
    actual_evidence: [...facts.actualEvidence],
    verification_result: facts.verification,
    review_result: facts.review,
    approval_outcomes: facts.approvals.map((approval) => ({ ...approval })),
    blockers: facts.blockers.map((blocker) => ({ ...blocker })),
    result: provenResult(facts),
    lessons: [...facts.lessons],
    next_routing_hints: [...facts.nextTime],
    learning_feedback_ref: learningFeedbackRef,
    privacy_notes: [...facts.privacy],
    updated_at: facts.now,
  };
}

/** The result that the facts bear out. */
export function provenResult(facts: FeedbackFacts): FeedbackResult {
  const proven = facts.verification === "passed" && facts.review === "passed" && facts.actualEvidence.length > 0;
  return facts.result === "done" && !proven ? "partial" : facts.result;
}
