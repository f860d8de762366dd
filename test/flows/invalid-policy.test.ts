// Fault 161: a policy that cannot be used stops everything, and says so where people look.
import { expect, test } from "vitest";
import { cast } from "../support/flow-events.ts";
import { codes, fullPolicy, label, say, scene, tasks } from "../support/flow-scene.ts";

const duplicate = `${fullPolicy}mode: watcher\n`;

test("fault 161: a label under an invalid policy opens nothing and leaves one note with the line", async () => {
  const house = scene(duplicate);
  const outcome = await label(house, "agent: docs");
  await label(house, "agent: docs");
  expect([outcome.outcome, codes(outcome), tasks(house)]).toEqual(["refused", ["policy_invalid"], []]);
  expect(house.comments).toHaveLength(1);
  expect(house.comments[0]?.body).toMatch(/valp\.yml.*line \d+/s);
});

test("fault 161: a command under an invalid policy is answered and changes nothing", async () => {
  const house = scene(duplicate);
  const outcome = await say(house, cast.octocat, "/valp start ask");
  expect([outcome.outcome, codes(outcome), tasks(house)]).toEqual(["refused", ["policy_invalid"], []]);
  expect(house.comments.map(({ body }) => body).join()).toContain("policy_invalid");
  expect(house.reactions.map(({ content }) => content)).toEqual(["eyes", "confused"]);
});

test("fault 164: two policy files are an error that is told", async () => {
  const house = scene();
  house.plant("main", { ".github/valp.yaml": fullPolicy });
  const outcome = await label(house, "agent: docs");
  expect([outcome.outcome, tasks(house), house.comments.length]).toEqual(["refused", [], 1]);
});
