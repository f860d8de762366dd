// The bridge from evidence to receipts: expected files that appeared during a wait become completions of their work items.
import { type DispatchReceipt, dispatchReceipt, receiptsRef } from "../records/dispatch-receipt.ts";
import { appendLine, type JsonObject } from "../records/format.ts";
import type { Suspension, WaitedItem } from "../records/suspension.ts";
import type { Reason } from "../say/reason.ts";
import { waitText } from "../say/wait-text.ts";
import type { FileChange } from "./folder-view.ts";
import { highestSequence, nextSequence } from "./receipt-ledger.ts";
import { concernsBarrier } from "./receipt-match.ts";
import { isProvenSubmission } from "./submission-proof.ts";
import { readWaitCase, type WaitCase, type WaitFacts } from "./wait-case.ts";
import { bridgedReceiptId } from "./wait-ids.ts";
import { timelineChange } from "./wait-step.ts";

/** The name under which the bridge observes. */
const bridgeObserver = "valp.wait.expected-evidence";

/** The completions to append, with the files to write; none where nothing new arrived. */
export type BridgeAnswer =
  | { kind: "observed"; receipts: DispatchReceipt[]; changes: readonly FileChange[] }
  | { kind: "refused"; reasons: Reason[] };

/**
 * Looks once (contract section 9): for each pending item of a strict wait whose expected refs were all absent at entry
 * and are all valid now, and which has a proven submission, one version 2 completion citing that submission. Evidence
 * that stood there at entry is never promoted; the same observation twice is one receipt. Adapters that prove completion
 * themselves do not call this.
 */
export function bridgeEvidence(facts: WaitFacts): BridgeAnswer {
  const reading = readWaitCase(facts);
  if (reading.kind === "refused") return reading;
  const { wait } = reading;
  const { suspension } = wait;
  if (suspension?.status !== "waiting" || !suspension.strict_identity) {
    return { kind: "observed", receipts: [], changes: wait.repair };
  }
  const receipts: DispatchReceipt[] = [];
  let text = wait.folder.text(receiptsRef) ?? "";
  for (const item of suspension.required_work_items) {
    const receipt = completionOf(wait, suspension, item, nextSequence(wait.receipts) + receipts.length);
    if (receipt === null) continue;
    receipts.push(receipt);
    text = appendLine(text, receipt);
  }
  if (receipts.length === 0) return { kind: "observed", receipts, changes: wait.repair };
  const note = { observer: bridgeObserver, receipt_ids: receipts.map((receipt) => receipt.receipt_id) };
  const timeline = timelineChange(wait, "expected_evidence_observed", waitText.bridged, note);
  const repaired = wait.repair.filter(({ ref }) => ref !== timeline.ref);
  return { kind: "observed", receipts, changes: [{ ref: receiptsRef, text }, ...repaired, timeline] };
}

function completionOf(
  wait: WaitCase,
  suspension: Suspension,
  item: WaitedItem,
  sequence: number,
): DispatchReceipt | null {
  if (!suspension.pending_work_item_ids.includes(item.work_item_id)) return null;
  const present = suspension.evidence_refs_present_at_entry ?? [];
  const arrived = item.expected_refs.every((ref) => !present.includes(ref) && wait.evidence.valid(ref));
  const submission = arrived ? latestSubmission(wait, suspension, item) : null;
  if (submission === null) return null;
  const submissionId = String(submission.receipt_id);
  const receiptId = bridgedReceiptId({
    task_id: wait.taskId,
    suspension_epoch: suspension.suspension_epoch,
    work_item: item,
    submission_receipt_id: submissionId,
    expected_refs: item.expected_refs,
  });
  if (wait.receipts.entries.some(({ receipt }) => receipt.receipt_id === receiptId)) return null;
  const { runtime, dispatch_ref: dispatchRef } = submission;
  return dispatchReceipt({
    taskId: wait.taskId,
    item,
    event: "dispatch_completed",
    sequence,
    now: wait.now,
    suspensionEpoch: suspension.suspension_epoch,
    exitCode: 0,
    summary: waitText.evidenceAppeared,
    proof: {
      observer: bridgeObserver,
      submission_receipt_id: submissionId,
      existing_refs: [...item.expected_refs],
    },
    runtime: typeof runtime === "object" && runtime !== null ? { ...runtime } : {},
    receiptId,
    ...(typeof dispatchRef === "string" ? { dispatchRef } : {}),
  });
}

function latestSubmission(wait: WaitCase, suspension: Suspension, item: WaitedItem): JsonObject | null {
  const proven = wait.receipts.entries.filter(
    ({ receipt }) => concernsBarrier(receipt, item, wait.taskId, suspension) && isProvenSubmission(receipt),
  );
  const highest = highestSequence(proven);
  return proven.find(({ receipt }) => receipt.event_sequence === highest)?.receipt ?? null;
}
