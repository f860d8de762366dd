// Writing to GitHub: one commit or none, only a moved head is stale, and every refusal says what it is.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isCommit, type StandIn, startStandIn } from "../support/github/stand-in.ts";
import { portsOn } from "../support/github/under-test.ts";
import { committed, loaded, stepOn } from "../support/repository-contract.ts";

let github: StandIn;
let ports: ReturnType<typeof portsOn>;
let head: string;

beforeEach(async () => {
  github = await startStandIn();
  ports = portsOn(github.client(), github);
  github.plant("main", { "README.md": "x" });
  head = github.plant("valp-ledger", { "a.json": "1" });
});
afterEach(() => github.close());

const step = () => stepOn(head, { "a.json": "2" });
const write = () => ports.repository.commit(step());
const sent = () => github.requests.map(({ method, path, operation }) => operation ?? `${method} ${path}`);
const onRefs = ({ path }: { path: string }) => path.includes("/git/refs");

describe("with the mutation", () => {
  it("writes everything by one request", async () => {
    const commit = await committed(ports.repository, step());
    expect(github.head("valp-ledger")).toBe(commit);
    expect(sent()).toEqual(["mutation"]);
  });

  it("fault 148: a head that moved meanwhile is stale, and is not tried again here", async () => {
    github.faults.overtaken = 1;
    expect(await write()).toEqual({ kind: "stale" });
    expect(sent()).toEqual(["mutation"]);
    expect(github.read("valp-ledger", "a.json")).toBe("1");
  });

  it("a branch that is gone is stale", async () => {
    expect(await ports.repository.commit({ ...step(), ledgerBranch: "gone" })).toEqual({ kind: "stale" });
  });

  it("deletes what is still there when part of it is gone already", async () => {
    head = github.plant("valp-ledger", { "b.json": "1" });
    const deletions = ["b.json", "c.json"];
    const commit = await committed(ports.repository, stepOn(head, { "a.json": "2" }, { deletions }));
    expect(github.head("valp-ledger")).toBe(commit);
    expect([github.read("valp-ledger", "a.json"), github.read("valp-ledger", "b.json")]).toEqual(["2", null]);
    expect(sent()).toEqual(["mutation", "query", "mutation"]);
  });

  it.each([
    ["a bad gateway", { status: 502 }],
    ["a broken connection", { status: 200, hangUp: true }],
  ])("could not tell after %s, and the next reading shows the nonce", async (_what, answer) => {
    github.faults.breaks.push({ when: isCommit, applied: true, ...answer });
    expect(await write()).toMatchObject({ kind: "unknown", reason: { code: "github_no_answer" } });
    expect(sent()).toEqual(["mutation"]);
    const { ledger } = await loaded(ports.repository, {});
    expect(ledger).toMatchObject({ head: github.head("valp-ledger"), nonce: step().nonce });
    expect(ledger.head).not.toBe(head);
  });

  it("could not tell when nothing was done either", async () => {
    github.faults.breaks.push({ when: isCommit, status: 504 });
    expect(await write()).toMatchObject({ kind: "unknown" });
    expect((await loaded(ports.repository, {})).ledger).toMatchObject({ head, nonce: null });
  });
});

describe("where the server lacks the mutation", () => {
  beforeEach(() => {
    github.faults.withoutCommitMutation = true;
  });

  it("fault 149: builds on the expected head and never forces", async () => {
    github.faults.overtaken = 1;
    expect(await write()).toEqual({ kind: "stale" });
    expect(github.requests.at(-1)?.body).toMatchObject({ force: false });
    expect(github.read("valp-ledger", "a.json")).toBe("1");
  });

  it("asks for it once only", async () => {
    head = await committed(ports.repository, step());
    await committed(ports.repository, stepOn(head, { "a.json": "3" }));
    expect(sent().filter((each) => each === "mutation")).toHaveLength(1);
  });

  it("fault 152: a refused ref update is no race", async () => {
    github.faults.breaks.push({
      when: onRefs,
      status: 403,
      body: { message: "Resource not accessible by integration" },
    });
    expect(await write()).toMatchObject({ kind: "refused", reason: { code: "missing_permission" } });
    github.faults.breaks.push({ when: onRefs, status: 422, body: { message: "Validation Failed" } });
    expect(await write()).toMatchObject({ kind: "refused", reason: { code: "github_refused" } });
  });

  it("a branch that is gone is stale", async () => {
    expect(await ports.repository.commit({ ...step(), ledgerBranch: "gone" })).toEqual({ kind: "stale" });
  });
});

describe("making the branch", () => {
  it("fault 151: somebody else's branch of that name makes the step stale", async () => {
    github.faults.overtaken = 1;
    const answer = await ports.repository.commit(stepOn(null, { "a.json": "1" }, { ledgerBranch: "valp-two" }));
    expect(answer).toEqual({ kind: "stale" });
    expect(github.read("valp-two", "a.json")).toBeNull();
  });

  it("a commit that is not everywhere yet is unknown, not refused", async () => {
    github.faults.breaks.push({ when: onRefs, status: 422, body: { message: "Object does not exist" } });
    const answer = await ports.repository.commit(stepOn(null, { "a.json": "1" }, { ledgerBranch: "valp-two" }));
    expect(answer.kind).toBe("unknown");
  });

  it("fault 143: a repository without commits is refused with what to do", async () => {
    const empty = await startStandIn();
    try {
      const answer = await portsOn(empty.client(), empty).repository.commit(stepOn(null, { "a.json": "1" }));
      expect(answer).toMatchObject({ kind: "refused", reason: { code: "empty_repository" } });
      expect(empty.requests).toHaveLength(1);
    } finally {
      await empty.close();
    }
  });
});

const ways = [
  { way: "mutation", old: false, expected: () => head, branch: "valp-ledger" },
  { way: "git data", old: true, expected: () => head, branch: "valp-ledger" },
  { way: "a new branch", old: false, expected: () => null, branch: "valp-two" },
];

describe.each(ways)("refusals by $way", ({ old, expected, branch }) => {
  const attempt = () => {
    github.faults.withoutCommitMutation = old;
    return ports.repository.commit(stepOn(expected(), { "a.json": "2" }, { ledgerBranch: branch }));
  };

  it.each(["protection", "ruleset"] as const)(
    "fault 145: a branch rule (%s) is named and not retried",
    async (rule) => {
      github.faults.branchRule = rule;
      expect(await attempt()).toMatchObject({
        kind: "refused",
        reason: { code: "ledger_protected", text: expect.stringMatching(/review|pull request/) },
      });
      expect(github.requests.length).toBeLessThanOrEqual(5);
      expect(
        github.requests.filter(({ method, operation }) => operation === "mutation" || method === "PATCH").length,
      ).toBeLessThanOrEqual(2);
    },
  );

  it("fault 146: no author is ever sent, so that GitHub can sign", async () => {
    await attempt();
    expect(JSON.stringify(github.requests.map(({ body }) => body))).not.toMatch(/"(author|committer)"/);
  });

  it("fault 34: a missing permission is named with the line to add", async () => {
    github.faults.denied.add("contents");
    expect(await attempt()).toMatchObject({
      kind: "refused",
      reason: { code: "missing_permission", text: expect.stringMatching(/`contents: write` under `permissions:`/) },
    });
  });

  it("fault 154: an archived repository is refused", async () => {
    github.faults.archived = true;
    expect(await attempt()).toMatchObject({ kind: "refused", reason: { code: "repository_archived" } });
  });
});

describe("signed commits only", () => {
  beforeEach(() => {
    github.faults.branchRule = "signatures";
  });

  it("fault 146: the mutation meets the rule", async () => {
    expect((await write()).kind).toBe("committed");
  });

  it("fault 146: git data that does not meet it is refused with the reason", async () => {
    github.faults.withoutCommitMutation = true;
    expect(await write()).toMatchObject({ kind: "refused", reason: { code: "ledger_needs_signature" } });
  });
});
