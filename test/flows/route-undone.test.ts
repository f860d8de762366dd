// A new Leader undoes the route: no record names a file that went with it.
import { expect, test } from "vitest";
import { cast, item } from "../support/flow-events.ts";
import { codes, folder, label, record, say, scene } from "../support/flow-scene.ts";

const taskId = "gh-7-form-1";
const team = "/valp lead claude coordinator=claude implementer=codex reviewer=alice because: they know it";

test.each([
  ["a new Leader who declares next", "/valp lead claude", "leader_selected"],
  ["a declaration that does not pass", "/valp lead claude coordinator=claude because: alone", "declaration_blocked"],
])("after %s every ref of the automation policy exists", async (_, command, code) => {
  const house = scene();
  await label(house, "agent: form");
  await say(house, cast.octocat, team);
  expect(record(house, taskId, "automation-policy.json")).toMatchObject({
    iteration_budget_ref: "iteration-budget.json",
  });
  const outcome = await say(house, cast.octocat, command);
  expect(codes(outcome)).toContain(code);
  const automation = record(house, taskId, "automation-policy.json") as {
    iteration_budget_ref?: string;
    basis: { ref: string }[];
  };
  const files = Object.keys(folder(house, taskId));
  for (const { ref } of automation.basis) expect(files).toContain(ref.replace(/#.*/, ""));
  expect(automation.iteration_budget_ref).toBeUndefined();
  expect(record(house, taskId, "state.json").automation_policy).toBeUndefined();
});

test("a form under a rule that only publishes is answered for", async () => {
  const house = scene();
  const body =
    "### VALP Leader\n\nclaude\n\n### VALP assignments\n\nimplementer=codex\n\n### VALP reasons\n\nknow it\n";
  const outcome = await label(house, "agent: docs", item({ body }));
  expect(codes(outcome)).toContain("form_not_used");
});
