// A trigger's whole way: the task is opened, a declaration that stands ready is held against it, and people are told.

import { ended } from "../core/ended.ts";
import type { Account, Subject } from "../core/events/event.ts";
import { readFormAnswers } from "../core/leader/form-answers.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Policy, Rule } from "../core/policy/schema.ts";
import { isTerminal } from "../core/records/state.ts";
import { reason } from "../core/say/reason.ts";
import type { Call } from "../core/task/call.ts";
import type { TaskFolder } from "../core/task/task-folder.ts";
import type { Ports } from "../ports.ts";
import type { CaseEnding } from "./change-case.ts";
import { declare } from "./declare-team.ts";
import { loadCase } from "./load-case.ts";
import type { Ground } from "./load-ground.ts";
import { type Opened, openFromCall } from "./open-task.ts";
import { isSilent, tellNote, tellStatus } from "./tell-status.ts";
import type { Unfinished } from "./write-step.ts";

/** GitHub may show a label event later than it sends it: this many looks, this far apart (milliseconds). */
const looks = 12;
const lookPause = 5_000;

/** Opens the task of a call and everything that follows from it by itself. */
export async function openAndDeclare(ports: Ports, call: Call): Promise<Outcome | Unfinished> {
  const opened = await openWhenVisible(ports, call);
  if ("kind" in opened) return opened;
  const { ground, rule, outcome, snapshot } = opened;
  // A command is answered where it was typed; only an event needs a note.
  if (outcome.outcome === "refused" && call.started === "event" && call.subject !== null) {
    const untold = await tellNote(ports, snapshot, call.subject, rule?.id ?? "policy", outcome.reasons);
    return { ...outcome, reasons: [...outcome.reasons, ...untold] };
  }
  if (ground === null || outcome.task_id === null || rule === null) return outcome;
  if (opened.task === null) return continueSilent(ports, call, ground, rule, outcome);
  return follow(ports, call, ground, rule, { outcome, task: opened.task });
}

async function openWhenVisible(ports: Ports, call: Call): Promise<Opened | Unfinished> {
  for (let look = 1; ; look++) {
    const opened = await openFromCall(ports, call);
    if (!("kind" in opened) || opened.reason.code !== "event_not_visible" || look === looks) return opened;
    await ports.clock.sleep(lookPause);
  }
}

/** What comes after the first commit: the ready declaration, then the status comment. */
async function follow(
  ports: Ports,
  call: Call,
  ground: Ground,
  rule: Rule,
  opened: { outcome: Outcome; task: TaskFolder },
): Promise<Outcome> {
  const declared = await declareReady(ports, call, ground, rule, opened.task.id);
  const isUnread = declared === null && call.subject !== null && readFormAnswers(call.subject.body).kind !== "none";
  if (!isUnread) return finish(ports, ground, call.subject, opened, declared);
  const reasons = [...opened.outcome.reasons, reason("form_not_used", { rule: rule.id })];
  return finish(ports, ground, call.subject, { ...opened, outcome: { ...opened.outcome, reasons } }, declared);
}

async function finish(
  ports: Ports,
  ground: Ground,
  subject: Subject | null,
  { outcome, task }: { outcome: Outcome; task: TaskFolder },
  declared: CaseEnding | Unfinished | null,
): Promise<Outcome> {
  if (declared === null) return told(ports, ground, task, outcome);
  if ("kind" in declared) {
    return told(ports, ground, task, { ...outcome, reasons: [...outcome.reasons, declared.reason] });
  }
  const news = declared.written === "now" || declared.outcome.outcome === "refused";
  const reasons = news ? [...outcome.reasons, ...declared.outcome.reasons] : outcome.reasons;
  const commit = declared.outcome.commit ?? outcome.commit;
  const done = await told(ports, ground, declared.after ?? task, { ...outcome, commit, reasons });
  if (declared.outcome.outcome !== "refused" || subject === null) return done;
  // Nobody typed a command that could be answered, so the refused declaration needs a word of its own.
  const untold = await tellNote(ports, ground.snapshot, subject, "declaration", declared.outcome.reasons);
  return { ...done, reasons: [...done.reasons, ...untold] };
}

async function told(ports: Ports, ground: Ground, task: TaskFolder, outcome: Outcome): Promise<Outcome> {
  const commit = outcome.commit ?? ground.snapshot.ledger.head;
  const untold = await tellStatus(ports, ground, task, { commit, known: null });
  return { ...outcome, reasons: [...outcome.reasons, ...untold] };
}

/** Somebody recorded this before us. If they died before telling, their work is finished here. */
async function continueSilent(
  ports: Ports,
  call: Call,
  ground: Ground,
  rule: Rule,
  outcome: Outcome,
): Promise<Outcome> {
  const taskId = outcome.task_id ?? "";
  const marker = `status:${taskId}`;
  const { ownComments } = ground.snapshot;
  const isShown = call.subject === null || ports.webUrl === null || ownComments.some((own) => own.marker === marker);
  const mayDeclare = isDeclaring(ground.policy, rule);
  if (outcome.outcome === "refused" || (isShown && !mayDeclare)) return outcome;
  const found = await loadCase(ports, call.subject, { kind: "named", id: taskId });
  if (found.kind !== "case") return outcome;
  const { task, issue } = found;
  const opened = { outcome: { ...outcome, risk: task.risk }, task };
  // On a local repository there is no comment to look for, and a run there is not followed by another by itself.
  if (isTerminal(task.state.status) || (ports.webUrl !== null && !isSilent(ports, task))) return opened.outcome;
  const isOpen = task.declaration === null && task.state.github.leader_selection === null;
  const declared = isOpen ? await declareReady(ports, call, found.ground, rule, taskId) : null;
  if (declared === null && (isShown || (issue?.tasks[taskId]?.status_comment ?? null) !== null)) return opened.outcome;
  const done = await finish(ports, found.ground, call.subject, opened, declared);
  return { ...done, reasons: [...done.reasons, reason("task_continued", { taskId })] };
}

/** Whether a task of this rule is held against a declaration at all. */
function isDeclaring(policy: Policy, rule: Rule): boolean {
  return policy.mode !== "manual" && rule.action.startsWith("validate_declared_route");
}

/** The declaration that a rule names or an issue form holds; null where neither is asked for. */
async function declareReady(
  ports: Ports,
  call: Call,
  ground: Ground,
  rule: Rule,
  taskId: string,
): Promise<CaseEnding | Unfinished | null> {
  if (!isDeclaring(ground.policy, rule)) return null;
  const scope = { kind: "named" as const, id: taskId };
  if (rule.declaration !== undefined) {
    const id = rule.declaration;
    const standing = ground.policy.declarations[id];
    if (standing === undefined) return null;
    const { path, commit } = ground.policyFile;
    const merger = call.actor === null ? await ports.people.whoMerged(path, commit) : null;
    if (merger?.kind === "unknown") return { kind: "unfinished", reason: merger.reason };
    return declare(ports, {
      subject: call.subject,
      scope,
      words: () => ({
        kind: "standing",
        id,
        declaration: standing,
        person: call.actor?.login ?? merger?.login ?? null,
      }),
      ref: () => `${path}@${commit}#declarations.${id}`,
      actor: call.actor,
      eventId: `standing:${id}`,
      verb: null,
      signal: null,
    });
  }
  return call.subject === null ? null : declareForm(ports, call.subject, scope, call.subject.author);
}

/** Form answers carry the authority of the person who wrote the issue. */
async function declareForm(
  ports: Ports,
  subject: Subject,
  scope: { kind: "named"; id: string },
  author: Account,
): Promise<CaseEnding | Unfinished | null> {
  const form = readFormAnswers(subject.body);
  if (form.kind === "none") return null;
  if (form.kind === "refused")
    return { outcome: ended("refused", form.reasons), before: null, after: null, written: "no" };
  return declare(ports, {
    subject,
    scope,
    words: () => form.words,
    ref: () => subject.url,
    actor: author,
    eventId: `form:${subject.nodeId}`,
    verb: "lead",
    signal: null,
  });
}
