// Sessions of a pane controller, replaced submissions, and what is recomputed about models.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { at, edit, goodTexts, itemOf, type Json, type Texts } from "./folders.ts";

const ids = { pane_id: "p1", tab_id: "t1", terminal_id: "x1", workspace_id: "w1" };
const token = `sha256:${createHash("sha256").update(JSON.stringify(ids)).digest("hex")}`;

/** The finished task with one pane of its own for every agent. */
function paned(): Texts {
  const texts = goodTexts();
  const session: Json = {
    ownership: { scope: "task", task_id: "gh-7-docs-1", project_identity: `sha256:${"0".repeat(64)}` },
    context: { cwd: "/work" },
    launch: { argv: ["/opt/agent"] },
    focused_at_provisioning: false,
    runtime_scope: { kind: "workspace", ownership: "task", workspace_id: "w1", label: "gh-7" },
    runtime_identity: { ...ids, token },
  };
  for (const ref of ["routing.json", "state.json"]) {
    edit(texts, ref, (record) =>
      Object.assign(at(record, "runtime_adapter"), { class: "pane_controller", id: "herdr" }),
    );
  }
  edit(texts, "agent-sessions.json", (record) => {
    record.adapter = "herdr";
    for (const binding of Object.values(at(record, "bindings"))) Object.assign(Object(binding), session);
  });
  const receipts = (texts.get("agent-session-receipts.jsonl") ?? "").trimEnd().split("\n");
  const owned = receipts.map((line) => ({ ...JSON.parse(line), ...session, adapter: "herdr", identity_token: token }));
  texts.set("agent-session-receipts.jsonl", `${owned.map((line) => JSON.stringify(line)).join("\n")}\n`);
  const dispatches = (texts.get("dispatch-receipts.jsonl") ?? "").trimEnd().split("\n");
  const bound = dispatches.map((line) => {
    const receipt: Json = JSON.parse(line);
    const binding = { ref: "agent-sessions.json", generation: 1, identity_token: token, ownership: session.ownership };
    if (receipt.event === "dispatch_submitted")
      receipt.proof = { runtime: "HERDR", run_id: "r", session_binding: binding };
    return JSON.stringify(receipt);
  });
  texts.set("dispatch-receipts.jsonl", `${bound.join("\n")}\n`);
  return texts;
}

const sessions = (texts: Texts) => itemOf("agent_sessions", texts);
const everywhere = (change: (record: Json) => void) => (texts: Texts) => {
  edit(texts, "agent-sessions.json", (record) => {
    for (const binding of Object.values(at(record, "bindings"))) change(Object(binding));
  });
  const lines = (texts.get("agent-session-receipts.jsonl") ?? "").trimEnd().split("\n");
  const changed = lines.map((line) => {
    const receipt: Json = JSON.parse(line);
    change(receipt);
    return JSON.stringify(receipt);
  });
  texts.set("agent-session-receipts.jsonl", `${changed.join("\n")}\n`);
};

describe("panes", () => {
  it("pass when each is the task's own", () => {
    expect(sessions(paned())).toMatchObject({ status: "pass" });
  });

  it.each<[string, (record: Json) => void]>([
    ["a project's pane", (record) => Object.assign(at(record, "ownership"), { scope: "project" })],
    ["another task's pane", (record) => Object.assign(at(record, "ownership"), { task_id: "other" })],
    ["a relative folder", (record) => Object.assign(at(record, "context"), { cwd: "work" })],
    ["a relative command", (record) => Object.assign(at(record, "launch"), { argv: ["agent"] })],
    ["no label", (record) => Object.assign(at(record, "runtime_scope"), { label: "" })],
    ["another workspace", (record) => Object.assign(at(record, "runtime_scope"), { workspace_id: "w2" })],
    ["a token of another pane", (record) => Object.assign(at(record, "runtime_identity"), { pane_id: "p2" })],
    ["a pane that took the focus", (record) => Object.assign(record, { focused_at_provisioning: true })],
  ])("fail as %s", (_name, change) => {
    const texts = paned();
    everywhere(change)(texts);
    expect(sessions(texts)).toMatchObject({ status: "fail" });
  });

  it("fail without any marker", () => {
    const texts = goodTexts();
    for (const ref of ["routing.json", "state.json"]) {
      edit(texts, ref, (record) => {
        delete record.agent_sessions;
        Object.assign(at(record, "runtime_adapter"), { class: "pane_controller" });
      });
    }
    for (const ref of ["agent-sessions.json", "agent-session-receipts.jsonl", "dispatch-receipts.jsonl"])
      texts.delete(ref);
    expect(sessions(texts)).toMatchObject({ status: "fail" });
  });
});

describe("a submission without its session", () => {
  /** The first submission unbound, then bound again, then superseded. */
  function superseded(more: Json = {}): Texts {
    const texts = paned();
    const lines = (texts.get("dispatch-receipts.jsonl") ?? "")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Json);
    const [written, bound, ...rest] = lines;
    const first = { ...bound, receipt_id: "first", proof: { run_id: "r0", proof_class: "agent_invocation" } };
    const second = {
      ...bound,
      receipt_id: "second",
      proof: { ...Object(bound?.proof), proof_class: "agent_invocation" },
    };
    const proof = {
      kind: "invalid_session_binding",
      superseded_submission_receipt_id: "first",
      replacement_submission_receipt_id: "second",
      ...more,
    };
    const third = { ...bound, receipt_id: "third", event: "dispatch_superseded", proof };
    const all = [written, first, second, third, ...rest].map((line, index) => ({ ...line, event_sequence: index + 1 }));
    texts.set("dispatch-receipts.jsonl", `${all.map((line) => JSON.stringify(line)).join("\n")}\n`);
    return texts;
  }

  it("counts when it was validly superseded, and its work stays complete", () => {
    expect(sessions(superseded())).toMatchObject({ status: "pass" });
    expect(itemOf("dispatch_receipts", superseded())).toMatchObject({ status: "pass" });
  });

  it.each<[string, Json]>([
    ["another kind", { kind: "other" }],
    ["a field more", { note: "x" }],
    ["another original", { superseded_submission_receipt_id: "second" }],
    ["a replacement that is not there", { replacement_submission_receipt_id: "fourth" }],
    ["a replacement that came before", { replacement_submission_receipt_id: "first" }],
  ])("does not count with %s", (_name, more) => {
    expect(sessions(superseded(more))).toMatchObject({ status: "fail" });
  });
});

describe("models", () => {
  const observedAt = "2026-07-28T10:00:00Z";

  function identity(): Json {
    const observed = {
      model_id: "m-1",
      provider: "lab",
      reasoning_mode: "high",
      confidence: "high",
      timestamp: observedAt,
      freshness: "current",
    };
    const binding = {
      agent_surface: "cli",
      freshness: "current",
      model_id: "m-1",
      provider: "lab",
      reasoning_mode: "high",
      session_token: "s-1",
    };
    return {
      agent_surface: "cli",
      evidence_status: "strong",
      observed_model: observed,
      model_probe: {
        schema_version: "valp-model-probe.v1",
        status: "observed",
        observed_at: observedAt,
        ttl_seconds: 3600,
        model: { model_id: "m-1", provider: "lab", reasoning_mode: "high", confidence: "high" },
        session_identity: { status: "known", token: "s-1" },
      },
      history_binding: { ...binding, fingerprint: createHash("sha256").update(JSON.stringify(binding)).digest("hex") },
      history_invalidation_reasons: [],
      history_status: "valid",
      mismatch: { status: "match" },
      role_eligibility: { implementer: "eligible", final_reviewer: "eligible" },
    };
  }

  function aware(change: (provider: Json) => void = () => undefined, state: Json = {}): Texts {
    const texts = goodTexts();
    edit(texts, "routing.json", (routing) => {
      const provider = () => ({ model_selection: "observed_model", model_identity: identity() });
      const providers: Record<string, Json> = { claude: provider(), codex: provider(), alice: provider() };
      change(Object(providers.codex));
      routing.provider_matrix = {
        model_awareness: { required: true, dynamic_discovery_required: true, status: "strong" },
        providers,
      };
    });
    edit(texts, "state.json", (record) => Object.assign(record, state));
    return texts;
  }
  const found = (texts: Texts) => itemOf("provider_matrix", texts);

  it("pass when everything follows from what was observed, at the time the task was done", () => {
    expect(found(aware())).toMatchObject({ status: "pass" });
  });

  it("grow stale while the task is not done", () => {
    expect(found(aware(undefined, { status: "executing" }))).toMatchObject({ status: "fail" });
  });

  it.each<[string, (provider: Json) => void]>([
    ["the runtime's default", (it) => Object.assign(it, { model_selection: "runtime_default" })],
    ["no identity", (it) => Object.assign(it, { model_identity: null })],
    ["an unknown probe", (it) => Object.assign(at(it, "model_identity", "model_probe"), { schema_version: "v0" })],
    ["an unknown status", (it) => Object.assign(at(it, "model_identity", "model_probe"), { status: "guessed" })],
    ["a lifetime out of bounds", (it) => Object.assign(at(it, "model_identity", "model_probe"), { ttl_seconds: 59 })],
    [
      "a freshness that does not follow",
      (it) => Object.assign(at(it, "model_identity", "observed_model"), { freshness: "stale" }),
    ],
    [
      "a probe of another model",
      (it) => Object.assign(at(it, "model_identity", "model_probe", "model"), { model_id: "m-2" }),
    ],
    [
      "a probe at another time",
      (it) => Object.assign(at(it, "model_identity", "model_probe"), { observed_at: "2026-07-28T09:00:00Z" }),
    ],
    ["another fingerprint", (it) => Object.assign(at(it, "model_identity", "history_binding"), { fingerprint: "0" })],
    ["another session", (it) => Object.assign(at(it, "model_identity", "history_binding"), { session_token: "s-2" })],
    [
      "reasons without invalidation",
      (it) => Object.assign(at(it, "model_identity"), { history_invalidation_reasons: ["x"] }),
    ],
    [
      "an eligibility that does not follow",
      (it) => Object.assign(at(it, "model_identity", "role_eligibility"), { implementer: "blocked" }),
    ],
    ["strong with weak facts", (it) => Object.assign(at(it, "model_identity", "mismatch"), { status: "unknown" })],
    [
      "a mismatch without invalidation",
      (it) =>
        Object.assign(at(it, "model_identity"), { mismatch: { status: "mismatch" }, evidence_status: "degraded" }),
    ],
    [
      "an unknown session",
      (it) => Object.assign(at(it, "model_identity", "model_probe", "session_identity"), { status: "unknown" }),
    ],
  ])("fail with %s", (_name, change) => {
    expect(found(aware(change))).toMatchObject({ status: "fail" });
  });
});
