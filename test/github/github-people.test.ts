// Roles and teams on GitHub: ordered, asked by login, and unknown whenever GitHub does not say it clearly.
import nock from "nock";
import { afterEach, describe, expect, it } from "vitest";
import { exactPorts, expectAllAsked } from "../support/github/exact-calls.ts";
import { startStandIn } from "../support/github/stand-in.ts";
import { portsOn } from "../support/github/under-test.ts";

afterEach(expectAllAsked);

const api = () => nock("https://api.github.com");
const booleans = ["pull", "triage", "push", "maintain", "admin"];
const upTo = (name: string | null) =>
  Object.fromEntries(booleans.map((each) => [each, name !== null && booleans.indexOf(each) <= booleans.indexOf(name)]));
const asked = (login: string) => api().get(`/repos/octocat/hello/collaborators/${login}/permission`);
const about = (login: string, permission: string, role_name?: string, highest?: string | null) => ({
  permission,
  ...(role_name === undefined ? {} : { role_name }),
  user: { login, id: 42, ...(highest === undefined ? {} : { permissions: upTo(highest) }) },
});

describe("a role", () => {
  it.each([
    ["admin", "admin", "admin", "admin", "admin"],
    ["maintain, which the old field calls write", "write", "maintain", "maintain", "maintain"],
    ["write", "write", "write", "push", "write"],
    ["triage, which the old field calls read", "read", "triage", "triage", "triage"],
    ["fault 92: read, which a public repository gives to every stranger", "read", "read", "pull", "read"],
    ["none", "none", "none", null, "none"],
    ["a custom role on top of triage", "read", "issue-wrangler", "triage", "triage"],
    ["a custom role that is named like none of ours", "write", "security", "push", "write"],
    ["the lower one where name and booleans disagree", "admin", "read", "admin", "read"],
    ["none where every boolean is false", "write", "write", null, "none"],
    ["an older server without booleans", "write", undefined, undefined, "write"],
    ["an older server with a name", "write", "maintain", undefined, "maintain"],
    ["an older server with an unheard-of role", "odd", "odd", undefined, "none"],
  ])("%s", async (_what, permission, named, highest, role) => {
    asked("alice").reply(200, about("alice", permission, named, highest));
    expect(await exactPorts().people.roleOf("alice")).toEqual({ kind: "known", role, id: 42 });
  });

  it("fault 106: belongs to the login in any case, with the numeric id", async () => {
    asked("Alice").reply(200, about("alice", "admin", "admin", "admin"));
    expect(await exactPorts().people.roleOf("Alice")).toEqual({ kind: "known", role: "admin", id: 42 });
  });

  it("of another account is unknown", async () => {
    asked("alice").reply(200, about("mallory", "admin", "admin", "admin"));
    expect(await exactPorts().people.roleOf("alice")).toMatchObject({
      kind: "unknown",
      reason: { code: "role_of_another" },
    });
  });

  it("does not let a login reach another path", async () => {
    asked("..%2F..%2Foctocat").reply(404, {});
    expect((await exactPorts().people.roleOf("../../octocat")).kind).toBe("unknown");
  });

  it.each([
    [404, { message: "Copilot is not a user" }, "role_not_visible"],
    [403, { message: "Resource not accessible by integration" }, "missing_permission"],
    [401, { message: "Bad credentials" }, "role_not_visible"],
    [200, { permission: "admin", user: null }, "role_not_visible"],
    [200, { permission: "admin", user: { login: "alice" } }, "role_not_visible"],
    [403, { message: "API rate limit exceeded" }, "github_rate_limited"],
  ])("fault 95: %i %j is unknown, without a crash", async (status, answer, code) => {
    asked("alice").reply(status, answer);
    expect(await exactPorts().people.roleOf("alice")).toMatchObject({ kind: "unknown", reason: { code } });
  });

  it("a server error is unknown in the end", async () => {
    asked("alice").times(4).reply(503, {});
    const ports = exactPorts();
    expect(await ports.people.roleOf("alice")).toMatchObject({ kind: "unknown", reason: { code: "github_no_answer" } });
  });
});

const membership = (login = "alice") => api().get(`/orgs/octocat/teams/security/memberships/${login}`);
const team = () => api().get("/orgs/octocat/teams/security");
const inTeam = () => exactPorts().people.inTeam("security", "alice");

describe("a team", () => {
  it.each([
    ["active", true],
    ["pending", false],
  ])("membership %s: %s", async (state, member) => {
    membership().reply(200, { state, role: "member" });
    expect(await inTeam()).toEqual({ kind: "known", member });
  });

  it("404 is a no only where the team itself can be read", async () => {
    membership().reply(404, {});
    team().reply(200, { slug: "security" });
    expect(await inTeam()).toEqual({ kind: "known", member: false });
  });

  it.each([
    ["User", "owner_has_no_teams"],
    ["Organization", "team_not_visible"],
  ])("a team that nobody sees under a %s is unknown: %s", async (type, code) => {
    membership().reply(404, {});
    team().reply(404, {});
    api().get("/users/octocat").reply(200, { type });
    expect(await inTeam()).toMatchObject({ kind: "unknown", reason: { code } });
  });

  it.each([
    [403, { message: "Resource not accessible by integration" }, "team_not_visible"],
    [403, { message: "You have exceeded a secondary rate limit" }, "github_rate_limited"],
    [200, {}, "team_not_visible"],
  ])("%i %j is unknown: %s", async (status, answer, code) => {
    membership().reply(status, answer);
    expect(await inTeam()).toMatchObject({ kind: "unknown", reason: { code } });
  });

  it("is real in an organisation", async () => {
    nock.enableNetConnect();
    const github = await startStandIn({ owner: "acme" });
    try {
      await github.makeTeam("security", ["alice"]);
      const { people } = portsOn(github.client(), github);
      expect(await people.inTeam("security", "alice")).toEqual({ kind: "known", member: true });
      expect(await people.inTeam("security", "bob")).toEqual({ kind: "known", member: false });
      expect(await people.inTeam("none", "bob")).toMatchObject({ reason: { code: "team_not_visible" } });
      const blind = portsOn(github.client(), github, false);
      expect(await blind.people.inTeam("security", "alice")).toMatchObject({ reason: { code: "team_not_visible" } });
      expect(blind.requests()).toBe(0);
    } finally {
      await github.close();
    }
  });
});
