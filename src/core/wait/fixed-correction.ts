// When corrected work stands in for a prerequisite whose first evidence was superseded.
import { receiptVersion, terminalEvents } from "../records/dispatch-receipt.ts";
import type { JsonObject } from "../records/format.ts";
import type { Evidence } from "./evidence.ts";
import type { ReceiptEntry } from "./receipt-ledger.ts";
import type { ItemIdentity } from "./receipt-match.ts";

/** The prerequisite that a correction may replace. */
export interface Replaced {
  taskId: string;
  item: ItemIdentity;
  /** The refs that the dependent waits for. */
  refs: readonly string[];
  /** The event that counts as completion. */
  event: string;
}

/**
 * Whether correction-cycle.json replaces a prerequisite (contract section 6): the cycle is fixed; every prerequisite ref
 * is superseded; a fixed round with trigger evidence_superseded covers them and names the ledger; and the latest terminal
 * receipt of a later generation, under another dispatch id, is a completion whose valid refs are final evidence of that
 * round. `cycle` is the parsed file, empty where there is none.
 */
export function isReplaced(
  replaced: Replaced,
  entries: readonly ReceiptEntry[],
  evidence: Evidence,
  cycle: JsonObject,
): boolean {
  const rounds = bindingRounds(replaced, cycle);
  if (rounds.length === 0 || replaced.refs.length === 0) return false;
  if (!replaced.refs.every((ref) => evidence.status(ref) === "superseded")) return false;
  const final = texts(cycle.final_evidence_refs);
  const latest = new Map<number, JsonObject>();
  for (const { receipt } of entries) {
    const generation = laterGeneration(replaced, receipt);
    const refs = texts(receipt.expected_refs);
    if (generation === null || refs.length === 0 || !refs.every((ref) => final.includes(ref))) continue;
    const bound = rounds.some((round) => refs.every((ref) => texts(round.evidence_refs).includes(ref)));
    if (bound && refs.every((ref) => evidence.valid(ref))) latest.set(generation, receipt);
  }
  return [...latest.values()].some((receipt) => receipt.event === replaced.event);
}

function bindingRounds(replaced: Replaced, cycle: JsonObject): JsonObject[] {
  const fixed = cycle.status === "fixed" && cycle.final_outcome === "fixed";
  if (cycle.schema_version !== "valp-correction-cycle.v1" || cycle.task_id !== replaced.taskId || !fixed) return [];
  const rounds: unknown[] = Array.isArray(cycle.rounds) ? cycle.rounds : [];
  return rounds.filter(isObject).filter((round) => {
    const rejected = texts(round.rejected_refs);
    return (
      round.status === "fixed" &&
      round.trigger === "evidence_superseded" &&
      replaced.refs.every((ref) => rejected.includes(ref)) &&
      texts(round.receipt_refs).includes("dispatch-receipts.jsonl")
    );
  });
}

/** The generation of a terminal receipt that may replace the prerequisite's own; null for every other receipt. */
function laterGeneration({ taskId, item }: Replaced, receipt: JsonObject): number | null {
  const generation = receipt.dispatch_generation;
  const same =
    receipt.schema_version === receiptVersion &&
    receipt.task_id === taskId &&
    receipt.agent === item.agent &&
    receipt.role === item.role &&
    receipt.work_item_id === item.work_item_id;
  if (!same || !terminalEvents.includes(String(receipt.event))) return null;
  if (typeof generation !== "number" || !Number.isSafeInteger(generation)) return null;
  const { dispatch_id: dispatchId } = receipt;
  const another = typeof dispatchId === "string" && dispatchId !== "" && dispatchId !== item.dispatch_id;
  return another && generation > item.dispatch_generation ? generation : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
