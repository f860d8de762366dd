// What the user-selected Leader declared: who works in which role, and why. People write it, the product only copies it.
import * as z from "zod";

/** File name inside the task folder. */
export const declarationRef = "assignment-declaration.json";

const word = z.string().regex(/\S/, "not blank");

/** The Leader as the user selected it; `selection_ref` points at the exact words or file version (contract section 4). */
export const leaderSchema = z.strictObject({
  agent_id: word,
  selected_by: z.literal("user"),
  selection_ref: word,
});

/**
 * assignment-declaration.json, closed (contract section 4, appendix assignment-declaration).
 * `assignments` and `reasons` map a role to an agent and to the words that say why. This is the file's shape;
 * whether a declaration may be routed is decided in core/leader/validate-declaration.ts.
 */
export const assignmentDeclarationSchema = z.strictObject({
  schema_version: z.literal("valp-assignment-declaration.v1"),
  declaration_id: z.string().min(1),
  task_id: z.string().min(1),
  declared_at: z.iso.datetime({ offset: true }),
  leader: leaderSchema,
  assignments: z
    .record(z.string(), z.string().min(1))
    .refine((roles) => Object.keys(roles).length > 0, "at least one role is assigned"),
  reasons: z
    .record(z.string(), z.string().min(1))
    .refine((roles) => Object.keys(roles).length > 0, "at least one role has a reason"),
});

/** A declaration as recorded. */
export type AssignmentDeclaration = z.output<typeof assignmentDeclarationSchema>;
/** The Leader part of a declaration. */
export type LeaderSelection = z.output<typeof leaderSchema>;
