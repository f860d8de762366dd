// The complete set of files that a validated declaration leads to, built at once or not at all.
import type { Change } from "../../ports.ts";
import type { Squad } from "../leader/declaration.ts";
import type { Agent } from "../policy/schema.ts";
import type { AssignmentDeclaration } from "../records/assignment-declaration.ts";
import { attentionRefs } from "../records/attention.ts";
import { type AutomationPolicy, automationPolicyRef, routedAutomationPolicy } from "../records/automation-policy.ts";
import { controlContract, controlContractRef } from "../records/control-contract.ts";
import { delegationPolicy, delegationPolicyRef } from "../records/delegation-policy.ts";
import { sha256 } from "../records/digest.ts";
import { jsonFile, readJsonObject, timestamp } from "../records/format.ts";
import { iterationBudget, iterationBudgetRef } from "../records/iteration-budget.ts";
import { type Routing, routingRef } from "../records/routing.ts";
import { skillRecommendationsRef, skillSliceRef } from "../records/skills.ts";
import { stateRef, type TaskState } from "../records/state.ts";
import {
  declaredAgents,
  dependenciesRef,
  type RoleAssignments,
  submissionDependencies,
} from "../records/submission-dependencies.ts";
import type { Reason } from "../say/reason.ts";
import { visibleRoutingText } from "../say/visible-routing.ts";
import {
  type AttentionFacts,
  attentionMap,
  contextPack,
  contextSelection,
  evidenceBoard,
  maskList,
} from "./attention.ts";
import { buildDispatches } from "./dispatches.ts";
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
  const skills = recommendSkills({ ...facts, taskId, profile: state.profile, agents: declaredAgents(roles) });
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
  const contract = jsonFile(controlContract(taskId, contractTime(facts)));
  const contractDigest = sha256(contract);
  const dispatches = buildDispatches({ ...facts, attention, contractDigest, skillSlices: skills.slices });
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
  const { files, routed } = routeRecords(facts, routing);
  const all = new Map([...attentionFiles(attention), ...dispatches.files, ...files]);
  all.set(controlContractRef, contract);
  all.set(skillRecommendationsRef, jsonFile(skills.report));
  for (const [agent, slice] of skills.slices) all.set(skillSliceRef(agent), jsonFile(slice));
  return {
    kind: "built",
    changes: [...all].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    deletions: routeFiles([...facts.existing.keys()]).filter((path) => !all.has(path)),
    routing,
    state: routed,
  };
}

/** The records that follow from the routing alone. */
function routeRecords(facts: RouteFacts, routing: Routing): { files: [string, string][]; routed: TaskState } {
  const { task_id: taskId, role_assignments: roles } = routing;
  const manual = routing.runtime_adapter.class === "manual";
  const automation = routedAutomationPolicy(facts.automation, { manual, covered: facts.approved });
  const open = automation.selected_action !== "block_for_approval";
  const routed = routedState(facts.state, routing, facts.declaration.leader, { open, now: facts.now });
  const dependencies = submissionDependencies(taskId, roles);
  const itemRoles = dependencies.work_items.map((item) => item.role);
  return {
    routed,
    files: [
      [dependenciesRef, jsonFile(dependencies)],
      [delegationPolicyRef, jsonFile(delegationPolicy(taskId, manual))],
      [iterationBudgetRef, jsonFile(iterationBudget(taskId, itemRoles, facts.now))],
      [automationPolicyRef, jsonFile(automation)],
      [routingRef, jsonFile(routing)],
      [stateRef, jsonFile(routed)],
    ],
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
