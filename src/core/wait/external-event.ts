// The proof behind a wake from outside the receipts: read, bound to its suspension, and held to its exact bytes.
import { sha256 } from "../records/digest.ts";
import { exceptionWakeSchema } from "../records/exception-wake.ts";
import { readRecord } from "../records/read-record.ts";
import { isSchemaRef } from "../records/refs.ts";
import type { ExternalEvent, ExternalEventName, Suspension } from "../records/suspension.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { FolderView } from "./folder-view.ts";
import { readSnapshot } from "./wait-policy.ts";

/** The event as copied into the ledger, or why the file proves nothing. */
export type ExternalReading = { kind: "external"; external: ExternalEvent } | { kind: "problem"; reason: Reason };

/**
 * Reads an exception wake (contract section 9): a safe, non-empty JSON file of exactly its fields, bound to this
 * suspension and event, by a principal who may, supported by existing files other than itself, and allowed by the policy.
 */
export function readExternalEvent(
  folder: FolderView,
  taskId: string,
  suspension: Suspension,
  event: ExternalEventName,
  ref: string,
): ExternalReading {
  const text = isSchemaRef(ref) ? folder.text(ref) : null;
  if (text === null || text === "") return problem(reason("wake_source_missing", { ref }));
  const reading = readRecord(exceptionWakeSchema, null, text);
  if (reading.kind === "problem") return problem(reason("wake_source_broken", { ref, problem: reading.problem }));
  const wake = reading.record;
  const bound =
    wake.task_id === taskId &&
    wake.suspension_id === suspension.suspension_id &&
    wake.suspension_epoch === suspension.suspension_epoch &&
    wake.event === event;
  if (!bound) return problem(reason("wake_source_of_other_wait", { ref, epoch: suspension.suspension_epoch, event }));
  if (wake.supporting_refs.includes(ref)) return problem(reason("wake_source_cites_itself", { ref }));
  const missing = wake.supporting_refs.find((supporting) => folder.holds(supporting) !== "content");
  if (missing !== undefined) return problem(reason("wake_support_missing", { ref, missing }));
  const forbidden = eventFault(folder, taskId, suspension, event);
  if (forbidden !== null) return problem(forbidden);
  return {
    kind: "external",
    external: {
      source_ref: ref,
      source_digest: sha256(text),
      principal: { type: wake.principal.type, id: wake.principal.id.trim() },
      reason: wake.reason,
      recorded_at: wake.recorded_at,
      supporting_refs: wake.supporting_refs,
    },
  };
}

function eventFault(
  folder: FolderView,
  taskId: string,
  suspension: Suspension,
  event: ExternalEventName,
): Reason | null {
  if (!suspension.strict_identity) {
    return suspension.allowed_resume_events.includes(event) ? null : reason("wake_not_allowed", { event });
  }
  const reading = readSnapshot(folder, suspension.wait_policy_ref ?? "", taskId);
  if (reading.kind === "problem") return reading.reason;
  return reading.policy.exception_events.includes(event) ? null : reason("wake_not_allowed", { event });
}

function problem(why: Reason): ExternalReading {
  return { kind: "problem", reason: why };
}
