// Words that evidence records and people's evidence files carry.
import { codeSpan, inline } from "./escape.ts";

/** Stands where nobody recommended anything and nobody said why. */
export const noRecommendationsText = "No worker recommended anything.";

/** The scope of a task whose goal cannot be told in a line. */
export const complexityPolicyText = "The goal in task.md, nothing beyond it.";

/**
 * The head of a file that a person submitted in a comment: the acknowledgement that the person's typed digest stands for,
 * who that was, and which existing files the person was shown. Ends with an empty line, or is empty.
 */
export function personFileHead(facts: {
  login: string;
  acknowledgement: readonly string[];
  shownRefs: readonly string[];
}): string {
  const shown = facts.shownRefs.map((ref) => codeSpan(ref)).join(", ");
  const parts = [
    ...(facts.acknowledgement.length === 0
      ? []
      : [facts.acknowledgement.join("\n"), `Acknowledged by ${codeSpan(facts.login)}, who typed the digest.`]),
    ...(shown === "" ? [] : [`Reviewed: ${shown}`]),
  ];
  return parts.length === 0 ? "" : `${parts.join("\n\n")}\n\n`;
}

/** Title of the finding that a failed verdict without findings opens. */
export function failedVerdictTitle(ref: string): string {
  return `The verdict in ${inline(ref)} is fail, and no single finding was named.`;
}
