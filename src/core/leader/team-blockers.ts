// What keeps a declared team from working: missing roles, agents that cannot do theirs, runtimes that do not mix.
import type { Agent, Profile, WorkRole } from "../policy/schema.ts";
import type { AssignmentDeclaration } from "../records/assignment-declaration.ts";
import { type RoleAssignments, roleOrder } from "../records/submission-dependencies.ts";
import { type Reason, reason } from "../say/reason.ts";
import { ableAgents } from "./able-agents.ts";
import type { Squad } from "./declaration.ts";

/** Facts a declaration is held against. */
export interface TeamFacts {
  taskId: string;
  /** False when the task folder has no state.json. */
  published: boolean;
  profile: Profile;
  agents: Readonly<Record<string, Agent>>;
  /** The Leader the user selected; null where the declaration itself is the user's own file. */
  selected: { agent_id: string; selection_ref: string } | null;
  squad: Squad | null;
  /** Agents whose running model was observed and is eligible, or is checked at dispatch instead. */
  eligibleModels: readonly string[];
  /** ISO time in UTC. */
  now: string;
}

/** A problem of a declaration: the protocol's exact string and what a person can do about it. */
export interface Finding {
  /** For example `unknown_agent:reviewer:alice`. */
  id: string;
  reason: Reason;
}

/** A problem by its exact string. */
export function finding(id: string, why: Reason): Finding {
  return { id, reason: why };
}

const required: Record<Profile, readonly WorkRole[]> = {
  "generic-analysis": ["coordinator", "reviewer"],
  "software-code": ["coordinator", "implementer", "reviewer"],
  "web-frontend": ["coordinator", "implementer", "reviewer"],
  "document-artifact": ["coordinator", "implementer", "reviewer"],
  "agent-runtime": ["coordinator", "implementer", "reviewer"],
  "ops-release": ["coordinator", "implementer", "reviewer"],
  "apple-app": ["coordinator", "implementer", "reviewer", "prototype"],
  research: ["coordinator", "researcher", "reviewer"],
  prototype: ["coordinator", "prototype", "implementer"],
};

/** Roles that every declaration of this profile must fill (contract section 4). */
export function requiredRoles(profile: Profile): readonly WorkRole[] {
  return required[profile];
}

/** Step 3: everything that keeps this team from working, at once, in role order. */
export function teamBlockers(declaration: AssignmentDeclaration, facts: TeamFacts): Finding[] {
  const team: RoleAssignments = declaration.assignments;
  const leader = declaration.leader.agent_id;
  const found: Finding[] = [];
  for (const role of requiredRoles(facts.profile)) {
    if (team[role] === undefined) {
      const able = ableAgents(facts.agents, role);
      found.push(
        finding(
          `missing_required_role:${role}`,
          role === "coordinator"
            ? reason("coordinator_missing", { leader, profile: facts.profile })
            : reason("required_role_missing", { role, profile: facts.profile, able }),
        ),
      );
    }
  }
  if (team.coordinator !== undefined && team.coordinator !== leader) {
    found.push(
      finding(
        "coordinator_must_match_user_selected_leader",
        reason("coordinator_is_not_leader", { coordinator: team.coordinator, leader }),
      ),
    );
  }
  for (const role of roleOrder) {
    const agent = team[role];
    const blocker = agent === undefined ? null : memberBlocker(role, agent, facts);
    if (blocker !== null) found.push(blocker);
  }
  return [...found, ...runtimeBlockers(team, facts.agents), ...squadBlockers(team, facts.squad)];
}

function memberBlocker(role: WorkRole, name: string, facts: TeamFacts): Finding | null {
  const agent = Object.hasOwn(facts.agents, name) ? facts.agents[name] : undefined;
  const able = ableAgents(facts.agents, role);
  if (agent === undefined) {
    return finding(`unknown_agent:${role}:${name}`, reason("agent_unknown", { role, agent: name, able }));
  }
  if (!agent.active) {
    return finding(`inactive_agent:${role}:${name}`, reason("agent_inactive", { role, agent: name, able }));
  }
  if (!agent.roles.includes(role)) {
    return finding(
      `role_ineligible:${role}:${name}`,
      reason("agent_ineligible", { role, agent: name, roles: agent.roles, able }),
    );
  }
  if (needsModel(role, agent) && !facts.eligibleModels.includes(name)) {
    return finding(
      `active_model_identity:${role}:${name}`,
      reason("model_identity_missing", { role, agent: name, able }),
    );
  }
  return null;
}

/** People have no model; without `model_awareness: required` the gate is recorded as not enforced instead. */
function needsModel(role: WorkRole, agent: Agent): boolean {
  const gated = role === "implementer" || role === "reviewer";
  return gated && agent.model_awareness === "required" && agent.account === undefined && agent.runtime !== "manual";
}

/** One task has one adapter, so all its agents must share a runtime. */
function runtimeBlockers(team: RoleAssignments, agents: Readonly<Record<string, Agent>>): Finding[] {
  const runtimes = new Map<string, string>();
  for (const role of roleOrder) {
    const name = team[role];
    const agent = name === undefined || !Object.hasOwn(agents, name) ? undefined : agents[name];
    if (name !== undefined && agent !== undefined) runtimes.set(name, agent.runtime);
  }
  if (new Set(runtimes.values()).size < 2) return [];
  return [finding("mixed_runtime", reason("runtimes_mixed", { runtimes: [...runtimes] }))];
}

/** Every handoff is a visible dispatch, so a squad can only hold declared agents. */
function squadBlockers(team: RoleAssignments, squad: Squad | null): Finding[] {
  const declared = Object.values(team);
  return [...new Set(squad?.members ?? [])]
    .filter((member) => !declared.includes(member))
    .map((member) => finding(`squad_member_not_declared:${member}`, reason("squad_member_undeclared", { member })));
}
