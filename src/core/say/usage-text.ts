// What the command line says about itself: mistakes in a call, and short notes around its output.
import type { Outcome } from "../outcome.ts";
import { quoted } from "./escape.ts";

/** Mistakes in a call. `what` names the option or file, `problem` says what is wrong with it. */
export const usageSentences = {
  file_unreadable: (f: { what: string; problem: string }) => `${quoted(f.what, 200)} cannot be read: ${f.problem}.`,
  not_json: (f: { what: string; problem: string }) => `${quoted(f.what, 200)} is not valid JSON: ${f.problem}.`,
  people_shape: (f: { what: string; problem: string }) =>
    `${quoted(f.what, 200)} must map each login to {role, teams}, such as {"alice": {"role": "maintain"}}: ${f.problem}.`,
  not_a_time: (f: { what: string; problem: string }) =>
    `${quoted(f.what, 100)} is no time such as 2026-12-01T09:00:00Z: ${f.problem}.`,
  folder_in_use: (f: { what: string; problem: string }) =>
    `${quoted(f.what, 200)} is not empty. Give a folder that is empty or does not exist: ${f.problem}.`,
} as const;

/** A mistake in a call. */
export type UsageCode = keyof typeof usageSentences;

/** The sentence of a mistake. */
export function usageText(code: UsageCode, facts: { what: string; problem: string }): string {
  return usageSentences[code](facts);
}

/** An Outcome for a terminal: one line of result, one line per reason. */
export function outcomeText(outcome: Outcome): string {
  const head = [outcome.outcome, outcome.task_id, outcome.commit && `commit ${outcome.commit.slice(0, 12)}`];
  const lines = [head.filter(Boolean).join("  "), ...outcome.reasons.map(({ code, text }) => `  ${text} (${code})`)];
  if (outcome.folder) lines.push(`  folder: ${outcome.folder}`);
  return [...lines, ...(outcome.others ?? []).map(outcomeText)].join("\n");
}
