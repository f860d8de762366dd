// Policy durations in milliseconds.
import { expect, it } from "vitest";
import { durationOf } from "../../../src/core/policy/duration.ts";

it.each([
  ["1m", 60_000],
  ["30m", 1_800_000],
  ["6h", 21_600_000],
  ["7d", 604_800_000],
  ["9999d", 863_913_600_000],
])("%s", (duration, milliseconds) => {
  expect(durationOf(duration)).toBe(milliseconds);
});

it.each(["7", "d", "7w", "0d", "-1d", "1.5h", ""])("%j is none, and never one without an end", (duration) => {
  expect(() => durationOf(duration)).toThrow(RangeError);
});
