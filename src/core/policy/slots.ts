// Which planned times of a schedule rule are due at a tick, each exactly once whatever the ticks do.
import { Cron } from "croner";
import type { Rule } from "./schema.ts";

/** A tick this late still counts as on time: platforms deliver schedules late, worst on the hour. */
const onTime = 60 * 60 * 1000;
/** Most skipped slots that are named; older ones are passed over without a name. */
const mostSkipped = 100;
/** On-time slots fit into an hour, and a schedule has at most one a minute. */
const mostOnTime = 61;

/** Due slots, oldest first, as ISO 8601 UTC to the minute (`2026-12-01T02:17:00Z`). */
export interface DueSlots {
  /** Slots that open a task. */
  open: string[];
  /** Missed slots that open none; at most the latest 100. */
  skipped: string[];
  /** Give this to the next call. It never moves backwards. */
  cursor: string;
}

/**
 * The slots between `cursor` (the last call's answer, null on the first) and `now` (both ISO 8601).
 * Slots of the last hour are on time and open. Of older, missed ones none opens with `catch_up: skip`; with `once` the
 * latest missed one opens, unless a slot is on time, which then is the catching up. The first call looks back one hour.
 * A clock that went backwards finds nothing due. The work is bounded however old the cursor is.
 *
 * Time zones: a fixed time of day that daylight saving jumps over runs at the first valid minute after the jump, and one
 * that comes twice runs the first time only; schedules with `*` or steps in hour or minute just follow the clock.
 */
export function dueSlots({ rule, cursor, now }: { rule: Rule; cursor: string | null; now: string }): DueSlots {
  if (!("schedule" in rule.on)) return { open: [], skipped: [], cursor: cursor ?? now };
  const end = Date.parse(now);
  const known = cursor === null ? Number.NaN : Date.parse(cursor);
  const start = Number.isNaN(known) ? end - onTime : known;
  if (start >= end) return { open: [], skipped: [], cursor: cursor ?? now };
  const job = new Cron(rule.on.schedule, {
    mode: "5-part",
    timezone: rule.on.timezone,
    fixedTimeRule: "no-wildcard",
    paused: true,
  });
  const due = slotsBetween(job, start, end);
  const open = due.filter((slot) => slot >= end - onTime);
  const missed = due.filter((slot) => slot < end - onTime);
  if (rule.on.catch_up === "once" && open.length === 0) open.push(...missed.splice(-1));
  return { open: open.map(slotName), skipped: missed.slice(-mostSkipped).map(slotName), cursor: now };
}

/** Slots in (start, end], oldest first, at most as many as can be of interest. Most ticks need only a few. */
function slotsBetween(job: Cron, start: number, end: number): number[] {
  // The reference is exclusive and counts whole seconds: the second after `end` makes a slot at `end` itself due.
  const reference = new Date(Math.floor(end / 1000) * 1000 + 1000);
  let slots: number[] = [];
  for (const count of [4, mostOnTime + mostSkipped]) {
    slots = job.previousRuns(count, reference).map((date) => date.getTime());
    if (slots.length < count || (slots.at(-1) ?? 0) <= start) break;
  }
  return slots.filter((slot) => slot > start && slot <= end).reverse();
}

function slotName(slot: number): string {
  return `${new Date(slot).toISOString().slice(0, 16)}:00Z`;
}
