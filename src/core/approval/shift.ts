// What the task's other records become when its approval changes: the automation policy, the gate and the status.
import type { RiskMatch, RiskReport } from "../outcome.ts";
import { type TaskStatus, unapproved } from "../records/state.ts";
import type { RequestLine, SeatLine } from "./approval-lines.ts";

/** New values for automation-policy.json and state.json; what is not here keeps its value. */
export interface Shift {
  /**
   * Whether an approval covers the current plan: the automation policy then continues until the next gate, and blocks
   * for approval otherwise, whether or not a route exists yet. Without a route nothing can be dispatched anyway.
   */
  covered: boolean;
  status: TaskStatus;
  /** `gates.approval`. */
  gate: "passed" | "needs_approval" | "blocked";
  approval_required: RiskMatch[];
}

/** What one step writes: lines to append to the two ledgers, and the shift, null when only the record grows. */
export interface ApprovalChange {
  requested: RequestLine[];
  decisions: SeatLine[];
  shift: Shift | null;
}

/** A covering approval. A routed task may be dispatched now; any other waits for its Leader and its route. */
export function approvedShift(routed: boolean): Shift {
  return { covered: true, status: routed ? "dispatching" : "published", gate: "passed", approval_required: [] };
}

/** Back to waiting: no approval covers the plan. */
export function pendingShift(task: { risk: RiskReport; ruleId: string }): Shift {
  const open = unapproved(task.risk, task.ruleId);
  return { covered: false, status: "approval_required", gate: "needs_approval", approval_required: open };
}

/** Refused by a reviewer: the task is blocked until its plan changes or somebody stops it. */
export function deniedShift(task: { risk: RiskReport; ruleId: string }): Shift {
  return { covered: false, status: "blocked", gate: "blocked", approval_required: unapproved(task.risk, task.ruleId) };
}
