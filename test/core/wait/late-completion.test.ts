// After the deadline won: what had arrived lost for good, what arrives later may be taken up once, and the wake stays.
import { describe, expect, it } from "vitest";
import { jsonFile } from "../../../src/core/records/format.ts";
import type { TaskState } from "../../../src/core/records/state.ts";
import { codes, having, WaitScene } from "./scene.ts";

const cause = (position: number) => ({ event: "receipt", ref: `dispatch-receipts.jsonl#${position}` }) as const;

/** Timed out with one item complete and one pending. */
function timedOut(): WaitScene {
  const scene = new WaitScene();
  scene.wait([scene.item("implementer"), scene.item("researcher")], 100);
  scene.resume(cause(scene.complete(scene.item("implementer"))));
  scene.seconds = 100;
  scene.resume({ event: "timeout" });
  return scene;
}
const events = (scene: WaitScene) => scene.files.get("wait-events.jsonl");

describe("the race", () => {
  it("freezes what had arrived, whether it was taken or not", () => {
    const scene = new WaitScene();
    scene.wait([scene.item("implementer")], 100);
    const arrived = scene.complete(scene.item("implementer"));
    scene.seconds = 100;
    expect(scene.resume({ event: "timeout" })).toMatchObject({ kind: "woken", wake: { wake_reason: "timeout" } });
    expect(scene.suspension.receipt_cursor).toBe(arrived);
    expect(scene.resume(cause(arrived))).toMatchObject({ kind: "conflict", reason: { code: "late_completion_lost" } });
  });

  it("is not decided by the deadline while the completion is taken first", () => {
    const scene = new WaitScene();
    scene.wait([scene.item("implementer")], 100);
    scene.seconds = 500;
    expect(scene.resume(cause(scene.complete(scene.item("implementer")))).kind).toBe("woken");
    expect(codes(scene.resume({ event: "timeout" }))).toEqual(["wake_conflict"]);
  });
});

describe("a later completion", () => {
  it("lets the task go on once; wake, result and events stay as they were", () => {
    const scene = timedOut();
    const before = events(scene);
    const ref = scene.suspension.accepted_wake?.result_ref ?? "";
    const result = scene.files.get(ref);
    const position = scene.complete(scene.item("researcher"));
    expect(scene.resume(cause(position))).toMatchObject({
      kind: "recovered",
      state: { status: "dispatching", revision: 3 },
    });
    expect(events(scene)).toBe(before);
    expect(scene.files.get(ref)).toBe(result);
    expect(scene.fault).toBeNull();
    const line = JSON.parse(scene.files.get("timeline.jsonl")?.trim().split("\n").at(-1) ?? "");
    expect(line).toMatchObject({
      event: "late_completion_recovered",
      suspension_id: scene.suspension.suspension_id,
      completion_receipt_ref: `dispatch-receipts.jsonl#${position}`,
      preserved_timeout_result_ref: ref,
    });
  });

  it("never moves the task a second time, even when it was blocked again since", () => {
    const scene = timedOut();
    const position = scene.complete(scene.item("researcher"));
    scene.resume(cause(position));
    const state: TaskState = { ...scene.state, status: "blocked" };
    scene.files.set("state.json", jsonFile(state));
    const before = new Map(scene.files);
    expect(scene.resume(cause(position)).kind).toBe("recovered");
    expect(scene.files).toEqual(before);
  });

  it("of the same item under another receipt is a conflict", () => {
    const scene = timedOut();
    scene.resume(cause(scene.complete(scene.item("researcher"))));
    const second = scene.complete(scene.item("researcher"), 1, { receiptId: "second" });
    expect(scene.resume(cause(second))).toMatchObject({
      kind: "conflict",
      reason: { code: "late_recovered_otherwise" },
    });
  });

  it.each<[string, (scene: WaitScene) => number, string]>([
    ["that blocks", (s) => s.block(s.item("researcher")), "late_not_completed"],
    [
      "of an item that was complete",
      (s) => s.complete(s.item("implementer"), 1, { receiptId: "x" }),
      "item_not_pending",
    ],
    ["of another epoch", (s) => s.complete(s.item("researcher"), 2), "receipt_unmatched"],
    ["from before the wait", () => 1, "receipt_too_old"],
    ["that is not there", () => 99, "receipt_not_found"],
    [
      "without its submission",
      (s) => s.complete(s.item("researcher"), 1, { proof: { run_id: "1" } }),
      "late_without_submission",
    ],
    [
      "citing the submission of another item",
      (s) =>
        s.complete(s.item("researcher"), 1, {
          proof: { submission_receipt_id: String(s.ledger.entries[0]?.receipt.receipt_id) },
        }),
      "late_without_submission",
    ],
    [
      "without evidence",
      (s) => ((n) => having(s.files.delete("agents/gemini/evidence.md"), n))(s.complete(s.item("researcher"))),
      "completion_evidence_missing",
    ],
    [
      "for a task that has ended since",
      (s) =>
        ((n) => having(s.files.set("state.json", jsonFile({ ...s.state, status: "cancelled" })), n))(
          s.complete(s.item("researcher")),
        ),
      "late_task_went_on",
    ],
  ])("%s is refused", (_, prepare, code) => {
    const scene = timedOut();
    const position = prepare(scene);
    const before = new Map(scene.files);
    expect(codes(scene.resume(cause(position)))).toEqual([code]);
    expect(scene.files).toEqual(before);
  });
});
