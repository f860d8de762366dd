// What a task's folder becomes when its team, its text or its approval changes: one value in, all changed files out.
import { decisionsRef, requestedRef } from "../approval/approval-lines.ts";
import { type Plan, planOf } from "../approval/plan.ts";
import type { ApprovalChange, Shift } from "../approval/shift.ts";
import { renewRequest, type TaskFacts } from "../approval/staleness.ts";
import type { Squad } from "../leader/declaration.ts";
import type { RiskReport } from "../outcome.ts";
import type { Policy, Rule } from "../policy/schema.ts";
import { type AssignmentDeclaration, declarationRef, type LeaderSelection } from "../records/assignment-declaration.ts";
import { type AssignmentValidation, validationRef } from "../records/assignment-validation.ts";
import {
  type AutomationPolicy,
  automationPolicyRef,
  decidedAutomationPolicy,
  raisedAutomationPolicy,
} from "../records/automation-policy.ts";
import { sha256 } from "../records/digest.ts";
import { appendLine, jsonFile, timestamp } from "../records/format.ts";
import { issueSnapshotRef } from "../records/issue-snapshot.ts";
import { stateRef, type TaskState } from "../records/state.ts";
import { readGoal, taskMdRef } from "../records/task-md.ts";
import { timelineLine, timelineRef } from "../records/timeline.ts";
import { buildRouteSet, routeFiles } from "../route/route-set.ts";
import type { Skill } from "../route/skills.ts";
import { blockedState, leaderSelectedState } from "../route/state-markers.ts";
import type { Reason } from "../say/reason.ts";
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

/** The files to write and delete inside the folder, and the folder's texts afterwards. */
export interface Rebuilt {
  changes: Map<string, string>;
  deletions: string[];
  plan: Plan;
  reasons: Reason[];
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

function recordedSquad({ squad_routing: squad }: TaskState): Squad | null {
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

/**
 * Rebuilds the folder for a new team or a new text, before any dispatch. The plan changes, so a high risk gets a new
 * request for approval; a passed declaration gets its whole route set; a blocked one keeps no earlier route.
 */
export function rebuildTask(
  task: TaskFolder,
  around: Surroundings,
  team: Team,
  event: { name: string; summary: string },
  text?: NewText,
): { kind: "rebuilt"; rebuilt: Rebuilt } | { kind: "refused"; reasons: Reason[] } {
  const plan = planOfTask(task, around, team, text);
  const changes = new Map<string, string>();
  const deletions = new Set<string>();
  const reasons: Reason[] = [];
  let state = withText(task.state, text);
  let automation = raisedAutomationPolicy(task.automation, text?.risk.classification ?? task.risk.classification);
  if (text) {
    changes.set(issueSnapshotRef, text.snapshot);
    changes.set(taskMdRef, text.taskMd);
  }
  if (automation.approval_required) {
    const renewal = renewRequest(approvalFacts(task, around, plan, text));
    if (renewal.kind === "renewed") {
      appendLedgers(task, renewal.change, changes);
      reasons.push(...renewal.reasons);
      ({ state, automation } = shifted(state, automation, renewal.change.shift));
    }
    state = { ...state, github: { ...state.github, plan_digest: plan.digest } };
  }
  const routed = applyTeam(task, around, team, { state, automation, changes, deletions });
  if (routed !== null) return { kind: "refused", reasons: routed };
  changes.set(
    timelineRef,
    appendLine(task.texts.get(timelineRef) ?? "", timelineLine(timestamp(around.now), event.name, event.summary)),
  );
  return {
    kind: "rebuilt",
    rebuilt: { changes, deletions: [...deletions].filter((it) => !changes.has(it)), plan, reasons },
  };
}

/** Files that follow from the team. Returns the reasons when no route fits. */
function applyTeam(
  task: TaskFolder,
  around: Surroundings,
  team: Team,
  build: { state: TaskState; automation: AutomationPolicy; changes: Map<string, string>; deletions: Set<string> },
): Reason[] | null {
  const now = timestamp(around.now);
  const { changes, deletions } = build;
  const drop = (names: readonly string[]) =>
    names.filter((name) => task.texts.has(name)).map((name) => deletions.add(name));
  if (team.kind === "declared") {
    changes.set(declarationRef, jsonFile(team.declaration));
    changes.set(validationRef, jsonFile(team.validation));
  } else {
    drop([declarationRef, validationRef]);
  }
  if (team.kind !== "declared" || team.validation.status === "blocked") {
    drop(routeFiles([...task.texts.keys()]));
    changes.set(stateRef, jsonFile(unrouted(build.state, team, now)));
    changes.set(automationPolicyRef, jsonFile(build.automation));
    return null;
  }
  const state = { ...build.state, github: { ...build.state.github, leader_selection: team.declaration.leader } };
  const snapshot = changes.get(issueSnapshotRef) ?? task.texts.get(issueSnapshotRef);
  const route = buildRouteSet({
    folder: task.path,
    now,
    declaration: team.declaration,
    squad: team.squad,
    agents: around.policy.agents,
    state,
    automation: build.automation,
    approved: build.automation.selected_action === "continue_until_gate",
    goal: readGoal(changes.get(taskMdRef) ?? task.texts.get(taskMdRef) ?? ""),
    snapshot: snapshot === undefined ? null : { ref: issueSnapshotRef, digest: sha256(snapshot) },
    skills: around.skills,
    designContract: around.designContract,
    contextPct: {},
    existing: task.texts,
  });
  if (route.kind === "refused") return route.reasons;
  for (const change of route.changes) changes.set(change.path, change.text);
  for (const path of route.deletions) deletions.add(path);
  return null;
}

function unrouted(state: TaskState, team: Team, now: string): TaskState {
  if (team.kind === "declared") return blockedState(state, team.declaration, team.squad, now);
  return team.kind === "leader" ? leaderSelectedState(state, team.leader, now) : { ...state, updated_at: now };
}

/** What an approval decision writes: ledger lines, and state and automation policy where the approval now stands otherwise. */
export function applyApproval(
  task: TaskFolder,
  change: ApprovalChange,
  plan: Plan,
  event: { now: string; name: string; summary: string },
): Map<string, string> {
  const changes = new Map<string, string>();
  appendLedgers(task, change, changes);
  const shiftedTo = shifted(task.state, task.automation, change.shift);
  const now = timestamp(event.now);
  const state = {
    ...shiftedTo.state,
    updated_at: now,
    github: { ...shiftedTo.state.github, plan_digest: plan.digest },
  };
  changes.set(stateRef, jsonFile(state));
  if (change.shift !== null) changes.set(automationPolicyRef, jsonFile(shiftedTo.automation));
  const line = timelineLine(now, event.name, event.summary);
  changes.set(timelineRef, appendLine(task.texts.get(timelineRef) ?? "", line));
  return changes;
}

function appendLedgers(task: TaskFolder, change: ApprovalChange, changes: Map<string, string>): void {
  const append = (ref: string, lines: readonly object[]) => {
    if (lines.length === 0) return;
    changes.set(
      ref,
      lines.reduce<string>((text, line) => appendLine(text, line), task.texts.get(ref) ?? ""),
    );
  };
  append(requestedRef, change.requested);
  append(decisionsRef, change.decisions);
}

function shifted(state: TaskState, automation: AutomationPolicy, shift: Shift | null) {
  if (shift === null) return { state, automation };
  return {
    state: {
      ...state,
      status: shift.status,
      gates: { ...state.gates, approval: shift.gate },
      approval_required: shift.approval_required,
    },
    automation: decidedAutomationPolicy(automation, shift.covered),
  };
}

function withText(state: TaskState, text?: NewText): TaskState {
  if (text === undefined) return state;
  const high = text.risk.classification === "high";
  return { ...state, risk: { approval_required: high, matches: text.risk.matches } };
}
