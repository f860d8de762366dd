// Builds what a team looks at and what it must not look at, from the declared roles and the goal.
import type { Profile, WorkRole } from "../policy/schema.ts";
import {
  type AttentionMap,
  attentionRefs,
  type ContextPack,
  type ContextSelection,
  type EvidenceBoard,
  type LoopLayer,
  type MaskList,
} from "../records/attention.ts";
import { roleBudget } from "../records/iteration-budget.ts";
import {
  declaredAgents,
  expectedRefs,
  type RoleAssignments,
  roleOrder,
  rolesOf,
} from "../records/submission-dependencies.ts";
import * as words from "../say/route-words.ts";
import { isInterfaceProfile } from "./loop-layer.ts";

/** What the five files are made of. `now` is an ISO time in UTC; refs are inside the task folder. */
export interface AttentionFacts {
  taskId: string;
  profile: Profile;
  layer: LoopLayer;
  now: string;
  leader: string;
  roles: RoleAssignments;
  /** Path of the design contract in the repository, null where there is none. */
  designContract: string | null;
  /** The frozen copy of the request, null where no text of an issue started the task. */
  snapshotRef: string | null;
  skills: { status: string; ref: string };
}

/** The heads of attention and whose they are (contract section 4). */
export function attentionMap(facts: AttentionFacts): AttentionMap {
  const byRole = (role: WorkRole) => {
    const selected = facts.roles[role] ?? null;
    return {
      selected,
      candidate: `role:${role}`,
      score: null,
      status: selected === null ? "not_declared" : "leader_declared",
    };
  };
  const heads: AttentionMap["heads"] = {
    state_gate: { ...byRole("coordinator"), selected: facts.leader, status: "user_selected_leader" },
    implementation: byRole("implementer"),
    ux_review: byRole("reviewer"),
    prototype: byRole("prototype"),
  };
  if (facts.layer === "external_feedback_loop") {
    heads.external_feedback = {
      selected: "human_or_external_source",
      candidate: null,
      score: null,
      status: "required_source",
    };
  }
  if (isInterfaceProfile(facts.profile)) {
    heads.design_contract = {
      selected: facts.designContract,
      candidate: "file:DESIGN.md",
      score: null,
      status: facts.designContract === null ? "missing" : "recorded",
    };
  }
  return {
    schema_version: "valp-visible-attention-map.v1",
    task_id: facts.taskId,
    profile: facts.profile,
    loop_layer: facts.layer,
    generated_at: facts.now,
    leader_agent: facts.leader,
    heads,
    selected_agents: declaredAgents(facts.roles),
    role_assignments: inRoleOrder(facts.roles),
    candidate_scores_ref: "routing.json#candidate_scores",
    skill_recommendations: facts.skills,
    context_selection_ref: attentionRefs.context_selection,
    mask_list_ref: attentionRefs.mask_list,
    evidence_board_ref: attentionRefs.evidence_board,
    visible_summary_ref: attentionRefs.visible_routing,
    context_pack_ref: attentionRefs.context_pack,
  };
}

/** What is read and what is not. */
export function contextSelection(facts: AttentionFacts): ContextSelection {
  const selected = [...words.selectedContext];
  if (facts.snapshotRef !== null) selected.push({ path: facts.snapshotRef, reason: words.snapshotReason });
  if (facts.designContract !== null && isInterfaceProfile(facts.profile)) {
    selected.push({ path: facts.designContract, reason: words.designReason });
  }
  return {
    schema_version: "valp-context-selection.v1",
    ...head(facts),
    selected,
    not_selected: [...words.unselectedContext],
  };
}

/** The compact context. It only cites files that exist as soon as the route is written. */
export function contextPack(facts: AttentionFacts): ContextPack {
  const agents = declaredAgents(facts.roles);
  const item = (section: keyof typeof words.packSummaries, ...evidence_refs: string[]) => ({
    section,
    summary: words.packSummaries[section],
    evidence_refs,
    recipient_agents: agents,
  });
  return {
    schema_version: "valp-context-pack.v1",
    task_id: facts.taskId,
    ...head(facts),
    budget: { target_tokens: 500, target_chars: 2400 },
    dispatch_role_budgets: Object.fromEntries(
      agents.map((agent) => [agent, roleBudget(budgetRole(facts.roles, agent))]),
    ),
    sources: [...words.packSources],
    items: [
      item("project", "control-contract.json", "task.md"),
      item("task_scope", "task.md", attentionRefs.visible_routing),
      item("verification", attentionRefs.evidence_board, "submission-dependencies.json"),
      item("permission_boundary", "automation-policy.json", "delegation-policy.json"),
    ],
    excluded: [...words.packExcluded],
    privacy_notes: [...words.packPrivacy],
  };
}

/** The role whose budget an agent's one dispatch has: the first of its roles in role order, as the record has room for one. */
export function budgetRole(roles: RoleAssignments, agent: string): WorkRole {
  return rolesOf(roles, agent)[0] ?? "other";
}

/** Inputs that must not count. */
export function maskList(facts: AttentionFacts): MaskList {
  const masked = [...words.alwaysMasked];
  if (isInterfaceProfile(facts.profile) && facts.designContract === null) masked.push(words.maskedWithoutDesign);
  if (facts.layer === "external_feedback_loop") masked.push(words.maskedFeedback);
  return { schema_version: "valp-mask-list.v1", ...head(facts), masked };
}

/** Claims, and what would prove them. */
export function evidenceBoard(facts: AttentionFacts): EvidenceBoard {
  const open = "not_yet_claimed";
  const proofs = roleOrder.flatMap((role) => {
    const agent = facts.roles[role];
    return agent === undefined || role === "coordinator" ? [] : expectedRefs(role, agent);
  });
  const claims: EvidenceBoard["claims"] = [
    {
      claim: words.claims.routing,
      status: "recorded",
      required_evidence: [attentionRefs.attention_map, attentionRefs.visible_routing],
    },
    {
      claim: words.claims.dispatches,
      status: "needs_dispatch_completion",
      required_evidence: [...declaredAgents(facts.roles).map(dispatchRef), "dispatch-receipts.jsonl"],
    },
    { claim: words.claims.success, status: open, required_evidence: [...new Set(proofs)] },
  ];
  if (isInterfaceProfile(facts.profile)) {
    claims.push({ claim: words.claims.interface, status: open, required_evidence: [...new Set(proofs)] });
    claims.push({ claim: words.claims.design, status: open, required_evidence: [facts.designContract ?? "DESIGN.md"] });
  }
  if (facts.layer === "external_feedback_loop") {
    claims.push({ claim: words.claims.feedback, status: open, required_evidence: ["inputs/"] });
  }
  return {
    schema_version: "valp-evidence-board.v1",
    ...head(facts),
    selected_agents: declaredAgents(facts.roles),
    claims,
  };
}

/** Path of an agent's assignment text inside the task folder. */
export function dispatchRef(agent: string): string {
  return `agents/${agent}/dispatch.md`;
}

/** The declared roles in role order, so that records do not depend on the order of words. */
export function inRoleOrder(roles: RoleAssignments): Partial<Record<WorkRole, string>> {
  return Object.fromEntries(roleOrder.flatMap((role) => (roles[role] === undefined ? [] : [[role, roles[role]]])));
}

function head(facts: AttentionFacts): { generated_at: string; profile: Profile; loop_layer: LoopLayer } {
  return { generated_at: facts.now, profile: facts.profile, loop_layer: facts.layer };
}
