// agent-recommendations.json: every recommendation of a worker, and what the Leader decided about it (audit item 25).
import * as z from "zod";
import { complexityPolicyText, noRecommendationsText } from "../say/evidence-text.ts";
import { type RecordReading, readRecord } from "./read-record.ts";
import { schemaRef, word } from "./vocabulary.ts";

/** File name inside the task folder. */
export const recommendationsRef = "agent-recommendations.json";
const version = "valp-agent-recommendations.v1";

/** What a Leader can decide about a recommendation. */
export const coordinatorDecisions = [
  "accepted",
  "merged",
  "scoped_followup",
  "bounded_no_action",
  "escalated",
] as const;
/** What a decision does to the size of the task. */
export const complexityImpacts = ["none", "low", "medium", "high", "unknown"] as const;

/** A decision in the Leader's own words. */
export interface ClosingDecision {
  id: string;
  decision: (typeof coordinatorDecisions)[number];
  rationale: string;
  scope: string;
  impact: (typeof complexityImpacts)[number];
}

const entry = z.strictObject({
  id: word,
  agent: word,
  source_ref: schemaRef,
  recommendation: word,
  coordinator_decision: z.enum(coordinatorDecisions),
  rationale: word,
  scope_boundary: word,
  complexity_impact: z.enum(complexityImpacts),
  decision_status: z.enum(["pending", "resolved", "blocked", "escalated"]).optional(),
  follow_up_refs: z.array(schemaRef).optional(),
  follow_up_dispatch_refs: z.array(schemaRef).optional(),
  owner: z.string().optional(),
  approval_ref: z.string().optional(),
  created_at: z.string().optional(),
  resolved_at: z.string().optional(),
});

/** agent-recommendations.json (appendix agent-recommendations); published keys only. */
export const recommendationsSchema = z.strictObject({
  schema_version: z.literal(version),
  task_id: word,
  status: z.enum(["not_required", "pending", "resolved", "blocked", "escalated"]),
  summary: z.string().optional(),
  complexity_policy: z
    .strictObject({
      max_recommendation_rounds: z.int().min(1),
      max_new_dispatches_without_user_approval: z.int().min(0),
      current_scope: z.string(),
      stop_conditions: z.array(z.string()),
    })
    .optional(),
  entries: z.array(entry),
  open_items: z.array(z.string()).optional(),
  notes: z.string().optional(),
});

/** The record as read or written. */
export type AgentRecommendations = z.output<typeof recommendationsSchema>;

/** What workers recommended, and what the Leader decided about each; `why` is the Leader's word where there was nothing. */
export interface RecommendationFacts {
  taskId: string;
  recommendations: readonly { id: string; agent: string; sourceRef: string; text: string }[];
  decisions: readonly ClosingDecision[];
  why: string | null;
  owner: string;
  /** The goal in one line: the scope that decisions stay in. */
  scope: string;
  stopConditions: readonly string[];
  now: string;
}

/** Reads agent-recommendations.json. */
export function readAgentRecommendations(text: string): RecordReading<AgentRecommendations> {
  return readRecord(recommendationsSchema, version, text);
}

/**
 * The record as it stands now: `not_required` where nobody recommended anything, `resolved` where every recommendation has
 * a decision, otherwise `pending` with the open ones named. Nothing is decided here; the product adds facts only.
 */
export function agentRecommendations(facts: RecommendationFacts): AgentRecommendations {
  const decided = new Map(facts.decisions.map((decision) => [decision.id, decision]));
  const entries = facts.recommendations.flatMap(({ id, agent, sourceRef, text }) => {
    const decision = decided.get(id);
    if (decision === undefined) return [];
    return [
      {
        id,
        agent,
        source_ref: sourceRef,
        recommendation: text,
        coordinator_decision: decision.decision,
        rationale: decision.rationale,
        scope_boundary: decision.scope,
        complexity_impact: decision.impact,
        decision_status: decision.decision === "escalated" ? ("escalated" as const) : ("resolved" as const),
        owner: facts.owner,
        resolved_at: facts.now,
      },
    ];
  });
  const open = facts.recommendations.filter(({ id }) => !decided.has(id)).map(({ id }) => id);
  return {
    schema_version: version,
    task_id: facts.taskId,
    status: statusOf(facts.recommendations.length, open.length, entries),
    ...(facts.recommendations.length === 0 ? { summary: facts.why ?? noRecommendationsText } : {}),
    complexity_policy: {
      max_recommendation_rounds: 1,
      max_new_dispatches_without_user_approval: 0,
      current_scope: facts.scope === "" ? complexityPolicyText : facts.scope,
      stop_conditions: [...facts.stopConditions],
    },
    entries,
    open_items: open,
  };
}

function statusOf(
  made: number,
  open: number,
  entries: readonly { decision_status: string }[],
): AgentRecommendations["status"] {
  if (made === 0) return "not_required";
  if (open > 0) return "pending";
  return entries.some(({ decision_status }) => decision_status === "escalated") ? "escalated" : "resolved";
}
