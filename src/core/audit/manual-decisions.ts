// Which receipts of an adopted manual ledger still count: not those that people revoked, and of a conflict the chosen one.
import { type Json, ledgerDigest } from "../records/digest.ts";
import type { JsonObject } from "../records/format.ts";
import { auditSays as says } from "../say/audit-text.ts";
import type { AuditedTask } from "./audited-task.ts";
import { isSet, objectsOf, sameJson, textOf, textsOf } from "./loose-json.ts";

const decisionsRef = "runtime/manual/attestation-decisions.jsonl";
const manualEvents = [
  "manual_dispatch_written",
  "manual_delivery_attested",
  "manual_result_attested",
  "manual_blocked",
];

/** The receipts that count, or why that cannot be told. */
export interface EffectiveReceipts {
  receipts: readonly JsonObject[];
  errors: string[];
}

/** Reads the decisions (contract section 11.3) and applies them to all receipts of the ledger. */
export function effectiveReceipts(task: AuditedTask, receipts: readonly JsonObject[]): EffectiveReceipts {
  const decisions = readDecisions(task);
  if (decisions === null) return refused(says.brokenDecisions);
  const manual = receipts.filter((receipt) => manualEvents.includes(textOf(receipt.event)));
  const revoked = new Set(decisions.filter((line) => line.action === "revoke").map((line) => line.target_receipt_id));
  const dropped = new Set<unknown>(revoked);
  for (const [subject, group] of bySubject(manual)) {
    const ids = group.map((receipt) => textOf(receipt.receipt_id));
    const active = group.filter((receipt) => !revoked.has(receipt.receipt_id));
    const chosen = decisions.findLast((line) => line.action === "adjudicate" && line.subject_key_digest === subject);
    if (chosen === undefined) {
      const sources = active.map((receipt) => attestation(task, receipt));
      if (sources.includes(null)) return refused(says.attestationUnbound);
      if (new Set(sources).size > 1) return refused(says.attestationConflict);
      continue;
    }
    const complete = sameJson([...textsOf(chosen.conflicting_receipt_ids)].sort(), [...ids].sort());
    const target = active.find((receipt) => receipt.receipt_id === chosen.target_receipt_id);
    if (!complete || target === undefined) return refused(says.attestationConflict);
    for (const id of ids) if (id !== target.receipt_id) dropped.add(id);
  }
  return { receipts: receipts.filter((receipt) => !dropped.has(receipt.receipt_id)), errors: [] };
}

function refused(error: string): EffectiveReceipts {
  return { receipts: [], errors: [error] };
}

/** What a person attested, as a digest; null where the proof, its authority or its binding is not what it was. */
function attestation(task: AuditedTask, receipt: JsonObject): string | null {
  const [binding, ...more] = objectsOf(receipt.proof_bindings);
  if (binding === undefined || more.length > 0 || binding.proof_kind !== "manual_attested") return null;
  const proof = task.json(textOf(binding.proof_ref));
  if (!isSet(proof) || !isAuthorised(task, proof)) return null;
  return textOf(proof.source_proof_digest);
}

/** Whether the authority that a proof or decision names exists, allows the action and is still what was bound. */
function isAuthorised(task: AuditedTask, line: JsonObject): boolean {
  const ref = textOf(line.authority_ref);
  const authority = task.json(ref);
  return (
    authority.schema_version === "valp-manual-authority.v1" &&
    authority.task_id === task.taskId &&
    authority.authority === line.authority &&
    textsOf(authority.allowed_actions).includes(textOf(line.action)) &&
    task.isFilled(ref) &&
    [task.digest(ref), digestOf(authority)].includes(textOf(line.authority_digest))
  );
}

/** The decision ledger as a sound chain; null where a link is broken. */
function readDecisions(task: AuditedTask): JsonObject[] | null {
  const { records, broken } = task.lines(decisionsRef);
  if (broken.length > 0) return null;
  let prior = ledgerDigest({ schema_version: "valp-manual-attestation-decision-root.v1", task_id: task.taskId });
  for (const [index, line] of records.entries()) {
    const { decision_digest: digest, ...rest } = line;
    const sound =
      line.schema_version === "valp-manual-attestation-decision.v1" &&
      line.task_id === task.taskId &&
      line.decision_sequence === index + 1 &&
      line.prior_decision_digest === prior &&
      digest === digestOf(rest) &&
      isAuthorised(task, line);
    if (!sound) return null;
    prior = textOf(digest);
  }
  return records;
}

function bySubject(receipts: readonly JsonObject[]): Map<string, JsonObject[]> {
  const groups = new Map<string, JsonObject[]>();
  for (const receipt of receipts) {
    const { task_id, work_item_id, dispatch_id, dispatch_generation, event } = receipt;
    const subject = digestOf({ task_id, work_item_id, dispatch_id, dispatch_generation, action: event });
    groups.set(subject, [...(groups.get(subject) ?? []), receipt]);
  }
  return groups;
}

/** The ledger digest of a value that was read from JSON. */
export function digestOf(value: JsonObject): string {
  const json: Json = JSON.parse(JSON.stringify(value));
  return ledgerDigest(json);
}
