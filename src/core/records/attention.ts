// The five files that show what a team looks at: attention map, context selection, context pack, mask list, evidence board.
import * as z from "zod";
import { profiles, workRoles } from "../policy/schema.ts";
import { isSchemaRef } from "./refs.ts";

/** File names inside the task folder. */
export const attentionRefs = {
  attention_map: "attention-map.json",
  context_selection: "context-selection.json",
  mask_list: "mask-list.json",
  evidence_board: "evidence-board.json",
  visible_routing: "visible-routing.md",
  context_pack: "context-pack.json",
} as const;

/** Which feedback loop the work belongs to (contract section 4). */
export const loopLayers = ["agentic_coding_loop", "developer_feedback_loop", "external_feedback_loop"] as const;
/** One of {@link loopLayers}. */
export type LoopLayer = (typeof loopLayers)[number];

const text = z.string().min(1);
const safeRef = z.string().refine(isSchemaRef, "not a safe reference");
const common = { generated_at: text, profile: z.enum(profiles), loop_layer: z.enum(loopLayers) };

const head = z.strictObject({
  selected: z.string().nullable(),
  candidate: z.string().nullable(),
  score: z.number().nullable(),
  status: text,
});

/** attention-map.json: which agent, or which source, each head of attention belongs to. Scores are null: none is invented. */
export const attentionMapSchema = z.looseObject({
  schema_version: z.literal("valp-visible-attention-map.v1"),
  task_id: text,
  ...common,
  leader_agent: text,
  heads: z.record(z.string(), head).refine((heads) => Object.keys(heads).length > 0, "at least one head"),
  selected_agents: z.array(text),
  role_assignments: z.partialRecord(z.enum(workRoles), text),
  candidate_scores_ref: z.literal("routing.json#candidate_scores"),
  skill_recommendations: z.strictObject({ status: text, ref: text }),
  context_selection_ref: z.literal(attentionRefs.context_selection),
  mask_list_ref: z.literal(attentionRefs.mask_list),
  evidence_board_ref: z.literal(attentionRefs.evidence_board),
  visible_summary_ref: z.literal(attentionRefs.visible_routing),
  context_pack_ref: z.literal(attentionRefs.context_pack),
});
/** The map as recorded. */
export type AttentionMap = z.output<typeof attentionMapSchema>;

const choice = z.strictObject({ path: text, reason: text });

/** context-selection.json: what the team reads, and what it deliberately does not. */
export const contextSelectionSchema = z.looseObject({
  schema_version: z.literal("valp-context-selection.v1"),
  ...common,
  selected: z.array(choice).min(1),
  not_selected: z.array(choice),
});
/** The selection as recorded. */
export type ContextSelection = z.output<typeof contextSelectionSchema>;

/** Largest dispatch of one role; `token_estimator` names how reference tokens are counted. */
export const roleBudgetSchema = z.strictObject({
  role: z.enum(workRoles),
  max_chars: z.int().min(1),
  max_reference_tokens: z.int().min(1),
  token_estimator: z.literal("ceil(chars/4)"),
});

const packSections = [
  "project",
  "operator_preferences",
  "known_pitfalls",
  "task_scope",
  "verification",
  "permission_boundary",
  "routing_prior",
] as const;

/** context-pack.json: the compact context of every worker. The first item's first reference is the control contract. */
export const contextPackSchema = z.looseObject({
  schema_version: z.literal("valp-context-pack.v1"),
  task_id: text,
  ...common,
  budget: z.strictObject({ target_tokens: z.literal(500), target_chars: z.literal(2400) }),
  dispatch_role_budgets: z.record(z.string(), roleBudgetSchema),
  sources: z.array(z.strictObject({ ref: safeRef, reason: text })),
  items: z
    .array(
      z.strictObject({
        section: z.enum(packSections),
        summary: text,
        evidence_refs: z.array(safeRef).min(1),
        recipient_agents: z.array(text),
      }),
    )
    .min(1),
  excluded: z.array(z.strictObject({ item: text, reason: text })),
  privacy_notes: z.array(text),
});
/** The pack as recorded. */
export type ContextPack = z.output<typeof contextPackSchema>;

/** mask-list.json: inputs that must not count, whatever they say. */
export const maskListSchema = z.looseObject({
  schema_version: z.literal("valp-mask-list.v1"),
  ...common,
  masked: z.array(z.strictObject({ item: text, reason: text })).min(1),
});
/** The list as recorded. */
export type MaskList = z.output<typeof maskListSchema>;

/** evidence-board.json: claims and the files that would have to prove them. */
export const evidenceBoardSchema = z.looseObject({
  schema_version: z.literal("valp-evidence-board.v1"),
  ...common,
  selected_agents: z.array(text),
  claims: z.array(z.strictObject({ claim: text, status: text, required_evidence: z.array(text) })).min(1),
});
/** The board as recorded. */
export type EvidenceBoard = z.output<typeof evidenceBoardSchema>;
