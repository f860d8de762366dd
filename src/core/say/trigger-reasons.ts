// Reason sentences: why a happening did or did not open, change or end a task.
import type { TextProblem } from "../records/format.ts";
import type { RecordProblem } from "../records/read-record.ts";
import { codeSpan, quoted } from "./escape.ts";

/** Where a caller puts key and goal: of a repository_dispatch, a workflow_dispatch, an event handed in. */
export type CallFields = "client_payload" | "inputs" | "payload";

/** One function per reason code; its argument holds the facts the sentence needs. */
export const triggerReasons = {
  no_policy: () =>
    "This repository has no policy. Add .github/valp.yml to the default branch; `valp-github init` writes a first one.",
  ledger_missing: (f: { branch: string }) =>
    `The ledger branch ${quoted(f.branch, 100)} is gone or does not go back to the policy's ledger.genesis. Restore the branch, or remove ledger.genesis to start a new ledger. Nothing was written.`,
  no_rule_matched: (f: { what: string }) => `No rule of the policy starts on ${quoted(f.what, 100)}.`,
  no_such_rule: (f: { rule: string; known: string[] }) =>
    `The policy has no rule ${quoted(f.rule)} that a command may start. It may start: ${f.known.join(", ") || "none"}.`,
  task_opened: (f: { taskId: string; rule: string }) => `Rule ${f.rule} opened task ${f.taskId}.`,
  task_continued: (f: { taskId: string }) => `Task ${f.taskId} was recorded before and went on from where it stood.`,
  duplicate_event: (f: { taskId: string }) =>
    `This happening was recorded before, as task ${f.taskId}. Nothing was done.`,
  identity_conflict: (f: { taskId: string; recorded: string; now: string }) =>
    `The same happening is recorded in task ${f.taskId} with another signal (${quoted(f.recorded)}, now ${quoted(f.now)}). Nothing was done; a person should look at both.`,
  already_live: (f: { taskId: string; rule: string }) =>
    `Rule ${f.rule} already has the open task ${f.taskId} here. Stop it with \`/valp stop\` before starting again.`,
  also_matched: (f: { rules: string[] }) => `These rules matched too and gave way to the first: ${f.rules.join(", ")}.`,
  blocked_for_approval: (f: { matched: string[] }) =>
    `High risk (${f.matched.join(", ") || "set by the rule"}): nothing runs before reviewers approve the plan.`,
  event_not_visible: (f: { what: string }) =>
    `GitHub does not show ${quoted(f.what, 100)} yet, so its id is not known. Nothing was written; re-run the workflow or redeliver the event.`,
  route_declared: (f: { taskId: string; leader: string; by: string }) =>
    `The declaration of ${f.by} passed: ${f.leader} leads task ${f.taskId}, and its route is recorded.`,
  declaration_blocked: (f: { taskId: string; leader: string; by: string }) =>
    `The declaration of ${f.by} for task ${f.taskId} is recorded and did not pass.`,
  leader_selected: (f: { taskId: string; leader: string; by: string }) =>
    `${f.by} selected ${f.leader} as Leader of task ${f.taskId}. The assignments come next.`,
  form_not_used: (f: { rule: string }) =>
    `The form names a Leader, and rule ${codeSpan(f.rule)} only publishes here. Type \`/valp lead\` to declare the team.`,
  handling_broke: (f: { said: string }) =>
    `Handling this event broke an assumption of this tool: ${quoted(f.said, 200)}. Nothing was lost; please report it.`,
  no_live_task: () => "There is no open task here. Start one with `/valp start <rule>`.",
  several_live_tasks: (f: { tasks: string[] }) =>
    `Several tasks are open here. Say which one by adding \`task=<task-id>\` after the verb: ${f.tasks.join(", ")}.`,
  unknown_task: (f: { task: string }) => `There is no task ${quoted(f.task, 80)} here.`,
  nothing_dispatched: (f: { verb: string }) =>
    `No work of this task has been dispatched yet, so there is nothing to ${f.verb}.`,
  no_due_slot: () => "No schedule slot is due.",
  slot_skipped: (f: { rule: string; slots: number }) =>
    `Rule ${f.rule} missed ${f.slots} slot${f.slots === 1 ? "" : "s"} and is set to skip missed slots.`,
  paths_unknown: (f: { sha: string }) =>
    `The files changed by ${f.sha} could not be listed completely, so no path rule was applied.`,
  dispatch_key_missing: (f: { rule: string; fields: CallFields }) =>
    `Rule ${f.rule} needs a key so that a repeated call opens no second task. Send one as ${f.fields}.key.`,
  dispatch_goal_missing: (f: { rule: string; fields: CallFields }) =>
    `Rule ${f.rule} has no goal for this call. Send ${f.fields}.goal or give the rule a subject.`,
  own_push: () => "This is a push to the ledger branch. The product's own commits start nothing.",
  own_words: () => "These are the product's own words. They start nothing.",
  label_removed: (f: { taskId: string; label: string }) =>
    `The label ${quoted(f.label)} was taken off, so task ${f.taskId} was cancelled.`,
  unlabel_ignored: (f: { rule: string }) => `Rule ${f.rule} ignores that its label was taken off.`,
  task_cancelled: (f: { taskId: string }) => `Task ${f.taskId} was cancelled before any work was dispatched.`,
  stopped_by: (f: { login: string; why: string | null }) =>
    f.why === null ? `${f.login} stopped it.` : `${f.login} stopped it: ${quoted(f.why, 200)}`,
  subject_gone: (f: { taskId: string; how: "closed" | "transferred" | "deleted" }) =>
    `The issue was ${f.how}, so task ${f.taskId} was cancelled.`,
  happened_before_task: (f: { taskId: string }) =>
    `This happened before task ${f.taskId} was asked for, so it does not end that task.`,
  newer_text_known: () => "A later edit of this text was recorded already, so this one changes nothing.",
  text_unchanged: () => "The text that open tasks stand on did not change.",
  words_not_counted: () => "These words carried no approval, so nothing changes.",
  snapshot_renewed: (f: { taskId: string }) =>
    `The text was edited before any work was dispatched. Task ${f.taskId} now stands on the new text.`,
  snapshot_kept: (f: { taskId: string }) =>
    `The text was edited after work was dispatched. Task ${f.taskId} keeps the text it was started with.`,
  reopened: () => "Reopening starts nothing. Put the label on again or use `/valp start <rule>`.",
  run_not_ours: () => "This workflow run belongs to no task.",
  status_shown: (f: { taskId: string }) => `The status of task ${f.taskId} is shown above.`,
  no_command: () => "The text holds no command.",
  body_commands_too_old: () =>
    "The text holds commands, but it was not written just now, so they were not run. Type them in a comment.",
  vote_in_issue_body: () =>
    "An approval counts only in a comment or a review, never in the text of an issue. Type it in a comment.",
  answered: () => "The question was answered in a comment.",
  folder_incomplete: (f: { folder: string; file: string }) =>
    `The task folder ${f.folder} lacks ${f.file}. Restore the file from the ledger's history; nothing was changed.`,
  record_broken: (f: { file: string; problem: RecordProblem | TextProblem }) =>
    `${f.file} cannot be read: ${problemText(f.problem)}. Restore it from the ledger's history; nothing was changed.`,
  file_unreadable: (f: { file: string; why: string }) => `${f.file} cannot be read: ${f.why}. Nothing was changed.`,
  people_unknown: (f: { login: string }) =>
    `What ${f.login} may do here is not known. Give \`--people FILE\`, a JSON map from login to {role, teams}.`,
  contention: () =>
    "Other writers kept moving the ledger branch for a minute. Nothing was written; run this again or redeliver the event.",
  watcher_event_invalid: (f: RecordProblem) =>
    `The event's fields are invalid: ${quoted(problemText(f), 300)}. It takes source, source_event_id, matched_signal, rule_ref, risk_classification, selected_action and at most a payload, which is an object.`,
  watcher_rule_ref: (f: { ruleRef: string }) =>
    `The rule_ref ${codeSpan(f.ruleRef, 100)} names no rule of this repository's policy. Write \`.github/valp.yml#\` and the rule's id, also where the file ends in .yaml: it is part of the event's identity.`,
  watcher_issue_event: () =>
    "Events of issues and pull requests are not handed in here, because their identity comes from GitHub. Use `valp-github handle` with the webhook's payload.",
  watcher_source_differs: (f: { rule: string; waits: string; source: string; trigger: string }) =>
    `Rule ${f.rule} starts on \`${f.waits}\`; events of source ${f.source} are for rules that start on \`${f.trigger}\`. Name such a rule, or hand the event in with the source that it has.`,
  payload_invalid: () => "The payload cannot be used: its text is not JSON.",
} as const;

function problemText(problem: RecordProblem | TextProblem): string {
  switch (problem.what) {
    case "not_json":
      return `line ${problem.line} is not JSON`;
    case "not_an_object":
      return `line ${problem.line} is not an object`;
    case "wrong_version":
      return `its version is ${quoted(problem.found)}, expected ${problem.expected}`;
    case "wrong_shape":
      return `${problem.path || "its content"} is not as expected (${problem.detail})`;
  }
}
