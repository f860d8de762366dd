// What an edit or a deletion of words does to the approval that stood on them.
import type { Account } from "../events/event.ts";
import { timestamp } from "../records/format.ts";
import { type Reason, reason } from "../say/reason.ts";
import { readDecisions, type SeatLine } from "./approval-lines.ts";
import { type Seats, sameWords, seatsFor } from "./seats.ts";
import type { ApprovalChange } from "./shift.ts";
import { fallenGate, type TaskFacts } from "./staleness.ts";

/** Words that somebody touched after they were made. */
export interface TouchedWords {
  kind: SeatLine["comment_kind"];
  id: number;
  how: "edited" | "deleted" | "dismissed";
  /** Who did it; null when the edit was only found later and nobody can tell. */
  actor: Account | null;
  /** Server time of the change, ISO. */
  at: string;
  /**
   * Who wrote the words, when their earlier text approved this plan and was not seen before: the change overtook it, and
   * what arrives later must not count any more. Null where nothing was overtaken.
   */
  overtaken: string | null;
}

/** `not_counted`: the words carried no standing vote, so nothing follows. */
export type Withdrawal =
  | { kind: "not_counted" }
  | { kind: "withdrawn"; change: ApprovalChange; seats: Seats; reasons: Reason[] };

/**
 * Withdraws a counted approval whose words were touched, whoever did it and whatever they say now. Before the first
 * dispatch the task waits again where its approval no longer covers the plan; afterwards it is only recorded. The same
 * touch seen twice, or an edit before a deletion, withdraws once.
 */
export function withdrawTouched(touched: TouchedWords, task: TaskFacts): Withdrawal {
  const here = { comment_id: touched.id, comment_kind: touched.kind };
  const lines = readDecisions(task.decisions).lines.filter((line) => sameWords(line, here));
  const before = seats(task, task.decisions);
  const vote = lines.find((line) => line.vote === "approve" && line.request_id === before.request?.request_id);
  const standing = vote === undefined ? overtakenVote(touched, lines, before) : { ...vote, voter: vote.by.login };
  if (standing === null || lines.some((line) => line.vote === "withdraw")) return { kind: "not_counted" };
  const by = { login: touched.actor?.login ?? "ghost", id: touched.actor?.id ?? null };
  const facts = { voter: standing.voter, how: touched.how, by: touched.actor?.login ?? null };
  const note = reason(task.dispatched ? "approval_touched_after_dispatch" : "approval_touched", facts);
  const line: SeatLine = {
    request_id: standing.request_id,
    status: "pending",
    vote: "withdraw",
    by,
    plan_digest: standing.plan_digest,
    ...here,
    at: timestamp(touched.at),
    reason: note.text,
  };
  const after = seats(task, [...task.decisions, line]);
  return {
    kind: "withdrawn",
    seats: after,
    reasons: [note],
    change: { requested: [], decisions: [line], shift: fallenGate(after, task) },
  };
}

/** The vote that is still on its way: recorded as withdrawn before it arrives, so that it never counts. */
function overtakenVote(
  { overtaken }: TouchedWords,
  lines: readonly SeatLine[],
  { request }: Seats,
): { request_id: string; plan_digest: string; voter: string } | null {
  if (overtaken === null || request === null || lines.length > 0) return null;
  return { request_id: request.request_id, plan_digest: request.plan_digest, voter: overtaken };
}

function seats(task: TaskFacts, decisions: readonly unknown[]): Seats {
  const { requests, plan, approvals: rule, now } = task;
  return seatsFor({ requests, decisions, planDigest: plan.digest, rule, now });
}
