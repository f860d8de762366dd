// The plan of a task: what an approval of it covers, from its folder, its team and the repository around it.
import { type Plan, planOf } from "../approval/plan.ts";
import type { TaskFacts } from "../approval/staleness.ts";
import type { Squad } from "../leader/declaration.ts";
import type { RiskReport } from "../outcome.ts";
import type { Policy, Rule } from "../policy/schema.ts";
import type { AssignmentDeclaration, LeaderSelection } from "../records/assignment-declaration.ts";
import type { AssignmentValidation } from "../records/assignment-validation.ts";
import { sha256 } from "../records/digest.ts";
import { timestamp } from "../records/format.ts";
import { issueSnapshotRef } from "../records/issue-snapshot.ts";
import type { TaskState } from "../records/state.ts";
import type { Skill } from "../route/skills.ts";
import type { TaskFolder } from "./task-folder.ts";

/** Facts of the repository that a plan and a route stand on, read at the policy's commit. */
export interface Surroundings {
  policy: Policy;
  /** Blob ids of the workflow files of every agent, by path; a path that is not there has none. */
  workflowBlobs: ReadonlyMap<string, string>;
  skills: readonly Skill[];
  /** Path of DESIGN.md, null where there is none. */
  designContract: string | null;
  /** ISO 8601 UTC. */
  now: string;
}

/** The team of a task: none, a Leader who declares next, or a declaration with its verdict. */
export type Team =
  | { kind: "none" }
  | { kind: "leader"; leader: LeaderSelection }
  | {
      kind: "declared";
      declaration: AssignmentDeclaration;
      validation: AssignmentValidation;
      squad: Squad | null;
    };

/** New words of the issue: the snapshot file, task.md, and the risk as it stands now. */
export interface NewText {
  snapshot: string;
  taskMd: string;
  risk: RiskReport;
}

/** The path of an agent's workflow file. */
export function workflowPath(workflow: string): string {
  return `.github/workflows/${workflow}`;
}

/** The rule of a task as the policy has it now; null when the policy no longer has it. */
export function ruleOf(task: TaskFolder, policy: Policy): Rule | null {
  return policy.rules.find((rule) => rule.id === task.state.github.rule_id) ?? null;
}

/** The team as the folder records it. */
export function recordedTeam(task: TaskFolder): Team {
  if (task.declaration !== null && task.validation !== null) {
    const { declaration, validation } = task;
    return { kind: "declared", declaration, validation, squad: recordedSquad(task.state) };
  }
  const leader = task.state.github.leader_selection;
  return leader === null ? { kind: "none" } : { kind: "leader", leader };
}

/** The squad as the state records it. */
export function recordedSquad({ squad_routing: squad }: TaskState): Squad | null {
  return squad?.used === true ? { members: [...squad.members], handoffs: [...squad.leader_decision.handoffs] } : null;
}

/** The plan of a task as it would stand with this team, text and surroundings. */
export function planOfTask(task: TaskFolder, around: Surroundings, team: Team, text?: NewText): Plan {
  const declaration = team.kind === "declared" ? team.declaration : null;
  const names = [...new Set(Object.values(declaration?.assignments ?? {}))];
  const agents = names.flatMap((name) => {
    const agent = around.policy.agents[name];
    return agent === undefined ? [] : [[name, agent] as const];
  });
  const paths = agents.flatMap(([, agent]) => (agent.workflow === undefined ? [] : [workflowPath(agent.workflow)]));
  return planOf({
    task_id: task.id,
    trigger: task.trigger,
    snapshot_digest: snapshotDigest(task, text),
    declaration,
    risk: text?.risk ?? task.risk,
    agents: Object.fromEntries(agents),
    workflows: [...new Set(paths)].map((path) => ({ path, blob: around.workflowBlobs.get(path) ?? null })),
    rule: ruleOf(task, around.policy),
    approvals: around.policy.approvals.high,
    evidence: around.policy.evidence,
  });
}

/** What core/approval needs to know of a task. */
export function approvalFacts(task: TaskFolder, around: Surroundings, plan: Plan, text?: NewText): TaskFacts {
  return {
    taskId: task.id,
    now: timestamp(around.now),
    ruleId: task.state.github.rule_id,
    risk: text?.risk ?? task.risk,
    gate: task.state.gates.approval,
    requests: task.requests,
    decisions: task.decisions,
    approvals: around.policy.approvals.high,
    plan,
    snapshotDigest: snapshotDigest(task, text),
    dispatched: task.dispatched,
  };
}

function snapshotDigest(task: TaskFolder, text?: NewText): string | null {
  const snapshot = text?.snapshot ?? task.texts.get(issueSnapshotRef);
  return snapshot === undefined ? null : sha256(snapshot);
}
