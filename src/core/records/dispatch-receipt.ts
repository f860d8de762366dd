// One line of dispatch-receipts.jsonl, version 2: what became of a dispatch, bound to its work item and its place.
import * as z from "zod";
import { workRoles } from "../policy/schema.ts";
import { type JsonObject, timestamp } from "./format.ts";
import type { WorkItem } from "./submission-dependencies.ts";
import { schemaRef, word } from "./vocabulary.ts";

/** File name inside the task folder. */
export const receiptsRef = "dispatch-receipts.jsonl";
/** The version the product writes; lines without a version are a legacy that is read and never written. */
export const receiptVersion = "valp-dispatch-receipt.v2";
/** Version 3 belongs to another ledger; it is only recognised. */
export const receiptVersion3 = "valp-dispatch-receipt.v3";

/** Everything a receipt can say (contract section 7.1). */
export const receiptEvents = [
  "dispatch_written",
  "dispatch_inserted",
  "dispatch_submitted",
  "dispatch_completed",
  "dispatch_blocked",
  "dispatch_superseded",
  "manual_dispatch_written",
  "manual_delivery_attested",
  "manual_result_attested",
  "manual_blocked",
] as const;
/** What ends a dispatch. */
export const terminalEvents = ["dispatch_completed", "dispatch_blocked", "manual_result_attested", "manual_blocked"];
/** What brings a dispatch to its worker. */
export const deliveryEvents = ["dispatch_submitted", "manual_delivery_attested"];
/** What ends a dispatch well. */
export const completionEvents = ["dispatch_completed", "manual_result_attested"];

/** One of {@link receiptEvents}. */
export type ReceiptEvent = (typeof receiptEvents)[number];

const count = z.int().min(1);
const something = z.record(z.string(), z.unknown());
const supersession = z.strictObject({
  kind: z.literal("invalid_session_binding"),
  superseded_submission_receipt_id: word,
  replacement_submission_receipt_id: word,
});

/** A version 2 receipt, closed (contract section 7.3): terminal events name their suspension epoch, deliveries a proof. */
export const dispatchReceiptSchema = z
  .strictObject({
    schema_version: z.literal(receiptVersion),
    receipt_id: word,
    task_id: word,
    event_sequence: count,
    ts: word,
    agent: word,
    role: z.enum(workRoles),
    work_item_id: word,
    dispatch_id: word,
    dispatch_generation: count,
    retry_generation: count.optional(),
    suspension_epoch: count.optional(),
    event: z.enum(receiptEvents),
    exit_code: z.int().optional(),
    summary: z.string().optional(),
    dispatch_ref: word,
    expected_refs: z.array(schemaRef).refine((refs) => new Set(refs).size === refs.length, "repeats a reference"),
    proof: something.refine((proof) => Object.keys(proof).length > 0, "is empty").optional(),
    runtime: something.optional(),
  })
  .superRefine((receipt, context) => {
    const miss = (path: string) => context.addIssue({ code: "custom", path: [path], message: "is missing or wrong" });
    if (terminalEvents.includes(receipt.event) && receipt.suspension_epoch === undefined) miss("suspension_epoch");
    if (receipt.event === "dispatch_submitted" && receipt.proof === undefined) miss("proof");
    if (receipt.event === "dispatch_superseded" && !supersession.safeParse(receipt.proof).success) miss("proof");
  });

/** A receipt as the product writes it. */
export type DispatchReceipt = z.output<typeof dispatchReceiptSchema>;

/** The identity of a receipt: same task, item, dispatch, generation, retry and event give the same id (contract 7.3). */
export function receiptId(taskId: string, item: WorkItem, event: ReceiptEvent, retryGeneration?: number): string {
  const retry = retryGeneration === undefined ? "" : `:retry:${retryGeneration}`;
  return `${taskId}:${item.work_item_id}:${item.dispatch_id}:${item.dispatch_generation}${retry}:${event}`;
}

/** What a receipt is made of. Proofs hold ids, digests and task-local refs as strings; names and addresses go in `runtime`. */
export interface ReceiptFacts {
  taskId: string;
  item: WorkItem;
  event: ReceiptEvent;
  /** The next free number of the ledger it is appended to. */
  sequence: number;
  /** Record time, ISO 8601 with an offset. */
  now: string;
  /** The number of the one repeated submission, 1 where there was one. */
  retryGeneration?: number;
  /** The suspension that a terminal receipt ends; required on terminal events. */
  suspensionEpoch?: number;
  exitCode?: number;
  summary?: string;
  proof?: JsonObject;
  runtime?: JsonObject;
  /** Only where another recipe than {@link receiptId} names the receipt. */
  receiptId?: string;
  /** The assignment text; `agents/<agent>/dispatch.md` where nothing is said. */
  dispatchRef?: string;
}

/** Builds a receipt. Throws when the facts break the schema: callers decide from facts they have checked. */
export function dispatchReceipt(facts: ReceiptFacts): DispatchReceipt {
  const { taskId, item } = facts;
  return dispatchReceiptSchema.parse({
    schema_version: receiptVersion,
    receipt_id: facts.receiptId ?? receiptId(taskId, item, facts.event, facts.retryGeneration),
    task_id: taskId,
    event_sequence: facts.sequence,
    ts: timestamp(facts.now),
    agent: item.agent,
    role: item.role,
    work_item_id: item.work_item_id,
    dispatch_id: item.dispatch_id,
    dispatch_generation: item.dispatch_generation,
    ...given("retry_generation", facts.retryGeneration),
    ...given("suspension_epoch", facts.suspensionEpoch),
    event: facts.event,
    ...given("exit_code", facts.exitCode),
    ...given("summary", facts.summary),
    dispatch_ref: facts.dispatchRef ?? `agents/${item.agent}/dispatch.md`,
    expected_refs: [...item.expected_refs],
    ...given("proof", facts.proof),
    ...given("runtime", facts.runtime),
  });
}

function given(key: string, value: unknown): JsonObject {
  return value === undefined ? {} : { [key]: value };
}
