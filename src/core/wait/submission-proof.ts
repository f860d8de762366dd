// When a submission counts as proven, and when two submissions are the same one.
import { type DispatchReceipt, receiptVersion3 } from "../records/dispatch-receipt.ts";
import type { JsonObject } from "../records/format.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { ReceiptLedger } from "./receipt-ledger.ts";
import { sameJson } from "./spaced-json.ts";

/** Words that no proof of a real submission holds, in whatever field (contract section 7.3). */
const pretences = ["dry_run", "dry-run", "simulation", "simulated", "subagent", "sub-agent", "manual_attestation"];

/**
 * Concrete submission proof (contract section 7.3): dispatch_submitted whose proof names an id or a ref as a non-blank
 * string and nowhere speaks of a pretence. Of version 3: process and content bound, never transport only.
 */
export function isProvenSubmission(receipt: JsonObject): boolean {
  if (receipt.event !== "dispatch_submitted") return false;
  if (receipt.schema_version === receiptVersion3) return isBound(receipt.proof_bindings);
  const { proof } = receipt;
  if (typeof proof !== "object" || proof === null || Array.isArray(proof)) return false;
  const text = JSON.stringify(proof).toLowerCase();
  return !pretences.some((word) => text.includes(word)) && namesSomething(proof);
}

function isBound(bindings: unknown): boolean {
  const list: unknown[] = Array.isArray(bindings) ? bindings : [];
  const kinds = list.map((binding) =>
    typeof binding === "object" && binding !== null && "proof_kind" in binding ? binding.proof_kind : null,
  );
  return kinds.includes("process_bound") && kinds.includes("content_bound") && !kinds.includes("transport_only");
}

function namesSomething(proof: object): boolean {
  return Object.entries(proof).some(([key, value]) => {
    if (typeof value === "string") return /^(?:.*_)?(?:id|ref)$/is.test(key) && value.trim() !== "";
    const inner: unknown[] = Array.isArray(value) ? value : [value];
    return inner.some((one) => typeof one === "object" && one !== null && !Array.isArray(one) && namesSomething(one));
  });
}

const logicalKey = [
  "schema_version",
  "task_id",
  "agent",
  "role",
  "work_item_id",
  "dispatch_id",
  "dispatch_generation",
  "retry_generation",
  "event",
] as const;

/** `new`: append it. `reused`: it stands there already, append nothing. `conflict`: something else stands there. */
export type Resubmission =
  | { kind: "new" }
  | { kind: "reused"; receipt: JsonObject; position: number }
  | { kind: "conflict"; reason: Reason };

/**
 * The idempotency rule of submissions (contract section 7.3): the same logical submission again is the recorded one when
 * text, expected refs and proof are equal, and an error when they are not. A repeated submission has its own number and
 * is another logical submission.
 */
export function sameSubmission(ledger: ReceiptLedger, submission: DispatchReceipt): Resubmission {
  const recorded = ledger.entries.filter(
    ({ receipt }) => logicalKey.every((key) => receipt[key] === submission[key]) && isProvenSubmission(receipt),
  );
  const [first] = recorded;
  if (first === undefined) return { kind: "new" };
  const compared = ["dispatch_ref", "expected_refs", "proof"] as const;
  const differing = compared.filter((key) => recorded.some(({ receipt }) => !sameJson(receipt[key], submission[key])));
  const ids = new Set(recorded.map(({ receipt }) => receipt.receipt_id));
  if (differing.length === 0 && ids.size === 1)
    return { kind: "reused", receipt: first.receipt, position: first.position };
  const fields = differing.length > 0 ? differing : ["receipt_id"];
  return {
    kind: "conflict",
    reason: reason("submission_differs", { item: submission.work_item_id, line: first.line, fields }),
  };
}
