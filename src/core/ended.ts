// An Outcome as flows and doors build it.
import type { Outcome } from "./outcome.ts";
import type { Reason } from "./say/reason.ts";

/** An Outcome without a task; `requests` is filled in where the run ends. */
export function ended(outcome: Outcome["outcome"], reasons: Reason[]): Outcome {
  return { outcome, task_id: null, folder: null, commit: null, reasons, requests: 0 };
}
