// What goes over the wire, byte for byte, and what comes back as an answer.
import nock from "nock";
import { afterEach, describe, expect, it } from "vitest";
import { exactPorts, expectAllAsked } from "../support/github/exact-calls.ts";
import { stepOn, wanting } from "../support/repository-contract.ts";

afterEach(expectAllAsked);

const api = "https://api.github.com";
const oid = (letter: string) => letter.repeat(40);
const graphql = (match: (body: { query: string; variables: Record<string, unknown> }) => boolean) =>
  nock(api, { reqheaders: { "x-github-next-global-id": "1", authorization: "token a token" } }).post("/graphql", match);
const anyQuery = () => graphql(() => true);
const failing = (errors: unknown[], data: unknown = null) => [200, { data, errors }] as const;

describe("load", () => {
  it("sends names as variables and reads the answer", async () => {
    graphql(({ query, variables }) => {
      expect(query).toBe(
        "query($v0: String!, $v1: String!, $v2: String!, $v3: String!, $v4: String!) { " +
          "repository(owner: $v3, name: $v4) { isArchived " +
          "defaultBranchRef { name target { oid ... on Commit { message s0: file(path: $v1) { name mode oid object " +
          "{ ... on Blob { byteSize isBinary isTruncated text } } } } } } " +
          "ledger: ref(qualifiedName: $v0) { target { oid ... on Commit { message l0: file(path: $v2) { name mode oid " +
          "object { ... on Blob { byteSize isBinary isTruncated text } } } } } } } }",
      );
      expect(variables).toEqual({
        v0: "refs/heads/valp-ledger",
        v1: ".github/valp.yml",
        v2: "a.json",
        v3: "octocat",
        v4: "hello",
      });
      return true;
    }).reply(200, {
      data: {
        repository: {
          isArchived: false,
          defaultBranchRef: { name: "trunk", target: { oid: oid("a"), message: "m", s0: null } },
          ledger: {
            target: {
              oid: oid("b"),
              message: `valp(x): y\n\nVALP-Task: x\nVALP-Nonce: ${"c".repeat(32)}`,
              l0: {
                name: "a.json",
                mode: 33188,
                oid: "ce013625030ba8dba906f756967f9e9ca394464a",
                object: { byteSize: 6, isBinary: false, isTruncated: false, text: "hello\n" },
              },
            },
          },
        },
      },
    });
    expect(await exactPorts().repository.load(wanting({ source: [".github/valp.yml"], ledger: ["a.json"] }))).toEqual({
      kind: "loaded",
      snapshot: {
        source: { branch: "trunk", commit: oid("a"), files: new Map() },
        ledger: {
          head: oid("b"),
          nonce: "c".repeat(32),
          files: new Map([["a.json", { text: "hello\n", oid: "ce013625030ba8dba906f756967f9e9ca394464a" }]]),
        },
        ownComments: [],
        fromFork: null,
        labelEvent: null,
      },
    });
  });

  const hole = { type: "NOT_FOUND", path: ["repository", "talk"], message: "Could not resolve to an issue" };
  const empty = { isArchived: false, defaultBranchRef: null, ledger: null };
  it("takes the hole of an absent issue for an answer", async () => {
    anyQuery().reply(...failing([hole], { repository: { ...empty, talk: null } }));
    expect(await exactPorts().repository.load(wanting({ commentsOn: 7 }))).toMatchObject({ kind: "loaded" });
  });

  it.each([
    ["unknown", "github_rate_limited", failing([{ type: "RATE_LIMITED", message: "API rate limit exceeded" }])],
    ["unknown", "github_rate_limited", failing([{ message: "You have exceeded a secondary rate limit." }])],
    ["unknown", "github_no_answer", failing([{ type: "INTERNAL", message: "x" }])],
    ["unknown", "github_refused", failing([{ message: "Parse error" }])],
    ["unknown", "github_answer_odd", [200, { data: { repository: { isArchived: "no" } } }]],
    ["refused", "missing_permission", failing([{ type: "FORBIDDEN", message: "Resource not accessible" }])],
    ["refused", "github_not_found", failing([{ type: "NOT_FOUND", path: ["repository"], message: "x" }])],
    ["refused", "github_not_found", [200, { data: { repository: null } }]],
    ["refused", "github_login_refused", [401, { message: "Bad credentials" }]],
    ["refused", "installation_suspended", [403, { message: "This installation has been suspended" }]],
  ] as const)("%s: %s", async (kind, code, [status, body]) => {
    anyQuery().reply(status, body as nock.Body);
    expect(await exactPorts().repository.load(wanting({}))).toMatchObject({ kind, reason: { code } });
  });

  it("says until when the limit lasts", async () => {
    anyQuery().reply(
      200,
      { data: null, errors: [{ type: "RATE_LIMITED", message: "x" }] },
      {
        "x-ratelimit-reset": "1772359200",
      },
    );
    expect(await exactPorts().repository.load(wanting({}))).toMatchObject({
      reason: { text: expect.stringContaining("2026-03-01T10:00:00.000Z") },
    });
  });

  it("fault 29: goes to the GraphQL root that belongs to the REST root", async () => {
    nock("https://github.example.com")
      .post("/api/graphql")
      .reply(200, { data: { repository: empty } });
    const answer = await exactPorts("https://github.example.com/api/v3").repository.load(wanting({}));
    expect(answer.kind).toBe("loaded");
  });
});

const step = stepOn(oid("a"), { "t/a.json": "{}\n", "t/ü.md": "ü" }, { deletions: ["t/open"] });
const body = `VALP-Task: gh-7-docs-1\nVALP-Nonce: ${"a".repeat(32)}`;

describe("commit", () => {
  it("is one mutation with base64 contents and the expected head", async () => {
    graphql(({ query, variables }) => {
      expect(query.replaceAll(/\s+/g, " ")).toBe(
        "mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }",
      );
      expect(variables).toEqual({
        input: {
          branch: { repositoryNameWithOwner: "octocat/hello", branchName: "valp-ledger" },
          expectedHeadOid: oid("a"),
          message: { headline: "valp(gh-7-docs-1): opened", body },
          fileChanges: {
            additions: [
              { path: "t/a.json", contents: "e30K" },
              { path: "t/ü.md", contents: "w7w=" },
            ],
            deletions: [{ path: "t/open" }],
          },
        },
      });
      return true;
    }).reply(200, { data: { createCommitOnBranch: { commit: { oid: oid("b") } } } });
    expect(await exactPorts().repository.commit(step)).toEqual({ kind: "committed", commit: oid("b") });
  });

  it.each([
    ["stale", null, "STALE_DATA", `Expected branch to point to "x" but it did not.  Pull and try again.`],
    ["stale", null, "NOT_FOUND", "Branch not found"],
    ["stale", null, null, `No such branch "valp-ledger"`],
    ["refused", "ledger_protected", "BRANCH_PROTECTION_RULE_VIOLATION", "Changes are not allowed here"],
    ["refused", "ledger_protected", "UNPROCESSABLE", "Repository rule violations found\n\nChanges must be made"],
    ["refused", "ledger_protected", "UNPROCESSABLE", "protected branch 'valp-ledger' check failed"],
    ["refused", "ledger_needs_signature", "UNPROCESSABLE", "Commits must have verified signatures."],
    ["refused", "missing_permission", "FORBIDDEN", "Resource not accessible by integration"],
    ["refused", "missing_permission", "INSUFFICIENT_SCOPES", "Your token has not been granted the required scopes"],
    ["refused", "github_not_found", "NOT_FOUND", "Could not resolve to a Repository with the name 'x/y'."],
    ["refused", "repository_archived", "FORBIDDEN", "Repository was archived so is read-only."],
    ["unknown", "github_rate_limited", "RATE_LIMITED", "API rate limit exceeded"],
    ["unknown", "github_no_answer", null, "Something went wrong while executing your query. Please include `X`."],
    ["unknown", "github_no_answer", "SERVICE_UNAVAILABLE", "Sorry"],
  ])("%s: %s for %s %s", async (kind, code, type, message) => {
    const entry = { ...(type === null ? {} : { type }), path: ["createCommitOnBranch"], message };
    anyQuery().reply(...failing([entry], { createCommitOnBranch: null }));
    const answer = await exactPorts().repository.commit(step);
    expect(answer).toMatchObject(code === null ? { kind } : { kind, reason: { code } });
  });

  it.each([
    [500, {}, "github_no_answer"],
    [502, {}, "github_no_answer"],
    [403, { message: "You have exceeded a secondary rate limit. Please wait a few minutes." }, "github_rate_limited"],
    [429, { message: "Too many" }, "github_rate_limited"],
  ])("fault 157: %i is unknown after a single request", async (status, answer, code) => {
    anyQuery().reply(status, answer);
    const ports = exactPorts();
    expect(await ports.repository.commit(step)).toMatchObject({ kind: "unknown", reason: { code } });
    expect(ports.requests()).toBe(1);
  });

  it("makes the branch by tree, commit and ref, without parents, base or author", async () => {
    const blob = { mode: "100644", type: "blob" };
    nock(api)
      .post("/repos/octocat/hello/git/trees", { tree: [{ path: "a.json", ...blob, content: "{}" }] })
      .reply(201, { sha: oid("c") })
      .post("/repos/octocat/hello/git/commits", {
        message: `valp(gh-7-docs-1): opened\n\n${body}`,
        tree: oid("c"),
        parents: [],
      })
      .reply(201, { sha: oid("d") })
      .post("/repos/octocat/hello/git/refs", { ref: "refs/heads/valp-ledger", sha: oid("d") })
      .reply(201, {});
    const answer = await exactPorts().repository.commit(stepOn(null, { "a.json": "{}" }));
    expect(answer).toEqual({ kind: "committed", commit: oid("d") });
  });

  it("stands in for a missing mutation by base tree, parent and an unforced ref", async () => {
    const missing = { extensions: { code: "undefinedField" }, message: "Field 'createCommitOnBranch' doesn't exist" };
    anyQuery().reply(200, { errors: [missing] });
    const blob = { mode: "100644", type: "blob" };
    nock(api)
      .get(`/repos/octocat/hello/git/commits/${oid("a")}`)
      .reply(200, { sha: oid("a"), tree: { sha: oid("9") } })
      .post("/repos/octocat/hello/git/trees", {
        base_tree: oid("9"),
        tree: [
          { path: "t/a.json", ...blob, content: "{}\n" },
          { path: "t/ü.md", ...blob, content: "ü" },
          { path: "t/open", ...blob, sha: null },
        ],
      })
      .reply(201, { sha: oid("c") })
      .post("/repos/octocat/hello/git/commits", {
        message: `valp(gh-7-docs-1): opened\n\n${body}`,
        tree: oid("c"),
        parents: [oid("a")],
      })
      .reply(201, { sha: oid("d") })
      .patch("/repos/octocat/hello/git/refs/heads%2Fvalp-ledger", { sha: oid("d"), force: false })
      .reply(200, {});
    expect(await exactPorts().repository.commit(step)).toEqual({ kind: "committed", commit: oid("d") });
  });
});

describe("filesBelow", () => {
  it("asks for three levels of names", async () => {
    graphql(({ query, variables }) => {
      expect(query.match(/entries/g)).toHaveLength(3);
      expect(query).not.toMatch(/text/);
      expect(variables).toEqual({ owner: "octocat", repo: "hello", oid: oid("a"), path: "skills" });
      return true;
    }).reply(200, { data: { repository: { object: { folder: null } } } });
    expect(await exactPorts().repository.filesBelow(oid("a"), "skills")).toEqual({ kind: "paths", paths: [] });
  });

  it.each([
    failing([{ type: "FORBIDDEN", message: "x" }], { repository: null }),
    [200, { data: { repository: { object: null } } }],
    [401, {}],
  ] as const)("could not tell", async (status, answer) => {
    anyQuery().reply(status, answer as nock.Body);
    expect((await exactPorts().repository.filesBelow(oid("a"), "skills")).kind).toBe("unknown");
  });
});

describe("changedPaths", () => {
  const compare = (base: string, head: string) =>
    nock(api).get(`/repos/octocat/hello/compare/${base}...${head}?per_page=1`);
  const file = (filename: string, sha: string | null, status = "modified") => ({ filename, sha, status });
  const files = (count: number) => Array.from({ length: count }, (_, n) => file(`f${n}`, oid("1")));
  const paths = () => exactPorts().repository.changedPaths(oid("a"), oid("b"));

  it("counts a renamed file with both names", async () => {
    const renamed = { ...file("new.md", oid("1"), "renamed"), previous_filename: "old.md" };
    compare(oid("a"), oid("b")).reply(200, { merge_base_commit: { sha: oid("a") }, files: [renamed] });
    expect(await paths()).toEqual({ kind: "paths", paths: ["old.md", "new.md"] });
  });

  it("fault 158: 300 files may be more than 300, so which ones is unknown", async () => {
    compare(oid("a"), oid("b")).reply(200, { merge_base_commit: { sha: oid("a") }, files: files(300) });
    expect(await paths()).toMatchObject({ kind: "unknown", reason: { code: "push_too_large" } });
    compare(oid("a"), oid("b")).reply(200, { merge_base_commit: { sha: oid("a") }, files: files(299) });
    expect(await paths()).toMatchObject({ kind: "paths" });
  });

  it("after a forced push also counts what was left behind, and nothing that came back the same", async () => {
    const ours = [file("both-same", oid("1")), file("both-differ", oid("2")), file("only-new", oid("3"), "added")];
    const theirs = [file("both-same", oid("1")), file("both-differ", oid("4")), file("only-old", oid("5"))];
    compare(oid("a"), oid("b")).reply(200, { merge_base_commit: { sha: oid("0") }, files: ours });
    compare(oid("b"), oid("a")).reply(200, { merge_base_commit: { sha: oid("0") }, files: theirs });
    expect(await paths()).toEqual({ kind: "paths", paths: ["both-differ", "only-new", "only-old"] });
  });

  it("compares a new branch with the default one, unless it is that one", async () => {
    const { repository } = exactPorts();
    compare("HEAD", oid("b")).reply(200, { merge_base_commit: { sha: oid("0") }, files: [file("x", oid("1"))] });
    expect(await repository.changedPaths("0".repeat(40), oid("b"))).toEqual({ kind: "paths", paths: ["x"] });
    compare("HEAD", oid("b")).reply(200, { merge_base_commit: { sha: oid("b") }, files: [] });
    expect(await repository.changedPaths("0".repeat(40), oid("b"))).toMatchObject({
      kind: "unknown",
      reason: { code: "push_base_unknown" },
    });
  });

  it.each([
    [404, {}],
    [403, { message: "Resource not accessible by integration" }],
    [200, { merge_base_commit: { sha: oid("a") } }],
    [200, {}],
  ])("could not tell from %i", async (status, answer) => {
    compare(oid("a"), oid("b")).reply(status, answer);
    expect((await paths()).kind).toBe("unknown");
  });
});

describe("descends", () => {
  const ask = () => exactPorts().repository.descends(oid("b"), oid("a"));
  const compare = () => nock(api).get(`/repos/octocat/hello/compare/${oid("a")}...${oid("b")}?per_page=1`);

  it.each([
    ["ahead", true],
    ["identical", true],
    ["behind", false],
    ["diverged", false],
  ])("%s: %s", async (status, descends) => {
    compare().reply(200, { status });
    expect(await ask()).toEqual({ kind: "known", descends });
  });

  it("is a no for commits that share nothing, and unknown where GitHub did not answer", async () => {
    compare().reply(404, { message: "No common ancestor" });
    expect(await ask()).toEqual({ kind: "known", descends: false });
    compare().reply(403, { message: "You have exceeded a secondary rate limit" });
    expect((await ask()).kind).toBe("unknown");
    compare().reply(200, {});
    expect((await ask()).kind).toBe("unknown");
  });
});
