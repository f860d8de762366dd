// Which reasons mean that something outside was in the way, so that running again may help; all others are answers.
import { ledgerReasons } from "./ledger-reasons.ts";
import type { ReasonCode } from "./reason.ts";

/** Reasons of the ledger's other side that are answers all the same: waiting or repeating changes nothing. */
const answers: readonly string[] = ["conversation_locked", "issues_disabled", "repository_archived"];

const troubles = new Set<string>([
  ...Object.keys(ledgerReasons).filter((code) => !answers.includes(code)),
  "ledger_missing",
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
