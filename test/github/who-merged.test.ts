// Who stands behind a version of the policy, and where a pull request comes from.

import { schema as published } from "@octokit/graphql-schema";
import { buildSchema, parse, validate } from "graphql";
import nock from "nock";
import { afterEach, describe, expect, it } from "vitest";
import { exactPorts, expectAllAsked } from "../support/github/exact-calls.ts";
import { wanting } from "../support/repository-contract.ts";

afterEach(expectAllAsked);

const schema = buildSchema(published.idl, { assumeValidSDL: true });
const commit = "a".repeat(40);

/** Answers the next query with `data`, after GitHub's published schema has accepted the query. */
function answers(data: unknown, check: (variables: Record<string, unknown>) => void = () => undefined): void {
  nock("https://api.github.com")
    .post("/graphql", ({ query, variables }) => {
      expect(validate(schema, parse(query))).toEqual([]);
      check(variables);
      return true;
    })
    .reply(200, { data });
}

function history(mergedBy: { __typename: string; login: string } | null, pulls = 1) {
  const nodes = Array.from({ length: pulls }, () => ({ mergedBy }));
  return { repository: { object: { history: { nodes: [{ associatedPullRequests: { nodes } }] } } } };
}

describe("whoMerged", () => {
  it("names the user who merged", async () => {
    answers(history({ __typename: "User", login: "octocat" }), (variables) =>
      expect(variables).toEqual({ owner: "octocat", repo: "hello", commit, path: ".github/valp.yml" }),
    );
    const { people } = exactPorts();
    expect(await people.whoMerged(".github/valp.yml", commit)).toEqual({ kind: "known", login: "octocat" });
  });

  it.each([
    ["a bot merged", history({ __typename: "Bot", login: "merge-queue" })],
    ["the account is gone", history(null)],
    ["it was pushed directly", history(null, 0)],
  ])("names nobody where %s", async (_, data) => {
    answers(data);
    expect(await exactPorts().people.whoMerged(".github/valp.yml", commit)).toEqual({ kind: "known", login: null });
  });

  it("is unknown where the answer has another shape, and where GitHub is down", async () => {
    answers({ repository: { object: null } });
    expect((await exactPorts().people.whoMerged("a", commit)).kind).toBe("unknown");
    nock("https://api.github.com").post("/graphql").reply(502);
    expect((await exactPorts().people.whoMerged("a", commit)).kind).toBe("unknown");
  });
});

describe("the head of a pull request", () => {
  it.each([
    ["another repository", { isCrossRepository: true, comments: { nodes: [] } }, true],
    ["this repository", { isCrossRepository: false, comments: { nodes: [] } }, false],
    ["nowhere, for an issue", { comments: { nodes: [] } }, null],
  ])("lives in %s", async (_, talk, fromFork) => {
    const target = null;
    answers({ repository: { isArchived: false, defaultBranchRef: null, ledger: target, talk } });
    const loaded = await exactPorts().repository.load({ ...wanting({}), commentsOn: 7 });
    expect(loaded).toMatchObject({ kind: "loaded", snapshot: { fromFork } });
  });
});
