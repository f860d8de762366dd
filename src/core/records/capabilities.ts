// What is known about the agents of the policy. What nobody observed is said to be unknown.
import * as z from "zod";
import { type Agent, runtimes, workRoles } from "../policy/schema.ts";
import { instant, word } from "./vocabulary.ts";

/** Schema version of capabilities.json. */
export const capabilitiesVersion = "valp-agent-capabilities.v1";
const unknown = "unknown";

const agentSchema = z.strictObject({
  active: z.boolean(),
  agent_surface: word,
  role: z.array(z.enum(workRoles)),
  skills_source: word,
  mcp_source: word,
  provider: word,
  runtime: z.strictObject({
    adapter: z.enum(runtimes),
    workflow: word.optional(),
    account: word.optional(),
  }),
  permissions: z.strictObject({
    filesystem: z.array(word),
    network: z.array(word),
    shell: z.array(word),
    mutation: z.array(word),
  }),
  model_identity: z.strictObject({ declared_model: word }),
});

/** `.herdr-loop/agents/capabilities.json` (appendix capabilities). Strict although the published record is open. */
export const capabilitiesSchema = z.strictObject({
  schema_version: z.literal(capabilitiesVersion),
  updated_at: instant,
  source: word,
  agents: z.record(z.string(), agentSchema),
});

/** The capabilities as recorded. */
export type Capabilities = z.output<typeof capabilitiesSchema>;

/** The capabilities of the policy's agents, as far as the policy itself says them; `now` is a record time. */
export function capabilities(agents: Readonly<Record<string, Agent>>, now: string): Capabilities {
  return {
    schema_version: capabilitiesVersion,
    updated_at: now,
    source: ".github/valp.yml#agents",
    agents: Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, capabilitiesOf(agent)])),
  };
}

function capabilitiesOf(agent: Agent): Capabilities["agents"][string] {
  return {
    active: agent.active,
    agent_surface: surfaceOf(agent),
    role: [...agent.roles],
    skills_source: unknown,
    mcp_source: unknown,
    provider: unknown,
    runtime: {
      adapter: agent.runtime,
      ...(agent.workflow === undefined ? {} : { workflow: agent.workflow }),
      ...(agent.account === undefined ? {} : { account: agent.account }),
    },
    permissions: { filesystem: [unknown], network: [unknown], shell: [unknown], mutation: [unknown] },
    model_identity: { declared_model: unknown },
  };
}

function surfaceOf(agent: Agent): string {
  if (agent.runtime !== "github") return agent.runtime;
  return agent.account === undefined ? "github-actions" : "github-account";
}
