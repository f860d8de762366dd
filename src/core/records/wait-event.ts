// One line of wait-events.jsonl: the authority on what a task waits for, what arrived and what woke it.
import * as z from "zod";
import {
  externalEventSchema,
  isExternal,
  reasonsOf,
  resultRefText,
  resumeEvents,
  statusAfter,
  suspensionSchema,
  wakeReasons,
} from "./suspension.ts";
import { digestText, word } from "./vocabulary.ts";

/** File name inside the task folder. */
export const waitEventsRef = "wait-events.jsonl";

/** The three things that happen to a wait. */
export const waitEventNames = ["coordinator_suspended", "work_item_completed", "coordinator_resumed"] as const;
/** One of {@link waitEventNames}. */
export type WaitEventName = (typeof waitEventNames)[number];

const fields = {
  schema_version: z.literal("valp-wait-event.v1"),
  task_id: word,
  event_id: digestText,
  event_sequence: z.int().min(1),
  event: z.enum(waitEventNames),
  recorded_at: word,
  state_revision_before: z.int().min(0),
  state_revision_after: z.int().min(1),
  suspension_id: digestText,
  suspension_epoch: z.int().min(1),
  /** What state.json is to say after this event. */
  projection: z.strictObject({ status: word, suspension: suspensionSchema, updated_at: word }),
  work_item_id: word.optional(),
  qualifying_receipt_id: word.nullable().optional(),
  receipt_ref: word.optional(),
  resume_event: z.enum(resumeEvents).optional(),
  resume_ref: z.string().nullable().optional(),
  wake_reason: z.enum(wakeReasons).optional(),
  wake_id: digestText.optional(),
  result_ref: resultRefText.optional(),
  external_event: externalEventSchema.optional(),
};

const completed = ["work_item_id", "qualifying_receipt_id", "receipt_ref"] as const;
const resumed = [
  "resume_event",
  "resume_ref",
  "wake_reason",
  "wake_id",
  "result_ref",
  "qualifying_receipt_id",
] as const;

type Fields = z.output<z.ZodObject<typeof fields>>;

function needed(event: Fields): readonly (keyof Fields)[] {
  if (event.event === "work_item_completed") return completed;
  if (event.event !== "coordinator_resumed") return [];
  return event.resume_event !== undefined && isExternal(event.resume_event) ? [...resumed, "external_event"] : resumed;
}

function rules(event: Fields, context: z.core.$RefinementCtx): void {
  const fault = (path: string) => context.addIssue({ code: "custom", path: [path], message: "is missing or wrong" });
  for (const field of needed(event)) if (event[field] === undefined) fault(field);
  if (event.event !== "coordinator_resumed") return;
  if (event.resume_event === undefined || event.wake_reason === undefined) return;
  if (!reasonsOf[event.resume_event].includes(event.wake_reason)) fault("wake_reason");
  if (statusAfter[event.wake_reason] !== event.projection.status) fault("projection.status");
}

/** A wait event, closed, with the legal pairs of contract section 9: what the product writes. */
export const waitEventSchema = z.strictObject(fields).superRefine(rules);
/** A wait event as read: later tools add keys of their own to a line, which bind nobody. Pairs are judged later. */
export const storedWaitEventSchema = z.looseObject(fields);

/** A wait event as written. */
export type WaitEvent = z.output<typeof waitEventSchema>;
/** A wait event as read from a ledger. */
export type StoredWaitEvent = z.output<typeof storedWaitEventSchema>;
