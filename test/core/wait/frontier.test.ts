// Which work may be dispatched: prerequisites, evidence, order, and corrections that stand in for what was superseded.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/core/records/format.ts";
import { evidenceOf } from "../../../src/core/wait/evidence.ts";
import { frontier, orderFaults, unmetFor, type WorkFacts } from "../../../src/core/wait/frontier.ts";
import { receiptsOf } from "../../../src/core/wait/receipt-match.ts";
import { at, taskId, WaitScene } from "./scene.ts";

const facts = (
  scene: WaitScene,
  more: { status?: JsonObject; correction?: JsonObject; manual?: boolean } = {},
): WorkFacts => ({
  dependencies: scene.dependencies,
  evidence: evidenceOf(scene.view, more.status ?? {}),
  correction: more.correction ?? {},
  manual: more.manual ?? false,
});
const roles = (items: readonly { role: string }[]) => items.map((item) => item.role);
const ready = (scene: WaitScene, more = {}) => roles(frontier(facts(scene, more), scene.ledger).ready);

/** A scene whose coordinator has finished. */
function begun(): WaitScene {
  const scene = new WaitScene();
  scene.submit(scene.item("coordinator"));
  scene.complete(scene.item("coordinator"));
  return scene;
}

describe("the frontier moves from role to role", () => {
  it("starts with the coordinator, then all producers, then the reviewer", () => {
    const scene = new WaitScene();
    expect(ready(scene)).toEqual(["coordinator"]);
    scene.submit(scene.item("coordinator"));
    expect(frontier(facts(scene), scene.ledger)).toMatchObject({ ready: [], running: [{ role: "coordinator" }] });
    scene.complete(scene.item("coordinator"));
    expect(ready(scene)).toEqual(["implementer", "researcher"]);
    for (const role of ["implementer", "researcher"] as const) {
      scene.submit(scene.item(role));
      expect(ready(scene)).not.toContain("reviewer");
      scene.complete(scene.item(role));
    }
    expect(ready(scene)).toEqual(["reviewer"]);
    expect(roles(frontier(facts(scene), scene.ledger).completed)).toEqual(["coordinator", "implementer", "researcher"]);
  });

  it("names what each waiting item still needs", () => {
    const scene = new WaitScene();
    const { waiting } = frontier(facts(scene), scene.ledger);
    expect(waiting.map(({ item, unmet }) => [item.role, unmet.map((one) => one.code)])).toEqual([
      ["implementer", ["prerequisite_missing"]],
      ["researcher", ["prerequisite_missing"]],
      ["reviewer", ["prerequisite_missing", "prerequisite_missing"]],
    ]);
  });

  it("keeps a blocked item apart and everything behind it waiting", () => {
    const scene = begun();
    scene.submit(scene.item("implementer"));
    scene.block(scene.item("implementer"));
    const found = frontier(facts(scene), scene.ledger);
    expect(roles(found.blocked)).toEqual(["implementer"]);
    expect(roles(found.waiting.map(({ item }) => item))).toEqual(["reviewer"]);
  });

  it("does not take a submission without proof for a dispatch", () => {
    const scene = begun();
    scene.receipt(scene.item("implementer"), "dispatch_submitted", { proof: { note: "dry-run", run_id: "1" } });
    scene.receipt(scene.item("implementer"), "dispatch_inserted");
    expect(ready(scene)).toContain("implementer");
  });
});

describe("a prerequisite", () => {
  it("counts by its latest end alone", () => {
    const scene = begun();
    scene.block(scene.item("coordinator"));
    expect(ready(scene)).toEqual([]);
    scene.complete(scene.item("coordinator"), 2, { receiptId: "again" });
    expect(ready(scene)).toEqual(["implementer", "researcher"]);
  });

  const verdict = (status: string) => ({ status: { evidence: { "agents/claude/self-review.md": { status } } } });
  const nothing = () => undefined;
  it.each<[string, (scene: WaitScene) => unknown, { status?: JsonObject }]>([
    ["missing", (scene) => scene.files.delete("agents/claude/self-review.md"), {}],
    ["empty", (scene) => scene.files.set("agents/claude/self-review.md", ""), {}],
    ["invalid", nothing, verdict("invalid")],
    ["superseded", nothing, verdict("superseded")],
    ["rejected", nothing, verdict("Rejected")],
    ["blocked", nothing, verdict("blocked")],
    ["rejected in one word", nothing, { status: { evidence: { "agents/claude/self-review.md": "rejected" } } }],
    [
      "rejected in a list",
      nothing,
      { status: { items: [{ ref: "agents/claude/self-review.md", status: "rejected" }] } },
    ],
  ])("does not count with %s evidence", (_, damage, more) => {
    const scene = begun();
    damage(scene);
    const unmet = unmetFor(scene.item("implementer"), facts(scene, more), scene.ledger);
    expect(unmet.map((one) => one.code)).toEqual(["prerequisite_evidence_missing"]);
    expect(unmet[0]?.text).toContain("agents/claude/self-review.md");
  });

  it.each([
    ["agent", { agent: "codex" }],
    ["role", { role: "other" }],
    ["work item", { work_item_id: "x" }],
    ["dispatch", { dispatch_id: "x" }],
    ["generation", { dispatch_generation: 2 }],
    ["task", { task_id: "x" }],
    ["refs", { expected_refs: [] }],
    ["version", { schema_version: undefined }],
  ])("does not count under another %s", (_, change) => {
    const scene = new WaitScene();
    scene.submit(scene.item("coordinator"));
    scene.complete(scene.item("coordinator"));
    const last = scene.ledger.entries.at(-1)?.receipt;
    const other = new WaitScene();
    other.deliver(other.item("coordinator"));
    other.line({ ...last, ...change });
    expect(unmetFor(other.item("implementer"), facts(other), other.ledger)).toHaveLength(1);
  });
});

describe("a fixed correction", () => {
  const old = ["agents/claude/self-review.md"];
  const fresh = ["agents/claude/corrections/1/self-review.md"];
  const status = { evidence: { [String(old[0])]: { status: "superseded" } } };
  const round = {
    status: "fixed",
    trigger: "evidence_superseded",
    rejected_refs: old,
    receipt_refs: ["dispatch-receipts.jsonl"],
    evidence_refs: fresh,
  };
  const correction = {
    schema_version: "valp-correction-cycle.v1",
    task_id: taskId,
    status: "fixed",
    final_outcome: "fixed",
    final_evidence_refs: fresh,
    rounds: [round],
  };
  function corrected(change: Record<string, unknown> = {}): WaitScene {
    const scene = begun();
    const item = { ...scene.item("coordinator"), dispatch_id: `${taskId}:coordinator:2`, dispatch_generation: 2 };
    scene.complete({ ...item, expected_refs: fresh, ...change });
    return scene;
  }

  it("stands in for a superseded prerequisite", () => {
    expect(ready(corrected(), { status, correction })).toEqual(["implementer", "researcher"]);
  });

  it.each([
    ["the cycle is open", { correction: { ...correction, status: "in_progress" } }],
    ["its outcome is not fixed", { correction: { ...correction, final_outcome: "escalated" } }],
    ["it is another task's", { correction: { ...correction, task_id: "x" } }],
    ["the evidence was only rejected", { status: { evidence: { [String(old[0])]: "rejected" } } }],
    ["the round rejected something else", { correction: { ...correction, rounds: [{ ...round, rejected_refs: [] }] } }],
    ["the round names no ledger", { correction: { ...correction, rounds: [{ ...round, receipt_refs: [] }] } }],
    [
      "the round had another trigger",
      { correction: { ...correction, rounds: [{ ...round, trigger: "missing_evidence" }] } },
    ],
    ["the final evidence is another", { correction: { ...correction, final_evidence_refs: ["x"] } }],
    [
      "the round's evidence is another",
      { correction: { ...correction, rounds: [{ ...round, evidence_refs: ["x"] }] } },
    ],
  ])("does not when %s", (_, change) => {
    expect(ready(corrected(), { status, correction, ...change })).toEqual([]);
  });

  it.each([
    ["the same generation", { dispatch_generation: 1 }],
    ["the same dispatch", { dispatch_id: `${taskId}:coordinator:1` }],
    ["another agent", { agent: "codex" }],
  ])("does not by a completion of %s", (_, change) => {
    expect(ready(corrected(change), { status, correction })).toEqual([]);
  });

  it("does not when its new evidence is gone or a later word of it is blocked", () => {
    const gone = corrected();
    gone.files.delete(String(fresh[0]));
    expect(ready(gone, { status, correction })).toEqual([]);
    const blocked = corrected();
    const item = { ...blocked.item("coordinator"), dispatch_id: `${taskId}:coordinator:2`, dispatch_generation: 2 };
    blocked.block({ ...item, expected_refs: fresh });
    expect(ready(blocked, { status, correction })).toEqual([]);
  });
});

describe("order", () => {
  it("is sound when every submission follows its prerequisites", () => {
    const scene = begun();
    scene.submit(scene.item("implementer"));
    expect(orderFaults(facts(scene), scene.ledger)).toEqual([]);
  });

  it("names a submission that came first, although the prerequisite was completed later", () => {
    const scene = new WaitScene();
    scene.submit(scene.item("implementer"));
    scene.complete(scene.item("coordinator"));
    const [fault] = orderFaults(facts(scene), scene.ledger);
    expect(fault).toMatchObject({ code: "submission_too_early" });
    expect(fault?.text).toContain("line 1");
  });

  it("names a submission under a wrong identity, and passes over legacy lines", () => {
    const scene = begun();
    scene.submit({ ...scene.item("implementer"), dispatch_id: "other" });
    const refs = scene.item("implementer").expected_refs;
    scene.line({ ts: at(0), agent: "codex", event: "dispatch_submitted", dispatch_ref: "d.md", expected_refs: refs });
    expect(orderFaults(facts(scene), scene.ledger).map((one) => one.code)).toEqual(["submission_misidentified"]);
  });

  it("goes by the labels of people where they carry the work", () => {
    const scene = new WaitScene();
    const line = (role: "coordinator" | "implementer", event: string) => {
      const { agent, expected_refs } = scene.item(role);
      scene.line({ ts: at(0), agent, role, event, dispatch_ref: "d.md", expected_refs });
    };
    line("coordinator", "manual_delivery_attested");
    scene.deliver(scene.item("coordinator"));
    line("implementer", "manual_delivery_attested");
    expect(orderFaults(facts(scene, { manual: true }), scene.ledger)).toHaveLength(1);
    const good = new WaitScene();
    good.deliver(good.item("coordinator"));
    for (const [role, event] of [
      ["coordinator", "manual_result_attested"],
      ["implementer", "manual_delivery_attested"],
    ] as const) {
      const { agent, expected_refs } = good.item(role);
      good.line({ ts: at(0), agent, role, event, dispatch_ref: "d.md", expected_refs });
    }
    expect(orderFaults(facts(good, { manual: true }), good.ledger)).toEqual([]);
  });
});

describe("the receipts of a work item", () => {
  it("are its own, in order, without supersessions", () => {
    const scene = begun();
    const item = scene.item("implementer");
    scene.submit(item);
    scene.submit({ ...item, dispatch_generation: 2 });
    const proof = {
      kind: "invalid_session_binding",
      superseded_submission_receipt_id: "a",
      replacement_submission_receipt_id: "b",
    };
    scene.receipt(item, "dispatch_superseded", { proof });
    scene.complete(item);
    expect(receiptsOf(scene.ledger, item, taskId).map(({ receipt }) => receipt.event)).toEqual([
      "dispatch_submitted",
      "dispatch_completed",
    ]);
  });
});
