// One look at a wait, and the bridge from evidence that appeared to completions.
import { describe, expect, it } from "vitest";
import { jsonFile } from "../../../src/core/records/format.ts";
import { advance } from "../../../src/core/wait/advance.ts";
import { bridgeEvidence } from "../../../src/core/wait/evidence-bridge.ts";
import { having, WaitScene } from "./scene.ts";

function waiting(): WaitScene {
  const scene = new WaitScene();
  scene.wait([scene.item("implementer"), scene.item("researcher")], 100);
  scene.seconds = 10;
  return scene;
}
function look(scene: WaitScene) {
  const answer = advance(scene.facts);
  if ("changes" in answer) scene.apply(answer.changes);
  return answer;
}
function bridge(scene: WaitScene) {
  const answer = bridgeEvidence(scene.facts);
  if (answer.kind !== "observed") throw new Error(JSON.stringify(answer));
  scene.apply(answer.changes);
  return answer.receipts;
}

describe("advance", () => {
  it("takes receipts in their order, then nothing more", () => {
    const scene = waiting();
    expect(look(scene)).toMatchObject({ kind: "waiting", reasons: [] });
    scene.complete(scene.item("researcher"));
    scene.complete(scene.item("implementer"));
    expect(look(scene)).toMatchObject({ kind: "progress", event: { work_item_id: "researcher:gemini" } });
    expect(look(scene)).toMatchObject({ kind: "woken", wake: { wake_reason: "dependency_ready" } });
    expect(look(scene)).toMatchObject({ kind: "idle", changes: [] });
  });

  it("is not stopped by a receipt that does not count, and says why it does not", () => {
    const scene = waiting();
    scene.complete(scene.item("implementer"));
    scene.files.delete("agents/codex/evidence.md");
    expect(look(scene)).toMatchObject({ kind: "waiting", reasons: [{ code: "completion_evidence_missing" }] });
    scene.block(scene.item("researcher"));
    expect(look(scene)).toMatchObject({ kind: "woken", wake: { wake_reason: "dispatch_blocked" } });
  });

  it("takes a completion before a deadline that passed as well", () => {
    const scene = waiting();
    scene.complete(scene.item("implementer"));
    scene.seconds = 1000;
    expect(look(scene).kind).toBe("progress");
    expect(look(scene)).toMatchObject({ kind: "woken", wake: { wake_reason: "timeout" } });
  });

  it("goes back to receipts that another one overtook", () => {
    const scene = waiting();
    scene.complete(scene.item("implementer"));
    const later = scene.complete(scene.item("researcher"));
    scene.resume({ event: "receipt", ref: `dispatch-receipts.jsonl#${later}` });
    expect(look(scene)).toMatchObject({ kind: "woken", wake: { wake_reason: "dependency_ready" } });
  });

  it("does nothing for a task that never waited", () => {
    expect(advance(new WaitScene().facts)).toEqual({ kind: "idle", suspension: null, changes: [] });
  });
});

describe("the bridge", () => {
  it("turns evidence that appeared into one completion that cites the latest submission", () => {
    const scene = waiting();
    const item = scene.item("implementer");
    scene.receipt(item, "dispatch_submitted", {
      proof: { run_id: "run-2" },
      retryGeneration: 1,
      runtime: { url: "u" },
    });
    scene.deliver(item);
    const [receipt] = bridge(scene);
    expect(receipt).toMatchObject({
      receipt_id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      event: "dispatch_completed",
      event_sequence: 4,
      suspension_epoch: 1,
      exit_code: 0,
      dispatch_ref: "agents/codex/dispatch.md",
      runtime: { url: "u" },
      proof: {
        observer: "valp.wait.expected-evidence",
        submission_receipt_id: expect.stringContaining(":retry:1:dispatch_submitted"),
        existing_refs: item.expected_refs,
      },
    });
    expect(bridge(scene)).toEqual([]);
    expect(look(scene).kind).toBe("progress");
    expect(scene.fault).toBeNull();
  });

  it("numbers several at once", () => {
    const scene = waiting();
    scene.deliver(scene.item("implementer"));
    scene.deliver(scene.item("researcher"));
    expect(bridge(scene).map((one) => one.event_sequence)).toEqual([3, 4]);
    look(scene);
    expect(look(scene)).toMatchObject({ wake: { wake_reason: "dependency_ready" } });
  });

  it.each<[string, (scene: WaitScene) => unknown]>([
    ["a part of the evidence", (s) => s.files.set("evidence/verification.md", "x")],
    ["an empty file", (s) => having(s.deliver(s.item("implementer")), s.files.set("evidence/verification.md", ""))],
    [
      "rejected evidence",
      (s) =>
        having(
          s.deliver(s.item("implementer")),
          s.files.set("evidence-status.json", jsonFile({ evidence: { "evidence/verification.md": "rejected" } })),
        ),
    ],
  ])("makes nothing of %s", (_, prepare) => {
    const scene = waiting();
    prepare(scene);
    expect(bridge(scene)).toEqual([]);
  });

  it.each(["something", ""])("never promotes what stood there at entry (%j)", (text) => {
    const scene = new WaitScene();
    scene.files.set("evidence/verification.md", text);
    scene.wait([scene.item("implementer")], 100);
    scene.deliver(scene.item("implementer"));
    expect(bridge(scene)).toEqual([]);
  });

  it("rests once the wait is over, and where nobody waits", () => {
    const scene = waiting();
    scene.resume({ event: "cancellation", ref: scene.request("cancellation", "user") });
    scene.deliver(scene.item("implementer"));
    expect(bridge(scene)).toEqual([]);
    expect(bridge(new WaitScene())).toEqual([]);
  });
});
