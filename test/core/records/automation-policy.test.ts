// How far a task may go by itself, and that nothing but a covering decision opens what is blocked.
import { describe, expect, test } from "vitest";
import {
  automationPolicySchema,
  automationPolicyVersion,
  decidedAutomationPolicy,
  type OpeningFacts,
  openingAutomationPolicy,
  raisedAutomationPolicy,
  routedAutomationPolicy,
} from "../../../src/core/records/automation-policy.ts";
import { jsonFile } from "../../../src/core/records/format.ts";
import { readRecord } from "../../../src/core/records/read-record.ts";

const low: OpeningFacts = {
  taskId: "gh-7-docs-1",
  mode: "watcher",
  risk: "low",
  action: "validate_declared_route_and_dispatch",
  approvalRequired: false,
};
const high: OpeningFacts = { ...low, risk: "high", action: "block_for_approval", approvalRequired: true };

describe("at the opening", () => {
  test("the trigger's decision stands", () => {
    expect(openingAutomationPolicy(high)).toMatchObject({
      schema_version: "valp-automation-policy.v1",
      task_id: "gh-7-docs-1",
      mode: "watcher",
      trigger_policy_ref: "trigger-policy.json",
      risk_classification: "high",
      selected_action: "block_for_approval",
      approval_required: true,
      approval_refs: ["approvals/requested.jsonl"],
      audit_grade: "runtime",
      blocked_automatic_phases: [
        "dispatch_side_effects",
        "release",
        "auth",
        "secrets",
        "destructive_changes",
        "memory_or_agent_config",
      ],
    });
    expect(openingAutomationPolicy(high).stop_conditions).toHaveLength(10);
    expect(openingAutomationPolicy(low)).toMatchObject({ approval_refs: [], blocked_automatic_phases: [] });
  });

  test.each<[action: OpeningFacts["action"], routes: boolean, dispatches: boolean]>([
    ["no_valp", false, false],
    ["publish_only", false, false],
    ["validate_declared_route", true, false],
    ["validate_declared_route_and_dispatch", true, true],
    ["block_for_approval", true, false],
  ])("%s", (action, routes, dispatches) => {
    const phases = openingAutomationPolicy({ ...low, action }).allowed_automatic_phases ?? [];
    expect([phases.includes("route"), phases.includes("dispatch")]).toEqual([routes, dispatches]);
  });

  test("an action that dispatches does not, while an approval is required", () => {
    const blocked = openingAutomationPolicy({ ...high, action: "validate_declared_route_and_dispatch" });
    expect(blocked.allowed_automatic_phases).not.toContain("dispatch");
  });
});

describe("after routing", () => {
  test("the trigger's ref, the raised risk and the need for an approval are kept", () => {
    const routed = routedAutomationPolicy(openingAutomationPolicy(high), { manual: false, covered: false });
    expect(routed).toMatchObject({
      mode: "runtime_auto",
      trigger_policy_ref: "trigger-policy.json",
      risk_classification: "high",
      selected_action: "block_for_approval",
      approval_required: true,
      approval_refs: ["approvals/requested.jsonl"],
      iteration_budget_ref: "iteration-budget.json",
      audit_grade: "runtime",
    });
    expect(routed.basis?.map(({ kind }) => kind)).toEqual(["runtime", "risk", "trigger"]);
  });

  test("without an approval to wait for, it continues until a gate", () => {
    const routed = routedAutomationPolicy(openingAutomationPolicy(low), { manual: true, covered: false });
    expect(routed).toMatchObject({ mode: "manual", selected_action: "continue_until_gate", audit_grade: "local" });
    expect(routed.allowed_automatic_phases).toContain("dispatch");
  });
});

describe("after a decision", () => {
  const routed = routedAutomationPolicy(openingAutomationPolicy(high), { manual: false, covered: false });

  test("a covering approval opens, its loss shuts again", () => {
    const open = decidedAutomationPolicy(routed, true);
    expect(open).toMatchObject({ selected_action: "continue_until_gate", approval_required: true });
    expect(open.blocked_automatic_phases).toEqual([]);
    expect(decidedAutomationPolicy(open, false)).toEqual(routed);
  });
});

describe("after a new reading of the issue", () => {
  test("risk rises", () => {
    const raised = raisedAutomationPolicy(openingAutomationPolicy(low), "high");
    expect(raised).toMatchObject({ selected_action: "block_for_approval", approval_required: true });
    expect(raised.approval_refs).toEqual(["approvals/requested.jsonl"]);
    expect(raised.allowed_automatic_phases).not.toContain("dispatch");
    expect(raisedAutomationPolicy(openingAutomationPolicy(low), "medium").risk_classification).toBe("medium");
  });

  test.each(["low", "medium", "high"] as const)("and never falls (%s)", (risk) => {
    const before = openingAutomationPolicy(high);
    expect(raisedAutomationPolicy(before, risk)).toEqual(before);
  });
});

test("every stage reads back as written", () => {
  const opening = openingAutomationPolicy(high);
  for (const policy of [opening, routedAutomationPolicy(opening, { manual: false, covered: true })]) {
    const reading = readRecord(automationPolicySchema, automationPolicyVersion, jsonFile(policy));
    expect(reading.kind === "record" && jsonFile(reading.record)).toBe(jsonFile(policy));
  }
});
