// wait-events.jsonl as a whole: read line by line, replayed from its beginning, and held against state.json.
import { readJsonObject } from "../records/format.ts";
import { checkRecord } from "../records/read-record.ts";
import { type Suspension, suspensionSchema } from "../records/suspension.ts";
import { storedWaitEventSchema } from "../records/wait-event.ts";
import { type Reason, reason } from "../say/reason.ts";
import {
  chainFault,
  checkpointFault,
  pairFault,
  receiptFault,
  transitionFault,
  type WaitEntry,
} from "./event-faults.ts";
import type { FolderView } from "./folder-view.ts";
import type { ReceiptLedger } from "./receipt-ledger.ts";
import { sameJson } from "./spaced-json.ts";
import { snapshotFault } from "./wait-policy.ts";
import { resultFault, sourceFault, wakeIdFault } from "./wake-faults.ts";

/** The readable events in order, and what is wrong with the lines that are none. */
export interface EventLedger {
  entries: readonly WaitEntry[];
  damage: readonly Reason[];
}

/** Reads the ledger's text; an absent file is the empty text. Never throws. */
export function readEventLedger(text: string): EventLedger {
  const entries: WaitEntry[] = [];
  const damage: Reason[] = [];
  for (const [index, content] of text.split("\n").entries()) {
    if (content.trim() === "") continue;
    const line = index + 1;
    const reading = readJsonObject(content);
    const checked = reading.kind === "value" ? checkRecord(storedWaitEventSchema, reading.value) : null;
    if (checked?.kind === "record") entries.push({ line, event: checked.record });
    else
      damage.push(
        reason("wait_event_damaged", {
          line,
          field: checked?.problem.what === "wrong_shape" ? checked.problem.path : "",
        }),
      );
  }
  return { entries, damage };
}

/** What a replay needs besides the events. */
export interface ReplayFacts {
  taskId: string;
  folder: FolderView;
  receipts: ReceiptLedger;
}

/**
 * The first thing that is wrong with a ledger, replayed event by event (contract section 9 and section 14, item 5):
 * chain, checkpoint, pairs, policy copy, sets, receipts, wake ids, outside source, result file. Null where all is sound.
 */
export function replayFault(ledger: EventLedger, facts: ReplayFacts): Reason | null {
  const { taskId, folder, receipts } = facts;
  const damaged = ledger.damage[0];
  if (damaged !== undefined) return damaged;
  let previous: WaitEntry | null = null;
  for (const entry of ledger.entries) {
    const before: Suspension | null = previous?.event.projection.suspension ?? null;
    const fault =
      chainFault(entry, previous, taskId) ??
      checkpointFault(folder, entry) ??
      pairFault(entry) ??
      snapshotFault(folder, entry.event.projection.suspension, taskId) ??
      transitionFault(entry, before) ??
      receiptFault(entry, before, receipts, taskId) ??
      wakeIdFault(entry) ??
      sourceFault(folder, entry) ??
      resultFault(folder, entry);
    if (fault !== null) return fault;
    previous = entry;
  }
  return null;
}

/** The last committed suspension; null where nothing was ever suspended. */
export function lastSuspension(ledger: EventLedger): Suspension | null {
  return ledger.entries.at(-1)?.event.projection.suspension ?? null;
}

/** The parts of a state that the ledger speaks of, as they stand in the file. */
export interface ProjectedState {
  status: unknown;
  revision?: unknown;
  suspension?: unknown;
}

/** Why state.json is not what the last event left behind; null where it is (contract section 14, item 5). */
export function projectionFault(ledger: EventLedger, state: ProjectedState): Reason | null {
  const last = ledger.entries.at(-1)?.event;
  if (last === undefined) return isWaiting(state) ? reason("wait_state_ahead") : null;
  if (state.revision !== last.state_revision_after) return reason("wait_projection_differs", { field: "revision" });
  if (!sameJson(state.suspension, last.projection.suspension)) {
    return reason("wait_projection_differs", { field: "suspension" });
  }
  const waiting = last.projection.suspension.status === "waiting";
  return waiting === (state.status === "suspended") ? null : reason("wait_projection_differs", { field: "status" });
}

/** Whether a state claims to wait, by its status or by its suspension. */
function isWaiting(state: ProjectedState): boolean {
  return state.status === "suspended" || suspensionSchema.safeParse(state.suspension).data?.status === "waiting";
}
