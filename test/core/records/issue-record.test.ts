// The record of an issue: attempts, live tasks and happenings move only forward.
import { describe, expect, test } from "vitest";
import { jsonFile } from "../../../src/core/records/format.ts";
import {
  emptyIssueRecord,
  isBefore,
  issueRecordSchema,
  issueRecordVersion,
  nextAttempt,
  withComment,
  withEvent,
  withSince,
  withTask,
  withTerminal,
} from "../../../src/core/records/issue-record.ts";
import { readRecord } from "../../../src/core/records/read-record.ts";

const empty = emptyIssueRecord(7, "I_7");
const since = "2026-03-01T10:00:00Z";
const first = withTask(empty, { id: "gh-7-docs-1", rule: "docs", attempt: nextAttempt(empty, "docs"), since });

test("a task goes from live to terminal, and only then comes the next attempt", () => {
  expect(nextAttempt(empty, "docs")).toBe(1);
  expect(first).toMatchObject({ attempts: { docs: 1 }, live: { docs: "gh-7-docs-1" } });
  expect(() => withTask(first, { id: "gh-7-docs-2", rule: "docs", attempt: 2, since })).toThrow(
    "already has a live task",
  );

  const ended = withTerminal(first, "gh-7-docs-1");
  expect(ended.live).toEqual({});
  expect(ended.tasks["gh-7-docs-1"]).toEqual({
    rule: "docs",
    attempt: 1,
    state: "terminal",
    since,
    status_comment: null,
  });
  expect(nextAttempt(ended, "docs")).toBe(2);
  const second = withTask(ended, { id: "gh-7-docs-2", rule: "docs", attempt: 2, since });
  expect(second.live).toEqual({ docs: "gh-7-docs-2" });
  expect(withTerminal(second, "gh-7-docs-1")).toBe(second);
});

test("a task counts from the newest happening that asked for it", () => {
  const again = withSince(first, "gh-7-docs-1", "2026-03-01T10:00:05Z");
  expect(isBefore(again, "gh-7-docs-1", "2026-03-01T10:00:04Z")).toBe(true);
  expect(isBefore(again, "gh-7-docs-1", "2026-03-01T10:00:05.000Z")).toBe(false);
  expect(isBefore(again, "other", "2020-01-01T00:00:00Z")).toBe(false);
  expect(withSince(again, "gh-7-docs-1", since)).toBe(again);
  expect(withSince(again, "other", "2030-01-01T00:00:00Z")).toBe(again);
});

test("rules of one issue live side by side", () => {
  const both = withTask(first, { id: "gh-7-code-1", rule: "code", attempt: 1, since });
  expect(withTerminal(both, "gh-7-docs-1").live).toEqual({ code: "gh-7-code-1" });
});

test("comment ids are kept, unknown tasks change nothing", () => {
  expect(withComment(first, "gh-7-docs-1", 99).tasks["gh-7-docs-1"]?.status_comment).toBe(99);
  expect(withComment(first, "other", 99)).toBe(first);
  expect(withTerminal(first, "other")).toBe(first);
});

test("the first entry of a happening stands", () => {
  const event = { rule: "docs", task_id: "gh-7-docs-1", matched_signal: "label agent:docs" };
  const seen = withEvent(first, "LE_1", event);
  expect(seen.events).toEqual({ LE_1: event });
  expect(withEvent(seen, "LE_1", { ...event, matched_signal: "other" })).toBe(seen);
});

test("names that objects inherit are nothing special", () => {
  const odd = withTask(empty, { id: "gh-7-constructor-1", rule: "constructor", attempt: 1, since });
  expect(nextAttempt(empty, "constructor")).toBe(1);
  expect(nextAttempt(odd, "constructor")).toBe(2);
  expect(withEvent(odd, "toString", { rule: "r", task_id: "t", matched_signal: "m" }).events).toHaveProperty(
    "toString.rule",
    "r",
  );
});

describe("on disk", () => {
  const stored = withEvent(first, "LE_1", { rule: "docs", task_id: "gh-7-docs-1", matched_signal: "label" });

  test("reading and writing again gives the same bytes", () => {
    const reading = readRecord(issueRecordSchema, issueRecordVersion, jsonFile(stored));
    expect(reading.kind === "record" && jsonFile(reading.record)).toBe(jsonFile(stored));
  });

  test("nothing that was given is changed in place", () => {
    const before = jsonFile(empty);
    withEvent(withTask(empty, { id: "t", rule: "r", attempt: 1, since }), "e", {
      rule: "r",
      task_id: "t",
      matched_signal: "m",
    });
    expect(jsonFile(empty)).toBe(before);
  });

  test.each([
    ["another key", { ...stored, extra: 1 }, ""],
    ["a broken attempt", { ...stored, attempts: { docs: 0 } }, "attempts.docs"],
  ])("%s is a problem with its place", (_what, value, path) => {
    expect(readRecord(issueRecordSchema, issueRecordVersion, jsonFile(value))).toMatchObject({
      kind: "problem",
      problem: { what: "wrong_shape", path },
    });
  });
});
