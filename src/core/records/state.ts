// state.json, version 2: where a task stands. Every step rewrites it as a whole.
import * as z from "zod";
import type { RiskMatch, RiskReport } from "../outcome.ts";
import { type Profile, profiles } from "../policy/schema.ts";
import { leaderSchema } from "./assignment-declaration.ts";
import { validationRef } from "./assignment-validation.ts";
import { capabilitiesNeeded } from "./profile.ts";
import { type RecordReading, readRecord } from "./read-record.ts";
import { routeMarkersSchema } from "./routing.ts";
import { sourceProvenance, sourceProvenanceSchema } from "./source-provenance.ts";
import { accountSchema, digestText, riskMatchSchema, word } from "./vocabulary.ts";

/** File name inside the task folder. */
export const stateRef = "state.json";
/** The only version that is read and written; version 1 is a legacy that no task of ours has. */
export const stateVersion = "valp-visible-loop-state.v2";

/** The closed vocabulary of `status` (contract section 1). */
export const taskStatuses = [
  "new",
  "published",
  "scanning_capabilities",
  "scanning_context",
  "loading_local_overlay",
  "selecting_runtime_adapter",
  "classifying_task",
  "selecting_profile",
  "decomposing_tasks",
  "recommending_skills",
  "building_provider_matrix",
  "scoring_routes",
  "routing_capabilities",
  "routing_squad",
  "dispatching",
  "suspended",
  "planned",
  "locked",
  "executing",
  "verifying",
  "reviewing",
  "resolving_agent_recommendations",
  "fixing",
  "approval_required",
  "recording",
  "done",
  "blocked",
  "failed",
  "cancelled",
] as const;
/** One of {@link taskStatuses}. */
export type TaskStatus = (typeof taskStatuses)[number];

const terminal: readonly TaskStatus[] = ["done", "failed", "cancelled"];

const gate = z.enum([
  "needs_evidence",
  "needs_approval",
  "not_required",
  "passed",
  "scoped_blocker",
  "blocked",
  "failed",
]);
const anything = z.record(z.string(), z.unknown());
const gitOid = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);

/** What only this product needs to know about a task, under the key `github` of the open root. */
export const githubFactsSchema = z.strictObject({
  /** Issue or pull request; both null for tasks of a schedule, a push or a call. */
  subject_number: z.int().min(1).nullable(),
  subject_kind: z.enum(["issue", "pull_request"]).nullable(),
  rule_id: word,
  attempt: z.int().min(1),
  /** Who set the rule off; null where nobody did. */
  requester: accountSchema.nullable(),
  /** Who wrote the issue text. */
  author: accountSchema.nullable(),
  /** The Leader as selected, also while no declaration stands yet. */
  leader_selection: leaderSchema.nullable(),
  /** The plan that an approval would have to cover now; null while none is asked for. */
  plan_digest: digestText.nullable(),
  /** The policy that decided: commit of the default branch and blob of the file. */
  policy: z.strictObject({ commit: gitOid, blob: gitOid }),
});

/** The product's own part of a state. */
export type GithubFacts = z.output<typeof githubFactsSchema>;

/**
 * state.json (contract sections 1 and 3.4, appendix state). Published keys only, and `github`; markers of a passed route
 * are those of routing.json. Everything a later step adds is optional here.
 */
export const stateSchema = z.strictObject({
  schema_version: z.literal(stateVersion),
  task_id: word,
  profile: z.enum(profiles),
  loop_layer: word.optional(),
  status: z.enum(taskStatuses),
  revision: z.int().min(0),
  risk: z.strictObject({ approval_required: z.boolean(), matches: z.array(riskMatchSchema) }),
  source_provenance: sourceProvenanceSchema,
  ...routeMarkersSchema.partial().shape,
  selected_agents: z.array(word),
  assignment_validation: z
    .strictObject({ status: z.enum(["pass", "blocked"]), ref: z.literal(validationRef) })
    .optional(),
  capabilities_needed: z.array(word),
  capabilities_missing: z.array(word),
  delegation_violation: anything.optional(),
  agent_sessions: z
    .strictObject({
      status: z.literal("ready"),
      ref: z.literal("agent-sessions.json"),
      receipts_ref: z.literal("agent-session-receipts.jsonl"),
    })
    .optional(),
  context_policies: anything.optional(),
  suspension: anything.optional(),
  routing_feedback: anything.optional(),
  learning_feedback: anything.optional(),
  gates: z.strictObject({
    dispatch_receipts: gate,
    expected_evidence: gate,
    verification: gate,
    review: gate,
    approval: gate,
    correction: gate.optional(),
  }),
  approval_required: z.array(riskMatchSchema),
  updated_at: word,
  github: githubFactsSchema,
});

/** A state as recorded. */
export type TaskState = z.output<typeof stateSchema>;

/** What is known when a task opens. `risk` is the level that stands, as raised, with the classifier's matches. */
export interface PublishedFacts {
  taskId: string;
  profile: Profile;
  risk: RiskReport;
  /** Record time, UTC. */
  now: string;
  github: GithubFacts;
}

/** The state of a task that has just been opened: revision 0, nobody selected, every gate shut. */
export function publishedState(facts: PublishedFacts): TaskState {
  const blocked = facts.risk.classification === "high";
  return {
    schema_version: stateVersion,
    task_id: facts.taskId,
    profile: facts.profile,
    status: blocked ? "approval_required" : "published",
    revision: 0,
    risk: { approval_required: blocked, matches: [...facts.risk.matches] },
    source_provenance: sourceProvenance(facts.now),
    selected_agents: [],
    capabilities_needed: capabilitiesNeeded(facts.profile),
    capabilities_missing: [],
    gates: {
      dispatch_receipts: "needs_evidence",
      expected_evidence: "needs_evidence",
      verification: "needs_evidence",
      review: "needs_evidence",
      approval: blocked ? "needs_approval" : "not_required",
    },
    approval_required: unapproved(facts.risk, facts.github.rule_id),
    updated_at: facts.now,
    github: facts.github,
  };
}

/**
 * What still needs an approval: the matches of a high risk. Where a rule set the level and no word matched, the rule
 * itself is named, so that the list is never empty while something waits. The audit fails as long as it is not empty.
 */
export function unapproved(risk: RiskReport, ruleId: string): RiskMatch[] {
  if (risk.classification !== "high") return [];
  return risk.matches.length > 0 ? [...risk.matches] : [{ kind: "policy_rule", matched: ruleId }];
}

/** Whether a task has come to its end. A blocked task has not: a person can still let it go on. */
export function isTerminal(status: TaskStatus): boolean {
  return terminal.includes(status);
}

/** Reads state.json; version 2 only. */
export function readState(text: string): RecordReading<TaskState> {
  return readRecord(stateSchema, stateVersion, text);
}
