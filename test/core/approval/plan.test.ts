// The plan digest covers every part, and a change is named by its part.
import { describe, expect, test } from "vitest";
import {
  type PlanFacts,
  type PlanPart,
  planDigest,
  planOf,
  planParts,
  whatChanged,
} from "../../../src/core/approval/plan.ts";
import { approvalsOf, planFacts, policyOf, ruleOf } from "./approval-facts.ts";

const agents = policyOf({
  agents: { codex: { runtime: "github", workflow: "agent-codex.yml", roles: ["implementer"] } },
}).agents;

const changes: [PlanPart, Partial<PlanFacts>][] = [
  ["trigger", { trigger: { schema_version: "valp-trigger-policy.v1", source_event_id: "LE_2" } }],
  ["snapshot", { snapshot_digest: `sha256:${"6".repeat(64)}` }],
  ["snapshot", { snapshot_digest: null }],
  [
    "declaration",
    {
      declaration: {
        schema_version: "valp-assignment-declaration.v1",
        declaration_id: "gh-7-docs-1:declaration:1",
        task_id: "gh-7-docs-1",
        declared_at: "2026-07-01T12:00:00Z",
        leader: { agent_id: "claude", selected_by: "user", selection_ref: "https://github.example/c/1" },
        assignments: { coordinator: "claude" },
        reasons: { coordinator: "plans well" },
      },
    },
  ],
  ["risk", { risk: { classification: "high", matches: [] } }],
  ["agents", { agents }],
  ["workflows", { workflows: [{ path: ".github/workflows/agent-codex.yml", blob: "a".repeat(40) }] }],
  ["rule", { rule: ruleOf({ deadline: "6h" }) }],
  ["rule", { rule: null }],
  ["approvals", { approvals: approvalsOf({ count: 2 }) }],
  ["evidence", { evidence: { implementer: { min_bytes: 10 } } }],
];

describe("plan digest", () => {
  test("a digest is sha256 over canonical JSON: key order and file order do not matter", () => {
    const files = [
      { path: "b.yml", blob: null },
      { path: "a.yml", blob: "1".repeat(40) },
    ];
    const one = planFacts({ workflows: files });
    const reordered: PlanFacts = { ...Object.fromEntries(Object.entries(one).reverse()), ...one };
    expect(planDigest({ ...reordered, workflows: [...files].reverse() })).toBe(planDigest(one));
    expect(planDigest(one)).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test("two tasks never share a plan", () => {
    expect(planDigest(planFacts({ task_id: "gh-7-docs-2" }))).not.toBe(planDigest(planFacts()));
  });

  test.each(changes)("fault 83: a change of the %s changes the digest and is named alone (%#)", (part, change) => {
    const before = planOf(planFacts());
    const after = planOf(planFacts(change));
    expect(after.digest).not.toBe(before.digest);
    expect(whatChanged(before.parts, after.parts)).toEqual([part]);
  });

  test("a changed workflow file alone is a changed plan", () => {
    const path = ".github/workflows/agent-codex.yml";
    const before = planFacts({ workflows: [{ path, blob: "a".repeat(40) }] });
    const after = planFacts({ workflows: [{ path, blob: "b".repeat(40) }] });
    expect(whatChanged(planParts(before), planParts(after))).toEqual(["workflows"]);
  });

  test("parts that an older request did not record are not guessed", () => {
    expect(whatChanged({}, planParts(planFacts()))).toEqual([]);
  });
});
