// Suspending a task: no process waits, a record does. What must have happened before, and what is recorded.

import { workRoles } from "../policy/schema.ts";
import { deliveryEvents } from "../records/dispatch-receipt.ts";
import { timestamp } from "../records/format.ts";
import { isTerminal, type TaskState } from "../records/state.ts";
import { resumeEvents, type Suspension, type WaitedItem } from "../records/suspension.ts";
import { type Reason, reason } from "../say/reason.ts";
import { waitText } from "../say/wait-text.ts";
import type { FileChange } from "./folder-view.ts";
import { highestSequence } from "./receipt-ledger.ts";
import { coversRefs, hasIdentity } from "./receipt-match.ts";
import { isProvenSubmission } from "./submission-proof.ts";
import { readWaitCase, type WaitCase, type WaitFacts } from "./wait-case.ts";
import { suspensionId } from "./wait-ids.ts";
import { followsFromRoles, policySnapshot, readDependencies, readWaitPolicy } from "./wait-policy.ts";
import { nextPlace, type WaitStep, waitStep } from "./wait-step.ts";

/**
 * `suspended`: write the changes. `already`: the task waits, this is the same suspension; changes only where the
 * projection had to be put right.
 */
export type SuspendAnswer =
  | ({ kind: "suspended"; suspension: Suspension } & WaitStep)
  | { kind: "already"; suspension: Suspension; state: TaskState; changes: readonly FileChange[] }
  | { kind: "refused"; reasons: Reason[] };

/** What a new suspension waits for. */
interface Barrier {
  items: WaitedItem[];
  policyId: string;
  /** The immutable copy of the policy; null for a manual task without one. */
  snapshot: FileChange | null;
}

/**
 * Suspends a task (contract section 9). Needs a finite execution timeout in seconds, a task that has not ended, a wait
 * policy (manual tasks may do without and are then degraded), and a proven submission of every work item it names.
 * A task that waits already stays as it is, whatever the timeout.
 */
export function suspend(facts: WaitFacts, timeoutSeconds: number): SuspendAnswer {
  const reading = readWaitCase(facts);
  if (reading.kind === "refused") return reading;
  const { wait } = reading;
  if (wait.suspension?.status === "waiting") {
    return { kind: "already", suspension: wait.suspension, state: wait.state, changes: wait.repair };
  }
  if (!Number.isFinite(timeoutSeconds) || timeoutSeconds < 0) return refused(reason("wait_timeout_invalid"));
  if (isTerminal(wait.state.status)) return refused(reason("wait_task_ended", { status: wait.state.status }));
  const barrier = barrierOf(wait);
  if ("refused" in barrier) return refused(barrier.refused);
  const suspension = suspensionOf(wait, barrier, timeoutSeconds);
  const at = timestamp(wait.now);
  const step = waitStep(wait, {
    name: "coordinator_suspended",
    status: "suspended",
    suspension,
    details: {},
    summary: waitText.suspended,
    before: barrier.snapshot === null ? [] : [barrier.snapshot],
    at,
  });
  return { kind: "suspended", suspension: step.event.projection.suspension, ...step };
}

function barrierOf(wait: WaitCase): Barrier | { refused: Reason } {
  const { folder, taskId, state } = wait;
  const reading = readWaitPolicy(folder, taskId);
  if (reading === null) {
    return state.runtime_adapter?.class === "manual" ? agentBarrier(wait) : { refused: reason("wait_policy_missing") };
  }
  if (reading.kind === "problem") return { refused: reading.reason };
  const dependencies = readDependencies(folder, taskId);
  if (dependencies.kind === "problem") return { refused: dependencies.reason };
  if (!followsFromRoles(dependencies.dependencies, taskId, state.role_assignments ?? {})) {
    return { refused: reason("dependencies_differ") };
  }
  const { policy } = reading;
  const unproven = policy.required_work_items.find((item) => !isSubmitted(wait, item));
  if (unproven !== undefined) return { refused: reason("wait_item_not_submitted", { item: unproven.work_item_id }) };
  return { items: policy.required_work_items, policyId: policy.wait_policy_id, snapshot: policySnapshot(policy) };
}

function isSubmitted({ receipts, taskId }: WaitCase, item: WaitedItem): boolean {
  return receipts.entries.some(
    ({ receipt }) =>
      hasIdentity(receipt, item, taskId) && coversRefs(receipt, item.expected_refs) && isProvenSubmission(receipt),
  );
}

/** Without a policy a manual task waits for the agents whose latest receipt is a delivery, by agent alone. */
function agentBarrier(wait: WaitCase): Barrier | { refused: Reason } {
  const items: WaitedItem[] = [];
  for (const agent of wait.state.selected_agents) {
    const latest = wait.receipts.entries.filter(({ receipt }) => receipt.agent === agent).at(-1)?.receipt;
    if (latest === undefined || !deliveryEvents.includes(String(latest.event))) continue;
    const refs = Array.isArray(latest.expected_refs) ? latest.expected_refs.map(String) : [];
    if (refs.length === 0) return { refused: reason("wait_agent_without_refs", { agent }) };
    const generation = latest.dispatch_generation;
    items.push({
      work_item_id: `legacy:${agent}`,
      agent,
      role: workRoles.find((role) => role === latest.role) ?? "other",
      dispatch_id: typeof latest.dispatch_id === "string" ? latest.dispatch_id : `legacy:${agent}`,
      dispatch_generation: typeof generation === "number" ? generation : 1,
      expected_refs: [...new Set(refs)],
    });
  }
  if (items.length === 0) return { refused: reason("wait_nothing_delivered") };
  return { items, policyId: "legacy-agent-wait", snapshot: null };
}

function suspensionOf(wait: WaitCase, barrier: Barrier, timeoutSeconds: number): Suspension {
  const { taskId, state, receipts, folder } = wait;
  const epoch = (wait.suspension?.suspension_epoch ?? 0) + 1;
  const count = receipts.entries.length;
  const ids = barrier.items.map((item) => item.work_item_id);
  const entered = timestamp(wait.now);
  const deadline = timestamp(new Date(Date.parse(entered) + timeoutSeconds * 1000).toISOString());
  const refs = new Set(barrier.items.flatMap((item) => item.expected_refs));
  return {
    status: "waiting",
    suspension_id: suspensionId(taskId, epoch, state.revision, count),
    suspension_epoch: epoch,
    state_revision_at_entry: state.revision,
    wait_policy_ref: barrier.snapshot?.ref ?? null,
    wait_policy_id: barrier.policyId,
    strict_identity: barrier.snapshot !== null,
    event_sequence_at_entry: nextPlace(wait).sequence - 1,
    receipt_event_sequence_at_entry: highestSequence(receipts.entries),
    receipt_cursor_at_entry: count,
    required_work_items: barrier.items,
    required_work_item_ids: ids,
    pending_work_item_ids: ids,
    completed_work_item_ids: [],
    failed_work_item_ids: [],
    entered_at: entered,
    deadline_at: deadline,
    execution_deadline: deadline,
    waiting_for_agents: [...new Set(barrier.items.map((item) => item.agent))],
    receipt_count_at_entry: count,
    evidence_refs_present_at_entry: [...refs].filter((ref) => folder.holds(ref) !== "nothing").sort(),
    allowed_resume_events: [...resumeEvents],
  };
}

function refused(why: Reason): SuspendAnswer {
  return { kind: "refused", reasons: [why] };
}
