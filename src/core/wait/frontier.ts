// Which work may be dispatched now: prerequisites judged from the receipts and the evidence they name (contract section 6).
import { completionEvents, deliveryEvents, terminalEvents } from "../records/dispatch-receipt.ts";
import type { JsonObject } from "../records/format.ts";
import type { SubmissionDependencies, WorkItem } from "../records/submission-dependencies.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { Evidence } from "./evidence.ts";
import { isReplaced } from "./fixed-correction.ts";
import { isDeterministic, type ReceiptEntry, type ReceiptLedger } from "./receipt-ledger.ts";
import { coversRefs, hasIdentity } from "./receipt-match.ts";
import { isProvenSubmission } from "./submission-proof.ts";

/** What the judgements rest on. `correction` is correction-cycle.json parsed, empty where there is none. */
export interface WorkFacts {
  dependencies: SubmissionDependencies;
  evidence: Evidence;
  correction: JsonObject;
  /** Whether people carry the work: their labels count, and identity is agent and role (contract section 6). */
  manual: boolean;
}

/** One edge of the dependency document. */
export type Dependency = SubmissionDependencies["dependencies"][number];

/** The work items of a task by where they stand. */
export interface Frontier {
  /** May be dispatched now. */
  ready: WorkItem[];
  /** Wait for something; each with what. */
  waiting: { item: WorkItem; unmet: Reason[] }[];
  /** Dispatched, with no end yet. */
  running: WorkItem[];
  completed: WorkItem[];
  blocked: WorkItem[];
}

/** Sorts the work items of a task by their latest delivery or end, and those that have neither by their prerequisites. */
export function frontier(facts: WorkFacts, ledger: ReceiptLedger): Frontier {
  const result: Frontier = { ready: [], waiting: [], running: [], completed: [], blocked: [] };
  for (const item of facts.dependencies.work_items) {
    const latest = latestStep(item, facts.dependencies.task_id, ledger);
    const unmet = latest === null ? unmetFor(item, facts, ledger) : [];
    if (latest !== null) result[stage(latest)].push(item);
    else if (unmet.length > 0) result.waiting.push({ item, unmet });
    else result.ready.push(item);
  }
  return result;
}

function stage(event: string): "running" | "completed" | "blocked" {
  if (deliveryEvents.includes(event)) return "running";
  return completionEvents.includes(event) ? "completed" : "blocked";
}

/** The latest delivery or end of a work item. A submission without proof is none. */
function latestStep(item: WorkItem, taskId: string, ledger: ReceiptLedger): string | null {
  const steps = ledger.entries.filter(({ receipt }) => {
    const event = String(receipt.event);
    if (!hasIdentity(receipt, item, taskId)) return false;
    if (event === "dispatch_submitted") return isProvenSubmission(receipt);
    return deliveryEvents.includes(event) || terminalEvents.includes(event);
  });
  const last = steps.at(-1);
  return last === undefined ? null : String(last.receipt.event);
}

/** What a work item still waits for; empty where it may be dispatched. */
export function unmetFor(item: WorkItem, facts: WorkFacts, ledger: ReceiptLedger): Reason[] {
  return facts.dependencies.dependencies
    .filter((edge) => edge.dependent_work_item_id === item.work_item_id)
    .flatMap((edge) => unmetEdge(edge, facts, ledger.entries));
}

/** What an edge still waits for, judged by a stretch of the ledger from its beginning. */
function unmetEdge(edge: Dependency, facts: WorkFacts, entries: readonly ReceiptEntry[]): Reason[] {
  const { task_id: taskId, work_items: items } = facts.dependencies;
  const item = items.find((one) => one.work_item_id === edge.prerequisite_work_item_id);
  if (item === undefined) return [reason("prerequisite_missing", { edge: edge.id })];
  const event = facts.manual ? "manual_result_attested" : "dispatch_completed";
  const refs = edge.prerequisite_refs;
  const ends = entries.filter(({ receipt }) => terminalEvents.includes(String(receipt.event)));
  const latest = ends
    .filter(({ receipt }) => speaksOf(receipt, item, taskId, facts.manual) && coversRefs(receipt, refs))
    .at(-1);
  const done = latest?.receipt.event === event;
  const missing = refs.filter((ref) => !facts.evidence.valid(ref));
  if (done && missing.length === 0) return [];
  if (!facts.manual && isReplaced({ taskId, item, refs, event }, entries, facts.evidence, facts.correction)) return [];
  if (!done) return [reason("prerequisite_missing", { edge: edge.id })];
  return missing.map((ref) => reason("prerequisite_evidence_missing", { edge: edge.id, ref }));
}

function speaksOf(receipt: JsonObject, item: WorkItem, taskId: string, manual: boolean): boolean {
  if (!manual) return hasIdentity(receipt, item, taskId);
  return receipt.agent === item.agent && receipt.role === item.role;
}

/**
 * Whether every submission came after what it depends on (contract section 14, item 22). Submissions of the dependent's
 * agent for the dependent's refs under another identity are faults too; legacy lines are passed over unless people
 * carry the work.
 */
export function orderFaults(facts: WorkFacts, ledger: ReceiptLedger): Reason[] {
  const submission = facts.manual ? "manual_delivery_attested" : "dispatch_submitted";
  return facts.dependencies.dependencies.flatMap((edge) =>
    ledger.entries.flatMap(({ receipt, line }, index) => {
      const versioned = facts.manual || isDeterministic(receipt);
      if (!versioned || receipt.event !== submission || receipt.agent !== edge.dependent_agent) return [];
      if (!coversRefs(receipt, edge.dependent_refs)) return [];
      const dependent = facts.dependencies.work_items.find((one) => one.work_item_id === edge.dependent_work_item_id);
      if (dependent === undefined || !speaksOf(receipt, dependent, facts.dependencies.task_id, facts.manual)) {
        return [reason("submission_misidentified", { edge: edge.id, line })];
      }
      const unmet = unmetEdge(edge, facts, ledger.entries.slice(0, index));
      return unmet.length > 0 ? [reason("submission_too_early", { edge: edge.id, line })] : [];
    }),
  );
}
