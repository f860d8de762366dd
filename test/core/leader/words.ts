// Declarations and teams that the tests of this folder share.
import type { DeclarationSoFar, DeclarationWords } from "../../../src/core/leader/declaration.ts";
import type { TeamFacts } from "../../../src/core/leader/team-blockers.ts";
import { type Policy, policySchema } from "../../../src/core/policy/schema.ts";

export const taskId = "gh-7-docs-1";
export const commentUrl = "https://github.com/octo-org/octo-repo/issues/7#issuecomment-1";

export const nothingYet: DeclarationSoFar = { leader: null, declaration: null, squad: null, dispatched: false };

export const agents: Policy["agents"] = policySchema.parse({
  version: 1,
  agents: {
    claude: { runtime: "github", workflow: "claude.yml", roles: ["coordinator", "reviewer", "researcher"] },
    codex: { runtime: "github", workflow: "codex.yml", roles: ["implementer", "prototype"] },
    alice: { runtime: "github", account: "alice", roles: ["coordinator", "reviewer", "other"] },
    sleepy: { runtime: "github", workflow: "sleepy.yml", roles: ["implementer"], active: false },
    farm: { runtime: "queue", roles: ["implementer", "reviewer"] },
    modelled: { runtime: "github", workflow: "m.yml", roles: ["implementer"], model_awareness: "required" },
  },
}).agents;

export const facts = { taskId, ref: commentUrl, now: "2026-03-01T10:00:00.750Z", agents };

export const teamFacts: TeamFacts = {
  taskId,
  published: true,
  profile: "software-code",
  agents,
  selected: null,
  squad: null,
  eligibleModels: [],
  now: "2026-03-01T10:00:01.999Z",
};

export const good = {
  schema_version: "valp-assignment-declaration.v1",
  declaration_id: "gh-7-docs-1:declaration:1",
  task_id: taskId,
  declared_at: "2026-03-01T10:00:00Z",
  leader: { agent_id: "claude", selected_by: "user", selection_ref: commentUrl },
  assignments: { coordinator: "claude", implementer: "codex", reviewer: "alice" },
  reasons: { coordinator: "knows the code", implementer: "writes code", reviewer: "independent" },
};

export const lead = (leader: string, roles: [string, string][], because: string | null): DeclarationWords => ({
  kind: "lead",
  leader,
  roles,
  because,
});
export const assign = (
  roles: [string, string][],
  because: string | null,
  more: Partial<Extract<DeclarationWords, { kind: "assign" }>> = {},
): DeclarationWords => ({ kind: "assign", leader: null, roles, because, reasons: [], squad: null, ...more });
