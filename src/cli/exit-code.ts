// Exit codes of the command line: 0 done, 1 check failed, 2 usage, 3 refused, 4 trouble.
import type { Outcome } from "../core/outcome.ts";
import { allOutcomes, troublesOf } from "../core/say/trouble.ts";

/**
 * The exit code of an Outcome and all that came with it: 4 when something outside was in the way, also of the telling
 * alone, as the Action is red then; 3 when anything was refused; else 0.
 */
export function exitCode(outcome: Outcome): number {
  if (troublesOf(outcome).length > 0) return 4;
  return allOutcomes(outcome).some((each) => each.outcome === "refused") ? 3 : 0;
}
