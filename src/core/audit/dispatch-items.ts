// Audit items about dispatched work: receipts, their order, the evidence they promise, and corrections of it.
import type { JsonObject } from "../records/format.ts";
import { isAuditRef } from "../records/refs.ts";
import {
  dependenciesRef,
  type RoleAssignments,
  roleOrder,
  type SubmissionDependencies,
  submissionDependencies,
  submissionDependenciesSchema,
} from "../records/submission-dependencies.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { evidenceOf } from "../wait/evidence.ts";
import { orderFaults } from "../wait/frontier.ts";
import { isProvenSubmission } from "../wait/submission-proof.ts";
import { type AuditedTask, badEvidence, type Finding, fail, pass, skip } from "./audited-task.ts";
import { expectedInTask } from "./claims.ts";
import { folderView } from "./folder-view.ts";
import { isObject, isSet, listOf, objectOf, objectsOf, refsOf, sameJson, textOf, wordOf } from "./loose-json.ts";
import { isRecordedMarker } from "./policy-items.ts";
import {
  asLedger,
  covers,
  determinismErrors,
  isAboutItem,
  isAboutManualItem,
  latestByAgent,
  receiptsOfTask,
} from "./receipt-ledger.ts";

/** The declared roles, only those that exist. */
export function declaredRoles(task: AuditedTask): RoleAssignments {
  return Object.fromEntries(
    roleOrder.flatMap((role) => (typeof task.roles[role] === "string" ? [[role, task.roles[role]]] : [])),
  );
}

/** Item 21, dispatch_receipts. */
export function dispatchReceipts(task: AuditedTask): Finding {
  const ledger = receiptsOfTask(task);
  if (ledger.errors.length > 0) return fail(says.errors(ledger.errors, 5));
  const unstable = determinismErrors(ledger.raw, task.taskId);
  if (unstable.length > 0) return fail(says.errors(unstable, 5));
  if (ledger.receipts.length === 0) return fail(says.missing([ledger.ref]));
  const dependencies = task.json(dependenciesRef);
  const byItem =
    task.isV2 &&
    dependencies.schema_version === "valp-submission-dependencies.v2" &&
    Array.isArray(dependencies.work_items);
  const errors = byItem
    ? listOf(dependencies.work_items).flatMap((item) => itemError(task, item, ledger.receipts))
    : agentErrors(task, ledger.receipts);
  if (errors.length > 0) return fail(says.errors(errors, 8));
  return pass(byItem ? says.itemsCompleted(listOf(dependencies.work_items).length) : says.agentsCompleted(task.agents));
}

function completions(task: AuditedTask): string[] {
  return task.manual ? ["dispatch_completed", "manual_result_attested"] : ["dispatch_completed"];
}

/** A work item's last receipt completes it, after a submission that is proven. */
function itemError(task: AuditedTask, item: unknown, receipts: readonly JsonObject[]): string[] {
  if (!isObject(item)) return [says.invalid("work_items")];
  const id = textOf(item.work_item_id);
  const about = receipts.filter(
    (receipt) =>
      receipt.event !== "dispatch_superseded" &&
      (task.manual ? isAboutManualItem(receipt, item) : isAboutItem(receipt, item, task.taskId)),
  );
  const last = about.at(-1);
  if (last === undefined) return [says.noReceipt(id)];
  if (!completions(task).includes(textOf(last.event))) return [says.notCompleted(id, textOf(last.event))];
  const before = about.slice(0, -1);
  const delivered = task.manual
    ? before.some((receipt) => receipt.event === "manual_delivery_attested")
    : before.some(isProvenSubmission);
  return delivered ? [] : [says.notSubmitted(id)];
}

/** The same by agent, for tasks without work items. */
function agentErrors(task: AuditedTask, receipts: readonly JsonObject[]): string[] {
  const latest = latestByAgent(receipts);
  return task.agents.flatMap((agent) => {
    const last = latest.get(agent);
    if (last === undefined) return [says.noReceipt(agent)];
    if (!completions(task).includes(textOf(last.event))) return [says.notCompleted(agent, textOf(last.event))];
    const submitted = task.manual || receipts.some((receipt) => receipt.agent === agent && isProvenSubmission(receipt));
    return submitted ? [] : [says.notSubmitted(agent)];
  });
}

/** Item 22, submission_dependencies. */
export function submissionOrder(task: AuditedTask): Finding {
  const document = task.json(dependenciesRef);
  const markers = [task.routing.submission_dependencies, task.state.submission_dependencies];
  if (!task.isV2 && !markers.some(isSet) && !isSet(document)) return skip(says.notDeclared(dependenciesRef));
  if (!markers.every((marker) => isRecordedMarker(marker, dependenciesRef))) {
    return fail(says.marker("routing.json, state.json", "submission_dependencies"));
  }
  if (!isSet(document)) return fail(says.missing([dependenciesRef]));
  const rebuilt = submissionDependencies(task.taskId, declaredRoles(task));
  const legacy = document.schema_version === "valp-submission-dependencies.v1";
  if (!sameJson(document, legacy ? legacyForm(rebuilt) : rebuilt)) return fail(says.dependenciesDiffer);
  const checked = submissionDependenciesSchema.safeParse(rebuilt);
  if (!checked.success) return fail(says.dependenciesDiffer);
  const errors = legacy ? legacyOrderErrors(task, rebuilt) : orderErrors(task, checked.data);
  return errors.length > 0 ? fail(says.errors(errors, 8)) : pass(says.ordered(rebuilt.dependencies.length));
}

function orderErrors(task: AuditedTask, dependencies: SubmissionDependencies): string[] {
  const facts = {
    dependencies,
    evidence: evidenceOf(folderView(task), task.json("evidence-status.json")),
    correction: task.json("correction-cycle.json"),
    manual: task.manual,
  };
  return orderFaults(facts, asLedger(receiptsOfTask(task).receipts)).map((fault) => fault.text);
}

/** Version 1 knows no work items: edges by role and agent alone. */
function legacyForm(document: SubmissionDependencies): JsonObject {
  return {
    schema_version: "valp-submission-dependencies.v1",
    task_id: document.task_id,
    ordering_source: document.ordering_source,
    dependencies: document.dependencies.map((edge) => ({
      id: edge.id,
      prerequisite_role: edge.prerequisite_role,
      prerequisite_agent: edge.prerequisite_agent,
      dependent_role: edge.dependent_role,
      dependent_agent: edge.dependent_agent,
      prerequisite_refs: edge.prerequisite_refs,
      dependent_refs: edge.dependent_refs,
    })),
  };
}

const terminal = ["dispatch_completed", "dispatch_blocked", "manual_result_attested", "manual_blocked"];

function legacyOrderErrors(task: AuditedTask, document: SubmissionDependencies): string[] {
  const { receipts } = receiptsOfTask(task);
  const [done, sent] = task.manual
    ? ["manual_result_attested", "manual_delivery_attested"]
    : ["dispatch_completed", "dispatch_submitted"];
  return document.dependencies.flatMap((edge) =>
    receipts.flatMap((receipt, index) => {
      if (receipt.event !== sent || receipt.agent !== edge.dependent_agent) return [];
      if (!covers(receipt, edge.dependent_refs)) return [];
      const latest = receipts
        .slice(0, index)
        .findLast(
          (other) =>
            other.agent === edge.prerequisite_agent &&
            terminal.includes(textOf(other.event)) &&
            covers(other, edge.prerequisite_refs),
        );
      const ready = latest?.event === done && edge.prerequisite_refs.every((ref) => task.isValidEvidence(ref));
      return ready ? [] : [says.tooEarly(edge.id, index + 1)];
    }),
  );
}

/** Item 23, expected_evidence. */
export function expectedEvidence(task: AuditedTask): Finding {
  const promised = [...latestByAgent(receiptsOfTask(task).receipts).values()].flatMap((receipt) =>
    refsOf(receipt.expected_refs),
  );
  const refs = [...new Set([...promised, ...expectedInTask(task.text("task.md"))])].sort();
  if (refs.length === 0) return fail(says.nothingExpected);
  const unsafe = refs.filter((ref) => !isAuditRef(ref));
  if (unsafe.length > 0) return fail(says.unsafeRefs(unsafe));
  const missing = refs.filter((ref) => !task.exists(ref));
  if (missing.length > 0) return fail(says.missingRefs(missing));
  const bad = refs.filter((ref) => badEvidence.includes(task.evidenceStatus(ref)));
  return bad.length > 0 ? fail(says.badEvidence(bad)) : pass(says.evidenceExists, refs);
}

/** Item 24, correction_cycle. */
export function correctionCycle(task: AuditedTask): Finding {
  const cycle = task.json("correction-cycle.json");
  const blocked = receiptsOfTask(task).receipts.some((receipt) => receipt.event === "dispatch_blocked");
  const bad = [...task.evidenceStatuses()].filter(([, status]) => badEvidence.includes(status)).map(([ref]) => ref);
  const signals = [...(blocked ? ["dispatch_blocked"] : []), ...bad.sort()];
  const declared = isSet(task.either("correction_cycle")) || isSet(task.gate("correction"));
  if (signals.length === 0 && !declared && !isSet(cycle)) return skip(says.nothingToCorrect);
  if (!isSet(cycle)) return fail(says.noCorrection(signals));
  if (cycle.schema_version !== "valp-correction-cycle.v1") return fail(says.wrongSchema("correction-cycle.json"));
  if (!Array.isArray(cycle.rounds)) return fail(says.lacks("correction-cycle.json", ["rounds"]));
  const outcome = textOf(cycle.final_outcome).toLowerCase();
  if (signals.length > 0 && cycle.rounds.length === 0) return fail(says.noCorrection(signals));
  if (signals.length > 0 && outcome !== "fixed") return fail(says.notFixed(outcome));
  const refs = [
    ...objectsOf(cycle.rounds).flatMap((round) => [...refsOf(round.evidence_refs), ...refsOf(round.rejected_refs)]),
    ...refsOf(cycle.final_evidence_refs),
  ];
  const unsafe = refs.filter((ref) => !isAuditRef(ref));
  if (unsafe.length > 0) return fail(says.unsafeRefs(unsafe));
  const missing = [...new Set(refs.filter((ref) => !task.exists(ref)))].sort();
  if (outcome === "fixed" && missing.length > 0) return fail(says.missingRefs(missing));
  return pass(says.corrected(outcome, signals));
}

const decisions = ["accepted", "merged", "scoped_followup", "bounded_no_action", "escalated"];
const open = ["pending", "blocked", "escalated"];

/** Item 25, agent_recommendations. */
export function agentRecommendations(task: AuditedTask): Finding {
  const file = "agent-recommendations.json";
  const record = task.json(file);
  if (!task.nonTrivial && !isSet(record)) return skip(says.notDeclared(file));
  if (!isSet(record)) return fail(says.missing([file]));
  if (record.schema_version !== "valp-agent-recommendations.v1") return fail(says.wrongSchema(file));
  const { entries } = record;
  if (!Array.isArray(entries)) return fail(says.lacks(file, ["entries"]));
  const status = textOf(record.status).toLowerCase();
  if (status === "not_required") {
    const explained = isSet(record.summary) || isSet(record.notes);
    return entries.length === 0 && explained ? pass(says.noRecommendations) : fail(says.notRequiredUnexplained);
  }
  if (status !== "resolved") return fail(says.recommendationsOpen(status));
  const policy = objectOf(record.complexity_policy);
  const gaps = ["current_scope", "stop_conditions"].filter((field) => !isSet(policy[field]));
  if (gaps.length > 0) return fail(says.lacks("complexity_policy", gaps));
  if (entries.length === 0) return fail(says.lacks(file, ["entries"]));
  const errors = entries.flatMap((entry, index) => entryErrors(task, objectOf(entry), index + 1));
  return errors.length > 0 ? fail(says.errors(errors, 5)) : pass(says.recommendationsResolved(entries.length));
}

function entryErrors(task: AuditedTask, entry: JsonObject, number: number): string[] {
  const name = textOf(entry.id) || `entry-${number}`;
  const fields = [
    "agent",
    "source_ref",
    "recommendation",
    "coordinator_decision",
    "rationale",
    "scope_boundary",
    "complexity_impact",
  ];
  const gaps = fields.filter((field) => !isSet(entry[field]));
  const refs = [
    isSet(entry.source_ref) ? wordOf(entry.source_ref) : "",
    ...refsOf(entry.follow_up_refs),
    ...refsOf(entry.follow_up_dispatch_refs),
  ].filter((ref) => ref !== "");
  const unsafe = refs.filter((ref) => !isAuditRef(ref));
  const missing = refs.filter((ref) => isAuditRef(ref) && !task.exists(ref));
  const decided = decisions.includes(textOf(entry.coordinator_decision).toLowerCase());
  const status = (textOf(entry.decision_status) || "resolved").toLowerCase();
  return [
    ...(gaps.length > 0 ? [says.lacks(name, gaps)] : []),
    ...(decided ? [] : [says.noDecision(name)]),
    ...(open.includes(status) ? [says.recommendationsOpen(`${name}=${status}`)] : []),
    ...(unsafe.length > 0 ? [says.unsafeRefs(unsafe)] : []),
    ...(missing.length > 0 ? [says.missingRefs(missing)] : []),
  ];
}
