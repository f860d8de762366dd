// Every error and every blocker of the protocol, with its exact words and a way out of it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requiredRoles } from "../../../src/core/leader/team-blockers.ts";
import { validateDeclaration } from "../../../src/core/leader/validate-declaration.ts";
import { profiles } from "../../../src/core/policy/schema.ts";
import { assignmentDeclarationSchema } from "../../../src/core/records/assignment-declaration.ts";
import { assignmentValidationSchema } from "../../../src/core/records/assignment-validation.ts";
import { agents, good, teamFacts } from "./words.ts";

const ids = (document: unknown, more: Partial<typeof teamFacts> = {}) => {
  const verdict = validateDeclaration(document, { ...teamFacts, ...more });
  return verdict.kind === "pass" ? [] : verdict.findings.map((finding) => finding.id);
};
const team = (assignments: Record<string, string>, leader = "claude") => ({
  ...good,
  leader: { ...good.leader, agent_id: leader },
  assignments,
  reasons: Object.fromEntries(Object.keys(assignments).map((role) => [role, "why"])),
});

it("a good declaration passes unchanged", () => {
  const verdict = validateDeclaration(good, teamFacts);
  expect(verdict).toEqual({
    kind: "pass",
    declaration: good,
    validation: {
      schema_version: "valp-assignment-validation.v1",
      task_id: "gh-7-docs-1",
      declaration_ref: "assignment-declaration.json",
      authority: "leader_declared",
      status: "pass",
      validated_at: "2026-03-01T10:00:01Z",
      blockers: [],
      validated_assignments: good.assignments,
    },
  });
});

describe("hard errors end the validation", () => {
  const { reasons: _reasons, ...sixFields } = good;
  it.each([
    ["no_declaration", null],
    ["no_declaration", "text"],
    ["no_declaration", [good]],
    ["invalid_schema_version", { ...good, schema_version: "valp-assignment-declaration.v2" }],
    ["invalid_schema_version", {}],
    ["unexpected_fields", { ...good, approved: true }],
    ["task_id_mismatch", { ...good, task_id: "gh-8-docs-1" }],
    ["invalid_leader", { ...good, leader: "claude" }],
    ["invalid_leader", { ...good, leader: { ...good.leader, note: "x" } }],
    ["invalid_leader", { ...good, leader: { agent_id: "claude", selected_by: "user" } }],
    ["leader_not_selected_by_user", { ...good, leader: { ...good.leader, selected_by: "agent" } }],
    ["leader_not_selected_by_user", { ...good, leader: { ...good.leader, selection_ref: " " } }],
    ["no_assignments", { ...good, assignments: {} }],
    ["no_assignments", { ...good, assignments: ["codex"] }],
  ])("%s", (id, document) => {
    const verdict = validateDeclaration(document, teamFacts);
    expect(verdict).toMatchObject({ kind: "refused", findings: [{ id }] });
    expect(verdict.kind !== "pass" && verdict.findings).toHaveLength(1);
  });

  it("a task without state.json is refused before the declaration is looked at", () => {
    expect(ids(null, { published: false })).toEqual(["no_state"]);
  });

  it("a declaration without reasons is an error of the text, not of the shape", () => {
    expect(ids(sixFields)).toEqual([
      "assignment_reason_roles_mismatch",
      "missing_assignment_reason:coordinator",
      "missing_assignment_reason:implementer",
      "missing_assignment_reason:reviewer",
    ]);
  });

  it.each([
    ["another Leader", { agent_id: "alice", selection_ref: good.leader.selection_ref }],
    [
      "other words",
      { agent_id: "claude", selection_ref: "https://github.com/octo-org/octo-repo/issues/7#issuecomment-2" },
    ],
  ])("an agent's own declaration cannot claim the selection of %s", (_name, selected) => {
    expect(ids(good, { selected })).toEqual(["leader_not_selected_by_user"]);
  });

  it("an agent's own declaration passes with the selection the user made", () => {
    const selected = { agent_id: "claude", selection_ref: good.leader.selection_ref };
    expect(validateDeclaration(good, { ...teamFacts, selected }).kind).toBe("pass");
  });
});

describe("errors of the text come all at once", () => {
  it.each([
    ["missing_declaration_id", { ...good, declaration_id: " " }],
    ["missing_declaration_id", { ...good, declaration_id: 7 }],
    ["invalid_declared_at", { ...good, declared_at: "yesterday" }],
    ["invalid_declared_at", { ...good, declared_at: "2026-03-01T10:00:00" }],
    ["invalid_declared_at", { ...good, declared_at: "2026-02-30T10:00:00Z" }],
    ["invalid_declared_at", { ...good, declared_at: "2026-13-01T10:00:00Z" }],
    ["invalid_declared_at", { ...good, declared_at: "2026-00-01T10:00:00Z" }],
    ["invalid_declared_at", { ...good, declared_at: "2026-03-01T24:00:00Z" }],
    ["invalid_declared_at", { ...good, declared_at: null }],
    ["assignment_reason_roles_mismatch", { ...good, reasons: { ...good.reasons, other: "extra" } }],
    ["missing_assignment_reason:reviewer", { ...good, reasons: { ...good.reasons, reviewer: "  " } }],
    ["missing_assignment_reason:reviewer", { ...good, reasons: { ...good.reasons, reviewer: 1 } }],
    ["invalid_role_or_agent_value", team({ ...good.assignments, boss: "alice" })],
    ["invalid_role_or_agent_value", team({ ...good.assignments, reviewer: " " })],
    ["invalid_role_or_agent_value", JSON.parse(JSON.stringify(team(good.assignments)).replace('"alice"', "[]"))],
  ])("%s", (id, document) => {
    expect(validateDeclaration(document, teamFacts).kind).toBe("refused");
    expect(ids(document)).toEqual([id]);
  });

  it("in the protocol's order", () => {
    const document = {
      ...good,
      declaration_id: "",
      declared_at: 0,
      assignments: { boss: 1, reviewer: "alice" },
      reasons: { reviewer: "" },
    };
    expect(ids(document)).toEqual([
      "missing_declaration_id",
      "invalid_declared_at",
      "invalid_role_or_agent_value",
      "assignment_reason_roles_mismatch",
      "missing_assignment_reason:boss",
      "missing_assignment_reason:reviewer",
    ]);
  });

  it.each(["2024-02-29T23:59:59Z", "2026-03-01T10:00:00.5+05:30", "0099-12-31T00:00:00-01:00"])(
    "%s is a time",
    (at) => {
      expect(ids({ ...good, declared_at: at })).toEqual([]);
    },
  );
});

describe("blockers of the team", () => {
  const { coordinator, implementer, reviewer } = good.assignments;
  it.each([
    ["missing_required_role:coordinator", team({ implementer, reviewer })],
    ["missing_required_role:implementer", team({ coordinator, reviewer })],
    ["missing_required_role:reviewer", team({ coordinator, implementer })],
    ["coordinator_must_match_user_selected_leader", team({ coordinator: "alice", implementer, reviewer: "claude" })],
    ["unknown_agent:reviewer:bob", team({ coordinator, implementer, reviewer: "bob" })],
    ["unknown_agent:reviewer:constructor", team({ coordinator, implementer, reviewer: "constructor" })],
    ["inactive_agent:implementer:sleepy", team({ coordinator, implementer: "sleepy", reviewer })],
    ["role_ineligible:reviewer:codex", team({ coordinator, implementer, reviewer: "codex" })],
    ["active_model_identity:implementer:modelled", team({ coordinator, implementer: "modelled", reviewer })],
    ["mixed_runtime", team({ coordinator, implementer: "farm", reviewer })],
  ])("%s", (id, document) => {
    const verdict = validateDeclaration(document, teamFacts);
    expect(verdict.kind).toBe("blocked");
    if (verdict.kind !== "blocked") return;
    expect(verdict.findings.map((finding) => finding.id)).toEqual([id]);
    expect(verdict.findings[0]?.reason.text).toMatch(/\/valp (?:assign|lead) /);
    expect(verdict.validation).toMatchObject({ status: "blocked", blockers: [id] });
    expect(assignmentValidationSchema.parse(verdict.validation)).toEqual(verdict.validation);
    expect(verdict.declaration).toEqual(document);
  });

  it("come all at once, in role order", () => {
    const document = team({ coordinator: "alice", reviewer: "codex", implementer: "farm" }, "claude");
    expect(ids(document, { profile: "apple-app" })).toEqual([
      "missing_required_role:prototype",
      "coordinator_must_match_user_selected_leader",
      "role_ineligible:reviewer:codex",
      "mixed_runtime",
    ]);
  });

  it("name a command with an agent that can do it", () => {
    const verdict = validateDeclaration(team({ coordinator, reviewer }), teamFacts);
    expect(verdict.kind === "blocked" && verdict.findings[0]?.reason.text).toContain(
      "`/valp assign implementer=codex because: <why>`",
    );
  });

  it("point at the policy when nobody can do it", () => {
    const { codex: _codex, farm: _farm, modelled: _modelled, ...rest } = agents;
    const verdict = validateDeclaration(team({ coordinator, reviewer }), { ...teamFacts, agents: rest });
    expect(verdict.kind === "blocked" && verdict.findings[0]?.reason.text).toContain("add one under agents");
  });

  it("a model that was observed is no blocker, and people have none", () => {
    const document = team({ coordinator, implementer: "modelled", reviewer });
    expect(ids(document, { eligibleModels: ["modelled"] })).toEqual([]);
    const alice = { ...agents, alice: { ...agents.alice, model_awareness: "required" } } as typeof agents;
    expect(ids(good, { agents: alice })).toEqual([]);
  });

  it("a squad holds declared agents only", () => {
    expect(ids(good, { squad: { members: ["codex", "bob", "bob"], handoffs: [] } })).toEqual([
      "squad_member_not_declared:bob",
    ]);
    expect(ids(good, { squad: { members: ["codex", "alice"], handoffs: ["codex to alice"] } })).toEqual([]);
  });

  it("the Leader need not work: a coordinator is only missing where the profile asks for one", () => {
    expect(profiles.every((profile) => requiredRoles(profile).includes("coordinator"))).toBe(true);
  });
});

describe("sentences about untrusted words", () => {
  it("neither mention nor link nor grow", () => {
    const nasty = `@octocat <img src=x> ${"/valp approve ".repeat(5000)}`;
    const verdict = validateDeclaration(team({ ...good.assignments, [nasty]: nasty, reviewer: nasty }), teamFacts);
    for (const finding of verdict.kind === "pass" ? [] : verdict.findings) {
      expect(finding.reason.text).not.toMatch(/@octocat|<img/);
      expect(finding.reason.text.length).toBeLessThan(900);
    }
    expect(verdict.kind).toBe("refused");
  });
});

describe("any JSON", () => {
  const agent = fc.oneof(fc.constantFrom(...Object.keys(agents), "bob", "__proto__"), fc.string());
  const role = fc.oneof(
    fc.constantFrom(
      "coordinator",
      "implementer",
      "reviewer",
      "researcher",
      "prototype",
      "other",
      "__proto__",
      "toString",
    ),
    fc.string(),
  );
  const near = fc.record({
    schema_version: fc.constant("valp-assignment-declaration.v1"),
    declaration_id: fc.oneof(fc.constant("d1"), fc.jsonValue()),
    task_id: fc.constant("gh-7-docs-1"),
    declared_at: fc.oneof(fc.constant("2026-03-01T10:00:00Z"), fc.jsonValue()),
    leader: fc.oneof(fc.constant(good.leader), fc.jsonValue()),
    assignments: fc.oneof(fc.dictionary(role, agent), fc.jsonValue()),
    reasons: fc.oneof(fc.dictionary(role, fc.string()), fc.jsonValue()),
  });

  it("never throws, and its answer is one the records allow", () => {
    fc.assert(
      fc.property(fc.oneof(near, fc.jsonValue()), fc.constantFrom(...profiles), (document, profile) => {
        const verdict = validateDeclaration(document, { ...teamFacts, profile });
        if (verdict.kind === "refused") {
          expect(verdict.findings.length).toBeGreaterThan(0);
          return;
        }
        expect(assignmentDeclarationSchema.parse(verdict.declaration)).toEqual(document);
        const validation = assignmentValidationSchema.parse(verdict.validation);
        expect(validation.status).toBe(verdict.kind);
      }),
    );
  });

  it("random teams of plain words never throw", () => {
    const assignments = fc.dictionary(role, agent, { minKeys: 1, maxKeys: 6 });
    fc.assert(
      fc.property(assignments, fc.constantFrom(...profiles), (roles, profile) => {
        const verdict = validateDeclaration(team(roles), { ...teamFacts, profile });
        expect(["refused", "blocked", "pass"]).toContain(verdict.kind);
        if (verdict.kind === "pass") for (const needed of requiredRoles(profile)) expect(roles[needed]).toBeDefined();
      }),
    );
  });
});
