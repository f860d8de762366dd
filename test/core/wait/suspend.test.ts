// Suspending: what must stand before, what is recorded, and that a task that waits stays as it is.
import { describe, expect, it } from "vitest";
import { jsonFile } from "../../../src/core/records/format.ts";
import type { TaskState } from "../../../src/core/records/state.ts";
import { viewOf } from "../../../src/core/wait/folder-view.ts";
import { suspend } from "../../../src/core/wait/suspend.ts";
import { waitPolicy, waitPolicyFile } from "../../../src/core/wait/wait-policy.ts";
import { codes, stamp, taskId, WaitScene } from "./scene.ts";

/** Two producers submitted, with their policy. */
function submitted(runtime = "hosted_local_platform"): WaitScene {
  const scene = new WaitScene(undefined, runtime);
  const items = [scene.item("implementer"), scene.item("researcher")];
  for (const item of items) scene.submit(item);
  const policy = waitPolicyFile(waitPolicy(taskId, items));
  scene.files.set(policy.ref, policy.text);
  scene.seconds = 5;
  return scene;
}
const change = (scene: WaitScene, state: Partial<TaskState>) =>
  scene.files.set("state.json", jsonFile({ ...scene.state, ...state }));
const rewrite = (scene: WaitScene, ref: string, edit: (record: Record<string, unknown>) => object) =>
  scene.files.set(ref, jsonFile(edit(JSON.parse(scene.files.get(ref) ?? "{}"))));

describe("a new suspension", () => {
  it("records everything contract section 9 asks for, and moves the revision by one", () => {
    const scene = submitted();
    scene.files.set("evidence/verification.md", "");
    const answer = scene.suspend(90);
    const ids = ["implementer:codex", "researcher:gemini"];
    expect(answer).toMatchObject({
      kind: "suspended",
      suspension: {
        status: "waiting",
        suspension_epoch: 1,
        state_revision_at_entry: 0,
        strict_identity: true,
        event_sequence_at_entry: 0,
        receipt_event_sequence_at_entry: 2,
        receipt_cursor_at_entry: 2,
        receipt_count_at_entry: 2,
        required_work_item_ids: ids,
        pending_work_item_ids: ids,
        completed_work_item_ids: [],
        failed_work_item_ids: [],
        entered_at: stamp(5),
        deadline_at: stamp(95),
        execution_deadline: stamp(95),
        waiting_for_agents: ["codex", "gemini"],
        evidence_refs_present_at_entry: ["evidence/verification.md"],
        allowed_resume_events: ["cancellation", "receipt", "runtime_failure", "timeout", "user_input"],
      },
      state: { status: "suspended", revision: 1, updated_at: stamp(5) },
    });
    expect(answer.kind === "suspended" && answer.changes.map(({ ref }) => ref)).toEqual([
      expect.stringMatching(/^wait-policies\/[0-9a-f]{64}\.json$/),
      "wait-events.jsonl",
      "state.json",
      "timeline.jsonl",
    ]);
    expect(scene.fault).toBeNull();
  });

  it("has the next epoch, and keeps the policy of the first one although the root file changed", () => {
    const scene = submitted();
    scene.suspend();
    const ref = scene.request("user_input", "user");
    scene.resume({ event: "user_input", ref });
    const policy = waitPolicyFile(waitPolicy(taskId, [scene.item("researcher")]));
    scene.files.set(policy.ref, policy.text);
    expect(scene.suspend()).toMatchObject({ suspension: { suspension_epoch: 2, state_revision_at_entry: 2 } });
    expect([...scene.files.keys()].filter((name) => name.startsWith("wait-policies/"))).toHaveLength(2);
    expect(scene.fault).toBeNull();
  });

  it("counts a repeated submission of the same work", () => {
    const scene = new WaitScene();
    const item = scene.item("implementer");
    scene.receipt(item, "dispatch_submitted", { proof: { run_id: "run-2" }, retryGeneration: 1 });
    const policy = waitPolicyFile(waitPolicy(taskId, [item]));
    scene.files.set(policy.ref, policy.text);
    expect(scene.suspend().kind).toBe("suspended");
  });
});

describe("a task that waits", () => {
  it("stays in the same suspension, whatever timeout is asked for", () => {
    const scene = submitted();
    scene.suspend(90);
    const before = new Map(scene.files);
    expect(scene.suspend(Number.NaN)).toMatchObject({ kind: "already", suspension: scene.suspension, changes: [] });
    expect(scene.files).toEqual(before);
  });
});

describe("refusals write nothing", () => {
  it.each<[string, (scene: WaitScene) => unknown, string, number?]>([
    ["an endless timeout", () => undefined, "wait_timeout_invalid", Number.POSITIVE_INFINITY],
    ["a timeout that is no number", () => undefined, "wait_timeout_invalid", Number.NaN],
    ["a negative timeout", () => undefined, "wait_timeout_invalid", -1],
    ["a task that is done", (s) => change(s, { status: "done" }), "wait_task_ended"],
    ["a task that failed", (s) => change(s, { status: "failed" }), "wait_task_ended"],
    ["a cancelled task", (s) => change(s, { status: "cancelled" }), "wait_task_ended"],
    ["no policy", (s) => s.files.delete("wait-policy.json"), "wait_policy_missing"],
    ["a policy that is no JSON", (s) => s.files.set("wait-policy.json", "{"), "wait_policy_broken"],
    [
      "a policy with a key too many",
      (s) => rewrite(s, "wait-policy.json", (p) => ({ ...p, x: 1 })),
      "wait_policy_broken",
    ],
    [
      "a policy without timeouts",
      (s) => rewrite(s, "wait-policy.json", (p) => ({ ...p, exception_events: ["cancellation"] })),
      "wait_policy_broken",
    ],
    [
      "another task's policy",
      (s) => rewrite(s, "wait-policy.json", (p) => ({ ...p, task_id: "x" })),
      "wait_policy_of_other_task",
    ],
    [
      "an unknown work item",
      (s) =>
        s.files.set(
          "wait-policy.json",
          jsonFile(waitPolicy(taskId, [{ ...s.item("implementer"), dispatch_generation: 2 }])),
        ),
      "wait_item_unknown",
    ],
    ["no dependencies", (s) => s.files.delete("submission-dependencies.json"), "dependencies_broken"],
    [
      "dependencies of version 1",
      (s) =>
        rewrite(s, "submission-dependencies.json", (d) => ({
          ...d,
          schema_version: "valp-submission-dependencies.v1",
        })),
      "dependencies_broken",
    ],
    [
      "dependencies of other roles",
      (s) => change(s, { role_assignments: { implementer: "codex" } }),
      "dependencies_differ",
    ],
    [
      "an item that was not submitted",
      (s) => s.files.set("wait-policy.json", jsonFile(waitPolicy(taskId, [s.item("coordinator")]))),
      "wait_item_not_submitted",
    ],
    [
      "a damaged receipt",
      (s) => s.files.set("dispatch-receipts.jsonl", `${s.files.get("dispatch-receipts.jsonl")}{"half\n`),
      "receipt_line_damaged",
    ],
    [
      "a receipt of another task",
      (s) => s.line({ ...s.ledger.entries[0]?.receipt, receipt_id: "x", event_sequence: 3, task_id: "x" }),
      "receipt_of_other_task",
    ],
    ["a state ahead of the events", (s) => change(s, { status: "suspended" }), "wait_state_ahead"],
    ["damaged verdicts", (s) => s.files.set("evidence-status.json", "{"), "evidence_status_damaged"],
  ])("%s", (_, damage, code, timeout = 60) => {
    const scene = submitted();
    damage(scene);
    const before = new Map(scene.files);
    expect(codes(scene.suspend(timeout))).toEqual([code]);
    expect(scene.files).toEqual(before);
  });

  it("without proof that the work reached its worker", () => {
    const scene = new WaitScene();
    const item = scene.item("implementer");
    scene.receipt(item, "dispatch_submitted", { proof: { run_id: "1", kind: "simulation" } });
    const policy = waitPolicyFile(waitPolicy(taskId, [item]));
    scene.files.set(policy.ref, policy.text);
    expect(codes(scene.suspend())).toEqual(["wait_item_not_submitted"]);
  });

  it("where a ledger exists that cannot be read as text", () => {
    const scene = submitted();
    const files = new Map<string, { text: string; oid: string } | { unreadable: string; oid: string }>(
      [...scene.files].map(([ref, text]) => [ref, { text, oid: "1" }]),
    );
    files.set("wait-events.jsonl", { unreadable: "too large", oid: "1" });
    expect(codes(suspend({ ...scene.facts, folder: viewOf(files) }, 60))).toEqual(["wait_file_unreadable"]);
  });
});

describe("a manual task without a policy", () => {
  const delivery = (agent: string, more: object = {}) => ({
    ts: stamp(0),
    agent,
    event: "manual_delivery_attested",
    dispatch_ref: "d.md",
    expected_refs: [`agents/${agent}/evidence.md`],
    ...more,
  });

  it("waits by agent alone, and says so", () => {
    const scene = new WaitScene(undefined, "manual");
    scene.line(delivery("codex", { role: "implementer" }));
    scene.line(delivery("gemini"));
    scene.line({ ...delivery("alice"), event: "manual_dispatch_written" });
    expect(scene.suspend()).toMatchObject({
      kind: "suspended",
      suspension: {
        strict_identity: false,
        wait_policy_ref: null,
        wait_policy_id: "legacy-agent-wait",
        required_work_items: [
          { work_item_id: "legacy:codex", role: "implementer", dispatch_id: "legacy:codex", dispatch_generation: 1 },
          { work_item_id: "legacy:gemini", role: "other" },
        ],
      },
    });
    scene.files.set("agents/codex/evidence.md", "x");
    scene.files.set("agents/gemini/evidence.md", "x");
    const attest = (agent: string) => scene.line({ ...delivery(agent), event: "manual_result_attested" });
    const first = attest("codex");
    expect(scene.resume({ event: "receipt", ref: `dispatch-receipts.jsonl#${first}` }).kind).toBe("progress");
    const second = attest("gemini");
    expect(scene.resume({ event: "receipt", ref: `dispatch-receipts.jsonl#${second}` })).toMatchObject({
      kind: "woken",
      wake: { wake_reason: "dependency_ready" },
    });
    expect(scene.fault).toBeNull();
  });

  it("refuses when nothing was delivered, or a delivery expects nothing", () => {
    const scene = new WaitScene(undefined, "manual");
    expect(codes(scene.suspend())).toEqual(["wait_nothing_delivered"]);
    scene.line(delivery("codex", { expected_refs: [] }));
    expect(codes(scene.suspend())).toEqual(["wait_agent_without_refs"]);
  });
});
