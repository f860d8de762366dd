// Reading the approval ledgers: expiry, foreign lines, and what belongs to another plan or another request.
import { describe, expect, test } from "vitest";
import { planOf } from "../../../src/core/approval/plan.ts";
import { type SeatFacts, seatsFor } from "../../../src/core/approval/seats.ts";
import { fallenGate, renewRequest, type TaskFacts } from "../../../src/core/approval/staleness.ts";
import { approvalsOf, comment, decide, person, planFacts, task, written } from "./approval-facts.ts";

const seatFacts = (of: TaskFacts, changes: Partial<SeatFacts> = {}): SeatFacts => ({
  requests: of.requests,
  decisions: of.decisions,
  planDigest: of.plan.digest,
  rule: of.approvals,
  now: of.now,
  ...changes,
});
const start = task();
const approved = written(start, decide({}, start));
const line = Object(approved.decisions[0]);

describe("seats", () => {
  test("without a request there is nothing to stand behind", () => {
    expect(seatsFor(seatFacts(approved, { requests: [] }))).toMatchObject({
      status: "none",
      request: null,
      filled: [],
    });
  });

  test.each([
    ["2026-07-08T11:59:59Z", "approved", 1, 0],
    ["2026-07-08T12:00:00Z", "pending", 0, 1],
  ])("an approval holds seven days of the server's time: at %s it is %s", (now, status, filled, expired) => {
    const seats = seatsFor(seatFacts(approved, { now }));
    expect([seats.status, seats.filled.length, seats.expired.length]).toEqual([status, filled, expired]);
  });

  test.each([
    ["30m", "2026-07-01T12:30:00Z"],
    ["6h", "2026-07-01T18:00:00Z"],
    ["2d", "2026-07-03T12:00:00Z"],
  ])("expires: %s", (expires, now) => {
    const rule = approvalsOf({ expires });
    expect(seatsFor(seatFacts(approved, { rule, now })).status).toBe("pending");
    expect(seatsFor(seatFacts(approved, { rule, now: new Date(Date.parse(now) - 1000).toISOString() })).status).toBe(
      "approved",
    );
  });

  test("an approval that ran out closes the gate again, but not after the dispatch", () => {
    const later = { ...approved, now: "2026-07-09T12:00:00Z" };
    const seats = seatsFor(seatFacts(later));
    expect(fallenGate(seats, { ...later, gate: "passed" })).toMatchObject({ covered: false, gate: "needs_approval" });
    expect(fallenGate(seats, { ...later, gate: "passed", dispatched: true })).toBeNull();
    expect(fallenGate(seats, { ...later, gate: "needs_approval" })).toBeNull();
    expect(fallenGate(seatsFor(seatFacts(approved)), { ...approved, gate: "passed" })).toBeNull();
  });

  test("an approval that ran out and is then taken back closes the gate as well", () => {
    const later = { ...approved, now: "2026-07-09T12:00:00Z" };
    const words = comment(person("monalisa"), 500, { createdAt: later.now, updatedAt: later.now });
    const answer = decide({ command: { verb: "withdraw" }, words, now: later.now }, later);
    expect(answer).toMatchObject({ kind: "accepted", change: { shift: { gate: "needs_approval" } } });
  });

  test("a refusal falls when the same person withdraws it, and the task waits again", () => {
    const denied = written(
      start,
      decide({ command: { verb: "deny", digest: start.plan.digest, reason: "not now" } }, start),
    );
    expect([denied.gate, seatsFor(seatFacts(denied)).status]).toEqual(["blocked", "denied"]);
    const words = comment(person("monalisa"), 500, { createdAt: "2026-07-01T13:00:00Z" });
    const back = written(denied, decide({ command: { verb: "withdraw" }, words, taskStatus: "blocked" }, denied));
    expect([back.gate, seatsFor(seatFacts(back)).status]).toEqual(["needs_approval", "pending"]);
  });

  test.each<[string, object]>([
    ["another plan", { plan_digest: `sha256:${"0".repeat(64)}` }],
    ["another request", { request_id: "gh-7-docs-1:approval:9" }],
    ["no identity", { by: { login: "monalisa", id: null } }],
    ["a time that is none", { at: "yesterday" }],
    ["a word that is no vote", { vote: "lgtm" }],
    ["a vote that completes nothing", { status: "pending" }],
  ])("a line with %s approves nothing", (_name, change) => {
    expect(seatsFor(seatFacts(approved, { decisions: [{ ...line, ...change }] })).status).toBe("pending");
  });

  test("lines of other tools are reported by their place and change nothing", () => {
    const decisions = [{ approval_id: "x", decision: "approved" }, ...approved.decisions, { status: "allow" }];
    const seats = seatsFor(seatFacts(approved, { requests: [...start.requests, { kind: "deploy" }], decisions }));
    expect(seats.foreign).toEqual({ requests: [2], decisions: [1, 3] });
    expect(seats.status).toBe("approved");
    expect(
      seatsFor(seatFacts(start, { decisions: [{ request_id: "gh-7-docs-1:approval:1", status: "approved" }] })).status,
    ).toBe("pending");
  });

  test("fields that others add to our lines do no harm", () => {
    const decisions = [{ ...line, seen_by: "another tool" }];
    expect(seatsFor(seatFacts(approved, { decisions })).status).toBe("approved");
  });

  test("fault 82: two lines of one person fill one seat", () => {
    const rule = approvalsOf({ count: 2 });
    const decisions = [
      { ...line, status: "pending" },
      { ...line, comment_id: 101, by: { ...line.by, login: "renamed" } },
    ];
    expect(seatsFor(seatFacts(approved, { rule, decisions }))).toMatchObject({
      status: "pending",
      filled: [{ login: "renamed" }],
    });
  });
});

describe("fault 83: renewed requests", () => {
  const change = (from: TaskFacts, facts: Parameters<typeof planFacts>[0]): TaskFacts => ({
    ...from,
    plan: planOf(planFacts(facts)),
  });

  test("an approval goes stale with the plan, and the reason names every part that changed", () => {
    const later = change(approved, { snapshot_digest: null, rule: null });
    expect(seatsFor(seatFacts(later)).status).toBe("stale");
    const renewal = renewRequest(later);
    expect(renewal).toMatchObject({
      kind: "renewed",
      changed: ["snapshot", "rule"],
      request: { request_id: "gh-7-docs-1:approval:2", reason: expect.stringContaining("(the issue text, the rule)") },
    });
    expect(seatsFor(seatFacts(written(later, renewal)))).toMatchObject({ status: "pending", filled: [] });
  });

  test("the same plan renews nothing", () => {
    expect(renewRequest(approved).kind).toBe("current");
  });

  test("after the dispatch the plan stands as it was approved", () => {
    expect(renewRequest({ ...change(approved, { rule: null }), dispatched: true }).kind).toBe("kept");
  });

  test("a plan that changes and changes back is asked about anew", () => {
    const away = written(change(approved, { rule: null }), renewRequest(change(approved, { rule: null })));
    const back = { ...away, plan: approved.plan };
    const again = written(back, renewRequest(back));
    expect(seatsFor(seatFacts(again))).toMatchObject({
      status: "pending",
      filled: [],
      request: { request_id: "gh-7-docs-1:approval:3" },
    });
    const anew = decide({ words: comment(person("hubot"), 300) }, again);
    expect(anew.kind === "accepted" && anew.effect).toBe("approved");
  });

  test("a request of another tool's making is no reason to name parts", () => {
    const bare = Object(start.requests[0]);
    delete bare.plan_parts;
    const later = change({ ...start, requests: [bare] }, { rule: null });
    expect(renewRequest(later)).toMatchObject({ kind: "renewed", changed: [] });
  });
});
