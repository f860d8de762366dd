// What `doctor` says: one line per check, and what to do about it.

import type { TestEnding } from "../policy/policy-test.ts";
import type { Policy } from "../policy/schema.ts";
import { quoted } from "./escape.ts";
import type { Reason } from "./reason.ts";

/** One check as shown and recorded. */
export interface Check {
  id: string;
  status: "pass" | "warn" | "fail";
  message: string;
}

/** A report of a command: its JSON, its words for a terminal, its exit code. */
export interface DoctorReport {
  json: unknown;
  text: string;
  exitCode: 0 | 1 | 3;
}

/** Sentences of the checks. */
export const doctorText = {
  gitVersion: (version: string) => `git ${version} is here.`,
  gitOld: (version: string) => `git ${version} is older than 2.39, the oldest that is tried. Install a newer one.`,
  writable: "The repository's folder may be written.",
  gateMissing: (mode: Policy["mode"]) =>
    `Mode ${mode} starts nothing before this check is recorded. Add --record <your login> once you have read the dry runs.`,
  gateStale: "The recorded check is of another version of the policy. Add --record <your login> to renew it.",
  gateFailed: (failed: readonly string[]) =>
    `The recorded check failed (${failed.join(", ")}). Correct that and record it again.`,
  gateFresh: (shownTo: string, at: string) =>
    `The recorded check is of this version of the policy; the dry run was shown to ${quoted(shownTo)} at ${at}.`,
  gateWaived: (by: string) => `${quoted(by)} waived the recorded check in the policy.`,
  gateNotNeeded: (mode: Policy["mode"]) => `Mode ${mode} needs no recorded check.`,
  labelsHeard: "The workflow wakes up for every label that a rule waits for.",
  labelsUnheard: (labels: readonly string[], path: string) =>
    `${path} sleeps through the labels ${labels.map((label) => quoted(label)).join(", ")}. Add their prefix to its \`if:\`.`,
  accessUnknown: "GitHub did not say what this token may do here.",
  archived: "The repository is archived and can only be read. Unarchive it to record tasks.",
  mayWrite: "This token may write to the repository.",
  mayNotWrite:
    "This token may not write to the repository. Give it contents: write, issues: write and pull-requests: write.",
  rulesUnknown: (branch: string) => `The rules of branch ${quoted(branch, 100)} could not be read.`,
  rulesGuard: (branch: string) => `Rules keep branch ${quoted(branch, 100)} from being deleted or rewritten.`,
  rulesMissing: (branch: string, missing: readonly string[]) =>
    `Branch ${quoted(branch, 100)} lacks the rules ${missing.join(" and ")}. Add a ruleset with them, so that nobody can delete or rewrite the ledger.`,
  rulesInTheWay: (branch: string, types: readonly string[]) =>
    `The rules ${types.join(", ")} of branch ${quoted(branch, 100)} keep tasks from being recorded. Exempt the branch or the writer.`,
  gitReadable: "The repository can be read.",
  policyValid: (mode: Policy["mode"]) => `The policy is valid; its mode is ${mode}.`,
  noLedger: (branch: string) => `The ledger branch ${branch} does not exist yet; the first task creates it.`,
  ledgerThere: (branch: string) => `The ledger branch ${branch} is there.`,
  dryRun: (rule: string, ending: TestEnding) =>
    `Dry run of rule ${rule}: ${ending.outcome}${ending.action ? `, ${ending.action}` : ""} (${ending.reasons.map(({ text }) => text).join(" ")})`,
} as const;

/** The report; `recorded` is null when nothing was asked to be recorded. */
export function doctorReport(
  checks: readonly Check[],
  recorded: { kind: "recorded"; commit: string | null } | { kind: "refused"; reasons: Reason[] } | null,
): DoctorReport {
  const failed = checks.filter((check) => check.status === "fail").length;
  const lines = checks.map(({ id, status, message }) => `${status.padEnd(4)} ${id}: ${message}`);
  const status = failed > 0 ? "fail" : checks.some((check) => check.status === "warn") ? "warn" : "pass";
  return {
    json: {
      status,
      checks,
      recorded: recorded?.kind === "recorded" ? { commit: recorded.commit } : null,
      reasons: reasonsOf(recorded),
    },
    text: [...lines, gateLine(recorded, failed > 0)].join("\n"),
    exitCode: failed > 0 ? 1 : recorded?.kind === "refused" ? 3 : 0,
  };
}

function gateLine(recorded: Parameters<typeof doctorReport>[1], failed: boolean): string {
  if (recorded === null && failed) return "Nothing was recorded. Correct what failed first.";
  if (recorded === null) return "Nothing was recorded. Add --record <your login> to keep this as the health gate.";
  if (recorded.kind === "refused") return recorded.reasons.map(({ text, code }) => `${text} (${code})`).join("\n");
  return `Recorded as the health gate in commit ${recorded.commit?.slice(0, 12) ?? ""}.`;
}

function reasonsOf(recorded: Parameters<typeof doctorReport>[1]): Reason[] {
  return recorded?.kind === "refused" ? recorded.reasons : [];
}
