// The one accepted old nonconformity: dispatch sizes of finished tasks, pinned by hash and decided in a task of its own.
import type { JsonObject } from "../records/format.ts";
import { auditSays as says } from "../say/audit-text.ts";
import type { AuditedTask } from "./audited-task.ts";
import { hasExactly, isSet, isUnique, isWord, objectOf, objectsOf, sameJson, textOf } from "./loose-json.ts";

/** File name inside the task folder. */
export const boundaryRef = "historical-audit-boundary.json";

/** A dispatch text whose size is not what was recorded. */
export interface SizeMismatch {
  agent: string;
  artifact_ref: string;
  byte_digest: string;
  recorded_budget: JsonObject;
  observed: { actual_chars: number; actual_reference_tokens: number };
}

const rule = "context_pack.dispatch_payload_budget";
const commitId = /^[0-9a-f]{40}$/;

/** The commits that a boundary speaks of, older first; empty texts where it names none. */
export function boundaryCommits(boundary: JsonObject): [historical: string, introduced: string] {
  const auditor = objectOf(boundary.auditor_boundary);
  return [textOf(auditor.historical_source_revision), textOf(auditor.rule_introduced_revision)];
}

/** Files of the workspace that a boundary needs: the decision, and the task it was made in. */
export function boundaryRefs(boundary: JsonObject): string[] {
  const folder = `.herdr-loop/tasks/${textOf(boundary.decision_task_id)}`;
  return [textOf(boundary.decision_ref), `${folder}/task.md`, `${folder}/state.json`];
}

/** Why the boundary file does not accept exactly these mismatches (contract section 14, item 18); empty when it does. */
export function boundaryErrors(task: AuditedTask, mismatches: readonly SizeMismatch[]): string[] {
  const boundary = task.json(boundaryRef);
  if (!isSet(boundary)) return [says.missing([boundaryRef])];
  const fields = [
    "schema_version",
    "task_id",
    "recorded_at",
    "decision_task_id",
    "decision_ref",
    "auditor_boundary",
    "accepted_legacy_artifacts",
  ];
  const checks: [boolean, string][] = [
    [hasExactly(boundary, fields), says.notExactly(boundaryRef, fields)],
    [boundary.schema_version === "valp-historical-audit-boundary.v1", says.wrongSchema(boundaryRef)],
    [boundary.task_id === task.taskId, says.otherTask(boundaryRef)],
    [task.state.status === "done", says.boundaryNotDone],
    [isWord(boundary.recorded_at), says.lacks(boundaryRef, ["recorded_at"])],
    ...decisionChecks(task, boundary),
    ...commitChecks(task, boundary),
    ...acceptanceChecks(boundary, mismatches),
  ];
  return checks.filter(([holds]) => !holds).map(([, error]) => error);
}

function decisionChecks(task: AuditedTask, boundary: JsonObject): [boolean, string][] {
  const decisionTask = textOf(boundary.decision_task_id);
  const [ref = "", taskRef = "", stateRef = ""] = boundaryRefs(boundary);
  const around = (path: string) => task.folder.workspace?.get(path) ?? "";
  const text = around(ref);
  const state = readState(around(stateRef));
  const named = [task.taskId, rule, ...boundaryCommits(boundary)];
  return [
    [decisionTask !== "" && decisionTask !== task.taskId, says.boundaryUndecided],
    [ref.startsWith(`.herdr-loop/tasks/${decisionTask}/`) && task.isInWorkspace(ref), says.missingRefs([ref])],
    [task.isInWorkspace(taskRef), says.missingRefs([taskRef])],
    [state.task_id === decisionTask && state.status === "done", says.boundaryUndecided],
    [text !== "" && named.every((part) => text.includes(part)), says.boundaryUnbound],
  ];
}

function readState(text: string): JsonObject {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    // Broken JSON counts as absent.
    return {};
  }
}

function commitChecks(task: AuditedTask, boundary: JsonObject): [boolean, string][] {
  const [historical, introduced] = boundaryCommits(boundary);
  const auditor = objectOf(boundary.auditor_boundary);
  const fields = ["historical_cli_version", "historical_source_revision", "rule_introduced_revision"];
  const { commits } = task.folder;
  return [
    [
      hasExactly(auditor, fields) && isWord(auditor.historical_cli_version),
      says.notExactly("auditor_boundary", fields),
    ],
    [
      commitId.test(historical) && commitId.test(introduced) && historical !== introduced,
      says.invalid("auditor_boundary"),
    ],
    [commits.has(historical) && commits.has(introduced), says.commitsUnknown],
    [commits.has(`${historical}..${introduced}`), says.commitsUnrelated],
  ];
}

/** Every mismatch has exactly one entry that says the same, and nothing else is accepted. */
function acceptanceChecks(boundary: JsonObject, mismatches: readonly SizeMismatch[]): [boolean, string][] {
  const accepted = objectsOf(boundary.accepted_legacy_artifacts);
  const fields = [
    "rule_id",
    "agent",
    "artifact_ref",
    "byte_digest",
    "recorded_budget",
    "observed",
    "disposition",
    "reason",
  ];
  const exact = mismatches.every((mismatch) =>
    accepted.some(
      (entry) =>
        hasExactly(entry, fields) &&
        entry.rule_id === rule &&
        entry.agent === mismatch.agent &&
        entry.artifact_ref === mismatch.artifact_ref &&
        entry.byte_digest === mismatch.byte_digest &&
        sameJson(entry.recorded_budget, mismatch.recorded_budget) &&
        sameJson(entry.observed, mismatch.observed) &&
        entry.disposition === "accept_historical_artifact" &&
        isWord(entry.reason),
    ),
  );
  const alone = accepted.length === mismatches.length && isUnique(accepted.map((entry) => entry.agent));
  return [[exact && alone, says.boundaryNotExact]];
}
