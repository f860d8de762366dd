// What a declaration and a route change in state.json: markers in, markers out, and the status that follows.
import type { Squad } from "../leader/declaration.ts";
import type { AssignmentDeclaration, LeaderSelection } from "../records/assignment-declaration.ts";
import { validationRef } from "../records/assignment-validation.ts";
import { timestamp } from "../records/format.ts";
import type { Routing } from "../records/routing.ts";
import type { TaskState } from "../records/state.ts";
import { declarationMarker, squadRouting } from "./routing.ts";

/** Fields of state.json that only a declaration or a route sets. */
const routeFields = [
  "loop_layer",
  "role_assignments",
  "assignment_authority",
  "assignment_declaration",
  "assignment_validation",
  "coordinator_selection",
  "team_selection",
  "model_role_gate",
  "control_contract",
  "control_slices",
  "submission_dependencies",
  "delegation_policy",
  "iteration_budget",
  "automation_policy",
  "context_pack",
  "skill_recommendations",
  "skill_recommendation_slices",
  "visible_attention",
  "runtime_adapter",
  "runtime_task_state_mapping",
  "provider_matrix",
  "dispatch_payload_budgets",
  "routing_confidence",
  "context_policies",
  "local_overlay",
  "squad_routing",
] as const satisfies readonly (keyof TaskState)[];

/**
 * The state of a routed task: every marker equal to routing.json's. `open` is false while an approval is missing, and then
 * the task keeps waiting for it. The revision stays: it moves with wait events only.
 */
export function routedState(
  state: TaskState,
  routing: Routing,
  leader: LeaderSelection,
  facts: { open: boolean; now: string },
): TaskState {
  return {
    ...state,
    loop_layer: routing.visible_attention.loop_layer,
    role_assignments: routing.role_assignments,
    selected_agents: routing.selected_agents,
    assignment_authority: routing.assignment_authority,
    assignment_declaration: routing.assignment_declaration,
    assignment_validation: routing.assignment_validation,
    coordinator_selection: routing.coordinator_selection,
    team_selection: routing.team_selection,
    model_role_gate: routing.model_role_gate,
    control_contract: routing.control_contract,
    control_slices: routing.control_slices,
    submission_dependencies: routing.submission_dependencies,
    delegation_policy: routing.delegation_policy,
    iteration_budget: routing.iteration_budget,
    automation_policy: routing.automation_policy,
    context_pack: routing.context_pack,
    skill_recommendations: routing.skill_recommendations,
    skill_recommendation_slices: routing.skill_recommendation_slices,
    visible_attention: routing.visible_attention,
    runtime_adapter: routing.runtime_adapter,
    runtime_task_state_mapping: routing.runtime_task_state_mapping,
    provider_matrix: routing.provider_matrix,
    dispatch_payload_budgets: routing.dispatch_payload_budgets,
    routing_confidence: routing.routing_confidence,
    context_policies: routing.selected_agent_context_policies,
    local_overlay: routing.local_overlay,
    squad_routing: routing.squad_routing,
    capabilities_needed: routing.capabilities_needed,
    capabilities_missing: routing.capabilities_missing,
    status: facts.open ? "dispatching" : "approval_required",
    updated_at: timestamp(facts.now),
    github: { ...state.github, leader_selection: leader },
  };
}

/**
 * The state of a task whose declaration was recorded but blocked: markers of an earlier route are gone, the declaration
 * and the blocked verdict are named, and the task goes on waiting where it stood before the route.
 */
export function blockedState(
  state: TaskState,
  declaration: AssignmentDeclaration,
  squad: Squad | null,
  now: string,
): TaskState {
  const { leader } = declaration;
  return {
    ...leaderSelectedState(state, leader, now),
    assignment_authority: "leader_declared",
    assignment_declaration: declarationMarker(leader),
    assignment_validation: { status: "blocked", ref: validationRef },
    squad_routing: squadRouting(squad, leader.agent_id, declaration.declaration_id),
  };
}

/** The state of a task whose Leader was selected and has not declared yet: nothing of an earlier declaration is left. */
export function leaderSelectedState(state: TaskState, leader: LeaderSelection, now: string): TaskState {
  const bare: TaskState = { ...state };
  for (const field of routeFields) delete bare[field];
  return {
    ...bare,
    selected_agents: [],
    status: state.gates.approval === "needs_approval" ? "approval_required" : "published",
    updated_at: timestamp(now),
    github: { ...state.github, leader_selection: leader },
  };
}
