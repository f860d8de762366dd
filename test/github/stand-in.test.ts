// The stand-in bites: what GitHub's own descriptions do not know is refused, and its tests cannot pass.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type StandIn, startStandIn } from "../support/github/stand-in.ts";

let github: StandIn;

beforeEach(async () => {
  github = await startStandIn();
});
afterEach(() => github.close());

async function send(method: string, path: string, body?: unknown, token: string | null = github.token) {
  const answer = await fetch(github.url + path, {
    method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.status;
}

const repo = "/repos/octocat/hello";
const graphql = (query: string, variables = {}) => ["POST", "/graphql", { query, variables }] as const;

describe("what GitHub would not understand", () => {
  it.each([
    ["an unknown route", ["GET", `${repo}/nothing`], /has no GET/],
    ["an unknown method", ["DELETE", `${repo}/git/trees`], /has no DELETE/],
    ["a missing field", ["POST", `${repo}/git/refs`, { ref: "refs/heads/x" }], /required property 'sha'/],
    ["a wrong type", ["POST", `${repo}/issues/1/comments`, { body: 7 }], /must be string/],
    ["a wrong value", ["POST", `${repo}/issues/comments/1/reactions`, { content: "cake" }], /allowed values/],
    ["no body", ["POST", `${repo}/issues/1/comments`], /needs a body/],
    ["an unknown query parameter", ["GET", `${repo}/issues?every=1`], /no query parameter every/],
    ["a path parameter of another type", ["GET", `${repo}/issues/one`], /must be integer/],
    ["no GraphQL", graphql("query {"), /Syntax Error/],
    [
      "an unknown GraphQL field",
      graphql('query { repository(owner: "a", name: "b") { nothing } }'),
      /Cannot query field/,
    ],
    ["a missing variable", graphql("query($n: String!) { user(login: $n) { id } }"), /Variable "\$n"/],
    ["an unused variable", graphql("query($n: String!) { viewer { login } }", { n: "x" }), /never used/],
  ] as const)("%s", async (_what, [method, path, body], problem) => {
    expect(await send(method, path, body)).toBe(599);
    expect(github.problems.splice(0).join()).toMatch(problem);
  });

  it("makes close() fail unless the test looked at it", async () => {
    const other = await startStandIn();
    await fetch(`${other.url}/nothing`, { headers: { authorization: `Bearer ${other.token}` } });
    await expect(other.close()).rejects.toThrow(/would not have understood/);
  });
});

describe("what GitHub does", () => {
  it("asks for a login", async () => {
    expect(await send("GET", repo, undefined, null)).toBe(401);
    expect(await send(...graphql("query { viewer { login } }"), null)).toBe(401);
  });

  it("lets the App log in and act as its bot", async () => {
    const { App, Octokit } = await import("octokit");
    const BoundOctokit = Octokit.defaults({ baseUrl: github.url, throttle: { enabled: false } });
    const app = new App({ appId: github.app.id, privateKey: github.app.privateKey, Octokit: BoundOctokit });
    const octokit = await app.getInstallationOctokit(github.app.installationId);
    const { number } = await github.openIssue({ title: "x" });
    await octokit.request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
      owner: github.owner,
      repo: github.repo,
      issue_number: number,
      body: "hello",
    });
    expect((await github.comments(number)).map(({ user }) => user.login)).toEqual(["valp-test[bot]"]);
  });

  it("keeps git data that git itself accepts", async () => {
    const first = github.plant("main", { "a/b.txt": "1" });
    const second = github.plant("main", { "a/c.txt": "2" });
    expect([first, second]).not.toContain("");
    expect(github.head("main")).toBe(second);
    expect([github.read("main", "a/b.txt"), github.read("main", "a"), github.read("none", "a")]).toEqual([
      "1",
      null,
      null,
    ]);
  });
});
