// A schedule has nobody behind it: its standing declaration is selected by whoever merged the policy, or by nobody.
import { expect, test } from "vitest";
import { cast, tick } from "../support/flow-events.ts";
import { fullPolicy, handle, record, scene } from "../support/flow-scene.ts";

const policy = fullPolicy.replace(
  "    subject: Triage new issues\n",
  "    subject: Triage new issues\n    profile: software-code\n    action: validate_declared_route\n    declaration: docs-team\n",
);

test("the person who merged the policy is the user who selected the team", async () => {
  const house = scene(policy);
  house.merge(cast.octocat.login);
  const outcome = await handle(house, tick());
  expect(outcome.reasons.map(({ code }) => code)).toContain("route_declared");
  expect(record(house, "cron-nightly-20260301t0930z", "assignment-validation.json")).toMatchObject({ status: "pass" });
});

test("a policy that nobody is known to have merged selects no team", async () => {
  const house = scene(policy);
  const outcome = await handle(house, tick());
  expect(outcome).toMatchObject({ outcome: "recorded", task_id: "cron-nightly-20260301t0930z" });
  expect(outcome.reasons.map(({ code }) => code)).toContain("standing_without_person");
});
