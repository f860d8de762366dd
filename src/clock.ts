// The real clock: time and chance for all three doors.
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "./ports.ts";

/** The machine's clock. A fixed `now` (ISO 8601, from `--now`) stops time for repeatable runs. */
export function systemClock(now?: string): Clock {
  return {
    now: () => (now === undefined ? new Date() : new Date(now)).toISOString(),
    sleep: (milliseconds) => pause(milliseconds),
    random: () => Math.random(),
    nonce: () => randomBytes(16).toString("hex"),
  };
}
