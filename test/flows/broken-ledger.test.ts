// Whatever stands on the ledger branch, a run answers with a coded reason and writes nothing it did not understand.
import { describe, expect, it } from "vitest";
import { cast, dispatched, edited, item, later, moved, tick, unlabeled } from "../support/flow-events.ts";
import {
  codes,
  fullPolicy,
  handle,
  label,
  ledger,
  nextTime,
  openTasks,
  record,
  root,
  say,
  scene,
} from "../support/flow-scene.ts";
import { risky, team } from "../support/flow-stories.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";

const task = "gh-7-docs-1";
const inFolder = (name: string) => `${root}/${task}/${name}`;
const bytes = new Uint8Array([0, 159, 146, 150]);

/** Everything that may be tried on a task whose records are damaged. */
const attempts: Record<string, (house: MemoryHouse) => Promise<Awaited<ReturnType<typeof say>>>> = {
  declare: (house) => say(house, cast.monalisa, team, risky),
  approve: (house) => say(house, cast.bob, "/valp approve 0123456789ab", risky),
  stop: (house) => say(house, cast.monalisa, "/valp stop", risky),
  "ask for the status": (house) => say(house, cast.stranger, "/valp status", risky),
  "take the label off": (house) => handle(house, unlabeled(later(risky, nextTime(house)), "agent: docs", cast.octocat)),
  close: (house) => handle(house, moved(later(risky, nextTime(house)), cast.octocat, "closed")),
  edit: (house) => handle(house, edited(later(item(), nextTime(house)), cast.monalisa)),
};

const damages: [string, Record<string, string | Uint8Array>, string[], string][] = [
  [
    "state.json is half written",
    { [inFolder("state.json")]: '{\n  "schema_version": "valp-visi' },
    [],
    "record_broken",
  ],
  [
    "state.json has another version",
    { [inFolder("state.json")]: '{"schema_version": "valp-visible-loop-state.v1"}' },
    [],
    "record_broken",
  ],
  ["state.json is empty", { [inFolder("state.json")]: "" }, [], "record_broken"],
  ["state.json is no text", { [inFolder("state.json")]: bytes }, [], "file_unreadable"],
  ["state.json is gone", {}, [inFolder("state.json")], "folder_incomplete"],
  ["trigger-policy.json is an array", { [inFolder("trigger-policy.json")]: "[]" }, [], "record_broken"],
  ["automation-policy.json is gone", {}, [inFolder("automation-policy.json")], "folder_incomplete"],
  [
    "a folder stands where a record was",
    { [inFolder("state.json/x")]: "x" },
    [inFolder("state.json")],
    "folder_incomplete",
  ],
  [
    "a line of the requests is cut off",
    { [inFolder("approvals/requested.jsonl")]: '{"request_id": "x"' },
    [],
    "record_broken",
  ],
  ["the votes are no text", { [inFolder("approvals/user-decisions.jsonl")]: bytes }, [], "file_unreadable"],
  ["the declaration is of an unknown form", { [inFolder("assignment-declaration.json")]: "{}" }, [], "record_broken"],
  ["the record of the issue is broken", { ".herdr-loop/github/issues/7.json": "{" }, [], "record_broken"],
  ["the record of the issue is no text", { ".herdr-loop/github/issues/7.json": bytes }, [], "file_unreadable"],
];

async function damaged(files: Record<string, string | Uint8Array>, gone: string[]): Promise<MemoryHouse> {
  const house = scene();
  await label(house, "agent: docs", risky);
  house.plant("valp-ledger", files, gone);
  return house;
}

describe.each(damages)("%s", (_, files, gone, code) => {
  it.each(Object.entries(attempts))("to %s is refused with a reason, and nothing is written", async (_, attempt) => {
    const house = await damaged(files, gone);
    const head = house.head("valp-ledger");
    const outcome = await attempt(house);
    expect(codes(outcome)).toContain(code);
    expect(outcome).toMatchObject({ outcome: "refused", commit: null });
    expect(outcome.reasons[0]?.text).not.toMatch(/\bat \w+ \(|undefined|\[object/);
    expect(house.head("valp-ledger")).toBe(head);
  });
});

describe("opening", () => {
  it.each([
    ["a broken issue record", ".herdr-loop/github/issues/7.json", "{", "record_broken"],
    [
      "an issue record of another version",
      ".herdr-loop/github/issues/7.json",
      '{"schema_version": "v9"}',
      "record_broken",
    ],
    ["an issue record that is no text", ".herdr-loop/github/issues/7.json", bytes, "file_unreadable"],
    ["a folder in the place of the issue record", ".herdr-loop/github/issues/7.json/x", "x", "file_unreadable"],
    ["a broken health gate", ".herdr-loop/github/health-gate.json", "[]", "record_broken"],
    ["a file in the place of the task root", root, "x", "ledger_foreign_file"],
    ["a file in the place of the folder", `${root}/${task}`, "x", "ledger_foreign_file"],
    ["a folder in the place of a record", `${root}/${task}/state.json/x`, "x", "ledger_foreign_file"],
  ])("over %s is refused with a reason", async (_, path, content, code) => {
    const house = scene();
    const head = house.plant("valp-ledger", { [path]: content });
    const outcome = await label(house, "agent: docs");
    expect(codes(outcome)).toContain(code);
    expect(outcome).toMatchObject({ outcome: "refused", commit: null });
    expect(house.head("valp-ledger")).toBe(head);
  });

  it("over a broken index file is refused with a reason", async () => {
    const house = scene();
    const event = dispatched("agent-task", { key: "k1", goal: "Tidy up" });
    await handle(house, event);
    const index = Object.keys(ledger(house)).find((path) => path.includes("watcher-events")) ?? "";
    for (const [content, code] of [
      ["{", "record_broken"],
      [bytes, "file_unreadable"],
    ] as const) {
      const head = house.plant("valp-ledger", { [index]: content });
      expect(codes(await handle(house, event))).toEqual([code]);
      expect(house.head("valp-ledger")).toBe(head);
    }
  });

  it("is not kept from the others by a broken slot record", async () => {
    const house = scene();
    const head = house.plant("valp-ledger", { ".herdr-loop/github/schedules.json": "{" });
    expect(codes(await handle(house, tick()))).toEqual(["record_broken"]);
    expect(house.head("valp-ledger")).toBe(head);
  });

  it("keeps foreign files and folders as they are", async () => {
    const house = scene();
    const foreign = {
      "NOTES.md": "by a person",
      [`${root}/other-task/state.json`]: "{",
      [inFolder("NOTES.md")]: "mine",
    };
    house.plant("valp-ledger", foreign);
    await label(house, "agent: docs");
    await say(house, cast.monalisa, team);
    await say(house, cast.monalisa, "/valp stop");
    expect(ledger(house)).toMatchObject(foreign);
    expect(openTasks(house)).toEqual([]);
  });

  it("does not write over a task folder that is there already", async () => {
    const house = scene();
    await handle(house, dispatched("agent-task", { key: "k1", goal: "Tidy up" }));
    const index = Object.keys(ledger(house)).filter((path) => path.includes("watcher-events"));
    const head = house.plant("valp-ledger", {}, index);
    const outcome = await handle(house, dispatched("agent-task", { key: "k1", goal: "Something else" }));
    expect(outcome).toMatchObject({ outcome: "refused", commit: null });
    expect(codes(outcome)).toEqual(["ledger_folder_taken"]);
    expect(house.head("valp-ledger")).toBe(head);
  });
});

describe("lines of other tools in our ledgers", () => {
  it("are kept, never counted, and shown", async () => {
    const house = scene();
    await label(house, "agent: docs", risky);
    const forged = `${JSON.stringify({ status: "approved", approved_by: "me" })}\n`;
    house.plant("valp-ledger", { [inFolder("approvals/user-decisions.jsonl")]: forged });
    await say(house, cast.monalisa, "/valp status", risky);
    expect(record(house, task, "state.json")).toMatchObject({ gates: { approval: "needs_approval" } });
    const { github } = record(house, task, "state.json") as { github: { plan_digest: string } };
    await say(house, cast.bob, `/valp approve ${github.plan_digest}`, risky);
    expect(ledger(house)[inFolder("approvals/user-decisions.jsonl")]?.startsWith(forged)).toBe(true);
    expect(record(house, task, "state.json")).toMatchObject({ gates: { approval: "passed" } });
  });
});

describe("the default branch", () => {
  it("may lose its policy while a task is open: nothing is written any more", async () => {
    const house = scene();
    await label(house, "agent: docs", risky);
    house.plant("main", {}, [".github/valp.yml"]);
    const head = house.head("valp-ledger");
    for (const attempt of Object.values(attempts)) {
      expect(codes(await attempt(house))).toEqual(["no_policy"]);
    }
    expect(house.head("valp-ledger")).toBe(head);
  });

  it("may lose the rule of an open task: the task can still be stopped", async () => {
    const house = scene();
    await label(house, "agent: docs", risky);
    house.plant("main", {
      ".github/valp.yml": fullPolicy.replace('  - id: docs\n    on: { label: "agent: docs" }\n', ""),
    });
    expect(codes(await say(house, cast.monalisa, "/valp stop", risky))).toEqual(["task_cancelled", "stopped_by"]);
  });
});
