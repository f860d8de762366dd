// A declaration holds what people said and nothing else.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeDeclaration, type DeclarationSoFar } from "../../../src/core/leader/declaration.ts";
import { assignmentDeclarationSchema } from "../../../src/core/records/assignment-declaration.ts";
import { assign, commentUrl, facts, good, lead, nothingYet } from "./words.ts";

const claude = { agent_id: "claude", selection_ref: commentUrl };
const declared = (soFar: Partial<DeclarationSoFar> = {}): DeclarationSoFar => ({
  ...nothingYet,
  leader: claude,
  declaration: assignmentDeclarationSchema.parse(good),
  ...soFar,
});

describe("lead", () => {
  it("makes the Leader the coordinator for the reason given", () => {
    const answer = composeDeclaration(lead("claude", [], "knows the code"), nothingYet, facts);
    expect(answer).toEqual({
      kind: "declared",
      squad: null,
      declaration: {
        schema_version: "valp-assignment-declaration.v1",
        declaration_id: "gh-7-docs-1:declaration:1",
        task_id: "gh-7-docs-1",
        declared_at: "2026-03-01T10:00:00Z",
        leader: { agent_id: "claude", selected_by: "user", selection_ref: commentUrl },
        assignments: { coordinator: "claude" },
        reasons: { coordinator: "knows the code" },
      },
    });
  });

  it("only selects the Leader when nothing else is said, who declares next", () => {
    expect(composeDeclaration(lead("claude", [], null), nothingYet, facts)).toEqual({
      kind: "leader_selected",
      leader: { agent_id: "claude", selected_by: "user", selection_ref: commentUrl },
    });
  });

  it("never adds a coordinator to roles that were said", () => {
    const answer = composeDeclaration(lead("claude", [["implementer", "codex"]], "small fix"), nothingYet, facts);
    expect(answer).toMatchObject({
      declaration: { assignments: { implementer: "codex" }, reasons: { implementer: "small fix" } },
    });
  });

  it("starts over, with the next number", () => {
    const answer = composeDeclaration(lead("alice", [["coordinator", "alice"]], "new plan"), declared(), facts);
    expect(answer).toMatchObject({
      declaration: {
        declaration_id: "gh-7-docs-1:declaration:2",
        leader: { agent_id: "alice" },
        assignments: { coordinator: "alice" },
        reasons: { coordinator: "new plan" },
      },
    });
  });

  it("numbers on after a declaration that somebody else numbered", () => {
    const foreign = { ...assignmentDeclarationSchema.parse(good), declaration_id: "mine" };
    const answer = composeDeclaration(lead("claude", [], "x"), declared({ declaration: foreign }), facts);
    expect(answer).toMatchObject({ declaration: { declaration_id: "gh-7-docs-1:declaration:2" } });
  });
});

describe("assign", () => {
  it("adds a role with the reason of its line", () => {
    const answer = composeDeclaration(
      assign([["reviewer", "alice"]], "independent"),
      { ...nothingYet, leader: claude },
      facts,
    );
    expect(answer).toMatchObject({
      declaration: { assignments: { reviewer: "alice" }, reasons: { reviewer: "independent" } },
    });
  });

  it("replaces an agent and drops the reason that was given for another one", () => {
    const answer = composeDeclaration(assign([["reviewer", "claude"]], null), declared(), facts);
    expect(answer).toMatchObject({ declaration: { assignments: { coordinator: "claude", reviewer: "claude" } } });
    expect(answer.kind === "declared" && answer.declaration.reasons).toEqual({
      coordinator: "knows the code",
      implementer: "writes code",
    });
  });

  it("keeps the reason of an agent that is named again", () => {
    const answer = composeDeclaration(assign([["reviewer", "alice"]], null), declared(), facts);
    expect(answer).toMatchObject({ declaration: { reasons: { reviewer: "independent" } } });
  });

  it("keeps the selection as the user made it, whoever assigns", () => {
    const answer = composeDeclaration(assign([["other", "alice"]], "notes"), declared(), {
      ...facts,
      ref: "https://x/2",
    });
    expect(answer).toMatchObject({ declaration: { leader: { selection_ref: commentUrl } } });
  });

  it("keeps an earlier squad until another one is declared", () => {
    const squad = { members: ["codex"], handoffs: ["codex to alice"] };
    const answer = composeDeclaration(assign([["other", "alice"]], "notes"), declared({ squad }), facts);
    expect(answer).toMatchObject({ squad });
  });

  it("takes a Leader out of the words only where none is selected", () => {
    const words = assign([["coordinator", "alice"]], "small", { leader: "alice" });
    expect(composeDeclaration(words, nothingYet, facts)).toMatchObject({
      declaration: { leader: { agent_id: "alice", selection_ref: commentUrl } },
    });
    expect(composeDeclaration(words, declared(), facts)).toMatchObject({
      kind: "refused",
      reasons: [{ code: "assign_changes_leader" }],
    });
  });
});

describe("refused", () => {
  const standing = { leader: "claude", assignments: { coordinator: "claude" }, reasons: { coordinator: "lead" } };
  it.each([
    ["no_leader_selected", assign([["reviewer", "alice"]], "x"), nothingYet],
    ["leader_cannot_declare", lead("bob", [], null), nothingYet],
    ["leader_cannot_declare", lead("codex", [], null), nothingYet],
    ["leader_cannot_declare", lead("__proto__", [], null), nothingYet],
    ["nothing_assigned", assign([], "x"), declared()],
    [
      "role_named_twice",
      lead(
        "claude",
        [
          ["reviewer", "alice"],
          ["reviewer", "codex"],
        ],
        "x",
      ),
      nothingYet,
    ],
    ["team_is_fixed", lead("alice", [], "x"), declared({ dispatched: true })],
    ["team_is_fixed", assign([["reviewer", "alice"]], "x"), declared({ dispatched: true })],
    ["standing_without_person", { kind: "standing", id: "docs-team", declaration: standing, person: null }, nothingYet],
  ] as const)("%s", (code, words, soFar) => {
    const answer = composeDeclaration(words, soFar, facts);
    expect(answer).toMatchObject({ kind: "refused", reasons: [{ code }] });
  });

  it("says what to type", () => {
    const answer = composeDeclaration(assign([["reviewer", "alice"]], "x"), nothingYet, facts);
    expect(answer.kind === "refused" && answer.reasons[0]?.text).toContain("/valp lead <agent>");
  });
});

describe("standing declaration", () => {
  it("is the policy's words, selected by the person of the event", () => {
    const answer = composeDeclaration(
      {
        kind: "standing",
        id: "docs-team",
        declaration: {
          leader: "claude",
          assignments: { coordinator: "claude", reviewer: "alice" },
          reasons: { coordinator: "leads docs", reviewer: "owns docs" },
          squad: { members: ["alice"], handoffs: ["draft to review"] },
        },
        person: "octocat",
      },
      nothingYet,
      { ...facts, ref: `.github/valp.yml@${"a".repeat(40)}#declarations.docs-team` },
    );
    expect(answer).toMatchObject({
      kind: "declared",
      squad: { members: ["alice"], handoffs: ["draft to review"] },
      declaration: { leader: { selection_ref: `.github/valp.yml@${"a".repeat(40)}#declarations.docs-team` } },
    });
  });
});

describe("whatever people type", () => {
  const word = fc.oneof(fc.constantFrom("coordinator", "reviewer", "__proto__", "constructor", ""), fc.string());
  const pairs = fc.array(fc.tuple(word, word), { maxLength: 4 });
  it("every word of the declaration was said, and nothing throws", () => {
    fc.assert(
      fc.property(word, pairs, fc.option(word), (leader, roles, because) => {
        const answer = composeDeclaration(lead(leader, roles, because), nothingYet, facts);
        if (answer.kind !== "declared") return;
        const { declaration } = answer;
        expect(Object.keys(declaration)).toHaveLength(7);
        const said = roles.length === 0 ? [["coordinator", leader]] : roles;
        expect(Object.entries(declaration.assignments).sort()).toEqual([...said].sort());
        for (const why of Object.values(declaration.reasons)) expect(why).toBe(because);
      }),
    );
  });
});
