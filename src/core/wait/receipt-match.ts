// Which receipts speak of which work item.
import { receiptVersion, terminalEvents } from "../records/dispatch-receipt.ts";
import type { JsonObject } from "../records/format.ts";
import type { Suspension, WaitedItem } from "../records/suspension.ts";
import { isDeterministic, type ReceiptEntry, type ReceiptLedger } from "./receipt-ledger.ts";

/** What identifies a piece of work. A role that is no role of ours identifies nothing. */
export type ItemIdentity = Omit<WaitedItem, "expected_refs">;

const identity = ["agent", "role", "work_item_id", "dispatch_id", "dispatch_generation"] as const;

/** Exact identity: task, agent, role, work item, dispatch and generation. Legacy lines have none. */
export function hasIdentity(receipt: JsonObject, item: ItemIdentity, taskId: string): boolean {
  return (
    isDeterministic(receipt) && receipt.task_id === taskId && identity.every((field) => receipt[field] === item[field])
  );
}

/** Whether the refs of a receipt include all of these. */
export function coversRefs(receipt: JsonObject, refs: readonly string[]): boolean {
  const listed = Array.isArray(receipt.expected_refs) ? receipt.expected_refs : [];
  return refs.every((ref) => listed.includes(ref));
}

/** The receipts of one work item in order: exact identity, refs included, supersessions left out (contract 14, item 21). */
export function receiptsOf(ledger: ReceiptLedger, item: WaitedItem, taskId: string): ReceiptEntry[] {
  return ledger.entries.filter(
    ({ receipt }) =>
      receipt.event !== "dispatch_superseded" &&
      hasIdentity(receipt, item, taskId) &&
      coversRefs(receipt, item.expected_refs),
  );
}

/**
 * Whether a receipt may move the barrier for this item (contract section 9). Strict: version 2, exact identity, refs
 * included; terminal ones of this very epoch and later than its beginning. A manual wait without a policy goes by agent.
 */
export function concernsBarrier(
  receipt: JsonObject,
  item: WaitedItem,
  taskId: string,
  suspension: Suspension,
): boolean {
  if (!coversRefs(receipt, item.expected_refs)) return false;
  if (!suspension.strict_identity) return receipt.agent === item.agent;
  if (receipt.schema_version !== receiptVersion || !hasIdentity(receipt, item, taskId)) return false;
  if (typeof receipt.receipt_id !== "string" || receipt.receipt_id === "") return false;
  if (typeof receipt.event_sequence !== "number") return false;
  if (!terminalEvents.includes(String(receipt.event))) return true;
  return (
    receipt.suspension_epoch === suspension.suspension_epoch &&
    receipt.event_sequence > suspension.receipt_event_sequence_at_entry
  );
}

/** The one item of the barrier that a receipt concerns; null where it is none or not clear which. */
export function barrierItem(receipt: JsonObject, taskId: string, suspension: Suspension): WaitedItem | null {
  const items = suspension.required_work_items.filter((item) => concernsBarrier(receipt, item, taskId, suspension));
  return items.length === 1 ? (items[0] ?? null) : null;
}

/** Which ledger line a ref such as `dispatch-receipts.jsonl#3` names, from 1; null for any other text. */
export function receiptPosition(ref: string): number | null {
  const digits = /^dispatch-receipts\.jsonl#([1-9][0-9]{0,8})$/.exec(ref)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The ref of a ledger line. */
export function receiptRef(position: number): string {
  return `dispatch-receipts.jsonl#${position}`;
}

/** The name by which a wait remembers a receipt: its id, or its place where it has none. */
export function qualifyingId(entry: ReceiptEntry): string {
  const id = entry.receipt.receipt_id;
  return typeof id === "string" && id !== "" ? id : receiptRef(entry.position);
}
