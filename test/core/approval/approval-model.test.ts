// Random histories of an approval against a small model that shares no code with it.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planOf } from "../../../src/core/approval/plan.ts";
import { seatsFor } from "../../../src/core/approval/seats.ts";
import { fallenGate, renewRequest, type TaskFacts } from "../../../src/core/approval/staleness.ts";
import { withdrawTouched } from "../../../src/core/approval/withdrawal.ts";
import type { Words } from "../../../src/core/events/event.ts";
import { approvalsOf, comment, decide, known, person, planFacts, task, written } from "./approval-facts.ts";

const eligible = ["alice", "bob", "hubot", "monalisa"];
const people = [...eligible, "octocat", "mallory"];
const plans = [null, `sha256:${"1".repeat(64)}`, `sha256:${"2".repeat(64)}`];
const hour = 3_600_000;
const begin = Date.parse("2026-07-01T12:00:00Z");

type Step =
  | { do: "approve"; who: string; plan: number }
  | { do: "withdraw"; who: string }
  | { do: "touch"; nth: number; how: "edited" | "deleted"; who: string }
  | { do: "change"; plan: number }
  | { do: "wait"; hours: number };

const who = fc.constantFrom(...people);
const plan = fc.nat(plans.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("approve" as const), who, plan }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("withdraw" as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("touch" as const),
      nth: fc.nat(30),
      how: fc.constantFrom("edited" as const, "deleted" as const),
      who,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("change" as const), plan }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 60 }) }) },
);

/** Runs steps through the product: the task's facts, its gate, and every comment that was made. */
class Product {
  facts: TaskFacts;
  now = begin;
  comments: Words[] = [];
  constructor(count: number) {
    this.facts = task({ approvals: approvalsOf({ count, expires: "2d" }), plan: this.planOf(0, count) });
  }
  planOf(which: number, count = this.facts.approvals.count) {
    return planOf(
      planFacts({ snapshot_digest: plans[which] ?? null, approvals: approvalsOf({ count, expires: "2d" }) }),
    );
  }
  take(answer: Parameters<typeof written>[1]) {
    this.facts = written(this.facts, answer);
  }
  say(login: string): Words {
    const words = comment(person(login), 1000 + this.comments.length, { createdAt: new Date(this.now).toISOString() });
    this.comments.push(words);
    return words;
  }
  command(words: Words, command: Parameters<typeof decide>[0]) {
    const role = known(words.author.login === "mallory" ? "write" : "maintain");
    this.take(decide({ ...command, words, role, now: this.facts.now }, this.facts));
  }
  run(step: Step) {
    this.now += 1000;
    if (step.do === "wait") this.now += step.hours * hour;
    this.facts = { ...this.facts, now: new Date(this.now).toISOString() };
    if (step.do === "approve") {
      this.command(this.say(step.who), { command: { verb: "approve", digest: this.planOf(step.plan).digest } });
    } else if (step.do === "withdraw") {
      this.command(this.say(step.who), { command: { verb: "withdraw" } });
    } else if (step.do === "change") {
      this.facts = { ...this.facts, plan: this.planOf(step.plan) };
      this.take(renewRequest(this.facts));
    } else if (step.do === "touch") {
      const words = this.comments[step.nth % Math.max(1, this.comments.length)];
      if (words === undefined) return;
      const { kind, id } = words;
      this.take(
        withdrawTouched(
          { kind, id, how: step.how, actor: person(step.who), at: this.facts.now, overtaken: null },
          this.facts,
        ),
      );
    }
  }
  get gate() {
    return this.facts.gate;
  }
  get status() {
    const seats = seatsFor({ ...this.facts, planDigest: this.facts.plan.digest, rule: this.facts.approvals });
    const fallen = fallenGate(seats, this.facts);
    if (fallen !== null) this.facts = { ...this.facts, gate: fallen.gate };
    return seats.status;
  }
}

/** The same history told simply: who stands behind the current plan, since when, with which comment. */
class Model {
  standing = new Map<string, { at: number; nth: number }>();
  plan = 0;
  now = begin;
  comments = 0;
  readonly count: number;
  constructor(count: number) {
    this.count = count;
  }
  run(step: Step) {
    this.now += 1000;
    if (step.do === "wait") this.now += step.hours * hour;
    for (const [login, seat] of this.standing) if (seat.at + 48 * hour <= this.now) this.standing.delete(login);
    if (step.do === "approve") {
      const nth = this.comments++;
      if (!eligible.includes(step.who) || step.plan !== this.plan) return;
      if (this.standing.size >= this.count || this.standing.has(step.who)) return;
      this.standing.set(step.who, { at: this.now, nth });
    } else if (step.do === "withdraw") {
      this.comments++;
      this.standing.delete(step.who);
    } else if (step.do === "change") {
      if (step.plan !== this.plan) this.standing.clear();
      this.plan = step.plan;
    } else if (step.do === "touch") {
      const nth = step.nth % Math.max(1, this.comments);
      for (const [login, seat] of this.standing) if (seat.nth === nth) this.standing.delete(login);
    }
  }
}

const runs = { numRuns: 400 };

describe("approvals against a model", () => {
  test("approved exactly while enough eligible people stand behind exactly the current plan", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 40 }), (count, steps) => {
        const product = new Product(count);
        const model = new Model(count);
        for (const each of steps) {
          product.run(each);
          model.run(each);
          expect(product.status).toBe(model.standing.size >= count ? "approved" : "pending");
          expect(product.gate).toBe(model.standing.size >= count ? "passed" : "needs_approval");
        }
      }),
      runs,
    );
  });

  test("words that arrive late, twice or in another order never make an approval nobody gave", () => {
    const said = fc.array(fc.record({ who, what: fc.constantFrom("approve" as const, "withdraw" as const) }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        said,
        fc.array(fc.nat(11), { maxLength: 24 }),
        (count, all, order) => {
          const product = new Product(count);
          const words = all.map(({ who: login }) => {
            product.now += 1000;
            return product.say(login);
          });
          product.facts = { ...product.facts, now: new Date(product.now).toISOString() };
          const digest = product.facts.plan.digest;
          for (const at of order) {
            const one = words[at];
            const what = all[at]?.what;
            if (one === undefined) continue;
            product.command(one, { command: what === "approve" ? { verb: "approve", digest } : { verb: "withdraw" } });
          }
          const arrived = all.map((one, at) => ({ ...one, at })).filter(({ at }) => order.includes(at));
          const standing = eligible.filter((login) => {
            const own = arrived.filter((one) => one.who === login);
            const lastNo = Math.max(-1, ...own.filter((one) => one.what === "withdraw").map((one) => one.at));
            return own.some((one) => one.what === "approve" && one.at > lastNo);
          });
          if (product.status === "approved") expect(standing.length).toBeGreaterThanOrEqual(count);
        },
      ),
      runs,
    );
  });
});
