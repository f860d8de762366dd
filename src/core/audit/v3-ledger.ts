// A v3 ledger, read strictly: canonical lines, closed receipts, and a chain that nobody can cut or reorder.
import * as z from "zod";
import { workRoles } from "../policy/schema.ts";
import { type Json, ledgerDigest, sha256 } from "../records/digest.ts";
import { receiptEvents, terminalEvents } from "../records/dispatch-receipt.ts";
import type { JsonObject } from "../records/format.ts";
import { digestText, schemaRef, word } from "../records/vocabulary.ts";
import { auditSays as says } from "../say/audit-text.ts";
import type { AuditedTask } from "./audited-task.ts";
import { isUnique, sameJson, textOf } from "./loose-json.ts";

const counted = z.int().min(1);
const manualEvents = receiptEvents.filter((event) => event.startsWith("manual_"));

const receiptSchema = z
  .strictObject({
    schema_version: z.literal("valp-dispatch-receipt.v3"),
    // The published schema says 0.3.0, the reference's writer 0.3.0-draft; both are in use.
    protocol_version: z.enum(["0.3.0", "0.3.0-draft"]),
    receipt_id: word,
    installation_id: word,
    leader_epoch: z.int().min(0),
    task_id: word,
    agent: word,
    role: z.enum(workRoles),
    work_item_id: word,
    attempt_id: word,
    dispatch_id: word,
    dispatch_generation: counted,
    retry_generation: counted.optional(),
    mode: z.enum(["full", "remote", "manual"]),
    event_sequence: counted,
    ledger_revision: counted,
    event: z.enum(receiptEvents),
    ts: word,
    dispatch_ref: schemaRef,
    payload_digest: digestText,
    expected_refs: z.array(schemaRef).refine(isUnique),
    suspension_epoch: counted.optional(),
    proof_bindings: z
      .array(
        z.strictObject({
          proof_kind: z.enum(["process_bound", "content_bound", "manual_attested", "transport_only"]),
          proof_ref: schemaRef,
          proof_digest: digestText,
          subject_digest: digestText,
        }),
      )
      .min(1),
    approval_binding: z.union([
      z.strictObject({ status: z.literal("not_required"), policy_digest: digestText }),
      z.strictObject({
        status: z.literal("granted"),
        policy_digest: digestText,
        approval_id: word,
        approval_ref: schemaRef,
        approval_digest: digestText,
        action_digest: digestText,
      }),
    ]),
    migration_binding: z
      .strictObject({
        migration_id: word,
        source_schema_version: z.enum(["legacy", "valp-dispatch-receipt.v2"]),
        source_receipt_digest: digestText,
        reconciliation_evidence_digest: digestText,
      })
      .optional(),
    prior_receipt_digest: digestText,
    receipt_digest: digestText,
  })
  .refine(({ event, suspension_epoch }) => terminalEvents.includes(event) === (suspension_epoch !== undefined))
  .refine(({ mode, event }) => (mode === "manual") === manualEvents.includes(event))
  .refine(hasItsProofs);

type V3Receipt = z.output<typeof receiptSchema>;

/** Which proofs an event needs (contract section 7.4); process and content must be proven by different things. */
function hasItsProofs(receipt: {
  mode: string;
  event: string;
  proof_bindings: readonly { proof_kind: string; proof_ref: string; proof_digest: string }[];
}): boolean {
  const of = (kind: string) => receipt.proof_bindings.filter((binding) => binding.proof_kind === kind);
  if (receipt.mode === "manual") return of("manual_attested").length > 0;
  if (receipt.event !== "dispatch_submitted" && receipt.event !== "dispatch_completed") return true;
  const [process, content] = [of("process_bound")[0], of("content_bound")[0]];
  return (
    process !== undefined &&
    content !== undefined &&
    of("transport_only").length === 0 &&
    process.proof_ref !== content.proof_ref &&
    process.proof_digest !== content.proof_digest
  );
}

const emptyPrefix = ledgerDigest({ receipts: [], schema_version: "valp-receipt-ledger-prefix.v1" });
const submissionFields = [
  "installation_id",
  "leader_epoch",
  "agent",
  "role",
  "work_item_id",
  "attempt_id",
  "dispatch_id",
  "dispatch_generation",
  "retry_generation",
  "mode",
  "dispatch_ref",
  "payload_digest",
  "expected_refs",
] as const;

const ledgerIdentity = ["installation_id", "leader_epoch"] as const;
const logicalKey = [
  "work_item_id",
  "attempt_id",
  "dispatch_id",
  "dispatch_generation",
  "retry_generation",
  "event",
] as const;

/** Reads a v3 ledger; the first thing that is wrong ends it, because nothing after it can be trusted. */
export function readV3Ledger(task: AuditedTask, ref: string): { receipts: JsonObject[]; errors: string[] } {
  const text = task.text(ref);
  if (text === "") return { receipts: [], errors: task.exists(ref) ? [] : [says.missing([ref])] };
  const lines = text.split("\n");
  if (lines.pop() !== "") return { receipts: [], errors: [says.badLine(ref, lines.length + 1)] };
  const receipts: V3Receipt[] = [];
  for (const [index, line] of lines.entries()) {
    const receipt = readReceipt(line);
    if (receipt === null) return { receipts: [], errors: [says.badLine(ref, index + 1)] };
    const error = linkError(task, receipts, receipt);
    if (error !== null) return { receipts: [], errors: [says.brokenChain(ref, index + 1, error)] };
    receipts.push(receipt);
  }
  return { receipts, errors: [] };
}

/** One line as a receipt; null where it is not exactly what the canonical form writes. */
function readReceipt(line: string): V3Receipt | null {
  try {
    const value: Json = JSON.parse(line);
    const parsed = receiptSchema.safeParse(value);
    return parsed.success && ledgerDigest(value) === sha256(`${line}\n`) ? parsed.data : null;
  } catch {
    // Not JSON, or nested beyond reason: either way no receipt.
    return null;
  }
}

/** The field that breaks the chain at this receipt, or null. */
function linkError(task: AuditedTask, before: readonly V3Receipt[], receipt: V3Receipt): string | null {
  const number = before.length + 1;
  if (receipt.event_sequence !== number) return "event_sequence";
  if (receipt.ledger_revision !== number) return "ledger_revision";
  if (receipt.prior_receipt_digest !== (before.at(-1)?.receipt_digest ?? emptyPrefix)) return "prior_receipt_digest";
  if (receipt.task_id !== task.taskId) return "task_id";
  const { receipt_digest: digest, ...rest } = receipt;
  if (digest !== ledgerDigest(withSortedProofs(rest))) return "receipt_digest";
  if (!receipt.proof_bindings.every((binding) => binding.subject_digest === subjectDigest(receipt)))
    return "subject_digest";
  if (before.some((other) => other.receipt_id === receipt.receipt_id)) return "receipt_id";
  if (before.some((other) => logicalKey.every((field) => other[field] === receipt[field]))) return "dispatch_id";
  if (before.some((other) => ledgerIdentity.some((field) => other[field] !== receipt[field]))) return "installation_id";
  const migration = receipt.migration_binding?.migration_id;
  if (migration !== undefined && before.some((other) => other.migration_binding?.migration_id === migration)) {
    return "migration_binding";
  }
  if (receipt.event === "dispatch_completed" && !before.some((other) => isItsSubmission(other, receipt)))
    return "event";
  const { approval_binding: approval } = receipt;
  return approval.status === "granted" && approval.action_digest !== subjectDigest(receipt) ? "approval_binding" : null;
}

function withSortedProofs(receipt: Omit<V3Receipt, "receipt_digest">): Json {
  const proofs = receipt.proof_bindings.map((proof) => JSON.stringify(sortedKeys(proof))).sort();
  return JSON.parse(JSON.stringify({ ...receipt, proof_bindings: proofs.map((proof) => JSON.parse(proof)) }));
}

function sortedKeys(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The digest of what a proof must be about (contract section 7.4). */
function subjectDigest(receipt: V3Receipt): string {
  const subject = {
    protocol_version: receipt.protocol_version,
    receipt_id: receipt.receipt_id,
    installation_id: receipt.installation_id,
    leader_epoch: receipt.leader_epoch,
    task_id: receipt.task_id,
    agent: receipt.agent,
    role: receipt.role,
    work_item_id: receipt.work_item_id,
    attempt_id: receipt.attempt_id,
    dispatch_id: receipt.dispatch_id,
    dispatch_generation: receipt.dispatch_generation,
    retry_generation: receipt.retry_generation ?? null,
    mode: receipt.mode,
    event_sequence: receipt.event_sequence,
    expected_revision: receipt.ledger_revision - 1,
    prior_receipt_digest: receipt.prior_receipt_digest,
    event: receipt.event,
    suspension_epoch: receipt.suspension_epoch ?? null,
    payload_digest: receipt.payload_digest,
    expected_refs: receipt.expected_refs,
  };
  return ledgerDigest(subject);
}

function isItsSubmission(other: V3Receipt, completion: V3Receipt): boolean {
  return (
    textOf(other.event) === "dispatch_submitted" &&
    submissionFields.every((field) => sameJson(other[field], completion[field]))
  );
}
