// What can be wrong with an accepted wake: its ids, its result file, its outside source, and the barrier it claims.
import { readRecord } from "../records/read-record.ts";
import { isExternal, type Suspension, type WaitedItem } from "../records/suspension.ts";
import { type WakeResult, wakeResultSchema } from "../records/wake-result.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { WaitEntry } from "./event-faults.ts";
import type { Evidence } from "./evidence.ts";
import { readExternalEvent } from "./external-event.ts";
import type { FolderView } from "./folder-view.ts";
import type { ReceiptLedger } from "./receipt-ledger.ts";
import { concernsBarrier } from "./receipt-match.ts";
import { sameJson } from "./spaced-json.ts";
import { wakeId, wakeResultRef } from "./wait-ids.ts";

/** The ids of a wake re-derive, and the accepted wake in the suspension says the same as the event. */
export function wakeIdFault({ line, event }: WaitEntry): Reason | null {
  if (event.event !== "coordinator_resumed") return null;
  const { suspension } = event.projection;
  const source = event.external_event?.source_digest ?? event.resume_ref ?? "";
  const id = wakeId(event.task_id, event.suspension_epoch, event.resume_event ?? "", source);
  const expected = {
    wake_id: id,
    wake_event_id: event.event_id,
    wake_reason: event.wake_reason,
    resume_event: event.resume_event,
    resume_ref: event.resume_ref,
    accepted_sequence: event.event_sequence,
    resulting_state_revision: event.state_revision_after,
    result_ref: wakeResultRef(id),
    external_event: event.external_event,
  };
  const derived = event.wake_id === id && event.result_ref === expected.result_ref;
  return derived && sameJson(suspension.accepted_wake, expected) ? null : reason("wake_identity_differs", { line });
}

/** The result of a wake as it has to stand in its file, from the event that accepted it; `recordedAt` is the file's own. */
function expectedResult(
  entry: WaitEntry,
  recordedAt: string,
): Omit<WakeResult, "resulting_task_status"> & {
  resulting_task_status: string;
} {
  const { event } = entry;
  const { suspension, status } = event.projection;
  const wake = suspension.accepted_wake;
  if (wake === undefined) throw new Error("a resumed suspension has an accepted wake");
  return {
    schema_version: "valp-wake-result.v1",
    task_id: event.task_id,
    suspension_id: suspension.suspension_id,
    suspension_epoch: suspension.suspension_epoch,
    ...wake,
    resulting_task_status: status,
    completed_work_item_ids: suspension.completed_work_item_ids,
    pending_work_item_ids: suspension.pending_work_item_ids,
    failed_work_item_ids: suspension.failed_work_item_ids,
    recorded_at: recordedAt,
  };
}

/** The result file of a wake: present, exactly its fields, and equal to what was accepted. */
export function resultFault(folder: FolderView, entry: WaitEntry): Reason | null {
  if (entry.event.event !== "coordinator_resumed") return null;
  const ref = entry.event.result_ref ?? "";
  const text = folder.text(ref);
  if (text === null) return reason("wake_result_missing", { ref });
  const reading = readRecord(wakeResultSchema, null, text);
  if (reading.kind === "problem") return reason("wake_result_differs", { ref });
  const same = sameJson(reading.record, expectedResult(entry, reading.record.recorded_at));
  return same ? null : reason("wake_result_differs", { ref });
}

/** The outside source of a wake is still what was accepted; other wakes have none. */
export function sourceFault(folder: FolderView, { line, event }: WaitEntry): Reason | null {
  const cause = event.resume_event;
  if (event.event !== "coordinator_resumed" || cause === undefined) return null;
  if (!isExternal(cause))
    return event.external_event === undefined
      ? null
      : reason("wake_pair_illegal", { line, cause, why: "external_event" });
  const { suspension } = event.projection;
  const reading = readExternalEvent(folder, event.task_id, suspension, cause, event.resume_ref ?? "");
  if (reading.kind === "problem") return reading.reason;
  const same = sameJson(reading.external, event.external_event);
  return same ? null : reason("wake_source_changed", { ref: event.resume_ref ?? "" });
}

/** An epoch that was woken has exactly one wake. */
export function epochFault(entries: readonly WaitEntry[], suspension: Suspension): Reason | null {
  const wakes = entries.filter(
    ({ event }) => event.event === "coordinator_resumed" && event.suspension_epoch === suspension.suspension_epoch,
  );
  const expected = suspension.status === "resumed" ? 1 : 0;
  return wakes.length === expected
    ? null
    : reason("wake_count_wrong", { epoch: suspension.suspension_epoch, count: wakes.length });
}

/**
 * A successful wake rests on a version 2 completion and valid evidence of every required item (contract 14, item 5).
 * Other wakes claim nothing.
 */
export function barrierFault(
  suspension: Suspension,
  taskId: string,
  ledger: ReceiptLedger,
  evidence: Evidence,
): Reason | null {
  if (suspension.accepted_wake?.wake_reason !== "dependency_ready") return null;
  const { required_work_item_ids: required, completed_work_item_ids: completed } = suspension;
  const open = required.filter((id) => !completed.includes(id));
  const uncompleted = suspension.required_work_items.filter((item) => !isCompleted(item, taskId, suspension, ledger));
  const items = new Set([
    ...open,
    ...suspension.pending_work_item_ids,
    ...uncompleted.map((item) => item.work_item_id),
  ]);
  if (items.size > 0) return reason("wake_barrier_open", { items: [...items] });
  const refs = suspension.required_work_items
    .flatMap((item) => item.expected_refs)
    .filter((ref) => !evidence.valid(ref));
  return refs.length > 0 ? reason("completion_evidence_missing", { refs }) : null;
}

function isCompleted(item: WaitedItem, taskId: string, suspension: Suspension, ledger: ReceiptLedger): boolean {
  return ledger.entries.some(
    ({ receipt }) => receipt.event === "dispatch_completed" && concernsBarrier(receipt, item, taskId, suspension),
  );
}
