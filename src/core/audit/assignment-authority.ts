// Audit item 2: the Leader was selected by the user, declared the team, and both records carry exactly that declaration.
import * as z from "zod";
import { declarationRef } from "../records/assignment-declaration.ts";
import { validationRef } from "../records/assignment-validation.ts";
import type { JsonObject } from "../records/format.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { type AuditedTask, type Finding, fail, pass, skip } from "./audited-task.ts";
import { hasExactly, isSet, isUnique, isWord, objectOf, sameJson, textOf, textsOf } from "./loose-json.ts";

const markers = ["assignment_authority", "assignment_declaration", "assignment_validation"];
const mostErrors = 8;
const moment = z.iso.datetime({ offset: true });

/** Item 2, assignment_authority. */
export function assignmentAuthority(task: AuditedTask): Finding {
  const files = [declarationRef, validationRef];
  const declared = files.some((ref) => task.exists(ref)) || markers.some((field) => isSet(task.either(field)));
  if (!declared) return skip(says.noDeclaration);
  const missing = files.filter((ref) => !isSet(task.json(ref)));
  if (missing.length > 0) return fail(says.missing(missing));
  const declaration = task.json(declarationRef);
  const errors = [
    ...declarationErrors(task, declaration),
    ...validationErrors(task, declaration),
    ...[task.routing, task.state].flatMap((record, index) =>
      recordErrors(record, index === 0 ? "routing.json" : "state.json", declaration),
    ),
    ...coordinatorErrors(task, declaration),
  ];
  if (errors.length > 0) return fail(says.errors(errors, mostErrors));
  return pass(says.declared(textOf(objectOf(declaration.leader).agent_id)));
}

function declarationErrors(task: AuditedTask, declaration: JsonObject): string[] {
  const fields = ["schema_version", "declaration_id", "task_id", "declared_at", "leader", "assignments", "reasons"];
  const leader = objectOf(declaration.leader);
  const assignments = objectOf(declaration.assignments);
  const reasons = objectOf(declaration.reasons);
  const { coordinator } = assignments;
  return [
    ...unless(declaration.schema_version === "valp-assignment-declaration.v1", says.wrongSchema(declarationRef)),
    ...unless(hasExactly(declaration, fields), says.notExactly(declarationRef, fields)),
    ...unless(
      hasExactly(leader, ["agent_id", "selected_by", "selection_ref"]),
      says.notExactly("leader", ["agent_id", "selected_by", "selection_ref"]),
    ),
    ...unless(isWord(declaration.declaration_id), says.invalid("declaration_id")),
    ...unless(moment.safeParse(declaration.declared_at).success, says.invalid("declared_at")),
    ...unless(declaration.task_id === task.taskId, says.otherTask(declarationRef)),
    ...unless(
      leader.selected_by === "user" && isWord(leader.agent_id) && isWord(leader.selection_ref),
      says.leaderNotSelected,
    ),
    ...unless(
      isSet(assignments) && Object.values(assignments).every(isWord),
      says.lacks(declarationRef, ["assignments"]),
    ),
    ...unless(coordinator === undefined || coordinator === leader.agent_id, says.coordinatorNotLeader),
    ...unless(
      hasExactly(reasons, Object.keys(assignments)) && Object.values(reasons).every(isWord),
      says.reasonsIncomplete,
    ),
  ];
}

function validationErrors(task: AuditedTask, declaration: JsonObject): string[] {
  const validation = task.json(validationRef);
  return [
    ...unless(validation.schema_version === "valp-assignment-validation.v1", says.wrongSchema(validationRef)),
    ...unless(validation.task_id === task.taskId, says.otherTask(validationRef)),
    ...unless(validation.declaration_ref === declarationRef, says.invalid("declaration_ref")),
    ...unless(validation.authority === "leader_declared", says.invalid("authority")),
    ...unless(validation.status === "pass" && sameJson(validation.blockers, []), says.declarationBlocked),
    ...unless(
      sameJson(validation.validated_assignments, declaration.assignments),
      says.differs("validated_assignments"),
    ),
  ];
}

/** What routing.json and state.json must both repeat of the declaration. */
function recordErrors(record: JsonObject, file: string, declaration: JsonObject): string[] {
  const leader = objectOf(declaration.leader);
  const marker = objectOf(record.assignment_declaration);
  const agents = textsOf(record.selected_agents);
  const declared = new Set(textsOf(Object.values(objectOf(declaration.assignments))));
  const repeated =
    marker.status === "recorded" &&
    marker.ref === declarationRef &&
    marker.leader_agent === leader.agent_id &&
    marker.selected_by === "user" &&
    marker.selection_ref === leader.selection_ref;
  return [
    ...unless(record.assignment_authority === "leader_declared", says.marker(file, "assignment_authority")),
    ...unless(repeated, says.marker(file, "assignment_declaration")),
    ...unless(
      sameJson(record.assignment_validation, { status: "pass", ref: validationRef }),
      says.marker(file, "assignment_validation"),
    ),
    ...unless(sameJson(record.role_assignments, declaration.assignments), says.marker(file, "role_assignments")),
    ...unless(
      isUnique(agents) && agents.length === declared.size && agents.every((agent) => declared.has(agent)),
      says.marker(file, "selected_agents"),
    ),
  ];
}

function coordinatorErrors(task: AuditedTask, declaration: JsonObject): string[] {
  const selected = objectOf(task.routing.coordinator_selection).selected_agent;
  return unless(
    isSet(selected) && selected === objectOf(declaration.leader).agent_id,
    says.marker("routing.json", "coordinator_selection"),
  );
}

function unless(holds: boolean, error: string): string[] {
  return holds ? [] : [error];
}
