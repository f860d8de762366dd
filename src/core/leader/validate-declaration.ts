// Validates a declaration in the protocol's order: hard errors, then all errors of the text, then all blockers of the team.
import { type WorkRole, workRoles } from "../policy/schema.ts";
import type { AssignmentDeclaration } from "../records/assignment-declaration.ts";
import { type AssignmentValidation, assignmentValidation } from "../records/assignment-validation.ts";
import { timestamp } from "../records/format.ts";
import { reason } from "../say/reason.ts";
import { type Finding, finding, type TeamFacts, teamBlockers } from "./team-blockers.ts";

/**
 * The verdict. `refused`: nothing was validated and nothing is written. `blocked`: both files are written, nothing is
 * routed. `pass`: the route set may be built.
 */
export type Verdict =
  | { kind: "refused"; findings: Finding[] }
  | { kind: "blocked"; findings: Finding[]; declaration: AssignmentDeclaration; validation: AssignmentValidation }
  | { kind: "pass"; declaration: AssignmentDeclaration; validation: AssignmentValidation };

/**
 * Holds any JSON value against the facts; never throws and never changes the declaration. `undefined` or `null` means
 * that there is no declaration.
 */
export function validateDeclaration(document: unknown, facts: TeamFacts): Verdict {
  const shape = shapeOf(document, facts);
  if ("id" in shape) return { kind: "refused", findings: [shape] };
  const errors = textErrors(shape);
  if (errors.length > 0) return { kind: "refused", findings: errors };
  const declaration: AssignmentDeclaration = {
    schema_version: "valp-assignment-declaration.v1",
    declaration_id: String(shape.declaration_id),
    task_id: facts.taskId,
    declared_at: String(shape.declared_at),
    leader: shape.leader,
    assignments: words(shape.assignments),
    reasons: words(shape.reasons),
  };
  const findings = teamBlockers(declaration, facts);
  const validation = assignmentValidation(
    declaration,
    findings.map((finding) => finding.id),
    timestamp(facts.now),
  );
  if (findings.length > 0) return { kind: "blocked", findings, declaration, validation };
  return { kind: "pass", declaration, validation };
}

/** The parts of a declaration that passed the hard checks; values of the two maps are still anything. */
interface Shape {
  declaration_id: unknown;
  declared_at: unknown;
  leader: AssignmentDeclaration["leader"];
  assignments: Readonly<Record<string, unknown>>;
  reasons: unknown;
}

const fields = ["schema_version", "declaration_id", "task_id", "declared_at", "leader", "assignments", "reasons"];

/** Step 1 of contract section 4: the first hard error, or the parts to look at further. */
function shapeOf(document: unknown, facts: TeamFacts): Shape | Finding {
  if (!facts.published) return finding("no_state", reason("no_task_state", { task: facts.taskId }));
  if (!isObject(document)) return finding("no_declaration", reason("no_declaration"));
  if (document.schema_version !== "valp-assignment-declaration.v1") {
    return finding("invalid_schema_version", reason("declaration_version_unknown"));
  }
  const unexpected = Object.keys(document).filter((key) => !fields.includes(key));
  if (unexpected.length > 0) {
    return finding("unexpected_fields", reason("declaration_fields_unexpected", { fields: unexpected }));
  }
  if (document.task_id !== facts.taskId) {
    return finding("task_id_mismatch", reason("declaration_of_other_task", { task: facts.taskId }));
  }
  const { leader, assignments } = document;
  if (!isObject(leader) || Object.keys(leader).sort().join() !== "agent_id,selected_by,selection_ref") {
    return finding("invalid_leader", reason("declaration_leader_fields"));
  }
  if (leader.selected_by !== "user" || !isWord(leader.agent_id) || !isWord(leader.selection_ref)) {
    return finding("leader_not_selected_by_user", reason("declaration_leader_not_selected"));
  }
  const { selected } = facts;
  if (selected !== null) {
    // An agent may write the declaration, never the selection: that stays the user's own words.
    if (leader.agent_id !== selected.agent_id || leader.selection_ref !== selected.selection_ref) {
      return finding(
        "leader_not_selected_by_user",
        reason("declaration_leader_differs", { said: leader.agent_id, selected: selected.agent_id }),
      );
    }
  }
  if (!isObject(assignments) || Object.keys(assignments).length === 0) {
    return finding("no_assignments", reason("declaration_without_assignments"));
  }
  return {
    declaration_id: document.declaration_id,
    declared_at: document.declared_at,
    leader: { agent_id: leader.agent_id, selected_by: "user", selection_ref: leader.selection_ref },
    assignments,
    reasons: document.reasons,
  };
}

/** Step 2: everything that is wrong with the text, at once. */
function textErrors(shape: Shape): Finding[] {
  const found: Finding[] = [];
  if (!isWord(shape.declaration_id)) found.push(finding("missing_declaration_id", reason("declaration_id_missing")));
  if (!isTime(shape.declared_at)) found.push(finding("invalid_declared_at", reason("declared_at_invalid")));
  const odd = Object.entries(shape.assignments).find(([role, agent]) => !isRole(role) || !isWord(agent));
  if (odd !== undefined) {
    const [role, agent] = odd;
    found.push(
      finding(
        "invalid_role_or_agent_value",
        reason("role_or_agent_invalid", { role, agent: typeof agent === "string" ? agent : "", known: workRoles }),
      ),
    );
  }
  const roles = Object.keys(shape.assignments);
  const reasons = isObject(shape.reasons) ? shape.reasons : {};
  const same = roles.length === Object.keys(reasons).length && roles.every((role) => Object.hasOwn(reasons, role));
  if (!isObject(shape.reasons) || !same) {
    const extra = Object.keys(reasons).filter((role) => !roles.includes(role));
    found.push(finding("assignment_reason_roles_mismatch", reason("reasons_of_other_roles", { extra })));
  }
  for (const role of roles.filter((name) => !Object.hasOwn(reasons, name) || !isWord(reasons[name]))) {
    const agent = shape.assignments[role];
    found.push(
      finding(
        `missing_assignment_reason:${role}`,
        reason("assignment_reason_missing", { role, agent: typeof agent === "string" ? agent : "" }),
      ),
    );
  }
  return found;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWord(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isRole(value: string): value is WorkRole {
  return workRoles.some((role) => role === value);
}

function words(value: unknown): Record<string, string> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => isWord(entry[1])));
}

const time =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$/;

/** A date-time with a time zone whose day exists. */
function isTime(value: unknown): boolean {
  const parts = typeof value === "string" ? time.exec(value) : null;
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  // A day that does not exist rolls over into the next month.
  const real = new Date(0);
  real.setUTCFullYear(year, month - 1, day);
  return month >= 1 && real.getUTCMonth() === month - 1 && real.getUTCDate() === day;
}
