// Audit item 11: every dispatch went to a session that belongs to the task, provisioned by the routed adapter.
import { createHash } from "node:crypto";
import type { JsonObject } from "../records/format.ts";
import { digestShape } from "../records/vocabulary.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { isProvenSubmission } from "../wait/submission-proof.ts";
import { type AuditedTask, type Finding, fail, pass, skip } from "./audited-task.ts";
import { hasExactly, isCount, isObject, isSet, isWord, listOf, objectOf, sameJson, textOf } from "./loose-json.ts";
import { receiptsOfTask } from "./receipt-ledger.ts";

const sessionsRef = "agent-sessions.json";
const receiptsRef = "agent-session-receipts.jsonl";

/** What all checks of this item share. */
interface Sessions {
  task: AuditedTask;
  adapter: string;
  bindings: JsonObject;
  receipts: readonly JsonObject[];
}

/** Item 11, agent_sessions. */
export function agentSessions(task: AuditedTask): Finding {
  const markers = [task.routing.agent_sessions, task.state.agent_sessions];
  const { records, broken } = task.lines(receiptsRef);
  const projection = task.json(sessionsRef);
  if (!markers.some(isSet)) return unmarked(task, isSet(projection) || records.length > 0 || broken.length > 0);
  const bindings = objectOf(projection.bindings);
  const sessions: Sessions = { task, adapter: textOf(projection.adapter), bindings, receipts: records };
  const expected = { status: "ready", ref: sessionsRef, receipts_ref: receiptsRef };
  const ids = [task.routing, task.state].map((record) => textOf(objectOf(record.runtime_adapter).id));
  const sound =
    projection.schema_version === "valp-agent-sessions.v1" &&
    projection.task_id === task.taskId &&
    projection.status === "ready" &&
    isSet(bindings);
  const submissions = receiptsOfTask(task).receipts.filter((receipt) => receipt.event === "dispatch_submitted");
  const errors = [
    ...(markers.every((marker) => sameJson(marker, expected))
      ? []
      : [says.marker("routing.json, state.json", "agent_sessions")]),
    ...(sessions.adapter !== "" && ids.every((id) => id === sessions.adapter) ? [] : [says.adaptersDiffer]),
    ...broken.map((line) => says.badLine(receiptsRef, line)),
    ...(sound ? [] : [says.invalid(sessionsRef)]),
    ...(records.every((receipt, index) => receipt.event_sequence === index + 1)
      ? []
      : [says.sequenceBroken(receiptsRef)]),
    ...records.flatMap((receipt, index) =>
      isSoundReceipt(sessions, receipt) ? [] : [says.badLine(receiptsRef, index + 1)],
    ),
    ...Object.entries(bindings).flatMap(([agent, binding]) => bindingErrors(sessions, agent, binding)),
    ...submissions.flatMap((receipt) => submissionErrors(sessions, receipt)),
  ];
  if (errors.length > 0) return fail(says.errors(errors, 8));
  return pass(says.sessionsBound(submissions.length, sessions.adapter));
}

function unmarked(task: AuditedTask, files: boolean): Finding {
  const cited = receiptsOfTask(task).receipts.some((receipt) => isSet(objectOf(receipt.proof).session_binding));
  const pane = task.isV2 && task.runtime.class === "pane_controller";
  return files || cited || pane
    ? fail(says.marker("routing.json, state.json", "agent_sessions"))
    : skip(says.notDeclared(sessionsRef));
}

/** What a receipt and a binding share: whose session it is, how it was started, where it lives, what it is. */
function isSoundSession({ task, adapter }: Sessions, record: JsonObject, token: unknown): boolean {
  const ownership = objectOf(record.ownership);
  const launch = objectOf(record.launch);
  const scope = objectOf(record.runtime_scope);
  const identity = objectOf(record.runtime_identity);
  const argv = listOf(launch.argv);
  const started =
    ("argv" in launch || "runtime_ref" in launch) &&
    (!("argv" in launch) || (argv.length > 0 && argv.every(isWord))) &&
    (!("runtime_ref" in launch) || isWord(launch.runtime_ref));
  const sound =
    isCount(record.generation, 1) &&
    (ownership.scope === "project" || (ownership.scope === "task" && ownership.task_id === task.taskId)) &&
    digestShape.test(textOf(ownership.project_identity)) &&
    isSet(objectOf(record.context)) &&
    started &&
    isWord(scope.kind) &&
    scope.ownership === ownership.scope &&
    digestShape.test(textOf(token)) &&
    identity.token === token &&
    Object.keys(identity).length >= 2;
  return sound && (adapter !== "herdr" || isSoundPane(record));
}

/** A pane of its own in a workspace of its own, started by an absolute path and never focused (contract section 10). */
function isSoundPane(record: JsonObject): boolean {
  const identity = objectOf(record.runtime_identity);
  const scope = objectOf(record.runtime_scope);
  return (
    objectOf(record.ownership).scope === "task" &&
    isAbsolute(objectOf(record.context).cwd) &&
    isAbsolute(listOf(objectOf(record.launch).argv)[0]) &&
    scope.kind === "workspace" &&
    isWord(scope.label) &&
    scope.workspace_id === identity.workspace_id &&
    identity.token === paneToken(identity) &&
    record.focused_at_provisioning === false
  );
}

function isAbsolute(path: unknown): boolean {
  return typeof path === "string" && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}

/** Digest of the four native ids in key order, compact, everything outside ASCII escaped. */
function paneToken(identity: JsonObject): string {
  const ids = ["pane_id", "tab_id", "terminal_id", "workspace_id"].map((key) => [key, textOf(identity[key]).trim()]);
  if (ids.some(([, id]) => id === "")) return "";
  const json = JSON.stringify(Object.fromEntries(ids)).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `sha256:${createHash("sha256").update(json).digest("hex")}`;
}

function isSoundReceipt(sessions: Sessions, receipt: JsonObject): boolean {
  const { task, adapter, bindings } = sessions;
  const common =
    receipt.schema_version === "valp-agent-session-receipt.v1" &&
    receipt.adapter === adapter &&
    receipt.task_id === task.taskId &&
    Object.hasOwn(bindings, textOf(receipt.agent)) &&
    receipt.binding_ref === sessionsRef;
  if (receipt.event === "agent_session_bootstrap_verified") {
    const facts = digestShape.test(textOf(receipt.identity_token)) && isWord(receipt.evidence_ref);
    return common && isCount(receipt.generation, 1) && facts && isWord(receipt.native_session_id);
  }
  const known = receipt.event === "agent_session_provisioned" || receipt.event === "agent_session_reused";
  return common && known && isSoundSession(sessions, receipt, receipt.identity_token);
}

function bindingErrors(sessions: Sessions, agent: string, binding: unknown): string[] {
  const error = [says.sessionUnsound(agent)];
  if (!isObject(binding)) return error;
  const token = objectOf(binding.runtime_identity).token;
  const sound =
    binding.agent === agent &&
    isWord(binding.session_name) &&
    binding.dispatch_eligible === true &&
    ["provisioned", "reused", "bootstrap_ready"].includes(textOf(binding.lifecycle)) &&
    isSoundSession(sessions, binding, token);
  if (!sound || (binding.lifecycle === "bootstrap_ready" && !isBootstrapped(sessions, binding))) return error;
  const provisioned = sessions.receipts.filter(
    (receipt) => receipt.agent === agent && receipt.event === "agent_session_provisioned",
  );
  const generations = provisioned.map((receipt) => Number(receipt.generation)).sort((one, other) => one - other);
  const complete =
    generations.length === binding.generation && generations.every((generation, index) => generation === index + 1);
  const same = ["generation", "ownership", "context", "launch", "runtime_scope", "runtime_identity"];
  const matched = provisioned.some(
    (receipt) => receipt.identity_token === token && same.every((field) => sameJson(receipt[field], binding[field])),
  );
  return complete && matched ? [] : [says.sessionUnproven(agent)];
}

/** A claimed bootstrap has its complete record and exactly one receipt that says the same. */
function isBootstrapped({ receipts }: Sessions, binding: JsonObject): boolean {
  const check = objectOf(binding.bootstrap_verification);
  const about = receipts.filter(
    (receipt) =>
      receipt.event === "agent_session_bootstrap_verified" &&
      receipt.agent === binding.agent &&
      receipt.generation === binding.generation,
  );
  const [receipt] = about;
  return (
    about.length === 1 &&
    receipt?.identity_token === objectOf(binding.runtime_identity).token &&
    receipt?.evidence_ref === check.evidence_ref &&
    receipt?.native_session_id === check.native_session_id &&
    check.status === "verified" &&
    check.generation === binding.generation &&
    isWord(check.evidence_ref) &&
    isWord(check.native_session_id) &&
    check.expected_response === "BOOTSTRAP_READY" &&
    check.actual_response === "BOOTSTRAP_READY" &&
    check.native_turn_error === null &&
    check.session_identity_status === "known" &&
    check.model_probe_status === "observed"
  );
}

function submissionErrors(sessions: Sessions, receipt: JsonObject): string[] {
  const agent = textOf(receipt.agent);
  if (!isBound(sessions, receipt)) return isSuperseded(sessions, receipt) ? [] : [says.submissionUnbound(agent)];
  const runtime = textOf(objectOf(receipt.proof).runtime).trim().toLowerCase();
  return runtime === sessions.adapter.toLowerCase() ? [] : [says.submissionElsewhere(agent)];
}

/** Whether a submission cites a provisioning receipt of its agent's session. */
function isBound(sessions: Sessions, receipt: JsonObject): boolean {
  const binding = objectOf(objectOf(receipt.proof).session_binding);
  return (
    isObject(sessions.bindings[textOf(receipt.agent)]) &&
    binding.ref === sessionsRef &&
    sessions.receipts.some(
      (provisioned) =>
        provisioned.event === "agent_session_provisioned" &&
        provisioned.agent === receipt.agent &&
        provisioned.generation === binding.generation &&
        provisioned.identity_token === binding.identity_token &&
        sameJson(provisioned.ownership, binding.ownership),
    )
  );
}

const supersession = ["kind", "superseded_submission_receipt_id", "replacement_submission_receipt_id"];
const sameSubmission = [
  "task_id",
  "agent",
  "role",
  "work_item_id",
  "dispatch_id",
  "dispatch_generation",
  "dispatch_ref",
  "expected_refs",
];

/**
 * Whether an unbound submission was validly replaced by a bound one: both real, the same identity, in the order original,
 * replacement, supersession.
 */
function isSuperseded(sessions: Sessions, original: JsonObject): boolean {
  const { receipts } = receiptsOfTask(sessions.task);
  const classes = ["agent_invocation", "reconciled_identity_bound_submission"];
  const first = receipts.indexOf(original);
  return receipts.some((receipt, last) => {
    const proof = objectOf(receipt.proof);
    const middle = receipts.findIndex((other) => other.receipt_id === proof.replacement_submission_receipt_id);
    const replacement = receipts[middle];
    return (
      receipt.event === "dispatch_superseded" &&
      hasExactly(proof, supersession) &&
      proof.kind === "invalid_session_binding" &&
      proof.superseded_submission_receipt_id === original.receipt_id &&
      replacement !== undefined &&
      first < middle &&
      middle < last &&
      [original, replacement].every(isProvenSubmission) &&
      [replacement, receipt].every((other) =>
        sameSubmission.every((field) => sameJson(other[field], original[field])),
      ) &&
      classes.includes(textOf(objectOf(original.proof).proof_class)) &&
      objectOf(replacement.proof).proof_class === "agent_invocation" &&
      isBound(sessions, replacement)
    );
  });
}
