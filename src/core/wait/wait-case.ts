// Everything a decision about a wait rests on, read strictly from one task folder, with its projection put right first.
import { receiptsRef } from "../records/dispatch-receipt.ts";
import { jsonFile } from "../records/format.ts";
import { stateRef, type TaskState, taskStatuses } from "../records/state.ts";
import type { Suspension } from "../records/suspension.ts";
import { waitEventsRef } from "../records/wait-event.ts";
import { type Reason, reason } from "../say/reason.ts";
import { waitText } from "../say/wait-text.ts";
import { type EventLedger, lastSuspension, readEventLedger, replayFault } from "./event-ledger.ts";
import { type Evidence, readEvidence } from "./evidence.ts";
import { type FileChange, type FolderView, withChanges } from "./folder-view.ts";
import { damagedLines, ledgerFaults, type ReceiptLedger, readReceiptLedger } from "./receipt-ledger.ts";
import { sameJson } from "./spaced-json.ts";
import { timelineChange } from "./wait-step.ts";

/** A task that may wait: its state as read, and its folder at the same commit. */
export interface WaitFacts {
  state: TaskState;
  folder: FolderView;
  /** ISO 8601 with an offset. */
  now: string;
}

/** The facts, read. `state` already agrees with the event ledger; `repair` holds what must be written for that. */
export interface WaitCase extends WaitFacts {
  taskId: string;
  receipts: ReceiptLedger;
  events: EventLedger;
  evidence: Evidence;
  /** The last suspension of the ledger; null where nothing was ever suspended. */
  suspension: Suspension | null;
  repair: readonly FileChange[];
}

/** A case, or why nothing may be decided on this folder. */
export type CaseReading = { kind: "case"; wait: WaitCase } | { kind: "refused"; reasons: Reason[] };

/**
 * Reads receipts, events and evidence verdicts, replays the events, and recovers the projection. Damage anywhere refuses
 * every decision; nothing is skipped and nothing guessed.
 */
export function readWaitCase(facts: WaitFacts): CaseReading {
  const { state, folder } = facts;
  const taskId = state.task_id;
  const receipts = readReceiptLedger(folder.text(receiptsRef) ?? "");
  const unreadable = [receiptsRef, waitEventsRef].filter(
    (ref) => folder.text(ref) === null && folder.holds(ref) !== "nothing",
  );
  const damage = [
    ...unreadable.map((ref) => reason("wait_file_unreadable", { ref })),
    ...damagedLines(receipts),
    ...ledgerFaults(receipts, taskId),
  ];
  if (damage.length > 0) return { kind: "refused", reasons: damage };
  const events = readEventLedger(folder.text(waitEventsRef) ?? "");
  const fault = replayFault(events, { taskId, folder, receipts });
  const evidence = readEvidence(folder);
  if (fault !== null) return { kind: "refused", reasons: [fault] };
  if (evidence.kind === "damaged") return { kind: "refused", reasons: [evidence.reason] };
  const recovered = recoverProjection(facts, events);
  if (recovered.kind === "refused") return recovered;
  const { state: sound, changes } = recovered;
  const now = { folder: withChanges(folder, changes), now: facts.now };
  const rest = { ...now, taskId, receipts, events, evidence: evidence.evidence };
  return { kind: "case", wait: { ...rest, state: sound, suspension: lastSuspension(events), repair: changes } };
}

/** A state that agrees with the ledger, with the files to write where it did not. */
export type Recovery =
  | { kind: "sound"; state: TaskState; changes: FileChange[] }
  | { kind: "refused"; reasons: Reason[] };

/**
 * Recovers the projection from the events (contract section 9): a state older than the last event, or one that says
 * otherwise about the same suspension, becomes what the event says. A state ahead of the ledger is never believed.
 * The ledger must have been replayed.
 */
export function recoverProjection(facts: WaitFacts, events: EventLedger): Recovery {
  const { state } = facts;
  const last = events.entries.at(-1)?.event;
  if (last === undefined) {
    const claims = state.status === "suspended" || state.suspension !== undefined;
    return claims ? refused(reason("wait_state_ahead")) : { kind: "sound", state, changes: [] };
  }
  const { status, suspension, updated_at } = last.projection;
  const revision = last.state_revision_after;
  if (state.revision > revision) return refused(reason("wait_state_ahead"));
  const behind = state.revision < revision;
  const drifted = !sameJson(state.suspension, suspension);
  const misplaced = (suspension.status === "waiting") !== (state.status === "suspended");
  if (!behind && !drifted && !misplaced) return { kind: "sound", state, changes: [] };
  const projected = taskStatuses.find((one) => one === status);
  if (projected === undefined)
    return refused(reason("wait_event_damaged", { line: events.entries.length, field: "status" }));
  // A task that was woken has gone on since: only what it records about the wait is put right, not where it stands.
  const keeps = !behind && !misplaced;
  const sound: TaskState = {
    ...state,
    revision,
    suspension,
    status: keeps ? state.status : projected,
    updated_at: keeps ? state.updated_at : updated_at,
  };
  const note = { event_id: last.event_id, event_sequence: last.event_sequence };
  const timeline = timelineChange(facts, "wait_projection_recovered", waitText.recovered, note);
  return { kind: "sound", state: sound, changes: [{ ref: stateRef, text: jsonFile(sound) }, timeline] };
}

function refused(why: Reason): { kind: "refused"; reasons: Reason[] } {
  return { kind: "refused", reasons: [why] };
}
