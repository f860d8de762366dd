// routing.json: the declared team with every marker that later steps and the audit compare.
import * as z from "zod";
import { profiles, workRoles } from "../policy/schema.ts";
import { declarationRef } from "./assignment-declaration.ts";
import { validationRef } from "./assignment-validation.ts";
import { attentionRefs, loopLayers, roleBudgetSchema } from "./attention.ts";
import { controlContractMarkerSchema } from "./control-contract.ts";
import { delegationPolicyRef } from "./delegation-policy.ts";
import { iterationBudgetRef } from "./iteration-budget.ts";
import { skillRecommendationsRef } from "./skills.ts";
import { dependenciesRef } from "./submission-dependencies.ts";

/** File name inside the task folder. */
export const routingRef = "routing.json";

const text = z.string().min(1);
/** The marker of a recorded file. The audit compares it for equality, so it never has another key. */
const recorded = <R extends string>(ref: R) => z.strictObject({ status: z.literal("recorded"), ref: z.literal(ref) });

/** The size of one agent's dispatch, against the budget of its first role. */
const dispatchBudgetSchema = roleBudgetSchema.extend({
  actual_chars: z.int().min(1),
  actual_reference_tokens: z.int().min(1),
  dispatch_ref: text,
  skill_slice_ref: z.string().nullable(),
});
/** One entry of routing.dispatch_payload_budgets. */
export type DispatchBudget = z.output<typeof dispatchBudgetSchema>;

const squadRouting = z.union([
  z.strictObject({ used: z.literal(false) }),
  z.strictObject({
    used: z.literal(true),
    leader: text,
    members: z.array(text).min(1),
    leader_decision: z.strictObject({ ref: z.literal(declarationRef), declaration_id: text, handoffs: z.array(text) }),
  }),
]);
/** routing.squad_routing: not used, or who leads whom and by which declaration. */
export type SquadRouting = z.output<typeof squadRouting>;

/** Markers that stand in routing.json and state.json alike after a validation has passed (contract section 4). */
export const routeMarkersSchema = z.looseObject({
  role_assignments: z.partialRecord(z.enum(workRoles), text),
  selected_agents: z.array(text).min(1),
  assignment_authority: z.literal("leader_declared"),
  assignment_declaration: z.strictObject({
    status: z.literal("recorded"),
    ref: z.literal(declarationRef),
    leader_agent: text,
    selected_by: z.literal("user"),
    selection_ref: text,
  }),
  assignment_validation: z.strictObject({ status: z.literal("pass"), ref: z.literal(validationRef) }),
  coordinator_selection: z.strictObject({ selected_agent: text, selection_rule: text }),
  team_selection: z.strictObject({
    strategy: z.literal("leader_declared_valp_validated"),
    required_roles: z.array(z.enum(workRoles)),
    selected_agents: z.array(text),
  }),
  model_role_gate: z.strictObject({
    enforced: z.boolean(),
    status: z.enum(["pass", "blocked"]),
    blocked_roles: z.array(z.enum(["implementer", "reviewer"])),
    fallback_modes: z.array(z.enum(["discovery", "prototype", "manual"])),
    reason: text,
  }),
  control_contract: controlContractMarkerSchema,
  control_slices: z.record(z.string(), text),
  submission_dependencies: recorded(dependenciesRef),
  delegation_policy: recorded(delegationPolicyRef),
  iteration_budget: recorded(iterationBudgetRef),
  automation_policy: recorded("automation-policy.json"),
  context_pack: recorded(attentionRefs.context_pack),
  skill_recommendations: z.strictObject({
    status: z.enum(["complete", "no_matches"]),
    backend: z.literal("repository"),
    ref: z.literal(skillRecommendationsRef),
  }),
  skill_recommendation_slices: z.record(z.string(), text),
  visible_attention: z.strictObject({
    status: z.literal("recorded"),
    loop_layer: z.enum(loopLayers),
    design_contract: z.strictObject({
      status: z.enum(["recorded", "missing", "not_applicable"]),
      path: text.nullable(),
    }),
    attention_map: text,
    context_selection: text,
    mask_list: text,
    evidence_board: text,
    visible_routing: text,
    context_pack: text,
  }),
  runtime_adapter: z.looseObject({ class: text, name: text, id: text }),
  runtime_task_state_mapping: z.record(z.string(), text),
  provider_matrix: z.looseObject({ providers: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  dispatch_payload_budgets: z.record(z.string(), dispatchBudgetSchema),
  routing_confidence: z.strictObject({ overall: z.literal("not_scored"), reason: text }),
  capabilities_needed: z.array(text),
  capabilities_missing: z.array(text),
  local_overlay: z.strictObject({ used: z.literal(false) }),
  squad_routing: squadRouting,
});
/** The markers as recorded. */
export type RouteMarkers = z.output<typeof routeMarkersSchema>;

/** routing.json; the root is open, what the product writes is closed (contract section 4, appendix routing). */
export const routingSchema = routeMarkersSchema.extend({
  schema_version: z.literal("valp-capability-routing.v1"),
  task_id: text,
  profile: z.enum(profiles),
  routing_reason: text,
  role_requirements: z.array(z.enum(workRoles)),
  agent_match_reasons: z.record(z.string(), z.array(text)),
  candidate_scores: z.record(z.string(), z.strictObject({ eligible: z.boolean(), reason: text })),
  rejected_candidates: z.array(z.record(z.string(), z.unknown())),
  selected_agent_context_policies: z.record(z.string(), z.record(z.string(), z.number())),
});
/** The routing as recorded. */
export type Routing = z.output<typeof routingSchema>;
