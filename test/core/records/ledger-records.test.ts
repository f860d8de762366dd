// Small records of the ledger: timeline, schedule cursors, health gate.
import { describe, expect, test } from "vitest";
import { jsonFile } from "../../../src/core/records/format.ts";
import { healthGateVersion, readHealthGate } from "../../../src/core/records/health-gate.ts";
import { readSchedules, withCursors } from "../../../src/core/records/schedules.ts";
import { timelineLine } from "../../../src/core/records/timeline.ts";
import { now } from "./facts.ts";

test("a line of the timeline is written in whole seconds", () => {
  expect(timelineLine("2026-07-28T12:11:12.345+02:00", "task_opened", "label")).toEqual({
    ts: now,
    event: "task_opened",
    summary: "label",
  });
});

describe("schedule cursors", () => {
  test("move one by one and read back", () => {
    const first = withCursors(null, { nightly: "2026-07-28T10:00:00.000Z" });
    const both = withCursors(first, { hourly: now, nightly: now });
    expect(both.cursors).toEqual({ nightly: now, hourly: now });
    expect(first.cursors).toEqual({ nightly: "2026-07-28T10:00:00.000Z" });
    expect(readSchedules(jsonFile(both))).toEqual({ kind: "record", record: both });
  });

  test("a cursor that is no time is a problem", () => {
    expect(
      readSchedules(jsonFile({ schema_version: "valp-github-schedules.v1", cursors: { a: "soon" } })),
    ).toMatchObject({
      problem: { what: "wrong_shape", path: "cursors.a" },
    });
  });
});

describe("health gate", () => {
  const gate = {
    schema_version: healthGateVersion,
    policy_blob: "2".repeat(40),
    status: "pass",
    checks: [{ id: "git", status: "pass", message: "git 2.39" }],
    dry_run_shown_to: "octocat",
    at: now,
  };

  test("reads back", () => {
    expect(readHealthGate(jsonFile(gate))).toEqual({ kind: "record", record: gate });
  });

  test.each([
    ["status", { status: "ok" }],
    ["dry_run_shown_to", { dry_run_shown_to: "" }],
    ["at", { at: "yesterday" }],
  ])("a wrong %s is a problem, so the gate stays shut", (path, change) => {
    expect(readHealthGate(jsonFile({ ...gate, ...change }))).toMatchObject({ problem: { what: "wrong_shape", path } });
  });
});
