// `/valp status` and `/valp why`: answers from the records and the policy, without changing either.

import { ended } from "../core/ended.ts";
import type { Account, Subject } from "../core/events/event.ts";
import type { Outcome } from "../core/outcome.ts";
import { sameLabel, startableRules } from "../core/policy/match.ts";
import { reason } from "../core/say/reason.ts";
import { whyText } from "../core/say/why-text.ts";
import type { Ports } from "../ports.ts";
import { loadCase, type Scope } from "./load-case.ts";
import { statusText, tellStatus } from "./tell-status.ts";
import type { Unfinished } from "./write-step.ts";

/** What an answer needs: an Outcome, and text beyond its reasons. */
interface Answer {
  outcome: Outcome;
  more: string;
}

/** `/valp status`: renews the status comment; a task without an issue of its own is shown in the answer. */
export async function showTask(ports: Ports, subject: Subject, scope: Scope): Promise<Answer | Unfinished> {
  const found = await loadCase(ports, subject, withEnded(scope));
  if (found.kind === "unfinished") return found;
  if (found.kind === "no_ground") return { outcome: ended(found.outcome, found.reasons), more: "" };
  if (found.kind === "no_case") return { outcome: ended("refused", [found.reason]), more: "" };
  const { task, issue, ground } = found;
  const known = issue?.tasks[task.id]?.status_comment ?? null;
  const untold = await tellStatus(ports, ground, task, { commit: ground.snapshot.ledger.head, known });
  const outcome = {
    ...ended("ignored", [reason("status_shown", { taskId: task.id }), ...untold]),
    task_id: task.id,
    folder: task.path,
    risk: task.risk,
  };
  return { outcome, more: issue === null ? statusText(ports, ground, task) : "" };
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
  const tasks = found.kind === "case" ? [{ id: found.task.id, status: found.task.state.status }] : [];
  return { outcome: ended("ignored", [reason("answered")]), more: whyText({ mode: policy.mode, rules, tasks }) };
}

function withEnded(scope: Scope): Scope {
  return scope.kind === "open" ? { kind: "latest" } : scope;
}
