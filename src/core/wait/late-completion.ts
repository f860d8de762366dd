// A completion that arrived after the deadline had won: the wake stays, and the task may still go on from the receipt.
import { type JsonObject, jsonFile, readJsonLines, timestamp } from "../records/format.ts";
import { stateRef, type TaskState } from "../records/state.ts";
import type { Suspension, WaitedItem } from "../records/suspension.ts";
import { timelineRef } from "../records/timeline.ts";
import { type Reason, reason } from "../say/reason.ts";
import { waitText } from "../say/wait-text.ts";
import { type FileChange, mergeChanges } from "./folder-view.ts";
import { barrierItem, concernsBarrier, receiptPosition } from "./receipt-match.ts";
import { isProvenSubmission } from "./submission-proof.ts";
import type { WaitCase } from "./wait-case.ts";
import { timelineChange } from "./wait-step.ts";

/** The name of the timeline line that a recovery leaves. */
const recoveryEvent = "late_completion_recovered";

/** What a recovery comes to. */
export type LateAnswer =
  | { kind: "recovered"; state: TaskState; changes: readonly FileChange[] }
  | { kind: "conflict"; reason: Reason }
  | { kind: "refused"; reasons: Reason[] };

/**
 * Explicit recovery after an accepted timeout (contract section 9): a dispatch_completed beyond the frozen receipt
 * cursor, of a still pending item, with valid evidence, bound by its proof to one proven submission. A receipt inside the
 * cursor lost the race for good. The task goes from blocked to dispatching once; the timeout's wake and result stay.
 */
export function recoverLate(wait: WaitCase, suspension: Suspension, ref: string): LateAnswer {
  const position = receiptPosition(ref);
  const receipt = position === null ? undefined : wait.receipts.entries[position - 1]?.receipt;
  if (position === null || receipt === undefined) return refused(reason("receipt_not_found", { ref }));
  if (position <= suspension.receipt_count_at_entry) return refused(reason("receipt_too_old", { ref }));
  if (position <= (suspension.receipt_cursor ?? Number.POSITIVE_INFINITY)) {
    return { kind: "conflict", reason: reason("late_completion_lost", { ref, epoch: suspension.suspension_epoch }) };
  }
  if (receipt.event !== "dispatch_completed") return refused(reason("late_not_completed", { ref }));
  const item = barrierItem(receipt, wait.taskId, suspension);
  if (item === null) return refused(reason("receipt_unmatched", { ref, epoch: suspension.suspension_epoch }));
  if (!suspension.pending_work_item_ids.includes(item.work_item_id)) {
    return refused(reason("item_not_pending", { item: item.work_item_id }));
  }
  const missing = item.expected_refs.filter((one) => !wait.evidence.valid(one));
  if (missing.length > 0) return refused(reason("completion_evidence_missing", { refs: missing }));
  const submission = submissionBehind(wait, suspension, item, receipt);
  if (submission === null) return refused(reason("late_without_submission", { ref }));
  return recover(wait, suspension, {
    suspension_id: suspension.suspension_id,
    work_item_id: item.work_item_id,
    completion_receipt_id: String(receipt.receipt_id),
    completion_receipt_ref: ref,
    submission_receipt_id: submission,
    preserved_timeout_result_ref: suspension.accepted_wake?.result_ref ?? "",
  });
}

/** The id of the one proven submission that a completion cites; null where it cites none, or one that proves nothing. */
function submissionBehind(
  wait: WaitCase,
  suspension: Suspension,
  item: WaitedItem,
  completion: JsonObject,
): string | null {
  const { proof } = completion;
  const cited =
    typeof proof === "object" && proof !== null && "submission_receipt_id" in proof
      ? proof.submission_receipt_id
      : null;
  const found = wait.receipts.entries.filter(
    ({ receipt }) =>
      receipt.receipt_id === cited &&
      concernsBarrier(receipt, item, wait.taskId, suspension) &&
      isProvenSubmission(receipt),
  );
  return typeof cited === "string" && cited !== "" && found.length === 1 ? cited : null;
}

function recover(wait: WaitCase, suspension: Suspension, recovery: JsonObject): LateAnswer {
  const lines = readJsonLines(wait.folder.text(timelineRef) ?? "");
  const recorded = (lines.kind === "value" ? lines.value : []).filter(
    (line) =>
      line.event === recoveryEvent &&
      line.suspension_id === suspension.suspension_id &&
      line.work_item_id === recovery.work_item_id,
  );
  const { completion_receipt_id: id, completion_receipt_ref: ref } = recovery;
  if (recorded.some((line) => line.completion_receipt_id !== id || line.completion_receipt_ref !== ref)) {
    return { kind: "conflict", reason: reason("late_recovered_otherwise", { item: String(recovery.work_item_id) }) };
  }
  if (recorded.length > 0) return { kind: "recovered", state: wait.state, changes: wait.repair };
  const { status } = wait.state;
  if (status !== "blocked" && status !== "dispatching") return refused(reason("late_task_went_on", { status }));
  const state: TaskState = { ...wait.state, status: "dispatching", updated_at: timestamp(wait.now) };
  const line = timelineChange(wait, recoveryEvent, waitText.lateCompletion, recovery);
  // The line comes last: once it stands, the same receipt never moves the task again.
  const moved = status === "blocked" ? [{ ref: stateRef, text: jsonFile(state) }] : [];
  const changes = mergeChanges(wait.repair, [...moved, line]);
  return { kind: "recovered", state: status === "blocked" ? state : wait.state, changes };
}

function refused(why: Reason): LateAnswer {
  return { kind: "refused", reasons: [why] };
}
