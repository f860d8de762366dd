// Facts of a route that the tests of this folder share.
import { validateDeclaration } from "../../../src/core/leader/validate-declaration.ts";
import { openingAutomationPolicy } from "../../../src/core/records/automation-policy.ts";
import { publishedState } from "../../../src/core/records/state.ts";
import type { RouteAnswer, RouteFacts } from "../../../src/core/route/route-set.ts";
import { agents, good, taskId, teamFacts } from "../leader/words.ts";

const github = {
  subject_number: 7,
  subject_kind: "issue" as const,
  rule_id: "docs",
  attempt: 1,
  requester: { login: "octocat", id: 1 },
  author: { login: "monalisa", id: 2 },
  leader_selection: null,
  plan_digest: null,
  policy: { commit: "a".repeat(40), blob: "b".repeat(40) },
};
const now = "2026-03-01T10:00:00.750Z";

/** A state and an automation policy as a trigger leaves them. */
export function opened(
  risk: "low" | "high",
  profile: Parameters<typeof publishedState>[0]["profile"] = "software-code",
) {
  const matches = risk === "high" ? [{ kind: "deploy", matched: "deploy" }] : [];
  return {
    state: publishedState({
      taskId,
      profile,
      risk: { classification: risk, matches },
      now: "2026-03-01T09:00:00Z",
      github,
    }),
    automation: openingAutomationPolicy({
      taskId,
      mode: "watcher",
      risk,
      action: risk === "high" ? "block_for_approval" : "validate_declared_route_and_dispatch",
      approvalRequired: risk === "high",
    }),
  };
}

export const skills = [
  { path: ".claude/skills/testing/SKILL.md", name: "testing", description: "Run the failing test and read its output" },
  { path: ".github/skills/poems/SKILL.md", name: "poems", description: "Rhymes" },
  { path: "x/.hermes/skills/failing/SKILL.md", name: "failing", description: "failing test" },
];

/** Facts of a low-risk route of the good team. */
export function routeFacts(more: Partial<RouteFacts> = {}): RouteFacts {
  const verdict = validateDeclaration(good, teamFacts);
  if (verdict.kind !== "pass") throw new Error("the good declaration must pass");
  return {
    folder: `.herdr-loop/tasks/${taskId}`,
    now,
    declaration: verdict.declaration,
    squad: null,
    agents,
    ...opened("low"),
    approved: false,
    goal: "Fix the failing test of the parser",
    snapshot: { ref: "inputs/issue-snapshot.json", digest: `sha256:${"c".repeat(64)}` },
    skills,
    designContract: null,
    contextPct: {},
    existing: new Map(),
    ...more,
  };
}

/** The files of a built route by path; fails loudly when it was refused. */
export function filesOf(answer: RouteAnswer): Map<string, string> {
  if (answer.kind === "refused") throw new Error(answer.reasons.map((why) => why.text).join("\n"));
  return new Map(answer.changes.map((change) => [change.path, change.text]));
}
