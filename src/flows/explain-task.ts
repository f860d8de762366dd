// `/valp status` and `/valp why`: answers from the records and the policy, without changing either.

import { ended } from "../core/ended.ts";
import type { Account, Subject } from "../core/events/event.ts";
import type { Outcome } from "../core/outcome.ts";
import { sameLabel, startableRules } from "../core/policy/match.ts";
import { reason } from "../core/say/reason.ts";
import { whyText } from "../core/say/why-text.ts";
import type { Ports } from "../ports.ts";
import { loadCase, type Scope } from "./load-case.ts";
import { loadGround } from "./load-ground.ts";
import { statusText, tellStatus } from "./tell-status.ts";
import type { Unfinished } from "./write-step.ts";

/** Answers `status` (renews the status comment) or `why` (a text for the answer). */
export async function explain(
  ports: Ports,
  subject: Subject,
  asker: Account,
  scope: Scope,
  what: "status" | "why",
): Promise<{ outcome: Outcome; more: string } | Unfinished> {
  const found = await loadCase(ports, subject, scope.kind === "open" ? { kind: "latest" } : scope);
  if (found.kind === "unfinished") return found;
  const tasks = found.kind === "case" ? [found.task] : [];
  if (what === "why") {
    const loaded = await loadGround(ports, { ledger: [], folders: [] });
    if (loaded.kind === "unfinished") return loaded;
    if (loaded.kind === "no_ground") return { outcome: ended(loaded.outcome, loaded.reasons), more: "" };
    const { policy } = loaded.ground;
    const rules = startableRules(policy, subject, asker).map(({ rule, failed }) => ({
      rule: rule.id,
      label: "label" in rule.on ? rule.on.label : null,
      labelIsOn:
        "label" in rule.on && subject.labels.some((label) => "label" in rule.on && sameLabel(label, rule.on.label)),
      failed,
    }));
    const open = tasks.map((task) => ({ id: task.id, status: task.state.status }));
    return {
      outcome: ended("ignored", [reason("answered")]),
      more: whyText({ mode: policy.mode, rules, tasks: open }),
    };
  }
  if (found.kind === "no_ground") return { outcome: ended(found.outcome, found.reasons), more: "" };
  if (found.kind === "no_case") return { outcome: ended("refused", [found.reason]), more: "" };
  const known = found.issue?.tasks[found.task.id]?.status_comment ?? null;
  const commit = found.ground.snapshot.ledger.head;
  const untold = await tellStatus(ports, found.ground, found.task, { commit, known });
  const outcome = {
    ...ended("ignored", [reason("status_shown", { taskId: found.task.id }), ...untold]),
    task_id: found.task.id,
    folder: found.task.path,
    risk: found.task.risk,
  };
  return { outcome, more: found.issue === null ? statusText(ports, found.ground, found.task) : "" };
}
