// Exit codes of the command line (blueprint section 13): 0 done, 1 check failed, 2 usage, 3 refused, 4 trouble.
import type { Outcome } from "../core/outcome.ts";
import { isTrouble } from "../core/say/trouble.ts";

/** The exit code of an Outcome: 4 when something outside was in the way, 3 when it was refused, else 0. */
export function exitCode(outcome: Outcome): number {
  if (outcome.outcome !== "refused") return 0;
  return outcome.reasons.some(({ code }) => isTrouble(code)) ? 4 : 3;
}
