// Which reasons mean that something outside was in the way, so that running again may help; all others are answers.
import type { Outcome } from "../outcome.ts";
import { ledgerReasons } from "./ledger-reasons.ts";
import type { Reason, ReasonCode } from "./reason.ts";

/** Reasons of the ledger's other side that are answers all the same: waiting or repeating changes nothing. */
const answers: readonly string[] = ["conversation_locked", "issues_disabled", "repository_archived"];

const troubles = new Set<string>([
  ...Object.keys(ledgerReasons).filter((code) => !answers.includes(code)),
  "ledger_missing",
  "handling_broke",
  "contention",
  "event_not_visible",
  "paths_unknown",
  "folder_incomplete",
  "record_broken",
  "file_unreadable",
  "role_unknown",
  "team_unknown",
  "identity_unknown",
]);

/** True for a reason that is no answer but trouble: exit code 4 of the CLI, a red step of the Action. */
export function isTrouble(code: ReasonCode): boolean {
  return troubles.has(code);
}

/** This ending and those that came with it, in order. */
export function allOutcomes(outcome: Outcome): Outcome[] {
  return [outcome, ...(outcome.others ?? [])];
}

/** Every reason that is trouble rather than an answer, whatever the ending: a comment that was not written counts. */
export function troublesOf(outcome: Outcome): Reason[] {
  return allOutcomes(outcome).flatMap(({ reasons }) => reasons.filter(({ code }) => isTrouble(code)));
}
