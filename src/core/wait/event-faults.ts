// What can be wrong with one line of the wait event ledger, each as a small check of its own (contract section 14, item 5).
import { completionEvents } from "../records/dispatch-receipt.ts";
import { isSchemaRef } from "../records/refs.ts";
import { reasonsOf, type Suspension, statusAfter } from "../records/suspension.ts";
import type { StoredWaitEvent } from "../records/wait-event.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { FolderView } from "./folder-view.ts";
import type { ReceiptLedger } from "./receipt-ledger.ts";
import { barrierItem, qualifyingId, receiptPosition } from "./receipt-match.ts";
import { sameJson } from "./spaced-json.ts";
import { suspensionId, waitEventId } from "./wait-ids.ts";

/** One readable event with its line in the file, from 1. */
export interface WaitEntry {
  line: number;
  event: StoredWaitEvent;
}

/** Identity, contiguous sequence, revisions by one and chained, derived id, one suspension within the line. */
export function chainFault({ line, event }: WaitEntry, previous: WaitEntry | null, taskId: string): Reason | null {
  if (event.task_id !== taskId) return reason("wait_event_of_other_task", { line });
  const expected = (previous?.event.event_sequence ?? 0) + 1;
  if (event.event_sequence !== expected) return reason("wait_sequence_broken", { line, expected });
  const { state_revision_before: before, state_revision_after: after, suspension_id: id } = event;
  const chained = previous === null || before === previous.event.state_revision_after;
  if (after !== before + 1 || !chained) return reason("wait_revision_broken", { line });
  const derived = waitEventId(taskId, event.event, id, event.event_sequence, after);
  if (event.event_id !== derived) return reason("wait_event_id_differs", { line });
  const { suspension } = event.projection;
  const same = suspension.suspension_id === id && suspension.suspension_epoch === event.suspension_epoch;
  return same ? null : reason("wait_identity_changed", { line });
}

/** A checkpoint, where one is named, is a safe ref whose file holds something. */
export function checkpointFault(folder: FolderView, { line, event }: WaitEntry): Reason | null {
  const ref = event.projection.suspension.checkpoint_ref;
  if (ref === undefined) return null;
  const stands = isSchemaRef(ref) && folder.holds(ref) === "content";
  return stands ? null : reason("wait_checkpoint_missing", { line, ref });
}

/** The legal pairs of a wake: resume event and reason, reason and resulting status. */
export function pairFault({ line, event }: WaitEntry): Reason | null {
  if (event.event !== "coordinator_resumed") return null;
  const { resume_event: cause, wake_reason: why } = event;
  if (cause === undefined || why === undefined || !reasonsOf[cause].includes(why)) {
    return reason("wake_pair_illegal", { line, cause: cause ?? "", why: why ?? "" });
  }
  const { status } = event.projection;
  return statusAfter[why] === status ? null : reason("wake_status_illegal", { line, why, status });
}

/** The three sets: a partition of what is required, and moved exactly as the event says (contract section 9). */
export function transitionFault({ line, event }: WaitEntry, before: Suspension | null): Reason | null {
  const now = event.projection.suspension;
  const broken = reason("wait_sets_broken", { line });
  if (!isPartition(now)) return broken;
  const { pending_work_item_ids: pending, completed_work_item_ids: completed, failed_work_item_ids: failed } = now;
  if (event.event === "coordinator_suspended") {
    const fresh = completed.length === 0 && failed.length === 0 && sameJson(pending, now.required_work_item_ids);
    return fresh && now.status === "waiting" ? entryFault({ line, event }, before) : broken;
  }
  if (before === null || before.status !== "waiting") return reason("wait_event_without_wait", { line });
  if (!isSameBarrier(before, now)) return reason("wait_identity_changed", { line });
  const expected =
    event.event === "work_item_completed" ? completing(before, event.work_item_id) : waking(before, event);
  const moved = expected !== null && sameJson([completed, pending, failed], expected);
  const status = event.event === "work_item_completed" ? "waiting" : "resumed";
  return moved && now.status === status ? null : broken;
}

/** A suspension begins after the last one ended, one epoch further, under the id that follows from its entry. */
function entryFault({ line, event }: WaitEntry, before: Suspension | null): Reason | null {
  const now = event.projection.suspension;
  if (before?.status === "waiting") return reason("wait_identity_changed", { line });
  const { suspension_epoch: epoch, state_revision_at_entry: revision, receipt_count_at_entry: receipts } = now;
  const derived = suspensionId(event.task_id, epoch, revision, receipts);
  const next = epoch === (before?.suspension_epoch ?? 0) + 1 && revision === event.state_revision_before;
  return next && now.suspension_id === derived ? null : reason("wait_event_id_differs", { line });
}

type Sets = [completed: string[], pending: string[], failed: string[]];

function isPartition(suspension: Suspension): boolean {
  const required = suspension.required_work_item_ids;
  const {
    pending_work_item_ids: pending,
    completed_work_item_ids: completed,
    failed_work_item_ids: failed,
  } = suspension;
  return (
    sameJson(
      suspension.required_work_items.map((item) => item.work_item_id),
      required,
    ) &&
    sameJson([...completed, ...pending].sort(), [...required].sort()) &&
    failed.every((id) => required.includes(id) && !completed.includes(id))
  );
}

function isSameBarrier(before: Suspension, now: Suspension): boolean {
  const keys = ["suspension_id", "suspension_epoch", "required_work_items", "required_work_item_ids"] as const;
  return keys.every((key) => sameJson(before[key], now[key]));
}

function completing(before: Suspension, id: string | undefined): Sets | null {
  if (id === undefined || !before.pending_work_item_ids.includes(id)) return null;
  const pending = before.pending_work_item_ids.filter((one) => one !== id);
  return [[...before.completed_work_item_ids, id], pending, before.failed_work_item_ids];
}

function waking(before: Suspension, event: StoredWaitEvent): Sets | null {
  const { completed_work_item_ids: completed, pending_work_item_ids: pending, failed_work_item_ids: failed } = before;
  switch (event.wake_reason) {
    case "dependency_ready":
      return pending.length === 1 ? completing(before, pending[0]) : null;
    case "dispatch_blocked":
    case "manual_blocked": {
      const added = event.projection.suspension.failed_work_item_ids.at(-1) ?? "";
      return pending.includes(added) ? [completed, pending, [...failed, added]] : null;
    }
    default:
      return [completed, pending, failed];
  }
}

/** The receipt that an event names: it stands there, says what the event says, and concerns the item that moved. */
export function receiptFault(
  { line, event }: WaitEntry,
  before: Suspension | null,
  ledger: ReceiptLedger,
  taskId: string,
): Reason | null {
  const named = namedReceipt(event);
  if (named === null) return null;
  const position = receiptPosition(named.ref);
  const entry = position === null ? undefined : ledger.entries[position - 1];
  const { suspension } = event.projection;
  if (entry === undefined) return reason("wait_receipt_missing", { line, ref: named.ref });
  const differs = reason("wait_receipt_differs", { line, ref: named.ref });
  if (event.qualifying_receipt_id !== qualifyingId(entry)) return differs;
  if (!named.events.includes(String(entry.receipt.event))) return differs;
  const item = barrierItem(entry.receipt, taskId, suspension)?.work_item_id;
  if (item === undefined) return differs;
  const moved =
    event.event === "work_item_completed"
      ? event.work_item_id
      : event.wake_reason === "dependency_ready"
        ? before?.pending_work_item_ids[0]
        : suspension.failed_work_item_ids.at(-1);
  return moved === item ? null : differs;
}

function namedReceipt(event: StoredWaitEvent): { ref: string; events: readonly string[] } | null {
  if (event.event === "work_item_completed") return { ref: event.receipt_ref ?? "", events: completionEvents };
  if (event.event !== "coordinator_resumed" || event.resume_event !== "receipt") return null;
  const events = event.wake_reason === "dependency_ready" ? completionEvents : [event.wake_reason ?? ""];
  return { ref: event.resume_ref ?? "", events };
}
