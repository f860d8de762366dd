// The receipts of a task as the audit reads them: the compatibility ledger, or the one adopted v3 ledger, never both.
import { receiptsRef, receiptVersion3 } from "../records/dispatch-receipt.ts";
import type { JsonObject } from "../records/format.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { ledgerFaults, type ReceiptLedger } from "../wait/receipt-ledger.ts";
import type { AuditedTask } from "./audited-task.ts";
import { isSet, refsOf, sameJson, textOf, textsOf } from "./loose-json.ts";
import { effectiveReceipts } from "./manual-decisions.ts";
import { readV3Ledger } from "./v3-ledger.ts";

const adapters = ["herdr", "queue", "manual", "langgraph"];

/** The ledger that counts. */
export interface TaskReceipts {
  /** Where it is. */
  ref: string;
  /** The receipts that count, in order. */
  receipts: readonly JsonObject[];
  /** All receipts, also those that people took back. */
  raw: readonly JsonObject[];
  /** Why it cannot be trusted at all: broken lines, a broken chain, two ledgers. */
  errors: readonly string[];
}

const known = new WeakMap<AuditedTask, TaskReceipts>();

/** The receipts of a task, read once. */
export function receiptsOfTask(task: AuditedTask): TaskReceipts {
  const before = known.get(task);
  if (before !== undefined) return before;
  const receipts = readReceipts(task);
  known.set(task, receipts);
  return receipts;
}

function readReceipts(task: AuditedTask): TaskReceipts {
  const marked = adapters.filter((adapter) => task.entry(`runtime/${adapter}/adoption.json`) !== undefined);
  const [adapter] = marked;
  if (adapter === undefined) {
    const { records, broken } = task.lines(receiptsRef);
    const errors = broken.map((line) => says.badLine(receiptsRef, line));
    return { ref: receiptsRef, receipts: records, raw: records, errors };
  }
  const ref = `runtime/${adapter}/receipts.v3.jsonl`;
  const nothing = { ref, receipts: [], raw: [] };
  if (marked.length > 1) return { ...nothing, errors: [says.twoLedgers(marked)] };
  const errors = adoptionErrors(task, adapter, ref);
  if (errors.length > 0) return { ...nothing, errors };
  const ledger = readV3Ledger(task, ref);
  if (ledger.errors.length > 0) return { ...nothing, errors: ledger.errors };
  const raw = ledger.receipts;
  if (adapter !== "manual") return { ref, receipts: raw, raw, errors: [] };
  const effective = effectiveReceipts(task, raw);
  return { ref, receipts: effective.receipts, raw, errors: effective.errors };
}

/** The marker of the cut-over (contract section 11.1); after it the compatibility ledger stays empty. */
function adoptionErrors(task: AuditedTask, adapter: string, ref: string): string[] {
  const at = `runtime/${adapter}/adoption.json`;
  const common = {
    task_id: task.taskId,
    ledger_ref: ref,
    compatibility_ledger_ref: receiptsRef,
    write_schema: receiptVersion3,
  };
  const expected =
    adapter === "langgraph"
      ? { schema_version: "valp-langgraph-receipt-adoption.v1", ...common }
      : { schema_version: "valp-runtime-receipt-adoption.v1", adapter_id: adapter, abi_version: "1.0", ...common };
  return [
    ...(sameJson(task.json(at), expected) ? [] : [says.invalid(at)]),
    ...(task.text(receiptsRef).trim() === "" ? [] : [says.mixedLedgers(receiptsRef, ref)]),
  ];
}

/** Receipts as the wait's checks read them. An event that is no text is none. */
export function asLedger(receipts: readonly JsonObject[]): ReceiptLedger {
  return {
    entries: receipts.map((receipt, index) => ({
      position: index + 1,
      line: index + 1,
      receipt: typeof receipt.event === "string" ? receipt : { ...receipt, event: "" },
    })),
    bad: [],
  };
}

/** What keeps a ledger from being replayed the same way by everybody (contract section 7.3). */
export function determinismErrors(receipts: readonly JsonObject[], taskId: string): string[] {
  return ledgerFaults(asLedger(receipts), taskId).map((fault) => fault.text);
}

/** Whether a receipt by a person is about this work item: agent, role and files. */
export function isAboutManualItem(receipt: JsonObject, item: JsonObject): boolean {
  return receipt.agent === item.agent && receipt.role === item.role && covers(receipt, item.expected_refs);
}

const identity = ["agent", "role", "work_item_id", "dispatch_id", "dispatch_generation"] as const;

/** Whether a receipt of the given versions is about this work item, and about all files expected of it. */
export function isAboutItem(receipt: JsonObject, item: JsonObject, taskId: string): boolean {
  return (
    /^valp-dispatch-receipt\.v[23]$/.test(textOf(receipt.schema_version)) &&
    receipt.task_id === taskId &&
    identity.every((field) => receipt[field] === item[field]) &&
    covers(receipt, item.expected_refs)
  );
}

/** Whether a receipt's files include all of `refs`. */
export function covers(receipt: JsonObject, refs: unknown): boolean {
  const present = new Set(textsOf(receipt.expected_refs));
  return refsOf(refs).every((ref) => present.has(ref));
}

/** The last receipt of every agent; a correction of a submission's session is no step of the work. */
export function latestByAgent(receipts: readonly JsonObject[]): Map<string, JsonObject> {
  const counted = receipts.filter((receipt) => receipt.event !== "dispatch_superseded" && isSet(receipt.agent));
  return new Map(counted.map((receipt) => [textOf(receipt.agent), receipt]));
}
