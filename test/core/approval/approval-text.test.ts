// Who can approve, in words: only facts, no pings, no members of teams.
import { describe, expect, test } from "vitest";
import { approverPhrase, commanderPhrase, digestToType, seatPhrase } from "../../../src/core/say/approval-text.ts";
import { approvalsOf, decide, person, ruleOf, task } from "./approval-facts.ts";

const nobody = { requesters: [], leader: null, workers: [] };
const none = { exclude: [] };

describe("fault 98: who can approve", () => {
  test.each<[string, object, boolean, string]>([
    ["a role", none, true, "people with the maintain role or higher"],
    ["the highest role", { from: { min_role: "admin" }, ...none }, true, "people with the admin role"],
    ["a team, by name", { from: { teams: ["security"] }, ...none }, true, "members of the team `security`"],
    [
      "all three ways",
      { from: { users: ["alice", "bob"], min_role: "write", teams: ["a", "b"] }, ...none },
      true,
      "`alice`, `bob`, people with the write role or higher or members of the teams `a`, `b`",
    ],
    [
      "a team that this installation cannot read, beside a role",
      { from: { min_role: "maintain", teams: ["security"] }, ...none },
      false,
      "people with the maintain role or higher",
    ],
    [
      "only a team that this installation cannot read",
      { from: { teams: ["security"] }, ...none },
      false,
      "members of the team `security`, but this installation cannot read team membership: install the App or list users or a role in the policy",
    ],
    ["nobody", { from: {} }, true, "nobody: the policy names no one under approvals.high.from"],
    [
      "exclusions of which no account is known",
      {},
      true,
      "people with the maintain role or higher, but not the requester, the Leader or the workers",
    ],
  ])("%s", (_name, keys, teamsReadable, expected) => {
    expect(approverPhrase({ rule: approvalsOf(keys), participants: nobody, teamsReadable })).toBe(expected);
  });

  test("excluded accounts are named once, and nobody is mentioned", () => {
    const participants = {
      requesters: [person("octocat"), person("Octocat")],
      leader: person("alice"),
      workers: [person("bob")],
    };
    const phrase = approverPhrase({ rule: approvalsOf(), participants, teamsReadable: true });
    expect(phrase).toBe(
      "people with the maintain role or higher, but not the requester `Octocat`, the Leader `alice` or the workers `bob`",
    );
    expect(phrase).not.toContain("@");
  });
});

test("who can give a command", () => {
  expect(commanderPhrase(ruleOf(), ["alice"])).toBe("people with the write role or higher or `alice`");
  expect(commanderPhrase(ruleOf({ when: { actor: { min_role: "triage" } } }), [])).toBe(
    "people with the triage role or higher",
  );
});

test("a seat is who and when", () => {
  expect(seatPhrase({ login: "alice", at: "2026-07-01T12:00:00Z" })).toBe("`alice` (2026-07-01T12:00:00Z)");
});

test("the digest that is offered is the whole one and is accepted as it stands", () => {
  const start = task();
  const digest = digestToType(start.plan.digest);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  const decision = decide({ command: { verb: "approve", digest } }, start);
  expect(decision.kind === "accepted" && decision.effect).toBe("approved");
});

test("a denial's words are shown harmless and kept at a bounded length", () => {
  const start = task();
  const reason = `@octocat <img src=x> ${"long ".repeat(2000)}`;
  const decision = decide({ command: { verb: "deny", digest: start.plan.digest, reason } }, start);
  expect(decision.reasons[0]?.text).not.toMatch(/@octocat|<img/);
  expect(decision.kind === "accepted" && decision.change.decisions[0]?.reason?.length).toBe(2000);
});
