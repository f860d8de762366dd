// What the protocol's audit will demand of a routed folder, checked by rules written for this test alone.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { validateDeclaration } from "../../../src/core/leader/validate-declaration.ts";
import {
  type AssignmentDeclaration,
  assignmentDeclarationSchema,
} from "../../../src/core/records/assignment-declaration.ts";
import { jsonFile } from "../../../src/core/records/format.ts";
import { buildRouteSet } from "../../../src/core/route/route-set.ts";
import { agents, good, teamFacts } from "../leader/words.ts";
import { filesOf, opened, routeFacts } from "./facts.ts";

type Json = Record<string, unknown>;
type Folder = ReadonlyMap<string, string>;

function folderOf(
  assignments: Record<string, string>,
  leader: string,
  more: Parameters<typeof routeFacts>[0] = {},
): Folder {
  const declaration: AssignmentDeclaration = assignmentDeclarationSchema.parse({
    ...good,
    leader: { ...good.leader, agent_id: leader },
    assignments,
    reasons: Object.fromEntries(Object.keys(assignments).map((role) => [role, "why"])),
  });
  const { state } = routeFacts(more);
  const verdict = validateDeclaration(declaration, {
    ...teamFacts,
    profile: state.profile,
    agents: more.agents ?? agents,
  });
  if (verdict.kind !== "pass") throw new Error(JSON.stringify(verdict));
  return new Map([
    ...filesOf(buildRouteSet(routeFacts({ ...more, declaration }))),
    ["assignment-declaration.json", jsonFile(verdict.declaration)],
    ["assignment-validation.json", jsonFile(verdict.validation)],
    ["task.md", "# Task\n"],
  ]);
}

const read = (folder: Folder, path: string): Json => JSON.parse(folder.get(path) ?? "{}");
const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});

const everyone = Object.fromEntries(
  Object.entries(agents).map(([name, agent]) => [
    name,
    {
      ...agent,
      roles: [...new Set([...agent.roles, "coordinator", "implementer", "reviewer", "prototype", "researcher"])],
    },
  ]),
) as typeof agents;

const folders: readonly [string, Folder][] = [
  ["three agents", folderOf(good.assignments, "claude")],
  ["one agent in two roles", folderOf({ reviewer: "alice", implementer: "codex", coordinator: "alice" }, "alice")],
  ["a high risk that waits", folderOf(good.assignments, "claude", opened("high"))],
  ["an interface", folderOf({ ...good.assignments, prototype: "codex" }, "claude", opened("low", "apple-app"))],
  [
    "research",
    folderOf({ coordinator: "claude", researcher: "claude", reviewer: "alice" }, "claude", opened("low", "research")),
  ],
  [
    "one agent alone",
    folderOf({ coordinator: "claude", reviewer: "claude" }, "claude", opened("low", "generic-analysis")),
  ],
  ["a queue", folderOf({ coordinator: "farm", implementer: "farm", reviewer: "farm" }, "farm", { agents: everyone })],
  ["a squad", folderOf(good.assignments, "claude", { squad: { members: ["codex"], handoffs: ["codex to alice"] } })],
];

describe.each(folders)("%s", (_name, folder) => {
  const routing = read(folder, "routing.json");
  const state = read(folder, "state.json");
  const declaration = read(folder, "assignment-declaration.json");
  const team = routing.selected_agents as string[];

  it("item 2, assignment authority", () => {
    expect(Object.keys(declaration).sort()).toEqual([
      "assignments",
      "declaration_id",
      "declared_at",
      "leader",
      "reasons",
      "schema_version",
      "task_id",
    ]);
    const leader = object(declaration.leader);
    const assignments = object(declaration.assignments);
    expect(Object.keys(leader).sort()).toEqual(["agent_id", "selected_by", "selection_ref"]);
    expect(assignments.coordinator ?? leader.agent_id).toBe(leader.agent_id);
    expect(Object.keys(object(declaration.reasons)).sort()).toEqual(Object.keys(assignments).sort());
    expect(read(folder, "assignment-validation.json")).toMatchObject({
      status: "pass",
      blockers: [],
      validated_assignments: assignments,
      task_id: state.task_id,
    });
    for (const record of [routing, state]) {
      expect(record.assignment_authority).toBe("leader_declared");
      expect(record.assignment_declaration).toEqual({
        status: "recorded",
        ref: "assignment-declaration.json",
        leader_agent: leader.agent_id,
        selected_by: "user",
        selection_ref: leader.selection_ref,
      });
      expect(record.assignment_validation).toEqual({ status: "pass", ref: "assignment-validation.json" });
      expect(record.role_assignments).toEqual(assignments);
      expect(new Set(record.selected_agents as string[])).toEqual(new Set(Object.values(assignments)));
      expect(new Set(record.selected_agents as string[]).size).toBe((record.selected_agents as string[]).length);
    }
    expect(object(routing.coordinator_selection).selected_agent).toBe(leader.agent_id);
  });

  it("items 3, 7, 8, 9, 12 and 20: adapter, overlay, context, providers, confidence, squad", () => {
    expect(object(routing.runtime_adapter).class).toBeTruthy();
    expect(Object.keys(object(routing.runtime_task_state_mapping))).toHaveLength(7);
    expect(object(routing.local_overlay).used).toBe(false);
    for (const agent of team) {
      const policy = object(object(routing.selected_agent_context_policies)[agent]);
      for (const field of ["soft_warning_pct", "hard_compression_pct", "emergency_stop_pct"]) {
        expect(policy[field]).toBeTypeOf("number");
      }
      expect(object(object(routing.provider_matrix).providers)[agent]).toBeDefined();
    }
    expect(state.capabilities_missing).toEqual([]);
    expect(routing.routing_confidence).toBeTruthy();
    expect(Object.keys(object(routing.candidate_scores)).sort()).toEqual([...team].sort());
    const squad = object(routing.squad_routing);
    if (squad.used !== false)
      for (const field of ["leader", "members", "leader_decision"]) expect(squad[field]).toBeTruthy();
  });

  it("items 13 and 14: automation policy and budget", () => {
    const automation = read(folder, "automation-policy.json");
    for (const field of ["mode", "risk_classification", "selected_action", "audit_grade"])
      expect(automation[field]).toBeTruthy();
    expect((automation.stop_conditions as string[]).length).toBe(10);
    if (automation.approval_required === true) expect(automation.selected_action).toBe("block_for_approval");
    const budget = read(folder, "iteration-budget.json");
    expect(Object.keys(budget).sort()).toEqual(
      [
        "schema_version",
        "task_id",
        "strategy",
        "max_dispatch_reference_tokens",
        "max_dispatches",
        "max_reroutes",
        "max_fix_review_rounds",
        "usage",
        "status",
        "stop_conditions",
        "stop_reason",
        "updated_at",
      ].sort(),
    );
    expect(routing.iteration_budget).toEqual({ status: "recorded", ref: "iteration-budget.json" });
    expect(state.iteration_budget).toEqual(routing.iteration_budget);
  });

  it("item 15, delegation policy", () => {
    expect(read(folder, "delegation-policy.json")).toEqual({
      schema_version: "valp-delegation-policy.v1",
      task_id: state.task_id,
      reference_enforcement: "dispatch_and_audit",
      runtime_enforcement: "adapter_required",
      live_self_modification: {
        mode: "forbidden",
        protected_surfaces: ["skills", "plugins", "memory", "mcp_config", "agent_config"],
        repository_changes: "allowed_when_task_scoped_and_not_live_loaded",
        violation_effect: "invalidate_evidence_and_block",
      },
      violations: [],
    });
    for (const record of [routing, state]) {
      expect(record.delegation_policy).toEqual({ status: "recorded", ref: "delegation-policy.json" });
    }
  });

  it("item 16, visible attention", () => {
    const map = read(folder, "attention-map.json");
    expect(map.loop_layer).toBeTruthy();
    expect(Object.keys(object(map.heads)).length).toBeGreaterThan(0);
    expect(read(folder, "context-selection.json").selected).not.toHaveLength(0);
    expect(read(folder, "mask-list.json").masked).not.toHaveLength(0);
    expect(read(folder, "evidence-board.json").claims).not.toHaveLength(0);
    expect(folder.get("visible-routing.md")).toMatch(/^# Visible Routing\n/);
    expect(folder.has("context-pack.json")).toBe(true);
  });

  it("item 17, control contract", () => {
    const digest = `sha256:${createHash("sha256")
      .update(folder.get("control-contract.json") ?? "")
      .digest("hex")}`;
    for (const record of [routing, state]) {
      expect(record.control_contract).toEqual({
        status: "recorded",
        ref: "control-contract.json",
        digest,
        priority_class: "highest_runtime_control",
      });
      expect(record.control_slices).toEqual(
        Object.fromEntries(team.map((agent) => [agent, `control-slices/${agent}.json`])),
      );
    }
    const slices = [...folder.keys()].filter((path) => path.startsWith("control-slices/"));
    expect(slices.sort()).toEqual(team.map((agent) => `control-slices/${agent}.json`).sort());
    const items = read(folder, "submission-dependencies.json").work_items as Json[];
    for (const agent of team) {
      const slice = read(folder, `control-slices/${agent}.json`);
      expect(slice.control_contract_digest).toBe(digest);
      expect(slice.work_item_ids).toEqual(
        items.filter((item) => item.agent === agent).map((item) => item.work_item_id),
      );
      const text = folder.get(`agents/${agent}/dispatch.md`) ?? "";
      expect(text).toContain(JSON.stringify(slice));
      expect(/^## .*$/m.exec(text)?.[0]).toBe("## VALP Control Contract (Load First)");
    }
    const [first] = read(folder, "context-pack.json").items as Json[];
    expect(object(first?.evidence_refs)[0]).toBe("control-contract.json");
  });

  it("item 18, context pack: sections, references that exist, sizes", () => {
    const items = read(folder, "context-pack.json").items as Json[];
    const sections = items.map((item) => item.section);
    for (const section of ["task_scope", "verification", "permission_boundary"]) expect(sections).toContain(section);
    for (const ref of items.flatMap((item) => item.evidence_refs as string[])) expect(folder.has(ref)).toBe(true);
    const budgets = object(routing.dispatch_payload_budgets);
    expect(Object.keys(budgets).sort()).toEqual([...team].sort());
    for (const agent of team) {
      const budget = object(budgets[agent]);
      const chars = [...(folder.get(String(budget.dispatch_ref)) ?? "")].length;
      expect(chars).toBe(budget.actual_chars);
      expect(chars).toBeLessThanOrEqual(Number(budget.max_chars));
      expect(Math.ceil(chars / 4)).toBe(budget.actual_reference_tokens);
      expect(Math.ceil(chars / 4)).toBeLessThanOrEqual(Number(budget.max_reference_tokens));
    }
  });

  it("item 19, skill recommendations", () => {
    const report = read(folder, "skill-recommendations.json");
    expect(["complete", "no_matches"]).toContain(report.status);
    expect(object(routing.skill_recommendations).status).toBe(report.status);
    for (const agent of team) {
      const slice = read(folder, `skill-slices/${agent}.json`);
      expect(slice).toMatchObject({ task_id: state.task_id, agent, status: report.status });
      expect(JSON.stringify(slice)).not.toContain("/.hermes/skills/");
    }
  });

  it("item 22, submission dependencies", () => {
    for (const record of [routing, state]) {
      expect(record.submission_dependencies).toEqual({ status: "recorded", ref: "submission-dependencies.json" });
    }
    const { work_items: items } = read(folder, "submission-dependencies.json");
    expect((items as Json[]).map((item) => [item.role, item.agent]).sort()).toEqual(
      Object.entries(object(routing.role_assignments)).sort(),
    );
  });
});
