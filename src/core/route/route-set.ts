// The complete set of files that a validated declaration leads to, built at once or not at all.
import type { Change } from "../../ports.ts";
import type { Squad } from "../leader/declaration.ts";
import type { Agent } from "../policy/schema.ts";
import type { AssignmentDeclaration } from "../records/assignment-declaration.ts";
import { attentionRefs } from "../records/attention.ts";
import { type AutomationPolicy, automationPolicyRef, routedAutomationPolicy } from "../records/automation-policy.ts";
import {
  type ControlSlice,
  controlContract,
  controlContractRef,
  controlSlice,
  controlSliceRef,
} from "../records/control-contract.ts";
import { delegationPolicy, delegationPolicyRef } from "../records/delegation-policy.ts";
import { sha256 } from "../records/digest.ts";
import { jsonFile, readJsonObject, timestamp } from "../records/format.ts";
import { iterationBudget, iterationBudgetRef } from "../records/iteration-budget.ts";
import { type DispatchBudget, type Routing, routingRef } from "../records/routing.ts";
import { type SkillSlice, skillRecommendationsRef, skillSliceRef } from "../records/skills.ts";
import { stateRef, type TaskState } from "../records/state.ts";
import {
  declaredAgents,
  dependenciesRef,
  type RoleAssignments,
  rolesOf,
  submissionDependencies,
  type WorkItem,
} from "../records/submission-dependencies.ts";
import type { Reason } from "../say/reason.ts";
import { visibleRoutingText } from "../say/visible-routing.ts";
import {
  type AttentionFacts,
  attentionMap,
  contextPack,
  contextSelection,
  dispatchRef,
  evidenceBoard,
  maskList,
} from "./attention.ts";
import { fitDispatch } from "./dispatches.ts";
import { loopLayer } from "./loop-layer.ts";
import { buildRouting, designContract } from "./routing.ts";
import { recommendSkills, type Skill } from "./skills.ts";
import { routedState } from "./state-markers.ts";

/** Everything a route is made of, read at one commit. Refs are inside the task folder unless said otherwise. */
export interface RouteFacts {
  /** Path of the task folder inside the ledger branch. */
  folder: string;
  /** ISO time in UTC. */
  now: string;
  /** A declaration whose validation passed. */
  declaration: AssignmentDeclaration;
  squad: Squad | null;
  /** The agents of the policy. */
  agents: Readonly<Record<string, Agent>>;
  /** State and automation policy as they stand, after any stale approval was taken back. */
  state: TaskState;
  automation: AutomationPolicy;
  /** True once an approval covers the plan that holds this declaration. */
  approved: boolean;
  /** The goal: anybody's words. */
  goal: string;
  /** The frozen copy of the request, null where no issue text started the task. */
  snapshot: { ref: string; digest: string } | null;
  /** SKILL.md files of the repository at the policy's commit. */
  skills: readonly Skill[];
  /** Path of DESIGN.md in the repository, null where there is none. */
  designContract: string | null;
  /** Observed share of an agent's context window in percent. */
  contextPct: Readonly<Record<string, number>>;
  /** Files of the task folder as they stand, by ref; for an earlier route only. */
  existing: ReadonlyMap<string, string>;
}

/** The files to write and to delete, with state and routing as values; or why nothing can be routed. */
export type RouteAnswer =
  | { kind: "built"; changes: Change[]; deletions: string[]; routing: Routing; state: TaskState }
  | { kind: "refused"; reasons: Reason[] };

/**
 * Builds the route set (contract section 4 step 4). Same facts, same bytes. The order of `changes` is by path. An earlier
 * route of this task is replaced: what only it had is deleted, and the control contract keeps its bytes.
 */
export function buildRouteSet(given: RouteFacts): RouteAnswer {
  const facts = { ...given, now: timestamp(given.now) };
  const { declaration, state } = facts;
  const taskId = declaration.task_id;
  const roles: RoleAssignments = declaration.assignments;
  const team = declaredAgents(roles);
  const skills = recommendSkills({ ...facts, taskId, profile: state.profile, agents: team });
  const attention: AttentionFacts = {
    taskId,
    profile: state.profile,
    layer: loopLayer(facts.goal, state.profile),
    now: facts.now,
    leader: declaration.leader.agent_id,
    roles,
    designContract: facts.designContract,
    snapshotRef: facts.snapshot?.ref ?? null,
    skills: { status: skills.report.status, ref: skillRecommendationsRef },
  };
  const contractText = jsonFile(controlContract(taskId, contractTime(facts)));
  const dependencies = submissionDependencies(taskId, roles);
  const contractDigest = sha256(contractText);
  const dispatches = dispatchAll(facts, attention, contractDigest, dependencies.work_items, skills.slices);
  if (dispatches.kind === "refused") return dispatches;
  const routing = buildRouting({
    ...facts,
    taskId,
    profile: state.profile,
    layer: attention.layer,
    capabilitiesNeeded: state.capabilities_needed,
    contractDigest,
    budgets: dispatches.budgets,
    skillStatus: skills.report.status,
  });
  const manual = routing.runtime_adapter.class === "manual";
  const automation = routedAutomationPolicy(facts.automation, { manual, covered: facts.approved });
  const open = automation.selected_action !== "block_for_approval";
  const routed = routedState(state, routing, declaration.leader, { open, now: facts.now });
  const itemRoles = dependencies.work_items.map((item) => item.role);
  const files = new Map<string, string>([
    ...attentionFiles(attention),
    ...dispatches.files,
    [controlContractRef, contractText],
    [dependenciesRef, jsonFile(dependencies)],
    [delegationPolicyRef, jsonFile(delegationPolicy(taskId, manual))],
    [iterationBudgetRef, jsonFile(iterationBudget(taskId, itemRoles, facts.now))],
    [automationPolicyRef, jsonFile(automation)],
    [skillRecommendationsRef, jsonFile(skills.report)],
    [routingRef, jsonFile(routing)],
    [stateRef, jsonFile(routed)],
  ]);
  for (const [agent, slice] of skills.slices) files.set(skillSliceRef(agent), jsonFile(slice));
  return {
    kind: "built",
    changes: [...files].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    deletions: routeFiles([...facts.existing.keys()]).filter((path) => !files.has(path)),
    routing,
    state: routed,
  };
}

/** Those of `paths` that a route set wrote and that no longer hold once its declaration is replaced or blocked. */
export function routeFiles(paths: readonly string[]): string[] {
  const single: readonly string[] = [
    ...Object.values(attentionRefs),
    controlContractRef,
    dependenciesRef,
    delegationPolicyRef,
    iterationBudgetRef,
    skillRecommendationsRef,
    routingRef,
  ];
  const perAgent = /^(?:(?:control-slices|skill-slices)\/[^/]+\.json|agents\/[^/]+\/dispatch\.md)$/;
  return paths.filter((path) => single.includes(path) || perAgent.test(path));
}

/** The contract is immutable: a later route of the same task keeps the time of the first. */
function contractTime(facts: RouteFacts): string {
  const earlier = readJsonObject(facts.existing.get(controlContractRef) ?? "");
  const time = earlier.kind === "value" ? earlier.value.created_at : undefined;
  const recorded = typeof time === "string" && /^[0-9T:Z-]{20}$/.test(time) ? time : null;
  return recorded ?? facts.now;
}

function attentionFiles(facts: AttentionFacts): [string, string][] {
  const map = attentionMap(facts);
  const selection = contextSelection(facts);
  const pack = contextPack(facts);
  const masks = maskList(facts);
  const board = evidenceBoard(facts);
  const design = designContract(facts.profile, facts.designContract);
  return [
    [attentionRefs.attention_map, jsonFile(map)],
    [attentionRefs.context_selection, jsonFile(selection)],
    [attentionRefs.context_pack, jsonFile(pack)],
    [attentionRefs.mask_list, jsonFile(masks)],
    [attentionRefs.evidence_board, jsonFile(board)],
    [
      attentionRefs.visible_routing,
      visibleRoutingText({ map, selection, pack, masks, board, designContract: design.path ?? design.status }),
    ],
  ];
}

/** Slices and dispatch texts of the whole team, or the reasons of every agent whose text does not fit. */
function dispatchAll(
  facts: RouteFacts,
  attention: AttentionFacts,
  contractDigest: string,
  items: readonly WorkItem[],
  skillSlices: ReadonlyMap<string, SkillSlice>,
):
  | { kind: "built"; files: [string, string][]; budgets: Record<string, DispatchBudget> }
  | { kind: "refused"; reasons: Reason[] } {
  const heads = Object.entries(attentionMap(attention).heads);
  const masked = maskList(attention).masked.map((entry) => entry.item);
  const files: [string, string][] = [];
  const budgets: [string, DispatchBudget][] = [];
  const reasons: Reason[] = [];
  for (const agent of declaredAgents(attention.roles)) {
    const own = items.filter((item) => item.agent === agent);
    const slice: ControlSlice = controlSlice(
      attention.taskId,
      agent,
      own.map((item) => item.work_item_id),
      contractDigest,
    );
    const fitted = fitDispatch({
      ...attention,
      folder: facts.folder,
      agent,
      roles: rolesOf(attention.roles, agent),
      person: facts.agents[agent]?.account !== undefined,
      slice,
      goal: facts.goal,
      snapshot: facts.snapshot,
      heads: heads.filter(([, head]) => head.selected === agent).map(([name]) => name),
      masked,
      expectedRefs: [...new Set(own.flatMap((item) => item.expected_refs))],
      skills: (skillSlices.get(agent)?.recommendations ?? []).map((match) => match.skill),
    });
    if (fitted.kind === "refused") {
      reasons.push(...fitted.reasons);
      continue;
    }
    files.push([controlSliceRef(agent), jsonFile(slice)], [dispatchRef(agent), fitted.text]);
    budgets.push([agent, fitted.budget]);
  }
  if (reasons.length > 0) return { kind: "refused", reasons };
  return { kind: "built", files, budgets: Object.fromEntries(budgets) };
}
