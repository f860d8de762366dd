// Accepting the one wake of an epoch: its ids, its result file, its event and the state that follows.
import { jsonFile, readJsonObject, timestamp } from "../records/format.ts";
import {
  type AcceptedWake,
  type ExternalEvent,
  type ResumeEvent,
  type Suspension,
  statusAfter,
  type WakeReason,
} from "../records/suspension.ts";
import { type WakeResult, wakeResultSchema } from "../records/wake-result.ts";
import { type Reason, reason } from "../say/reason.ts";
import { waitText } from "../say/wait-text.ts";
import type { WaitCase } from "./wait-case.ts";
import { waitEventId, wakeId, wakeResultRef } from "./wait-ids.ts";
import { nextPlace, type WaitStep, waitStep } from "./wait-step.ts";

/** A wake that nothing stands against any more. */
export interface Wake {
  event: ResumeEvent;
  ref: string;
  reason: WakeReason;
  /** What the wake's id is made of: the digest of an outside file, else the ref. */
  source: string;
  receiptId: string | null;
  external: ExternalEvent | null;
}

/**
 * The step that ends a wait. `suspension` already holds the sets as they are after it. A result file that an earlier run
 * left without its event must hold exactly what is about to be written; its time is kept.
 */
export function acceptWake(
  wait: WaitCase,
  suspension: Suspension,
  wake: Wake,
): ({ kind: "woken"; wake: AcceptedWake; result: WakeResult } & WaitStep) | { kind: "refused"; reasons: Reason[] } {
  const accepted = acceptedWake(wait, suspension, wake);
  const ref = accepted.result_ref;
  const left = wait.folder.text(ref);
  const earlier = left === null ? null : recordedAt(left);
  const at = earlier ?? timestamp(wait.now);
  const status = statusAfter[wake.reason];
  const resumed: Suspension = {
    ...suspension,
    status: "resumed",
    resume_event: wake.event,
    resumed_at: at,
    resume_ref: wake.ref,
    accepted_wake: accepted,
  };
  const result = wakeResultSchema.parse({
    schema_version: "valp-wake-result.v1",
    task_id: wait.taskId,
    suspension_id: suspension.suspension_id,
    suspension_epoch: suspension.suspension_epoch,
    ...accepted,
    resulting_task_status: status,
    completed_work_item_ids: suspension.completed_work_item_ids,
    pending_work_item_ids: suspension.pending_work_item_ids,
    failed_work_item_ids: suspension.failed_work_item_ids,
    recorded_at: at,
  });
  const text = jsonFile(result);
  if (wait.folder.holds(ref) !== "nothing" && left !== text) {
    return { kind: "refused", reasons: [reason("wake_result_conflict", { ref })] };
  }
  const step = waitStep(wait, {
    name: "coordinator_resumed",
    status,
    suspension: resumed,
    details: {
      resume_event: wake.event,
      resume_ref: wake.ref,
      wake_reason: wake.reason,
      wake_id: accepted.wake_id,
      result_ref: ref,
      qualifying_receipt_id: wake.receiptId,
      ...(wake.external === null ? {} : { external_event: wake.external }),
    },
    summary: waitText.woken[wake.reason],
    before: [{ ref, text }],
    at,
  });
  return { kind: "woken", wake: accepted, result, ...step };
}

function acceptedWake(wait: WaitCase, suspension: Suspension, wake: Wake): AcceptedWake {
  const { sequence, revision } = nextPlace(wait);
  const id = wakeId(wait.taskId, suspension.suspension_epoch, wake.event, wake.source);
  return {
    wake_id: id,
    wake_event_id: waitEventId(wait.taskId, "coordinator_resumed", suspension.suspension_id, sequence, revision),
    wake_reason: wake.reason,
    resume_event: wake.event,
    resume_ref: wake.ref,
    accepted_sequence: sequence,
    resulting_state_revision: revision,
    result_ref: wakeResultRef(id),
    ...(wake.external === null ? {} : { external_event: wake.external }),
  };
}

function recordedAt(text: string): string | null {
  const reading = readJsonObject(text);
  const at = reading.kind === "value" ? reading.value.recorded_at : null;
  return typeof at === "string" && at !== "" ? at : null;
}
