// Caps on dispatches, prompt size, reroutes and fix rounds, with what has been used of them.
import * as z from "zod";
import type { WorkRole } from "../policy/schema.ts";

/** File name inside the task folder. */
export const iterationBudgetRef = "iteration-budget.json";

/** Largest dispatch text per role in characters; reference tokens are a quarter of it (contract section 4). */
const roleChars: Record<WorkRole, number> = {
  coordinator: 3000,
  implementer: 2800,
  reviewer: 2400,
  prototype: 2400,
  researcher: 2400,
  other: 2200,
};

/** The size a dispatch of this role may have, as recorded in context-pack.json and in the budgets of routing.json. */
export function roleBudget(role: WorkRole): {
  role: WorkRole;
  max_chars: number;
  max_reference_tokens: number;
  token_estimator: "ceil(chars/4)";
} {
  const chars = roleChars[role];
  return { role, max_chars: chars, max_reference_tokens: referenceTokens(chars), token_estimator: "ceil(chars/4)" };
}

/** The protocol's token estimate for a number of characters. */
export function referenceTokens(chars: number): number {
  return Math.ceil(chars / 4);
}

/** What ends a task early, in the protocol's order. */
const stopConditions = [
  "dispatch reference-token budget exhausted",
  "dispatch-count budget exhausted",
  "reroute budget exhausted",
  "fix-review-round budget exhausted",
  "approval gate unresolved",
  "runtime preflight failure",
  "missing expected evidence",
  "critical or high review blocker",
  "context compression required",
] as const;

const count = z.int().min(0);

/** iteration-budget.json, closed (contract section 4). Usage never passes its limit. */
export const iterationBudgetSchema = z.strictObject({
  schema_version: z.literal("valp-iteration-budget.v1"),
  task_id: z.string().min(1),
  strategy: z.literal("leader_declared_bounded_team"),
  max_dispatch_reference_tokens: z.int().min(1),
  max_dispatches: z.int().min(1),
  max_reroutes: count,
  max_fix_review_rounds: count,
  usage: z.strictObject({
    dispatch_reference_tokens: count,
    dispatches: count,
    reroutes: count,
    fix_review_rounds: count,
  }),
  status: z.enum(["active", "exhausted", "blocked", "completed"]),
  stop_reason: z.string().nullable().optional(),
  stop_conditions: z.array(z.string()).min(1),
  updated_at: z.string().optional(),
});

/** The budget as recorded. */
export type IterationBudget = z.output<typeof iterationBudgetSchema>;

/** The unused budget of a team: one entry of `roles` per work item. `now` is an ISO time in UTC. */
export function iterationBudget(taskId: string, roles: readonly WorkRole[], now: string): IterationBudget {
  const tokens = roles.reduce((sum, role) => sum + roleBudget(role).max_reference_tokens, 0);
  const fixRounds = 3;
  return {
    schema_version: "valp-iteration-budget.v1",
    task_id: taskId,
    strategy: "leader_declared_bounded_team",
    max_dispatch_reference_tokens: Math.max(2 * tokens + fixRounds * roleBudget("reviewer").max_reference_tokens, 1),
    max_dispatches: Math.max(roles.length + 2, 3),
    max_reroutes: 1,
    max_fix_review_rounds: fixRounds,
    usage: { dispatch_reference_tokens: 0, dispatches: 0, reroutes: 0, fix_review_rounds: 0 },
    status: "active",
    stop_reason: null,
    stop_conditions: [...stopConditions],
    updated_at: now,
  };
}
