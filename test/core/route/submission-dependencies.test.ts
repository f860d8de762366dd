// Work items and their order are rebuilt from the declared roles alone.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { workRoles } from "../../../src/core/policy/schema.ts";
import { isSchemaRef } from "../../../src/core/records/refs.ts";
import {
  roleOrder,
  submissionDependencies,
  submissionDependenciesSchema,
} from "../../../src/core/records/submission-dependencies.ts";

const edges = (roles: Record<string, string>) => submissionDependencies("t", roles).dependencies.map((edge) => edge.id);

describe("edges", () => {
  it.each([
    [
      ["coordinator", "implementer", "reviewer"],
      ["coordinator-before-implementer", "implementer-before-reviewer"],
    ],
    [["coordinator", "reviewer"], ["coordinator-before-reviewer"]],
    [["implementer", "reviewer"], ["implementer-before-reviewer"]],
    [["reviewer"], []],
    [["coordinator", "other"], []],
    [
      ["coordinator", "researcher", "prototype", "reviewer"],
      [
        "coordinator-before-researcher",
        "coordinator-before-prototype",
        "researcher-before-reviewer",
        "prototype-before-reviewer",
      ],
    ],
  ])("of %j", (roles, expected) => {
    expect(edges(Object.fromEntries(roles.map((role) => [role, `${role}-agent`])))).toEqual(expected);
  });
});

it("the document names identities, generations and files", () => {
  expect(submissionDependencies("gh-7-docs-1", { reviewer: "alice", implementer: "codex" })).toEqual({
    schema_version: "valp-submission-dependencies.v2",
    task_id: "gh-7-docs-1",
    ordering_source: "dispatch-receipts.jsonl#line-order",
    work_items: [
      {
        work_item_id: "implementer:codex",
        agent: "codex",
        role: "implementer",
        dispatch_id: "gh-7-docs-1:implementer:1",
        dispatch_generation: 1,
        expected_refs: ["agents/codex/evidence.md", "evidence/verification.md"],
      },
      {
        work_item_id: "reviewer:alice",
        agent: "alice",
        role: "reviewer",
        dispatch_id: "gh-7-docs-1:reviewer:1",
        dispatch_generation: 1,
        expected_refs: ["agents/alice/review.md"],
      },
    ],
    dependencies: [
      {
        id: "implementer-before-reviewer",
        prerequisite_role: "implementer",
        prerequisite_agent: "codex",
        prerequisite_work_item_id: "implementer:codex",
        prerequisite_dispatch_generation: 1,
        dependent_role: "reviewer",
        dependent_agent: "alice",
        dependent_work_item_id: "reviewer:alice",
        dependent_dispatch_generation: 1,
        prerequisite_refs: ["agents/codex/evidence.md", "evidence/verification.md"],
        dependent_refs: ["agents/alice/review.md"],
      },
    ],
  });
});

describe("any team", () => {
  const agent = fc.constantFrom("alice", "bob", "codex", "claude");
  const team = fc.dictionary(fc.constantFrom(...workRoles), agent, { minKeys: 1, noNullPrototype: true });

  it("is rebuilt to the same document, whatever the order of words", () => {
    fc.assert(
      fc.property(team, (roles) => {
        const backwards = Object.fromEntries(Object.entries(roles).reverse());
        const document = submissionDependencies("t", roles);
        expect(submissionDependencies("t", backwards)).toEqual(document);
        expect(submissionDependenciesSchema.parse(document)).toEqual(document);
        expect(document.work_items.map((item) => item.role)).toEqual(roleOrder.filter((role) => roles[role]));
      }),
    );
  });

  it("has no cycle, no edge out of nowhere and only safe files", () => {
    fc.assert(
      fc.property(team, (roles) => {
        const { work_items: items, dependencies } = submissionDependencies("t", roles);
        const left = new Set(items.map((item) => item.work_item_id));
        for (const edge of dependencies) {
          expect(left).toContain(edge.prerequisite_work_item_id);
          expect(left).toContain(edge.dependent_work_item_id);
        }
        while (left.size > 0) {
          const ready = [...left].filter((id) =>
            dependencies.every(
              (edge) => edge.dependent_work_item_id !== id || !left.has(edge.prerequisite_work_item_id),
            ),
          );
          expect(ready.length).toBeGreaterThan(0);
          for (const id of ready) left.delete(id);
        }
        for (const ref of items.flatMap((item) => item.expected_refs)) expect(isSchemaRef(ref)).toBe(true);
      }),
    );
  });
});
