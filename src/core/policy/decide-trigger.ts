// May this rule start now, and how far may its task go by itself? Mode, health gate and risk in, one decision out.
import type { RiskLevel, RiskMatch, RiskReport } from "../outcome.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { Policy, Rule } from "./schema.ts";

/** What the ledger says about the health check: no record, or one of some policy version with the checks that failed. */
export type HealthRecord = { policyBlob: string; failed: readonly string[] } | null;

/** Everything the decision stands on. */
export interface TriggerFacts {
  policy: Policy;
  /** Git blob id of the policy file that `policy` was read from. */
  policyBlob: string;
  health: HealthRecord;
  rule: Rule;
  /** Whether an event set the rule off, or a person typed `/valp start`. */
  started: "event" | "start";
  /** What the classifier found in the goal. */
  matches: RiskMatch[];
}

/** The trigger record's fields that this decides (contract section 3.1), with their exact values. */
export interface TriggerAccepted {
  kind: "accepted";
  trigger_mode: "manual" | "policy_auto" | "watcher";
  trigger_source:
    | "user_request"
    | "project_policy"
    | "issue_watcher"
    | "schedule"
    | "file_watcher"
    | "runtime_api"
    | "queue_watcher";
  selected_action: Rule["action"] | "block_for_approval";
  approval_required: boolean;
  risk: RiskReport;
}

/** Accepted with the record's fields, or refused with a reason. */
export type TriggerDecision = TriggerAccepted | { kind: "refused"; reason: Reason };

/**
 * Decides about a rule that matched and whose actor may set it off. Events need `mode: watcher`; `/valp start` works in
 * every mode but disabled, and only publishes in `mode: manual`. Every mode but manual needs the health gate. High risk
 * always blocks for approval.
 */
export function decideTrigger(facts: TriggerFacts): TriggerDecision {
  const { policy, rule, started } = facts;
  if (policy.mode === "disabled") return { kind: "refused", reason: reason("mode_disabled") };
  if (started === "event" && policy.mode !== "watcher") {
    const startable = "label" in rule.on || "command" in rule.on;
    return { kind: "refused", reason: reason("mode_not_watcher", { rule: rule.id, mode: policy.mode, startable }) };
  }
  const closed = policy.mode === "manual" ? null : gate(facts);
  if (closed !== null) return { kind: "refused", reason: closed };
  const risk = riskOf(rule, facts.matches);
  const approval_required = risk.classification === "high";
  const action = policy.mode === "manual" ? "publish_only" : rule.action;
  return {
    kind: "accepted",
    ...origin(policy, rule, started),
    selected_action: approval_required ? "block_for_approval" : action,
    approval_required,
    risk,
  };
}

const levels: readonly RiskLevel[] = ["low", "medium", "high"];

/** The higher of two levels: risk rises and never falls. */
export function higherRisk(one: RiskLevel, other: RiskLevel): RiskLevel {
  return levels.indexOf(one) > levels.indexOf(other) ? one : other;
}

/** Risk of a task: high when the classifier found anything, and never lower than the rule says. */
export function riskOf(rule: Rule, matches: RiskMatch[]): RiskReport {
  const classified: RiskLevel = matches.length > 0 ? "high" : "low";
  const raised = rule.risk === "auto" ? classified : rule.risk;
  return { classification: higherRisk(raised, classified), matches };
}

/** A waiver stands in for a missing or outdated record, never for a failed check of this very policy. */
function gate({ policy, policyBlob, health }: TriggerFacts): Reason | null {
  const { mode } = policy;
  const current = health !== null && health.policyBlob === policyBlob;
  if (current && health.failed.length > 0) return reason("health_gate_failed", { mode, failed: health.failed });
  if (current || policy.health_gate !== undefined) return null;
  return reason(health === null ? "health_gate_missing" : "health_gate_stale", { mode });
}

function origin(
  policy: Policy,
  rule: Rule,
  started: "event" | "start",
): Pick<TriggerAccepted, "trigger_mode" | "trigger_source"> {
  if (started === "event") return { trigger_mode: "watcher", trigger_source: watcherSource(rule) };
  if (policy.mode === "policy_auto") return { trigger_mode: "policy_auto", trigger_source: "project_policy" };
  return { trigger_mode: "manual", trigger_source: "user_request" };
}

/** The source of a rule that an event sets off (contract section 3.2). */
export function watcherSource({ on }: Rule): TriggerAccepted["trigger_source"] {
  if ("schedule" in on) return "schedule";
  if ("push" in on) return "file_watcher";
  if ("dispatch" in on) return "runtime_api";
  return "queue" in on ? "queue_watcher" : "issue_watcher";
}
