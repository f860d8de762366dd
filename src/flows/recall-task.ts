// recall: a label taken off, `/valp stop`, or an issue that is closed, transferred or deleted calls its tasks back.
import { mayCommand } from "../core/authority/who-may.ts";
import type { Account, EventOf, Subject } from "../core/events/event.ts";
import { sameLabel } from "../core/policy/match.ts";
import { isBefore, withTerminal } from "../core/records/issue-record.ts";
import { isTerminal } from "../core/records/state.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { cancelTask } from "../core/task/cancel-task.ts";
import { openMarkerPath } from "../core/task/ledger-path.ts";
import { participantsOf } from "../core/task/status-facts.ts";
import type { TaskFolder } from "../core/task/task-folder.ts";
import { ruleOf } from "../core/task/task-plan.ts";
import type { Ports } from "../ports.ts";
import { askRole } from "./ask-role.ts";
import { type CaseChange, type CaseEnding, changeCase, changeCases, nothingWritten } from "./change-case.ts";
import type { Case, Choice, Scope } from "./load-case.ts";
import type { Unfinished } from "./write-step.ts";

/** `/valp stop`. */
export interface StopCall {
  subject: Subject;
  scope: Scope;
  actor: Account;
  eventId: string;
  /** When the command was typed, ISO: a task that was started later is not meant. */
  at: string;
  why: string | null;
}

/** Stops the one open task that is meant, when the person may. */
export async function stopTask(ports: Ports, call: StopCall): Promise<CaseEnding | Unfinished> {
  return changeCase(ports, { ...call, signal: "command:stop" }, async (found) => {
    if (found.issue !== null && isBefore(found.issue, found.task.id, call.at)) {
      return nothingWritten("ignored", [reason("happened_before_task", { taskId: found.task.id })]);
    }
    const may = mayCommand("stop", {
      actor: call.actor,
      role: await askRole(ports, call.actor),
      rule: ruleOf(found.task, found.ground.policy),
      // Whoever writes an issue may stop its own tasks, not those of a schedule that are only spoken of there.
      subjectAuthor: found.issue === null ? null : call.subject.author,
      leaderAccount: participantsOf(found.task, found.ground.policy).leader?.login ?? null,
      submitAccount: null,
      edited: false,
    });
    if (may.kind === "unknown") return { kind: "unfinished", reason: may.reason };
    if (may.kind === "no") return nothingWritten("refused", [may.reason]);
    const why = reason("stopped_by", { login: call.actor.login, why: call.why });
    return cancelled(ports, found, [reason("task_cancelled", { taskId: found.task.id }), why]);
  });
}

/** The label of a rule was taken off: its live task is cancelled unless the rule ignores that. */
export async function recallByLabel(
  ports: Ports,
  event: EventOf<"label_removed">,
  eventId: string | null,
): Promise<(CaseEnding | Unfinished)[]> {
  const { subject, label, sender } = event;
  const call = {
    subject,
    scope: { kind: "open" as const },
    choice: notYounger(subject.updatedAt, startedBy(label)),
    actor: sender,
    eventId: eventId ?? `${subject.nodeId}:unlabeled:${subject.updatedAt}:${label}`,
    signal: `unlabeled:${label}`,
  };
  return changeCases(ports, call, async (found) => {
    const rule = ruleOf(found.task, found.ground.policy);
    if (rule?.on_unlabel === "ignore") return nothingWritten("ignored", [reason("unlabel_ignored", { rule: rule.id })]);
    return cancelled(ports, found, [reason("label_removed", { taskId: found.task.id, label })]);
  });
}

/** The issue went away: each open task is cancelled in a step of its own. Returns one ending per task. */
export async function recallAll(
  ports: Ports,
  subject: Subject,
  actor: Account,
  how: "closed" | "transferred" | "deleted",
): Promise<(CaseEnding | Unfinished)[]> {
  const first: Choice = (tasks) => tasks[0] ?? reason("no_live_task");
  const call = {
    subject,
    scope: { kind: "open" as const },
    choice: notYounger(subject.updatedAt, first),
    actor,
    eventId: `${subject.nodeId}:${how}:${subject.updatedAt}`,
    signal: how,
  };
  return changeCases(ports, call, async (found) =>
    cancelled(ports, found, [reason("subject_gone", { taskId: found.task.id, how })]),
  );
}

/** A happening that comes late, or again, must not end a task that was started after it. */
function notYounger(happenedAt: string, choice: Choice): Choice {
  return (tasks, issue) => {
    const older = tasks.filter((task) => issue === null || !isBefore(issue, task.id, happenedAt));
    const [younger] = tasks.filter((task) => !older.includes(task));
    const chosen = choice(older, issue);
    if (!("code" in chosen) || younger === undefined || "code" in choice([younger], issue)) return chosen;
    return reason("happened_before_task", { taskId: younger.id });
  };
}

function startedBy(label: string): Choice {
  return (tasks) => {
    const mine = tasks.find((task) => signalLabel(task) !== null && sameLabel(signalLabel(task) ?? "", label));
    return mine ?? reason("no_live_task");
  };
}

/** The label that a task was started by, as its trigger record names it. */
function signalLabel(task: TaskFolder): string | null {
  const signal = task.trigger.matched_signal ?? "";
  return signal.startsWith("label:") ? signal.slice("label:".length) : null;
}

function cancelled(ports: Ports, found: Case, reasons: Reason[]): CaseChange {
  const { task, issue } = found;
  if (isTerminal(task.state.status)) return nothingWritten("ignored", [reason("no_live_task")]);
  return {
    outcome: "closed",
    reasons,
    what: "cancelled",
    changes: cancelTask(task, reasons.map((each) => each.text).join(" "), ports.clock.now()),
    deletions: [],
    issue: issue && withTerminal(issue, task.id),
    outside: [openMarkerPath(task.id)],
  };
}
