// Comments and reactions on GitHub: one comment that is edited, and a reason where nothing could be said.
import nock from "nock";
import { afterEach, describe, expect, it } from "vitest";
import { longestComment } from "../../src/core/say/clip.ts";
import { exactPorts, expectAllAsked } from "../support/github/exact-calls.ts";

afterEach(expectAllAsked);

const api = () => nock("https://api.github.com");
const comment = { subject: 7, marker: "status:a-1", body: "<!-- valp:status:a-1 -->\nhello", known: null };
const { body } = comment;

describe("the one comment", () => {
  it("is made where none is known", async () => {
    api().post("/repos/octocat/hello/issues/7/comments", { body }).reply(201, { id: 99 });
    expect(await exactPorts().talk.putComment(comment)).toEqual({ kind: "told", id: 99 });
  });

  it("is edited where one is known", async () => {
    api().patch("/repos/octocat/hello/issues/comments/99", { body }).reply(200, { id: 99 });
    expect(await exactPorts().talk.putComment({ ...comment, known: { id: 99, seen: true } })).toEqual({
      kind: "told",
      id: 99,
    });
  });

  it("is made anew where the known one was deleted", async () => {
    api().patch("/repos/octocat/hello/issues/comments/99", { body }).reply(404, { message: "Not Found" });
    api().post("/repos/octocat/hello/issues/7/comments", { body }).reply(201, { id: 100 });
    expect(await exactPorts().talk.putComment({ ...comment, known: { id: 99, seen: true } })).toEqual({
      kind: "told",
      id: 100,
    });
  });

  it("a comment that only the ledger names is looked at first", async () => {
    api()
      .get("/repos/octocat/hello/issues/comments/99")
      .reply(200, { body, user: { type: "Bot" } });
    api().patch("/repos/octocat/hello/issues/comments/99", { body }).reply(200, { id: 99 });
    const known = { id: 99, seen: false };
    expect(await exactPorts().talk.putComment({ ...comment, known })).toEqual({ kind: "told", id: 99 });
  });

  it.each([
    ["a person's", { body, user: { type: "User" } }],
    ["another task's", { body: "<!-- valp:status:b-1 -->\nhello", user: { type: "Bot" } }],
    ["a ghost's", { body, user: null }],
  ])("%s comment is never overwritten because the ledger names it", async (_, there) => {
    api().get("/repos/octocat/hello/issues/comments/99").reply(200, there);
    api().post("/repos/octocat/hello/issues/7/comments", { body }).reply(201, { id: 100 });
    const known = { id: 99, seen: false };
    expect(await exactPorts().talk.putComment({ ...comment, known })).toEqual({ kind: "told", id: 100 });
  });

  it.each([
    [403, "Unable to create comment because issue is locked.", "conversation_locked"],
    [403, "Repository was archived so is read-only.", "repository_archived"],
    [410, "Issues are disabled for this repo", "issues_disabled"],
    [403, "Resource not accessible by integration", "missing_permission"],
    [404, "Not Found", "github_not_found"],
    [403, "You have exceeded a secondary rate limit.", "github_rate_limited"],
    [422, "Validation Failed", "github_refused"],
    [502, "Server Error", "github_no_answer"],
  ])("fault 154: %i %s leaves a reason and no second try", async (status, message, code) => {
    api().post("/repos/octocat/hello/issues/7/comments").reply(status, { message });
    const ports = exactPorts();
    expect(await ports.talk.putComment(comment)).toMatchObject({ kind: "untold", reason: { code } });
    expect(ports.requests()).toBe(1);
  });

  it("an edit that fails for another reason makes no second comment", async () => {
    api().patch("/repos/octocat/hello/issues/comments/99").reply(403, { message: "Resource not accessible" });
    expect(await exactPorts().talk.putComment({ ...comment, known: { id: 99, seen: true } })).toMatchObject({
      kind: "untold",
    });
  });

  it("fault 134: is never longer than GitHub takes", async () => {
    api()
      .post("/repos/octocat/hello/issues/7/comments", (sent: { body: string }) => sent.body.length <= longestComment)
      .reply(201, { id: 1 });
    const long = `${body}\n\n\`\`\`\n${"🐑".repeat(70_000)}`;
    expect(await exactPorts().talk.putComment({ ...comment, body: long })).toEqual({ kind: "told", id: 1 });
  });
});

describe("a reaction", () => {
  it.each(["eyes", "+1", "confused", "-1"] as const)("%s goes to a comment", async (content) => {
    api().post("/repos/octocat/hello/issues/comments/5/reactions", { content }).reply(201, { id: 1 });
    const told = await exactPorts().talk.react({ kind: "issue_comment", id: 5, subject: 7 }, content);
    expect(told).toEqual({ kind: "told", id: 1 });
  });

  const review = () => api().get("/repos/octocat/hello/pulls/7/reviews/5");
  const react = () => exactPorts().talk.react({ kind: "review", id: 5, subject: 7 }, "+1");

  it("goes to a review by its node id", async () => {
    review().reply(200, { id: 5, node_id: "PRR_5" });
    api()
      .post("/graphql", {
        query: "mutation($input: AddReactionInput!) { addReaction(input: $input) { reaction { content } } }",
        variables: { input: { subjectId: "PRR_5", content: "THUMBS_UP" } },
      })
      .reply(200, { data: { addReaction: { reaction: { content: "THUMBS_UP" } } } });
    expect(await react()).toEqual({ kind: "told", id: null });
  });

  it("stays away where the review is gone or takes none", async () => {
    review().reply(404, {});
    expect(await react()).toMatchObject({ kind: "untold", reason: { code: "github_not_found" } });
    review().reply(200, { id: 5 });
    expect(await react()).toMatchObject({ kind: "untold", reason: { code: "reaction_impossible" } });
    review().reply(200, { node_id: "PRR_5" });
    api()
      .post("/graphql")
      .reply(200, { data: null, errors: [{ type: "FORBIDDEN", message: "no" }] });
    expect(await react()).toMatchObject({ kind: "untold", reason: { code: "github_refused" } });
  });
});
