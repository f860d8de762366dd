// wait-policy.json: which work items must be complete before the coordinator goes on, and what may cut the wait short.
import * as z from "zod";
import { workRoles } from "../policy/schema.ts";
import { dependenciesRef } from "./submission-dependencies.ts";
import { schemaRef, word } from "./vocabulary.ts";

/** File name of the policy that the next suspension takes. */
export const waitPolicyRef = "wait-policy.json";

/** Everything that may cut a wait short, in the order in which the product records it. */
export const exceptionEvents = [
  "dispatch_blocked",
  "manual_blocked",
  "runtime_failure",
  "cancellation",
  "timeout",
  "user_input",
] as const;

const required = exceptionEvents.filter((event) => event !== "manual_blocked");
const unique = (list: readonly unknown[]) => new Set(list).size === list.length;

/** wait-policy.json and its immutable copies, closed (contract section 9). Only manual_blocked may be left out. */
export const waitPolicySchema = z.strictObject({
  schema_version: z.literal("valp-wait-policy.v1"),
  task_id: word,
  wait_policy_id: word,
  mode: z.literal("dependency_ready"),
  exception_policy: z.literal("exception_short_circuit"),
  dependency_ref: z.literal(dependenciesRef),
  required_work_items: z
    .array(
      z.strictObject({
        work_item_id: word,
        agent: word,
        role: z.enum(workRoles),
        dispatch_id: word,
        dispatch_generation: z.int().min(1),
        expected_refs: z.array(schemaRef).min(1).refine(unique, "repeats a reference"),
      }),
    )
    .min(1)
    .refine((items) => unique(items.map((item) => item.work_item_id)), "repeats a work item"),
  exception_events: z
    .array(z.enum(exceptionEvents))
    .refine(unique, "repeats an event")
    .refine((events) => required.every((event) => events.includes(event)), "leaves an event out"),
});
/** A wait policy as recorded. */
export type WaitPolicy = z.output<typeof waitPolicySchema>;
