// The wait policy of a frontier: made for its work items, kept under its own digest, read back and held to its word.
import { sha256 } from "../records/digest.ts";
import { jsonFile } from "../records/format.ts";
import { readRecord } from "../records/read-record.ts";
import {
  dependenciesRef,
  type RoleAssignments,
  type SubmissionDependencies,
  submissionDependencies,
  submissionDependenciesSchema,
  type WorkItem,
} from "../records/submission-dependencies.ts";
import { policyRefText, type Suspension } from "../records/suspension.ts";
import { exceptionEvents, type WaitPolicy, waitPolicyRef, waitPolicySchema } from "../records/wait-policy.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { FileChange, FolderView } from "./folder-view.ts";
import { sameJson } from "./spaced-json.ts";
import { waitPolicyId } from "./wait-ids.ts";

/** A policy, or why there is none to go by. */
export type PolicyReading = { kind: "policy"; policy: WaitPolicy } | { kind: "problem"; reason: Reason };

/**
 * The policy for the work items of one frontier, each once and in the given order; they stand in it exactly as in
 * submission-dependencies.json. Throws when there are none.
 */
export function waitPolicy(taskId: string, items: readonly WorkItem[]): WaitPolicy {
  const required = items.filter(
    (item, index) => items.findIndex((one) => one.work_item_id === item.work_item_id) === index,
  );
  return waitPolicySchema.parse({
    schema_version: "valp-wait-policy.v1",
    task_id: taskId,
    wait_policy_id: waitPolicyId(required),
    mode: "dependency_ready",
    exception_policy: "exception_short_circuit",
    dependency_ref: dependenciesRef,
    required_work_items: required,
    exception_events: [...exceptionEvents],
  });
}

/** The policy as a file of the next suspension. */
export function waitPolicyFile(policy: WaitPolicy): FileChange {
  return { ref: waitPolicyRef, text: jsonFile(policy) };
}

/** The immutable copy that a suspension points at: named after the SHA-256 of exactly its own bytes. */
export function policySnapshot(policy: WaitPolicy): FileChange {
  const text = jsonFile(policy);
  return { ref: `wait-policies/${sha256(text).slice(7)}.json`, text };
}

/** Reads wait-policy.json; null where there is none. */
export function readWaitPolicy(folder: FolderView, taskId: string): PolicyReading | null {
  return folder.holds(waitPolicyRef) === "nothing" ? null : readPolicyAt(folder, waitPolicyRef, taskId);
}

/** Reads the copy that a suspension points at: its name, its bytes, its shape and its work items. */
export function readSnapshot(folder: FolderView, ref: string, taskId: string): PolicyReading {
  const text = folder.text(ref);
  if (!policyRefText.safeParse(ref).success || text === null) return problem(reason("wait_snapshot_missing", { ref }));
  if (`wait-policies/${sha256(text).slice(7)}.json` !== ref) return problem(reason("wait_snapshot_changed", { ref }));
  return readPolicyAt(folder, ref, taskId);
}

function readPolicyAt(folder: FolderView, ref: string, taskId: string): PolicyReading {
  const reading = readRecord(waitPolicySchema, null, folder.text(ref) ?? "");
  if (reading.kind === "problem") return problem(reason("wait_policy_broken", { ref, problem: reading.problem }));
  const policy = reading.record;
  if (policy.task_id !== taskId) return problem(reason("wait_policy_of_other_task", { ref }));
  const dependencies = readDependencies(folder, taskId);
  if (dependencies.kind === "problem") return dependencies;
  const unknown = policy.required_work_items.find(
    (item) => !dependencies.dependencies.work_items.some((known) => sameJson(known, item)),
  );
  if (unknown !== undefined) return problem(reason("wait_item_unknown", { ref, item: unknown.work_item_id }));
  return { kind: "policy", policy };
}

/** Reads submission-dependencies.json, version 2. Whether it follows from the roles is {@link followsFromRoles}. */
export function readDependencies(
  folder: FolderView,
  taskId: string,
): { kind: "dependencies"; dependencies: SubmissionDependencies } | { kind: "problem"; reason: Reason } {
  const reading = readRecord(submissionDependenciesSchema, null, folder.text(dependenciesRef) ?? "");
  if (reading.kind === "problem") return problem(reason("dependencies_broken", { problem: reading.problem }));
  if (reading.record.task_id !== taskId) return problem(reason("dependencies_differ"));
  return { kind: "dependencies", dependencies: reading.record };
}

/** Whether the recorded dependencies are the ones that the declared roles lead to (contract section 6). */
export function followsFromRoles(
  dependencies: SubmissionDependencies,
  taskId: string,
  roles: RoleAssignments,
): boolean {
  return sameJson(dependencies, submissionDependencies(taskId, roles));
}

/** Why a suspension is not the one its policy asks for; null where it is, and for manual waits without a policy. */
export function snapshotFault(folder: FolderView, suspension: Suspension, taskId: string): Reason | null {
  if (!suspension.strict_identity) return null;
  const reading = readSnapshot(folder, suspension.wait_policy_ref ?? "", taskId);
  if (reading.kind === "problem") return reading.reason;
  const { policy } = reading;
  const ids = policy.required_work_items.map((item) => item.work_item_id);
  const same =
    suspension.wait_policy_id === policy.wait_policy_id &&
    sameJson(suspension.required_work_items, policy.required_work_items) &&
    sameJson(suspension.required_work_item_ids, ids);
  return same ? null : reason("wait_items_differ", { ref: suspension.wait_policy_ref ?? "" });
}

function problem(why: Reason): { kind: "problem"; reason: Reason } {
  return { kind: "problem", reason: why };
}
