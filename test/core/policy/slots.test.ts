// Schedule slots: each planned time exactly once, whatever ticks, clocks and time zones do.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPolicy } from "../../../src/core/policy/document.ts";
import type { Rule } from "../../../src/core/policy/schema.ts";
import { dueSlots } from "../../../src/core/policy/slots.ts";

function schedule(cron: string, timezone = "UTC", catchUp: "once" | "skip" = "skip"): Rule {
  const on = JSON.stringify({ schedule: cron, timezone, catch_up: catchUp });
  const text = `version: 1\nrules:\n  - { id: cron, on: ${on}, subject: x }\n`;
  const reading = readPolicy([{ path: ".github/valp.yml", text }], {});
  const rule = reading.kind === "policy" ? reading.policy.rules[0] : undefined;
  if (rule === undefined) throw new Error(JSON.stringify(reading));
  return rule;
}

describe("slots of one tick", () => {
  test("a slot is named by its planned time in UTC", () => {
    const rule = schedule("17 3 * * 1-5", "Europe/Berlin");
    expect(dueSlots({ rule, cursor: null, now: "2026-12-01T02:20:31.123Z" })).toEqual({
      open: ["2026-12-01T02:17:00Z"],
      skipped: [],
      cursor: "2026-12-01T02:20:31.123Z",
    });
    expect(dueSlots({ rule, cursor: null, now: "2026-12-05T02:20:00Z" }).open).toEqual([]);
  });

  test("a slot at the very minute and second of the tick is due, and not again at the next", () => {
    const rule = schedule("0 6 * * *");
    const first = dueSlots({ rule, cursor: "2026-12-01T05:45:00Z", now: "2026-12-01T06:00:00Z" });
    expect(first.open).toEqual(["2026-12-01T06:00:00Z"]);
    expect(dueSlots({ rule, cursor: first.cursor, now: "2026-12-01T06:00:00.500Z" }).open).toEqual([]);
    expect(dueSlots({ rule, cursor: first.cursor, now: "2026-12-01T06:15:00Z" }).open).toEqual([]);
  });

  test("fault 56: a tick 47 minutes late opens the planned slot", () => {
    const rule = schedule("0 0 * * *");
    expect(dueSlots({ rule, cursor: "2026-11-30T23:45:00Z", now: "2026-12-01T00:47:00Z" })).toMatchObject({
      open: ["2026-12-01T00:00:00Z"],
      skipped: [],
    });
  });

  test("without a cursor one hour is looked back", () => {
    const rule = schedule("0 * * * *", "UTC", "once");
    expect(dueSlots({ rule, cursor: null, now: "2026-12-01T05:30:00Z" })).toMatchObject({
      open: ["2026-12-01T05:00:00Z"],
      skipped: [],
    });
  });

  test("a cursor that is no time counts as none", () => {
    const rule = schedule("0 * * * *");
    expect(dueSlots({ rule, cursor: "yesterday", now: "2026-12-01T05:30:00Z" })).toMatchObject({
      open: ["2026-12-01T05:00:00Z"],
      cursor: "2026-12-01T05:30:00Z",
    });
  });

  test("all slots of the last hour are on time", () => {
    const rule = schedule("*/20 * * * *");
    expect(dueSlots({ rule, cursor: "2026-12-01T05:00:00Z", now: "2026-12-01T06:00:10Z" }).open).toEqual([
      "2026-12-01T05:20:00Z",
      "2026-12-01T05:40:00Z",
      "2026-12-01T06:00:00Z",
    ]);
  });

  test("a rule without a schedule has no slots", () => {
    const rule = { ...schedule("0 0 * * *"), on: { label: "x", targets: ["issues" as const] } };
    expect(dueSlots({ rule, cursor: null, now: "2026-12-01T00:00:00Z" }).open).toEqual([]);
  });
});

describe("fault 56: missed slots", () => {
  const window = { cursor: "2026-11-27T12:00:00Z", now: "2026-12-01T12:00:00Z" };
  const missed = ["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"].map((day) => `${day}T06:00:00Z`);

  test("are skipped with catch_up: skip", () => {
    expect(dueSlots({ rule: schedule("0 6 * * *"), ...window })).toMatchObject({ open: [], skipped: missed });
  });

  test("open only the latest with catch_up: once", () => {
    const due = dueSlots({ rule: schedule("0 6 * * *", "UTC", "once"), ...window });
    expect(due).toMatchObject({ open: [missed[3]], skipped: missed.slice(0, 3) });
  });

  test("give way to a slot that is on time", () => {
    const due = dueSlots({ rule: schedule("0 6 * * *", "UTC", "once"), ...window, now: "2026-12-01T06:30:00Z" });
    expect(due).toMatchObject({ open: [missed[3]], skipped: missed.slice(0, 3) });
  });

  test("of ten years are at most the latest hundred, and the latest opens", () => {
    const rule = schedule("* * * * *", "Europe/Berlin", "skip");
    const due = dueSlots({ rule, cursor: "2016-12-01T00:00:00Z", now: "2026-12-01T00:00:00Z" });
    expect(due.open).toHaveLength(61);
    expect(due.skipped).toHaveLength(100);
    expect(due.skipped.at(-1)).toBe("2026-11-30T22:59:00Z");
    const yearly = schedule("0 0 29 2 *", "UTC", "once");
    expect(dueSlots({ rule: yearly, cursor: "1990-01-01T00:00:00Z", now: "2026-12-01T00:00:00Z" }).open).toEqual([
      "2024-02-29T00:00:00Z",
    ]);
  });
});

describe("clocks", () => {
  test("a clock that goes backwards finds nothing due and moves nothing back", () => {
    const rule = schedule("0 * * * *");
    const cursor = "2026-12-01T06:30:00Z";
    expect(dueSlots({ rule, cursor, now: "2026-12-01T05:30:00Z" })).toEqual({ open: [], skipped: [], cursor });
    expect(dueSlots({ rule, cursor, now: cursor })).toEqual({ open: [], skipped: [], cursor });
  });

  test("a time that daylight saving jumps over runs right after the jump, once", () => {
    const rule = schedule("30 2 * * *", "Europe/Berlin");
    const of = (cursor: string, now: string) => dueSlots({ rule, cursor, now }).open;
    expect(of("2026-03-29T00:40:00Z", "2026-03-29T01:10:00Z")).toEqual(["2026-03-29T01:00:00Z"]);
    expect(of("2026-03-29T01:10:00Z", "2026-03-29T01:50:00Z")).toEqual([]);
    expect(of("2026-03-30T00:00:00Z", "2026-03-30T00:40:00Z")).toEqual(["2026-03-30T00:30:00Z"]);
  });

  test("a time that daylight saving repeats runs the first time only", () => {
    const rule = schedule("30 2 * * *", "Europe/Berlin");
    const of = (cursor: string, now: string) => dueSlots({ rule, cursor, now }).open;
    expect(of("2026-10-25T00:00:00Z", "2026-10-25T00:40:00Z")).toEqual(["2026-10-25T00:30:00Z"]);
    expect(of("2026-10-25T01:00:00Z", "2026-10-25T01:40:00Z")).toEqual([]);
  });

  test("steps just follow the clock through both hours", () => {
    const rule = schedule("*/30 * * * *", "Europe/Berlin");
    expect(dueSlots({ rule, cursor: "2026-10-25T00:15:00Z", now: "2026-10-25T01:00:00Z" }).open).toEqual([
      "2026-10-25T00:30:00Z",
      "2026-10-25T01:00:00Z",
    ]);
  });
});

describe("any sequence of ticks", () => {
  const start = Date.parse("2026-10-24T00:00:00Z");
  const rules = fc
    .record({
      cron: fc.constantFrom("*/15 * * * *", "17 3 * * 1-5", "30 2 * * *", "0 */6 * * *", "30 2-3 * * *", "0 0 1 * *"),
      zone: fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"),
      catchUp: fc.constantFrom("once" as const, "skip" as const),
    })
    .map(({ cron, zone, catchUp }) => schedule(cron, zone, catchUp));

  test("no slot is ever opened twice, none lies in the future, and the cursor never goes back", () => {
    const steps = fc.array(fc.integer({ min: -90, max: 4000 }), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(rules, steps, (rule, minutes) => {
        const opened: string[] = [];
        let cursor: string | null = null;
        let time = start;
        for (const step of minutes) {
          time += step * 60_000;
          const now = new Date(time).toISOString();
          const due = dueSlots({ rule, cursor, now });
          for (const slot of due.open) expect(Date.parse(slot)).toBeLessThanOrEqual(time);
          expect(cursor === null || due.cursor >= cursor).toBe(true);
          opened.push(...due.open, ...due.skipped);
          cursor = due.cursor;
        }
        expect(new Set(opened).size).toBe(opened.length);
      }),
      { numRuns: 60 },
    );
  });

  test("ticks at most an hour apart open exactly the slots that one long look finds", () => {
    const steps = fc.array(fc.integer({ min: 1, max: 59 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(rules, steps, (rule, minutes) => {
        const opened: string[] = [];
        let cursor = new Date(start).toISOString();
        let time = start;
        for (const step of minutes) {
          time += step * 60_000;
          const due = dueSlots({ rule, cursor, now: new Date(time).toISOString() });
          expect(due.skipped).toEqual([]);
          opened.push(...due.open);
          cursor = due.cursor;
        }
        const whole = dueSlots({ rule, cursor: new Date(start).toISOString(), now: new Date(time).toISOString() });
        const all = [...whole.skipped, ...whole.open].sort();
        expect(opened.slice(-all.length || opened.length)).toEqual(all);
      }),
      { numRuns: 60 },
    );
  });
});
