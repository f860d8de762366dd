// Waking a suspended task: one cause in, the one accepted wake of its epoch, progress, or the reason why not.
import { terminalEvents } from "../records/dispatch-receipt.ts";
import { timestamp } from "../records/format.ts";
import type { TaskState } from "../records/state.ts";
import type { AcceptedWake, ExternalEvent, ExternalEventName, Suspension } from "../records/suspension.ts";
import type { WakeResult } from "../records/wake-result.ts";
import { type Reason, reason } from "../say/reason.ts";
import { waitText } from "../say/wait-text.ts";
import { acceptWake } from "./accept-wake.ts";
import { readExternalEvent } from "./external-event.ts";
import type { FileChange } from "./folder-view.ts";
import { recoverLate } from "./late-completion.ts";
import { barrierItem, qualifyingId, receiptPosition } from "./receipt-match.ts";
import { sameJson } from "./spaced-json.ts";
import { readWaitCase, type WaitCase, type WaitFacts } from "./wait-case.ts";
import { type WaitStep, waitStep } from "./wait-step.ts";

/** What may wake a task. Refs are task-local: a ledger line, or the file that proves an outside event. */
export type WakeCause =
  | { event: "receipt"; ref: string }
  | { event: "timeout" }
  | { event: ExternalEventName; ref: string };

/** The ref under which every timeout is accepted (contract section 9). */
export const deadlineRef = "state.json#execution_deadline";

/**
 * `woken`: this cause is the epoch's one wake. `progress`: one item completed, the task waits on. `already`: recorded
 * before, nothing new. `not_yet`: the deadline is still ahead. `conflict`: the epoch was woken by something else.
 * `recovered`: the deadline had won, and a later completion lets the task go on; the wake stays what it was.
 */
export type ResumeAnswer =
  | ({ kind: "woken"; wake: AcceptedWake; result: WakeResult } & WaitStep)
  | ({ kind: "progress" } & WaitStep)
  | {
      kind: "already";
      suspension: Suspension;
      wake: AcceptedWake | null;
      state: TaskState;
      changes: readonly FileChange[];
    }
  | { kind: "recovered"; state: TaskState; changes: readonly FileChange[] }
  | { kind: "not_yet"; reason: Reason; deadline: string }
  | { kind: "conflict"; reason: Reason }
  | { kind: "refused"; reasons: Reason[] };

/** Decides one cause (contract section 9). The same cause again gives the recorded result, in whatever order causes come. */
export function resume(facts: WaitFacts, cause: WakeCause): ResumeAnswer {
  const reading = readWaitCase(facts);
  if (reading.kind === "refused") return reading;
  return decide(reading.wait, cause);
}

/** The same on a case that was read already. */
export function decide(wait: WaitCase, cause: WakeCause): ResumeAnswer {
  const { suspension } = wait;
  if (suspension === null) return refused(reason("not_suspended"));
  if (cause.event === "receipt" || cause.event === "timeout") {
    if (suspension.status === "resumed") return settled(wait, suspension, cause, null);
    return cause.event === "receipt" ? byReceipt(wait, suspension, cause.ref) : byDeadline(wait, suspension);
  }
  const reading = readExternalEvent(wait.folder, wait.taskId, suspension, cause.event, cause.ref);
  if (reading.kind === "problem") return refused(reading.reason);
  if (suspension.status === "resumed") return settled(wait, suspension, cause, reading.external);
  return acceptWake(wait, suspension, {
    event: cause.event,
    ref: cause.ref,
    reason: cause.event,
    source: reading.external.source_digest,
    receiptId: null,
    external: reading.external,
  });
}

/** A cause that comes after the epoch's wake: the same one, a late completion, or a conflict. */
function settled(
  wait: WaitCase,
  suspension: Suspension,
  cause: WakeCause,
  external: ExternalEvent | null,
): ResumeAnswer {
  const wake = suspension.accepted_wake ?? null;
  if (cause.event === "receipt" && wake?.resume_event === "timeout") return recoverLate(wait, suspension, cause.ref);
  const ref = cause.event === "timeout" ? deadlineRef : cause.ref;
  const same =
    wake?.resume_event === cause.event &&
    wake.resume_ref === ref &&
    (external === null || sameJson(wake.external_event, external));
  if (same) return already(wait, suspension, wake);
  const used = cause.event === "receipt" && isUsed(wait, cause.ref);
  return used ? already(wait, suspension, null) : { kind: "conflict", reason: conflictOf(suspension) };
}

/** Why a cause comes too late for an epoch that was woken by another one. */
function conflictOf(suspension: Suspension): Reason {
  const by = suspension.accepted_wake?.resume_event ?? "";
  return reason("wake_conflict", { epoch: suspension.suspension_epoch, by });
}

function already(wait: WaitCase, suspension: Suspension, wake: AcceptedWake | null): ResumeAnswer {
  return { kind: "already", suspension, wake, state: wait.state, changes: wait.repair };
}

function byDeadline(wait: WaitCase, suspension: Suspension): ResumeAnswer {
  const deadline = Date.parse(suspension.deadline_at);
  if (Number.isNaN(deadline)) return refused(reason("deadline_unreadable", { deadline: suspension.deadline_at }));
  if (Date.parse(wait.now) < deadline) {
    const why = reason("deadline_not_reached", { deadline: suspension.deadline_at });
    return { kind: "not_yet", reason: why, deadline: suspension.deadline_at };
  }
  // The cursor freezes what had arrived by now: those completions lost this race for good.
  const frozen = { ...suspension, receipt_cursor: wait.receipts.entries.length };
  return acceptWake(wait, frozen, {
    event: "timeout",
    ref: deadlineRef,
    reason: "timeout",
    source: deadlineRef,
    receiptId: null,
    external: null,
  });
}

function isUsed(wait: WaitCase, ref: string): boolean {
  const entry = wait.receipts.entries[(receiptPosition(ref) ?? 0) - 1];
  return (
    entry !== undefined && wait.events.entries.some(({ event }) => event.qualifying_receipt_id === qualifyingId(entry))
  );
}

function byReceipt(wait: WaitCase, suspension: Suspension, ref: string): ResumeAnswer {
  const position = receiptPosition(ref);
  const entry = position === null ? undefined : wait.receipts.entries[position - 1];
  if (position === null || entry === undefined) return refused(reason("receipt_not_found", { ref }));
  if (position <= suspension.receipt_count_at_entry) return refused(reason("receipt_too_old", { ref }));
  const event = String(entry.receipt.event);
  if (!terminalEvents.includes(event)) return refused(reason("receipt_not_terminal", { ref }));
  const item = barrierItem(entry.receipt, wait.taskId, suspension);
  if (item === null) return refused(reason("receipt_unmatched", { ref, epoch: suspension.suspension_epoch }));
  const byHand = event.startsWith("manual_") && suspension.strict_identity;
  if (byHand && wait.state.runtime_adapter?.class !== "manual") return refused(reason("receipt_by_hand", { ref }));
  if (isUsed(wait, ref)) return already(wait, suspension, null);
  const id = item.work_item_id;
  const pending = suspension.pending_work_item_ids.filter((one) => one !== id);
  if (pending.length === suspension.pending_work_item_ids.length)
    return refused(reason("item_not_pending", { item: id }));
  const wake = { event: "receipt", ref, source: ref, receiptId: qualifyingId(entry), external: null } as const;
  if (event === "dispatch_blocked" || event === "manual_blocked") {
    const failed = { ...suspension, failed_work_item_ids: [...suspension.failed_work_item_ids, id] };
    return acceptWake(wait, failed, { ...wake, reason: event });
  }
  const judged = pending.length === 0 ? suspension.required_work_items : [item];
  const refs = judged.flatMap((one) => one.expected_refs).filter((one) => !wait.evidence.valid(one));
  if (refs.length > 0) return refused(reason("completion_evidence_missing", { refs }));
  const moved: Suspension = {
    ...suspension,
    completed_work_item_ids: [...suspension.completed_work_item_ids, id],
    pending_work_item_ids: pending,
    receipt_cursor: Math.max(suspension.receipt_cursor ?? suspension.receipt_cursor_at_entry, position),
  };
  if (pending.length === 0) return acceptWake(wait, moved, { ...wake, reason: "dependency_ready" });
  return progress(wait, moved, id, wake.receiptId, ref);
}

function progress(wait: WaitCase, suspension: Suspension, item: string, receiptId: string, ref: string): ResumeAnswer {
  const step = waitStep(wait, {
    name: "work_item_completed",
    status: "suspended",
    suspension,
    details: { work_item_id: item, qualifying_receipt_id: receiptId, receipt_ref: ref },
    summary: waitText.progress,
    before: [],
    at: timestamp(wait.now),
  });
  return { kind: "progress", ...step };
}

function refused(why: Reason): ResumeAnswer {
  return { kind: "refused", reasons: [why] };
}
