// Composes a declaration out of what people said, word for word: nothing is chosen, completed or repaired here.
import type { Agent, StandingDeclaration } from "../policy/schema.ts";
import type { AssignmentDeclaration } from "../records/assignment-declaration.ts";
import { timestamp } from "../records/format.ts";
import { type Reason, reason } from "../say/reason.ts";
import { ableAgents } from "./able-agents.ts";

/** Role and agent as said, in the order in which they were said; neither is checked yet. */
export type SpokenRoles = readonly (readonly [role: string, agent: string])[];

/** A squad inside a declaration: its members and the handoffs between them; it goes to routing.json, not into the file. */
export interface Squad {
  members: string[];
  handoffs: string[];
}

/**
 * Where a declaration comes from.
 * - `lead`: `/valp lead <agent> [role=agent ...] [because: text]`. Starts over. Without roles and text it only selects.
 * - `assign`: `/valp assign role=agent ... [because: text]`, or its YAML block. Adds to and replaces the roles so far.
 *   `leader` is only set when the words name one (a YAML block may).
 * - `form`: the answers of an issue form. Starts over.
 * - `standing`: a declaration of the policy. Starts over. `person` is who selected it by triggering the rule or, where an
 *   event has no person, who merged that version of the policy; null means nobody could be named.
 */
export type DeclarationWords =
  | { kind: "lead"; leader: string; roles: SpokenRoles; because: string | null }
  | {
      kind: "assign";
      leader: string | null;
      roles: SpokenRoles;
      because: string | null;
      reasons: SpokenRoles;
      squad: Squad | null;
    }
  | { kind: "form"; leader: string; roles: SpokenRoles; because: string | null; reasons: SpokenRoles }
  | { kind: "standing"; id: string; declaration: StandingDeclaration; person: string | null };

/** What is known before the new words: the Leader selected so far and the declaration so far, when there are any. */
export interface DeclarationSoFar {
  leader: { agent_id: string; selection_ref: string } | null;
  declaration: AssignmentDeclaration | null;
  squad: Squad | null;
  /** True once any work of this task has been dispatched: from then on the team is fixed. */
  dispatched: boolean;
}

/** Facts about the place and the time of the words. */
export interface DeclarationFacts {
  taskId: string;
  /** URL of the comment or issue, or `<policy path>@<commit>#declarations.<id>` for a standing declaration. */
  ref: string;
  /** ISO time in UTC. */
  now: string;
  /** The agents of the policy. */
  agents: Readonly<Record<string, Agent>>;
}

/** The answer: a declaration to validate, a Leader without one (who declares next), or why neither. */
export type DeclarationAnswer =
  | { kind: "declared"; declaration: AssignmentDeclaration; squad: Squad | null }
  | { kind: "leader_selected"; leader: AssignmentDeclaration["leader"] }
  | { kind: "refused"; reasons: Reason[] };

/** What the words amount to once the sources are told apart. */
interface Team {
  leader: AssignmentDeclaration["leader"];
  assignments: Map<string, string>;
  reasons: Map<string, string>;
  squad: Squad | null;
}

/**
 * Turns words into a declaration (contract section 4: exactly seven fields). Role and agent names are taken as said;
 * validation names what is wrong with them. The id is `<task>:declaration:<n>`, one more than the declaration before.
 */
export function composeDeclaration(
  words: DeclarationWords,
  soFar: DeclarationSoFar,
  facts: DeclarationFacts,
): DeclarationAnswer {
  if (soFar.dispatched) return refused(reason("team_is_fixed"));
  const twice = repeatedRole(words);
  if (twice !== null) return refused(reason("role_named_twice", { role: twice }));
  const team = teamOf(words, soFar, facts);
  if ("kind" in team) return team;
  if (team.assignments.size === 0) return leaderAlone(team.leader, facts.agents);
  return {
    kind: "declared",
    squad: team.squad,
    declaration: {
      schema_version: "valp-assignment-declaration.v1",
      declaration_id: `${facts.taskId}:declaration:${numberAfter(soFar.declaration)}`,
      task_id: facts.taskId,
      declared_at: timestamp(facts.now),
      leader: team.leader,
      assignments: Object.fromEntries(team.assignments),
      reasons: Object.fromEntries(team.reasons),
    },
  };
}

/** A Leader who is only selected declares next, and has to be the coordinator: an agent that cannot would wait for ever. */
function leaderAlone(
  leader: AssignmentDeclaration["leader"],
  agents: Readonly<Record<string, Agent>>,
): DeclarationAnswer {
  const able = ableAgents(agents, "coordinator");
  if (able.includes(leader.agent_id)) return { kind: "leader_selected", leader };
  return refused(reason("leader_cannot_declare", { leader: leader.agent_id, able }));
}

function teamOf(
  words: DeclarationWords,
  soFar: DeclarationSoFar,
  facts: DeclarationFacts,
): Team | Extract<DeclarationAnswer, { kind: "refused" }> {
  switch (words.kind) {
    case "lead":
      return teamOfLead(words, facts);
    case "assign":
      return teamOfAssign(words, soFar, facts);
    case "form":
      return {
        leader: selected(words.leader, facts.ref),
        assignments: new Map(words.roles),
        reasons: reasonsFor(words.roles, words.because, words.reasons),
        squad: null,
      };
    case "standing": {
      if (words.person === null) return refused(reason("standing_without_person", { id: words.id }));
      const { leader, assignments, reasons, squad } = words.declaration;
      return {
        leader: selected(leader, facts.ref),
        assignments: new Map(Object.entries(assignments)),
        reasons: new Map(Object.entries(reasons)),
        squad: squad ?? null,
      };
    }
  }
}

/** `because:` without roles makes the Leader the coordinator for that reason; without either, the Leader is only selected. */
function teamOfLead(words: Extract<DeclarationWords, { kind: "lead" }>, facts: DeclarationFacts): Team {
  const roles: SpokenRoles =
    words.roles.length === 0 && words.because !== null ? [["coordinator", words.leader]] : words.roles;
  return {
    leader: selected(words.leader, facts.ref),
    assignments: new Map(roles),
    reasons: reasonsFor(roles, words.because, []),
    squad: null,
  };
}

/** A role keeps its earlier reason only while it keeps its agent: nobody gave that reason for another one. */
function teamOfAssign(
  words: Extract<DeclarationWords, { kind: "assign" }>,
  soFar: DeclarationSoFar,
  facts: DeclarationFacts,
): Team | Extract<DeclarationAnswer, { kind: "refused" }> {
  const before = soFar.leader;
  if (before === null && words.leader === null) return refused(reason("no_leader_selected"));
  if (before !== null && words.leader !== null && words.leader !== before.agent_id) {
    return refused(reason("assign_changes_leader", { leader: before.agent_id, said: words.leader }));
  }
  if (words.roles.length === 0) return refused(reason("nothing_assigned"));
  const leader =
    before === null ? selected(words.leader ?? "", facts.ref) : selected(before.agent_id, before.selection_ref);
  const assignments = new Map(Object.entries(soFar.declaration?.assignments ?? {}));
  const reasons = new Map(Object.entries(soFar.declaration?.reasons ?? {}));
  for (const [role, agent] of words.roles) {
    if (assignments.get(role) !== agent) reasons.delete(role);
    assignments.set(role, agent);
  }
  for (const [role, why] of reasonsFor(words.roles, words.because, words.reasons)) reasons.set(role, why);
  return { leader, assignments, reasons, squad: words.squad ?? soFar.squad };
}

function selected(agent: string, ref: string): AssignmentDeclaration["leader"] {
  return { agent_id: agent, selected_by: "user", selection_ref: ref };
}

/** `because` holds for every role of the line; a reason given for one role stands over it. */
function reasonsFor(roles: SpokenRoles, because: string | null, reasons: SpokenRoles): Map<string, string> {
  const all = new Map<string, string>();
  if (because !== null) for (const [role] of roles) all.set(role, because);
  for (const [role, why] of reasons) all.set(role, why);
  return all;
}

function repeatedRole(words: DeclarationWords): string | null {
  const lists = words.kind === "standing" ? [] : words.kind === "lead" ? [words.roles] : [words.roles, words.reasons];
  for (const list of lists) {
    const seen = new Set<string>();
    for (const [role] of list) {
      if (seen.has(role)) return role;
      seen.add(role);
    }
  }
  return null;
}

function numberAfter(declaration: AssignmentDeclaration | null): number {
  if (declaration === null) return 1;
  const number = /:declaration:([0-9]{1,9})$/.exec(declaration.declaration_id)?.[1];
  return number === undefined ? 2 : Number(number) + 1;
}

function refused(...reasons: Reason[]): Extract<DeclarationAnswer, { kind: "refused" }> {
  return { kind: "refused", reasons };
}
