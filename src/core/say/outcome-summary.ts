// An Outcome in plain words for a job's summary page, and its one line for the log and the annotation.
import type { Outcome } from "../outcome.ts";
import { clip } from "./clip.ts";
import type { Reason } from "./reason.ts";
import { summaryHeadings, summaryNotes } from "./step-text.ts";
import { allOutcomes, isTrouble, troublesOf } from "./trouble.ts";

/**
 * Markdown for the job's summary, far below GitHub's limit of 1 MiB. `webUrl` is the repository's web address; null: no
 * links.
 */
export function outcomeSummary(outcome: Outcome, facts: { webUrl: string | null; dryRun: boolean }): string {
  const parts = allOutcomes(outcome).map((each) => oneOutcome(each, facts.webUrl));
  if (troublesOf(outcome).length > 0) parts.push(summaryNotes.trouble);
  if (facts.dryRun) parts.push(summaryNotes.dryRun);
  return `${clip(parts.join("\n\n"), null)}\n`;
}

/** One line without anything that people wrote: ending, task and commit. */
export function outcomeLine({ outcome, task_id, commit }: Outcome): string {
  const facts = [outcome, task_id && `task ${task_id}`, commit && `ledger commit ${commit}`];
  return facts.filter(Boolean).join(", ");
}

/** The sentences of reasons in one paragraph. */
export function reasonsText(reasons: readonly Reason[]): string {
  return reasons.map(({ text, code }) => `${text} (${code})`).join(" ");
}

function oneOutcome(outcome: Outcome, webUrl: string | null): string {
  const isInTrouble = outcome.outcome === "refused" && outcome.reasons.some(({ code }) => isTrouble(code));
  const heading = `### VALP: ${summaryHeadings[isInTrouble ? "trouble" : outcome.outcome]}`;
  const reasons = outcome.reasons.map(({ text, code }) => `- ${text} \`${code}\``);
  return [heading, taskLine(outcome, webUrl), reasons.join("\n")].filter((part) => part !== "").join("\n\n");
}

function taskLine({ task_id, folder, commit }: Outcome, webUrl: string | null): string {
  if (task_id === null) return "";
  if (webUrl === null || folder === null || commit === null) return `Task \`${task_id}\``;
  return `Task \`${task_id}\`: [its files at this commit](${webUrl}/tree/${commit}/${folder})`;
}
