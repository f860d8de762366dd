// Audit items about what routing and state record before any work: profile, runtime, context, preflight, confidence, squad.
import { taskStatuses } from "../records/state.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { type AuditedTask, type Finding, fail, pass, skip, warn } from "./audited-task.ts";
import { isObject, isSet, objectOf } from "./loose-json.ts";

/** Item 1, profile_routing. */
export function profileRouting(task: AuditedTask): Finding {
  if (!isSet(task.routing)) return fail(says.missing(["routing.json"]));
  const profile = task.either("profile");
  return isSet(profile) ? pass(says.profile(profile)) : fail(says.lacks("routing.json", ["profile"]));
}

/** Item 3, runtime_adapter: a suspended task cannot be complete. */
export function runtimeAdapter(task: AuditedTask): Finding {
  for (const field of ["runtime_adapter", "runtime_task_state_mapping"]) {
    if (!isSet(task.either(field))) return fail(says.lacks("routing.json", [field]));
  }
  const waits = task.state.status === "suspended" || objectOf(task.state.suspension).status === "waiting";
  return waits ? fail(says.stillWaiting) : pass(says.adapterRecorded);
}

/** Item 4, state_status_vocabulary. */
export function stateStatusVocabulary(task: AuditedTask): Finding {
  if (!task.isV2) return skip(says.legacyState);
  const known = taskStatuses.some((status) => status === task.state.status);
  return known ? pass(says.status(task.state.status)) : fail(says.unknownStatus(task.state.status));
}

/** Item 7, local_overlay. */
export function localOverlay(task: AuditedTask): Finding {
  const overlay = objectOf(task.either("local_overlay"));
  if (!isSet(overlay) || overlay.used === false) return skip(says.notUsed("local overlay"));
  return isSet(overlay.ref) || isSet(overlay.note) ? pass(says.overlayRecorded) : fail(says.overlayUnnamed);
}

/** Item 8, selected_agents_context. */
export function selectedAgentsContext(task: AuditedTask): Finding {
  const { agents } = task;
  if (agents.length === 0) return fail(says.lacks("routing.json", ["selected_agents"]));
  const own = task.routing.selected_agent_context_policies;
  const policies = objectOf(isSet(own) ? own : task.state.context_policies);
  const policy = (agent: string) => objectOf(policies[agent]);
  const without = agents.filter((agent) => !Object.hasOwn(policies, agent));
  if (without.length > 0) return fail(says.noContextPolicy(without));
  const thresholds = ["soft_warning_pct", "hard_compression_pct", "emergency_stop_pct"];
  const partial = agents.filter((agent) => !thresholds.every((field) => Object.hasOwn(policy(agent), field)));
  if (partial.length > 0) return fail(says.noThresholds(partial, thresholds));
  const full = agents.filter((agent) => needsCompression(policy(agent)));
  return full.length > 0 ? fail(says.contextFull(full)) : pass(says.contextPolicies);
}

function needsCompression(policy: Record<string, unknown>): boolean {
  if (isSet(policy.compression_required)) return true;
  const { current_context_pct: current, hard_compression_pct: hard } = policy;
  return typeof current === "number" && typeof hard === "number" && current >= hard;
}

/** Item 10, runtime_preflight. */
export function runtimePreflight(task: AuditedTask): Finding {
  if (task.manual) return skip(says.manualMode);
  const copies = [objectOf(task.routing.provider_matrix).runtime_preflight, task.runtime.preflight];
  const record = objectOf(copies.find(isSet) ?? task.json("runtime-preflight.json"));
  if (!isSet(record)) return fail(says.missing(["runtime-preflight.json"]));
  const agents = Object.entries(objectOf(record.agents));
  const having = (status: string) =>
    agents.flatMap(([agent, entry]) => (isObject(entry) && entry.status === status ? [agent] : []));
  if (record.status === "fail" || having("fail").length > 0) return fail(says.preflightFailed(having("fail")));
  if (record.status === "warn" || having("warn").length > 0) return warn(says.preflightWarns(having("warn")));
  return pass(says.preflightRecorded);
}

/** Item 12, routing_confidence. */
export function routingConfidence(task: AuditedTask): Finding {
  const { routing, state } = task;
  const gaps = [
    ...(isSet(task.either("routing_confidence")) ? [] : ["routing_confidence"]),
    ...("capabilities_missing" in routing || "capabilities_missing" in state ? [] : ["capabilities_missing"]),
    ...("rejected_candidates" in routing || "candidate_scores" in routing ? [] : ["candidate_scores"]),
  ];
  return gaps.length > 0 ? warn(says.lacks("routing.json", gaps)) : pass(says.confidenceRecorded);
}

/** Item 20, squad_routing. */
export function squadRouting(task: AuditedTask): Finding {
  const squad = objectOf(task.either("squad_routing"));
  if (!isSet(squad) || squad.used === false) return skip(says.notUsed("squad"));
  const gaps = ["leader", "members", "leader_decision"].filter((field) => !isSet(squad[field]));
  return gaps.length > 0 ? fail(says.lacks("squad_routing", gaps)) : pass(says.squadRecorded);
}
