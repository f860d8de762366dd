// Fault 161: a policy that cannot be used stops everything, and says so where people look.
import { expect, test } from "vitest";
import { cast } from "../support/flow-events.ts";
import { codes, digestOf, fullPolicy, label, say, scene, tasks } from "../support/flow-scene.ts";
import { risky } from "../support/flow-stories.ts";

const duplicate = `${fullPolicy}mode: watcher\n`;

test("fault 161: a label under an invalid policy opens nothing and leaves one note with the line", async () => {
  const house = scene(duplicate);
  const outcome = await label(house, "agent: docs");
  await label(house, "agent: docs");
  expect(outcome.reasons[0]?.text).toMatch(/valp\.yml.*line \d+/s);
  expect([outcome.outcome, codes(outcome), tasks(house)]).toEqual(["refused", ["policy_invalid"], []]);
  expect(house.comments).toHaveLength(1);
  expect(house.comments[0]?.body).toMatch(/valp\.yml.*line \d+/s);
});

test("fault 161: a command under an invalid policy is answered and changes nothing", async () => {
  const house = scene(duplicate);
  const outcome = await say(house, cast.octocat, "/valp start ask");
  expect([outcome.outcome, codes(outcome), tasks(house)]).toEqual(["refused", ["policy_invalid"], []]);
  expect(outcome.reasons[0]?.text).toMatch(/valp\.yml.*line \d+/s);
  expect(house.comments.map(({ body }) => body).join()).toContain("policy_invalid");
  expect(house.reactions.map(({ content }) => content)).toEqual(["eyes", "confused"]);
});

test("fault 161, fault 164: two policy files are an error that is told, by label and by command", async () => {
  const house = scene();
  house.plant("main", { ".github/valp.yaml": fullPolicy });
  const byLabel = await label(house, "agent: docs");
  expect([byLabel.outcome, tasks(house), house.comments.length]).toEqual(["refused", [], 1]);
  const byCommand = await say(house, cast.octocat, "/valp start ask");
  expect([byCommand.outcome, codes(byCommand), tasks(house)]).toEqual(["refused", ["policy_invalid"], []]);
  for (const { body } of house.comments) expect(body.replaceAll("\\", "")).toContain("valp.yaml");
  expect(house.head("valp-ledger")).toBeNull();
});

test("fault 161: a policy that breaks under an open task gives no approval and no further task", async () => {
  const house = scene();
  await label(house, "agent: docs", risky);
  const before = house.head("valp-ledger");
  house.plant("main", { ".github/valp.yml": duplicate });
  const vote = await say(house, cast.bob, `/valp approve ${digestOf(house, "gh-7-docs-1")}`, risky);
  const start = await say(house, cast.octocat, "/valp start ask", risky);
  expect([vote, start].map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
  expect([codes(vote), codes(start)]).toEqual([["policy_invalid"], ["policy_invalid"]]);
  expect([house.head("valp-ledger"), tasks(house)]).toEqual([before, ["gh-7-docs-1"]]);
});
