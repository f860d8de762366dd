// Reading from GitHub: one query whatever is wanted, whole texts only, and nothing taken for absent that was not seen.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Want } from "../../src/ports.ts";
import { type StandIn, startStandIn } from "../support/github/stand-in.ts";
import { portsOn } from "../support/github/under-test.ts";
import { loaded, stepOn, texts, wanting } from "../support/repository-contract.ts";

let github: StandIn;
let ports: ReturnType<typeof portsOn>;

beforeEach(async () => {
  github = await startStandIn();
  ports = portsOn(github.client(), github);
});
afterEach(() => github.close());

const load = (want: Partial<Want>) => loaded(ports.repository, want);
const since = "2026-03-01T09:59:55Z";
const at = "2026-03-01T10:00:00Z";

describe("one query", () => {
  it("answers policy, ledger files, folders, comments and label event together", async () => {
    github.plant("main", { ".github/valp.yml": "version: 1\n" });
    github.plant("valp-ledger", { "a.json": "{}", "t/one/state.json": "1" });
    const { number } = await github.openIssue({ title: "Docs" });
    await github.label(number, "agent:docs", "alice");
    const seen = await load({
      source: [".github/valp.yml", ".github/valp.yaml"],
      ledger: ["a.json", "a.json"],
      folders: ["t"],
      commentsOn: number,
      labelEvent: { subject: number, label: "Agent:Docs", sender: "Alice", since: "2020-01-01T00:00:00Z", at },
    });
    expect(texts(seen.source.files)).toEqual({ ".github/valp.yml": "version: 1\n" });
    expect(texts(seen.ledger.files)).toEqual({ "a.json": "{}", "t/one/state.json": "1" });
    expect(seen.labelEvent).toMatchObject({ kind: "found" });
    expect(ports.requests()).toBe(1);
    expect(github.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /graphql"]);
    expect(github.requests[0]?.headers["x-github-next-global-id"]).toBe("1");
  });

  it("never lets a name become part of the query", async () => {
    const hostile = '") { __typename } evil: viewer { login } #';
    github.plant("main", { "README.md": "x" });
    github.plant("valp-ledger", { "a.json": "{}" });
    const seen = await load({
      ledgerBranch: "valp-ledger",
      source: [hostile, "a\n}b", "$v0", "${v0}"],
      ledger: [hostile, '\\"""'],
      folders: [hostile],
      commentsOn: 1,
      labelEvent: { subject: 1, label: hostile, sender: hostile, since: "2020-01-01T00:00:00Z", at },
    });
    expect([seen.source.files.size, seen.ledger.files.size, seen.labelEvent]).toEqual([0, 0, { kind: "invisible" }]);
    expect(github.requests.map(({ body }) => (body as { query: string }).query).join()).not.toMatch(
      /evil|__typename }|\\|"/,
    );
    const refused = await ports.repository.load(wanting({ ledgerBranch: 'x"} evil' }));
    expect(refused).toMatchObject({ kind: "refused", reason: { code: "ledger_branch_invalid" } });
    expect(ports.requests()).toBe(1);
  });
});

describe("texts", () => {
  it("asks by id for a text that came cut, and only for that", async () => {
    github.faults.truncateAt = 10;
    const long = "12345678ü and more";
    github.plant("valp-ledger", { "long.txt": long, "short.txt": "short" });
    expect(texts((await load({ ledger: ["long.txt", "short.txt"] })).ledger.files)).toEqual({
      "long.txt": long,
      "short.txt": "short",
    });
    expect(ports.requests()).toBe(2);
  });

  it("takes no text that was repaired on its way", async () => {
    github.plant("valp-ledger", { "latin.txt": new Uint8Array([0x66, 0xfc, 0x72]), "bom.txt": "\ufeffx" });
    const { files } = (await load({ ledger: ["latin.txt", "bom.txt"] })).ledger;
    expect(files.get("latin.txt")).toMatchObject({ unreadable: expect.stringMatching(/UTF-8/) });
    expect(files.get("bom.txt")).toMatchObject({ text: "\ufeffx" });
  });

  it("names what is too large or a folder", async () => {
    github.plant("valp-ledger", { "huge.txt": "x".repeat(5 * 1024 * 1024 + 1), "folder/a": "a" });
    const { files } = (await load({ ledger: ["huge.txt", "folder"] })).ledger;
    expect(files.get("huge.txt")).toMatchObject({ unreadable: expect.stringMatching(/larger/) });
    expect(files.get("folder")).toMatchObject({ unreadable: expect.stringMatching(/folder/) });
    expect(ports.requests()).toBe(1);
  });

  it("could not tell when the content by id is not to be had", async () => {
    github.faults.truncateAt = 3;
    github.plant("valp-ledger", { "long.txt": "longer" });
    github.faults.breaks.push(
      ...Array.from({ length: 4 }, () => ({
        when: ({ path }: { path: string }) => path.includes("/git/blobs/"),
        status: 502,
      })),
    );
    const answer = await ports.repository.load(wanting({ ledger: ["long.txt"] }));
    expect(answer).toMatchObject({ kind: "unknown", reason: { code: "github_no_answer" } });
  });
});

describe("our own comments", () => {
  it("are those that the token wrote, by their first line", async () => {
    github.plant("main", { "README.md": "x" });
    const { number } = await github.openIssue({ title: "Docs" });
    await github.comment(number, "<!-- valp:status:forged -->\nnot ours", "alice");
    await ports.talk.putComment({ subject: number, marker: "m", body: "<!-- valp:status:a-1 -->\nours", known: null });
    await ports.talk.putComment({ subject: number, marker: "m", body: "says <!-- valp:status:b-1 -->", known: null });
    const seen = await load({ commentsOn: number });
    expect(seen.ownComments).toEqual([{ id: 2, marker: "status:a-1", createdAt: expect.any(String) }]);
    expect((await load({ commentsOn: 999 })).ownComments).toEqual([]);
  });

  it("fault 158: are found behind a hundred others", async () => {
    const { number } = await github.openIssue({ title: "Docs" });
    github.faults.pageSize = 2;
    for (let n = 0; n < 101; n++) await github.comment(number, `comment ${n}`, "alice");
    await ports.talk.putComment({ subject: number, marker: "m", body: "<!-- valp:status:a-1 -->", known: null });
    expect((await load({ commentsOn: number })).ownComments).toMatchObject([{ id: 102, marker: "status:a-1" }]);
  });
});

describe("the label event", () => {
  const wanted = { subject: 7, label: "agent:docs", sender: "alice", since, at };
  const event = { issue: 7, label: "agent:docs", login: "alice", createdAt: at };
  const seen = async () => (await load({ labelEvent: wanted })).labelEvent;

  it("is invisible until GitHub shows it", async () => {
    const id = github.addLabelEvent(event);
    github.faults.hiddenLabelReads = 2;
    expect([await seen(), await seen(), await seen()]).toEqual([
      { kind: "invisible" },
      { kind: "invisible" },
      { kind: "found", id, createdAt: at },
    ]);
  });

  it.each([
    ["another label", { ...event, label: "agent:docs2" }],
    ["another sender", { ...event, login: "bob" }],
    ["a deleted account", { ...event, login: null }],
    ["an older event", { ...event, createdAt: "2026-03-01T09:59:54Z" }],
    ["a bot of the same name", { ...event, login: "alice[bot]" }],
  ])("is not %s", async (_what, other) => {
    github.addLabelEvent(other);
    expect(await seen()).toEqual({ kind: "invisible" });
  });

  it("fault 106: ignores case, and stays the same when more follow", async () => {
    const id = github.addLabelEvent({ ...event, label: "Agent:Docs", login: "ALICE" });
    github.addLabelEvent({ ...event, createdAt: "2026-03-01T10:00:02Z" });
    expect(await seen()).toMatchObject({ id });
  });

  it("fault 41: of a label that came off and on again within seconds it is the one that the payload speaks of", async () => {
    const first = github.addLabelEvent({ ...event, createdAt: "2026-03-01T09:59:57Z" });
    const second = github.addLabelEvent(event);
    expect(await seen()).toMatchObject({ id: second });
    const earlier = { ...wanted, since: "2026-03-01T09:59:52Z", at: "2026-03-01T09:59:57Z" };
    expect((await load({ labelEvent: earlier })).labelEvent).toMatchObject({ id: first });
  });

  it("knows a bot with the ending that webhooks give it", async () => {
    const id = github.addLabelEvent({ ...event, login: "valp-test[bot]" });
    expect((await load({ labelEvent: { ...wanted, sender: "valp-test[bot]" } })).labelEvent).toMatchObject({ id });
    expect((await load({ labelEvent: { ...wanted, sender: "valp-test" } })).labelEvent).toEqual({ kind: "invisible" });
  });
});

it("tells a pull request of a fork from others", async () => {
  const forks = await Promise.all([
    github.openPull({ title: "from a fork", fromFork: true }),
    github.openPull({ title: "from here" }),
    github.openIssue({ title: "an issue" }),
  ]);
  const seen = await Promise.all(forks.map(async ({ number }) => (await load({ commentsOn: number })).fromFork));
  expect(seen).toEqual([true, false, null]);
});

describe("what cannot be read", () => {
  it("fault 154: an archived repository is refused before anything is decided", async () => {
    github.plant("main", { "README.md": "x" });
    github.faults.archived = true;
    expect(await ports.repository.load(wanting({}))).toMatchObject({
      kind: "refused",
      reason: { code: "repository_archived" },
    });
  });

  it("a repository that the token cannot see is refused", async () => {
    const elsewhere = portsOn(github.client(), { owner: "octocat", repo: "secret" });
    expect(await elsewhere.repository.load(wanting({}))).toMatchObject({
      kind: "refused",
      reason: { code: "github_not_found" },
    });
  });

  it("fault 19: a reading that lags behind is overruled by the commit, never by hope", async () => {
    const first = github.plant("valp-ledger", { "a.json": "1" });
    await ports.repository.commit(stepOn(first, { "a.json": "2" }));
    github.faults.laggingReads = 1;
    const late = await load({ ledger: ["a.json"] });
    expect(late.ledger.head).toBe(first);
    expect(await ports.repository.commit(stepOn(late.ledger.head, { "a.json": "3" }))).toEqual({ kind: "stale" });
    expect(github.read("valp-ledger", "a.json")).toBe("2");
  });

  it("a commit that it named before and does not show now is unknown", async () => {
    github.plant("main", { "README.md": "x" });
    const answer = await ports.repository.load(wanting({ at: { source: "1".repeat(40), ledger: null } }));
    expect(answer).toMatchObject({ kind: "unknown", reason: { code: "github_answer_odd" } });
  });
});
