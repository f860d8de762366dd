// Why a task entered, and the index of happenings.
import { describe, expect, test } from "vitest";
import { watcherIdentity } from "../../../src/core/records/digest.ts";
import { jsonFile } from "../../../src/core/records/format.ts";
import { checkRecord, readRecord } from "../../../src/core/records/read-record.ts";
import { triggerPolicy, triggerPolicySchema, triggerPolicyVersion } from "../../../src/core/records/trigger-policy.ts";
import {
  replayOf,
  type SourceEvent,
  watcherEventSchema,
  watcherRecord,
  watcherRecordSchema,
  watcherRecordVersion,
} from "../../../src/core/records/watcher-record.ts";
import { trigger } from "./facts.ts";

const identity = watcherIdentity({
  rule_ref: ".github/valp.yml#docs",
  source: "issue_watcher",
  source_event_id: "LE_1",
});

describe("trigger policy", () => {
  test("names the happening, the decision and the files to look at", () => {
    expect(triggerPolicy(trigger)).toEqual({
      schema_version: "valp-trigger-policy.v1",
      task_id: "gh-7-docs-1",
      trigger_mode: "watcher",
      trigger_source: "issue_watcher",
      source_event_id: "LE_1",
      matched_signal: "label agent:docs",
      rule_ref: ".github/valp.yml#docs",
      risk_classification: "low",
      selected_action: "publish_only",
      approval_required: false,
      deduplication_identity: identity,
      visible_refs: {
        task: "task.md",
        routing: "routing.json",
        skills: "skill-recommendations.json",
        dispatch_receipts: "dispatch-receipts.jsonl",
        report: "audit-report.md",
        audit: "audit-report.json",
      },
      notes: [],
    });
  });

  test("names the requests for approval only where one is required", () => {
    const high = triggerPolicy({ ...trigger, risk: "high", action: "block_for_approval", approvalRequired: true });
    expect(high.approval_ref).toBe("approvals/requested.jsonl");
    expect(triggerPolicy(trigger)).not.toHaveProperty("approval_ref");
  });

  test("reads back as written", () => {
    const text = jsonFile(triggerPolicy(trigger));
    const reading = readRecord(triggerPolicySchema, triggerPolicyVersion, text);
    expect(reading.kind === "record" && jsonFile(reading.record)).toBe(text);
  });

  test.each([
    ["an unknown key", { extra: 1 }, ""],
    ["an action of an older protocol", { selected_action: "publish_and_route" }, "selected_action"],
    ["a watcher without identity", { deduplication_identity: undefined }, ""],
    ["an identity that is no digest", { deduplication_identity: "sha256:x" }, "deduplication_identity"],
  ])("%s is refused", (_what, change, path) => {
    const reading = checkRecord(triggerPolicySchema, { ...triggerPolicy(trigger), ...change });
    expect(reading).toMatchObject({ kind: "problem", problem: { what: "wrong_shape", path } });
  });
});

const event: SourceEvent = {
  source: "issue_watcher",
  source_event_id: "LE_1",
  matched_signal: "label agent:docs",
  rule_ref: ".github/valp.yml#docs",
  risk_classification: "low",
  selected_action: "publish_only",
  payload: { subject: 7 },
};
const index = watcherRecord(event, "gh-7-docs-1", triggerPolicy(trigger));

describe("index of happenings", () => {
  test("holds the happening and what came of it", () => {
    expect(index).toEqual({
      schema_version: "valp-github-watcher-record.v1",
      source_event: event,
      result: {
        task_id: "gh-7-docs-1",
        selected_action: "publish_only",
        approval_required: false,
        deduplication_identity: identity,
        trigger_policy_ref: "trigger-policy.json",
      },
    });
    expect(readRecord(watcherRecordSchema, watcherRecordVersion, jsonFile(index))).toEqual({
      kind: "record",
      record: index,
    });
  });

  test("keeps what the rule asked for beside what high risk made of it", () => {
    const asked = {
      ...event,
      selected_action: "validate_declared_route" as const,
      risk_classification: "high" as const,
    };
    const blocked = triggerPolicy({ ...trigger, risk: "high", action: "block_for_approval", approvalRequired: true });
    const record = watcherRecord(asked, "gh-7-docs-1", blocked);
    expect(record.source_event.selected_action).toBe("validate_declared_route");
    expect(record.result).toMatchObject({ selected_action: "block_for_approval", approval_required: true });
  });

  test("an index whose identity is not that of its happening is refused", () => {
    const moved = { ...index, source_event: { ...event, source_event_id: "LE_2" } };
    expect(checkRecord(watcherRecordSchema, moved)).toMatchObject({ kind: "problem" });
  });

  test("the same happening is a replay, with another signal it is a conflict", () => {
    expect(replayOf(index, "label agent:docs")).toBe("replay");
    expect(replayOf(index, "label agent:code")).toBe("conflict");
  });
});

describe("an event handed in from outside", () => {
  const { payload: _payload, ...least } = event;

  test("six texts, and a payload where there is one", () => {
    expect(watcherEventSchema.safeParse(least).success).toBe(true);
    expect(watcherEventSchema.safeParse(event).success).toBe(true);
  });

  test.each([
    ["another key", { task_id: "x" }],
    ["a payload that is no object", { payload: [] }],
    ["a payload that is a text", { payload: "x" }],
    ["an empty text", { matched_signal: "" }],
    ["a number", { source_event_id: 7 }],
    ["a source of people", { source: "user_request" }],
    ["an unknown risk", { risk_classification: "unknown" }],
    ["an action of the loop", { selected_action: "continue_until_gate" }],
    ["a missing text", { rule_ref: undefined }],
  ])("%s is refused", (_what, change) => {
    expect(watcherEventSchema.safeParse({ ...event, ...change }).success).toBe(false);
  });
});
