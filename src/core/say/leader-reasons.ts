// Reason sentences: leader, declaration, team and dispatch texts. Each says what is wrong and what to type.
import { quoted } from "./escape.ts";

/** Names as a short list: at most five, each quoted; `nobody` says what to print for an empty list. */
function names(list: readonly string[], nobody: string): string {
  if (list.length === 0) return nobody;
  const more = list.length > 5 ? ` and ${list.length - 5} more` : "";
  return (
    list
      .slice(0, 5)
      .map((name) => quoted(name))
      .join(", ") + more
  );
}

/** The command to type. Words that people typed are only repeated in it when they are plain names. */
function assign(role: string, able: readonly string[]): string {
  const plain = /^[a-z0-9-]{1,40}$/;
  const who = able[0] ?? "";
  return `\`/valp assign ${plain.test(role) ? role : "<role>"}=${plain.test(who) ? who : "<agent>"} because: <why>\``;
}

function ableFor(role: string, able: readonly string[]): string {
  return able.length === 0
    ? `No active agent of the policy may be ${role}: add one under agents in the policy file first.`
    : `Agents that may be ${role}: ${names(able, "none")}. Type ${assign(role, able)}.`;
}

/** One function per reason code; its argument holds the facts the sentence needs. */
export const leaderReasons = {
  no_leader_selected: () =>
    "No Leader is selected yet, so there is nobody to declare for. Type `/valp lead <agent> because: <why>` first.",
  leader_cannot_declare: (f: { leader: string; able: readonly string[] }) =>
    f.able.length === 0
      ? `The policy has no active agent ${quoted(f.leader)} that may be coordinator, and no other one. Add an agent with the role coordinator to the policy file.`
      : `The policy has no active agent ${quoted(f.leader)} that may be coordinator, so nobody would declare. Those who may: ${names(f.able, "none")}. Type \`/valp lead ${f.able[0] ?? "<agent>"}\`.`,
  nothing_assigned: () => "The command names no role. Type `/valp assign <role>=<agent> because: <why>`.",
  role_named_twice: (f: { role: string }) =>
    `The role ${quoted(f.role)} is named twice in one declaration. Name each role once and send the command again.`,
  team_is_fixed: () =>
    "Work of this task was already dispatched, so its Leader and team stay as they are. Stop the task with `/valp stop` to start over.",
  assign_changes_leader: (f: { leader: string; said: string }) =>
    `The Leader is ${quoted(f.leader)}, but this declaration names ${quoted(f.said)}. Leave the leader out, or start over with \`/valp lead <agent>\`.`,
  standing_without_person: (f: { id: string }) =>
    `The standing declaration ${quoted(f.id)} was not used: no person triggered this task and the person who merged that policy version could not be named. Select a Leader with \`/valp lead <agent> because: <why>\`.`,
  declaration_yaml_too_long: (f: { max: number }) =>
    `The YAML block is longer than ${f.max} characters. Shorten the reasons and send the command again.`,
  declaration_yaml_unreadable: (f: { problem: string | null; line: number | null }) =>
    `The block after the command is not readable YAML${f.line === null ? "" : ` (its line ${f.line})`}${f.problem === null ? "" : `: ${quoted(f.problem, 160)}`}. Correct it and send the command again.`,
  declaration_yaml_misshapen: (f: { field: string; problem: string }) =>
    `The YAML block does not say who works in which role: ${f.field === "" ? "" : `${quoted(f.field)}, `}${quoted(f.problem, 160)}. It needs assignments (role: agent) with reasons (role: text) or because, and may have leader and squad.`,
  form_field_twice: (f: { field: string }) =>
    `The form's field ${quoted(f.field)} occurs twice in the issue text, so the answers cannot be told apart. Declare with \`/valp lead <agent> role=agent because: <why>\`.`,
  form_assignments_unreadable: () =>
    "The form's assignments need one `role=agent` on each line. Edit the issue, or declare with `/valp lead <agent> role=agent because: <why>`.",

  no_task_state: (f: { task: string }) =>
    `The task ${quoted(f.task)} has no state.json, so nothing was published that could be routed.`,
  no_declaration: () =>
    "There is no assignment declaration to validate. The Leader declares with `/valp assign <role>=<agent> because: <why>`.",
  declaration_version_unknown: () =>
    'The declaration\'s schema_version is not "valp-assignment-declaration.v1", the only one this product reads.',
  declaration_fields_unexpected: (f: { fields: readonly string[] }) =>
    `The declaration has fields that do not belong there: ${names(f.fields, "none")}. Remove them.`,
  declaration_of_other_task: (f: { task: string }) =>
    `The declaration is for another task: its task_id must be ${quoted(f.task)}.`,
  declaration_leader_fields: () =>
    "The declaration's leader must have exactly agent_id, selected_by and selection_ref.",
  declaration_leader_not_selected: () =>
    'The declaration\'s leader needs an agent_id, a selection_ref and selected_by "user": only the user selects the Leader.',
  declaration_leader_differs: (f: { said: string; selected: string }) =>
    `The declaration names ${quoted(f.said)} as Leader, but the user selected ${quoted(f.selected)} with other words. Copy leader from the selection unchanged.`,
  declaration_without_assignments: () =>
    "The declaration assigns no role. Type `/valp assign <role>=<agent> because: <why>`.",

  declaration_id_missing: () => "The declaration has no declaration_id; any text that is not blank will do.",
  declared_at_invalid: () =>
    "The declaration's declared_at is not a date and time with a time zone, such as 2026-01-31T12:00:00Z.",
  role_or_agent_invalid: (f: { role: string; agent: string; known: readonly string[] }) =>
    `${quoted(f.role)}=${quoted(f.agent)} is not a role and an agent. Roles are ${f.known.join(", ")}; type ${assign("<role>", [])} with one of them.`,
  reasons_of_other_roles: (f: { extra: readonly string[] }) =>
    f.extra.length > 0
      ? `Reasons are given for roles that are not assigned: ${names(f.extra, "none")}. Assign them or leave their reasons out.`
      : "Every assigned role needs a reason, and only assigned roles may have one.",
  assignment_reason_missing: (f: { role: string; agent: string }) =>
    `Nobody said why ${quoted(f.agent)} is ${quoted(f.role)}. Type ${assign(f.role, [f.agent])}.`,

  coordinator_missing: (f: { leader: string; profile: string }) =>
    `The profile ${f.profile} needs a coordinator, and only the Leader can be it. Type ${assign("coordinator", [f.leader])}.`,
  required_role_missing: (f: { role: string; profile: string; able: readonly string[] }) =>
    `The profile ${f.profile} needs the role ${f.role}, and nobody is declared for it. ${ableFor(f.role, f.able)}`,
  coordinator_is_not_leader: (f: { coordinator: string; leader: string }) =>
    `The coordinator is ${quoted(f.coordinator)}, but the user selected ${quoted(f.leader)} as Leader. Type ${assign("coordinator", [f.leader])}, or select another Leader with \`/valp lead <agent> because: <why>\`.`,
  agent_unknown: (f: { role: string; agent: string; able: readonly string[] }) =>
    `The policy has no agent ${quoted(f.agent)}. ${ableFor(f.role, f.able)}`,
  agent_inactive: (f: { role: string; agent: string; able: readonly string[] }) =>
    `The agent ${quoted(f.agent)} is switched off in the policy (active: false). ${ableFor(f.role, f.able)}`,
  agent_ineligible: (f: { role: string; agent: string; roles: readonly string[]; able: readonly string[] }) =>
    `The policy lets ${quoted(f.agent)} be ${f.roles.join(", ")}, not ${f.role}. ${ableFor(f.role, f.able)}`,
  model_identity_missing: (f: { role: string; agent: string; able: readonly string[] }) =>
    `The policy requires that the model behind ${quoted(f.agent)} is observed before it may be ${f.role}, and no current observation exists. Declare another agent or set model_awareness: not_required for it. ${ableFor(f.role, f.able)}`,
  runtimes_mixed: (f: { runtimes: readonly (readonly [agent: string, runtime: string])[] }) =>
    `One task runs on one runtime, but the declared agents use several: ${f.runtimes
      .slice(0, 6)
      .map(([agent, runtime]) => `${quoted(agent)} on ${runtime}`)
      .join(", ")}. Declare agents of one runtime, for example with ${assign("<role>", [])}.`,
  squad_member_undeclared: (f: { member: string }) =>
    `The squad holds ${quoted(f.member)}, who has no role in this task. Give that agent a role with \`/valp assign <role>=<agent> because: <why>\`, or leave it out of the squad.`,

  dispatch_over_budget: (f: { agent: string; role: string; chars: number; max: number }) =>
    `The dispatch text of ${quoted(f.agent)} needs ${f.chars} characters in its shortest form, and the role ${f.role} allows ${f.max}. Declare fewer roles for this agent or use shorter agent names.`,
};
