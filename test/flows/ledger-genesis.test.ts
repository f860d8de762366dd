// A ledger that is gone or was replaced stops every flow when the policy names its first commit.
import { expect, test } from "vitest";
import { item } from "../support/flow-events.ts";
import { fullPolicy, label, scene } from "../support/flow-scene.ts";

const ledger = "valp-ledger";

function withGenesis(genesis: string) {
  return scene(`${fullPolicy}ledger: { genesis: "${genesis}" }\n`);
}

test("a ledger that goes back to its first commit is used", async () => {
  const house = scene();
  const first = house.plant(ledger, { "README.md": "the ledger\n" });
  house.plant("main", { ".github/valp.yml": `${fullPolicy}ledger: { genesis: "${first}" }\n` });
  const outcome = await label(house, "agent: docs");
  expect(outcome).toMatchObject({ outcome: "recorded", task_id: "gh-7-docs-1" });
});

test("a missing ledger is never started over", async () => {
  const house = withGenesis("1".repeat(40));
  const outcome = await label(house, "agent: docs");
  expect(outcome.reasons.map(({ code }) => code)).toEqual(["ledger_missing"]);
  expect(house.head(ledger)).toBeNull();
});

test("a ledger with another beginning is refused", async () => {
  const house = withGenesis("1".repeat(40));
  const head = house.plant(ledger, { "README.md": "another\n" });
  const outcome = await label(house, "agent: docs", item());
  expect(outcome.reasons.map(({ code }) => code)).toEqual(["ledger_missing"]);
  expect(house.head(ledger)).toBe(head);
});
