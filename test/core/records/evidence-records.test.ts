// The records of evidence, corrections and closing: built from facts, read back strictly, never claiming more than happened.
import { describe, expect, it, test } from "vitest";
import { withViolations } from "../../../src/core/evidence/control-files.ts";
import { agentRecommendations, readAgentRecommendations } from "../../../src/core/records/agent-recommendations.ts";
import {
  type CorrectionCycle,
  closeCycle,
  endRounds,
  openRound,
  readCorrectionCycle,
} from "../../../src/core/records/correction-cycle.ts";
import { delegationPolicy, delegationPolicySchema } from "../../../src/core/records/delegation-policy.ts";
import {
  changedSince,
  type EvidenceDelivery,
  readManifest,
  withDelivery,
} from "../../../src/core/records/evidence-manifest.ts";
import { readEvidenceStatus, withEvidence } from "../../../src/core/records/evidence-status.ts";
import { blockingFindings, readFindings, withFindings } from "../../../src/core/records/findings.ts";
import { jsonFile } from "../../../src/core/records/format.ts";
import { learningFeedback, readLearningFeedback } from "../../../src/core/records/learning-feedback.ts";
import {
  type FeedbackFacts,
  readRoutingFeedback,
  routingFeedback,
} from "../../../src/core/records/routing-feedback.ts";
import { havePublishedSchemas, recordFindings, withoutSchemas } from "../../support/published-schemas.ts";

const now = "2026-01-31T12:00:00Z";
const later = "2026-01-31T13:00:00Z";
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

const status = withEvidence(null, [{ ref: "agents/codex/evidence.md", status: "rejected", reason: "no verdict" }], now);
const feedback: FeedbackFacts = {
  taskId: "gh-1-docs-1",
  profile: "software-code",
  result: "done",
  agents: ["codex", "alice"],
  expectedEvidence: ["agents/codex/evidence.md"],
  actualEvidence: ["agents/codex/evidence.md"],
  verification: "passed",
  review: "passed",
  approvals: [{ request_id: "r-1", status: "approved", by: ["monalisa"] }],
  blockers: [],
  lessons: ["Small patches review well.", "Ask early."],
  nextTime: ["Keep patches small."],
  privacy: ["Nothing private was stored."],
  now,
};
const recommended = [
  { id: "rec-codex-001", agent: "codex", sourceRef: "agents/codex/evidence.md", text: "Watch the size." },
  { id: "rec-alice-001", agent: "alice", sourceRef: "agents/alice/review.md", text: "Rename it." },
];
const decision = {
  id: "rec-codex-001",
  decision: "accepted",
  rationale: "it grows",
  scope: "parser",
  impact: "low",
} as const;
const closing = {
  taskId: "t",
  recommendations: recommended,
  decisions: [decision],
  why: null,
  owner: "alice",
  scope: "the goal",
  stopConditions: ["none left"],
  now,
};
const round = {
  taskId: "t",
  maxRounds: 2,
  trigger: "evidence_rejected",
  owner: "codex",
  reason: "no verdict",
  rejectedRefs: ["runtime/github/runs/1/rejected/evidence.md"],
  requiredActions: ["add a verdict"],
  receiptRefs: ["dispatch-receipts.jsonl"],
  now,
} as const;

function opened(before: CorrectionCycle | null, facts: Parameters<typeof openRound>[1] = round): CorrectionCycle {
  const answer = openRound(before, facts);
  if (answer.kind !== "opened") throw new Error(answer.kind);
  return answer.cycle;
}
const fixed = closeCycle(
  endRounds(opened(null), {
    owner: "codex",
    status: "fixed",
    evidenceRefs: ["agents/codex/corrections/1/evidence.md"],
    receiptRefs: ["dispatch-receipts.jsonl"],
    now: later,
  }),
  ["agents/codex/corrections/1/evidence.md"],
);

describe("evidence status", () => {
  it("replaces entries of the same reference and keeps the others", () => {
    const next = withEvidence(
      status,
      [
        { ref: "evidence/verification.md", status: "valid" },
        { ref: "agents/codex/evidence.md", status: "valid", supporting_refs: ["logs/a.txt"] },
      ],
      later,
    );
    expect(next.evidence).toEqual({
      "agents/codex/evidence.md": { status: "valid", supporting_refs: ["logs/a.txt"], updated_at: later },
      "evidence/verification.md": { status: "valid", updated_at: later },
    });
    expect(readEvidenceStatus(jsonFile(next))).toEqual({ kind: "record", record: next });
    expect(status.evidence["agents/codex/evidence.md"]?.status).toBe("rejected");
  });

  it("is not read with a word or a reference of its own", () => {
    expect(readEvidenceStatus(jsonFile({ ...status, evidence: { a: { status: "fine" } } })).kind).toBe("problem");
    expect(readEvidenceStatus(jsonFile({ ...status, evidence: { "../a": { status: "valid" } } })).kind).toBe("problem");
  });
});

describe("evidence manifest", () => {
  const delivery: EvidenceDelivery = {
    work_item_id: "implementer:codex",
    agent: "codex",
    dispatch_id: "t:implementer:1",
    dispatch_generation: 1,
    submission_receipt_id: "r1",
    origin: { kind: "run", run_id: "17", run_attempt: 1, artifact_id: "3" },
    files: [{ ref: "agents/codex/evidence.md", sha256: digest("a"), bytes: 3, replaces: null }],
    outcomes: [{ kind: "no_change", proof_ref: "agents/codex/evidence.md" }],
    accepted_at: now,
  };
  const manifest = withDelivery(null, "t", delivery);

  it("records a delivery once", () => {
    expect(withDelivery(manifest, "t", { ...delivery, accepted_at: later })).toEqual(manifest);
    expect(readManifest(jsonFile(manifest))).toEqual({ kind: "record", record: manifest });
  });

  it("fault 124: has no place for a second attempt of a run", () => {
    const again = { ...delivery, origin: { ...delivery.origin, run_attempt: 2 } };
    expect(readManifest(jsonFile({ ...manifest, deliveries: [again] })).kind).toBe("problem");
  });

  it("fault 130: tells what changed since, by the last delivery of each file", () => {
    const two = withDelivery(manifest, "t", {
      ...delivery,
      submission_receipt_id: "r2",
      files: [{ ref: "agents/codex/evidence.md", sha256: digest("b"), bytes: 3, replaces: digest("a") }],
    });
    expect(two.deliveries).toHaveLength(2);
    expect(changedSince(two, () => digest("b"))).toEqual([]);
    expect(changedSince(two, () => digest("a"))).toEqual(["agents/codex/evidence.md"]);
    expect(changedSince(two, () => null)).toEqual(["agents/codex/evidence.md"]);
  });
});

describe("correction cycle", () => {
  it("grows by rounds up to its limit and is fixed only when every round is", () => {
    const one = opened(null);
    expect(one).toMatchObject({ status: "active", final_outcome: "blocked", rounds: [{ round: 1, status: "open" }] });
    expect(closeCycle(one, []).final_outcome).toBe("blocked");
    const two = opened(
      endRounds(one, { owner: "codex", status: "fixed", evidenceRefs: [], receiptRefs: [], now: later }),
      { ...round, owner: "alice", maxRounds: 9 },
    );
    expect(two).toMatchObject({
      max_rounds: 2,
      rounds: [{ status: "fixed" }, { round: 2, owner: "alice", status: "open" }],
    });
    expect(openRound(two, round)).toEqual({ kind: "exhausted" });
    const escalated = endRounds(two, {
      owner: "alice",
      status: "escalated",
      evidenceRefs: [],
      receiptRefs: [],
      now: later,
    });
    expect(escalated.rounds[0]).toEqual(two.rounds[0]);
    expect(closeCycle(escalated, []).final_outcome).toBe("escalated");
    expect(fixed).toMatchObject({
      status: "fixed",
      final_outcome: "fixed",
      rounds: [{ receipt_refs: ["dispatch-receipts.jsonl"] }],
    });
    expect(readCorrectionCycle(jsonFile(fixed))).toEqual({ kind: "record", record: fixed });
  });
});

describe("recommendations", () => {
  it.each([
    ["not_required", { ...closing, recommendations: [], decisions: [], why: "small" }],
    ["pending", closing],
    ["resolved", { ...closing, recommendations: recommended.slice(0, 1) }],
    [
      "escalated",
      {
        ...closing,
        recommendations: recommended.slice(0, 1),
        decisions: [{ ...decision, decision: "escalated" as const }],
      },
    ],
  ])("are %s", (expected, facts) => {
    const record = agentRecommendations(facts);
    expect(record.status).toBe(expected);
    expect(readAgentRecommendations(jsonFile(record))).toEqual({ kind: "record", record });
  });

  it("name what is open and decide nothing themselves", () => {
    const record = agentRecommendations(closing);
    expect(record.open_items).toEqual(["rec-alice-001"]);
    expect(record.entries.map(({ id, rationale }) => [id, rationale])).toEqual([["rec-codex-001", "it grows"]]);
  });
});

describe("findings", () => {
  const reported = [
    { severity: "high", title: "Leaks", status: "open" },
    { severity: "low", title: "Typo", status: "open" },
  ] as const;
  const facts = { taskId: "t", agent: "alice", sourceRef: "agents/alice/review.md", reported, now };

  it("are replaced by the same agent's next words on the same file, and block while open and high", () => {
    const first = withFindings(null, facts);
    expect(blockingFindings(first).map(({ title }) => title)).toEqual(["Leaks"]);
    const other = withFindings(first, {
      ...facts,
      sourceRef: "evidence/verification.md",
      reported: [{ severity: "critical", title: "Fails", status: "fixed" }],
    });
    expect(other.findings.map(({ id }) => id)).toEqual(["f-alice-001", "f-alice-002", "f-alice-003"]);
    const again = withFindings(other, { ...facts, reported: [] });
    expect(again.findings.map(({ title }) => title)).toEqual(["Fails"]);
    expect(blockingFindings(again)).toEqual([]);
    expect(readFindings(jsonFile(again))).toEqual({ kind: "record", record: again });
  });
});

describe("feedback", () => {
  it("says done only where the facts bear it out", () => {
    expect(routingFeedback(feedback).result).toBe("done");
    for (const less of [{ verification: "scoped_blocker" }, { review: "failed" }, { actualEvidence: [] }]) {
      expect(routingFeedback({ ...feedback, ...less }).result).toBe("partial");
      expect(learningFeedback({ ...feedback, ...less })).toMatchObject({
        result: "partial",
        learning_items: [{ kind: "failure" }, {}],
      });
    }
    const record = routingFeedback(feedback);
    expect(readRoutingFeedback(jsonFile(record))).toEqual({ kind: "record", record });
    expect(readRoutingFeedback(jsonFile({ ...record, review_result: "failed" })).kind).toBe("problem");
  });

  it("makes one item of every lesson, with evidence and no proposals", () => {
    const record = learningFeedback(feedback);
    expect(record.learning_items.map(({ observation, next_effect }) => [observation, next_effect])).toEqual([
      ["Small patches review well.", "Keep patches small."],
      ["Ask early.", "Keep patches small."],
    ]);
    expect(record.proposed_updates).toEqual([]);
    expect(readLearningFeedback(jsonFile(record))).toEqual({ kind: "record", record });
  });
});

const violated = withViolations(
  delegationPolicy("t", false),
  [
    { agent: "codex", surface: "skills", evidenceRef: "runtime/github/runs/1.json", receipt: 3 },
    { agent: "codex", surface: "skills", evidenceRef: "runtime/github/runs/1.json", receipt: 3 },
    { agent: "codex", surface: "memory", evidenceRef: "runtime/github/runs/1.json", receipt: null },
  ],
  now,
);

it("delegation violations are named once for each surface", () => {
  expect(violated.violations).toHaveLength(2);
  expect(delegationPolicySchema.parse(violated)).toEqual(violated);
});

test.skipIf(!havePublishedSchemas).each([
  ["evidence-status", status],
  ["correction-cycle", opened(null)],
  ["correction-cycle", fixed],
  ["agent-recommendations", agentRecommendations(closing)],
  ["agent-recommendations", agentRecommendations({ ...closing, recommendations: [], decisions: [] })],
  ["routing-feedback", routingFeedback(feedback)],
  ["routing-feedback", routingFeedback({ ...feedback, result: "blocked", review: "blocked" })],
  ["learning-feedback", learningFeedback(feedback)],
  ["delegation-policy", violated],
])(`%s is as published${withoutSchemas}`, (name, record) => {
  expect(recordFindings(name, record)).toEqual([]);
});
