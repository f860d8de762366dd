// The product's own audit items: why the task started, that the approved plan is the one that ran, and that nothing was rewritten.
import {
  decisionsRef,
  type RequestLine,
  readDecisions,
  readRequests,
  requestedRef,
} from "../approval/approval-lines.ts";
import { planParts } from "../approval/plan.ts";
import type { RiskLevel } from "../outcome.ts";
import { assignmentDeclarationSchema, declarationRef } from "../records/assignment-declaration.ts";
import { automationPolicyRef } from "../records/automation-policy.ts";
import { watcherIdentity } from "../records/digest.ts";
import { issueSnapshotRef } from "../records/issue-snapshot.ts";
import { readRecord } from "../records/read-record.ts";
import {
  type TriggerPolicy,
  triggerPolicyRef,
  triggerPolicySchema,
  triggerPolicyVersion,
} from "../records/trigger-policy.ts";
import { digestShape, riskMatchSchema } from "../records/vocabulary.ts";
import { readWatcherRecord } from "../records/watcher-record.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { isDispatched } from "../task/dispatched.ts";
import { indexPath } from "../task/ledger-path.ts";
import { type AuditedTask, type Finding, fail, pass, skip, warn } from "./audited-task.ts";
import { isObject, isSet, objectOf, objectsOf, textOf } from "./loose-json.ts";

/** Where the digests of accepted evidence stand. */
export const manifestRef = "evidence/manifest.json";
const receiptsRef = "dispatch-receipts.jsonl";

/** Whether a folder was written by this product: only then its own items are asked. */
export function isOurs(task: AuditedTask): boolean {
  return isObject(task.state.github) || task.exists(triggerPolicyRef) || task.exists(issueSnapshotRef);
}

/** The trigger record, read strictly; null where there is none that can be read. */
function triggerRecord(task: AuditedTask): TriggerPolicy | null {
  const text = task.strictText(triggerPolicyRef);
  const reading = text === null ? null : readRecord(triggerPolicySchema, triggerPolicyVersion, text);
  return reading?.kind === "record" ? reading.record : null;
}

/** The index file of an identity, as a path of the workspace; null where the identity is none. */
export function indexFile(task: AuditedTask): string | null {
  const identity = textOf(task.json(triggerPolicyRef).deduplication_identity);
  return digestShape.test(identity) ? indexPath(identity) : null;
}

/** `github_trigger_record`: why the task started, the same in the folder and in the index of happenings. */
export function triggerRecordItem(task: AuditedTask): Finding {
  const trigger = triggerRecord(task);
  if (trigger === null)
    return fail(task.exists(triggerPolicyRef) ? says.invalid(triggerPolicyRef) : says.missing([triggerPolicyRef]));
  if (trigger.task_id !== task.taskId) return fail(says.otherTask(triggerPolicyRef));
  const path = indexFile(task);
  if (path === null) return fail(says.lacks(triggerPolicyRef, ["deduplication_identity"]));
  const { workspace } = task.folder;
  if (workspace === null) return warn(says.indexOutOfReach);
  const text = workspace.get(path);
  if (text === undefined) return fail(says.missing([path]));
  const index = readWatcherRecord(text ?? "");
  if (index.kind === "problem") return fail(says.invalid(path));
  const { source_event: event, result } = index.record;
  const pairs: [unknown, unknown, string][] = [
    [result.task_id, trigger.task_id, "task_id"],
    [result.selected_action, trigger.selected_action, "selected_action"],
    [result.approval_required, trigger.approval_required, "approval_required"],
    [result.deduplication_identity, trigger.deduplication_identity, "deduplication_identity"],
    [event.source, trigger.trigger_source, "trigger_source"],
    [event.source_event_id, trigger.source_event_id, "source_event_id"],
    [event.matched_signal, trigger.matched_signal, "matched_signal"],
    [event.rule_ref, trigger.rule_ref, "rule_ref"],
  ];
  const different = pairs.filter(([one, other]) => one !== other).map(([, , field]) => field);
  return different.length > 0
    ? fail(says.indexDiffers(different))
    : pass(says.triggerIndexed(textOf(trigger.rule_ref)));
}

/** `github_deduplication`: the identity follows from rule, source and happening. */
export function deduplicationItem(task: AuditedTask): Finding {
  const record = task.json(triggerPolicyRef);
  const [rule_ref, source, source_event_id] = [record.rule_ref, record.trigger_source, record.source_event_id].map(
    textOf,
  );
  if (!rule_ref || !source || !source_event_id) {
    return fail(says.lacks(triggerPolicyRef, ["rule_ref", "trigger_source", "source_event_id"]));
  }
  const same = record.deduplication_identity === watcherIdentity({ rule_ref, source, source_event_id });
  return same ? pass(says.identityHolds) : fail(says.identityDiffers);
}

/** `github_approved_plan`: what was dispatched at high risk is exactly what people approved. */
export function approvedPlanItem(task: AuditedTask): Finding {
  const requests = readRequests(task.lines(requestedRef).records).lines;
  const needed = isSet(task.json(automationPolicyRef).approval_required) || requests.length > 0;
  if (!needed) return skip(says.approvalNotNeeded);
  if (!isDispatched(task.text(receiptsRef))) return skip(says.nothingDispatched);
  const request = requests.at(-1);
  if (request === undefined || request.status !== "pending") return fail(says.noStandingRequest);
  const votes = readDecisions(task.lines(decisionsRef).records).lines;
  const approved = votes.some(
    (line) =>
      line.request_id === request.request_id && line.status === "approved" && line.plan_digest === request.plan_digest,
  );
  if (!approved) return fail(says.planNotApproved(request.plan_digest));
  const strayed = dispatchedPlans(task).filter((digest) => digest !== request.plan_digest);
  if (strayed.length > 0) return fail(says.otherPlanDispatched(strayed));
  const changed = changedParts(task, request);
  return changed.length > 0 ? fail(says.planChanged(changed)) : pass(says.planApproved(request.plan_digest));
}

/** Every plan digest that the state or a dispatch names. */
function dispatchedPlans(task: AuditedTask): string[] {
  const named = task
    .lines(receiptsRef)
    .records.flatMap((receipt) => [objectOf(receipt.proof).plan_digest, objectOf(receipt.runtime).plan_digest]);
  return [objectOf(task.state.github).plan_digest, ...named].map(textOf).filter((digest) => digest !== "");
}

/** The parts of the plan that can be computed again from the folder and are not what was approved. */
function changedParts(task: AuditedTask, request: RequestLine): string[] {
  const declaration = assignmentDeclarationSchema.safeParse(task.json(declarationRef));
  const matches = riskMatchSchema.array().safeParse(objectOf(task.state.risk).matches);
  const parts = planParts({
    task_id: task.taskId,
    trigger: triggerRecord(task) ?? {},
    snapshot_digest: task.digest(issueSnapshotRef),
    declaration: declaration.success ? declaration.data : null,
    risk: { classification: riskOf(task), matches: matches.success ? matches.data : [] },
    agents: {},
    workflows: [],
    rule: null,
    approvals: { count: 1, from: { teams: [], users: [], apps: [] }, exclude: [], expires: "7d" },
    evidence: {},
  });
  const again = ["trigger", "snapshot", "declaration", "risk"] as const;
  return again.filter((part) => Object.hasOwn(request.plan_parts, part) && request.plan_parts[part] !== parts[part]);
}

function riskOf(task: AuditedTask): RiskLevel {
  const level = task.json(automationPolicyRef).risk_classification;
  return level === "low" || level === "medium" ? level : "high";
}

/** `github_evidence_digests`: accepted evidence still has the bytes that were accepted. */
export function evidenceDigestsItem(task: AuditedTask): Finding {
  const manifest = task.json(manifestRef);
  if (!isSet(manifest)) {
    if (task.exists(manifestRef)) return fail(says.invalid(manifestRef));
    const completed = task.lines(receiptsRef).records.some((receipt) => receipt.event === "dispatch_completed");
    return completed ? warn(says.missing([manifestRef])) : skip(says.nothingAccepted);
  }
  const files = objectsOf(manifest.files);
  if (files.length === 0) return fail(says.lacks(manifestRef, ["files"]));
  const different = files.filter((file) => {
    const digest = task.digest(textOf(file.ref));
    return !task.isLocal(textOf(file.ref)) || digest === null || digest !== textOf(file.sha256);
  });
  return different.length > 0
    ? fail(says.evidenceChanged(different.map((file) => textOf(file.ref))))
    : pass(says.evidenceUnchanged(files.length));
}

/** `github_append_only`: no commit of the ledger branch changed or took away an earlier line of this folder. */
export function appendOnlyItem(task: AuditedTask): Finding {
  const { history } = task.folder;
  if (history === null) return skip(says.historyUnread);
  return history.breaks.length > 0 ? fail(says.rewritten(history.breaks)) : pass(says.onlyGrew(history.commits));
}
