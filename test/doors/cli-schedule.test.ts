// Schedules through `handle` as it is shipped: late, doubled and missing ticks, daylight saving, several rules at once.
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { tickPayload } from "../support/cli-payloads.ts";
import { git, headOf } from "../support/local-repository.ts";
import { makeRepository, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

let shop: Workshop;
let tick: string;
let count = 0;
beforeAll(async () => {
  shop = await openWorkshop();
  tick = shop.file("tick.json", tickPayload());
});
afterAll(() => shop.remove());

const head = 'version: 1\nmode: watcher\nhealth_gate: { waived_by: octocat, reason: "tests" }\nrules:\n';

/** A repository whose rules are `id: on`, each with a subject. */
function repositoryWith(rules: Readonly<Record<string, string>>): string {
  const text = Object.entries(rules).map(([id, on]) => `  - id: ${id}\n    on: ${on}\n    subject: Look around\n`);
  return makeRepository(join(shop.dir, `repository-${++count}`), { ".github/valp.yml": head + text.join("") });
}

async function tickAt(repo: string, now: string): Promise<Outcome> {
  const call = ["handle", "--repo", repo, "--event", "schedule", "--payload", tick, "--now", now, "--json"];
  const run = await shop.call(call);
  expect({ stderr: run.stderr, code: run.code }).toEqual({ stderr: "", code: 0 });
  return run.json() as Outcome;
}

const ids = (outcome: Outcome) => [outcome, ...(outcome.others ?? [])].map(({ task_id }) => task_id);

it("a tick 47 minutes late opens the planned slot, once, under its planned time", async () => {
  const repo = repositoryWith({ nightly: '{ schedule: "17 3 * * *" }' });
  expect(ids(await tickAt(repo, "2026-03-01T03:16:00Z"))).toEqual([null]);
  expect(ids(await tickAt(repo, "2026-03-01T04:04:00Z"))).toEqual(["cron-nightly-20260301t0317z"]);
  const again = await tickAt(repo, "2026-03-01T04:04:30Z");
  expect([again.outcome, again.reasons.map(({ code }) => code)]).toEqual(["ignored", ["no_due_slot"]]);
});

it("two ticks at the very same time open one task", async () => {
  const repo = repositoryWith({ nightly: '{ schedule: "17 3 * * *" }' });
  const both = await Promise.all([tickAt(repo, "2026-03-01T03:20:00Z"), tickAt(repo, "2026-03-01T03:20:00Z")]);
  expect(both.flatMap(ids).filter((id) => id !== null).length).toBeGreaterThan(0);
  expect(both.filter(({ outcome }) => outcome === "recorded")).toHaveLength(1);
  expect(git(repo, ["ls-tree", "--name-only", "valp-ledger:.herdr-loop/tasks"]).trim()).toBe(
    "cron-nightly-20260301t0317z",
  );
});

it("after an outage `once` catches up with the latest missed slot, `skip` with none, and both go on", async () => {
  const repo = repositoryWith({
    once: '{ schedule: "0 6 * * *", catch_up: once }',
    skip: '{ schedule: "0 6 * * *", catch_up: skip }',
  });
  expect(ids(await tickAt(repo, "2026-03-01T06:05:00Z")).sort()).toEqual([
    "cron-once-20260301t0600z",
    "cron-skip-20260301t0600z",
  ]);
  expect(ids(await tickAt(repo, "2026-03-05T12:00:00Z"))).toEqual(["cron-once-20260305t0600z"]);
  expect(ids(await tickAt(repo, "2026-03-05T12:15:00Z"))).toEqual([null]);
  expect(ids(await tickAt(repo, "2026-03-06T06:10:00Z")).sort()).toEqual([
    "cron-once-20260306t0600z",
    "cron-skip-20260306t0600z",
  ]);
});

it("two rules due in one tick are one Outcome with the other beside it", async () => {
  const repo = repositoryWith({ one: '{ schedule: "0 6 * * *" }', two: '{ schedule: "*/30 * * * *" }' });
  const outcome = await tickAt(repo, "2026-03-01T06:01:00Z");
  expect(outcome.outcome).toBe("recorded");
  expect(ids(outcome)).toEqual(["cron-one-20260301t0600z", "cron-two-20260301t0530z", "cron-two-20260301t0600z"]);
});

it("follows the clocks of a time zone: an hour that is jumped over, and one that comes twice", async () => {
  const repo = repositoryWith({ berlin: '{ schedule: "30 2 * * *", timezone: Europe/Berlin }' });
  // 2026-03-29: 02:00 becomes 03:00 in Berlin, at 01:00 UTC.
  expect(ids(await tickAt(repo, "2026-03-28T01:35:00Z"))).toEqual(["cron-berlin-20260328t0130z"]);
  expect(ids(await tickAt(repo, "2026-03-29T01:35:00Z"))).toHaveLength(1);
  // 2026-10-25: 03:00 becomes 02:00 again, at 01:00 UTC; half past two comes at 00:30 and at 01:30.
  const first = await tickAt(repo, "2026-10-25T00:35:00Z");
  expect(ids(first)).toEqual(["cron-berlin-20261025t0030z"]);
  expect(ids(await tickAt(repo, "2026-10-25T01:35:00Z"))).toEqual([null]);
});

it("a clock that went back opens nothing, and a dry run moves no cursor", async () => {
  const repo = repositoryWith({ nightly: '{ schedule: "17 3 * * *" }' });
  const call = ["handle", "--repo", repo, "--event", "schedule", "--payload", tick, "--json", "--dry-run"];
  const dry = await shop.call([...call, "--now", "2026-03-01T03:20:00Z"]);
  expect(ids(dry.json() as Outcome)).toEqual(["cron-nightly-20260301t0317z"]);
  expect(headOf(repo, "valp-ledger")).toBeNull();
  await tickAt(repo, "2026-03-02T03:20:00Z");
  expect(ids(await tickAt(repo, "2026-03-01T03:20:00Z"))).toEqual([null]);
});
