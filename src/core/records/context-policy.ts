// How full the context window of each agent of the policy may get.
import * as z from "zod";
import { type Agent, workRoles } from "../policy/schema.ts";
import { type ContextPolicy, contextPolicy } from "../route/runtime-adapters.ts";
import { instant } from "./vocabulary.ts";

const percent = z.int().min(0).max(100);
const thresholds = z.strictObject({
  soft_warning_pct: percent,
  hard_compression_pct: percent,
  emergency_stop_pct: percent,
});

/** `.herdr-loop/agents/context-policy.json`: what holds where nothing is said, and every agent by its own roles. */
export const contextPolicyFileSchema = z.strictObject({
  updated_at: instant,
  defaults: thresholds,
  agents: z.record(z.string(), thresholds),
});

/** The file as recorded. */
export type ContextPolicyFile = z.output<typeof contextPolicyFileSchema>;

/** The thresholds of the policy's agents (contract section 4); `now` is a record time. */
export function contextPolicyFile(agents: Readonly<Record<string, Agent>>, now: string): ContextPolicyFile {
  return {
    updated_at: now,
    defaults: contextPolicy("other", undefined),
    agents: Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, strictest(agent)])),
  };
}

/** An agent with several roles gets the thresholds of the one that warns first; they are ordered as roles are. */
function strictest(agent: Agent): ContextPolicy {
  const role = workRoles.find((candidate) => agent.roles.includes(candidate)) ?? "other";
  return contextPolicy(role, undefined);
}
