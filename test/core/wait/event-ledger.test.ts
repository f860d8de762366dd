// The event ledger replayed: sound ledgers pass, and every single thing that was changed in one is found.
import { describe, expect, it } from "vitest";
import { jsonFile, jsonLine } from "../../../src/core/records/format.ts";
import { lastSuspension, projectionFault, readEventLedger, replayFault } from "../../../src/core/wait/event-ledger.ts";
import { evidenceOf } from "../../../src/core/wait/evidence.ts";
import { suspensionId, waitEventId } from "../../../src/core/wait/wait-ids.ts";
import { barrierFault, epochFault } from "../../../src/core/wait/wake-faults.ts";
import { codes, taskId, WaitScene } from "./scene.ts";

const cause = (position: number) => ({ event: "receipt", ref: `dispatch-receipts.jsonl#${position}` }) as const;

/** Two epochs: the first cancelled, the second ready. Lines: suspended, resumed, suspended, completed, resumed. */
function twice(): WaitScene {
  const scene = new WaitScene();
  scene.wait([scene.item("implementer"), scene.item("researcher")], 100);
  scene.resume({ event: "user_input", ref: scene.request("user_input", "user") });
  scene.suspend(200);
  scene.resume(cause(scene.complete(scene.item("implementer"), 2)));
  scene.resume(cause(scene.complete(scene.item("researcher"), 2)));
  return scene;
}

// biome-ignore lint/suspicious/noExplicitAny: tampering knows no types.
type Loose = any;
const lines = (scene: WaitScene): Loose[] =>
  (scene.files.get("wait-events.jsonl") ?? "")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Changes line `n` (from 1) and gives it the id that follows from its new contents. */
function edit(scene: WaitScene, n: number, change: (event: Loose) => void, rename = true): void {
  const all = lines(scene);
  const event = all[n - 1];
  change(event);
  if (rename) {
    const { event: name, suspension_id: id, event_sequence: sequence, state_revision_after: revision } = event;
    event.event_id = waitEventId(event.task_id, name, id, sequence, revision);
    if (event.projection.suspension.accepted_wake)
      event.projection.suspension.accepted_wake.wake_event_id = event.event_id;
  }
  scene.files.set("wait-events.jsonl", all.map(jsonLine).join(""));
}
const suspension = (change: (suspension: Loose) => void) => (event: Loose) => change(event.projection.suspension);

it("finds nothing in a sound ledger, nor in an empty one", () => {
  const scene = twice();
  expect(scene.fault).toBeNull();
  expect(projectionFault(readEventLedger(scene.files.get("wait-events.jsonl") ?? ""), scene.state)).toBeNull();
  expect(new WaitScene().fault).toBeNull();
  expect(lastSuspension(readEventLedger(""))).toBeNull();
});

it("is not troubled by keys that other tools add to a line", () => {
  const scene = twice();
  edit(scene, 5, (event) => {
    event.continuation_status = "not_available";
  });
  expect(scene.fault).toBeNull();
});

describe("what was changed is found", () => {
  it.each<[string, number, (event: Loose) => void, string]>([
    [
      "another task",
      1,
      (e) => {
        e.task_id = "x";
      },
      "wait_event_of_other_task",
    ],
    [
      "a number that jumps",
      2,
      (e) => {
        e.event_sequence = 3;
      },
      "wait_sequence_broken",
    ],
    [
      "a revision by two",
      2,
      (e) => {
        e.state_revision_after = 3;
      },
      "wait_revision_broken",
    ],
    [
      "revisions that do not chain",
      3,
      (e) => {
        e.state_revision_before = 5;
        e.state_revision_after = 6;
      },
      "wait_revision_broken",
    ],
    [
      "a suspension of another epoch",
      3,
      (e) => {
        e.suspension_epoch = 3;
      },
      "wait_identity_changed",
    ],
    [
      "a suspension id that does not derive",
      1,
      (e) => {
        e.suspension_id = `sha256:${"b".repeat(64)}`;
        e.projection.suspension.suspension_id = e.suspension_id;
      },
      "wait_event_id_differs",
    ],
    [
      "an epoch that jumps",
      3,
      (e) => {
        e.suspension_epoch = 3;
        e.projection.suspension.suspension_epoch = 3;
        const s = e.projection.suspension;
        s.suspension_id = suspensionId(taskId, 3, 2, 2);
        e.suspension_id = s.suspension_id;
      },
      "wait_event_id_differs",
    ],
    [
      "a checkpoint that is not there",
      1,
      suspension((s) => {
        s.checkpoint_ref = "gone.json";
      }),
      "wait_checkpoint_missing",
    ],
    [
      "an illegal pair",
      5,
      (e) => {
        e.wake_reason = "timeout";
      },
      "wake_pair_illegal",
    ],
    [
      "a status that does not follow",
      5,
      (e) => {
        e.projection.status = "blocked";
      },
      "wake_status_illegal",
    ],
    [
      "a policy that is not there",
      1,
      suspension((s) => {
        s.wait_policy_ref = `wait-policies/${"c".repeat(64)}.json`;
      }),
      "wait_snapshot_missing",
    ],
    [
      "items that the policy does not name",
      1,
      suspension((s) => {
        s.required_work_items[0].expected_refs = ["x"];
      }),
      "wait_items_differ",
    ],
    [
      "another policy id",
      1,
      suspension((s) => {
        s.wait_policy_id = "mine";
      }),
      "wait_items_differ",
    ],
    [
      "an item that is complete from the start",
      3,
      suspension((s) => {
        s.completed_work_item_ids = [s.pending_work_item_ids.shift()];
      }),
      "wait_sets_broken",
    ],
    [
      "an item that vanished",
      4,
      suspension((s) => {
        s.pending_work_item_ids = [];
      }),
      "wait_sets_broken",
    ],
    [
      "another completed item",
      4,
      (e) => {
        e.work_item_id = "researcher:gemini";
      },
      "wait_sets_broken",
    ],
    [
      "an item both complete and failed",
      4,
      suspension((s) => {
        s.failed_work_item_ids = ["implementer:codex"];
      }),
      "wait_sets_broken",
    ],
    [
      "a wake that leaves something pending",
      5,
      suspension((s) => {
        s.pending_work_item_ids = [s.completed_work_item_ids.pop()];
      }),
      "wait_sets_broken",
    ],
    [
      "an exception that moves the sets",
      2,
      suspension((s) => {
        s.failed_work_item_ids = ["implementer:codex"];
      }),
      "wait_sets_broken",
    ],
    [
      "a receipt that is not there",
      4,
      (e) => {
        e.receipt_ref = "dispatch-receipts.jsonl#44";
      },
      "wait_receipt_missing",
    ],
    [
      "a receipt of another item",
      4,
      (e) => {
        e.receipt_ref = "dispatch-receipts.jsonl#4";
      },
      "wait_receipt_differs",
    ],
    [
      "a receipt id that is another",
      4,
      (e) => {
        e.qualifying_receipt_id = "x";
      },
      "wait_receipt_differs",
    ],
    [
      "a wake id of its own",
      5,
      (e) => {
        e.wake_id = `sha256:${"d".repeat(64)}`;
      },
      "wake_identity_differs",
    ],
    [
      "a result elsewhere",
      5,
      (e) => {
        e.result_ref = `wake-results/${"d".repeat(64)}.json`;
      },
      "wake_identity_differs",
    ],
    [
      "an accepted wake that says otherwise",
      5,
      suspension((s) => {
        s.accepted_wake.accepted_sequence = 9;
      }),
      "wake_identity_differs",
    ],
    [
      "an outside event under a receipt",
      5,
      (e) => {
        e.external_event = lines(twice())[1].external_event;
        e.projection.suspension.accepted_wake.external_event = e.external_event;
      },
      "wait_event_damaged",
    ],
    [
      "another reason in the outside event",
      2,
      (e) => {
        e.external_event.reason = "x";
        e.projection.suspension.accepted_wake.external_event.reason = "x";
      },
      "wake_source_changed",
    ],
    [
      "a field of no suspension",
      1,
      suspension((s) => {
        s.note = 1;
      }),
      "wait_event_damaged",
    ],
    [
      "a missing projection",
      1,
      (e) => {
        e.projection = { status: "suspended", updated_at: "x", suspension: {} };
      },
      "wait_event_damaged",
    ],
    [
      "a version that is another",
      1,
      (e) => {
        e.schema_version = "valp-wait-event.v2";
      },
      "wait_event_damaged",
    ],
  ])("%s on line %i", (_, line, change, code) => {
    const scene = twice();
    edit(scene, line, change);
    expect(scene.fault?.code).toBe(code);
  });

  it("an event id of its own", () => {
    const scene = twice();
    edit(
      scene,
      1,
      (event) => {
        event.event_id = `sha256:${"a".repeat(64)}`;
      },
      false,
    );
    expect(scene.fault?.code).toBe("wait_event_id_differs");
  });

  it.each([1, 2, 3, 4])("line %i taken out", (line) => {
    const scene = twice();
    scene.files.set(
      "wait-events.jsonl",
      lines(scene)
        .filter((_, n) => n !== line - 1)
        .map(jsonLine)
        .join(""),
    );
    expect(scene.fault?.code).toBe("wait_sequence_broken");
  });

  it("the last line taken out, by the state", () => {
    const scene = twice();
    const events = readEventLedger(lines(scene).slice(0, 4).map(jsonLine).join(""));
    expect(projectionFault(events, scene.state)?.code).toBe("wait_projection_differs");
  });

  it.each<[string, (scene: WaitScene, wakes: Loose[]) => unknown, string]>([
    ["a result that is gone", (s, [, second]) => s.files.delete(second.result_ref), "wake_result_missing"],
    [
      "a result with another status",
      (s, [, second]) =>
        s.files.set(
          second.result_ref,
          jsonFile({ ...JSON.parse(s.files.get(second.result_ref) ?? ""), resulting_task_status: "blocked" }),
        ),
      "wake_result_differs",
    ],
    [
      "a result with other sets",
      (s, [first]) =>
        s.files.set(
          first.result_ref,
          jsonFile({ ...JSON.parse(s.files.get(first.result_ref) ?? ""), completed_work_item_ids: ["x"] }),
        ),
      "wake_result_differs",
    ],
    [
      "a result with a key too many",
      (s, [first]) =>
        s.files.set(first.result_ref, jsonFile({ ...JSON.parse(s.files.get(first.result_ref) ?? ""), more: 1 })),
      "wake_result_differs",
    ],
    [
      "a changed policy copy",
      (s) => s.files.set(lines(s)[0].projection.suspension.wait_policy_ref, "{}"),
      "wait_snapshot_changed",
    ],
    [
      "a request of an earlier epoch that is gone",
      (s, [first]) => s.files.delete(first.resume_ref),
      "wake_source_missing",
    ],
    ["dependencies that changed", (s) => s.files.delete("submission-dependencies.json"), "dependencies_broken"],
  ])("%s", (_, damage, code) => {
    const scene = twice();
    damage(scene, [lines(scene)[1], lines(scene)[4]]);
    expect(scene.fault?.code).toBe(code);
  });

  it.each([
    ["no JSON", "{"],
    ["a list", "[]"],
    ["a number", "1"],
  ])("%s instead of a line", (_, text) => {
    const scene = twice();
    scene.files.set("wait-events.jsonl", `${scene.files.get("wait-events.jsonl")}${text}\n`);
    expect(scene.fault?.code).toBe("wait_event_damaged");
    expect(scene.fault?.text).toContain("Line 6");
    expect(scene.resume({ event: "timeout" }).kind).toBe("refused");
  });
});

describe("a second wake of one epoch", () => {
  it("does not replay", () => {
    const scene = twice();
    const all = lines(scene);
    const copy = structuredClone(all[4]);
    copy.event_sequence = 6;
    copy.state_revision_before = 5;
    copy.state_revision_after = 6;
    scene.files.set("wait-events.jsonl", [...all, copy].map(jsonLine).join(""));
    edit(scene, 6, () => undefined);
    expect(scene.fault?.code).toBe("wait_event_without_wait");
    const events = readEventLedger(scene.files.get("wait-events.jsonl") ?? "");
    expect(epochFault(events.entries, scene.suspension)?.code).toBe("wake_count_wrong");
    expect(epochFault(events.entries.slice(0, 5), scene.suspension)).toBeNull();
  });
});

describe("state.json against the ledger", () => {
  it.each<[string, object, string]>([
    ["revision", { revision: 9 }, "wait_projection_differs"],
    ["a revision that is a boolean", { revision: true }, "wait_projection_differs"],
    ["suspension", { suspension: {} }, "wait_projection_differs"],
    ["a status that still waits", { status: "suspended" }, "wait_projection_differs"],
  ])("%s", (_, change, code) => {
    const scene = twice();
    const events = readEventLedger(scene.files.get("wait-events.jsonl") ?? "");
    expect(projectionFault(events, { ...scene.state, ...change })?.code).toBe(code);
  });

  it("may have gone on after a wake, and claims nothing without events", () => {
    const scene = twice();
    const events = readEventLedger(scene.files.get("wait-events.jsonl") ?? "");
    expect(projectionFault(events, { ...scene.state, status: "done" })).toBeNull();
    expect(projectionFault(readEventLedger(""), { status: "suspended" })?.code).toBe("wait_state_ahead");
    expect(projectionFault(readEventLedger(""), { status: "dispatching" })).toBeNull();
  });
});

describe("a state that the events have left behind", () => {
  /** The state as it stood after some events of the first epoch's two and the second epoch's two. */
  function behind(events: number): WaitScene {
    const scene = new WaitScene();
    scene.wait([scene.item("implementer")], 100);
    const states = [scene.files.get("state.json") ?? ""];
    const act = (step: () => unknown) => {
      step();
      states.push(scene.files.get("state.json") ?? "");
    };
    act(() => scene.resume({ event: "user_input", ref: scene.request("user_input", "user") }));
    act(() => scene.suspend(100));
    act(() => scene.resume({ event: "cancellation", ref: scene.request("cancellation", "user") }));
    scene.files.set("state.json", states[3 - events] ?? "");
    return scene;
  }

  it.each([1, 2, 3])("by %i is what the last event says, status included", (events) => {
    const [scene, whole] = [behind(events), behind(0)];
    const ref = whole.suspension.accepted_wake?.resume_ref ?? "";
    expect(scene.resume({ event: "cancellation", ref }).kind).toBe("already");
    expect(scene.state).toEqual(whole.state);
    expect(scene.files.get("timeline.jsonl")).toContain("wait_projection_recovered");
  });

  it("keeps where a woken task stands when only its suspension was changed", () => {
    const scene = twice();
    const { suspension: _, ...rest } = scene.state;
    scene.files.set("state.json", jsonFile({ ...rest, status: "recording" }));
    scene.resume(cause(scene.ledger.entries.length));
    expect(scene.state).toMatchObject({ status: "recording", suspension: { status: "resumed" } });
  });

  it("is refused when it is ahead instead", () => {
    const scene = twice();
    scene.files.set("state.json", jsonFile({ ...scene.state, revision: 9 }));
    expect(codes(scene.resume({ event: "timeout" }))).toEqual(["wait_state_ahead"]);
  });
});

describe("the barrier of a successful wake", () => {
  const judge = (scene: WaitScene) =>
    barrierFault(scene.suspension, taskId, scene.ledger, evidenceOf(scene.view, {}))?.code ?? null;

  it("rests on completions and evidence of every item", () => {
    const scene = twice();
    expect(judge(scene)).toBeNull();
    scene.files.set("evidence/verification.md", "");
    expect(judge(scene)).toBe("completion_evidence_missing");
  });

  it("is open when a completion is of another epoch or by hand", () => {
    const scene = twice();
    for (const change of [{ suspension_epoch: 1 }, { event: "manual_result_attested" }, { event_sequence: 1 }]) {
      const receipts = scene.ledger.entries.map(({ receipt }) => ({
        ...receipt,
        ...(receipt.event === "dispatch_completed" ? change : {}),
      }));
      const other = new WaitScene();
      for (const receipt of receipts) other.line(receipt);
      expect(barrierFault(scene.suspension, taskId, other.ledger, evidenceOf(scene.view, {}))?.code).toBe(
        "wake_barrier_open",
      );
    }
  });

  it("is not asked of other wakes", () => {
    const scene = new WaitScene();
    scene.wait([scene.item("implementer")], 0);
    scene.resume({ event: "timeout" });
    expect(judge(scene)).toBeNull();
  });
});

it("replays receipts from the ledger it is given, not from the folder", () => {
  const scene = twice();
  const events = readEventLedger(scene.files.get("wait-events.jsonl") ?? "");
  const fault = replayFault(events, { taskId, folder: scene.view, receipts: new WaitScene().ledger });
  expect(fault?.code).toBe("wait_receipt_missing");
});
