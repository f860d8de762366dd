// A task folder as one value: read strictly or not at all; what ends it, and what tells that work has left the house.
import { describe, expect, it } from "vitest";
import { cancelTask } from "../../../src/core/task/cancel-task.ts";
import { isDispatched } from "../../../src/core/task/dispatched.ts";
import { folderFiles, readTaskFolder, type TaskFolder, writtenFolder } from "../../../src/core/task/task-folder.ts";
import type { StoredFile, UnreadableFile } from "../../../src/ports.ts";
import { item } from "../../support/flow-events.ts";
import { folder, label, scene } from "../../support/flow-scene.ts";
import { risky } from "../../support/flow-stories.ts";

const id = "gh-7-docs-1";

async function texts(on = item()): Promise<Record<string, string>> {
  const house = scene();
  await label(house, "agent: docs", on);
  return folder(house, id);
}

function read(files: Record<string, string | { unreadable: string }>) {
  const stored = Object.entries(files).map(([name, file]): [string, StoredFile | UnreadableFile] => [
    name,
    typeof file === "string" ? { text: file, oid: "" } : { ...file, oid: "" },
  ]);
  return readTaskFolder(id, `tasks/${id}`, new Map(stored));
}

describe("reading", () => {
  it("gives every record, and the texts of everything else", async () => {
    const files = await texts(risky);
    const answer = read({ ...files, "NOTES.md": "by a person", "picture.png": { unreadable: "it is not UTF-8 text" } });
    if (answer.kind !== "task") throw new Error(answer.reason.text);
    expect(answer.task).toMatchObject({
      id,
      risk: { classification: "high" },
      declaration: null,
      validation: null,
      decisions: [],
      dispatched: false,
    });
    expect(answer.task.requests).toHaveLength(1);
    expect(answer.task.texts.get("NOTES.md")).toBe("by a person");
    expect(answer.task.texts.has("picture.png")).toBe(false);
  });

  it.each(["state.json", "trigger-policy.json", "automation-policy.json"])("needs %s", async (name) => {
    const { [name]: _, ...files } = await texts();
    expect(read(files)).toMatchObject({ kind: "broken", reason: { code: "folder_incomplete" } });
    expect(read({ ...files, [name]: "" })).toMatchObject({ kind: "broken", reason: { code: "record_broken" } });
    expect(read({ ...files, [name]: '{"a": 1, "a": 2' })).toMatchObject({ reason: { code: "record_broken" } });
    const unreadable = read({ ...files, [name]: { unreadable: "it is larger than 5 MB" } });
    expect(unreadable).toMatchObject({ reason: { code: "file_unreadable" } });
    expect(unreadable.kind === "broken" && unreadable.reason.text).toContain(`tasks/${id}/${name}`);
  });

  it("names the first problem, and an empty folder has one", () => {
    expect(read({})).toMatchObject({ kind: "broken", reason: { code: "folder_incomplete" } });
  });

  it("takes only what is inside the folder", () => {
    const file = { text: "x", oid: "" };
    const all = new Map([`t/${id}/a.json`, `t/${id}0/b.json`, `t/${id}`, "t/other/c.json"].map((path) => [path, file]));
    expect([...folderFiles(all, `t/${id}`).keys()]).toEqual(["a.json"]);
  });

  it("of our own step must succeed: anything else is a defect of ours", () => {
    expect(() => writtenFolder(id, `tasks/${id}`, new Map([["state.json", "{}"]]))).toThrow(/cannot be read/);
  });
});

describe("whether work has left the house", () => {
  it.each([
    ["", false],
    ["\n\n", false],
    ['{"event":"dispatch_written"}\n', false],
    ['{"event":"dispatch_blocked"}\n', false],
    ['{"event":"dispatch_written"}\n{"event":"dispatch_submitted"}\n', true],
    ['{"event":"manual_delivery_attested"}\n', true],
    ['{"event":"dispatch_wri', true],
    ["[]\n", true],
    ["null\n", true],
    ['{"event":7}\n', true],
    ['{"other":"line"}\n', true],
  ])("%j: %s, and what cannot be told counts as work", (receipts, expected) => {
    expect(isDispatched(receipts)).toBe(expected);
  });
});

describe("cancelling", () => {
  const task = async (on = item()): Promise<TaskFolder> => {
    const answer = read(await texts(on));
    if (answer.kind !== "task") throw new Error(answer.reason.text);
    return answer.task;
  };

  it("ends the state and tells why in the timeline, which only grows", async () => {
    const before = await task();
    const changes = cancelTask(before, "not needed", "2026-03-02T00:00:00.000Z");
    expect([...changes.keys()].sort()).toEqual(["state.json", "timeline.jsonl"]);
    expect(JSON.parse(changes.get("state.json") ?? "")).toMatchObject({ status: "cancelled", revision: 0 });
    const timeline = changes.get("timeline.jsonl") ?? "";
    expect(timeline.startsWith(before.texts.get("timeline.jsonl") ?? "-")).toBe(true);
    expect(timeline.trim().split("\n").at(-1)).toContain("not needed");
  });

  it("closes an open request for approval", async () => {
    const changes = cancelTask(await task(risky), "not needed", "2026-03-02T00:00:00.000Z");
    const requests = (changes.get("approvals/requested.jsonl") ?? "")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(requests.map(({ status }) => status)).toEqual(["pending", "superseded"]);
    expect(requests[1]).toMatchObject({ request_id: requests[0].request_id, reason: "not needed" });
  });
});
