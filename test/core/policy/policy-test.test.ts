// Tests of policies: what an expectation means, and what a broken fixture does.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPolicy } from "../../../src/core/policy/document.ts";
import { runPolicyTests } from "../../../src/core/policy/policy-test.ts";
import type { Policy } from "../../../src/core/policy/schema.ts";

function policyOf(tests: unknown[]): Policy {
  const text = [
    "version: 1",
    "mode: watcher",
    "rules:",
    "  - { id: docs, on: { label: docs }, action: validate_declared_route }",
    "  - { id: docs-two, on: { label: docs } }",
    '  - { id: hourly, on: { schedule: "5 * * * *" }, subject: Look around. }',
    `tests: ${JSON.stringify(tests)}`,
  ].join("\n");
  const reading = readPolicy([{ path: ".github/valp.yml", text }], {});
  if (reading.kind !== "policy") throw new Error(JSON.stringify(reading));
  return reading.policy;
}

const person = (login: string, id: number) => ({ login, id, node_id: `U_${id}`, type: "User" });
const repository = {
  id: 1,
  name: "hello-world",
  full_name: "octocat/hello-world",
  private: false,
  default_branch: "main",
  owner: person("octocat", 583231),
};

function labeled(label: string) {
  const issue = {
    number: 7,
    node_id: "I_7",
    title: "Explain the search page",
    body: null,
    user: person("bob", 1002),
    labels: [{ name: label }],
    state: "open",
    locked: false,
    created_at: "2026-11-30T09:00:00Z",
    updated_at: "2026-11-30T09:05:00Z",
    html_url: "https://github.com/octocat/hello-world/issues/7",
  };
  return {
    event: "issues",
    payload: { action: "labeled", issue, label: { name: label }, repository, sender: person("alice", 1001) },
  };
}

function run(event: unknown, expected: Record<string, unknown>, files: [string, string][] = []) {
  const [result] = runPolicyTests(policyOf([{ event, expect: expected }]), new Map(files));
  if (result === undefined) throw new Error("no result");
  return result;
}

test("an inline fixture that ends as expected passes", () => {
  const result = run(labeled("docs"), { rule: "docs", risk: "low", action: "validate_declared_route" });
  expect(result).toMatchObject({ name: "tests[0]", pass: true, problem: null, actual: { outcome: "recorded" } });
  expect(result.actual?.reasons.map(({ code }) => code)).toEqual(["task_opened", "also_matched"]);
});

test.each([
  { rule: "docs-two" },
  { rule: null },
  { risk: "high" },
  { action: "publish_only" },
  { outcome: "refused" },
  { reason: "label_differs" },
])("an expectation that is not met fails: %j", (expected) => {
  expect(run(labeled("docs"), expected)).toMatchObject({ pass: false, actual: { rule: "docs" } });
});

test("fault 94: a role is a threshold, so every higher role may set a rule off, too", () => {
  const outcomes = ["none", "read", "triage", "write", "maintain", "admin"].map((actor_role) => {
    const result = run({ ...labeled("docs"), actor_role }, {});
    return [actor_role, result.actual?.outcome];
  });
  expect(Object.fromEntries(outcomes)).toEqual({
    none: "refused",
    read: "refused",
    triage: "recorded",
    write: "recorded",
    maintain: "recorded",
    admin: "recorded",
  });
});

test("any of the reasons may be expected", () => {
  expect(run(labeled("docs"), { reason: "also_matched" }).pass).toBe(true);
});

test("nothing matched is an ending like any other", () => {
  expect(run(labeled("other"), { rule: null, outcome: "ignored", reason: "no_rule_matched" }).pass).toBe(true);
});

test("the time of the fixture decides about a schedule", () => {
  const tick = (now: string) => ({ event: "schedule", now, payload: { schedule: "*/15 * * * *", repository } });
  expect(run(tick("2026-12-01T10:10:00Z"), { rule: "hourly", outcome: "recorded" }).pass).toBe(true);
  const result = run(tick("2026-12-01T10:04:00Z"), { rule: "hourly" });
  expect(result.actual?.reasons[0]?.text).toContain("cron-hourly-20261201t0905z");
});

test("a fixture file is read from the given texts", () => {
  const file = JSON.stringify({ name: "the label", ...labeled("docs") });
  const result = run("fixtures/a.json", { rule: "docs" }, [["fixtures/a.json", file]]);
  expect(result).toMatchObject({ name: "the label", pass: true });
});

const broken: [name: string, event: unknown, files: [string, string][], code: string][] = [
  ["a missing file", "a.json", [], "fixture_missing"],
  ["a file that is no JSON", "a.json", [["a.json", "{"]], "fixture_invalid"],
  ["a list", "a.json", [["a.json", "[]"]], "fixture_invalid"],
  ["an unknown key", { ...labeled("docs"), role: "write" }, [], "fixture_invalid"],
  ["an unknown role", { ...labeled("docs"), actor_role: "owner" }, [], "fixture_invalid"],
  ["a date without a time", { ...labeled("docs"), now: "2026-12-01" }, [], "fixture_invalid"],
  ["no payload", { event: "issues" }, [], "fixture_invalid"],
];
test.each(broken)("a broken fixture fails its test and says why: %s", (_name, event, files, code) => {
  expect(run(event, { rule: null }, files)).toMatchObject({ pass: false, actual: null, problem: { code } });
});

test("a malformed payload is refused with a reason, not thrown at", () => {
  const result = run({ event: "issues", payload: { action: "labeled" } }, { outcome: "refused" });
  expect(result).toMatchObject({ pass: true, actual: { rule: null, reason: "event_malformed" } });
});

test("whatever a fixture file holds, there is a result", () => {
  const json = fc.json({ maxDepth: 4 });
  const event = fc.constantFrom("issues", "issue_comment", "push", "schedule", "repository_dispatch", "ping");
  const fixture = fc.oneof(
    json,
    fc.tuple(event, json).map(([name, payload]) => `{"event":"${name}","payload":${payload}}`),
  );
  fc.assert(
    fc.property(fixture, (text) => {
      const result = run("a.json", { rule: "docs" }, [["a.json", text]]);
      expect(result.pass).toBe(false);
      expect((result.actual === null) !== (result.problem === null)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
