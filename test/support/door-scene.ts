// The scene of door tests: a GitHub on loopback with a policy, real people and issues, and the payloads it would send.
import { type StandIn, startStandIn } from "./github/stand-in.ts";
import { git } from "./local-repository.ts";
import { at, example, type Payload } from "./payloads.ts";

/** Rules for low and high risk, approvals, agents; the label of the first is what most tests put on. */
export const doorPolicy = `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "tests" }
rules:
  - id: docs
    on: { label: "agent:docs" }
  - id: deploy
    on: { label: "agent:deploy" }
    risk: high
  - id: task
    on: { command: start }
agents:
  claude: { runtime: github, workflow: agent-claude.yml, roles: [coordinator, implementer, reviewer] }
approvals:
  high: { count: 1, from: { min_role: maintain } }
`;

/** An issue that exists. */
export interface Issue {
  number: number;
  node_id: string;
  title: string;
  body: string | null;
  author: string;
  labels: string[];
}

/** The stand-in, and what its webhooks carry. */
export interface DoorScene {
  github: StandIn;
  issue(facts?: { title?: string; body?: string; by?: string }): Promise<Issue>;
  /** `issues.labeled`; the timeline shows it too. */
  labeled(issue: Issue, label: string, by?: string): Promise<Payload>;
  /** `issues.opened`. */
  opened(issue: Issue): Promise<Payload>;
  /** `issue_comment.created` for a comment that is made. */
  commented(issue: Issue, body: string, by?: string): Promise<Payload>;
  close(): Promise<void>;
}

let second = 0;
/** A later second with every call, as GitHub writes times; the first are some minutes old. */
function nextTime(): string {
  second += 1;
  return `${new Date(Math.floor(Date.now() / 1000) * 1000 - 600_000 + second * 1000).toISOString().slice(0, 19)}Z`;
}

/** Starts the scene. octocat is admin, alice maintains, bob writes, everybody else reads. */
export async function doorScene(settings: { policy?: string; webhookUrl?: string } = {}): Promise<DoorScene> {
  const { policy = doorPolicy, webhookUrl } = settings;
  const github = await startStandIn(webhookUrl === undefined ? {} : { webhookUrl });
  const workflow = "name: claude\non: workflow_dispatch\n";
  github.plant("main", { ".github/valp.yml": policy, ".github/workflows/agent-claude.yml": workflow });
  github.setRole("alice", "maintain");
  github.setRole("bob", "write");

  async function person(login: string): Promise<Payload> {
    const { data } = await github.ask("octocat", "GET", `/users/${encodeURIComponent(login)}`);
    const { id, type } = data as { id: number; type: string };
    return { login, id, type: login.endsWith("[bot]") ? "Bot" : type };
  }

  async function filled(payload: Payload, issue: Issue, by: string, time: string): Promise<Payload> {
    Object.assign(at(payload, "issue"), {
      ...{ number: issue.number, node_id: issue.node_id, title: issue.title, body: issue.body },
      ...{ user: await person(issue.author), state: "open", locked: false, created_at: time, updated_at: time },
      html_url: `${github.url}/${github.owner}/${github.repo}/issues/${issue.number}`,
      labels: issue.labels.map((name, n) => ({ id: n + 1, node_id: `LA_${n + 1}`, name })),
    });
    const repository = at(payload, "repository");
    Object.assign(repository, {
      name: github.repo,
      full_name: `${github.owner}/${github.repo}`,
      html_url: `${github.url}/${github.owner}/${github.repo}`,
      owner: { ...at(payload, "repository.owner"), login: github.owner },
    });
    const installation = { id: github.app.installationId, node_id: "MDIzOkluc3RhbGxhdGlvbjgxNQ==" };
    return { ...payload, sender: await person(by), installation };
  }

  return {
    github,
    async issue({ title = "docs: a typo", body = "It says teh.", by = "monalisa" } = {}) {
      const { number, node_id } = await github.openIssue({ title, body, by });
      return { number, node_id, title, body, author: by, labels: [] };
    },
    async labeled(issue, label, by = "octocat") {
      const time = nextTime();
      github.addLabelEvent({ issue: issue.number, label, login: by, createdAt: time });
      const labelled = { ...issue, labels: [...issue.labels, label] };
      const payload = await filled(example("issues", "labeled"), labelled, by, time);
      return { ...payload, label: { id: 7, node_id: "LA_7", name: label } };
    },
    opened: (issue) => filled(example("issues", "opened"), issue, issue.author, nextTime()),
    async commented(issue, body, by = "octocat") {
      const { id } = await github.comment(issue.number, body, by);
      const time = nextTime();
      const payload = await filled(example("issue_comment", "created"), issue, by, time);
      const html_url = `${github.url}/${github.owner}/${github.repo}/issues/${issue.number}#issuecomment-${id}`;
      const user = await person(by);
      Object.assign(at(payload, "comment"), { id, body, user, html_url, created_at: time, updated_at: time });
      return payload;
    },
    close: () => github.close(),
  };
}

/** Paths of all files on a branch; none where it does not exist. */
export function pathsOn(github: StandIn, branch = "valp-ledger"): string[] {
  if (github.head(branch) === null) return [];
  return git(github.git, ["ls-tree", "-r", "--name-only", branch]).trim().split("\n");
}

/** Ids of all tasks with a folder. */
export function tasksOn(github: StandIn): string[] {
  return pathsOn(github).flatMap((path) => /^\.herdr-loop\/tasks\/([^/]+)\/state\.json$/.exec(path)?.[1] ?? []);
}

/** Requests that may change something: every REST verb but GET, and mutations. */
export function writesOn(github: StandIn): string[] {
  const writes = github.requests.filter(({ method, operation }) => method !== "GET" && operation !== "query");
  return writes.map(({ method, path, operation }) => `${method} ${operation ?? path}`);
}
