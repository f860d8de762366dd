// Reason sentences: the policy file, its modes and gate, and the conditions of its rules.

import { codeSpan, plainWords } from "./escape.ts";

function list(words: readonly string[]): string {
  return words.map((word) => codeSpan(word)).join(", ");
}

/** One function per reason code; its argument holds the facts the sentence needs. */
export const policyReasons = {
  policy_invalid: (f: { path: string; line: number; column: number; message: string; hint: string; more: number }) =>
    `The policy is not valid, so nothing starts. ${f.path}, line ${f.line}, column ${f.column}: ${plainWords(f.message)} ${plainWords(f.hint)}${
      f.more > 0 ? ` ${f.more} further problem${f.more === 1 ? "" : "s"}: run \`valp-github policy check\`.` : ""
    }`,
  mode_disabled: () => "The policy says `mode: disabled`, so nothing starts. Change the mode in the policy to go on.",
  mode_not_watcher: (f: { rule: string; mode: string; startable: boolean }) =>
    `Rule ${f.rule} starts by itself only in \`mode: watcher\`; the policy says \`mode: ${f.mode}\`. ${
      f.startable ? `Type \`/valp start ${f.rule}\` here, or change` : "Change"
    } the mode in the policy.`,
  health_gate_missing: (f: { mode: string }) =>
    `\`mode: ${f.mode}\` needs a passed health check. Run \`valp-github doctor --record <your login>\`, or say in the policy's \`health_gate\` who waives it and why.`,
  health_gate_stale: (f: { mode: string }) =>
    `\`mode: ${f.mode}\` needs a health check of this version of the policy; the recorded one is of an earlier version. Run \`valp-github doctor --record <your login>\` again.`,
  health_gate_failed: (f: { mode: string; failed: readonly string[] }) =>
    `\`mode: ${f.mode}\` needs a passed health check; the recorded one failed (${f.failed.join(", ") || "no checks"}). Fix that and run \`valp-github doctor --record <your login>\` again.`,
  label_differs: (f: { rule: string; label: string }) => `Rule ${f.rule} waits for the label ${list([f.label])}.`,
  target_not_covered: (f: { rule: string; target: "issue" | "pull_request" }) =>
    f.target === "issue"
      ? `Rule ${f.rule} does not cover issues. Add \`issues\` to its \`targets\` to change that.`
      : `Rule ${f.rule} does not cover pull requests. Add \`pull_requests\` to its \`targets\` to change that.`,
  fork_denied: (f: { rule: string }) =>
    `The pull request comes from a fork, and rule ${f.rule} says \`forks: deny\` (the default).`,
  fork_unknown: (f: { rule: string }) =>
    `It could not be told whether the pull request comes from a fork, and rule ${f.rule} says \`forks: deny\` (the default).`,
  labels_missing: (f: { rule: string; labels: readonly string[] }) =>
    `Rule ${f.rule} also needs these labels: ${list(f.labels)}.`,
  labels_none_of: (f: { rule: string; labels: readonly string[] }) =>
    `Rule ${f.rule} needs one of these labels: ${list(f.labels)}.`,
  labels_excluded: (f: { rule: string; labels: readonly string[] }) =>
    `Rule ${f.rule} does not start while these labels are on: ${list(f.labels)}.`,
  title_differs: (f: { rule: string; pattern: string }) =>
    `The title does not fit the pattern ${list([f.pattern])} of rule ${f.rule}.`,
  body_differs: (f: { rule: string; pattern: string }) =>
    `The text does not fit the pattern ${list([f.pattern])} of rule ${f.rule}.`,
  ref_deleted: (f: { rule: string }) => `The push deleted a branch or tag; rule ${f.rule} starts on commits only.`,
  branch_differs: (f: { rule: string; branches: readonly string[] }) =>
    f.branches.length === 0
      ? `The push is not on the default branch, which is all that rule ${f.rule} watches.`
      : `The push is on none of the branches that rule ${f.rule} watches: ${list(f.branches)}.`,
  paths_differ: (f: { rule: string; paths: readonly string[] }) =>
    `The push changes no file that rule ${f.rule} watches: ${list(f.paths)}.`,
  dispatch_type_differs: (f: { rule: string; type: string }) =>
    `Rule ${f.rule} waits for a dispatch of type ${list([f.type])}.`,
  queue_differs: (f: { rule: string; queue: string }) =>
    `Rule ${f.rule} waits for items of the queue ${list([f.queue])}.`,
  fixture_missing: (f: { path: string }) => `The fixture ${codeSpan(f.path)} could not be read.`,
  fixture_invalid: (f: { path: string; where: string }) =>
    f.where === ""
      ? `The fixture ${codeSpan(f.path)} is not a JSON object with \`event\` and \`payload\`.`
      : `The fixture ${codeSpan(f.path)} is not valid at ${codeSpan(f.where)}.`,
} as const;
