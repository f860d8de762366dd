// A rule may be called like something that every object has; its records must not be confused by that.
import { describe, expect, it } from "vitest";
import { fullPolicy, label, openTasks, record, scene } from "../support/flow-scene.ts";

describe("a rule that is called like a property of every object", () => {
  it.each(["constructor", "valueof", "tostring"])("%s opens a task and finds it again", async (id) => {
    const house = scene(fullPolicy.replace("- id: docs\n", `- id: ${id}\n`));
    const first = await label(house, "agent: docs");
    expect(first).toMatchObject({ outcome: "recorded", task_id: `gh-7-${id}-1` });
    const second = await label(house, "agent: docs");
    expect(second).toMatchObject({ outcome: "recorded", reasons: [{ code: "already_live" }] });
    expect(openTasks(house)).toEqual([`gh-7-${id}-1`]);
    expect(record(house, `gh-7-${id}-1`, "state.json").status).toBe("published");
  });
});

describe("a task folder whose issue record is gone", () => {
  it("is not written over", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const before = record(house, "gh-7-docs-1", "state.json");
    house.plant("valp-ledger", {}, [".herdr-loop/github/issues/7.json"]);
    expect(await label(house, "agent: docs")).toMatchObject({ reasons: [{ code: "ledger_folder_taken" }] });
    expect(record(house, "gh-7-docs-1", "state.json")).toEqual(before);
  });
});
