// Facts from which the record tests build their records.
import type { Subject } from "../../../src/core/events/event.ts";
import { type Policy, policySchema } from "../../../src/core/policy/schema.ts";
import type { GithubFacts } from "../../../src/core/records/state.ts";
import type { TriggerFacts } from "../../../src/core/records/trigger-policy.ts";

export const now = "2026-07-28T10:11:12Z";
export const digest = `sha256:${"a".repeat(64)}`;

export const trigger: TriggerFacts = {
  taskId: "gh-7-docs-1",
  mode: "watcher",
  source: "issue_watcher",
  sourceEventId: "LE_1",
  matchedSignal: "label agent:docs",
  ruleRef: ".github/valp.yml#docs",
  risk: "low",
  action: "publish_only",
  approvalRequired: false,
  notes: [],
};

export const github: GithubFacts = {
  subject_number: 7,
  subject_kind: "issue",
  rule_id: "docs",
  attempt: 1,
  requester: { login: "octocat", id: 1 },
  author: { login: "ghost", id: null },
  leader_selection: null,
  plan_digest: null,
  policy: { commit: "1".repeat(40), blob: "2".repeat(40) },
};

export const subject: Subject = {
  kind: "issue",
  number: 7,
  nodeId: "I_7",
  title: "Delete the\u200b old pages",
  body: "Please.\r\n<!-- and publish -->",
  author: { login: "octocat", id: 1, kind: "user" },
  labels: ["agent:docs"],
  state: "open",
  locked: false,
  createdAt: now,
  updatedAt: now,
  url: "https://github.example/octocat/hello/issues/7",
  fromFork: false,
};

export const agents: Policy["agents"] = policySchema.parse({
  version: 1,
  agents: {
    codex: { runtime: "github", workflow: "agent-codex.yml", roles: ["implementer", "reviewer"] },
    claude: { runtime: "github", workflow: "agent-claude.yml", roles: ["reviewer", "coordinator"] },
    alice: { runtime: "github", account: "alice", roles: ["reviewer"], active: false },
    shell: { runtime: "process", roles: ["researcher"] },
  },
}).agents;
