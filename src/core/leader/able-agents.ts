// Who of the policy's agents may fill a role right now.
import type { Agent, WorkRole } from "../policy/schema.ts";

/** Names of the active agents that the policy allows in this role, in the policy's order. */
export function ableAgents(agents: Readonly<Record<string, Agent>>, role: WorkRole): string[] {
  return Object.keys(agents).filter((name) => agents[name]?.active === true && agents[name].roles.includes(role));
}
