// The demo's material: one policy, five people, and the events that GitHub would send, trimmed to what is read.

/** The policy of the demo's repository. */
export const demoPolicy = `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "a demo on a laptop" }
rules:
  - id: docs-fix
    on: { label: "agent:docs" }
    when: { labels_none: [wip] }
    profile: software-code
    action: validate_declared_route
    declaration: docs-team
  - id: code-fix
    on: { label: "agent:code" }
    profile: software-code
    action: validate_declared_route
declarations:
  docs-team:
    leader: claude
    assignments: { coordinator: claude, implementer: codex, reviewer: alice }
    reasons:
      coordinator: keeps the pages consistent
      implementer: writes them
      reviewer: owns the documentation
agents:
  claude: { runtime: github, workflow: agent-claude.yml, roles: [coordinator, reviewer] }
  codex: { runtime: github, workflow: agent-codex.yml, roles: [implementer] }
  alice: { runtime: github, account: alice, roles: [reviewer] }
approvals:
  high: { count: 1, from: { min_role: maintain } }
`;

/** Who may do what in the demo. */
export const demoPeople = {
  octocat: { role: "maintain", teams: [], id: 1 },
  monalisa: { role: "admin", teams: [], id: 2 },
  alice: { role: "write", teams: [], id: 3 },
  visitor: { role: "read", teams: [], id: 4 },
} as const;

const ids: Record<string, number> = { octocat: 1, monalisa: 2, alice: 3, visitor: 4 };

/** An issue of the demo. */
export interface DemoIssue {
  number: number;
  title: string;
  body: string;
  labels: string[];
}

/** `issues` `labeled` or `unlabeled`. */
export function labelPayload(action: "labeled" | "unlabeled", issue: DemoIssue, label: string, by: string, at: string) {
  return { action, label: { id: 7, node_id: "LA_7", name: label }, issue: issuePayload(issue, at), ...around(by) };
}

/** `issue_comment` `created`. `id` is the comment's numeric id. */
export function commentPayload(issue: DemoIssue, id: number, body: string, by: string, at: string) {
  const html_url = `https://github.com/octocat/hello-world/issues/${issue.number}#issuecomment-${id}`;
  const comment = { id, node_id: `IC_${id}`, body, user: user(by), html_url, created_at: at, updated_at: at };
  return { action: "created", comment, issue: issuePayload(issue, at), ...around(by) };
}

function issuePayload(issue: DemoIssue, at: string) {
  return {
    id: 1000 + issue.number,
    node_id: `I_${issue.number}`,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    user: user("alice"),
    labels: issue.labels.map((name, index) => ({ id: index + 1, node_id: `LA_${index + 1}`, name })),
    state: "open",
    locked: false,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: at,
    html_url: `https://github.com/octocat/hello-world/issues/${issue.number}`,
  };
}

function around(by: string) {
  const full_name = "octocat/hello-world";
  const owner = user("octocat");
  const repository = { id: 1, node_id: "R_1", name: "hello-world", full_name, owner, private: false, archived: false };
  return { repository: { ...repository, default_branch: "main" }, sender: user(by) };
}

function user(login: string) {
  const isBot = login.endsWith("[bot]");
  return { login, id: ids[login] ?? 99, node_id: `U_${login}`, type: isBot ? "Bot" : "User" };
}
