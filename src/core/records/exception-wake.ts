// evidence/wake-requests/*.json: who asks that a suspended task stop waiting, why, and what supports it.
import * as z from "zod";
import { sha256 } from "./digest.ts";
import { jsonFile, timestamp } from "./format.ts";
import { type ExternalEventName, externalEvents, type Suspension } from "./suspension.ts";
import { digestText, schemaRef } from "./vocabulary.ts";

/** Kinds of principals. */
export const principalTypes = ["user", "runtime", "policy"] as const;
/** One of {@link principalTypes}. */
export type PrincipalType = (typeof principalTypes)[number];

/** Who may stand behind each external event (contract section 9). */
export const principalsOf: Readonly<Record<ExternalEventName, readonly PrincipalType[]>> = {
  runtime_failure: ["runtime"],
  cancellation: ["user", "runtime", "policy"],
  user_input: ["user"],
};

const filled = z.string().refine((text) => text.trim() !== "", "is blank");

/** The request, closed (contract section 9), bound to one suspension epoch. */
export const exceptionWakeSchema = z
  .strictObject({
    schema_version: z.literal("valp-exception-wake.v1"),
    task_id: z.string().min(1),
    suspension_id: digestText,
    suspension_epoch: z.int().min(1),
    event: z.enum(externalEvents),
    principal: z.strictObject({ type: z.enum(principalTypes), id: filled }),
    reason: filled,
    recorded_at: filled,
    supporting_refs: z.array(schemaRef).refine((refs) => new Set(refs).size === refs.length, "repeats a reference"),
  })
  .superRefine((wake, context) => {
    const fault = (path: string) =>
      context.addIssue({ code: "custom", path: [path], message: "does not fit the event" });
    if (!principalsOf[wake.event].includes(wake.principal.type)) fault("principal");
    if (wake.event === "runtime_failure" && wake.supporting_refs.length === 0) fault("supporting_refs");
  });
/** A request as recorded. */
export type ExceptionWake = z.output<typeof exceptionWakeSchema>;

/** What a request is made of; `now` is ISO 8601 with an offset. */
export interface ExceptionWakeFacts {
  taskId: string;
  suspension: Suspension;
  event: ExternalEventName;
  principal: { type: PrincipalType; id: string };
  reason: string;
  supportingRefs: readonly string[];
  now: string;
}

/**
 * The request's file: named after epoch, event and content, so that the same request twice is one file. Throws when the
 * facts break the schema.
 */
export function exceptionWakeFile(facts: ExceptionWakeFacts): { ref: string; text: string } {
  const text = jsonFile(
    exceptionWakeSchema.parse({
      schema_version: "valp-exception-wake.v1",
      task_id: facts.taskId,
      suspension_id: facts.suspension.suspension_id,
      suspension_epoch: facts.suspension.suspension_epoch,
      event: facts.event,
      principal: facts.principal,
      reason: facts.reason,
      recorded_at: timestamp(facts.now),
      supporting_refs: [...facts.supportingRefs],
    }),
  );
  const name = `${facts.suspension.suspension_epoch}-${facts.event}-${sha256(text).slice(7, 23)}`;
  return { ref: `evidence/wake-requests/${name}.json`, text };
}
