// One look at a wait: whatever the ledger already holds is taken in its order, then the deadline, and otherwise nothing.
import { terminalEvents } from "../records/dispatch-receipt.ts";
import type { Suspension } from "../records/suspension.ts";
import type { Reason } from "../say/reason.ts";
import type { FileChange } from "./folder-view.ts";
import { barrierItem, receiptRef } from "./receipt-match.ts";
import { decide, type ResumeAnswer } from "./resume.ts";
import { readWaitCase, type WaitFacts } from "./wait-case.ts";

/**
 * `waiting`: nothing to take yet, with the deadline and why receipts that are there do not count. `idle`: the task does
 * not wait. All others as {@link ResumeAnswer}.
 */
export type AdvanceAnswer =
  | Extract<ResumeAnswer, { kind: "woken" | "progress" | "refused" }>
  | { kind: "waiting"; suspension: Suspension; reasons: Reason[]; changes: readonly FileChange[] }
  | { kind: "idle"; suspension: Suspension | null; changes: readonly FileChange[] };

/**
 * Takes the first receipt after entry that moves the wait, else the deadline when it has passed (contract section 9). A
 * receipt that does not qualify never hides a later one that does. Call again after writing, until nothing moves.
 */
export function advance(facts: WaitFacts): AdvanceAnswer {
  const reading = readWaitCase(facts);
  if (reading.kind === "refused") return reading;
  const { wait } = reading;
  const { suspension } = wait;
  if (suspension?.status !== "waiting") return { kind: "idle", suspension, changes: wait.repair };
  const reasons: Reason[] = [];
  for (const { position, receipt } of wait.receipts.entries.slice(suspension.receipt_count_at_entry)) {
    if (!terminalEvents.includes(String(receipt.event)) || barrierItem(receipt, wait.taskId, suspension) === null)
      continue;
    const answer = decide(wait, { event: "receipt", ref: receiptRef(position) });
    if (answer.kind === "woken" || answer.kind === "progress") return answer;
    if (answer.kind === "refused") reasons.push(...answer.reasons);
  }
  const answer = decide(wait, { event: "timeout" });
  if (answer.kind === "woken" || answer.kind === "refused") return answer;
  return { kind: "waiting", suspension, reasons, changes: wait.repair };
}
