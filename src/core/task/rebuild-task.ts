// What a task's folder becomes when its team or its text changes: one value in, all changed files out.
import type { Plan } from "../approval/plan.ts";
import { renewRequest } from "../approval/staleness.ts";
import { declarationRef } from "../records/assignment-declaration.ts";
import { validationRef } from "../records/assignment-validation.ts";
import {
  type AutomationPolicy,
  automationPolicyRef,
  decidedAutomationPolicy,
  openingAutomationPolicy,
  raisedAutomationPolicy,
} from "../records/automation-policy.ts";
import { sha256 } from "../records/digest.ts";
import { appendLine, jsonFile, timestamp } from "../records/format.ts";
import { issueSnapshotRef } from "../records/issue-snapshot.ts";
import { stateRef, type TaskState } from "../records/state.ts";
import { readGoal, taskMdRef } from "../records/task-md.ts";
import { timelineLine, timelineRef } from "../records/timeline.ts";
import { buildRouteSet, routeFiles } from "../route/route-set.ts";
import { blockedState, leaderSelectedState } from "../route/state-markers.ts";
import type { Reason } from "../say/reason.ts";
import { appendLedgers, shifted } from "./apply-approval.ts";
import type { TaskFolder } from "./task-folder.ts";
import { approvalFacts, type NewText, planOfTask, type Surroundings, type Team } from "./task-plan.ts";

/** The files to write and delete inside the folder, and the folder's texts afterwards. */
export interface Rebuilt {
  changes: Map<string, string>;
  deletions: string[];
  plan: Plan;
  reasons: Reason[];
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
    changes.set(automationPolicyRef, jsonFile(unroutedAutomation(task, build.automation)));
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

/** The policy as at the opening, with the risk as it stands now: what a route added would name files that are gone. */
function unroutedAutomation({ trigger }: TaskFolder, automation: AutomationPolicy): AutomationPolicy {
  const { task_id: taskId, risk_classification: risk, approval_required: approvalRequired } = automation;
  if (risk === "unknown") return automation;
  const opening = openingAutomationPolicy({
    taskId,
    mode: trigger.trigger_mode,
    risk,
    action: approvalRequired ? "block_for_approval" : trigger.selected_action,
    approvalRequired,
  });
  return automation.selected_action === "continue_until_gate" && approvalRequired
    ? decidedAutomationPolicy(opening, true)
    : opening;
}

function unrouted(state: TaskState, team: Team, now: string): TaskState {
  if (team.kind === "declared") return blockedState(state, team.declaration, team.squad, now);
  return team.kind === "leader" ? leaderSelectedState(state, team.leader, now) : { ...state, updated_at: now };
}

function withText(state: TaskState, text?: NewText): TaskState {
  if (text === undefined) return state;
  const high = text.risk.classification === "high";
  return { ...state, risk: { approval_required: high, matches: text.risk.matches } };
}
