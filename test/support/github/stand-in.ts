// A small GitHub on loopback: real git underneath, GraphQL by GitHub's schema, REST held against its OpenAPI.
//
//   const github = await startStandIn();          // { owner: "octocat", repo: "hello" }, empty repository
//   github.plant("main", { ".github/valp.yml": policy });   // a commit on a branch, made where it is absent
//   const issue = await github.openIssue({ title, body, by: "monalisa" });
//   await github.label(issue.number, "agent:docs", "alice");      // recorded by emulate; its event is in the timeline
//   github.addLabelEvent({ issue: 7, label: "agent:docs", login: "alice", createdAt });   // or one of a payload at hand
//   github.setRole("alice", "maintain");          // everybody else reads; octocat is admin
//
// A child process gets `github.environment` (GITHUB_API_URL, GITHUB_GRAPHQL_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY,
// GITHUB_TOKEN); a test in this process takes `github.client()`. Tokens: `github.token` acts as github-actions[bot],
// `github.tokenOf("alice")` as that user; octocat, monalisa, hubot, alice and bob exist. An App logs in with
// `github.app` (id, privateKey, installationId, webhookSecret); `startStandIn({ webhookUrl })` makes emulate send it
// signed webhooks. Everything that is no git data, permission or reaction is answered by emulate.
//
// Misbehaviour is a matter of `github.faults` (see state.ts), such as `faults.overtaken = 1` (the next write finds a
// moved head) or `faults.breaks.push({ when: isMutation, status: 502, applied: true })` (done, but the answer is lost).
// `github.requests` lists every request. What GitHub itself would not understand is answered with 599 and makes
// `close()` fail; a test that wants to see such problems empties `github.problems` first.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createEmulator } from "emulate";
import { Octokit } from "octokit";
import type { Role } from "../../../src/ports.ts";
import { ownReply, said, writeRefusal } from "./git-routes.ts";
import { openStore } from "./git-store.ts";
import { answerGraphql } from "./graphql.ts";
import { restProblem } from "./rest-rules.ts";
import { type Break, type LabelEvent, noFaults, type Recorded, type State } from "./state.ts";

const usualPeople = ["octocat", "monalisa", "hubot", "alice", "bob", "github-actions[bot]"];
const botLogin = "github-actions[bot]";
const app = { id: 4711, slug: "valp-test", installationId: 815, webhookSecret: "the webhook's secret" };
const tokenOf = (login: string) => `token-of-${login.replace(/\W+/g, "-")}`;

/** Recognises the one mutation that commits. */
export const isCommit: Break["when"] = ({ operation, body }) =>
  operation === "mutation" && JSON.stringify(body).includes("createCommitOnBranch");

interface Settings {
  /** A person of the house, or any other name for an organisation. */
  owner?: string;
  repo?: string;
  /** Further accounts. */
  people?: readonly string[];
  /** Where emulate sends the App's webhooks. */
  webhookUrl?: string;
}

/** A running {@link startStandIn}. */
export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

/** Starts everything on free ports of the loopback interface. */
export async function startStandIn(settings: Settings = {}) {
  const { owner = "octocat", repo = "hello", webhookUrl } = settings;
  const people = [...usualPeople, ...(settings.people ?? [])];
  const requests: Recorded[] = [];
  const problems: string[] = [];
  const identities = new Map(people.map((login) => [tokenOf(login), login]));
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      problems.push(`the stand-in broke: ${error instanceof Error ? error.stack : String(error)}`);
      response.writeHead(599).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const emulate = await createEmulator({ service: "github", port: 0, seed: seed({ owner, repo, webhookUrl, people }) });
  const inside = emulate.url;
  const state: State = {
    owner,
    repo,
    people,
    store: openStore(),
    faults: noFaults(),
    roles: new Map([["octocat", { role: "admin" }]]),
    labelEvents: [],
    pulls: new Map(),
    reactions: [],
    commentAuthors: new Map(),
    previousHeads: new Map(),
    ask: (method, path, body) => askAs("octocat", method, path, body),
  };

  async function askAs(login: string, method: string, path: string, body?: unknown) {
    const answer = await fetch(inside + path, {
      method,
      headers: { authorization: `Bearer ${tokenOf(login)}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, data: text === "" ? null : (JSON.parse(text) as unknown) };
  }

  handle = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const asked = new URL(request.url ?? "/", url);
    const call: Call = {
      state,
      problems,
      inside,
      outside: url,
      identities,
      raw,
      record: {
        method: request.method ?? "GET",
        path: asked.pathname.replace(/^\/api\/v3/, ""),
        query: asked.search,
        headers: request.headers,
        body: raw.length === 0 ? undefined : (JSON.parse(raw.toString("utf8")) as unknown),
        operation: null,
        status: 0,
      },
    };
    requests.push(call.record);
    await respond(call, response);
  };

  const privateKey = emulate.generatedSecrets[0]?.value ?? appKey ?? "";
  appKey = privateKey;
  return {
    url,
    graphqlUrl: `${url}/graphql`,
    owner,
    repo,
    git: state.store.dir,
    token: tokenOf(botLogin),
    tokenOf,
    app: { ...app, privateKey },
    environment: {
      GITHUB_API_URL: url,
      GITHUB_GRAPHQL_URL: `${url}/graphql`,
      GITHUB_SERVER_URL: url,
      GITHUB_REPOSITORY: `${owner}/${repo}`,
      GITHUB_TOKEN: tokenOf(botLogin),
    },
    faults: state.faults,
    requests,
    problems,
    reactions: state.reactions,
    plant: state.store.plant,
    head: state.store.head,
    /** Text of a file at a branch's head, null where it is absent. */
    read(branch: string, path: string): string | null {
      const head = state.store.head(branch);
      const entry = head === null ? undefined : state.store.tree(head).get(path);
      return entry?.type === "blob" ? (state.store.blob(entry.oid)?.toString("utf8") ?? null) : null;
    },
    /** Sets what the collaborator API says; `custom` is the name of a custom role on top of that base. */
    setRole: (login: string, role: Role, custom?: string) =>
      void state.roles.set(login.toLowerCase(), custom === undefined ? { role } : { role, custom }),
    /** A team of the owning organisation. */
    async makeTeam(slug: string, members: readonly string[]): Promise<void> {
      await state.ask("POST", `/orgs/${owner}/teams`, { name: slug });
      for (const login of members) {
        await state.ask("PUT", `/orgs/${owner}/teams/${slug}/memberships/${login}`, { role: "member" });
      }
    },
    addLabelEvent({ login, ...event }: Omit<LabelEvent, "id" | "bot">): string {
      const id = `LE_given_${state.labelEvents.length + 1}`;
      state.labelEvents.push({ id, login, bot: login?.endsWith("[bot]") ?? false, ...event });
      return id;
    },
    async openIssue({ title, body, by = "octocat" }: { title: string; body?: string; by?: string }) {
      const { data } = await askAs(by, "POST", `/repos/${owner}/${repo}/issues`, { title, body });
      return data as { number: number; node_id: string };
    },
    /** A pull request as far as conversations go: emulate knows it as an issue, GraphQL as what it is. */
    async openPull({ fromFork = false, ...words }: { title: string; body?: string; by?: string; fromFork?: boolean }) {
      const issue = await this.openIssue(words);
      state.pulls.set(issue.number, fromFork);
      return issue;
    },
    async label(issue: number, name: string, by: string): Promise<void> {
      await askAs(by, "POST", `/repos/${owner}/${repo}/issues/${issue}/labels`, { labels: [name] });
    },
    /** A comment by a person, which is nobody's own. */
    async comment(issue: number, body: string, by: string) {
      const { data } = await askAs(by, "POST", `/repos/${owner}/${repo}/issues/${issue}/comments`, { body });
      return data as { id: number; node_id: string };
    },
    /** Every comment of an issue, oldest first. */
    async comments(issue: number) {
      const { data } = await state.ask("GET", `/repos/${owner}/${repo}/issues/${issue}/comments?per_page=100`);
      return data as { id: number; body: string; user: { login: string } }[];
    },
    ask: askAs,
    /** A full octokit (retry plugin on, throttling off) that acts with a token. */
    client: (token = tokenOf(botLogin)) =>
      new Octokit({
        auth: token,
        baseUrl: url,
        throttle: { enabled: false },
        retry: { retryAfterBaseValue: 1 },
        log: silent,
      }),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await emulate.close();
      state.store.remove();
      if (problems.length > 0) throw new Error(`GitHub would not have understood:\n${problems.join("\n")}`);
    },
  };
}

const quiet = () => undefined;
const silent = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** Made by the first emulate of this process: a new RSA key for every test takes longer than most tests. */
let appKey: string | null = null;

interface Seeds {
  owner: string;
  repo: string;
  webhookUrl: string | undefined;
  people: readonly string[];
}

function seed({ owner, repo, webhookUrl, people }: Seeds) {
  const permissions = { contents: "write", issues: "write", pull_requests: "write", metadata: "read", checks: "write" };
  const events = ["issues", "issue_comment", "pull_request", "pull_request_review", "push", "label"];
  return {
    tokens: Object.fromEntries(people.map((login) => [tokenOf(login), { login, scopes: ["repo"] }])),
    github: {
      users: people.map((login) => ({ login })),
      orgs: people.includes(owner) ? [] : [{ login: owner, members: [{ login: "octocat", role: "admin" }] }],
      repos: [{ owner, name: repo, auto_init: false }],
      apps: [
        {
          app_id: app.id,
          slug: app.slug,
          name: app.slug,
          permissions,
          events,
          webhook_secret: app.webhookSecret,
          ...(appKey === null ? {} : { private_key: appKey }),
          ...(webhookUrl === undefined ? {} : { webhook_url: webhookUrl }),
          installations: [{ installation_id: app.installationId, account: owner, repository_selection: "all" }],
        },
      ],
    },
  };
}

interface Call {
  state: State;
  problems: string[];
  /** Where emulate is, and where callers think that everything is. */
  inside: string;
  outside: string;
  identities: ReadonlyMap<string, string>;
  raw: Buffer;
  record: Recorded;
}

interface Answer {
  status: number;
  data: unknown;
  headers?: Record<string, string>;
}

async function respond(call: Call, response: ServerResponse): Promise<void> {
  const { record, state } = call;
  const isGraphql = record.path === "/graphql" || record.path === "/api/graphql";
  if (isGraphql) record.operation = /^\s*mutation/.test(textOf(record.body)) ? "mutation" : "query";
  const at = state.faults.breaks.findIndex((each) => each.when(record));
  const broken = at === -1 ? undefined : state.faults.breaks.splice(at, 1)[0];
  if (broken !== undefined && broken.applied !== true) return send(record, response, replaced(broken), broken);
  const answer = isGraphql ? await graphqlAnswer(call) : await restAnswer(call);
  return send(record, response, broken === undefined ? answer : replaced(broken), broken);
}

function replaced({ status, body, headers }: Break): Answer {
  return { status, data: body ?? { message: "Server Error" }, ...(headers ? { headers } : {}) };
}

function send(record: Recorded, response: ServerResponse, answer: Answer, broken?: Break): void {
  record.status = answer.status;
  if (broken?.hangUp === true) {
    response.destroy();
    return;
  }
  const headers = { "content-type": "application/json; charset=utf-8", ...answer.headers };
  response.writeHead(answer.status, headers).end(answer.data === null ? "" : JSON.stringify(answer.data));
}

function textOf(body: unknown): string {
  return (body as { query?: string } | undefined)?.query ?? "";
}

/** Who asks: a known login, or the App for any token that emulate handed out. */
function viewerOf({ record, identities }: Call): string | null {
  const token = /^(?:bearer|token) (.+)$/i.exec(String(record.headers.authorization ?? ""))?.[1];
  if (token === undefined) return null;
  return identities.get(token) ?? `${app.slug}[bot]`;
}

async function graphqlAnswer(call: Call): Promise<Answer> {
  const { record, state, problems } = call;
  const viewer = viewerOf(call);
  if (viewer === null) return said(401, "This endpoint requires you to be authenticated.");
  const request = record.body as { query: string; variables?: Record<string, unknown> };
  const { problem, ...data } = await answerGraphql(state, request, viewer);
  if (problem !== undefined) {
    problems.push(`${problem}\n  in ${request.query}`);
    return { status: 599, data: { message: problem } };
  }
  return { status: 200, data };
}

async function restAnswer(call: Call): Promise<Answer> {
  const { record, state, problems } = call;
  const { method, path, body } = record;
  if (viewerOf(call) === null) return said(401, "Requires authentication");
  const problem = restProblem(method, path, new URLSearchParams(record.query), body);
  if (problem !== null) {
    problems.push(problem);
    return { status: 599, data: { message: problem } };
  }
  const own = await ownReply(state, method, path, body);
  if (own !== null) return own;
  return talkRefusal(state, method, path) ?? passOn(call);
}

/** What stops comments on an issue, as GitHub answers it. */
function talkRefusal(state: State, method: string, path: string): Answer | null {
  if (!path.startsWith("/repos/") || method === "GET") return null;
  const { faults } = state;
  const issue = /\/issues\/(\d+)\/comments$/.exec(path)?.[1];
  if (faults.issuesDisabled && path.includes("/issues/")) return said(410, "Issues are disabled for this repo");
  if (issue !== undefined && faults.lockedIssues.has(Number(issue))) {
    return said(403, "Unable to create comment because issue is locked.");
  }
  return writeRefusal(state, method, path);
}

/** Lets emulate answer, with pages no larger than the test allows. */
async function passOn(call: Call): Promise<Answer> {
  const { record, state, inside, raw } = call;
  const query = new URLSearchParams(record.query);
  const { pageSize } = state.faults;
  if (record.method === "GET" && pageSize !== null) {
    query.set("per_page", String(Math.min(pageSize, Number(query.get("per_page") ?? 30))));
  }
  const search = query.size > 0 ? `?${query}` : "";
  const answer = await fetch(inside + record.path + search, {
    method: record.method,
    headers: {
      authorization: String(record.headers.authorization),
      accept: String(record.headers.accept ?? "*/*"),
      ...(raw.length > 0 ? { "content-type": "application/json" } : {}),
    },
    ...(raw.length > 0 ? { body: raw } : {}),
  });
  const text = (await answer.text()).replaceAll(inside, call.outside);
  const data = text === "" ? null : (JSON.parse(text) as unknown);
  if (record.method === "POST" && /\/issues\/\d+\/comments$/.test(record.path) && answer.status === 201) {
    state.commentAuthors.set((data as { id: number }).id, viewerOf(call) ?? "");
  }
  const link = answer.headers.get("link")?.replaceAll(inside, call.outside) ?? null;
  return { status: answer.status, data, ...(link === null ? {} : { headers: { link } }) };
}
