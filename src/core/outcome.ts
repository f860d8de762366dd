// What one run of a flow ends in. The same JSON leaves the App's log, the Action's output and the CLI.
import type { Reason } from "./say/reason.ts";

/** Closed list of endings. */
export type OutcomeKind = "ignored" | "refused" | "recorded" | "dispatched" | "waiting" | "closed";

/** The level of a task's risk (contract section 2). Where nothing could be classified there is no level: `risk` is absent. */
export type RiskLevel = "low" | "medium" | "high";

/** One classifier hit: the kind of risk and the words that matched (contract section 2). */
export interface RiskMatch {
  kind: string;
  matched: string;
}

/** Risk of a task: the level and every match behind it. */
export interface RiskReport {
  classification: RiskLevel;
  matches: RiskMatch[];
}

/**
 * The ending of one flow. `commit` is the ledger commit made by this run, null when nothing was written.
 * `folder` is the path of the task folder inside the ledger branch. `requests` counts calls to GitHub.
 * `others` holds further endings when one happening touched several tasks (several due slots, several commands).
 */
export interface Outcome {
  outcome: OutcomeKind;
  task_id: string | null;
  folder: string | null;
  commit: string | null;
  reasons: Reason[];
  risk?: RiskReport;
  requests: number;
  others?: Outcome[];
}
