// What the task's other records become when its approval changes: the automation policy, the gate and the status.
import type { RiskLevel, RiskMatch, RiskReport } from "../outcome.ts";
import type { Rule } from "../policy/schema.ts";
import type { RequestLine, SeatLine } from "./approval-lines.ts";

/** New values of automation-policy.json and state.json; fields that are not here keep their values. */
export interface Shift {
  automation: {
    selected_action:
      | "block_for_approval"
      | "continue_until_gate"
      | "publish_only"
      | "validate_declared_route"
      | "validate_declared_route_and_dispatch";
  };
  state: {
    status: "published" | "approval_required" | "dispatching" | "blocked";
    /** `gates.approval`. */
    gate: "passed" | "needs_approval" | "blocked";
    approval_required: RiskMatch[];
  };
}

/** What one step writes: lines to append to the two ledgers, and the shift, null when only the record grows. */
export interface ApprovalChange {
  requested: RequestLine[];
  decisions: SeatLine[];
  shift: Shift | null;
}

/** Whether a task needs an approval: its risk is high, or its rule stops every task for one. */
export function needsApproval(risk: RiskLevel, rule: Pick<Rule, "action"> | null): boolean {
  return risk === "high" || rule?.action === "block_for_approval";
}

/**
 * A covering approval. A routed task goes on until its next gate. Without a route nothing can be dispatched yet, so the
 * task may do what its rule says of tasks that need no approval; a rule that says nothing but "block" allows the
 * validation of a route. The declaration then changes the plan, and the task blocks again.
 */
export function approvedShift(routed: boolean, action: Rule["action"] | null): Shift {
  const next = action === null || action === "block_for_approval" ? "validate_declared_route" : action;
  return {
    automation: { selected_action: routed ? "continue_until_gate" : next },
    state: { status: routed ? "dispatching" : "published", gate: "passed", approval_required: [] },
  };
}

/** Back to waiting: no approval covers the plan. */
export function pendingShift(risk: RiskReport): Shift {
  return {
    automation: { selected_action: "block_for_approval" },
    state: { status: "approval_required", gate: "needs_approval", approval_required: [...risk.matches] },
  };
}

/** Refused by a reviewer: the task ends blocked. */
export function deniedShift(risk: RiskReport): Shift {
  return {
    automation: { selected_action: "block_for_approval" },
    state: { status: "blocked", gate: "blocked", approval_required: [...risk.matches] },
  };
}
