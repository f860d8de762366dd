// A passed declaration leads to one complete, consistent set of files, or to none.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import {
  type AssignmentDeclaration,
  assignmentDeclarationSchema,
} from "../../../src/core/records/assignment-declaration.ts";
import {
  attentionMapSchema,
  contextPackSchema,
  contextSelectionSchema,
  evidenceBoardSchema,
  maskListSchema,
} from "../../../src/core/records/attention.ts";
import { automationPolicySchema } from "../../../src/core/records/automation-policy.ts";
import { controlContract, controlSlice, controlSliceSchema } from "../../../src/core/records/control-contract.ts";
import { delegationPolicySchema } from "../../../src/core/records/delegation-policy.ts";
import { jsonFile } from "../../../src/core/records/format.ts";
import { iterationBudgetSchema } from "../../../src/core/records/iteration-budget.ts";
import { routingSchema } from "../../../src/core/records/routing.ts";
import { skillRecommendationsSchema, skillSliceSchema } from "../../../src/core/records/skills.ts";
import { readState, stateSchema } from "../../../src/core/records/state.ts";
import { submissionDependenciesSchema } from "../../../src/core/records/submission-dependencies.ts";
import { buildRouteSet } from "../../../src/core/route/route-set.ts";
import { blockedState, leaderSelectedState } from "../../../src/core/route/state-markers.ts";
import { agents, good, taskId } from "../leader/words.ts";
import { filesOf, opened, routeFacts } from "./facts.ts";

const json = (files: ReadonlyMap<string, string>, path: string) => JSON.parse(files.get(path) ?? "null");
const declare = (assignments: Record<string, string>, leader = "claude"): AssignmentDeclaration =>
  assignmentDeclarationSchema.parse({
    ...good,
    leader: { ...good.leader, agent_id: leader },
    assignments,
    reasons: Object.fromEntries(Object.keys(assignments).map((role) => [role, `why ${role}`])),
  });

const schemas: readonly [RegExp, z.ZodType][] = [
  [/^attention-map\.json$/, attentionMapSchema],
  [/^automation-policy\.json$/, automationPolicySchema],
  [/^context-pack\.json$/, contextPackSchema],
  [/^context-selection\.json$/, contextSelectionSchema],
  [/^control-slices\//, controlSliceSchema],
  [/^delegation-policy\.json$/, delegationPolicySchema],
  [/^evidence-board\.json$/, evidenceBoardSchema],
  [/^iteration-budget\.json$/, iterationBudgetSchema],
  [/^mask-list\.json$/, maskListSchema],
  [/^routing\.json$/, routingSchema],
  [/^skill-recommendations\.json$/, skillRecommendationsSchema],
  [/^skill-slices\//, skillSliceSchema],
  [/^state\.json$/, stateSchema],
  [/^submission-dependencies\.json$/, submissionDependenciesSchema],
];

describe("the files of a route", () => {
  const files = filesOf(buildRouteSet(routeFacts()));

  it("are complete", () => {
    expect([...files.keys()]).toEqual([
      "agents/alice/dispatch.md",
      "agents/claude/dispatch.md",
      "agents/codex/dispatch.md",
      "attention-map.json",
      "automation-policy.json",
      "context-pack.json",
      "context-selection.json",
      "control-contract.json",
      "control-slices/alice.json",
      "control-slices/claude.json",
      "control-slices/codex.json",
      "delegation-policy.json",
      "evidence-board.json",
      "iteration-budget.json",
      "mask-list.json",
      "routing.json",
      "skill-recommendations.json",
      "skill-slices/alice.json",
      "skill-slices/claude.json",
      "skill-slices/codex.json",
      "state.json",
      "submission-dependencies.json",
      "visible-routing.md",
    ]);
  });

  it.each([...files.keys()].filter((path) => path.endsWith(".json") && path !== "control-contract.json"))(
    "%s has exactly its record's shape",
    (path) => {
      const schema = schemas.find(([name]) => name.test(path))?.[1];
      const value = json(files, path);
      expect(schema?.parse(value)).toEqual(value);
      expect(files.get(path)).toBe(jsonFile(value));
    },
  );

  it("are the same bytes for the same facts", () => {
    expect(filesOf(buildRouteSet(routeFacts()))).toEqual(files);
  });
});

describe("markers", () => {
  const files = filesOf(buildRouteSet(routeFacts()));
  const routing = json(files, "routing.json");
  const state = json(files, "state.json");
  const both = [
    "role_assignments",
    "selected_agents",
    "assignment_authority",
    "assignment_declaration",
    "assignment_validation",
    "coordinator_selection",
    "team_selection",
    "model_role_gate",
    "control_contract",
    "control_slices",
    "submission_dependencies",
    "delegation_policy",
    "iteration_budget",
    "automation_policy",
    "context_pack",
    "skill_recommendations",
    "visible_attention",
    "runtime_adapter",
    "runtime_task_state_mapping",
    "provider_matrix",
    "dispatch_payload_budgets",
    "routing_confidence",
    "capabilities_missing",
    "local_overlay",
    "squad_routing",
  ];

  it.each(both)("%s is equal in routing and state", (field) => {
    expect(routing[field]).toBeDefined();
    expect(state[field]).toEqual(routing[field]);
  });

  it("are exact", () => {
    expect(routing).toMatchObject({
      assignment_authority: "leader_declared",
      assignment_declaration: {
        status: "recorded",
        ref: "assignment-declaration.json",
        leader_agent: "claude",
        selected_by: "user",
        selection_ref: good.leader.selection_ref,
      },
      team_selection: {
        strategy: "leader_declared_valp_validated",
        required_roles: ["coordinator", "implementer", "reviewer"],
        selected_agents: ["claude", "codex", "alice"],
      },
      routing_confidence: { overall: "not_scored" },
      candidate_scores: { alice: { eligible: true }, claude: { eligible: true }, codex: { eligible: true } },
      rejected_candidates: [],
      capabilities_missing: [],
      squad_routing: { used: false },
      model_role_gate: { enforced: false, status: "pass", blocked_roles: [] },
    });
    expect(routing.iteration_budget).toEqual({ status: "recorded", ref: "iteration-budget.json" });
    expect(routing.assignment_validation).toEqual({ status: "pass", ref: "assignment-validation.json" });
    expect(routing.runtime_adapter).toEqual({
      class: "hosted_local_platform",
      name: "GitHub Actions",
      id: "github",
      full_mode_capable: true,
      state_mapping_ref: "routing.json#runtime_task_state_mapping",
    });
    expect(routing.runtime_task_state_mapping).toEqual({
      queued: "accepted_by_runtime_not_delivery",
      dispatched: "dispatch_submitted_only_with_proof",
      waiting: "suspended",
      running: "executing",
      completed: "dispatch_completed_only_with_expected_evidence",
      failed: "failed_or_blocked_with_reason",
      cancelled: "cancelled",
    });
  });

  it("tell people from workflows and invent no number", () => {
    const { providers } = routing.provider_matrix;
    expect(providers.codex).toMatchObject({ provider_name: "github-actions", model_selection: "unknown" });
    expect(providers.alice).toMatchObject({ provider_name: "github-account", model_selection: "manual" });
    expect(routing.provider_matrix.model_awareness).toBeUndefined();
    expect(routing.selected_agent_context_policies).toEqual({
      claude: { soft_warning_pct: 50, hard_compression_pct: 60, emergency_stop_pct: 80 },
      codex: { soft_warning_pct: 55, hard_compression_pct: 65, emergency_stop_pct: 80 },
      alice: { soft_warning_pct: 60, hard_compression_pct: 70, emergency_stop_pct: 80 },
    });
  });

  it("carry a context share only where one was observed", () => {
    const built = filesOf(buildRouteSet(routeFacts({ contextPct: { codex: 12 } })));
    const policies = json(built, "routing.json").selected_agent_context_policies;
    expect(policies.codex.current_context_pct).toBe(12);
    expect(policies.claude.current_context_pct).toBeUndefined();
  });

  it("name the squad, its leader and the declaration that decided it", () => {
    const squad = { members: ["codex", "alice", "codex"], handoffs: ["codex to alice"] };
    expect(json(filesOf(buildRouteSet(routeFacts({ squad }))), "routing.json").squad_routing).toEqual({
      used: true,
      leader: "claude",
      members: ["codex", "alice"],
      leader_decision: {
        ref: "assignment-declaration.json",
        declaration_id: "gh-7-docs-1:declaration:1",
        handoffs: ["codex to alice"],
      },
    });
  });
});

describe("status and automation", () => {
  it("a low risk goes on to dispatching and leaves the revision alone", () => {
    const files = filesOf(buildRouteSet(routeFacts()));
    expect(json(files, "state.json")).toMatchObject({ status: "dispatching", revision: 0, approval_required: [] });
    expect(json(files, "automation-policy.json")).toMatchObject({
      selected_action: "continue_until_gate",
      approval_required: false,
      trigger_policy_ref: "trigger-policy.json",
    });
  });

  it("a high risk stays shut until an approval covers the plan", () => {
    const files = filesOf(buildRouteSet(routeFacts(opened("high"))));
    expect(json(files, "state.json")).toMatchObject({
      status: "approval_required",
      gates: { approval: "needs_approval" },
      approval_required: [{ kind: "deploy", matched: "deploy" }],
    });
    expect(json(files, "automation-policy.json")).toMatchObject({
      risk_classification: "high",
      selected_action: "block_for_approval",
      approval_required: true,
      approval_refs: ["approvals/requested.jsonl"],
    });
  });

  it("a covered high risk goes on and is still recorded as one that needed approval", () => {
    const files = filesOf(buildRouteSet(routeFacts({ ...opened("high"), approved: true })));
    expect(json(files, "state.json").status).toBe("dispatching");
    expect(json(files, "automation-policy.json")).toMatchObject({
      selected_action: "continue_until_gate",
      approval_required: true,
    });
  });

  it("a manual team attests by hand", () => {
    const manual = Object.fromEntries(
      Object.entries(agents).map(([name, agent]) => [name, { ...agent, runtime: "manual" as const }]),
    );
    const files = filesOf(buildRouteSet(routeFacts({ agents: manual })));
    expect(json(files, "routing.json").runtime_adapter).toMatchObject({ class: "manual", full_mode_capable: false });
    expect(json(files, "delegation-policy.json").runtime_enforcement).toBe("manual_attestation");
    expect(json(files, "automation-policy.json")).toMatchObject({ mode: "manual", audit_grade: "local" });
  });
});

describe("one agent in several roles", () => {
  const declaration = declare({ reviewer: "alice", implementer: "codex", coordinator: "alice" }, "alice");
  const files = filesOf(buildRouteSet(routeFacts({ declaration })));

  it("has one slice with all its work items", () => {
    expect(json(files, "control-slices/alice.json").work_item_ids).toEqual(["coordinator:alice", "reviewer:alice"]);
    expect([...files.keys()].filter((path) => path.startsWith("control-slices/"))).toHaveLength(2);
  });

  it("has one dispatch with the evidence of both roles and the budget of the first", () => {
    const text = files.get("agents/alice/dispatch.md") ?? "";
    expect(text).toContain("- `agents/alice/self-review.md`\n- `agents/alice/review.md`");
    expect(json(files, "routing.json").dispatch_payload_budgets.alice).toMatchObject({
      role: "coordinator",
      max_chars: 3000,
    });
  });

  it("counts as two work items in the budget", () => {
    expect(json(files, "iteration-budget.json")).toMatchObject({
      max_dispatches: 5,
      max_dispatch_reference_tokens: 2 * (750 + 700 + 600) + 1800,
      max_reroutes: 1,
      max_fix_review_rounds: 3,
      usage: { dispatch_reference_tokens: 0, dispatches: 0, reroutes: 0, fix_review_rounds: 0 },
    });
  });
});

describe("what a team looks at", () => {
  it("holds the five masks of every task, and more for interfaces and outside feedback", () => {
    const count = (more: Parameters<typeof routeFacts>[0]) =>
      json(filesOf(buildRouteSet(routeFacts(more))), "mask-list.json").masked.length;
    expect(count({})).toBe(5);
    expect(count(opened("low", "web-frontend"))).toBe(6);
    expect(count({ ...opened("low", "web-frontend"), designContract: "DESIGN.md" })).toBe(5);
    expect(count({ ...opened("low", "web-frontend"), goal: "Collect beta feedback" })).toBe(7);
  });

  it("adds heads and claims for interfaces and outside feedback", () => {
    const files = filesOf(
      buildRouteSet(
        routeFacts({ ...opened("low", "web-frontend"), goal: "Collect beta feedback", designContract: "DESIGN.md" }),
      ),
    );
    expect(Object.keys(json(files, "attention-map.json").heads)).toEqual([
      "state_gate",
      "implementation",
      "ux_review",
      "prototype",
      "external_feedback",
      "design_contract",
    ]);
    expect(json(files, "evidence-board.json").claims).toHaveLength(6);
    expect(files.get("visible-routing.md")).toContain("Design contract: DESIGN.md");
  });

  it.each([
    ["Fix the build of the guide", "software-code", "agentic_coding_loop"],
    ["Write a spec", "software-code", "developer_feedback_loop"],
    ["Fix it", "apple-app", "developer_feedback_loop"],
    ["Read the analytics", "apple-app", "external_feedback_loop"],
    ["Run an A/B test", "software-code", "external_feedback_loop"],
  ] as const)("%s (%s) is %s", (goal, profile, layer) => {
    const files = filesOf(buildRouteSet(routeFacts({ ...opened("low", profile), goal })));
    expect(json(files, "attention-map.json").loop_layer).toBe(layer);
    expect(json(files, "state.json").loop_layer).toBe(layer);
  });
});

describe("skills of the repository", () => {
  it("are found by shared words, counted and explained", () => {
    const files = filesOf(buildRouteSet(routeFacts()));
    expect(json(files, "skill-recommendations.json")).toMatchObject({ status: "complete", backend: "repository" });
    const [first, ...rest] = json(files, "skill-slices/codex.json").recommendations;
    expect(first).toMatchObject({ skill: "testing", path: ".claude/skills/testing/SKILL.md", confidence: 0.29 });
    expect(rest).toEqual([]);
  });

  it("are shown three at a time", () => {
    const skills = [1, 2, 3, 4, 5].map((n) => ({ path: `s/${n}/SKILL.md`, name: `parser ${n}`, description: "" }));
    const slice = json(filesOf(buildRouteSet(routeFacts({ skills }))), "skill-slices/alice.json");
    expect(slice.recommendations).toHaveLength(3);
    expect(slice.omitted_match_count).toBe(2);
  });

  it("leave a report and slices also without a match", () => {
    const files = filesOf(buildRouteSet(routeFacts({ skills: [] })));
    expect(json(files, "skill-recommendations.json").status).toBe("no_matches");
    expect(json(files, "routing.json").skill_recommendations).toMatchObject({ status: "no_matches" });
    expect(json(files, "skill-slices/alice.json")).toMatchObject({ status: "no_matches", recommendations: [] });
  });
});

describe("a second route", () => {
  const first = filesOf(buildRouteSet(routeFacts()));
  const existing = new Map([...first, ["task.md", "# Task"], ["agents/codex/evidence.md", "x"]]);
  const declaration = declare({ coordinator: "claude", implementer: "codex", reviewer: "claude" });
  const answer = buildRouteSet(routeFacts({ declaration, existing, now: "2026-03-02T10:00:00Z" }));

  it("keeps the bytes of the control contract", () => {
    expect(filesOf(answer).get("control-contract.json")).toBe(first.get("control-contract.json"));
  });

  it("deletes what only the first one had, and nothing else", () => {
    expect(answer.kind === "built" && answer.deletions).toEqual([
      "agents/alice/dispatch.md",
      "control-slices/alice.json",
      "skill-slices/alice.json",
    ]);
  });

  it.each(["{", "[]", '{"created_at": 7}', '{"created_at": "yesterday"}'])(
    "survives the broken contract %s",
    (text) => {
      const built = buildRouteSet(routeFacts({ existing: new Map([["control-contract.json", text]]) }));
      expect(json(filesOf(built), "control-contract.json").created_at).toBe("2026-03-01T10:00:00Z");
    },
  );
});

describe("the state around a route", () => {
  const built = buildRouteSet(routeFacts());
  const routed = built.kind === "built" ? built.state : opened("low").state;

  it("after a blocked declaration names the verdict and has no marker of the earlier route", () => {
    const state = blockedState(routed, declare(good.assignments), null, "2026-03-02T10:00:00Z");
    expect(state).toMatchObject({
      status: "published",
      selected_agents: [],
      assignment_validation: { status: "blocked", ref: "assignment-validation.json" },
      github: { leader_selection: { agent_id: "claude" } },
    });
    expect(state.control_contract).toBeUndefined();
    expect(state.role_assignments).toBeUndefined();
    expect(readState(jsonFile(state)).kind).toBe("record");
  });

  it("after a new Leader was selected has no declaration", () => {
    const leader = { agent_id: "alice", selected_by: "user" as const, selection_ref: "https://x/1" };
    const state = leaderSelectedState(routed, leader, "2026-03-02T10:00:00Z");
    expect(state.assignment_declaration).toBeUndefined();
    expect(state.github.leader_selection).toEqual(leader);
    expect(leaderSelectedState(opened("high").state, leader, "2026-03-02T10:00:00Z").status).toBe("approval_required");
    expect(readState(jsonFile(state)).kind).toBe("record");
  });
});

describe("the control contract", () => {
  it("has the digest of the published example for its task and time", () => {
    const text = jsonFile(controlContract("VALP-NON-HERDR-E2E-001", "2026-07-20T06:40:51Z"));
    const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
    expect(digest).toBe("sha256:b4538e48f631e2e6c05fb8db41ba1f9094cd90eb31a2545913295bce1bd1c26c");
    expect(
      JSON.stringify(
        controlSlice("VALP-NON-HERDR-E2E-001", "langgraph_worker", ["implementer:langgraph_worker"], digest),
      ),
    ).toBe(
      `{"schema_version":"valp-control-slice.v1","task_id":"VALP-NON-HERDR-E2E-001","agent":"langgraph_worker","work_item_ids":["implementer:langgraph_worker"],"control_contract_ref":"control-contract.json","control_contract_digest":"${digest}","priority_class":"highest_runtime_control","load_before":["planning","skills","tool_execution","immediate_response"],"missing_or_invalid":"block"}`,
    );
  });

  it("is bound by its digest in markers and slices", () => {
    const files = filesOf(buildRouteSet(routeFacts()));
    const digest = `sha256:${createHash("sha256")
      .update(files.get("control-contract.json") ?? "")
      .digest("hex")}`;
    expect(json(files, "routing.json").control_contract).toEqual({
      status: "recorded",
      ref: "control-contract.json",
      digest,
      priority_class: "highest_runtime_control",
    });
    expect(json(files, "control-slices/codex.json").control_contract_digest).toBe(digest);
    expect(json(files, "control-contract.json").task_id).toBe(taskId);
  });
});
