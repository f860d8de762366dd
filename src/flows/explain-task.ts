// `/valp status` and `/valp why`: answers from the records and the policy.

import { seatsFor } from "../core/approval/seats.ts";
import { fallenGate } from "../core/approval/staleness.ts";
import { ended } from "../core/ended.ts";
import type { Account, Subject } from "../core/events/event.ts";
import type { Outcome } from "../core/outcome.ts";
import { sameLabel, startableRules } from "../core/policy/match.ts";
import { isTerminal, type TaskState } from "../core/records/state.ts";
import { reason } from "../core/say/reason.ts";
import { whyText } from "../core/say/why-text.ts";
import { applyApproval } from "../core/task/apply-approval.ts";
import type { Ports } from "../ports.ts";
import { type CaseChange, changeCase } from "./change-case.ts";
import { type Case, loadCase, type Scope } from "./load-case.ts";
import { statusText, tellStatus } from "./tell-status.ts";
import type { Unfinished } from "./write-step.ts";

/** What an answer needs: an Outcome, and text beyond its reasons. */
interface Answer {
  outcome: Outcome;
  more: string;
}

/**
 * `/valp status`: renews the status comment; a task without an issue of its own is shown in the answer. Looking is also
 * when an approval that ran out is noticed: the gate is closed before it is shown.
 */
export async function showTask(
  ports: Ports,
  subject: Subject,
  asker: Account,
  scope: Scope,
): Promise<Answer | Unfinished> {
  const call = { subject, scope: withEnded(scope), actor: asker, eventId: "status", signal: null };
  const ending = await changeCase(ports, call, async (found) => closeFallenGate(ports, found));
  if ("kind" in ending) return ending;
  const { before, after, outcome } = ending;
  if (before === null || after === null) return { outcome, more: "" };
  const known = before.issue?.tasks[after.id]?.status_comment ?? null;
  const commit = outcome.commit ?? before.ground.snapshot.ledger.head;
  const untold = await tellStatus(ports, before.ground, after, { commit, known });
  const more = before.issue === null ? statusText(ports, before.ground, after) : "";
  return { outcome: { ...outcome, reasons: [...outcome.reasons, ...untold] }, more };
}

async function closeFallenGate(ports: Ports, { task, ground }: Case): Promise<CaseChange> {
  const shown = reason("status_shown", { taskId: task.id });
  const now = ports.clock.now();
  const { requests, decisions, dispatched, risk, state } = task;
  const facts = { requests, decisions, planDigest: state.github.plan_digest, rule: ground.policy.approvals.high, now };
  const gate = { dispatched, gate: state.gates.approval, risk, ruleId: state.github.rule_id };
  const fallen = isTerminal(state.status) ? null : fallenGate(seatsFor(facts), gate);
  const unchanged = { outcome: "ignored" as const, what: "", changes: new Map<string, string>(), deletions: [] };
  if (fallen === null) return { ...unchanged, reasons: [shown] };
  const lapsed = reason("approval_lapsed", { expires: ground.policy.approvals.high.expires });
  const change = { requested: [], decisions: [], shift: fallen };
  const event = { now, name: "approval_lapsed", summary: lapsed.text };
  const changes = applyApproval(task, change, state.github.plan_digest, event);
  return { outcome: "recorded", reasons: [lapsed, shown], what: "approval lapsed", changes, deletions: [] };
}

/** `/valp why`: which rules there are for this issue or pull request, and what stands between each and a task. */
export async function explainRules(
  ports: Ports,
  subject: Subject,
  asker: Account,
  scope: Scope,
): Promise<Answer | Unfinished> {
  const found = await loadCase(ports, subject, withEnded(scope));
  if (found.kind === "unfinished") return found;
  if (found.kind === "no_ground") return { outcome: ended(found.outcome, found.reasons), more: "" };
  const { policy, snapshot } = found.ground;
  const known = { ...subject, fromFork: subject.fromFork ?? snapshot.fromFork };
  const rules = startableRules(policy, known, asker).map(({ rule, failed }) => {
    const label = "label" in rule.on ? rule.on.label : null;
    const labelIsOn = label !== null && subject.labels.some((each) => sameLabel(each, label));
    return { rule: rule.id, label, labelIsOn, failed };
  });
  const tasks = found.kind === "case" ? [whatIsThere(found.task.id, found.task.state)] : [];
  return { outcome: ended("ignored", [reason("answered")]), more: whyText({ mode: policy.mode, rules, tasks }) };
}

function whatIsThere(id: string, { status, github }: TaskState) {
  return { id, status, rule: github.rule_id, isOpen: !isTerminal(status) };
}

function withEnded(scope: Scope): Scope {
  return scope.kind === "open" ? { kind: "latest" } : scope;
}
