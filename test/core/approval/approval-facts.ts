// A high-risk task in the hands of a few people, as facts that tests change one at a time.
import type { ApprovalCommand, ApprovalDecision, ApprovalFacts } from "../../../src/core/approval/decide-approval.ts";
import { decideApproval } from "../../../src/core/approval/decide-approval.ts";
import { type PlanFacts, planOf } from "../../../src/core/approval/plan.ts";
import type { ApprovalRule } from "../../../src/core/approval/seats.ts";
import type { ApprovalChange } from "../../../src/core/approval/shift.ts";
import { renewRequest, type TaskFacts } from "../../../src/core/approval/staleness.ts";
import type { RoleAnswer, TeamAnswer } from "../../../src/core/authority/account.ts";
import type { Account, Words } from "../../../src/core/events/event.ts";
import { type Policy, policySchema, type Rule } from "../../../src/core/policy/schema.ts";
import type { Role } from "../../../src/ports.ts";

/** A policy from a few keys, with all defaults. */
export function policyOf(keys: object): Policy {
  return policySchema.parse({ version: 1, ...keys });
}

/** A label rule from a few keys, with all defaults. */
export function ruleOf(keys: object = {}): Rule {
  const rule = policyOf({ rules: [{ id: "docs", on: { label: "agent:docs" }, ...keys }] }).rules[0];
  if (rule === undefined) throw new Error("the policy has no rule");
  return rule;
}

/** The approvals block from a few keys, with all defaults. */
export function approvalsOf(keys: object = {}): ApprovalRule {
  return policyOf({ approvals: { high: keys } }).approvals.high;
}

/** A person; the id is made from the login. */
export function person(login: string, id = idOf(login)): Account {
  return { login, id, kind: "user" };
}

function idOf(login: string): number {
  return [...login.toLowerCase()].reduce((sum, char) => sum * 31 + (char.codePointAt(0) ?? 0), 7) % 1_000_003;
}

/** A role that was looked up. */
export function known(role: Role, id: number | null = null): RoleAnswer {
  return { kind: "known", role, id };
}

/** A look-up that failed. */
export const unknown = {
  kind: "unknown",
  reason: { code: "people_unknown", text: "GitHub answered 403." },
} as const satisfies RoleAnswer & TeamAnswer;

/** The plan of the task; every key of {@link PlanFacts} may be changed. */
export function planFacts(changes: Partial<PlanFacts> = {}): PlanFacts {
  return {
    task_id: "gh-7-docs-1",
    trigger: { schema_version: "valp-trigger-policy.v1", source_event_id: "LE_1" },
    snapshot_digest: `sha256:${"5".repeat(64)}`,
    declaration: null,
    risk: { classification: "high", matches: [{ kind: "deploy", matched: "deploy" }] },
    agents: {},
    workflows: [],
    rule: ruleOf(),
    approvals: approvalsOf(),
    evidence: {},
    ...changes,
  };
}

/** A comment by somebody; made at `now` of {@link task} unless said otherwise. */
export function comment(author: Account, id: number, changes: Partial<Words> = {}): Words {
  const at = changes.createdAt ?? "2026-07-01T12:00:00Z";
  return {
    kind: "issue_comment",
    id,
    author,
    body: "",
    url: `https://github.example/octo/docs/issues/7#issuecomment-${id}`,
    createdAt: at,
    updatedAt: at,
    viaApp: null,
    ...changes,
  };
}

/** The task, with its first request recorded. */
export function task(changes: Partial<TaskFacts> = {}): TaskFacts {
  const plan = changes.plan ?? planOf(planFacts({ approvals: changes.approvals ?? approvalsOf() }));
  const facts: TaskFacts = {
    taskId: "gh-7-docs-1",
    ruleId: "docs",
    now: "2026-07-01T12:00:00Z",
    risk: { classification: "high", matches: [{ kind: "deploy", matched: "deploy" }] },
    gate: "needs_approval",
    requests: [],
    decisions: [],
    approvals: approvalsOf(),
    snapshotDigest: `sha256:${"5".repeat(64)}`,
    dispatched: false,
    ...changes,
    plan,
  };
  if (changes.requests !== undefined) return facts;
  const first = renewRequest({ ...facts, dispatched: false });
  return { ...facts, requests: first.kind === "renewed" ? first.change.requested : [] };
}

/** Everything about one command: by default hubot's neighbour monalisa, a maintainer, approves the current plan. */
export function commandFacts(changes: Partial<ApprovalFacts> = {}, of: TaskFacts = task()): ApprovalFacts {
  return {
    ...of,
    command: approve(of),
    words: comment(person("monalisa"), 100),
    edited: false,
    role: known("maintain"),
    teams: new Map(),
    participants: { requesters: [person("octocat")], leader: null, workers: [] },
    taskStatus: "approval_required",
    routed: false,
    ...changes,
  };
}

/** The command that approves the current plan of a task, with the shortest digest that binds. */
export function approve(of: Pick<TaskFacts, "plan">): ApprovalCommand {
  return { verb: "approve", digest: of.plan.digest.slice("sha256:".length, "sha256:".length + 12) };
}

/** The decision about one command. */
export function decide(changes: Partial<ApprovalFacts> = {}, of?: TaskFacts): ApprovalDecision {
  return decideApproval(commandFacts(changes, of));
}

/** The task after what an answer writes, if it writes anything. */
export function written<T extends TaskFacts>(
  before: T,
  answer: { kind: string } | { change: ApprovalChange | null },
): T {
  const change = "change" in answer ? answer.change : null;
  return {
    ...before,
    requests: [...before.requests, ...(change?.requested ?? [])],
    decisions: [...before.decisions, ...(change?.decisions ?? [])],
    gate: change?.shift?.gate ?? before.gate,
  };
}

/** The codes of a decision's reasons. */
export function codes(decision: { reasons?: readonly { code: string }[] }): string[] {
  return (decision.reasons ?? []).map((reason) => reason.code);
}
