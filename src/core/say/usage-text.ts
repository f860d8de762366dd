// What the command line says about itself: mistakes in a call, and short notes around its output.
import type { Outcome } from "../outcome.ts";
import { codeSpan } from "./escape.ts";

/** `what` names the option or file, `problem` says what is wrong with it where that is not clear. */
export interface UsageFacts {
  what: string;
  problem?: string;
}

/** Mistakes in a call. */
export const usageSentences = {
  file_unreadable: (f: UsageFacts) => `${codeSpan(f.what, 200)} cannot be read: ${f.problem}.`,
  file_unwritable: (f: UsageFacts) => `${codeSpan(f.what, 200)} cannot be written: ${f.problem}.`,
  input_is_folder: (f: UsageFacts) => `${codeSpan(f.what)} cannot be read: standard input is a folder.`,
  not_json: (f: UsageFacts) => `${codeSpan(f.what, 200)} is not valid JSON: ${f.problem}.`,
  people_shape: (f: UsageFacts) =>
    `${codeSpan(f.what, 200)} must map each login to {role, teams}, such as {"alice": {"role": "maintain"}}: ${f.problem}.`,
  not_a_time: (f: UsageFacts) =>
    `${codeSpan(f.what, 100)} is no time that exists. Give date, time and zone, such as 2026-12-01T09:00:00Z.`,
  folder_in_use: (f: UsageFacts) =>
    `${codeSpan(f.what, 200)} is not empty. Give a folder that is empty or does not exist.`,
  folder_unusable: (f: UsageFacts) =>
    `${codeSpan(f.what, 200)} cannot be used as a folder: ${f.problem}. Give a folder that is empty or does not exist.`,
  event_missing: () => "Give the event with `--event <json>` or `--event-file <file>`.",
  action_missing: () =>
    "Say with --uses whose code the workflows run: your own copy of this Action at a full commit id, such as `--uses owner/valp-github@<commit id>`. `git rev-parse HEAD` in a clone of it shows one. A path such as `./` is an Action of the repository itself.",
  not_an_action: (f: UsageFacts) =>
    `${codeSpan(f.what, 100)} names no Action. Give owner/repository@ref; best a full commit id.`,
  not_a_repository_name: (f: UsageFacts) => `${codeSpan(f.what, 100)} is no repository. Give owner/repository.`,
  token_missing: () =>
    "No token was given. Set GITHUB_TOKEN to one that may read the repository, and write to it with --record.",
  option_empty: (f: UsageFacts) => `${codeSpan(f.what, 100)} needs a value that is not empty.`,
} as const;

/** A mistake in a call. */
export type UsageCode = keyof typeof usageSentences;

/** The sentence of a mistake. */
export function usageText(code: UsageCode, facts: UsageFacts): string {
  return usageSentences[code](facts);
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is no folder",
  EEXIST: "something else stands there",
  EACCES: "this user may not",
  EPERM: "this user may not",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
};

/** What an error of the file system or of a parser means, in a few words. */
export function problemText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return fileProblems[code] ?? (code || codeSpan(error.message, 120));
}

/** An Outcome for a terminal: one line of result, one line per reason. */
export function outcomeText(outcome: Outcome): string {
  const head = [outcome.outcome, outcome.task_id, outcome.commit && `commit ${outcome.commit.slice(0, 12)}`];
  const lines = [head.filter(Boolean).join("  "), ...outcome.reasons.map(({ code, text }) => `  ${text} (${code})`)];
  if (outcome.folder) lines.push(`  folder: ${outcome.folder}`);
  return [...lines, ...(outcome.others ?? []).map(outcomeText)].join("\n");
}
