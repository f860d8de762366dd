// Builds routing.json and the markers it shares with state.json from a validated declaration.
import type { Squad } from "../leader/declaration.ts";
import { requiredRoles } from "../leader/team-blockers.ts";
import type { Agent, Profile } from "../policy/schema.ts";
import { type AssignmentDeclaration, declarationRef, type LeaderSelection } from "../records/assignment-declaration.ts";
import { validationRef } from "../records/assignment-validation.ts";
import { attentionRefs, type LoopLayer } from "../records/attention.ts";
import { controlContractMarker, controlSliceRef } from "../records/control-contract.ts";
import { delegationPolicyRef } from "../records/delegation-policy.ts";
import { iterationBudgetRef } from "../records/iteration-budget.ts";
import type { DispatchBudget, RouteMarkers, Routing, SquadRouting } from "../records/routing.ts";
import { skillRecommendationsRef, skillSliceRef } from "../records/skills.ts";
import { declaredAgents, dependenciesRef, type RoleAssignments, rolesOf } from "../records/submission-dependencies.ts";
import { routingWords } from "../say/route-words.ts";
import { budgetRole, inRoleOrder } from "./attention.ts";
import { isInterfaceProfile } from "./loop-layer.ts";
import { contextPolicy, provider, runtimeAdapters, stateMapping } from "./runtime-adapters.ts";

/** What routing.json is made of, once every other file of the route set is known. */
export interface RoutingFacts {
  taskId: string;
  profile: Profile;
  layer: LoopLayer;
  declaration: AssignmentDeclaration;
  squad: Squad | null;
  agents: Readonly<Record<string, Agent>>;
  capabilitiesNeeded: readonly string[];
  designContract: string | null;
  contractDigest: string;
  budgets: Readonly<Record<string, DispatchBudget>>;
  skillStatus: "complete" | "no_matches";
  /** Observed share of an agent's context window in percent; only what somebody measured. */
  contextPct: Readonly<Record<string, number>>;
  /** ISO time in UTC. */
  now: string;
}

/** routing.json of a declaration that passed (contract section 4). Nothing in it is a score of ours. */
export function buildRouting(facts: RoutingFacts): Routing {
  const { declaration } = facts;
  const roles: RoleAssignments = declaration.assignments;
  const team = declaredAgents(roles);
  return {
    schema_version: "valp-capability-routing.v1",
    task_id: facts.taskId,
    profile: facts.profile,
    routing_reason: routingWords.routing,
    role_requirements: [...requiredRoles(facts.profile)],
    ...routeMarkers(facts, roles, team),
    // The reasons are the declaration's own words about an agent.
    agent_match_reasons: Object.fromEntries(
      team.map((agent) => [agent, rolesOf(roles, agent).flatMap((role) => declaration.reasons[role] ?? [])]),
    ),
    candidate_scores: Object.fromEntries(
      team.map((agent) => [agent, { eligible: true, reason: routingWords.eligible }]),
    ),
    rejected_candidates: [],
    selected_agent_context_policies: Object.fromEntries(
      team.map((agent) => [agent, { ...contextPolicy(budgetRole(roles, agent), facts.contextPct[agent]) }]),
    ),
  };
}

/** The marker that routing.json and state.json carry of a declaration, whether it passed or not. */
export function declarationMarker(leader: LeaderSelection): RouteMarkers["assignment_declaration"] {
  return {
    status: "recorded",
    ref: declarationRef,
    leader_agent: leader.agent_id,
    selected_by: "user",
    selection_ref: leader.selection_ref,
  };
}

function routeMarkers(facts: RoutingFacts, roles: RoleAssignments, team: string[]): RouteMarkers {
  const { leader, declaration_id } = facts.declaration;
  const runtime = facts.agents[team[0] ?? ""]?.runtime ?? "manual";
  return {
    role_assignments: inRoleOrder(roles),
    selected_agents: team,
    assignment_authority: "leader_declared",
    assignment_declaration: declarationMarker(leader),
    assignment_validation: { status: "pass", ref: validationRef },
    coordinator_selection: { selected_agent: leader.agent_id, selection_rule: routingWords.leader },
    team_selection: {
      strategy: "leader_declared_valp_validated",
      required_roles: [...requiredRoles(facts.profile)],
      selected_agents: team,
    },
    model_role_gate: modelRoleGate(facts.agents, team),
    control_contract: controlContractMarker(facts.contractDigest),
    control_slices: Object.fromEntries(team.map((agent) => [agent, controlSliceRef(agent)])),
    submission_dependencies: { status: "recorded", ref: dependenciesRef },
    delegation_policy: { status: "recorded", ref: delegationPolicyRef },
    iteration_budget: { status: "recorded", ref: iterationBudgetRef },
    automation_policy: { status: "recorded", ref: "automation-policy.json" },
    context_pack: { status: "recorded", ref: attentionRefs.context_pack },
    skill_recommendations: { status: facts.skillStatus, backend: "repository", ref: skillRecommendationsRef },
    skill_recommendation_slices: Object.fromEntries(team.map((agent) => [agent, skillSliceRef(agent)])),
    visible_attention: visibleAttention(facts),
    runtime_adapter: { ...runtimeAdapters[runtime] },
    runtime_task_state_mapping: stateMapping(runtime),
    provider_matrix: providerMatrix(facts, roles, team),
    dispatch_payload_budgets: { ...facts.budgets },
    routing_confidence: { overall: "not_scored", reason: routingWords.confidence },
    capabilities_needed: [...facts.capabilitiesNeeded],
    capabilities_missing: [],
    local_overlay: { used: false },
    squad_routing: squadRouting(facts.squad, leader.agent_id, declaration_id),
  };
}

/** The gate is enforced only where the policy asks for observed models (validation has then already demanded them). */
function modelRoleGate(
  agents: Readonly<Record<string, Agent>>,
  team: readonly string[],
): RouteMarkers["model_role_gate"] {
  const enforced = team.some((name) => agents[name]?.model_awareness === "required");
  return {
    enforced,
    status: "pass",
    blocked_roles: [],
    fallback_modes: [],
    reason: enforced ? routingWords.modelGatePassed : routingWords.modelGateOff,
  };
}

/** Design contract and the five files, as one marker. */
function visibleAttention(facts: RoutingFacts): RouteMarkers["visible_attention"] {
  return {
    status: "recorded",
    loop_layer: facts.layer,
    design_contract: designContract(facts.profile, facts.designContract),
    ...attentionRefs,
  };
}

/** Whether the task needs a design contract and has one; `path` is inside the repository. */
export function designContract(
  profile: Profile,
  path: string | null,
): RouteMarkers["visible_attention"]["design_contract"] {
  if (!isInterfaceProfile(profile)) return { status: "not_applicable", path: null };
  return path === null ? { status: "missing", path: null } : { status: "recorded", path };
}

function providerMatrix(facts: RoutingFacts, roles: RoleAssignments, team: readonly string[]) {
  const providers = team.flatMap((name) => {
    const agent = facts.agents[name];
    const policy = contextPolicy(budgetRole(roles, name), facts.contextPct[name]);
    return agent === undefined ? [] : [[name, { ...provider(agent, policy) }] as const];
  });
  return { generated_at: facts.now, providers: Object.fromEntries(providers) };
}

/** routing.squad_routing: whom the Leader leads, and which declaration says so. */
export function squadRouting(squad: Squad | null, leader: string, declarationId: string): SquadRouting {
  if (squad === null) return { used: false };
  return {
    used: true,
    leader,
    members: [...new Set(squad.members)],
    leader_decision: { ref: declarationRef, declaration_id: declarationId, handoffs: squad.handoffs },
  };
}
