// Audit item 9: the provider matrix is there, and where models must be known, what it says of them is recomputed.
import { createHash } from "node:crypto";
import type { JsonObject } from "../records/format.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { type AuditedTask, type Finding, fail, pass, warn } from "./audited-task.ts";
import { isCount, isObject, isSet, objectOf, textOf } from "./loose-json.ts";

const unknown = "unknown";
const probeStatuses = ["observed", "unsupported", "unavailable", "error"];
/** A clock may run this many seconds ahead before what it said is worth nothing. */
const clockSkew = 300;

/** Item 9, provider_matrix. */
export function providerMatrix(task: AuditedTask): Finding {
  const matrix = objectOf(task.either("provider_matrix"));
  if (!isSet(matrix)) return fail(says.lacks("routing.json", ["provider_matrix"]));
  const errors = modelErrors(task, matrix);
  if (errors.length > 0) return fail(says.errors(errors, 8));
  const { providers } = matrix;
  if (typeof providers === "object" && isSet(providers)) return pass(says.providersRecorded);
  return matrix.status === "scanned"
    ? warn(says.providersElsewhere)
    : fail(says.lacks("provider_matrix", ["providers"]));
}

function modelErrors(task: AuditedTask, matrix: JsonObject): string[] {
  const awareness = objectOf(matrix.model_awareness);
  const dynamic = awareness.dynamic_discovery_required === true;
  const providers = providerRecords(matrix.providers);
  const roles = dynamic ? roleErrors(task, providers) : [];
  if (awareness.required !== true) return roles;
  if (providers.size === 0) return [says.lacks("provider_matrix", ["providers"]), ...roles];
  const at = evaluationTime(task);
  const errors = [...providers].flatMap(([name, record]) =>
    providerFaults(record, dynamic, at).map((field) => says.modelFact(name, field)),
  );
  const identities = [...providers.values()].map((record) => objectOf(record.model_identity));
  const weak = awareness.status === "strong" && identities.some((identity) => identity.evidence_status !== "strong");
  return [...errors, ...(weak ? [says.modelFact("model_awareness", "status")] : []), ...roles];
}

/** A finished task is judged at the time it was finished, so that it does not grow stale by being looked at later. */
function evaluationTime(task: AuditedTask): string {
  if (task.state.status !== "done") return task.folder.now;
  return textOf(task.state.updated_at) || textOf(task.state.completed_at) || task.folder.now;
}

function providerRecords(providers: unknown): Map<string, JsonObject> {
  const entries: [string, unknown][] = Array.isArray(providers)
    ? providers.map((record, index) => [textOf(objectOf(record).provider_name) || String(index), record])
    : Object.entries(objectOf(providers));
  return new Map(entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1])));
}

/** The facts about one provider's model that are missing, weak, or not what follows from the others. */
function providerFaults(record: JsonObject, dynamic: boolean, at: string): string[] {
  const runtimeDefault = record.model_selection === "runtime_default" ? ["model_selection"] : [];
  if (!isObject(record.model_identity)) return [...runtimeDefault, "model_identity"];
  const identity = record.model_identity;
  const observed = objectOf(identity.observed_model);
  const probe = dynamic ? objectOf(identity.model_probe) : {};
  const session = objectOf(probe.session_identity);
  const mismatch = objectOf(identity.mismatch).status;
  const weak =
    observed.model_id === unknown ||
    observed.confidence !== "high" ||
    observed.freshness !== "current" ||
    mismatch !== "match" ||
    (dynamic && (probe.status !== "observed" || !isKnownSession(session)));
  return [
    ...runtimeDefault,
    ...(dynamic ? probeFaults(identity, observed, probe, at) : []),
    ...(identity.evidence_status === "strong" && weak ? ["evidence_status"] : []),
    ...(mismatch === "mismatch" && identity.history_status !== "invalidated" ? ["history_status"] : []),
  ];
}

function probeFaults(identity: JsonObject, observed: JsonObject, probe: JsonObject, at: string): string[] {
  const session = objectOf(probe.session_identity);
  const model = objectOf(probe.model);
  const ttl = probe.ttl_seconds;
  const ttlHolds = isCount(ttl, 60) && ttl <= 86_400;
  const freshness = ttlHolds && probe.status === "observed" ? freshnessAt(observed.timestamp, at, ttl) : unknown;
  const reasons = identity.history_invalidation_reasons;
  const invalidated = identity.history_status === "invalidated";
  const eligible = isEligible(observed, probe) ? "eligible" : "blocked";
  const roles = objectOf(identity.role_eligibility);
  const same = (["model_id", "provider", "reasoning_mode", "confidence"] as const).every(
    (field) => model[field] === observed[field],
  );
  const checks: [boolean, string][] = [
    [probe.schema_version === "valp-model-probe.v1", "model_probe"],
    [probeStatuses.includes(textOf(probe.status)), "model_probe.status"],
    [ttlHolds, "model_probe.ttl_seconds"],
    [!ttlHolds || observed.freshness === freshness, "observed_model.freshness"],
    [same, "model_probe.model"],
    [probe.observed_at === observed.timestamp, "model_probe.observed_at"],
    [isBoundHistory(identity, observed, session), "history_binding"],
    [Array.isArray(reasons) && (reasons.length === 0 || invalidated), "history_invalidation_reasons"],
    [observed.freshness === "current" || invalidated, "history_status"],
    [roles.implementer === eligible && roles.final_reviewer === eligible, "role_eligibility"],
  ];
  return checks.filter(([holds]) => !holds).map(([, field]) => field);
}

/** `current`, `stale`, or `unknown` when either time is none or the observation lies in the future. */
function freshnessAt(timestamp: unknown, at: string, ttl: number): string {
  const age = Math.trunc((Date.parse(at) - Date.parse(textOf(timestamp))) / 1000);
  if (Number.isNaN(age) || age < -clockSkew) return unknown;
  return age <= ttl ? "current" : "stale";
}

/** The history is bound to exactly this model in this session, by fields and by fingerprint. */
function isBoundHistory(identity: JsonObject, observed: JsonObject, session: JsonObject): boolean {
  const binding = objectOf(identity.history_binding);
  const expected = {
    agent_surface: identity.agent_surface ?? null,
    freshness: observed.freshness ?? null,
    model_id: observed.model_id ?? null,
    provider: observed.provider ?? null,
    reasoning_mode: observed.reasoning_mode ?? null,
    session_token: session.token ?? null,
  };
  const json = JSON.stringify(expected).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const fingerprint = createHash("sha256").update(json).digest("hex");
  return (
    Object.entries(expected).every(([field, value]) => (binding[field] ?? null) === value) &&
    binding.fingerprint === fingerprint
  );
}

function isKnownSession(session: JsonObject): boolean {
  return session.status === "known" && isSet(session.token) && session.token !== unknown;
}

/** Whether a model was seen, is known, current and bound to a known session. */
function isEligible(observed: JsonObject, probe: JsonObject): boolean {
  return (
    probe.status === "observed" &&
    isSet(observed.model_id) &&
    observed.model_id !== unknown &&
    observed.freshness === "current" &&
    isKnownSession(objectOf(probe.session_identity))
  );
}

/** Implementer and reviewer need a model that is eligible and recorded as such. */
function roleErrors(task: AuditedTask, providers: ReadonlyMap<string, JsonObject>): string[] {
  const roles = [
    ["implementer", "implementer"],
    ["reviewer", "final_reviewer"],
  ] as const;
  return roles.flatMap(([role, eligibility]) => {
    const agent = textOf(task.roles[role]);
    if (agent === "") return [];
    const identity = objectOf(providers.get(agent)?.model_identity);
    const recorded = objectOf(identity.role_eligibility)[eligibility] === "eligible";
    const eligible = isEligible(objectOf(identity.observed_model), objectOf(identity.model_probe));
    return recorded && eligible ? [] : [says.modelFact(`${role}:${agent}`, "role_eligibility")];
  });
}
