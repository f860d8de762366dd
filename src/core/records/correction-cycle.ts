// correction-cycle.json: work that was rejected, blocked or retried, round by round, and how it ended (contract section 8).
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { schemaRef, word } from "./vocabulary.ts";

/** File name inside the task folder. */
export const correctionRef = "correction-cycle.json";
const version = "valp-correction-cycle.v1";

/** What can start a round. */
export const correctionTriggers = [
  "dispatch_blocked",
  "expected_evidence_missing",
  "evidence_rejected",
  "evidence_superseded",
  "evidence_invalid",
  "review_blocker",
  "verification_failed",
  "runtime_timeout",
  "runtime_failure",
  "approval_block",
  "context_policy_block",
  "manual_retry",
  "other",
] as const;

const outcomes = ["fixed", "blocked", "escalated", "cancelled"] as const;

const round = z.strictObject({
  round: z.int().min(1),
  trigger: z.enum(correctionTriggers),
  owner: word,
  status: z.enum(["open", ...outcomes]),
  started_at: word,
  ended_at: word.optional(),
  reason: z.string().optional(),
  rejected_refs: z.array(schemaRef).optional(),
  required_actions: z.array(z.string()).optional(),
  evidence_refs: z.array(schemaRef).optional(),
  receipt_refs: z.array(z.string()).optional(),
});

/** correction-cycle.json (appendix correction-cycle); published keys only. */
export const correctionCycleSchema = z.strictObject({
  schema_version: z.literal(version),
  task_id: word,
  status: z.enum(["not_required", "active", ...outcomes]),
  max_rounds: z.int().min(1),
  rounds: z.array(round),
  final_outcome: z.enum(["not_required", ...outcomes]),
  final_evidence_refs: z.array(schemaRef).optional(),
  escalation_ref: z.string().optional(),
  notes: z.string().optional(),
});

/** The cycle as recorded. */
export type CorrectionCycle = z.output<typeof correctionCycleSchema>;
/** What ends a round or the cycle. */
export type CorrectionOutcome = (typeof outcomes)[number];

/** What starts a round: all of it is read off receipts and evidence statuses. `owner` is the agent that has to act. */
export interface RoundFacts {
  trigger: (typeof correctionTriggers)[number];
  owner: string;
  reason: string;
  rejectedRefs: readonly string[];
  requiredActions: readonly string[];
  receiptRefs: readonly string[];
}

/** Reads correction-cycle.json. */
export function readCorrectionCycle(text: string): RecordReading<CorrectionCycle> {
  return readRecord(correctionCycleSchema, version, text);
}

/**
 * The cycle with one more open round, or `exhausted` where the limit is reached. An active cycle has no outcome yet, but the
 * record needs one: it says `blocked` until the Leader closes it. `maxRounds` counts for a new cycle only.
 */
export function openRound(
  before: CorrectionCycle | null,
  facts: RoundFacts & { taskId: string; maxRounds: number; now: string },
): { kind: "opened"; cycle: CorrectionCycle } | { kind: "exhausted" } {
  const maxRounds = before?.max_rounds ?? facts.maxRounds;
  const rounds = before?.rounds ?? [];
  if (rounds.length >= maxRounds) return { kind: "exhausted" };
  const added = {
    round: rounds.length + 1,
    trigger: facts.trigger,
    owner: facts.owner,
    status: "open" as const,
    started_at: facts.now,
    reason: facts.reason,
    rejected_refs: [...facts.rejectedRefs],
    required_actions: [...facts.requiredActions],
    receipt_refs: [...facts.receiptRefs],
  };
  return {
    kind: "opened",
    cycle: {
      schema_version: version,
      task_id: facts.taskId,
      status: "active",
      max_rounds: maxRounds,
      rounds: [...rounds, added],
      final_outcome: "blocked",
    },
  };
}

/** The cycle after its open rounds of one owner ended; the cycle itself stays active. Receipt references are added. */
export function endRounds(
  cycle: CorrectionCycle,
  facts: {
    owner: string;
    status: CorrectionOutcome;
    evidenceRefs: readonly string[];
    receiptRefs: readonly string[];
    now: string;
  },
): CorrectionCycle {
  const rounds = cycle.rounds.map((each) =>
    each.status !== "open" || each.owner !== facts.owner
      ? each
      : {
          ...each,
          status: facts.status,
          ended_at: facts.now,
          evidence_refs: [...facts.evidenceRefs],
          receipt_refs: [...new Set([...(each.receipt_refs ?? []), ...facts.receiptRefs])],
        },
  );
  return { ...cycle, rounds };
}

/**
 * The cycle as the Leader's close leaves it. `fixed` stands only where every round is fixed; otherwise the outcome that the
 * last unfixed round has, `blocked` where it is still open.
 */
export function closeCycle(cycle: CorrectionCycle, finalEvidenceRefs: readonly string[]): CorrectionCycle {
  const unfixed = cycle.rounds.findLast(({ status }) => status !== "fixed");
  const outcome = unfixed === undefined ? "fixed" : unfixed.status === "open" ? "blocked" : unfixed.status;
  return { ...cycle, status: outcome, final_outcome: outcome, final_evidence_refs: [...finalEvidenceRefs] };
}
