// What an approval decision changes in a task's folder: ledger lines, the gate, the status, the automation policy.
import { decisionsRef, requestedRef } from "../approval/approval-lines.ts";
import type { ApprovalChange, Shift } from "../approval/shift.ts";
import { type AutomationPolicy, automationPolicyRef, decidedAutomationPolicy } from "../records/automation-policy.ts";
import { appendLine, jsonFile, timestamp } from "../records/format.ts";
import { stateRef, type TaskState } from "../records/state.ts";
import { timelineLine, timelineRef } from "../records/timeline.ts";
import type { TaskFolder } from "./task-folder.ts";

/** What an approval decision writes: ledger lines, and state and automation policy where the approval now stands otherwise. */
export function applyApproval(
  task: TaskFolder,
  change: ApprovalChange,
  planDigest: string | null,
  event: { now: string; name: string; summary: string },
): Map<string, string> {
  const changes = new Map<string, string>();
  appendLedgers(task, change, changes);
  const shiftedTo = shifted(task.state, task.automation, change.shift);
  const now = timestamp(event.now);
  const state = {
    ...shiftedTo.state,
    updated_at: now,
    github: { ...shiftedTo.state.github, plan_digest: planDigest },
  };
  changes.set(stateRef, jsonFile(state));
  if (change.shift !== null) changes.set(automationPolicyRef, jsonFile(shiftedTo.automation));
  const line = timelineLine(now, event.name, event.summary);
  changes.set(timelineRef, appendLine(task.texts.get(timelineRef) ?? "", line));
  return changes;
}

/** Appends the change's lines to the two approval ledgers, into `changes`. */
export function appendLedgers(task: TaskFolder, change: ApprovalChange, changes: Map<string, string>): void {
  const append = (ref: string, lines: readonly object[]) => {
    if (lines.length === 0) return;
    changes.set(
      ref,
      lines.reduce<string>((text, line) => appendLine(text, line), task.texts.get(ref) ?? ""),
    );
  };
  append(requestedRef, change.requested);
  append(decisionsRef, change.decisions);
}

/** State and automation policy after a shift; unchanged without one. */
export function shifted(state: TaskState, automation: AutomationPolicy, shift: Shift | null) {
  if (shift === null) return { state, automation };
  return {
    state: {
      ...state,
      status: shift.status,
      gates: { ...state.gates, approval: shift.gate },
      approval_required: shift.approval_required,
    },
    automation: decidedAutomationPolicy(automation, shift.covered),
  };
}
