// state.json#suspension: what a suspended task waits for, and how it was woken. The wait event ledger is its authority.
import * as z from "zod";
import { workRoles } from "../policy/schema.ts";
import { digestText, schemaRef, word } from "./vocabulary.ts";

/** What may end a wait; this order is the sorted one that suspensions record. */
export const resumeEvents = ["cancellation", "receipt", "runtime_failure", "timeout", "user_input"] as const;
/** Ends that come from outside the receipts and are proven by a file of their own. */
export const externalEvents = ["runtime_failure", "cancellation", "user_input"] as const;
/** Why the coordinator goes on. Only the first is success. */
export const wakeReasons = [
  "dependency_ready",
  "dispatch_blocked",
  "manual_blocked",
  "timeout",
  "runtime_failure",
  "cancellation",
  "user_input",
] as const;

/** One of {@link resumeEvents}. */
export type ResumeEvent = (typeof resumeEvents)[number];
/** One of {@link externalEvents}. */
export type ExternalEventName = (typeof externalEvents)[number];
/** One of {@link wakeReasons}. */
export type WakeReason = (typeof wakeReasons)[number];

/** The reasons each resume event may lead to (contract section 9). */
export const reasonsOf: Readonly<Record<ResumeEvent, readonly WakeReason[]>> = {
  receipt: ["dependency_ready", "dispatch_blocked", "manual_blocked"],
  timeout: ["timeout"],
  runtime_failure: ["runtime_failure"],
  cancellation: ["cancellation"],
  user_input: ["user_input"],
};

/** The task's status after each wake (contract section 9). */
export const statusAfter: Readonly<Record<WakeReason, "executing" | "blocked" | "cancelled">> = {
  dependency_ready: "executing",
  dispatch_blocked: "blocked",
  manual_blocked: "blocked",
  timeout: "blocked",
  runtime_failure: "blocked",
  cancellation: "cancelled",
  user_input: "executing",
};

/** Whether a resume event comes from outside the receipts. */
export function isExternal(event: ResumeEvent): event is ExternalEventName {
  return externalEvents.some((name) => name === event);
}

/** Where the immutable result of an accepted wake stands. */
export const resultRefText = z.string().regex(/^wake-results\/[0-9a-f]{64}\.json$/);
/** Where the immutable copy of a wait policy stands. */
export const policyRefText = z.string().regex(/^wait-policies\/[0-9a-f]{64}\.json$/);
/** Texts without repetition. */
export const uniqueWords = z.array(word).refine((list) => new Set(list).size === list.length, "repeats an entry");

/** Who stands behind an external wake, and its exact source (contract section 9). */
export const externalEventSchema = z.strictObject({
  source_ref: schemaRef,
  source_digest: digestText,
  principal: z.strictObject({ type: z.enum(["user", "runtime", "policy"]), id: word }),
  reason: word,
  recorded_at: word,
  supporting_refs: z.array(schemaRef).refine((list) => new Set(list).size === list.length, "repeats an entry"),
});
/** An external event as copied into events, wakes and results. */
export type ExternalEvent = z.output<typeof externalEventSchema>;

/** The part of a wake that event, suspension and result share. */
export const wakeFields = {
  wake_id: digestText,
  wake_event_id: digestText,
  wake_reason: z.enum(wakeReasons),
  resume_event: z.enum(resumeEvents),
  resume_ref: schemaRef.nullable(),
  accepted_sequence: z.int().min(1),
  resulting_state_revision: z.int().min(1),
  result_ref: resultRefText,
  external_event: externalEventSchema.optional(),
};

/** Why a wake is not one that the protocol knows, as a path; null for a sound one. */
export function wakeFault(wake: {
  resume_event: ResumeEvent;
  wake_reason: WakeReason;
  external_event?: ExternalEvent | undefined;
}): "wake_reason" | "external_event" | null {
  if (!reasonsOf[wake.resume_event].includes(wake.wake_reason)) return "wake_reason";
  return isExternal(wake.resume_event) === (wake.external_event !== undefined) ? null : "external_event";
}

const acceptedWakeSchema = z.strictObject(wakeFields).superRefine((wake, context) => {
  const fault = wakeFault(wake);
  if (fault !== null) context.addIssue({ code: "custom", path: [fault], message: "does not fit the resume event" });
});
/** The one wake that an epoch has. */
export type AcceptedWake = z.output<typeof acceptedWakeSchema>;

const waitedItem = z.strictObject({
  work_item_id: word,
  agent: word,
  role: z.enum(workRoles),
  dispatch_id: word,
  dispatch_generation: z.int().min(1),
  expected_refs: uniqueWords.min(1),
});
/** A work item of the barrier. */
export type WaitedItem = z.output<typeof waitedItem>;

const count = z.int().min(0);

/** The suspension, closed (contract section 9). Times are UTC; the deadline stands twice with the same value. */
export const suspensionSchema = z
  .strictObject({
    status: z.enum(["waiting", "resumed"]),
    suspension_id: digestText,
    suspension_epoch: z.int().min(1),
    state_revision_at_entry: count,
    /** An opaque file that whoever suspended left for itself; it proves nothing. */
    checkpoint_ref: schemaRef.optional(),
    wait_policy_ref: policyRefText.nullable(),
    wait_policy_id: word,
    /** False only for a manual task that waits without a policy, by agent alone. */
    strict_identity: z.boolean(),
    event_sequence_at_entry: count,
    receipt_event_sequence_at_entry: count,
    receipt_cursor_at_entry: count,
    /** How many receipts had been seen at the last completion, and, frozen, when the deadline won. */
    receipt_cursor: count.optional(),
    required_work_items: z.array(waitedItem).min(1),
    required_work_item_ids: uniqueWords,
    pending_work_item_ids: uniqueWords,
    completed_work_item_ids: uniqueWords,
    failed_work_item_ids: uniqueWords,
    entered_at: word,
    deadline_at: word,
    execution_deadline: word,
    waiting_for_agents: uniqueWords.min(1),
    receipt_count_at_entry: count,
    evidence_refs_present_at_entry: uniqueWords.optional(),
    allowed_resume_events: z
      .array(z.enum(resumeEvents))
      .refine((list) => new Set(list).size === list.length, "repeats an entry"),
    resume_event: z.enum(resumeEvents).optional(),
    resumed_at: word.optional(),
    resume_ref: word.optional(),
    accepted_wake: acceptedWakeSchema.optional(),
  })
  .superRefine((suspension, context) => {
    const fault = (path: string) => context.addIssue({ code: "custom", path: [path], message: "does not fit" });
    const resumed = suspension.status === "resumed";
    if (resumed !== (suspension.accepted_wake !== undefined)) fault("accepted_wake");
    if (resumed && suspension.resume_event === undefined) fault("resume_event");
    if (resumed && suspension.resumed_at === undefined) fault("resumed_at");
    if (suspension.strict_identity !== (suspension.wait_policy_ref !== null)) fault("wait_policy_ref");
  });
/** A suspension as recorded. */
export type Suspension = z.output<typeof suspensionSchema>;
