// Waking: every legal cause and its pair, every refusal, one wake per epoch, and replays that change nothing.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { jsonFile } from "../../../src/core/records/format.ts";
import type { ExternalEventName } from "../../../src/core/records/suspension.ts";
import type { WakeCause } from "../../../src/core/wait/resume.ts";
import { codes, having, stamp, taskId, WaitScene } from "./scene.ts";

const receipt = (position: number): WakeCause => ({ event: "receipt", ref: `dispatch-receipts.jsonl#${position}` });
const hex = (text: string) => createHash("sha256").update(text).digest("hex");

/** A task that waits for its two producers for a hundred seconds, 20 of which are over. */
function waiting(runtime?: string): WaitScene {
  const scene = new WaitScene(undefined, runtime);
  scene.wait([scene.item("implementer"), scene.item("researcher")], 100);
  scene.seconds = 20;
  return scene;
}

describe("every way to wake", () => {
  it.each<[string, (scene: WaitScene) => WakeCause, object]>([
    [
      "the last completion",
      (s) => having(s.resume(receipt(s.complete(s.item("implementer")))), receipt(s.complete(s.item("researcher")))),
      { reason: "dependency_ready", event: "receipt", status: "executing" },
    ],
    [
      "a blocked dispatch",
      (s) => receipt(s.block(s.item("researcher"))),
      { reason: "dispatch_blocked", event: "receipt", status: "blocked" },
    ],
    [
      "the deadline",
      (s) => having(s.later(100), { event: "timeout" }),
      { reason: "timeout", event: "timeout", status: "blocked" },
    ],
    [
      "a runtime failure",
      (s) =>
        having(s.files.set("run.json", "{}"), {
          event: "runtime_failure",
          ref: s.request("runtime_failure", "runtime", ["run.json"]),
        }),
      { reason: "runtime_failure", event: "runtime_failure", status: "blocked" },
    ],
    [
      "a person's cancellation",
      (s) => ({ event: "cancellation", ref: s.request("cancellation", "user") }),
      { reason: "cancellation", event: "cancellation", status: "cancelled" },
    ],
    [
      "a policy's cancellation",
      (s) => ({ event: "cancellation", ref: s.request("cancellation", "policy") }),
      { reason: "cancellation", event: "cancellation", status: "cancelled" },
    ],
    [
      "a runtime's cancellation",
      (s) => ({ event: "cancellation", ref: s.request("cancellation", "runtime") }),
      { reason: "cancellation", event: "cancellation", status: "cancelled" },
    ],
    [
      "new input",
      (s) => ({ event: "user_input", ref: s.request("user_input", "user") }),
      { reason: "user_input", event: "user_input", status: "executing" },
    ],
  ])("%s", (_, prepare, expected) => {
    const scene = waiting();
    const cause = prepare(scene);
    const answer = scene.resume(cause);
    if (answer.kind !== "woken") throw new Error(JSON.stringify(answer));
    const { wake, result, state } = answer;
    expect({ reason: wake.wake_reason, event: wake.resume_event, status: state.status }).toEqual(expected);
    const source =
      "ref" in cause
        ? cause.event === "receipt"
          ? cause.ref
          : `sha256:${hex(scene.files.get(cause.ref) ?? "")}`
        : "state.json#execution_deadline";
    const id = hex(`${taskId}:1:${cause.event}:${source}`);
    expect(wake.wake_id).toBe(`sha256:${id}`);
    expect(wake.result_ref).toBe(`wake-results/${id}.json`);
    expect(scene.files.get(wake.result_ref)).toBe(jsonFile(result));
    expect(answer.changes.map(({ ref }) => ref)).toEqual([
      wake.result_ref,
      "wait-events.jsonl",
      "state.json",
      "timeline.jsonl",
    ]);
    expect(scene.state.suspension).toEqual(scene.suspension);
    expect(scene.fault).toBeNull();

    const before = new Map(scene.files);
    scene.seconds += 50;
    expect(scene.resume(cause)).toMatchObject({ kind: "already", wake: { wake_id: wake.wake_id }, changes: [] });
    expect(scene.files).toEqual(before);
  });

  it("by hand only where the whole task is carried by hand", () => {
    const manual = waiting("manual");
    manual.deliver(manual.item("implementer"));
    const attested = { suspensionEpoch: 1 };
    const done = manual.receipt(manual.item("implementer"), "manual_result_attested", attested);
    expect(manual.resume(receipt(done)).kind).toBe("progress");
    const blocked = manual.receipt(manual.item("researcher"), "manual_blocked", attested);
    expect(manual.resume(receipt(blocked))).toMatchObject({ wake: { wake_reason: "manual_blocked" } });
    expect(manual.fault).toBeNull();
    const full = waiting();
    full.deliver(full.item("implementer"));
    expect(
      codes(full.resume(receipt(full.receipt(full.item("implementer"), "manual_result_attested", attested)))),
    ).toEqual(["receipt_by_hand"]);
  });
});

describe("progress", () => {
  it("moves one item, keeps the task suspended and the cursor at its receipt", () => {
    const scene = waiting();
    const position = scene.complete(scene.item("researcher"));
    expect(scene.resume(receipt(position))).toMatchObject({
      kind: "progress",
      state: { status: "suspended", revision: 2 },
      event: {
        event: "work_item_completed",
        work_item_id: "researcher:gemini",
        receipt_ref: `dispatch-receipts.jsonl#${position}`,
        projection: {
          suspension: {
            status: "waiting",
            pending_work_item_ids: ["implementer:codex"],
            completed_work_item_ids: ["researcher:gemini"],
            receipt_cursor: position,
          },
        },
      },
    });
  });

  it("is recorded once for one receipt", () => {
    const scene = waiting();
    const cause = receipt(scene.complete(scene.item("researcher")));
    scene.resume(cause);
    const before = new Map(scene.files);
    expect(scene.resume(cause)).toMatchObject({ kind: "already", wake: null });
    expect(scene.files).toEqual(before);
  });
});

describe("receipts that do not wake", () => {
  it.each<[string, (scene: WaitScene) => string, string]>([
    ["a ref of no receipt", () => "dispatch-receipts.jsonl#99", "receipt_not_found"],
    ["line zero", () => "dispatch-receipts.jsonl#0", "receipt_not_found"],
    ["a number that is none", () => "dispatch-receipts.jsonl#1e1", "receipt_not_found"],
    ["another file", () => "other.jsonl#3", "receipt_not_found"],
    ["one from before the wait", () => "dispatch-receipts.jsonl#1", "receipt_too_old"],
    [
      "a submission",
      (s) =>
        `dispatch-receipts.jsonl#${s.receipt(s.item("implementer"), "dispatch_submitted", { proof: { run_id: "2" }, retryGeneration: 1 })}`,
      "receipt_not_terminal",
    ],
    [
      "one of another epoch",
      (s) => `dispatch-receipts.jsonl#${s.complete(s.item("implementer"), 2)}`,
      "receipt_unmatched",
    ],
    [
      "one of another generation",
      (s) => `dispatch-receipts.jsonl#${s.complete({ ...s.item("implementer"), dispatch_generation: 2 })}`,
      "receipt_unmatched",
    ],
    [
      "one of an item nobody waits for",
      (s) => `dispatch-receipts.jsonl#${s.complete(s.item("reviewer"))}`,
      "receipt_unmatched",
    ],
    [
      "one that expects less",
      (s) =>
        `dispatch-receipts.jsonl#${s.complete({ ...s.item("implementer"), expected_refs: ["evidence/verification.md"] })}`,
      "receipt_unmatched",
    ],
    [
      "a legacy line",
      (s) =>
        `dispatch-receipts.jsonl#${s.line({ agent: "codex", event: "dispatch_completed", expected_refs: s.item("implementer").expected_refs })}`,
      "receipt_unmatched",
    ],
    [
      "a second completion of the same item",
      (s) =>
        having(
          s.resume(receipt(s.complete(s.item("implementer")))),
          `dispatch-receipts.jsonl#${s.complete(s.item("implementer"), 1, { receiptId: "second" })}`,
        ),
      "item_not_pending",
    ],
    [
      "a block of a completed item",
      (s) =>
        having(
          s.resume(receipt(s.complete(s.item("implementer")))),
          `dispatch-receipts.jsonl#${s.block(s.item("implementer"))}`,
        ),
      "item_not_pending",
    ],
  ])("%s", (_, prepare, code) => {
    const scene = waiting();
    const ref = prepare(scene);
    const before = new Map(scene.files);
    expect(codes(scene.resume({ event: "receipt", ref }))).toEqual([code]);
    expect(scene.files).toEqual(before);
    expect(scene.fault).toBeNull();
  });

  it.each<[string, (scene: WaitScene) => unknown]>([
    ["missing", (s) => s.files.delete("evidence/verification.md")],
    ["empty", (s) => s.files.set("evidence/verification.md", "")],
    [
      "rejected",
      (s) =>
        s.files.set(
          "evidence-status.json",
          jsonFile({ evidence: { "evidence/verification.md": { status: "rejected" } } }),
        ),
    ],
  ])("a completion with %s evidence, until it is good", (_, damage) => {
    const scene = waiting();
    const position = scene.complete(scene.item("implementer"));
    damage(scene);
    const answer = scene.resume(receipt(position));
    expect(codes(answer)).toEqual(["completion_evidence_missing"]);
    expect(answer.kind === "refused" && answer.reasons[0]?.text).toContain("evidence/verification.md");
    scene.deliver(scene.item("implementer"));
    scene.files.delete("evidence-status.json");
    expect(scene.resume(receipt(position)).kind).toBe("progress");
  });

  it("the last completion, while the evidence of an earlier one is gone", () => {
    const scene = waiting();
    scene.resume(receipt(scene.complete(scene.item("implementer"))));
    scene.files.delete("agents/codex/evidence.md");
    expect(codes(scene.resume(receipt(scene.complete(scene.item("researcher")))))).toEqual([
      "completion_evidence_missing",
    ]);
  });
});

describe("the deadline", () => {
  it.each([
    [99, "not_yet"],
    [100, "woken"],
    [5000, "woken"],
  ] as const)("after %i seconds: %s", (seconds, kind) => {
    const scene = waiting();
    scene.seconds = seconds;
    expect(scene.resume({ event: "timeout" }).kind).toBe(kind);
  });

  it("says when it is", () => {
    expect(waiting().resume({ event: "timeout" })).toMatchObject({
      deadline: stamp(100),
      reason: { code: "deadline_not_reached" },
    });
  });
});

describe("one wake per epoch", () => {
  const ways: [string, (scene: WaitScene) => WakeCause][] = [
    ["receipt", (s) => receipt(s.block(s.item("implementer")))],
    ["timeout", (s) => having(s.later(200), { event: "timeout" })],
    ["cancellation", (s) => ({ event: "cancellation", ref: s.request("cancellation", "user") })],
    ["user_input", (s) => ({ event: "user_input", ref: s.request("user_input", "user") })],
    [
      "runtime_failure",
      (s) =>
        having(s.files.set("run.json", "{}"), {
          event: "runtime_failure",
          ref: s.request("runtime_failure", "runtime", ["run.json"]),
        }),
    ],
  ];
  const pairs = ways.flatMap(([first, one]) =>
    ways.filter(([second]) => second !== first).map(([second, two]) => [first, second, one, two] as const),
  );

  it.each(pairs)("%s, then %s", (first, second, one, two) => {
    const scene = waiting();
    const loser = two(scene);
    expect(scene.resume(one(scene)).kind).toBe("woken");
    const before = new Map(scene.files);
    const answer = scene.resume(loser);
    const late = first === "timeout" && second === "receipt";
    expect(codes(answer)).toEqual([late ? "late_completion_lost" : "wake_conflict"]);
    expect(answer.kind).toBe("conflict");
    expect(scene.files).toEqual(before);
  });

  it("takes the same request under another name for another wake", () => {
    const scene = waiting();
    const ref = scene.request("cancellation", "user");
    scene.files.set("evidence/wake-requests/copy.json", scene.files.get(ref) ?? "");
    scene.resume({ event: "cancellation", ref });
    expect(codes(scene.resume({ event: "cancellation", ref: "evidence/wake-requests/copy.json" }))).toEqual([
      "wake_conflict",
    ]);
  });

  it("knows a receipt that completed an item before the epoch ended otherwise", () => {
    const scene = waiting();
    const cause = receipt(scene.complete(scene.item("implementer")));
    scene.resume(cause);
    scene.resume({ event: "cancellation", ref: scene.request("cancellation", "user") });
    expect(scene.resume(cause)).toMatchObject({ kind: "already", wake: null });
  });
});

describe("nothing to wake", () => {
  it("refuses where the task never waited", () => {
    expect(codes(new WaitScene().resume({ event: "timeout" }))).toEqual(["not_suspended"]);
  });
});

describe("requests from outside", () => {
  const rewrite = (scene: WaitScene, ref: string, edit: object) => {
    scene.files.set(ref, jsonFile({ ...JSON.parse(scene.files.get(ref) ?? ""), ...edit }));
    return ref;
  };
  const asked = (scene: WaitScene) => scene.request("cancellation", "user");
  it.each<[string, (scene: WaitScene) => string, string, ExternalEventName?]>([
    ["absent", () => "evidence/wake-requests/none.json", "wake_source_missing"],
    ["outside the task", () => "../../x.json", "wake_source_missing"],
    [
      "under a name with a colon",
      (s) => having(s.files.set("a:b", s.files.get(asked(s)) ?? ""), "a:b"),
      "wake_source_missing",
    ],
    ["empty", (s) => having(s.files.set("w.json", ""), "w.json"), "wake_source_missing"],
    ["no JSON", (s) => having(s.files.set("w.json", "{"), "w.json"), "wake_source_broken"],
    ["with a key too many", (s) => rewrite(s, asked(s), { x: 1 }), "wake_source_broken"],
    [
      "of another version",
      (s) => rewrite(s, asked(s), { schema_version: "valp-exception-wake.v2" }),
      "wake_source_broken",
    ],
    ["without a reason", (s) => rewrite(s, asked(s), { reason: " " }), "wake_source_broken"],
    ["by nobody", (s) => rewrite(s, asked(s), { principal: { type: "user", id: " " } }), "wake_source_broken"],
    [
      "new input by a runtime",
      (s) => rewrite(s, asked(s), { event: "user_input", principal: { type: "runtime", id: "r" } }),
      "wake_source_broken",
      "user_input",
    ],
    [
      "a failure by a person",
      (s) => rewrite(s, asked(s), { event: "runtime_failure", supporting_refs: ["state.json"] }),
      "wake_source_broken",
      "runtime_failure",
    ],
    [
      "a failure without support",
      (s) => rewrite(s, asked(s), { event: "runtime_failure", principal: { type: "runtime", id: "r" } }),
      "wake_source_broken",
      "runtime_failure",
    ],
    ["with support outside the task", (s) => rewrite(s, asked(s), { supporting_refs: ["../x"] }), "wake_source_broken"],
    [
      "with doubled support",
      (s) => rewrite(s, asked(s), { supporting_refs: ["state.json", "state.json"] }),
      "wake_source_broken",
    ],
    ["with missing support", (s) => rewrite(s, asked(s), { supporting_refs: ["gone.json"] }), "wake_support_missing"],
    [
      "with empty support",
      (s) => having(s.files.set("e.json", ""), rewrite(s, asked(s), { supporting_refs: ["e.json"] })),
      "wake_support_missing",
    ],
    [
      "supported by itself",
      (s) => ((ref) => rewrite(s, ref, { supporting_refs: [ref] }))(asked(s)),
      "wake_source_cites_itself",
    ],
    ["of another epoch", (s) => rewrite(s, asked(s), { suspension_epoch: 2 }), "wake_source_of_other_wait"],
    [
      "of another suspension",
      (s) => rewrite(s, asked(s), { suspension_id: `sha256:${"a".repeat(64)}` }),
      "wake_source_of_other_wait",
    ],
    ["of another task", (s) => rewrite(s, asked(s), { task_id: "x" }), "wake_source_of_other_wait"],
    ["for another event", asked, "wake_source_of_other_wait", "user_input"],
  ])("%s", (_, prepare, code, event = "cancellation") => {
    const scene = waiting();
    const ref = prepare(scene);
    const before = new Map(scene.files);
    expect(codes(scene.resume({ event, ref }))).toEqual([code]);
    expect(scene.files).toEqual(before);
  });

  it("that were changed after they woke the task are found", () => {
    const scene = waiting();
    const ref = asked(scene);
    scene.resume({ event: "cancellation", ref });
    rewrite(scene, ref, { reason: "quite another one" });
    expect(codes(scene.resume({ event: "timeout" }))).toEqual(["wake_source_changed"]);
  });
});

describe("a result file that an earlier run left without its event", () => {
  it("is taken with its time when it says the same", () => {
    const scene = waiting();
    const cause = receipt(scene.block(scene.item("implementer")));
    const undone = new Map(scene.files);
    const first = scene.resume(cause);
    if (first.kind !== "woken") throw new Error(first.kind);
    const left = scene.files.get(first.wake.result_ref) ?? "";
    scene.files.clear();
    for (const [ref, text] of undone) scene.files.set(ref, text);
    scene.files.set(first.wake.result_ref, left);
    scene.seconds = 77;
    expect(scene.resume(cause)).toMatchObject({
      kind: "woken",
      result: { recorded_at: stamp(20) },
      state: { updated_at: stamp(20) },
    });
    expect(scene.files.get(first.wake.result_ref)).toBe(left);
    expect(scene.fault).toBeNull();
  });

  it.each([
    ["another result", jsonFile({ recorded_at: stamp(1) })],
    ["no JSON", "{"],
    ["nothing", ""],
  ])("is a conflict when it holds %s", (_, text) => {
    const scene = waiting();
    const cause = receipt(scene.block(scene.item("implementer")));
    const copy = waiting();
    copy.resume(receipt(copy.block(copy.item("implementer"))));
    const ref = [...copy.files.keys()].find((name) => name.startsWith("wake-results/")) ?? "";
    scene.files.set(ref, text);
    expect(codes(scene.resume(cause))).toEqual(["wake_result_conflict"]);
  });
});
