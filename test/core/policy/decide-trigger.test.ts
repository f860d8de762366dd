// The decision whether a rule may start, and how far its task may go by itself.
import { describe, expect, test } from "vitest";
import type { RiskMatch } from "../../../src/core/outcome.ts";
import { decideTrigger, type HealthRecord, riskOf } from "../../../src/core/policy/decide-trigger.ts";
import { readPolicy } from "../../../src/core/policy/document.ts";
import type { Policy, Rule } from "../../../src/core/policy/schema.ts";

const triggers = {
  label: "{ label: x }",
  command: "{ command: start }",
  schedule: '{ schedule: "0 0 * * *" }',
  push: '{ push: ["**"] }',
  dispatch: "{ dispatch: x }",
  queue: "{ queue: x }",
};
type Trigger = keyof typeof triggers;

function policyOf(mode: string, trigger: Trigger = "label", more = "", waiver = false): { policy: Policy; rule: Rule } {
  const gate = waiver ? "health_gate: { waived_by: octocat, reason: pilot }\n" : "";
  const action = "action: validate_declared_route_and_dispatch";
  const text = `version: 1\nmode: ${mode}\n${gate}rules:\n  - { id: r, on: ${triggers[trigger]}, subject: x, ${action}${more} }\n`;
  const reading = readPolicy([{ path: ".github/valp.yml", text }], {});
  const rule = reading.kind === "policy" ? reading.policy.rules[0] : undefined;
  if (reading.kind !== "policy" || rule === undefined) throw new Error(JSON.stringify(reading));
  return { policy: reading.policy, rule };
}

const passed: HealthRecord = { policyBlob: "blob", failed: [] };
const risky: RiskMatch[] = [{ kind: "delete", matched: "delete" }];

function decide(
  { policy, rule }: { policy: Policy; rule: Rule },
  started: "event" | "start",
  health: HealthRecord = passed,
  matches: RiskMatch[] = [],
) {
  const decision = decideTrigger({ policy, policyBlob: "blob", health, rule, started, matches });
  return decision.kind === "refused" ? decision.reason.code : decision;
}

describe("modes", () => {
  test("disabled refuses everything", () => {
    expect(decide(policyOf("disabled"), "event")).toBe("mode_disabled");
    expect(decide(policyOf("disabled", "command"), "start")).toBe("mode_disabled");
  });

  test.each(["manual", "policy_auto"])("%s refuses what starts by itself, naming the mode", (mode) => {
    for (const trigger of ["label", "schedule", "push", "dispatch", "queue"] as const) {
      const { policy, rule } = policyOf(mode, trigger);
      const decision = decideTrigger({
        policy,
        policyBlob: "blob",
        health: passed,
        rule,
        started: "event",
        matches: [],
      });
      expect(decision).toMatchObject({ kind: "refused", reason: { code: "mode_not_watcher" } });
      const words = decision.kind === "refused" ? decision.reason.text : "";
      expect(words).toContain(`mode: ${mode}`);
      expect(words.includes("/valp start r")).toBe(trigger === "label");
    }
  });

  test("a start in mode manual only publishes, and needs no health gate", () => {
    expect(decide(policyOf("manual", "command"), "start", null)).toMatchObject({
      trigger_mode: "manual",
      trigger_source: "user_request",
      selected_action: "publish_only",
      approval_required: false,
    });
  });

  test("a start in mode policy_auto does what the rule says", () => {
    expect(decide(policyOf("policy_auto", "command"), "start")).toMatchObject({
      trigger_mode: "policy_auto",
      trigger_source: "project_policy",
      selected_action: "validate_declared_route_and_dispatch",
    });
  });

  test("a start in mode watcher is a user's request for the rule's action", () => {
    expect(decide(policyOf("watcher"), "start")).toMatchObject({
      trigger_mode: "manual",
      trigger_source: "user_request",
      selected_action: "validate_declared_route_and_dispatch",
    });
  });

  const sources: [Trigger, string][] = [
    ["label", "issue_watcher"],
    ["schedule", "schedule"],
    ["push", "file_watcher"],
    ["dispatch", "runtime_api"],
    ["queue", "queue_watcher"],
  ];
  test.each(sources)("a %s event in mode watcher comes from %s", (trigger, source) => {
    expect(decide(policyOf("watcher", trigger), "event")).toMatchObject({
      trigger_mode: "watcher",
      trigger_source: source,
      selected_action: "validate_declared_route_and_dispatch",
      approval_required: false,
    });
  });
});

describe("health gate", () => {
  const stale: HealthRecord = { policyBlob: "other", failed: [] };
  const failed: HealthRecord = { policyBlob: "blob", failed: ["permissions"] };
  const table: [name: string, record: HealthRecord, waiver: boolean, ending: string][] = [
    ["a passed record", passed, false, "accepted"],
    ["no record", null, false, "health_gate_missing"],
    ["a record of another policy version", stale, false, "health_gate_stale"],
    ["a failed record", failed, false, "health_gate_failed"],
    ["a failed record of another version", { policyBlob: "other", failed: ["git"] }, false, "health_gate_stale"],
    ["a waiver", null, true, "accepted"],
    ["a waiver beside a stale record", stale, true, "accepted"],
    ["a waiver beside a failed record of this version", failed, true, "health_gate_failed"],
  ];
  test.each(table)("%s", (_name, record, waiver, ending) => {
    for (const [mode, started] of [
      ["watcher", "event"],
      ["watcher", "start"],
      ["policy_auto", "start"],
    ] as const) {
      const decision = decide(policyOf(mode, "label", "", waiver), started, record);
      expect(typeof decision === "string" ? decision : decision.kind).toBe(ending);
    }
  });
});

describe("risk", () => {
  const table: [rule: string, matches: RiskMatch[], level: string][] = [
    ["auto", [], "low"],
    ["auto", risky, "high"],
    ["low", risky, "high"],
    ["low", [], "low"],
    ["medium", [], "medium"],
    ["medium", risky, "high"],
    ["high", [], "high"],
  ];
  test.each(table)("a rule that says %s with the matches %j is %s", (level, matches, classification) => {
    const { rule } = policyOf("watcher", "label", `, risk: ${level}`);
    expect(riskOf(rule, matches)).toEqual({ classification, matches });
  });

  test("high risk always blocks for approval, also where a start only publishes", () => {
    for (const [mode, started] of [
      ["watcher", "event"],
      ["policy_auto", "start"],
      ["manual", "start"],
    ] as const)
      expect(decide(policyOf(mode), started, passed, risky)).toMatchObject({
        selected_action: "block_for_approval",
        approval_required: true,
        risk: { classification: "high", matches: risky },
      });
  });

  test("medium risk needs no approval", () => {
    expect(decide(policyOf("watcher", "label", ", risk: medium"), "event")).toMatchObject({
      approval_required: false,
      selected_action: "validate_declared_route_and_dispatch",
    });
  });
});
