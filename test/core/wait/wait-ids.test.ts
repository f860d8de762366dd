// Derived ids and the text under them, against vectors computed by another implementation of JSON and SHA-256.
import { describe, expect, it } from "vitest";
import { submissionDependencies } from "../../../src/core/records/submission-dependencies.ts";
import { sameJson, spacedJson } from "../../../src/core/wait/spaced-json.ts";
import {
  bridgedReceiptId,
  suspensionId,
  waitEventId,
  waitPolicyId,
  wakeId,
  wakeResultRef,
} from "../../../src/core/wait/wait-ids.ts";
import { policySnapshot, waitPolicy } from "../../../src/core/wait/wait-policy.ts";

const items = submissionDependencies("gh-7-docs-1", { implementer: "codex", researcher: "gemini" }).work_items;
const [, second] = items;
if (second === undefined) throw new Error("two roles have two work items");

it("writes sorted JSON with spaces and without escapes beyond ASCII", () => {
  const value = { b: [1, true, null, { é: '\u2028\n"\\', a: {} }], "😀": [], "\ufb33": 1, gone: undefined };
  expect(spacedJson(value)).toBe('{"b": [1, true, null, {"a": {}, "é": "\u2028\\n\\"\\\\"}], "\ufb33": 1, "😀": []}');
  expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(sameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
});

describe("vectors", () => {
  it("of a suspension, an event and a wake", () => {
    expect(suspensionId("gh-7-docs-1", 1, 0, 2)).toBe(
      "sha256:b1048e8a221805643b30f1f1bd121ad0d5c19db15bed199929ed56fc31ecd7c7",
    );
    expect(waitEventId("gh-7-docs-1", "coordinator_suspended", "sha256:x", 1, 1)).toBe(
      "sha256:aa70868e4255e9522cca0368a16e12a69b893d0831a688286ca1eaca4b1e540b",
    );
    const wake = wakeId("gh-7-docs-1", 1, "timeout", "state.json#execution_deadline");
    expect(wake).toBe("sha256:c7fc0b2cb5bd11c790cb80cf719a969c7f9b1fbb023008e721bd9936dd338977");
    expect(wakeResultRef(wake)).toBe(
      "wake-results/c7fc0b2cb5bd11c790cb80cf719a969c7f9b1fbb023008e721bd9936dd338977.json",
    );
  });

  it("of a policy and of an observed completion", () => {
    expect(waitPolicyId(items)).toBe("submitted-phase-4d514a8aa071a361");
    const facts = { task_id: "gh-7-docs-1", suspension_epoch: 2, work_item: second, submission_receipt_id: "é-1" };
    expect(bridgedReceiptId({ ...facts, expected_refs: second.expected_refs })).toBe(
      "sha256:7345cfbfafa75551697f0ff9716a9ad0ffafec657391393648402177eee92f49",
    );
  });
});

describe("a policy", () => {
  it("holds each item once, in order, and every exception", () => {
    const policy = waitPolicy("gh-7-docs-1", [second, ...items]);
    expect(policy.required_work_items).toEqual([second, items[0]]);
    expect(policy.exception_events).toHaveLength(6);
  });

  it("is copied under the digest of exactly its bytes", async () => {
    const { createHash } = await import("node:crypto");
    const { ref, text } = policySnapshot(waitPolicy("gh-7-docs-1", items));
    expect(text.endsWith("\n}\n") || text.endsWith("]\n}\n")).toBe(true);
    expect(ref).toBe(`wait-policies/${createHash("sha256").update(text).digest("hex")}.json`);
  });

  it("cannot be made for nothing", () => {
    expect(() => waitPolicy("gh-7-docs-1", [])).toThrow(/required_work_items/);
  });
});
