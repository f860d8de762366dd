// A label is only a trigger: what a task is stands in the ledger, whatever people do to labels afterwards.
import { describe, expect, it } from "vitest";
import { cast, item, later, unlabeled } from "../support/flow-events.ts";
import {
  codes,
  digestOf,
  folder,
  handle,
  label,
  ledger,
  lines,
  nextTime,
  openTasks,
  putLabel,
  record,
  say,
  scene,
  tasks,
} from "../support/flow-scene.ts";
import { risky } from "../support/flow-stories.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";

const takeOff = (house: MemoryHouse, name: string, by: (typeof cast)[keyof typeof cast] = cast.octocat) =>
  handle(house, unlabeled(later(item(), nextTime(house)), name, by));

describe("fault 40: a label that is taken off", () => {
  it("cancels its task at once and records who took it off", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const outcome = await takeOff(house, "agent: docs", cast.alice);
    expect(outcome).toMatchObject({ task_id: "gh-7-docs-1", commit: house.head("valp-ledger") });
    expect(codes(outcome)).toEqual(["label_removed"]);
    expect(openTasks(house)).toEqual([]);
    expect(record(house, "gh-7-docs-1", "state.json").status).toBe("cancelled");
    expect(lines(house, "gh-7-docs-1", "timeline.jsonl").at(-1)).toMatchObject({ event: "task_cancelled" });
    expect(house.history("valp-ledger").at(-1)?.body).toMatch(/^VALP-Actor: alice$/m);
    const status = house.comments.find(({ marker }) => marker === "status:gh-7-docs-1");
    expect(status?.body).toMatch(/cancelled/i);
  });

  it("also cancels one that waits for an approval, which then counts for nothing", async () => {
    const house = scene();
    await label(house, "agent: docs", risky);
    await takeOff(house, "agent: docs");
    const vote = await say(house, cast.bob, `/valp approve ${digestOf(house, "gh-7-docs-1")}`, risky);
    expect(vote.outcome).toBe("refused");
    expect(lines(house, "gh-7-docs-1", "approvals/user-decisions.jsonl")).toEqual([]);
    expect(record(house, "gh-7-docs-1", "state.json").status).toBe("cancelled");
  });

  it("leaves the other tasks of the issue, and the rule's slot is free again", async () => {
    const house = scene();
    await label(house, "agent: docs");
    await label(house, "agent: keep");
    await takeOff(house, "agent: docs");
    expect(openTasks(house)).toEqual(["gh-7-keep-1"]);
    await handle(house, putLabel(house, later(item(), nextTime(house)), "agent: docs"));
    expect(openTasks(house)).toEqual(["gh-7-docs-2", "gh-7-keep-1"]);
  });
});

describe("fault 43: people change labels", () => {
  it("and the ledger stands where the rule keeps its task", async () => {
    const house = scene();
    await label(house, "agent: keep");
    const before = ledger(house);
    expect(codes(await takeOff(house, "agent: keep"))).toEqual(["unlabel_ignored"]);
    expect(codes(await takeOff(house, "bug"))).toEqual(["no_live_task"]);
    expect(ledger(house)).toEqual(before);
    expect(openTasks(house)).toEqual(["gh-7-keep-1"]);
  });

  it("and neither the task nor any other one is blocked: no step asks which labels are there", async () => {
    const house = scene();
    await label(house, "agent: docs", item({ labels: ["bug"] }));
    const bare = later(item({ labels: [] }), nextTime(house));
    await say(house, cast.alice, "/valp lead claude coordinator=claude reviewer=alice because: they know it", bare);
    expect(record(house, "gh-7-docs-1", "assignment-validation.json").status).toBe("pass");
    await label(house, "agent: docs", item({ number: 8, labels: ["valp:done", "blocked"] }));
    expect(openTasks(house)).toEqual(["gh-7-docs-1", "gh-8-docs-1"]);
    await say(house, cast.octocat, "/valp stop", bare);
    expect(openTasks(house)).toEqual(["gh-8-docs-1"]);
  });
});

describe("fault 44: labels that look like ours", () => {
  it.each(["valp", "valp:approved", "valp: done", "agent: docs approved", "agent: doc", "agent", "approved", "docs"])(
    "%s means nothing, put on or taken off",
    async (name) => {
      const house = scene();
      await label(house, "agent: docs", risky);
      const before = { task: folder(house, "gh-7-docs-1"), head: house.head("valp-ledger") };
      const on = await label(house, name, risky);
      const off = await takeOff(house, name);
      expect([on.outcome, off.outcome]).toEqual(["ignored", "ignored"]);
      expect({ task: folder(house, "gh-7-docs-1"), head: house.head("valp-ledger") }).toEqual(before);
      expect(tasks(house)).toEqual(["gh-7-docs-1"]);
      expect(house.comments).toHaveLength(1);
    },
  );
});
