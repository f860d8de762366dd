// What one command does to an approval: every way of not counting, and what is written when it counts.
import { describe, expect, test } from "vitest";
import type { ApprovalFacts } from "../../../src/core/approval/decide-approval.ts";
import { planOf } from "../../../src/core/approval/plan.ts";
import { seatsFor } from "../../../src/core/approval/seats.ts";
import type { Account } from "../../../src/core/events/event.ts";
import {
  approvalsOf,
  approve,
  codes,
  commandFacts,
  comment,
  decide,
  known,
  person,
  planFacts,
  ruleOf,
  task,
  unknown,
  written,
} from "./approval-facts.ts";

const bot = (login: string): Account => ({ login, id: 9, kind: "bot" });
const ghost: Account = { login: "ghost", id: null, kind: "ghost" };
const low = { classification: "low", matches: [] } as const;

describe("refusals, each with its reason", () => {
  const team = { approvals: approvalsOf({ from: { teams: ["security"] } }) };
  const listed = { approvals: approvalsOf({ from: { users: ["Alice"] } }) };
  const participants = (changes: Partial<ApprovalFacts["participants"]>): Partial<ApprovalFacts> => ({
    participants: { requesters: [], leader: null, workers: [], ...changes },
  });
  const monalisa = person("monalisa");
  const cases: [name: string, facts: Partial<ApprovalFacts>, kind: string, expected: string[]][] = [
    ["fault 80: our own app", { words: comment(bot("valp[bot]"), 100) }, "refused", ["bot_never_approves"]],
    [
      "fault 80: a bot that the policy lists by mistake",
      { words: comment(bot("robot[bot]"), 100), approvals: approvalsOf({ from: { users: ["robot[bot]"] } }) },
      "refused",
      ["bot_never_approves"],
    ],
    [
      "fault 80: a bot whose account kind is wrong in the payload",
      { words: comment(person("robot[bot]"), 100) },
      "refused",
      ["bot_never_approves"],
    ],
    [
      "fault 95: Copilot, about which the permission look-up says nothing",
      { words: comment(person("Copilot"), 100), role: unknown },
      "refused",
      ["bot_never_approves"],
    ],
    ["fault 16: a deleted account", { words: comment(ghost, 100) }, "refused", ["actor_is_ghost"]],
    [
      "an app that is not listed",
      { words: comment(monalisa, 100, { viaApp: "chat-bridge" }) },
      "refused",
      ["app_not_listed"],
    ],
    ["fault 73: words that were edited", { edited: true }, "refused", ["words_edited"]],
    [
      "fault 73: words whose times differ",
      { words: comment(monalisa, 100, { updatedAt: "2026-07-01T12:00:05Z" }) },
      "refused",
      ["words_edited"],
    ],
    [
      "fault 79: the requester",
      participants({ requesters: [person("MonaLisa")] }),
      "refused",
      ["excluded_as_requester"],
    ],
    [
      "fault 106: the requester under a new login",
      participants({ requesters: [person("mona-old", monalisa.id ?? 0)] }),
      "refused",
      ["excluded_as_requester"],
    ],
    [
      "fault 106: the Leader by the policy's spelling",
      participants({ leader: { login: "MONALISA", id: null } }),
      "refused",
      ["excluded_as_leader"],
    ],
    ["a worker", participants({ workers: [person("bob"), monalisa] }), "refused", ["excluded_as_worker"]],
    [
      "all exclusions are told at once",
      participants({ requesters: [monalisa], leader: monalisa, workers: [monalisa] }),
      "refused",
      ["excluded_as_requester", "excluded_as_leader", "excluded_as_worker"],
    ],
    ["fault 92: a stranger with read on a public repository", { role: known("read") }, "refused", ["role_too_low"]],
    ["a role just below the threshold", { role: known("write") }, "refused", ["role_too_low"]],
    ["an unknown role", { role: unknown }, "unknown", ["role_unknown"]],
    ["a login that belongs to somebody else by now", { role: known("admin", 1) }, "unknown", ["identity_unknown"]],
    ["fault 37: an admin where only users are listed", { ...listed, role: known("admin") }, "refused", ["not_listed"]],
    [
      "fault 37: an admin outside the team",
      { ...team, role: known("admin"), teams: new Map([["security", { kind: "known", member: false }]]) },
      "refused",
      ["not_in_team"],
    ],
    [
      "a team that could not be read",
      { ...team, teams: new Map([["security", unknown]]) },
      "unknown",
      ["team_unknown"],
    ],
    ["a team that was not asked", team, "unknown", ["team_unknown"]],
    ["fault 85: a short digest", { command: { verb: "approve", digest: "1a2b3c4" } }, "refused", ["digest_too_short"]],
    ["no digest at all", { command: { verb: "approve", digest: "the plan" } }, "refused", ["digest_malformed"]],
    ["a digest of no plan", { command: { verb: "approve", digest: "0123456789ab" } }, "refused", ["digest_unmatched"]],
    [
      "a denial without a reason",
      { command: { verb: "deny", digest: task().plan.digest, reason: "  " } },
      "refused",
      ["deny_reason_missing"],
    ],
    ["a low risk", { risk: { ...low, matches: [] } }, "refused", ["nothing_to_approve"]],
    ["a dispatched task", { dispatched: true }, "refused", ["already_dispatched"]],
    ["an ended task", { taskStatus: "cancelled" }, "refused", ["task_has_ended"]],
    [
      "words older than an approval holds",
      { words: comment(monalisa, 100, { createdAt: "2026-06-24T12:00:00Z" }) },
      "refused",
      ["words_too_old"],
    ],
    [
      "a withdrawal of nothing",
      { command: { verb: "withdraw" }, role: known("read") },
      "refused",
      ["nothing_to_withdraw"],
    ],
  ];
  test.each(cases)("%s", (_name, facts, kind, expected) => {
    const start = task(facts.approvals === undefined ? {} : { approvals: facts.approvals });
    const decision = decide(facts, start);
    expect({ kind: decision.kind, codes: codes(decision) }).toEqual({ kind, codes: expected });
  });

  test("fault 79: a refusal says why in words", () => {
    const refusal = decide({ role: known("triage") });
    expect(refusal.reasons.map((reason) => reason.text)).toEqual([
      "`monalisa` has the role triage here; maintain or higher is needed.",
    ]);
  });

  test("fault 85: a prefix that fits two plans binds to none", () => {
    const start = task();
    const [first] = start.requests;
    const twin = {
      ...Object(first),
      status: "superseded",
      plan_digest: start.plan.digest.slice(0, 31) + "0".repeat(40),
    };
    const both = { ...start, requests: [twin, ...start.requests] };
    expect(codes(decide({}, both))).toEqual(["digest_ambiguous"]);
    const full = decide({ command: { verb: "approve", digest: start.plan.digest } }, both);
    expect(full.kind === "accepted" && full.effect).toBe("approved");
  });
});

describe("approvals that count", () => {
  test("a covering approval writes one approved line and opens the gate", () => {
    const start = task();
    const decision = decide({ routed: true }, start);
    expect(decision).toMatchObject({
      kind: "accepted",
      effect: "approved",
      change: {
        requested: [],
        decisions: [
          {
            request_id: "gh-7-docs-1:approval:1",
            status: "approved",
            vote: "approve",
            by: { login: "monalisa", id: person("monalisa").id },
            plan_digest: start.plan.digest,
            comment_id: 100,
            comment_kind: "issue_comment",
            at: "2026-07-01T12:00:00Z",
          },
        ],
        shift: { covered: true, status: "dispatching", gate: "passed", approval_required: [] },
      },
    });
  });

  test("an approval before the route leaves the task published", () => {
    expect(decide()).toMatchObject({ change: { shift: { covered: true, status: "published", gate: "passed" } } });
  });

  test.each([
    ["fault 94: min_role write lets an admin through", { from: { min_role: "write" } }, known("admin"), "monalisa"],
    ["fault 106: a listed user in another case", { from: { users: ["MonaLisa"] } }, unknown, "monalisa"],
    [
      "fault 91: a concealed member counts by the look-up",
      { from: { teams: ["security"] } },
      known("none"),
      "monalisa",
    ],
    ["any of the ways suffices", { from: { min_role: "admin", teams: ["security"] } }, known("read"), "monalisa"],
    [
      "a yes stands over a look-up that failed",
      { from: { min_role: "admin", teams: ["security"] } },
      unknown,
      "monalisa",
    ],
  ])("%s", (_name, keys, role, login) => {
    const teams = new Map([["security", { kind: "known", member: true } as const]]);
    const decision = decide(
      { role, teams, words: comment(person(login), 100) },
      task({ approvals: approvalsOf(keys) }),
    );
    expect(decision.kind === "accepted" && decision.effect).toBe("approved");
  });

  test("the requester counts where the policy says so in words", () => {
    const start = task({ approvals: approvalsOf({ exclude: ["leader", "workers"] }) });
    const decision = decide({ words: comment(person("octocat"), 100) }, start);
    expect(decision.kind === "accepted" && decision.effect).toBe("approved");
  });

  test("a listed app carries a person's words", () => {
    const start = task({ approvals: approvalsOf({ from: { min_role: "maintain", apps: ["chat-bridge"] } }) });
    const decision = decide({ words: comment(person("monalisa"), 100, { viaApp: "Chat-Bridge" }) }, start);
    expect(decision.kind).toBe("accepted");
  });

  test("a review counts, whatever its times say", () => {
    const words = comment(person("monalisa"), 100, { kind: "review", updatedAt: "2026-07-01T12:00:02Z" });
    expect(decide({ words })).toMatchObject({ change: { decisions: [{ comment_kind: "review", comment_id: 100 }] } });
  });

  test("fault 77: an outsider's command does not hide a member's", () => {
    const start = task();
    const outsider = decide({ words: comment(person("mallory"), 99), role: known("none") }, start);
    expect(codes(outsider)).toEqual(["role_too_low"]);
    const member = decide({}, written(start, outsider));
    expect(member.kind === "accepted" && member.effect).toBe("approved");
  });

  test("fault 82: one person fills one seat, and only the line that completes the count is approved", () => {
    const start = task({ approvals: approvalsOf({ count: 2 }) });
    const first = commandFacts({ words: comment(person("monalisa"), 100) }, start);
    const one = decide(first);
    expect(one).toMatchObject({ effect: "seat_filled", change: { decisions: [{ status: "pending" }], shift: null } });
    const afterOne = written(start, one);
    const again = decide({ words: comment(person("Mona-Renamed", person("monalisa").id ?? 0), 101) }, afterOne);
    expect(codes(again)).toEqual(["seat_filled_before"]);
    const two = decide({ words: comment(person("hubot"), 102) }, afterOne);
    expect(two).toMatchObject({ effect: "approved", change: { decisions: [{ status: "approved" }] } });
  });

  test("fault 97: the sentence is built from who approved and how many are needed", () => {
    const decision = decide({}, task({ approvals: approvalsOf({ count: 4 }) }));
    expect(decision.reasons.map((reason) => reason.text).join()).toMatch(
      /^Counted: 1 of 4 approvals for plan `[0-9a-f]{12}`, by `monalisa` \(2026-07-01T12:00:00Z\)\.$/,
    );
  });

  test("the same comment seen twice counts once", () => {
    const start = task({ approvals: approvalsOf({ count: 2 }) });
    const one = decide({}, start);
    expect(codes(decide({}, written(start, one)))).toEqual(["words_counted_before"]);
  });

  test("fault 104: a look-up that fails afterwards revokes nothing", () => {
    const start = task();
    const approved = decide({}, start);
    const later = written(start, approved);
    expect(decide({ role: unknown, words: comment(person("hubot"), 101) }, later).kind).toBe("unknown");
    expect(seatsFor({ ...later, planDigest: later.plan.digest, rule: later.approvals }).status).toBe("approved");
  });

  test("fault 103: an approval outlives a dispatch that failed, for the same digest", () => {
    const start = task();
    const approved = decide({}, start);
    const blocked = { ...written(start, approved), now: "2026-07-03T12:00:00Z" };
    expect(seatsFor({ ...blocked, planDigest: blocked.plan.digest, rule: blocked.approvals }).status).toBe("approved");
    expect(codes(decide({ taskStatus: "blocked", words: comment(person("hubot"), 101) }, blocked))).toEqual([
      "already_approved",
    ]);
  });
});

describe("stale plans", () => {
  test("fault 83: an approval of the old plan renews the request and names what changed", () => {
    const old = task();
    const plan = planOf(planFacts({ snapshot_digest: `sha256:${"9".repeat(64)}` }));
    const decision = decide({ plan, command: approve(old) }, old);
    expect(decision).toMatchObject({
      kind: "stale",
      change: {
        requested: [
          { request_id: "gh-7-docs-1:approval:1", status: "superseded", plan_digest: old.plan.digest },
          {
            request_id: "gh-7-docs-1:approval:2",
            status: "pending",
            plan_digest: plan.digest,
            supersedes: "gh-7-docs-1:approval:1",
          },
        ],
        decisions: [],
        shift: {
          covered: false,
          status: "approval_required",
          gate: "needs_approval",
          approval_required: [{ kind: "deploy", matched: "deploy" }],
        },
      },
    });
    expect(decision.reasons[0]?.text).toContain("The plan changed (the issue text)");
    expect(decision.reasons[0]?.text).toContain(`/valp approve ${plan.digest.slice(7)}`);
  });

  test("an old digest after the renewal writes nothing more", () => {
    const old = task();
    const plan = planOf(planFacts({ evidence: { reviewer: { min_bytes: 1 } } }));
    const first = decide({ plan, command: approve(old) }, old);
    const renewed = written({ ...old, plan }, first);
    expect(decide({ command: approve(old) }, renewed)).toMatchObject({ kind: "stale", change: null });
    expect(codes(decide({ command: approve(old) }, renewed))).toEqual(["digest_stale"]);
    const fresh = decide({}, renewed);
    expect(fresh.kind === "accepted" && fresh.effect).toBe("approved");
  });

  test("a plan that was never asked about cannot be approved in advance", () => {
    const plan = planOf(planFacts({ rule: null }));
    const decision = decide({ plan, command: approve({ plan }) }, task());
    expect(codes(decision)).toEqual(["digest_not_requested"]);
    expect(decision.kind).toBe("stale");
  });

  test("an outsider's old digest makes no commit", () => {
    const plan = planOf(planFacts({ rule: null }));
    expect(decide({ plan, role: known("read") }, task()).kind).toBe("refused");
  });
});

describe("deny", () => {
  const deny = (of = task()) => ({ verb: "deny", digest: of.plan.digest, reason: "too broad" }) as const;

  test("one eligible person suffices, and the task is blocked", () => {
    const start = task({ approvals: approvalsOf({ count: 2 }) });
    const decision = decide({ command: deny(start) }, start);
    expect(decision).toMatchObject({
      effect: "denied",
      seats: { status: "denied" },
      change: {
        decisions: [{ status: "denied", vote: "deny", reason: "too broad" }],
        shift: { covered: false, status: "blocked", gate: "blocked", approval_required: [{ kind: "deploy" }] },
      },
    });
  });

  test("a denied plan takes no approval, a new plan does", () => {
    const start = task();
    const denied = decide({ command: deny(start) }, start);
    const later = {
      ...commandFacts({}, written(start, denied)),
      taskStatus: "blocked",
    } as const;
    const words = comment(person("hubot"), 101);
    expect(codes(decide({ ...later, words }))).toEqual(["request_denied"]);
    const plan = planOf(planFacts({ rule: ruleOf({ deadline: "1h" }) }));
    const renewed = decide({ ...later, words, plan });
    expect(renewed.kind).toBe("stale");
    const last = decide({ words, plan, command: approve({ plan }) }, written({ ...later, plan }, renewed));
    expect(last.kind === "accepted" && last.effect).toBe("approved");
  });

  test("the requester cannot deny either, and a denial needs a known role", () => {
    expect(codes(decide({ command: deny(), words: comment(person("octocat"), 100) }))).toEqual([
      "excluded_as_requester",
    ]);
    expect(decide({ command: deny(), role: unknown }).kind).toBe("unknown");
  });
});

describe("withdraw", () => {
  const withdraw = { verb: "withdraw" } as const;
  const start = task();
  const approved = decide({}, start);
  const later = written(start, approved);
  const words = comment(person("monalisa"), 110, { createdAt: "2026-07-01T12:05:00Z" });

  test("before the dispatch the task waits again, whatever the role is by now", () => {
    expect(decide({ command: withdraw, words, role: known("none") }, later)).toMatchObject({
      effect: "withdrawn",
      seats: { status: "pending", filled: [] },
      change: {
        decisions: [{ vote: "withdraw", status: "pending", comment_id: 110 }],
        shift: { covered: false, status: "approval_required", gate: "needs_approval" },
      },
    });
  });

  test("after the dispatch it is only recorded", () => {
    const decision = decide({ command: withdraw, words, dispatched: true }, later);
    expect(decision).toMatchObject({ effect: "withdrawn", change: { shift: null, decisions: [{ vote: "withdraw" }] } });
    expect(codes(decision)).toEqual(["withdrawn_after_dispatch"]);
  });

  test("who withdrew may approve again", () => {
    const gone = decide({ command: withdraw, words }, later);
    const again = decide(
      { words: comment(person("monalisa"), 111, { createdAt: "2026-07-01T12:06:00Z" }) },
      { ...written(later, gone), now: "2026-07-01T12:10:00Z" },
    );
    expect(again.kind === "accepted" && again.effect).toBe("approved");
  });

  test("a withdrawal that is processed before its approval still holds", () => {
    const first = decide({ command: withdraw, words }, start);
    expect(codes(first)).toEqual(["withdrawal_noted"]);
    const late = decide({}, written(start, first));
    expect(codes(late)).toEqual(["withdrawn_later"]);
  });

  test("an approval that is dated more than a few minutes ahead would never run out, so it does not count", () => {
    const at = (createdAt: string) => codes(decide({ words: comment(person("monalisa"), 113, { createdAt }) }, start));
    expect(at("2026-07-01T12:06:00Z")).toEqual(["words_from_the_future"]);
    expect(at("9999-01-01T00:00:00Z")).toEqual(["words_from_the_future"]);
    expect(at("2026-07-01T12:04:00Z")).not.toContain("words_from_the_future");
  });

  test("a comment that approves and takes back, or refuses, ends with that and never with the approval", () => {
    const takenBack = decide({ command: withdraw, words: comment(person("monalisa"), 100) }, later);
    expect(takenBack).toMatchObject({ effect: "withdrawn", seats: { status: "pending" } });
    const deny = { verb: "deny" as const, digest: start.plan.digest, reason: "not now" };
    const denied = decide({ command: deny, words: comment(person("monalisa"), 100) }, later);
    expect(denied).toMatchObject({ kind: "accepted", seats: { status: "denied" } });
  });

  test("nobody withdraws for somebody else", () => {
    const other = comment(person("hubot"), 112, { createdAt: "2026-07-01T12:07:00Z" });
    const decision = decide({ command: withdraw, words: other }, later);
    expect(decision).toMatchObject({ seats: { status: "approved" }, change: { shift: null } });
  });
});
