// The derived ids of a suspended wait (contract section 9): whoever has the facts can compute them again.
import { sha256 } from "../records/digest.ts";
import type { ResumeEvent, WaitedItem } from "../records/suspension.ts";
import { spacedJson } from "./spaced-json.ts";

/** Of a suspension: task, epoch, the state's revision when it began and the number of receipts by then. */
export function suspensionId(taskId: string, epoch: number, revision: number, receipts: number): string {
  return sha256(`${taskId}:${epoch}:${revision}:${receipts}`);
}

/** Of a line of the event ledger; `revision` is the state's revision after it. */
export function waitEventId(
  taskId: string,
  event: string,
  suspension: string,
  sequence: number,
  revision: number,
): string {
  return sha256(`${taskId}:${event}:${suspension}:${sequence}:${revision}`);
}

/** Of a wake; `source` is the digest of the external request, else the resume ref, else empty. */
export function wakeId(taskId: string, epoch: number, event: ResumeEvent | string, source: string): string {
  return sha256(`${taskId}:${epoch}:${event}:${source}`);
}

/** Where the result of a wake stands. */
export function wakeResultRef(wake: string): string {
  return `wake-results/${wake.replace("sha256:", "")}.json`;
}

/** Of a wait policy made for the work items of one frontier. */
export function waitPolicyId(items: readonly WaitedItem[]): string {
  return `submitted-phase-${sha256(spacedJson(items)).slice(7, 23)}`;
}

/** Of a completion that the wait itself observed (contract section 7.3). */
export function bridgedReceiptId(facts: {
  task_id: string;
  suspension_epoch: number;
  work_item: WaitedItem;
  submission_receipt_id: string;
  expected_refs: readonly string[];
}): string {
  return sha256(spacedJson(facts));
}
