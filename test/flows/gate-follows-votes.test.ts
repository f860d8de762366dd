// The approval gate follows the votes: what ran out, was taken back or refused is shown and recorded.
import { expect, test } from "vitest";
import { cast, item } from "../support/flow-events.ts";
import { codes, digestOf, fullPolicy, label, record, say, scene } from "../support/flow-scene.ts";

const risky = item({ title: "Deploy the site", body: "Deploy it to production." });
const day = 24 * 60 * 60 * 1000;
const taskId = `gh-${risky.number}-docs-1`;
const policy = fullPolicy.replace("high: { count: 1,", "high: { count: 1, expires: 2d,");

async function approved() {
  const house = scene(policy);
  await label(house, "agent: docs", risky);
  const outcome = await say(house, cast.alice, `/valp approve ${digestOf(house, taskId)}`, risky);
  expect(codes(outcome)).toContain("plan_approved");
  return house;
}

const gate = (house: Awaited<ReturnType<typeof approved>>) =>
  (record(house, taskId, "state.json").gates as Record<string, string>).approval;
const action = (house: Awaited<ReturnType<typeof approved>>) =>
  record(house, taskId, "automation-policy.json").selected_action;

test("an approval that ran out closes the gate when somebody looks", async () => {
  const house = await approved();
  expect([gate(house), action(house)]).toEqual(["passed", "continue_until_gate"]);
  house.pass(4 * day);
  const outcome = await say(house, cast.stranger, "/valp status", risky);
  expect(codes(outcome)).toContain("approval_lapsed");
  expect([gate(house), action(house)]).toEqual(["needs_approval", "block_for_approval"]);
  expect(house.comments.find(({ marker }) => marker === `status:${taskId}`)?.body).toContain("/valp approve");
});

test("looking while the approval stands changes nothing", async () => {
  const house = await approved();
  const head = house.head("valp-ledger");
  await say(house, cast.stranger, "/valp status", risky);
  expect(house.head("valp-ledger")).toBe(head);
});

test("an approval that ran out and is taken back closes the gate", async () => {
  const house = await approved();
  house.pass(4 * day);
  await say(house, cast.alice, "/valp withdraw", risky);
  expect([gate(house), action(house)]).toEqual(["needs_approval", "block_for_approval"]);
});

test("a refused task says who refused and what can be done, and the reviewer can take it back", async () => {
  const house = scene(policy);
  await label(house, "agent: docs", risky);
  await say(house, cast.alice, `/valp deny ${digestOf(house, taskId)} reason: not this week`, risky);
  const status = () => house.comments.find(({ marker }) => marker === `status:${taskId}`)?.body;
  expect(status()).toContain("Refused by a reviewer");
  expect(gate(house)).toBe("blocked");
  await say(house, cast.alice, "/valp withdraw", risky);
  expect(gate(house)).toBe("needs_approval");
  expect(status()).toContain("Waiting for approval");
});
