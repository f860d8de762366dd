// Outcomes as flows build them.
import type { Outcome } from "../core/outcome.ts";
import type { Reason } from "../core/say/reason.ts";

/** An Outcome without a task; `requests` is filled in where the run ends. */
export function ended(outcome: Outcome["outcome"], reasons: Reason[]): Outcome {
  return { outcome, task_id: null, folder: null, commit: null, reasons, requests: 0 };
}
