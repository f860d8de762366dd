// The plan that reviewers approve, as one digest, and as one short digest per part so that a change can be named.
import type { RiskReport } from "../outcome.ts";
import type { Agent, Policy, Rule } from "../policy/schema.ts";
import type { AssignmentDeclaration } from "../records/assignment-declaration.ts";
import { canonicalDigest } from "../records/digest.ts";

/** Everything an approval covers. What does not exist yet is null or empty, and its arrival changes the plan. */
export interface PlanFacts {
  task_id: string;
  /** trigger-policy.json as recorded. */
  trigger: object;
  /** Digest of inputs/issue-snapshot.json; null for tasks that no issue text describes. */
  snapshot_digest: string | null;
  declaration: AssignmentDeclaration | null;
  risk: RiskReport;
  /** Definitions of the declared agents, by agent id. */
  agents: Readonly<Record<string, Agent>>;
  /** Workflow files of these agents at the default branch; `blob` is the git blob id, null where the file is absent. */
  workflows: readonly { path: string; blob: string | null }[];
  rule: Rule | null;
  /** The block of the policy that says who approves. */
  approvals: Policy["approvals"]["high"];
  evidence: Policy["evidence"];
}

/** The named parts of a plan, in the order in which a change is told. */
export const planPartNames = [
  "trigger",
  "snapshot",
  "declaration",
  "risk",
  "agents",
  "workflows",
  "rule",
  "approvals",
  "evidence",
] as const;
/** One of {@link planPartNames}. */
export type PlanPart = (typeof planPartNames)[number];
/** Short digest (16 hex digits) per part: enough to see a change, never used to approve. */
export type PlanParts = Record<PlanPart, string>;

/** A plan by its digests. */
export interface Plan {
  /** `sha256:` and 64 hex digits. */
  digest: string;
  parts: PlanParts;
}

/** Digest over the canonical JSON of the whole plan, `sha256:` and 64 hex digits. */
export function planDigest(facts: PlanFacts): string {
  return canonicalDigest({ task_id: facts.task_id, ...partsOf(facts) });
}

/** One short digest per part. */
export function planParts(facts: PlanFacts): PlanParts {
  const parts = partsOf(facts);
  const short = (name: PlanPart) => canonicalDigest({ [name]: parts[name] }).slice("sha256:".length, 23);
  return {
    trigger: short("trigger"),
    snapshot: short("snapshot"),
    declaration: short("declaration"),
    risk: short("risk"),
    agents: short("agents"),
    workflows: short("workflows"),
    rule: short("rule"),
    approvals: short("approvals"),
    evidence: short("evidence"),
  };
}

/** Both at once. */
export function planOf(facts: PlanFacts): Plan {
  return { digest: planDigest(facts), parts: planParts(facts) };
}

/**
 * Names the parts that differ, in the fixed order. `before` comes from a recorded request and may lack parts (an older
 * or foreign line): a part that cannot be compared is not named.
 */
export function whatChanged(before: Readonly<Record<string, string>>, after: PlanParts): PlanPart[] {
  return planPartNames.filter((name) => Object.hasOwn(before, name) && before[name] !== after[name]);
}

/** The parts as the digest sees them. Workflow files are a set: their order is no part of the plan. */
function partsOf(facts: PlanFacts): Record<PlanPart, unknown> {
  return {
    trigger: facts.trigger,
    snapshot: facts.snapshot_digest,
    declaration: facts.declaration,
    risk: { classification: facts.risk.classification, matches: facts.risk.matches },
    agents: facts.agents,
    workflows: facts.workflows
      .map(({ path, blob }) => ({ path, blob }))
      .sort((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0)),
    rule: facts.rule,
    approvals: facts.approvals,
    evidence: facts.evidence,
  };
}
