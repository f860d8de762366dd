// Whose approvals stand behind the current plan: a pure reading of the two approval ledgers.
import { durationOf } from "../policy/duration.ts";
import type { Policy } from "../policy/schema.ts";
import { type RequestLine, readDecisions, readRequests, type SeatLine } from "./approval-lines.ts";

/** The policy block that says how many approvals are needed, from whom, and for how long they hold. */
export type ApprovalRule = Policy["approvals"]["high"];

/** One person's standing approval. `at` is the server time of the words that gave it. */
export interface Seat {
  login: string;
  id: number;
  at: string;
  comment_id: number;
  comment_kind: SeatLine["comment_kind"];
}

/** What {@link seatsFor} reads. Both lists hold the parsed objects of the files, in file order. */
export interface SeatFacts {
  requests: readonly unknown[];
  decisions: readonly unknown[];
  /** Digest of the plan as it is now; null where only the record is shown and nothing is decided. */
  planDigest: string | null;
  rule: ApprovalRule;
  /** ISO time. */
  now: string;
}

/** The state of a task's approval. */
export interface Seats {
  /**
   * `none`: nothing was requested. `stale`: the newest request is for another plan than the current one. `denied` closes
   * its request. `approved`: at least `needed` people stand behind exactly this plan now.
   */
  status: "none" | "pending" | "approved" | "denied" | "stale";
  /** The newest request that was not superseded. */
  request: RequestLine | null;
  /** One seat per person, oldest first; empty while stale. */
  filled: Seat[];
  needed: number;
  /** Approvals that stood too long to count any more. */
  expired: Seat[];
  denial: SeatLine | null;
  /** Lines (from 1) that are not ours: they stay in the files and never count. */
  foreign: { requests: number[]; decisions: number[] };
}

/** Reads the state of an approval out of its ledgers. Nothing but lines and time can change the answer. */
export function seatsFor(facts: SeatFacts): Seats {
  const requests = readRequests(facts.requests);
  const decisions = readDecisions(facts.decisions);
  const request = currentRequest(requests.lines);
  const seats: Seats = {
    status: "none",
    request,
    filled: [],
    needed: facts.rule.count,
    expired: [],
    denial: null,
    foreign: { requests: requests.foreign, decisions: decisions.foreign },
  };
  if (request === null) return seats;
  if (facts.planDigest !== null && facts.planDigest !== request.plan_digest) return { ...seats, status: "stale" };
  const votes = decisions.lines.filter(
    (line) => line.request_id === request.request_id && line.plan_digest === request.plan_digest,
  );
  const denial =
    votes.find((line) => line.vote === "deny" && line.status === "denied" && !isTakenBack(votes, line)) ?? null;
  if (denial !== null) return { ...seats, status: "denied", denial };
  const standing = standingVotes(votes);
  const expired = standing.filter((line) => isExpired(line.at, facts.rule, facts.now));
  const filled = standing.filter((line) => !expired.includes(line));
  const complete = filled.length >= facts.rule.count && filled.length > 0;
  return {
    ...seats,
    status: complete && votes.some((line) => line.status === "approved") ? "approved" : "pending",
    filled: filled.map(seatOf),
    expired: expired.map(seatOf),
  };
}

/** The newest request whose id no later line supersedes. */
export function currentRequest(requests: readonly RequestLine[]): RequestLine | null {
  const newest = requests.at(-1) ?? null;
  return newest?.status === "pending" ? newest : null;
}

/** Whether an approval given at a time (ISO) no longer holds. */
export function isExpired(at: string, rule: ApprovalRule, now: string): boolean {
  return Date.parse(at) + durationOf(rule.expires) <= Date.parse(now);
}

/** Whether two lines speak of the same comment or review. */
export function sameWords(
  one: Pick<SeatLine, "comment_id" | "comment_kind">,
  other: Pick<SeatLine, "comment_id" | "comment_kind">,
): boolean {
  return one.comment_id === other.comment_id && one.comment_kind === other.comment_kind;
}

/**
 * The approvals that nobody took back, the latest one per person. An approval falls when its own words were edited or
 * deleted, or when the same person spoke against it later. "Later" is the server's time of the words, never the order
 * in which they were processed, so that a withdrawal that overtakes its approval still holds.
 */
function standingVotes(votes: readonly SeatLine[]): PersonsApproval[] {
  const approvals = votes.filter(isPersonsApproval);
  const against = votes.filter((line) => line.vote !== "approve");
  const byPerson = new Map<number, PersonsApproval>();
  for (const line of approvals) {
    if (against.some((other) => sameWords(other, line)) || retractedLater(against, approvals, line)) continue;
    const before = byPerson.get(line.by.id);
    if (before === undefined || isLater(line, before)) byPerson.set(line.by.id, line);
  }
  return [...byPerson.values()].sort((one, other) => (isLater(one, other) ? 1 : -1));
}

/**
 * A refusal falls only by a later withdrawal of the same person. Unlike an approval it outlives its comment: whoever may
 * delete comments must not be able to silence a reviewer.
 */
function isTakenBack(votes: readonly SeatLine[], denial: SeatLine): boolean {
  return votes.some(
    (line) =>
      line.vote === "withdraw" && line.by.id === denial.by.id && !sameWords(line, denial) && isLater(line, denial),
  );
}

/** Whether the person behind an approval took it back in words of their own. */
function retractedLater(against: readonly SeatLine[], approvals: readonly SeatLine[], line: SeatLine): boolean {
  return against.some(
    (other) =>
      other.by.id === line.by.id && isLater(other, line) && !approvals.some((approval) => sameWords(approval, other)),
  );
}

function isLater(one: SeatLine, other: SeatLine): boolean {
  const difference = Date.parse(one.at) - Date.parse(other.at);
  return difference === 0 ? one.comment_id > other.comment_id : difference > 0;
}

/** An approval by an account with an identity; without one nobody can be told from anybody. */
type PersonsApproval = SeatLine & { by: { id: number } };

function isPersonsApproval(line: SeatLine): line is PersonsApproval {
  return line.vote === "approve" && line.by.id !== null;
}

function seatOf(line: PersonsApproval): Seat {
  return {
    login: line.by.login,
    id: line.by.id,
    at: line.at,
    comment_id: line.comment_id,
    comment_kind: line.comment_kind,
  };
}
