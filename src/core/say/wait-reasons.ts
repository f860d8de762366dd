// Reason sentences: dispatch receipts, prerequisites, and suspended waits from their beginning to their wake.
import type { RecordProblem } from "../records/read-record.ts";
import { codeSpan, inline } from "./escape.ts";

const receiptFile = "`dispatch-receipts.jsonl`";
const eventFile = "`wait-events.jsonl`";
const restore = "Restore the file from the ledger's history; nothing was changed.";

/** At most five names, each as code. */
function several(names: readonly string[]): string {
  const more = names.length > 5 ? ` and ${names.length - 5} more` : "";
  return (
    names
      .slice(0, 5)
      .map((name) => codeSpan(name))
      .join(", ") + more
  );
}

function fault(problem: RecordProblem): string {
  switch (problem.what) {
    case "not_json":
      return `line ${problem.line} is no JSON`;
    case "not_an_object":
      return "it holds no JSON object";
    case "wrong_version":
      return `its version is ${inline(problem.found, 60)} instead of ${problem.expected}`;
    case "wrong_shape":
      return problem.path === ""
        ? inline(problem.detail, 160)
        : `${codeSpan(problem.path)}: ${inline(problem.detail, 160)}`;
  }
}

/** One function per reason code; its argument holds the facts the sentence needs. */
export const waitReasons = {
  receipt_line_damaged: (f: { line: number }) => `Line ${f.line} of ${receiptFile} is no JSON object. ${restore}`,
  receipt_versions_mixed: () =>
    `${receiptFile} mixes receipts of version 2 and version 3, which belong in two ledgers. ${restore}`,
  receipt_id_missing: (f: { line: number }) => `Line ${f.line} of ${receiptFile} has no receipt_id. ${restore}`,
  receipt_id_reused: (f: { line: number; id: string }) =>
    `Line ${f.line} of ${receiptFile} uses the id ${codeSpan(f.id)} of an earlier line for something else. ${restore}`,
  receipt_of_other_task: (f: { line: number }) =>
    `Line ${f.line} of ${receiptFile} belongs to another task. ${restore}`,
  receipt_number_invalid: (f: { line: number; field: string }) =>
    `Line ${f.line} of ${receiptFile} has no valid ${codeSpan(f.field)}. ${restore}`,
  receipt_sequence_not_rising: (f: { line: number; sequence: number; highest: number }) =>
    `Line ${f.line} of ${receiptFile} has the number ${f.sequence} after ${f.highest}, but numbers only rise. ${restore}`,
  receipt_epoch_missing: (f: { line: number }) =>
    `Line ${f.line} of ${receiptFile} ends a dispatch without naming its suspension epoch. ${restore}`,
  submission_differs: (f: { item: string; line: number; fields: readonly string[] }) =>
    `${codeSpan(f.item)} was submitted before (line ${f.line} of ${receiptFile}) with other values of ${several(f.fields)}. Nothing was recorded; one dispatch has one submission.`,
  prerequisite_missing: (f: { edge: string }) =>
    `${codeSpan(f.edge)}: no completion receipt of the prerequisite is recorded yet. Its work has to be completed first.`,
  prerequisite_evidence_missing: (f: { edge: string; ref: string }) =>
    `${codeSpan(f.edge)}: the prerequisite's evidence ${codeSpan(f.ref)} is missing, empty or no longer valid. Deliver it again first.`,
  submission_too_early: (f: { edge: string; line: number }) =>
    `${codeSpan(f.edge)}: the submission on line ${f.line} of ${receiptFile} came before its prerequisite was completed.`,
  submission_misidentified: (f: { edge: string; line: number }) =>
    `${codeSpan(f.edge)}: the submission on line ${f.line} of ${receiptFile} does not carry the identity of its work item.`,
  dependencies_broken: (f: { problem: RecordProblem }) =>
    `\`submission-dependencies.json\` cannot be used: ${fault(f.problem)}. ${restore}`,
  dependencies_differ: () =>
    "`submission-dependencies.json` is not what the declared roles of this task lead to. Declare the team again, or restore the file.",
  evidence_status_damaged: () =>
    `\`evidence-status.json\` cannot be read, so nobody can tell which evidence it rejects. ${restore}`,
  wait_file_unreadable: (f: { ref: string }) => `${codeSpan(f.ref)} exists but cannot be read. ${restore}`,
  wait_timeout_invalid: () =>
    "A suspension needs a finite execution timeout of zero or more seconds. Set `deadline` in the rule, or give `--execution-timeout`.",
  wait_task_ended: (f: { status: string }) =>
    `This task has ended (${inline(f.status, 30)}), so there is nothing to wait for.`,
  wait_policy_missing: () =>
    "There is no `wait-policy.json`, so it is not recorded what this task would wait for. It is written by the dispatch.",
  wait_policy_broken: (f: { ref: string; problem: RecordProblem }) =>
    `${codeSpan(f.ref)} is no wait policy: ${fault(f.problem)}. ${restore}`,
  wait_policy_of_other_task: (f: { ref: string }) => `${codeSpan(f.ref)} belongs to another task. ${restore}`,
  wait_item_unknown: (f: { ref: string; item: string }) =>
    `${codeSpan(f.ref)} waits for ${codeSpan(f.item)}, which is not exactly a work item of \`submission-dependencies.json\`. ${restore}`,
  wait_item_not_submitted: (f: { item: string }) =>
    `${codeSpan(f.item)} has no proven submission yet, so waiting for it could never end well. Dispatch it first.`,
  wait_nothing_delivered: () => "Nothing was delivered to any agent of this task yet, so there is nothing to wait for.",
  wait_agent_without_refs: (f: { agent: string }) =>
    `The delivery to ${codeSpan(f.agent)} names no expected evidence, so nothing could complete it. Record the delivery with its expected refs.`,
  wait_event_damaged: (f: { line: number; field: string }) =>
    `Line ${f.line} of ${eventFile} is no wait event${f.field === "" ? "" : ` (${codeSpan(f.field)})`}. ${restore}`,
  wait_event_of_other_task: (f: { line: number }) =>
    `Line ${f.line} of ${eventFile} belongs to another task. ${restore}`,
  wait_sequence_broken: (f: { line: number; expected: number }) =>
    `Line ${f.line} of ${eventFile} should have the number ${f.expected}; a line is missing, doubled or changed. ${restore}`,
  wait_revision_broken: (f: { line: number }) =>
    `Line ${f.line} of ${eventFile} does not go on from the revision before it. ${restore}`,
  wait_event_id_differs: (f: { line: number }) =>
    `Line ${f.line} of ${eventFile} has ids that do not follow from its own contents. ${restore}`,
  wait_identity_changed: (f: { line: number }) =>
    `Line ${f.line} of ${eventFile} speaks of another suspension than the one that is under way. ${restore}`,
  wait_event_without_wait: (f: { line: number }) =>
    `Line ${f.line} of ${eventFile} moves a wait that is not under way. ${restore}`,
  wait_checkpoint_missing: (f: { line: number; ref: string }) =>
    `Line ${f.line} of ${eventFile} names the checkpoint ${codeSpan(f.ref)}, which is not there or empty. ${restore}`,
  wake_pair_illegal: (f: { line: number; cause: string; why: string }) =>
    `Line ${f.line} of ${eventFile} pairs ${codeSpan(f.cause)} with ${codeSpan(f.why)}, which do not go together. ${restore}`,
  wake_status_illegal: (f: { line: number; why: string; status: string }) =>
    `Line ${f.line} of ${eventFile} leaves the task ${codeSpan(f.status)} after ${codeSpan(f.why)}, which does not follow. ${restore}`,
  wait_snapshot_missing: (f: { ref: string }) =>
    `The copy of the wait policy ${codeSpan(f.ref)} that a suspension points at is not there. ${restore}`,
  wait_snapshot_changed: (f: { ref: string }) =>
    `The copy of the wait policy ${codeSpan(f.ref)} no longer has the content that it is named after. ${restore}`,
  wait_items_differ: (f: { ref: string }) =>
    `A suspension waits for other work items than its policy ${codeSpan(f.ref)} says. ${restore}`,
  wait_sets_broken: (f: { line: number }) =>
    `Line ${f.line} of ${eventFile} moves work items between pending, completed and failed in a way its event does not allow. ${restore}`,
  wait_receipt_missing: (f: { line: number; ref: string }) =>
    `Line ${f.line} of ${eventFile} rests on ${codeSpan(f.ref)}, which is not there. ${restore}`,
  wait_receipt_differs: (f: { line: number; ref: string }) =>
    `Line ${f.line} of ${eventFile} rests on ${codeSpan(f.ref)}, which does not say that. ${restore}`,
  wake_identity_differs: (f: { line: number }) =>
    `The wake on line ${f.line} of ${eventFile} has ids that do not follow from its own contents. ${restore}`,
  wake_result_missing: (f: { ref: string }) =>
    `The result of an accepted wake, ${codeSpan(f.ref)}, is not there. ${restore}`,
  wake_result_differs: (f: { ref: string }) => `${codeSpan(f.ref)} does not say what was accepted. ${restore}`,
  wake_result_conflict: (f: { ref: string }) =>
    `${codeSpan(f.ref)} already holds another result than the one about to be written. Nothing was changed; the wait can still end by another cause.`,
  wake_source_missing: (f: { ref: string }) =>
    `The wake request ${codeSpan(f.ref)} is not there, empty, or no safe path inside the task folder.`,
  wake_source_broken: (f: { ref: string; problem: RecordProblem }) =>
    `${codeSpan(f.ref)} is no wake request: ${fault(f.problem)}.`,
  wake_source_of_other_wait: (f: { ref: string; epoch: number; event: string }) =>
    `${codeSpan(f.ref)} does not ask for ${codeSpan(f.event)} in the suspension of epoch ${f.epoch}. Write a request for the current one.`,
  wake_source_cites_itself: (f: { ref: string }) => `${codeSpan(f.ref)} names itself as its support. Name other files.`,
  wake_support_missing: (f: { ref: string; missing: string }) =>
    `${codeSpan(f.ref)} is supported by ${codeSpan(f.missing)}, which is not there or empty.`,
  wake_source_changed: (f: { ref: string }) => `${codeSpan(f.ref)} was changed after the wake it caused. ${restore}`,
  wake_not_allowed: (f: { event: string }) =>
    `The wait policy of this suspension does not let ${codeSpan(f.event)} end it.`,
  wake_count_wrong: (f: { epoch: number; count: number }) =>
    `Suspension epoch ${f.epoch} has ${f.count} accepted wakes; one that was woken has exactly one, one that waits has none. ${restore}`,
  wake_barrier_open: (f: { items: readonly string[] }) =>
    `The task was woken as ready although these work items have no completion receipt of that suspension: ${several(f.items)}.`,
  wait_state_ahead: () =>
    `\`state.json\` is ahead of ${eventFile}: no event stands behind what it says about the wait. ${restore}`,
  wait_projection_differs: (f: { field: string }) =>
    `${codeSpan(f.field)} in \`state.json\` is not what the last wait event left behind.`,
  not_suspended: () => "This task does not wait for anything, so nothing can wake it.",
  wake_conflict: (f: { epoch: number; by: string }) =>
    `Suspension epoch ${f.epoch} was already ended by ${codeSpan(f.by)}; a suspension ends once. Nothing was changed.`,
  deadline_not_reached: (f: { deadline: string }) =>
    `The deadline is ${inline(f.deadline, 40)}; until then the task waits.`,
  deadline_unreadable: (f: { deadline: string }) =>
    `The recorded deadline ${codeSpan(f.deadline)} is no time. The wait can still end by a receipt, a cancellation or new input.`,
  receipt_not_found: (f: { ref: string }) =>
    `${codeSpan(f.ref)} names no receipt. Write \`dispatch-receipts.jsonl#<number>\`, counting lines from 1.`,
  receipt_too_old: (f: { ref: string }) =>
    `${codeSpan(f.ref)} was recorded before the suspension began, so it cannot end it.`,
  receipt_not_terminal: (f: { ref: string }) => `${codeSpan(f.ref)} neither completes nor blocks a dispatch.`,
  receipt_unmatched: (f: { ref: string; epoch: number }) =>
    `${codeSpan(f.ref)} does not carry the exact identity of one work item that epoch ${f.epoch} waits for.`,
  receipt_by_hand: (f: { ref: string }) =>
    `${codeSpan(f.ref)} was attested by hand, which does not end the wait of an automatic runtime.`,
  item_not_pending: (f: { item: string }) =>
    `${codeSpan(f.item)} is not pending any more, so this receipt changes nothing.`,
  completion_evidence_missing: (f: { refs: readonly string[] }) =>
    `Expected evidence is missing, empty or not valid: ${several(f.refs)}. A completion counts once it is there.`,
  late_completion_lost: (f: { ref: string; epoch: number }) =>
    `${codeSpan(f.ref)} had already arrived when the deadline of epoch ${f.epoch} won, so it lost that race. Only a later completion can be taken up.`,
  late_not_completed: (f: { ref: string }) =>
    `${codeSpan(f.ref)} is no completion; after a deadline only a completion is taken up.`,
  late_without_submission: (f: { ref: string }) =>
    `${codeSpan(f.ref)} does not cite one proven submission of its work item, which a late completion must.`,
  late_recovered_otherwise: (f: { item: string }) =>
    `${codeSpan(f.item)} was already taken up from another late completion. Nothing was changed.`,
  late_task_went_on: (f: { status: string }) =>
    `The task has gone on since the deadline (${inline(f.status, 30)}), so this late completion moves nothing.`,
} as const;
