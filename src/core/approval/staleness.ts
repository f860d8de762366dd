// When the plan changes, the request for its approval is replaced, and people are told which part changed.
import type { RiskReport } from "../outcome.ts";
import { timestamp } from "../records/format.ts";
import { type Reason, reason } from "../say/reason.ts";
import { type RequestLine, readRequests } from "./approval-lines.ts";
import { type Plan, type PlanPart, whatChanged } from "./plan.ts";
import { type ApprovalRule, currentRequest, type Seats } from "./seats.ts";
import { type ApprovalChange, pendingShift, type Shift } from "./shift.ts";

/** The task as its approval sees it. `requests` and `decisions` are the parsed objects of the two ledgers, in order. */
export interface TaskFacts {
  taskId: string;
  /** ISO time in UTC. */
  now: string;
  ruleId: string;
  risk: RiskReport;
  /** `gates.approval` of state.json. */
  gate: string;
  requests: readonly unknown[];
  decisions: readonly unknown[];
  approvals: ApprovalRule;
  /** The plan as it is now. */
  plan: Plan;
  snapshotDigest: string | null;
  /** True once any work of this task was dispatched: from then on the plan stands as it was approved. */
  dispatched: boolean;
}

/** `current`: the request is for this plan. `kept`: it is not, but work has begun. `renewed`: write the change. */
export type Renewal =
  | { kind: "current"; request: RequestLine }
  | { kind: "kept" }
  | { kind: "renewed"; change: ApprovalChange; request: RequestLine; changed: PlanPart[]; reasons: Reason[] };

/**
 * Compares the newest request with the plan as it is now, and replaces it where they differ: a `superseded` line for
 * the old one, a `pending` line for the new plan, and everything back to waiting. The first request of a task is made
 * in the same way, without an old one. A denied plan may be replaced by another one like any plan.
 */
export function renewRequest(task: TaskFacts): Renewal {
  const requests = readRequests(task.requests).lines;
  const old = currentRequest(requests);
  if (old !== null && old.plan_digest === task.plan.digest) return { kind: "current", request: old };
  if (task.dispatched) return { kind: "kept" };
  const changed = old === null ? [] : whatChanged(old.plan_parts, task.plan.parts);
  const request = requestLine(task, new Set(requests.map((line) => line.request_id)).size + 1);
  const shift = pendingShift(task);
  if (old === null) {
    return { kind: "renewed", request, changed, reasons: [], change: { requested: [request], decisions: [], shift } };
  }
  const note = reason("plan_changed", { changed, digest: task.plan.digest });
  const closed: RequestLine = { ...old, status: "superseded", reason: note.text };
  const next: RequestLine = { ...request, reason: note.text, supersedes: old.request_id };
  const change = { requested: [closed, next], decisions: [], shift };
  return { kind: "renewed", request: next, changed, reasons: [note], change };
}

/** A new pending request for the current plan; `number` counts the requests of the task from 1. */
export function requestLine(
  task: Pick<TaskFacts, "taskId" | "now" | "risk" | "plan" | "snapshotDigest">,
  number: number,
): RequestLine {
  return {
    request_id: `${task.taskId}:approval:${number}`,
    task_id: task.taskId,
    status: "pending",
    risk: task.risk.classification,
    scope: `dispatch of task ${task.taskId}`,
    plan_digest: task.plan.digest,
    plan_parts: task.plan.parts,
    snapshot_digest: task.snapshotDigest,
    requested_at: timestamp(task.now),
  };
}

/**
 * What follows when the recorded gate says more than the votes do at this moment: approvals ran out or were taken back
 * while the gate stands open, or a refusal was taken back while it stands shut. Null when the gate is right as it is,
 * and always after a dispatch.
 */
export function fallenGate(
  seats: Seats,
  task: Pick<TaskFacts, "dispatched" | "gate" | "risk" | "ruleId">,
): Shift | null {
  if (task.dispatched || seats.status === "none") return null;
  const lapsed = task.gate === "passed" && seats.status !== "approved";
  const reopened = task.gate === "blocked" && seats.status !== "denied";
  return lapsed || reopened ? pendingShift(task) : null;
}
