// What the Action says about itself: mistakes in the step's inputs or surroundings, and the headings of its summary.
import type { OutcomeKind } from "../outcome.ts";
import { quoted } from "./escape.ts";

/** Mistakes that end a step before anything is done: what is wrong, and what to change. */
export const stepProblems = {
  mode_unknown: (f: { mode: string }) =>
    `The input mode is ${quoted(f.mode)}, which this version does not know. Use handle or policy.`,
  token_missing: () =>
    "The input token is empty. Leave it out to use the workflow's own token; a secret that does not exist is empty too.",
  not_a_boolean: (f: { input: string; value: string }) =>
    `The input ${f.input} is ${quoted(f.value)}. It must be true or false.`,
  fail_on_unknown: (f: { value: string; known: readonly string[] }) =>
    `The input fail-on names ${quoted(f.value)}, which is no outcome. Use any of ${f.known.join(", ")}, separated by commas.`,
  variable_missing: (f: { name: string }) =>
    `${f.name} is not set or has an unexpected form. This program runs as a step of a GitHub workflow, where the runner sets it.`,
  event_unreadable: (f: { problem: string }) =>
    `The event file that GITHUB_EVENT_PATH names cannot be read (${f.problem}). Nothing was done; run the job again.`,
  event_not_json: () => "The event file that GITHUB_EVENT_PATH names is not JSON. Nothing was done; run the job again.",
  broken: (f: { problem: string }) =>
    `Something this step relied on broke: ${quoted(f.problem, 300)}. The ledger is written whole or not at all, so running the job again is safe.`,
} as const;

/** Heading of a summary per ending, and the one for trouble. */
export const summaryHeadings: Readonly<Record<OutcomeKind | "trouble", string>> = {
  ignored: "Nothing to do",
  refused: "Refused",
  recorded: "Recorded",
  dispatched: "Dispatched",
  waiting: "Waiting",
  closed: "Closed",
  trouble: "Could not be finished",
};

/** What `mode: policy` ends in. */
export const policyVerdicts = {
  absent: () => "There is no policy at this commit, so there is nothing to check.",
  passed: (f: { tests: number }) => `The policy is valid, and ${countOf(f.tests, "test")} of it pass.`,
  invalid: (f: { problems: number }) => `The policy cannot be used: ${countOf(f.problems, "problem")}.`,
  failed: (f: { failed: number; tests: number }) => `${f.failed} of ${countOf(f.tests, "test")} of the policy fail.`,
  testFailed: (f: { name: string; expected: string; actual: string }) =>
    `The test ${JSON.stringify(f.name)} expected ${f.expected} and got ${f.actual}.`,
} as const;

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Longer notes of a summary. */
export const summaryNotes = {
  dryRun: "This was a dry run: nothing was written or said.",
  trouble:
    "Something outside was in the way. When it is mended, run this job again; what was recorded is not repeated.",
} as const;
