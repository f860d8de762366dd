// The product's verdict on a declaration: pass, or blocked with every reason at once.
import * as z from "zod";
import { type AssignmentDeclaration, declarationRef } from "./assignment-declaration.ts";

/** File name inside the task folder. */
export const validationRef = "assignment-validation.json";

const text = z.string().min(1);

/** assignment-validation.json, closed (contract section 4): `blockers` is empty exactly when the status is pass. */
export const assignmentValidationSchema = z
  .strictObject({
    schema_version: z.literal("valp-assignment-validation.v1"),
    task_id: text,
    declaration_ref: z.literal(declarationRef),
    authority: z.literal("leader_declared"),
    status: z.enum(["pass", "blocked"]),
    validated_at: z.iso.datetime({ offset: true }),
    blockers: z.array(text).refine((all) => new Set(all).size === all.length, "blockers are unique"),
    validated_assignments: z
      .record(z.string(), text)
      .refine((roles) => Object.keys(roles).length > 0, "at least one role is assigned"),
  })
  .refine(
    (record) => (record.status === "pass") === (record.blockers.length === 0),
    "blockers are empty exactly when the status is pass",
  );

/** A verdict as recorded. */
export type AssignmentValidation = z.output<typeof assignmentValidationSchema>;

/**
 * The verdict on one declaration. `blockers` are the exact strings of contract section 4; none means pass.
 * `now` is an ISO time in UTC.
 */
export function assignmentValidation(
  declaration: AssignmentDeclaration,
  blockers: readonly string[],
  now: string,
): AssignmentValidation {
  return {
    schema_version: "valp-assignment-validation.v1",
    task_id: declaration.task_id,
    declaration_ref: declarationRef,
    authority: "leader_declared",
    status: blockers.length === 0 ? "pass" : "blocked",
    validated_at: now,
    blockers: [...blockers],
    validated_assignments: { ...declaration.assignments },
  };
}
