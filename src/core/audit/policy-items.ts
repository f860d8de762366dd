// Audit items about the limits of a task: automation policy, iteration budget, delegation policy, costs.
import { automationPolicyRef } from "../records/automation-policy.ts";
import { delegationPolicy, delegationPolicyRef } from "../records/delegation-policy.ts";
import { iterationBudgetRef } from "../records/iteration-budget.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { readApprovals } from "./approval-ledger.ts";
import { type AuditedTask, type Finding, fail, pass, skip } from "./audited-task.ts";
import { hasExactly, isCount, isSet, objectOf, objectsOf, sameJson, textOf } from "./loose-json.ts";

/** The marker of a recorded file, compared for equality (contract section 1). */
export function isRecordedMarker(marker: unknown, ref: string): boolean {
  return sameJson(marker, { status: "recorded", ref });
}

/** Item 13, automation_policy. */
export function automationPolicy(task: AuditedTask): Finding {
  const policy = task.json(automationPolicyRef);
  const declared = isSet(task.either("automation_policy")) || isSet(policy);
  if (task.manual && !declared) return skip(says.notDeclared(automationPolicyRef));
  if (!isSet(policy)) return fail(says.missing([automationPolicyRef]));
  if (policy.schema_version !== "valp-automation-policy.v1") return fail(says.wrongSchema(automationPolicyRef));
  const needed = ["mode", "risk_classification", "selected_action", "audit_grade", "stop_conditions"];
  const gaps = needed.filter((field) => !isSet(policy[field]));
  if (gaps.length > 0) return fail(says.lacks(automationPolicyRef, gaps));
  const waits = policy.selected_action === "block_for_approval" || readApprovals(task).approved.length > 0;
  if (isSet(policy.approval_required) && !waits) return fail(says.goesOnUnapproved);
  if (!Array.isArray(policy.stop_conditions)) return fail(says.lacks(automationPolicyRef, ["stop_conditions"]));
  return pass(says.automation(policy.selected_action, policy.audit_grade));
}

const limits = {
  dispatch_reference_tokens: "max_dispatch_reference_tokens",
  dispatches: "max_dispatches",
  reroutes: "max_reroutes",
  fix_review_rounds: "max_fix_review_rounds",
} as const;

/** Item 14, iteration_budget. */
export function iterationBudget(task: AuditedTask): Finding {
  const marker = task.either("iteration_budget");
  const budget = task.json(iterationBudgetRef);
  if (!isSet(marker) && !isSet(budget)) return skip(says.notDeclared(iterationBudgetRef));
  if (!isRecordedMarker(marker, iterationBudgetRef)) return fail(says.marker("routing.json", "iteration_budget"));
  const fields = [
    "schema_version",
    "task_id",
    "strategy",
    ...Object.values(limits),
    "usage",
    "status",
    "stop_conditions",
  ];
  const extra = ["stop_reason", "updated_at"].filter((field) => field in budget);
  if (!hasExactly(budget, [...fields, ...extra])) return fail(says.notExactly(iterationBudgetRef, fields));
  if (budget.schema_version !== "valp-iteration-budget.v1") return fail(says.wrongSchema(iterationBudgetRef));
  if (budget.task_id !== task.state.task_id) return fail(says.otherTask(iterationBudgetRef));
  const usage = objectOf(budget.usage);
  const uses = Object.entries(limits);
  if (!uses.every(([use]) => isCount(usage[use]))) return fail(says.usageUnreadable);
  const over = uses.filter(([use, limit]) => !isCount(budget[limit]) || Number(usage[use]) > Number(budget[limit]));
  if (over.length > 0) return fail(says.overBudget(over.map(([use]) => use)));
  if (startedReroutes(task) < Number(usage.reroutes)) return fail(says.reroutesUnlogged);
  const stopped = budget.status === "blocked" || budget.status === "exhausted";
  return stopped && !isSet(budget.stop_reason) ? fail(says.noStopReason) : pass(says.withinBudget);
}

function startedReroutes(task: AuditedTask): number {
  return task
    .lines("routing-history.jsonl")
    .records.filter(
      (line) =>
        line.schema_version === "valp-routing-history.v1" &&
        line.task_id === task.state.task_id &&
        line.event === "reroute_started",
    ).length;
}

/** Item 15, delegation_policy. */
export function delegationPolicyItem(task: AuditedTask): Finding {
  const policy = task.json(delegationPolicyRef);
  const markers = [task.routing.delegation_policy, task.state.delegation_policy];
  if (!task.isV2 && !markers.some(isSet) && !isSet(policy)) return skip(says.notDeclared(delegationPolicyRef));
  if (!markers.every((marker) => isRecordedMarker(marker, delegationPolicyRef))) {
    return fail(says.marker("routing.json, state.json", "delegation_policy"));
  }
  if (!isSet(policy)) return fail(says.missing([delegationPolicyRef]));
  if (!sameJson({ ...policy, violations: [] }, delegationPolicy(task.taskId, task.manual))) {
    return fail(says.delegationWeakened);
  }
  if (!Array.isArray(policy.violations)) return fail(says.invalid("violations"));
  if (policy.violations.length === 0) return pass(says.delegationKept);
  const agents = objectsOf(policy.violations).map((entry) => textOf(entry.agent) || "?");
  return fail(says.violations([...new Set(agents)].sort()));
}

/** The files of item 26. */
export const costFiles = [
  "pricing-snapshots.json",
  "usage-events.jsonl",
  "billing-events.jsonl",
  "cost-budget.json",
  "cost-report.json",
];

/** Item 26, cost_governance: nothing here keeps prices, so a report of costs is never taken on trust. */
export function costGovernance(task: AuditedTask): Finding {
  const present = task.existing(costFiles);
  if (present.length === 0) return skip(says.noCosts);
  const missing = costFiles.filter((ref) => ref !== "billing-events.jsonl" && !task.exists(ref));
  return fail(missing.length > 0 ? says.missing(missing) : says.cannotRecompute);
}
