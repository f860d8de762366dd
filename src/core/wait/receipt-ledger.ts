// dispatch-receipts.jsonl as read: every line in its place, the bad ones named, and whether the rest is deterministic.
import { receiptVersion, receiptVersion3, terminalEvents } from "../records/dispatch-receipt.ts";
import { type JsonObject, readJsonObject, type TextProblem } from "../records/format.ts";
import { type Reason, reason } from "../say/reason.ts";
import { sameJson } from "./spaced-json.ts";

/** One readable line. Fields of older or foreign lines are whatever they are; nothing is assumed about them. */
export interface ReceiptEntry {
  /** Its number in refs such as `dispatch-receipts.jsonl#3`: from 1, counting readable lines. */
  position: number;
  /** Its line in the file, from 1. */
  line: number;
  receipt: JsonObject;
}

/** The ledger: readable lines in order, and the lines that are no JSON object. */
export interface ReceiptLedger {
  entries: readonly ReceiptEntry[];
  bad: readonly TextProblem[];
}

/** Reads the ledger's text; an absent file is the empty text. Blank lines count for nothing. Never throws. */
export function readReceiptLedger(text: string): ReceiptLedger {
  const entries: ReceiptEntry[] = [];
  const bad: TextProblem[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const reading = readJsonObject(line);
    if (reading.kind === "problem") bad.push({ line: index + 1, what: reading.problem.what });
    else entries.push({ position: entries.length + 1, line: index + 1, receipt: reading.value });
  }
  return { entries, bad };
}

/** The next free sequence number of a version 2 ledger: the highest one and one more (contract section 7.3). */
export function nextSequence(ledger: ReceiptLedger): number {
  return highestSequence(ledger.entries.filter(({ receipt }) => receipt.schema_version === receiptVersion)) + 1;
}

/** The highest sequence number among some entries, 0 where none has one. */
export function highestSequence(entries: readonly ReceiptEntry[]): number {
  return entries.reduce((highest, { receipt }) => {
    const sequence = receipt.event_sequence;
    return isCount(sequence) ? Math.max(highest, sequence) : highest;
  }, 0);
}

/** Whether a receipt belongs to a deterministic ledger; legacy lines do not and are skipped by its checks. */
export function isDeterministic(receipt: JsonObject): boolean {
  return receipt.schema_version === receiptVersion || receipt.schema_version === receiptVersion3;
}

/** Lines that are no receipts at all. */
export function damagedLines(ledger: ReceiptLedger): Reason[] {
  return ledger.bad.map(({ line }) => reason("receipt_line_damaged", { line }));
}

/**
 * What makes a ledger non-deterministic (contract section 7.3): mixed versions, ids that are missing or mean two things,
 * other tasks, sequences that do not rise, numbers that are none, terminal receipts without an epoch. An identical
 * repetition of a line is no fault. Lines that cannot be read are {@link damagedLines}.
 */
export function ledgerFaults(ledger: ReceiptLedger, taskId: string): Reason[] {
  const faults: Reason[] = [];
  const seen = new Map<string, JsonObject>();
  let highest = 0;
  const deterministic = ledger.entries.filter(({ receipt }) => isDeterministic(receipt));
  if (new Set(deterministic.map(({ receipt }) => receipt.schema_version)).size > 1) {
    faults.push(reason("receipt_versions_mixed"));
  }
  for (const { line, receipt } of deterministic) {
    const id = receipt.receipt_id;
    if (typeof id !== "string" || id === "") {
      faults.push(reason("receipt_id_missing", { line }));
    } else {
      const earlier = seen.get(id);
      if (earlier !== undefined) {
        if (!sameJson(earlier, receipt)) faults.push(reason("receipt_id_reused", { line, id }));
        continue;
      }
      seen.set(id, receipt);
    }
    faults.push(...lineFaults(line, receipt, taskId, highest));
    if (isCount(receipt.event_sequence)) highest = Math.max(highest, receipt.event_sequence);
  }
  return faults;
}

function lineFaults(line: number, receipt: JsonObject, taskId: string, highest: number): Reason[] {
  const faults: Reason[] = [];
  const sequence = receipt.event_sequence;
  if (receipt.task_id !== taskId) faults.push(reason("receipt_of_other_task", { line }));
  if (!isCount(sequence)) faults.push(reason("receipt_number_invalid", { line, field: "event_sequence" }));
  else if (sequence <= highest) faults.push(reason("receipt_sequence_not_rising", { line, sequence, highest }));
  if (receipt.schema_version === receiptVersion3 && receipt.ledger_revision !== sequence) {
    faults.push(reason("receipt_number_invalid", { line, field: "ledger_revision" }));
  }
  if (!isCount(receipt.dispatch_generation)) {
    faults.push(reason("receipt_number_invalid", { line, field: "dispatch_generation" }));
  }
  for (const field of ["retry_generation", "suspension_epoch"]) {
    const value = receipt[field] ?? null;
    if (value !== null && !isCount(value)) faults.push(reason("receipt_number_invalid", { line, field }));
  }
  if (terminalEvents.includes(String(receipt.event)) && (receipt.suspension_epoch ?? null) === null) {
    faults.push(reason("receipt_epoch_missing", { line }));
  }
  return faults;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}
