// Where a task stands when it opens, and what is accepted as a state.
import { describe, expect, test } from "vitest";
import { jsonFile } from "../../../src/core/records/format.ts";
import { isTerminal, publishedState, readState, taskStatuses, unapproved } from "../../../src/core/records/state.ts";
import { github, now } from "./facts.ts";

const facts = {
  taskId: "gh-7-docs-1",
  profile: "software-code" as const,
  risk: { classification: "low" as const, matches: [] },
  now,
  github,
};
const matches = [{ kind: "deploy", matched: "deploy" }];
const state = publishedState(facts);

describe("a new task", () => {
  test("is published, with nobody selected and every gate shut", () => {
    expect(state).toMatchObject({
      schema_version: "valp-visible-loop-state.v2",
      task_id: "gh-7-docs-1",
      profile: "software-code",
      status: "published",
      revision: 0,
      risk: { approval_required: false, matches: [] },
      selected_agents: [],
      capabilities_needed: ["implementation", "verification", "code_review"],
      capabilities_missing: [],
      gates: {
        dispatch_receipts: "needs_evidence",
        expected_evidence: "needs_evidence",
        verification: "needs_evidence",
        review: "needs_evidence",
        approval: "not_required",
      },
      approval_required: [],
      updated_at: now,
      github,
    });
  });

  test("of high risk waits for an approval of what matched", () => {
    const high = publishedState({ ...facts, risk: { classification: "high", matches } });
    expect(high).toMatchObject({
      status: "approval_required",
      risk: { approval_required: true, matches },
      gates: { approval: "needs_approval" },
      approval_required: matches,
    });
  });

  test("whose rule alone sets the level names the rule", () => {
    const risk = { classification: "high" as const, matches: [] };
    expect(publishedState({ ...facts, risk })).toMatchObject({
      risk: { approval_required: true, matches: [] },
      approval_required: [{ kind: "policy_rule", matched: "docs" }],
    });
    expect(unapproved({ classification: "medium", matches: [] }, "docs")).toEqual([]);
  });

  test("says nothing about the machine it was written on", () => {
    expect(state.source_provenance.last_observed).toMatchObject({ status: "unavailable", vcs: { kind: "none" } });
    expect(jsonFile(state)).not.toContain(process.cwd());
  });
});

describe("reading", () => {
  test("gives back the bytes that were written", () => {
    const reading = readState(jsonFile(state));
    expect(reading.kind === "record" && jsonFile(reading.record)).toBe(jsonFile(state));
  });

  test("another version is named, not repaired", () => {
    const old = jsonFile({ ...state, schema_version: "valp-visible-loop-state.v1" });
    expect(readState(old)).toEqual({
      kind: "problem",
      problem: {
        what: "wrong_version",
        expected: "valp-visible-loop-state.v2",
        found: "valp-visible-loop-state.v1",
      },
    });
    expect(readState("{}")).toMatchObject({ problem: { what: "wrong_version", found: "none" } });
    expect(readState('{"schema_version": 2}')).toMatchObject({ problem: { what: "wrong_version", found: "none" } });
  });

  test.each([
    ["a status outside the vocabulary", { status: "running" }, "status"],
    ["an unknown key", { extra: 1 }, ""],
    ["an unknown gate", { gates: { ...state.gates, other: "passed" } }, "gates"],
    ["a gate word outside the vocabulary", { gates: { ...state.gates, review: "ok" } }, "gates.review"],
    ["a missing part of ours", { github: undefined }, "github"],
    ["an unknown key of ours", { github: { ...github, extra: 1 } }, "github"],
    ["a commit that is none", { github: { ...github, policy: { commit: "HEAD", blob: "x" } } }, "github.policy.commit"],
    ["a fractional revision", { revision: 0.5 }, "revision"],
  ])("%s is a problem with its place", (_what, change, path) => {
    expect(readState(jsonFile({ ...state, ...change }))).toMatchObject({
      kind: "problem",
      problem: { what: "wrong_shape", path },
    });
  });

  test.each([
    ['{"schema_version":', { what: "not_json", line: 1 }],
    ["[]", { what: "not_an_object", line: 1 }],
    ["", { what: "not_json", line: 1 }],
  ])("the half-written %j is a problem, never an exception", (text, problem) => {
    expect(readState(text)).toEqual({ kind: "problem", problem });
  });

  test("markers of a passed route may stand in it, with nothing beside their two keys", () => {
    const ref = "submission-dependencies.json";
    expect(readState(jsonFile({ ...state, submission_dependencies: { status: "recorded", ref } })).kind).toBe("record");
    expect(
      readState(jsonFile({ ...state, submission_dependencies: { status: "recorded", ref, by: "x" } })),
    ).toMatchObject({
      kind: "problem",
    });
  });
});

test("the vocabulary has 29 words, three of which end a task", () => {
  expect(new Set(taskStatuses).size).toBe(29);
  expect(taskStatuses.filter(isTerminal)).toEqual(["done", "failed", "cancelled"]);
});
