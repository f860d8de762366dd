// Receipts as the product writes them: their ids, what each event must carry, and the published schema.
import { describe, expect, it } from "vitest";
import {
  type DispatchReceipt,
  dispatchReceipt,
  dispatchReceiptSchema,
  receiptEvents,
  receiptId,
  terminalEvents,
} from "../../../src/core/records/dispatch-receipt.ts";
import { submissionDependencies } from "../../../src/core/records/submission-dependencies.ts";
import { havePublishedSchemas, recordFindings, withoutSchemas } from "../../support/published-schemas.ts";
import { now } from "./facts.ts";

const item = submissionDependencies("t-1", { implementer: "codex" }).work_items[0];
if (item === undefined) throw new Error("a team of one has one work item");
const proofs: Record<string, Record<string, unknown>> = {
  dispatch_submitted: { run_id: "17" },
  dispatch_superseded: {
    kind: "invalid_session_binding",
    superseded_submission_receipt_id: "a",
    replacement_submission_receipt_id: "b",
  },
};
const base = (event: DispatchReceipt["event"]) => ({
  taskId: "t-1",
  item,
  event,
  sequence: 3,
  now,
  ...(terminalEvents.includes(event) ? { suspensionEpoch: 2 } : {}),
  ...(proofs[event] === undefined ? {} : { proof: proofs[event] }),
});

describe("ids", () => {
  it("name task, item, dispatch, generation and event; a repetition has its number", () => {
    expect(receiptId("t-1", item, "dispatch_submitted")).toBe(
      "t-1:implementer:codex:t-1:implementer:1:1:dispatch_submitted",
    );
    expect(receiptId("t-1", item, "dispatch_submitted", 1)).toBe(
      "t-1:implementer:codex:t-1:implementer:1:1:retry:1:dispatch_submitted",
    );
  });
});

describe("builder", () => {
  it("takes the item's identity and refs, UTC whole seconds and the usual assignment text", () => {
    expect(dispatchReceipt({ ...base("dispatch_submitted"), now: "2026-07-28T12:11:12.987+02:00" })).toEqual({
      schema_version: "valp-dispatch-receipt.v2",
      receipt_id: "t-1:implementer:codex:t-1:implementer:1:1:dispatch_submitted",
      task_id: "t-1",
      event_sequence: 3,
      ts: now,
      agent: "codex",
      role: "implementer",
      work_item_id: "implementer:codex",
      dispatch_id: "t-1:implementer:1",
      dispatch_generation: 1,
      event: "dispatch_submitted",
      dispatch_ref: "agents/codex/dispatch.md",
      expected_refs: ["agents/codex/evidence.md", "evidence/verification.md"],
      proof: { run_id: "17" },
    });
  });

  it.each(terminalEvents)("refuses %s without a suspension epoch", (event) => {
    const { suspensionEpoch: _, ...rest } = { ...base(event as DispatchReceipt["event"]), suspensionEpoch: 1 };
    expect(() => dispatchReceipt(rest)).toThrow(/suspension_epoch/);
  });
});

describe("what no receipt may be", () => {
  const good = dispatchReceipt(base("dispatch_submitted"));
  it.each([
    ["an unknown key", { extra: 1 }],
    ["a submission without proof", { proof: undefined }],
    ["an empty proof", { proof: {} }],
    ["a sequence of zero", { event_sequence: 0 }],
    ["a sequence that is a boolean", { event_sequence: true }],
    ["a generation of one half", { dispatch_generation: 1.5 }],
    ["an unsafe ref", { expected_refs: ["../x"] }],
    ["a doubled ref", { expected_refs: ["a", "a"] }],
    ["an unknown role", { role: "leader" }],
    ["an event of no kind", { event: "dispatched" }],
    [
      "a supersession that says too much",
      { event: "dispatch_superseded", proof: { ...proofs.dispatch_superseded, more: 1 } },
    ],
    ["an empty id", { receipt_id: "" }],
  ])("%s", (_, change) => {
    expect(dispatchReceiptSchema.safeParse(good).success).toBe(true);
    expect(dispatchReceiptSchema.safeParse({ ...good, ...change }).success).toBe(false);
  });
});

describe.skipIf(!havePublishedSchemas)(`published schema${withoutSchemas}`, () => {
  it.each(receiptEvents)("accepts %s", (event) => {
    const more = { retryGeneration: 1, exitCode: 0, summary: "s", runtime: { url: "https://github.example/runs/1" } };
    expect(recordFindings("receipts", dispatchReceipt({ ...base(event), ...more }))).toEqual([]);
  });
});
