// How far a task may go by itself: at its opening, after routing, and after decisions about its approval.
import * as z from "zod";
import type { RiskLevel } from "../outcome.ts";
import { automationNotes, basisText } from "../say/record-text.ts";
import { iterationBudgetRef } from "./iteration-budget.ts";
import { approvalRequestsRef, triggerPolicyRef } from "./trigger-policy.ts";
import {
  riskLevels,
  schemaRef,
  type TriggerAction,
  type TriggerMode,
  triggerActions,
  triggerModes,
  word,
} from "./vocabulary.ts";

/** File name inside the task folder. */
export const automationPolicyRef = "automation-policy.json";
/** Schema version of automation-policy.json. */
export const automationPolicyVersion = "valp-automation-policy.v1";

/** What stops the loop, in the protocol's order (contract section 3.3). */
export const automationStops = [
  "runtime preflight failure",
  "missing expected evidence",
  "unresolved approval request",
  "unresolved critical/high review finding",
  "unresolved agent recommendation",
  "context compression required",
  "dispatch reference-token budget exhausted",
  "dispatch-count budget exhausted",
  "reroute budget exhausted",
  "fix-review-round budget exhausted",
] as const;

const preparing = ["publish", "scan", "route", "build_context_pack"] as const;
const executing = [
  "dispatch",
  "collect_evidence",
  "verify",
  "review",
  "synthesize",
  "audit",
  "write_learning_feedback",
] as const;
const gated = [
  "dispatch_side_effects",
  "release",
  "auth",
  "secrets",
  "destructive_changes",
  "memory_or_agent_config",
] as const;

/** automation-policy.json (contract section 3.3). Strict although the published record is open. */
export const automationPolicySchema = z.strictObject({
  schema_version: z.literal(automationPolicyVersion),
  task_id: word,
  mode: z.enum([...triggerModes, "runtime_auto"]),
  trigger_policy_ref: schemaRef.nullable().optional(),
  risk_classification: z.enum([...riskLevels, "unknown"]),
  selected_action: z.enum([...triggerActions, "continue_until_gate"]),
  approval_required: z.boolean(),
  approval_refs: z.array(schemaRef).optional(),
  iteration_budget_ref: word.optional(),
  allowed_automatic_phases: z.array(word).optional(),
  blocked_automatic_phases: z.array(word).optional(),
  audit_grade: z.enum(["demo", "local", "runtime", "public-proof"]),
  basis: z
    .array(
      z.strictObject({
        kind: z.enum(["trigger", "risk", "runtime", "approval", "context", "operator_policy", "task"]),
        ref: word,
        summary: word,
      }),
    )
    .optional(),
  stop_conditions: z.array(word).min(1),
  notes: z.array(z.string()).optional(),
});

/** An automation policy as recorded. */
export type AutomationPolicy = z.output<typeof automationPolicySchema>;

/** What is known when a task opens; `action` is the one of trigger-policy.json. */
export interface OpeningFacts {
  taskId: string;
  mode: TriggerMode;
  risk: RiskLevel;
  action: TriggerAction;
  approvalRequired: boolean;
}

/** The policy of a task that has just been opened by a trigger. */
export function openingAutomationPolicy(facts: OpeningFacts): AutomationPolicy {
  return {
    schema_version: automationPolicyVersion,
    task_id: facts.taskId,
    mode: facts.mode,
    trigger_policy_ref: triggerPolicyRef,
    risk_classification: facts.risk,
    selected_action: facts.action,
    approval_required: facts.approvalRequired,
    approval_refs: facts.approvalRequired ? [approvalRequestsRef] : [],
    allowed_automatic_phases: openingPhases(facts),
    blocked_automatic_phases: facts.approvalRequired ? [...gated] : [],
    audit_grade: "runtime",
    basis: [triggerBasis(), riskBasis(facts.approvalRequired)],
    stop_conditions: [...automationStops],
    notes: [...automationNotes],
  };
}

/**
 * The policy after a declared route has passed. What the trigger set stays: its ref, the risk as raised, the need for an
 * approval and its refs. `manual` is true where people copy prompts; `covered` is true once an approval covers the plan.
 */
export function routedAutomationPolicy(
  before: AutomationPolicy,
  facts: { manual: boolean; covered: boolean },
): AutomationPolicy {
  const open = !before.approval_required || facts.covered;
  const runtime = facts.manual ? basisText.runtimeManual : basisText.runtimeAutomatic;
  return {
    schema_version: automationPolicyVersion,
    task_id: before.task_id,
    mode: facts.manual ? "manual" : "runtime_auto",
    trigger_policy_ref: before.trigger_policy_ref ?? null,
    risk_classification: before.risk_classification,
    selected_action: open ? "continue_until_gate" : "block_for_approval",
    approval_required: before.approval_required,
    approval_refs: [...(before.approval_refs ?? [])],
    iteration_budget_ref: iterationBudgetRef,
    allowed_automatic_phases: routedPhases(open),
    blocked_automatic_phases: open ? [] : [...gated],
    audit_grade: facts.manual ? "local" : "runtime",
    basis: [
      { kind: "runtime", ref: "routing.json#runtime_adapter", summary: runtime },
      riskBasis(before.approval_required),
      ...(before.trigger_policy_ref ? [triggerBasis()] : []),
    ],
    stop_conditions: [...automationStops],
    notes: [...automationNotes],
  };
}

/**
 * The policy after a decision: `covered` when an approval covers the current plan, false when it was withdrawn, denied or
 * went stale. The need for an approval is never taken back; only what it blocks is.
 */
export function decidedAutomationPolicy(before: AutomationPolicy, covered: boolean): AutomationPolicy {
  return {
    ...before,
    selected_action: covered ? "continue_until_gate" : "block_for_approval",
    allowed_automatic_phases: routedPhases(covered),
    blocked_automatic_phases: covered ? [] : [...gated],
  };
}

/**
 * The policy after a new reading of the issue raised the risk before anything was dispatched. Risk only rises: a level
 * that is lower than the recorded one changes nothing.
 */
export function raisedAutomationPolicy(before: AutomationPolicy, risk: RiskLevel): AutomationPolicy {
  if (risk !== "high" || before.approval_required) {
    const higher = risk === "medium" && before.risk_classification === "low";
    return higher ? { ...before, risk_classification: risk } : before;
  }
  return {
    ...before,
    risk_classification: "high",
    selected_action: "block_for_approval",
    approval_required: true,
    approval_refs: [approvalRequestsRef],
    allowed_automatic_phases: routedPhases(false),
    blocked_automatic_phases: [...gated],
    basis: (before.basis ?? []).map((reason) => (reason.kind === "risk" ? riskBasis(true) : reason)),
  };
}

function openingPhases(facts: OpeningFacts): string[] {
  switch (facts.action) {
    case "no_valp":
      return [];
    case "publish_only":
      return ["publish", "scan"];
    case "validate_declared_route_and_dispatch":
      return routedPhases(!facts.approvalRequired);
    default:
      return [...preparing];
  }
}

function routedPhases(open: boolean): string[] {
  return open ? [...preparing, ...executing] : [...preparing];
}

type Basis = NonNullable<AutomationPolicy["basis"]>[number];

function triggerBasis(): Basis {
  return { kind: "trigger", ref: triggerPolicyRef, summary: basisText.trigger };
}

function riskBasis(high: boolean): Basis {
  return { kind: "risk", ref: "state.json#risk", summary: high ? basisText.riskHigh : basisText.riskNotHigh };
}
