// What proves a submission, and when a submission is one that was recorded before.
import { describe, expect, it } from "vitest";
import { dispatchReceipt } from "../../../src/core/records/dispatch-receipt.ts";
import { isProvenSubmission, sameSubmission } from "../../../src/core/wait/submission-proof.ts";
import { at, taskId, WaitScene } from "./scene.ts";

const submitted = (proof: unknown, more: object = {}) => ({ event: "dispatch_submitted", proof, ...more });
const bound = (...kinds: string[]) => ({
  event: "dispatch_submitted",
  schema_version: "valp-dispatch-receipt.v3",
  proof_bindings: kinds.map((proof_kind) => ({ proof_kind })),
});

describe("concrete proof", () => {
  it.each([
    ["an id", submitted({ id: "1" }), true],
    ["a ref", submitted({ REF: "a" }), true],
    ["a key that ends in _id", submitted({ Run_ID: "17" }), true],
    ["an id inside an object", submitted({ adapter: { queue_ref: "q" } }), true],
    ["an id in a list of objects", submitted({ steps: [{ a: 1 }, { pane_id: "p" }] }), true],
    ["a number for an id", submitted({ run_id: 17 }), false],
    ["a boolean for an id", submitted({ run_id: true }), false],
    ["a blank id", submitted({ run_id: "  " }), false],
    ["an id without its underscore", submitted({ runid: "17" }), false],
    ["a list of texts", submitted({ ids: ["17"] }), false],
    ["an id two lists deep", submitted({ steps: [[{ run_id: "17" }]] }), false],
    ["an empty proof", submitted({}), false],
    ["no proof", submitted(undefined), false],
    ["a list as proof", submitted([{ run_id: "17" }]), false],
    ["another event", { event: "dispatch_inserted", proof: { run_id: "17" } }, false],
    ["both bindings", bound("process_bound", "content_bound"), true],
    ["one binding", bound("process_bound"), false],
    ["a transport", bound("process_bound", "content_bound", "transport_only"), false],
    ["no bindings", submitted({ run_id: "17" }, { schema_version: "valp-dispatch-receipt.v3" }), false],
  ])("%s", (_, receipt, expected) => {
    expect(isProvenSubmission(receipt)).toBe(expected);
  });

  it.each(["dry_run", "dry-run", "Simulation", "SIMULATED", "subagent", "sub-agent", "manual_attestation"])(
    "%s anywhere voids it, as value or as key",
    (word) => {
      expect(isProvenSubmission(submitted({ run_id: "17", note: { deep: [`a ${word}.`] } }))).toBe(false);
      expect(isProvenSubmission(submitted({ run_id: "17", [word]: 1 }))).toBe(false);
    },
  );
});

describe("the same submission again", () => {
  const scene = new WaitScene();
  const item = scene.item("implementer");
  scene.line({ agent: "codex", event: "dispatch_submitted", dispatch_ref: "agents/codex/dispatch.md" });
  const position = scene.submit(item);
  const again = (more: object = {}) =>
    dispatchReceipt({
      taskId,
      item,
      event: "dispatch_submitted",
      sequence: 9,
      now: at(500),
      proof: { run_id: "run-implementer", runtime: "github" },
      ...more,
    });

  it("is the recorded one when text, refs and proof are equal, whatever its number and time", () => {
    expect(sameSubmission(scene.ledger, again())).toMatchObject({ kind: "reused", position });
  });

  it.each([
    ["the proof", { proof: { run_id: "run-other", runtime: "github" } }, ["proof"]],
    ["the text", { dispatchRef: "agents/codex/other.md" }, ["dispatch_ref"]],
    ["the refs", { item: { ...item, expected_refs: ["other.md"] } }, ["expected_refs"]],
  ])("is a conflict when %s differs", (_, more, fields) => {
    const answer = sameSubmission(scene.ledger, again(more));
    expect(answer).toMatchObject({ kind: "conflict", reason: { code: "submission_differs" } });
    expect(answer.kind === "conflict" && answer.reason.text).toContain(fields.join(", "));
  });

  it.each([
    ["another work item", { item: scene.item("researcher") }],
    ["the one repetition", { retryGeneration: 1, proof: { run_id: "run-again" } }],
    ["another generation", { item: { ...item, dispatch_generation: 2 } }],
  ])("is new for %s", (_, more) => {
    expect(sameSubmission(scene.ledger, again(more))).toEqual({ kind: "new" });
  });

  it("is new where only something unproven stands", () => {
    const other = new WaitScene();
    other.receipt(item, "dispatch_submitted", { proof: { note: "typed into a pane" } });
    expect(sameSubmission(other.ledger, again())).toEqual({ kind: "new" });
  });
});
