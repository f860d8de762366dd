// Each item passes on the finished task, and finds every small change that matters to it.
import { describe, expect, it } from "vitest";
import { auditFolder } from "../../../src/core/audit/audit.ts";
import { at, edit, editLine, folderOf, goodTexts, itemOf, type Json, type Texts } from "./folders.ts";

type Change = [name: string, change: (texts: Texts) => void, status?: "warn"];

const without =
  (...refs: string[]) =>
  (texts: Texts) => {
    for (const ref of refs) texts.delete(ref);
  };
const set =
  (ref: string, field: string, value: unknown) =>
  (texts: Texts): void =>
    edit(texts, ref, (record) => {
      record[field] = value;
    });
const deep =
  (ref: string, path: (string | number)[], field: string | number, value: unknown) =>
  (texts: Texts): void =>
    edit(texts, ref, (record) => {
      at(record, ...path)[field] = value;
    });
const unset =
  (ref: string, ...fields: string[]) =>
  (texts: Texts): void =>
    edit(texts, ref, (record) => {
      for (const field of fields) delete record[field];
    });
const both =
  (...changes: ((texts: Texts) => void)[]) =>
  (texts: Texts): void => {
    for (const change of changes) change(texts);
  };
const line =
  (ref: string, number: number, change: (record: Json) => void) =>
  (texts: Texts): void =>
    editLine(texts, ref, number, change);
const onLine = (ref: string, number: number, path: string[], field: string, value: unknown) =>
  line(ref, number, (record) => {
    at(record, ...path)[field] = value;
  });
const append = (ref: string, text: string) => (texts: Texts) => void texts.set(ref, (texts.get(ref) ?? "") + text);
const dropLine = (ref: string, number: number) => (texts: Texts) => {
  const lines = (texts.get(ref) ?? "").split("\n");
  lines.splice(number - 1, 1);
  texts.set(ref, lines.join("\n"));
};
const replace = (ref: string, from: string | RegExp, to: string) => (texts: Texts) =>
  void texts.set(ref, (texts.get(ref) ?? "").replace(from, to));
/** A path found by its pattern, because it is named after a digest. */
const found = (pattern: RegExp, use: (ref: string) => (texts: Texts) => void) => (texts: Texts) => {
  const ref = [...texts.keys()].find((path) => pattern.test(path));
  if (ref === undefined) throw new Error(`nothing like ${pattern}`);
  use(ref)(texts);
};
const envelope = (use: (ref: string) => (texts: Texts) => void) => found(/\/envelope\.json$/, use);
const lastResult = (texts: Texts) =>
  String(at(JSON.parse(texts.get("state.json") ?? ""), "suspension", "accepted_wake").result_ref);

const tables: Record<string, Change[]> = {
  profile_routing: [
    ["no routing.json", without("routing.json")],
    ["routing.json is no JSON", (texts) => void texts.set("routing.json", "{")],
    ["routing.json is a list", (texts) => void texts.set("routing.json", "[]")],
    ["no profile anywhere", both(unset("routing.json", "profile"), unset("state.json", "profile"))],
  ],
  assignment_authority: [
    ["no declaration", without("assignment-declaration.json")],
    ["no validation", without("assignment-validation.json")],
    ["another version", set("assignment-declaration.json", "schema_version", "v0")],
    ["a field more", set("assignment-declaration.json", "note", "x")],
    ["a Leader's field more", deep("assignment-declaration.json", ["leader"], "name", "x")],
    ["no id", set("assignment-declaration.json", "declaration_id", " ")],
    ["a time without zone", set("assignment-declaration.json", "declared_at", "2026-03-01T10:00:00")],
    ["another task", set("assignment-declaration.json", "task_id", "other")],
    ["selected by a policy", deep("assignment-declaration.json", ["leader"], "selected_by", "policy")],
    ["no selection", deep("assignment-declaration.json", ["leader"], "selection_ref", "")],
    ["nobody assigned", set("assignment-declaration.json", "assignments", {})],
    ["another coordinator", deep("assignment-declaration.json", ["assignments"], "coordinator", "codex")],
    ["a reason missing", deep("assignment-declaration.json", ["reasons"], "reviewer", "")],
    ["a reason more", deep("assignment-declaration.json", ["reasons"], "other", "x")],
    ["validation blocked", set("assignment-validation.json", "status", "blocked")],
    ["validation with blockers", set("assignment-validation.json", "blockers", ["unknown_agent:reviewer:bob"])],
    ["validation of another task", set("assignment-validation.json", "task_id", "other")],
    ["another authority", set("assignment-validation.json", "authority", "policy")],
    ["other assignments validated", deep("assignment-validation.json", ["validated_assignments"], "reviewer", "bob")],
    ...["routing.json", "state.json"].flatMap((ref): Change[] => [
      [`${ref}: authority`, set(ref, "assignment_authority", "scores")],
      [`${ref}: Leader`, deep(ref, ["assignment_declaration"], "leader_agent", "codex")],
      [`${ref}: selection`, deep(ref, ["assignment_declaration"], "selection_ref", "elsewhere")],
      [`${ref}: validation marker with a field more`, deep(ref, ["assignment_validation"], "at", "now")],
      [`${ref}: roles`, deep(ref, ["role_assignments"], "reviewer", "codex")],
      [`${ref}: an agent missing`, set(ref, "selected_agents", ["claude", "codex"])],
      [`${ref}: an agent twice`, set(ref, "selected_agents", ["claude", "codex", "alice", "alice"])],
    ]),
    ["another coordinator selected", deep("routing.json", ["coordinator_selection"], "selected_agent", "codex")],
  ],
  runtime_adapter: [
    ["no adapter", both(unset("routing.json", "runtime_adapter"), unset("state.json", "runtime_adapter"))],
    [
      "no mapping",
      both(unset("routing.json", "runtime_task_state_mapping"), unset("state.json", "runtime_task_state_mapping")),
    ],
    ["suspended", set("state.json", "status", "suspended")],
    ["waiting", deep("state.json", ["suspension"], "status", "waiting")],
  ],
  state_status_vocabulary: [["an unknown status", set("state.json", "status", "finished")]],
  deterministic_wake: [
    ["state of version 1", set("state.json", "schema_version", "valp-visible-loop-state.v1")],
    ["no wait policy", without("wait-policy.json")],
    ["another mode", set("wait-policy.json", "mode", "any")],
    ["an exception event missing", set("wait-policy.json", "exception_events", ["timeout"])],
    ["an unknown work item", deep("wait-policy.json", ["required_work_items", 0], "dispatch_id", "x")],
    ["a field more in a work item", deep("wait-policy.json", ["required_work_items", 0], "note", "x")],
    ["no events", without("wait-events.jsonl")],
    ["a damaged event", append("wait-events.jsonl", "{\n")],
    ["an event missing", dropLine("wait-events.jsonl", 2)],
    ["an event of another task", onLine("wait-events.jsonl", 1, [], "task_id", "other")],
    ["an event id that does not follow", onLine("wait-events.jsonl", 2, [], "event_id", `sha256:${"0".repeat(64)}`)],
    ["a revision that jumps", onLine("wait-events.jsonl", 2, [], "state_revision_after", 9)],
    ["another reason", onLine("wait-events.jsonl", 2, [], "wake_reason", "timeout")],
    ["another receipt", onLine("wait-events.jsonl", 2, [], "resume_ref", "dispatch-receipts.jsonl#1")],
    ["another receipt id", onLine("wait-events.jsonl", 2, [], "qualifying_receipt_id", "x")],
    [
      "completed without being pending",
      onLine("wait-events.jsonl", 2, ["projection", "suspension"], "pending_work_item_ids", ["coordinator:claude"]),
    ],
    ["a policy copy missing", found(/^wait-policies\//, (ref) => without(ref))],
    ["a policy copy changed", found(/^wait-policies\//, (ref) => append(ref, "\n"))],
    ["another revision in the state", set("state.json", "revision", 5)],
    ["another suspension in the state", deep("state.json", ["suspension"], "suspension_epoch", 4)],
    ["a resumed task that is suspended", set("state.json", "status", "suspended")],
    ["no result", (texts) => void texts.delete(lastResult(texts))],
    ["a result with a field more", (texts) => set(lastResult(texts), "note", "x")(texts)],
    ["another result", (texts) => set(lastResult(texts), "resulting_task_status", "blocked")(texts)],
    ["evidence of the wake missing", without("agents/alice/review.md")],
    [
      "evidence of the wake rejected",
      (texts) =>
        void texts.set(
          "evidence-status.json",
          JSON.stringify({ evidence: { "agents/alice/review.md": { status: "rejected" } } }),
        ),
    ],
    ["a completion of another epoch", onLine("dispatch-receipts.jsonl", 9, [], "suspension_epoch", 2)],
    ["no receipts", without("dispatch-receipts.jsonl")],
  ],
  continuation: [
    ["a damaged event", append("continuations/events.jsonl", "[]\n")],
    ["an event missing", dropLine("continuations/events.jsonl", 3)],
    ["an event twice", append("continuations/events.jsonl", "{}\n")],
    ["another channel", onLine("continuations/events.jsonl", 2, [], "channel", "user_input")],
    ["another target", onLine("continuations/events.jsonl", 2, [], "target", {})],
    ["another task", onLine("continuations/events.jsonl", 1, [], "task_id", "other")],
    ["success without a pending wake", dropLine("continuations/events.jsonl", 1)],
    ["no envelope", envelope((ref) => without(ref))],
    ["another envelope", envelope((ref) => set(ref, "continuation_generation", 2))],
    ["another payload", found(/\/payload\.json$/, (ref) => set(ref, "next", "other"))],
    ["another control contract", append("control-contract.json", "\n")],
    ["an unsafe wake id", onLine("continuations/events.jsonl", 1, [], "wake_id", "sha256:../../x")],
    [
      "consumed while in flight",
      (texts) => {
        const folder = [...texts.keys()].find((path) => path.endsWith("/envelope.json"))?.replace("/envelope.json", "");
        texts.set(`${folder}/invocation.inflight`, "{}");
      },
    ],
    ["no invocation receipt", found(/invocation-receipt\.json$/, (ref) => without(ref))],
    [
      "another invocation",
      found(/invocation-receipt\.json$/, (ref) => deep(ref, ["provider"], "invocation_id", "run-10")),
    ],
    ["not consumed", found(/invocation-receipt\.json$/, (ref) => set(ref, "result", "failed"))],
    ["no capability", without("continuations/capability.json")],
    ["a manual capability", set("continuations/capability.json", "mode", "manual")],
    ["a capability with a field more", set("continuations/capability.json", "note", "x")],
    ["another coordinator", set("continuations/capability.json", "coordinator_surface", "codex")],
    ["unproven suppression", deep("continuations/capability.json", ["proof"], "duplicate_suppression", false)],
    ["evidence missing", found(/^evidence\/continuation-probe\//, (ref) => without(ref))],
    ["evidence that is not what its name says", found(/^evidence\/continuation-probe\//, (ref) => append(ref, " "))],
  ],
  local_overlay: [
    ["used without a name", set("routing.json", "local_overlay", { used: true })],
    ["used without saying so", set("routing.json", "local_overlay", { path: "x" })],
  ],
  selected_agents_context: [
    ["no agents", both(set("routing.json", "selected_agents", []), set("state.json", "selected_agents", []))],
    [
      "an agent without policy",
      (texts) =>
        edit(texts, "routing.json", (routing) => void delete at(routing, "selected_agent_context_policies").codex),
    ],
    [
      "a threshold missing",
      (texts) =>
        edit(
          texts,
          "routing.json",
          (routing) => void delete at(routing, "selected_agent_context_policies", "codex").emergency_stop_pct,
        ),
    ],
    [
      "compression required",
      deep("routing.json", ["selected_agent_context_policies", "codex"], "compression_required", true),
    ],
    [
      "at the hard threshold",
      deep("routing.json", ["selected_agent_context_policies", "codex"], "current_context_pct", 65),
    ],
  ],
  provider_matrix: [
    ["none", both(unset("routing.json", "provider_matrix"), unset("state.json", "provider_matrix"))],
    ["no providers", set("routing.json", "provider_matrix", { providers: {}, note: "x" })],
    ["models required and unknown", deep("routing.json", ["provider_matrix"], "model_awareness", { required: true })],
    ["only scanned", set("routing.json", "provider_matrix", { status: "scanned" }), "warn"],
  ],
  runtime_preflight: [
    ["none", without("runtime-preflight.json")],
    ["failed", set("runtime-preflight.json", "status", "fail")],
    ["an agent failed", deep("runtime-preflight.json", ["agents", "codex"], "status", "fail")],
    ["the adapter's own copy failed", deep("routing.json", ["runtime_adapter"], "preflight", { status: "fail" })],
    ["warns", set("runtime-preflight.json", "status", "warn"), "warn"],
    ["an agent warns", deep("runtime-preflight.json", ["agents", "codex"], "status", "warn"), "warn"],
  ],
  agent_sessions: [
    [
      "no markers although files exist",
      both(unset("routing.json", "agent_sessions"), unset("state.json", "agent_sessions")),
    ],
    ["one marker", unset("state.json", "agent_sessions")],
    ["a marker with a field more", deep("routing.json", ["agent_sessions"], "count", 3)],
    ["no sessions", without("agent-sessions.json")],
    ["no receipts", without("agent-session-receipts.jsonl")],
    ["another adapter", set("agent-sessions.json", "adapter", "queue")],
    ["another adapter in a receipt", onLine("agent-session-receipts.jsonl", 1, [], "adapter", "queue")],
    ["still provisioning", set("agent-sessions.json", "status", "provisioning")],
    ["a gap in the sequence", onLine("agent-session-receipts.jsonl", 2, [], "event_sequence", 5)],
    ["a generation without receipt", deep("agent-sessions.json", ["bindings", "codex"], "generation", 2)],
    [
      "another identity",
      deep("agent-sessions.json", ["bindings", "codex", "runtime_identity"], "workflow_id", "W_other"),
    ],
    ["another launch", deep("agent-sessions.json", ["bindings", "codex", "launch"], "runtime_ref", "workflow:other")],
    ["a session that may not be used", deep("agent-sessions.json", ["bindings", "codex"], "dispatch_eligible", false)],
    ["a bootstrap that nobody saw", deep("agent-sessions.json", ["bindings", "codex"], "lifecycle", "bootstrap_ready")],
    [
      "a submission without its session",
      line("dispatch-receipts.jsonl", 2, (receipt) => void delete at(receipt, "proof").session_binding),
    ],
    [
      "a submission to another session",
      onLine("dispatch-receipts.jsonl", 2, ["proof", "session_binding"], "generation", 2),
    ],
    ["a submission through another runtime", onLine("dispatch-receipts.jsonl", 2, ["proof"], "runtime", "queue")],
  ],
  routing_confidence: [
    [
      "no confidence",
      both(unset("routing.json", "routing_confidence"), unset("state.json", "routing_confidence")),
      "warn",
    ],
    ["no candidates", unset("routing.json", "candidate_scores", "rejected_candidates"), "warn"],
    [
      "no gaps",
      both(unset("routing.json", "capabilities_missing"), unset("state.json", "capabilities_missing")),
      "warn",
    ],
  ],
  automation_policy: [
    ["none", without("automation-policy.json")],
    ["another version", set("automation-policy.json", "schema_version", "v0")],
    ["no action", set("automation-policy.json", "selected_action", "")],
    ["no stop conditions", set("automation-policy.json", "stop_conditions", [])],
    ["stop conditions as text", set("automation-policy.json", "stop_conditions", "many")],
    ["goes on although an approval is required", set("automation-policy.json", "approval_required", true)],
  ],
  iteration_budget: [
    ["marker alone", without("iteration-budget.json")],
    ["another marker", deep("routing.json", ["iteration_budget"], "at", "now")],
    ["a field missing", unset("iteration-budget.json", "strategy")],
    ["a field more", set("iteration-budget.json", "note", "x")],
    ["another task", set("iteration-budget.json", "task_id", "other")],
    ["usage below zero", deep("iteration-budget.json", ["usage"], "dispatches", -1)],
    ["usage as text", deep("iteration-budget.json", ["usage"], "dispatches", "1")],
    ["over the limit", deep("iteration-budget.json", ["usage"], "dispatches", 99)],
    ["no limit", set("iteration-budget.json", "max_dispatches", null)],
    ["a reroute that nobody logged", deep("iteration-budget.json", ["usage"], "reroutes", 1)],
    ["stopped without a reason", set("iteration-budget.json", "status", "exhausted")],
  ],
  delegation_policy: [
    ["none", without("delegation-policy.json")],
    ["a marker missing", unset("state.json", "delegation_policy")],
    ["weaker", deep("delegation-policy.json", ["live_self_modification"], "mode", "allowed")],
    ["a surface missing", deep("delegation-policy.json", ["live_self_modification"], "protected_surfaces", ["skills"])],
    ["a field more", set("delegation-policy.json", "note", "x")],
    ["manual enforcement of a runtime", set("delegation-policy.json", "runtime_enforcement", "manual_attestation")],
    ["violations that are no list", set("delegation-policy.json", "violations", {})],
    ["a violation", set("delegation-policy.json", "violations", [{ agent: "codex", surface: "skills" }])],
  ],
  visible_attention: [
    ...[
      "attention-map.json",
      "context-selection.json",
      "context-pack.json",
      "mask-list.json",
      "evidence-board.json",
      "visible-routing.md",
    ].map((ref): Change => [`no ${ref}`, without(ref)]),
    ["another version", set("attention-map.json", "schema_version", "v0")],
    ["no layer", set("attention-map.json", "loop_layer", "")],
    ["no heads", set("attention-map.json", "heads", {})],
    ["heads as a list", set("attention-map.json", "heads", ["x"])],
    ["nothing selected", set("context-selection.json", "selected", [])],
    ["nothing masked", set("mask-list.json", "masked", [])],
    ["no claims", set("evidence-board.json", "claims", [])],
  ],
  control_contract: [
    ["none", without("control-contract.json")],
    ["another contract", deep("control-contract.json", ["failure_policy"], "missing_or_invalid", "ignore")],
    ["bytes that the markers do not know", append("control-contract.json", "\n")],
    ["a marker missing", unset("state.json", "control_contract")],
    ["another digest in a marker", deep("routing.json", ["control_contract"], "digest", `sha256:${"0".repeat(64)}`)],
    ["a slice missing", without("control-slices/codex.json")],
    ["a slice of another item", set("control-slices/codex.json", "work_item_ids", ["reviewer:codex"])],
    ["slices for other agents", deep("routing.json", ["control_slices"], "bob", "control-slices/bob.json")],
    ["an unsafe slice", deep("routing.json", ["control_slices"], "codex", "../x.json")],
    [
      "a dispatch without its slice",
      replace("agents/codex/dispatch.md", /\{"schema_version":"valp-control-slice[^\n]*/, ""),
    ],
    [
      "a dispatch that begins with something else",
      replace("agents/codex/dispatch.md", "## VALP", "## First\n\n## VALP"),
    ],
    [
      "a context pack that begins with something else",
      deep("context-pack.json", ["items", 0], "evidence_refs", ["task.md"]),
    ],
    ["work without its acknowledgement", replace("agents/codex/evidence.md", "control_contract_status: honored", "")],
    [
      "work that acknowledges another contract",
      replace("agents/alice/review.md", /sha256:[0-9a-f]{8}/, "sha256:00000000"),
    ],
  ],
  context_pack: [
    ["none", without("context-pack.json")],
    ["another version", set("context-pack.json", "schema_version", "v0")],
    ["no items", set("context-pack.json", "items", [])],
    [
      "a section missing",
      (texts) =>
        edit(texts, "context-pack.json", (pack) => {
          pack.items = (pack.items as Json[]).filter((item) => item.section !== "verification");
        }),
    ],
    ["an unsafe reference", deep("context-pack.json", ["items", 1], "evidence_refs", ["../secrets"])],
    ["a reference that is not there", deep("context-pack.json", ["items", 1], "evidence_refs", ["nowhere.md"])],
    ["references that are no list", deep("context-pack.json", ["items", 1], "evidence_refs", "task.md")],
    ["a budget that is none", deep("routing.json", ["dispatch_payload_budgets"], "codex", "big")],
    ["a budget without numbers", deep("routing.json", ["dispatch_payload_budgets", "codex"], "max_chars", "many")],
    ["no dispatch text", without("agents/codex/dispatch.md")],
    ["a longer dispatch text", append("agents/codex/dispatch.md", "more\n")],
    ["another size recorded", deep("routing.json", ["dispatch_payload_budgets", "codex"], "actual_chars", 7)],
    ["a smaller limit", deep("routing.json", ["dispatch_payload_budgets", "codex"], "max_chars", 7)],
    ["a boundary that nothing needs", (texts) => void texts.set("historical-audit-boundary.json", "{}")],
  ],
  skill_recommendations: [
    ["not run", deep("routing.json", ["skill_recommendations"], "status", "not_run")],
    ["no report", without("skill-recommendations.json")],
    ["another status in the report", set("skill-recommendations.json", "status", "complete")],
    ["a slice missing", without("skill-slices/codex.json")],
    ["a slice of another agent", set("skill-slices/codex.json", "agent", "bob")],
    ["a slice of another task", set("skill-slices/codex.json", "task_id", "other")],
    [
      "another provider's path",
      set("skill-slices/codex.json", "recommendations", [{ path: "/home/x/.hermes/skills/a" }]),
    ],
    [
      "nothing recorded",
      both(unset("routing.json", "skill_recommendations"), unset("state.json", "skill_recommendations")),
      "warn",
    ],
    ["unavailable", deep("routing.json", ["skill_recommendations"], "status", "unavailable"), "warn"],
    ["an unknown status", deep("routing.json", ["skill_recommendations"], "status", "perhaps"), "warn"],
  ],
  squad_routing: [
    ["without a decision", set("routing.json", "squad_routing", { used: true, leader: "claude", members: ["codex"] })],
    ["without members", set("routing.json", "squad_routing", { leader: "claude", leader_decision: "x" })],
  ],
  dispatch_receipts: [
    ["none", without("dispatch-receipts.jsonl")],
    ["empty", (texts) => void texts.set("dispatch-receipts.jsonl", "\n")],
    ["a damaged line", append("dispatch-receipts.jsonl", '{"event":\n')],
    ["a line that is no object", append("dispatch-receipts.jsonl", "7\n")],
    [
      "a receipt id with two meanings",
      onLine(
        "dispatch-receipts.jsonl",
        3,
        [],
        "receipt_id",
        "gh-7-docs-1:coordinator:claude:gh-7-docs-1:coordinator:1:1:dispatch_written",
      ),
    ],
    ["another task", onLine("dispatch-receipts.jsonl", 3, [], "task_id", "other")],
    ["a sequence that falls", onLine("dispatch-receipts.jsonl", 3, [], "event_sequence", 1)],
    ["a sequence that is no number", onLine("dispatch-receipts.jsonl", 3, [], "event_sequence", true)],
    ["an end without epoch", line("dispatch-receipts.jsonl", 3, (receipt) => void delete receipt.suspension_epoch)],
    ["no generation", onLine("dispatch-receipts.jsonl", 3, [], "dispatch_generation", 0)],
    ["no end", dropLine("dispatch-receipts.jsonl", 9)],
    ["blocked at last", onLine("dispatch-receipts.jsonl", 9, [], "event", "dispatch_blocked")],
    ["no submission", dropLine("dispatch-receipts.jsonl", 2)],
    [
      "a submission that proves nothing",
      onLine("dispatch-receipts.jsonl", 2, [], "proof", { runtime: "github", run_id: 7 }),
    ],
    ["a simulated submission", onLine("dispatch-receipts.jsonl", 2, ["proof"], "run_id", "simulated-1")],
    ["a submission of another generation", onLine("dispatch-receipts.jsonl", 2, [], "dispatch_generation", 2)],
    ["fewer files", onLine("dispatch-receipts.jsonl", 6, [], "expected_refs", ["agents/codex/evidence.md"])],
    ["mixed versions", onLine("dispatch-receipts.jsonl", 1, [], "schema_version", "valp-dispatch-receipt.v3")],
    ["a second ledger", (texts) => void texts.set("runtime/queue/adoption.json", "{}")],
  ],
  submission_dependencies: [
    ["none", without("submission-dependencies.json")],
    ["a marker missing", unset("routing.json", "submission_dependencies")],
    ["another edge", set("submission-dependencies.json", "dependencies", [])],
    ["another work item", deep("submission-dependencies.json", ["work_items", 0], "dispatch_generation", 2)],
    ["a field more", set("submission-dependencies.json", "note", "x")],
    [
      "submitted before its prerequisite",
      (texts) => {
        const lines = (texts.get("dispatch-receipts.jsonl") ?? "").trimEnd().split("\n");
        const [moved = ""] = lines.splice(4, 1);
        texts.set("dispatch-receipts.jsonl", `${[moved, ...lines].join("\n")}\n`);
      },
    ],
    ["a prerequisite's evidence gone", without("agents/claude/self-review.md")],
    ["a prerequisite's evidence empty", (texts) => void texts.set("agents/claude/self-review.md", "")],
    [
      "a prerequisite's evidence rejected",
      (texts) =>
        void texts.set(
          "evidence-status.json",
          JSON.stringify({ evidence: { "agents/claude/self-review.md": "rejected" } }),
        ),
    ],
  ],
  expected_evidence: [
    ["a file missing", without("evidence/verification.md")],
    [
      "a file named in task.md missing",
      replace("task.md", "## Expected Evidence\n", "## Expected Evidence\n\n- `logs/build.txt`\n"),
    ],
    ["an unsafe file", replace("task.md", "## Expected Evidence\n", "## Expected Evidence\n\n- `../x`\n")],
    [
      "a bad status in a list",
      (texts) =>
        void texts.set(
          "evidence-status.json",
          JSON.stringify({ items: [{ ref: "agents/codex/evidence.md", status: "superseded" }] }),
        ),
    ],
    ["nothing expected", without("dispatch-receipts.jsonl")],
  ],
  correction_cycle: [
    ["a blocked dispatch", onLine("dispatch-receipts.jsonl", 9, [], "event", "dispatch_blocked")],
    [
      "bad evidence",
      (texts) => void texts.set("evidence-status.json", JSON.stringify({ evidence: { x: "rejected" } })),
    ],
    ["declared and missing", set("state.json", "correction_cycle", { ref: "correction-cycle.json" })],
    ["another version", (texts) => void texts.set("correction-cycle.json", JSON.stringify({ rounds: [] }))],
    [
      "rounds that are no list",
      (texts) =>
        void texts.set(
          "correction-cycle.json",
          JSON.stringify({ schema_version: "valp-correction-cycle.v1", rounds: {} }),
        ),
    ],
    [
      "fixed with a file missing",
      (texts) =>
        void texts.set(
          "correction-cycle.json",
          JSON.stringify({
            schema_version: "valp-correction-cycle.v1",
            rounds: [],
            final_outcome: "fixed",
            final_evidence_refs: ["nowhere.md"],
          }),
        ),
    ],
    [
      "an unsafe file",
      (texts) =>
        void texts.set(
          "correction-cycle.json",
          JSON.stringify({
            schema_version: "valp-correction-cycle.v1",
            rounds: [{ evidence_refs: ["/etc/passwd"] }],
            final_outcome: "blocked",
          }),
        ),
    ],
  ],
  agent_recommendations: [
    ["none", without("agent-recommendations.json")],
    ["another version", set("agent-recommendations.json", "schema_version", "v0")],
    ["no entries", unset("agent-recommendations.json", "entries")],
    ["pending", set("agent-recommendations.json", "status", "pending")],
    ["an unknown status", set("agent-recommendations.json", "status", "later")],
    ["not required and unexplained", unset("agent-recommendations.json", "summary")],
    ["not required with entries", set("agent-recommendations.json", "entries", [{}])],
    ["resolved without entries", set("agent-recommendations.json", "status", "resolved")],
    [
      "resolved without scope",
      both(
        set("agent-recommendations.json", "status", "resolved"),
        set("agent-recommendations.json", "complexity_policy", {}),
      ),
    ],
    ...(
      [
        ["an entry without a reason", { rationale: "" }],
        ["an unknown decision", { coordinator_decision: "maybe" }],
        ["an open decision", { decision_status: "pending" }],
        ["an unsafe source", { source_ref: "../x" }],
        ["a source that is not there", { source_ref: "nowhere.md" }],
        ["a follow-up that is not there", { follow_up_refs: ["nowhere.md"] }],
      ] as const
    ).map(
      ([name, change]): Change => [
        name,
        both(
          set("agent-recommendations.json", "status", "resolved"),
          set("agent-recommendations.json", "entries", [{ ...recommendation(), ...change }]),
        ),
      ],
    ),
  ],
  cost_governance: [
    ["a report alone", (texts) => void texts.set("cost-report.json", "{}")],
    [
      "everything",
      (texts) => {
        for (const ref of [
          "pricing-snapshots.json",
          "usage-events.jsonl",
          "billing-events.jsonl",
          "cost-budget.json",
          "cost-report.json",
        ])
          texts.set(ref, "{}");
      },
    ],
  ],
  claim_evidence: [
    ["a bare claim", (texts) => void texts.set("agents/codex/notes.md", "All tests passed.\n")],
    [
      "a claim about a file that is not there",
      (texts) => void texts.set("evidence/notes.md", "Verified, see `evidence/nowhere.md`.\n"),
    ],
    [
      "a command without its result",
      (texts) => void texts.set("evidence/notes.md", "Verified.\n\n```\nnpm test\n```\n"),
    ],
    ["a claim in the synthesis", (texts) => void texts.set("final-synthesis.md", "The build is ok.\n")],
    [
      "support that is itself",
      (texts) => {
        texts.set("evidence/notes.md", "Verified.\n");
        texts.set(
          "evidence-status.json",
          JSON.stringify({
            evidence: { "evidence/notes.md": { status: "valid", supporting_refs: ["evidence/notes.md"] } },
          }),
        );
      },
    ],
  ],
  verification: [
    ["passed without a file", without("evidence/verification.md")],
    [
      "blocked without a file",
      both(without("evidence/verification.md"), deep("state.json", ["gates"], "verification", "blocked")),
    ],
    ["no gate and no file", both(without("evidence/verification.md"), unset("state.json", "gates"))],
  ],
  review_findings: [
    [
      "an open high finding",
      set("findings/findings.json", "findings", [{ severity: "HIGH", title: "x", status: "open" }]),
    ],
    [
      "a critical finding without status",
      (texts) => void texts.set("findings/findings.json", JSON.stringify([{ severity: "critical" }])),
    ],
    [
      "a blocked finding among items",
      (texts) =>
        void texts.set("findings/findings.json", JSON.stringify({ items: [{ severity: "high", status: "blocked" }] })),
    ],
    [
      "nothing at all",
      both(
        without("findings/findings.json", "agents/alice/review.md"),
        deep("state.json", ["gates"], "review", "needs_evidence"),
      ),
      "warn",
    ],
  ],
  approvals: [
    ["a damaged ledger", (texts) => void texts.set("approvals/requested.jsonl", "{\n")],
    ["an open request", (texts) => void texts.set("approvals/requested.jsonl", '{"request_id":"r1"}\n')],
    [
      "a request that another decision settles",
      both(
        (texts) => void texts.set("approvals/requested.jsonl", '{"request_id":"r1"}\n'),
        (texts) => void texts.set("approvals/user-decisions.jsonl", '{"request_id":"r2","status":"approved"}\n'),
      ),
    ],
    ["still required", set("state.json", "approval_required", [{ kind: "deploy", matched: "deploy" }])],
    ["a goal that asks for a risk", replace("task.md", "Fix the failing test", "Deploy to production")],
    [
      "a risk with a gate and no decision",
      both(
        replace("task.md", "Fix the failing test", "Deploy to production"),
        deep("state.json", ["gates"], "approval", "passed"),
      ),
    ],
    ["a listed risk", replace("task.md", /- No approval[^\n]*/, "- `deploy` matched `deploy`, deploy it")],
    ["an open gate", deep("state.json", ["gates"], "approval", "needs_approval"), "warn"],
    ["no gate", unset("state.json", "gates"), "warn"],
  ],
  final_synthesis: [
    ["none", without("final-synthesis.md")],
    ["empty", (texts) => void texts.set("final-synthesis.md", "")],
    ...["Result", "Decisions", "Disagreements", "Evidence gaps"].map(
      (word): Change => [`no ${word}`, replace("final-synthesis.md", word, "x"), "warn"],
    ),
  ],
  routing_feedback: [
    [
      "declared and missing",
      both(without("routing-feedback.json"), set("routing.json", "routing_feedback_ref", "routing-feedback.json")),
    ],
    ["another version", set("routing-feedback.json", "schema_version", "v0")],
    ...["task_id", "profile", "result", "updated_at", "selected_agents", "lessons", "privacy_notes"].map(
      (field): Change => [`no ${field}`, set("routing-feedback.json", field, "")],
    ),
    ["done without verification", set("routing-feedback.json", "verification_result", "failed")],
    ["done without review", set("routing-feedback.json", "review_result", "")],
    ["evidence as text", set("routing-feedback.json", "actual_evidence", "x")],
    ["unsafe evidence", set("routing-feedback.json", "actual_evidence", ["../x"])],
    ["evidence that is not there", set("routing-feedback.json", "actual_evidence", ["nowhere.md"])],
  ],
  learning_feedback: [
    ["none", without("learning-feedback.json")],
    ["another version", set("learning-feedback.json", "schema_version", "v0")],
    ["no items", set("learning-feedback.json", "learning_items", [])],
    ["no updates", unset("learning-feedback.json", "proposed_updates")],
    ["unsafe evidence", set("learning-feedback.json", "learning_items", [{ evidence_refs: ["/x"] }])],
    [
      "evidence that is not there",
      set("learning-feedback.json", "proposed_updates", [{ evidence_refs: ["nowhere.md"] }]),
    ],
    ["evidence that is no list", set("learning-feedback.json", "learning_items", [{ evidence_refs: "task.md" }])],
    ["no privacy notes", set("learning-feedback.json", "privacy_notes", [])],
  ],
  github_trigger_record: [
    ["none", without("trigger-policy.json")],
    ["a field more", set("trigger-policy.json", "note", "x")],
    ["another task", set("trigger-policy.json", "task_id", "other")],
    ["another action", set("trigger-policy.json", "selected_action", "publish_only")],
    ["another signal", set("trigger-policy.json", "matched_signal", "label code")],
    ["another happening", set("trigger-policy.json", "source_event_id", "LE_2")],
    ["no identity", set("trigger-policy.json", "deduplication_identity", "")],
    [
      "the identity of another happening",
      set("trigger-policy.json", "deduplication_identity", `sha256:${"0".repeat(64)}`),
    ],
  ],
  github_deduplication: [
    ["another happening", set("trigger-policy.json", "source_event_id", "LE_2")],
    ["another rule", set("trigger-policy.json", "rule_ref", ".github/valp.yml#code")],
    ["another identity", set("trigger-policy.json", "deduplication_identity", `sha256:${"0".repeat(64)}`)],
    ["no happening", unset("trigger-policy.json", "source_event_id")],
  ],
  github_evidence_digests: [
    ["evidence changed", append("agents/codex/evidence.md", "later\n")],
    ["evidence gone", without("agents/codex/evidence.md")],
    ["another digest", deep("evidence/manifest.json", ["files", 0], "sha256", `sha256:${"0".repeat(64)}`)],
    ["a manifest without files", set("evidence/manifest.json", "files", [])],
    ["a damaged manifest", (texts) => void texts.set("evidence/manifest.json", "{")],
    ["no manifest of completed work", without("evidence/manifest.json"), "warn"],
  ],
};

function recommendation(): Json {
  return {
    id: "R1",
    agent: "codex",
    source_ref: "agents/codex/evidence.md",
    recommendation: "Shorten it.",
    coordinator_decision: "accepted",
    rationale: "Shorter is better.",
    scope_boundary: "This file.",
    complexity_impact: "none",
  };
}

/** Items of which the finished task claims nothing. */
const skipped = ["local_overlay", "squad_routing", "correction_cycle", "cost_governance"];

describe.each(Object.entries(tables))("%s", (id, changes) => {
  it("is content with the finished task", () => {
    expect(itemOf(id, goodTexts())).toMatchObject({ status: skipped.includes(id) ? "skip" : "pass" });
  });

  it.each(changes)("finds: %s", (_name, change, status) => {
    const texts = goodTexts();
    change(texts);
    expect(itemOf(id, texts)).toMatchObject({ status: status ?? "fail" });
  });
});

describe("the tables", () => {
  it("speak of every item but those with tests of their own", () => {
    const ids = auditFolder(folderOf(goodTexts())).items.map((item) => item.id);
    expect(ids.filter((id) => !(id in tables))).toEqual(["github_approved_plan", "github_append_only"]);
  });
});

describe("what must not be found", () => {
  const fine: [id: string, name: string, change: (texts: Texts) => void][] = [
    [
      "agent_recommendations",
      "a resolved entry",
      both(
        set("agent-recommendations.json", "status", "resolved"),
        set("agent-recommendations.json", "entries", [recommendation()]),
      ),
    ],
    [
      "claim_evidence",
      "a claim with its run",
      (texts) => void texts.set("evidence/notes.md", "Tests passed.\n\n```sh\n$ npm test\n```\n\n```\nok\n```\n"),
    ],
    [
      "claim_evidence",
      "a claim in a dispatch text",
      (texts) => void texts.set("agents/codex/dispatch.md", "All tests passed.\n"),
    ],
    [
      "claim_evidence",
      "a claim that other evidence supports",
      (texts) => {
        texts.set("evidence/notes.md", "Verified.\n");
        texts.set(
          "evidence-status.json",
          JSON.stringify({
            evidence: { "evidence/notes.md": { status: "valid", supporting_refs: ["evidence/verification.md"] } },
          }),
        );
      },
    ],
    [
      "approvals",
      "a settled request",
      both(
        (texts) => void texts.set("approvals/requested.jsonl", '{"kind":"deploy","scope":"x"}\n'),
        (texts) =>
          void texts.set("approvals/user-decisions.jsonl", '{"risk":"deploy","target":"x","decision":"Denied"}\n'),
      ),
    ],
    [
      "approvals",
      "an approved risk",
      both(
        replace("task.md", "Fix the failing test", "Deploy to production"),
        deep("state.json", ["gates"], "approval", "passed"),
        (texts) => void texts.set("approvals/user-decisions.jsonl", '{"id":"r1","result":"allow"}\n'),
      ),
    ],
    ["local_overlay", "a named overlay", set("routing.json", "local_overlay", { used: true, note: "x" })],
    [
      "squad_routing",
      "a whole squad",
      set("routing.json", "squad_routing", { leader: "claude", members: ["codex"], leader_decision: { ref: "x" } }),
    ],
    [
      "review_findings",
      "an accepted high finding",
      set("findings/findings.json", "findings", [{ severity: "high", status: "accepted" }]),
    ],
    [
      "verification",
      "not required",
      both(without("evidence/verification.md"), deep("state.json", ["gates"], "verification", "not_required")),
    ],
    [
      "correction_cycle",
      "a fixed correction",
      (texts) => {
        texts.set("evidence-status.json", JSON.stringify({ evidence: { "old.md": "superseded" } }));
        texts.set("old.md", "old");
        texts.set(
          "correction-cycle.json",
          JSON.stringify({
            schema_version: "valp-correction-cycle.v1",
            rounds: [{ rejected_refs: ["old.md"] }],
            final_outcome: "Fixed",
          }),
        );
      },
    ],
    [
      "iteration_budget",
      "a logged reroute",
      both(
        deep("iteration-budget.json", ["usage"], "reroutes", 1),
        (texts) =>
          void texts.set(
            "routing-history.jsonl",
            '{"schema_version":"valp-routing-history.v1","task_id":"gh-7-docs-1","event":"reroute_started"}\n',
          ),
      ),
    ],
    [
      "dispatch_receipts",
      "a receipt twice",
      (texts) => {
        const lines = (texts.get("dispatch-receipts.jsonl") ?? "").trimEnd().split("\n");
        texts.set("dispatch-receipts.jsonl", `${[...lines, lines[8]].join("\n")}\n`);
      },
    ],
    ["context_pack", "a dispatch text with other line ends", replace("agents/codex/dispatch.md", /\n/g, "\r\n")],
  ];

  it.each(fine)("%s: %s", (id, _name, change) => {
    const texts = goodTexts();
    change(texts);
    expect(itemOf(id, texts)).toMatchObject({ status: "pass" });
  });
});
