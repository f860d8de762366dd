// Decides one approve, deny or withdraw from facts that were gathered before: what counts, what is written, and why.
import type { Words } from "../events/event.ts";
import { timestamp } from "../records/format.ts";
import { isTerminal, type TaskStatus } from "../records/state.ts";
import { cut } from "../say/escape.ts";
import { type Reason, reason } from "../say/reason.ts";
import { type RequestLine, readDecisions, readRequests, type SeatLine } from "./approval-lines.ts";
import { matchDigest } from "./digest-match.ts";
import { eligibility, type PersonFacts } from "./eligibility.ts";
import { whatChanged } from "./plan.ts";
import { isExpired, type Seats, sameWords, seatsFor } from "./seats.ts";
import { type ApprovalChange, approvedShift, deniedShift } from "./shift.ts";
import { fallenGate, renewRequest, type TaskFacts } from "./staleness.ts";

/** The command as parsed; a digest is what the person typed. */
export type ApprovalCommand =
  | { verb: "approve"; digest: string }
  | { verb: "deny"; digest: string; reason: string | null }
  | { verb: "withdraw" };

/** Everything a decision looks at. */
export interface ApprovalFacts extends TaskFacts, Omit<PersonFacts, "author" | "viaApp"> {
  command: ApprovalCommand;
  words: Words;
  /** The words are known to have been edited; a comment whose times differ counts as edited too. */
  edited: boolean;
  /** `status` of state.json. */
  taskStatus: TaskStatus;
  /** The task has a validated route. */
  routed: boolean;
}

/**
 * `accepted` and `stale` carry lines to write; `stale` did not count, because the words were about another plan, but the
 * request stands renewed. `seats` is the state after the write. `unknown` writes nothing and may be tried again.
 */
export type ApprovalDecision =
  | {
      kind: "accepted";
      effect: "seat_filled" | "approved" | "denied" | "withdrawn";
      change: ApprovalChange;
      seats: Seats;
      reasons: Reason[];
    }
  | { kind: "stale"; change: ApprovalChange | null; reasons: Reason[] }
  | { kind: "refused"; reasons: Reason[] }
  | { kind: "unknown"; reasons: Reason[] };

/** Characters of a denial's reason that the record keeps. */
const longestReason = 2000;

/** Most that the time of words may be ahead of ours, in milliseconds. */
const mostAhead = 5 * 60 * 1000;

/** Judges one command on its own; the commands of other people never change whether it is looked at. */
export function decideApproval(facts: ApprovalFacts): ApprovalDecision {
  if (facts.risk.classification !== "high") return refused(reason("nothing_to_approve"));
  if (isKnown(facts)) return refused(reason("words_counted_before"));
  if (wasEdited(facts)) return refused(reason("words_edited"));
  if (isAhead(facts)) return refused(reason("words_from_the_future", { at: facts.words.createdAt }));
  if (isTerminal(facts.taskStatus)) return refused(reason("task_has_ended", { status: facts.taskStatus }));
  if (facts.command.verb === "withdraw") return withdraw(facts);
  if (facts.dispatched) return refused(reason("already_dispatched"));
  const person = eligibility(personOf(facts), facts.approvals);
  if (person.kind === "no") return { kind: "refused", reasons: person.reasons };
  if (person.kind === "unknown") return { kind: "unknown", reasons: person.reasons };
  const bound = bindToPlan(facts, facts.command.digest);
  if ("kind" in bound) return bound;
  return facts.command.verb === "deny" ? deny(facts, bound, facts.command.reason) : approve(facts, bound);
}

/** The request that the typed digest covers, or the ending of a command that covers none. */
function bindToPlan(facts: ApprovalFacts, typed: string): { request: RequestLine; seats: Seats } | ApprovalDecision {
  const { plan } = facts;
  const requests = readRequests(facts.requests).lines;
  const match = matchDigest(typed, plan.digest, requests);
  if (match.kind === "malformed" || match.kind === "too_short" || match.kind === "ambiguous") {
    return refused(reason(`digest_${match.kind}`, { digest: plan.digest }));
  }
  const seats = seatsNow(facts);
  if (seats.status === "denied") return refused(reason("request_denied", { by: seats.denial?.by.login ?? "" }));
  const renewal = renewRequest(facts);
  const change = renewal.kind === "renewed" ? renewal.change : null;
  if (match.kind === "old") {
    const changed = whatChanged(match.request.plan_parts, plan.parts);
    return { kind: "stale", change, reasons: [reason("digest_stale", { changed, digest: plan.digest })] };
  }
  if (match.kind === "unmatched") {
    const reasons = [reason("digest_unmatched", { digest: plan.digest })];
    return change === null ? { kind: "refused", reasons } : { kind: "stale", change, reasons };
  }
  if (renewal.kind !== "current") {
    return { kind: "stale", change, reasons: [reason("digest_not_requested", { digest: plan.digest })] };
  }
  return { request: renewal.request, seats };
}

function approve(facts: ApprovalFacts, { request, seats }: { request: RequestLine; seats: Seats }): ApprovalDecision {
  const { author } = facts.words;
  if (seats.status === "approved") return refused(reason("already_approved", { digest: facts.plan.digest }));
  if (hasSeat(seats, author)) {
    return refused(
      reason("seat_filled_before", { login: author.login, filled: seats.filled.length, needed: seats.needed }),
    );
  }
  const line = voteLine(facts, request, "approve");
  if (isExpired(line.at, facts.approvals, facts.now)) {
    return refused(reason("words_too_old", { at: line.at, expires: facts.approvals.expires }));
  }
  const completes = seats.filled.length + 1 >= seats.needed;
  const decision: SeatLine = { ...line, status: completes ? "approved" : "pending" };
  const after = seatsNow(facts, decision);
  if (!after.filled.some((seat) => sameWords(seat, decision))) {
    return refused(reason("withdrawn_later", { login: author.login }));
  }
  const told = { by: after.filled, needed: after.needed, digest: facts.plan.digest };
  return {
    kind: "accepted",
    effect: completes ? "approved" : "seat_filled",
    seats: after,
    reasons: [reason(completes ? "plan_approved" : "seat_filled", told)],
    change: {
      requested: [],
      decisions: [decision],
      shift: completes ? approvedShift(facts.routed) : fallenGate(after, facts),
    },
  };
}

function deny(facts: ApprovalFacts, { request }: { request: RequestLine }, why: string | null): ApprovalDecision {
  const text = cut(why?.trim() ?? "", longestReason);
  if (text === "") return refused(reason("deny_reason_missing", { digest: facts.plan.digest }));
  const line: SeatLine = { ...voteLine(facts, request, "deny"), status: "denied", reason: text };
  return {
    kind: "accepted",
    effect: "denied",
    seats: seatsNow(facts, line),
    reasons: [reason("plan_denied", { by: facts.words.author.login, why: text })],
    change: { requested: [], decisions: [line], shift: deniedShift(facts) },
  };
}

/**
 * Taking back needs no role: the seat is the person's own. Without a seat the words of an eligible person are recorded
 * all the same, because the approval that they take back may still be on its way.
 */
function withdraw(facts: ApprovalFacts): ApprovalDecision {
  const person = eligibility(personOf(facts), facts.approvals);
  const seats = seatsNow(facts);
  const { author } = facts.words;
  const seated = hasSeat(seats, author);
  const request = seats.request;
  if (request === null || seats.status === "stale" || (!seated && person.kind === "no")) {
    return refused(reason("nothing_to_withdraw", { login: author.login }));
  }
  const line = voteLine(facts, request, "withdraw");
  const after = seatsNow(facts, line);
  return {
    kind: "accepted",
    effect: "withdrawn",
    seats: after,
    reasons: [withdrawalReason(facts, (seated && !hasSeat(after, author)) || reopens(seats, after))],
    change: { requested: [], decisions: [line], shift: fallenGate(after, facts) },
  };
}

function reopens(before: Seats, after: Seats): boolean {
  return before.status === "denied" && after.status !== "denied";
}

function hasSeat(seats: Seats, author: Words["author"]): boolean {
  return seats.filled.some((seat) => seat.id === author.id);
}

function withdrawalReason(facts: ApprovalFacts, vacated: boolean): Reason {
  const login = facts.words.author.login;
  if (facts.dispatched) return reason("withdrawn_after_dispatch", { login });
  return vacated ? reason("approval_withdrawn", { login }) : reason("withdrawal_noted", { login });
}

function voteLine(facts: ApprovalFacts, request: RequestLine, vote: SeatLine["vote"]): SeatLine {
  const { words } = facts;
  return {
    request_id: request.request_id,
    status: "pending",
    vote,
    by: { login: words.author.login, id: words.author.id },
    plan_digest: request.plan_digest,
    comment_id: words.id,
    comment_kind: words.kind,
    at: timestamp(words.createdAt),
  };
}

function seatsNow(facts: ApprovalFacts, more?: SeatLine): Seats {
  return seatsFor({
    requests: facts.requests,
    decisions: more === undefined ? facts.decisions : [...facts.decisions, more],
    planDigest: facts.plan.digest,
    rule: facts.approvals,
    now: facts.now,
  });
}

/** The same words may arrive again: from the App, the Action, a re-run and a redelivery. They count once. */
function isKnown({ words, decisions, command }: ApprovalFacts): boolean {
  const here = { comment_id: words.id, comment_kind: words.kind };
  const mine = readDecisions(decisions).lines.filter((line) => sameWords(line, here));
  // A comment that approves and then takes back or refuses ends with its last word, and that is never the approval.
  return command.verb === "approve" ? mine.length > 0 : mine.some(({ vote }) => vote !== "approve");
}

/** An approval from a time that has not come would never run out. Clocks differ a little; more than that is no clock. */
function isAhead({ words, now, command }: ApprovalFacts): boolean {
  return command.verb === "approve" && Date.parse(words.createdAt) > Date.parse(now) + mostAhead;
}

/** GitHub gives a comment one time for its last edit; a review's times differ without one, so only the flag speaks there. */
function wasEdited({ words, edited }: ApprovalFacts): boolean {
  return edited || (words.kind === "issue_comment" && Date.parse(words.updatedAt) > Date.parse(words.createdAt));
}

function personOf(facts: ApprovalFacts): PersonFacts {
  const { role, teams, participants, words } = facts;
  return { role, teams, participants, author: words.author, viaApp: words.viaApp };
}

function refused(...reasons: Reason[]): ApprovalDecision {
  return { kind: "refused", reasons };
}
