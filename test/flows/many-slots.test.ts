// More schedule slots due at once than anybody expects: each opens its task, none is lost, and the work is bounded.
import { expect, test } from "vitest";
import { handleEvent } from "../../src/flows/handle-event.ts";
import { tick } from "../support/flow-events.ts";
import { codes, handle, scene, tasks } from "../support/flow-scene.ts";
import { dyingPorts, Killed } from "../support/unruly-ports.ts";

const policyOf = (rules: string[]) => `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "tests" }
rules:
${rules.join("\n")}
`;
const rule = (id: string, schedule: string, more = "") =>
  `  - { id: ${id}, on: { schedule: "${schedule}"${more} }, subject: Look at the queue }`;
const all = (outcome: Awaited<ReturnType<typeof handle>>) => [outcome, ...(outcome.others ?? [])];
const forty = Array.from({ length: 40 }, (_, n) => rule(`r${n}`, `${n} * * * *`));

test("fault 52: forty rules due in one tick are forty tasks, and the next tick finds nothing left", async () => {
  const house = scene(policyOf(forty));
  const outcome = await handle(house, tick());
  expect(all(outcome).map(({ outcome }) => outcome)).toEqual(Array(40).fill("recorded"));
  expect(tasks(house)).toHaveLength(40);
  expect(codes(await handle(house, tick()))).toEqual(["no_due_slot"]);
});

test("fault 52: a run that dies among them leaves the rest to the next tick, and none is opened twice", async () => {
  const whole = scene(policyOf(forty));
  await handle(whole, tick());
  const house = scene(policyOf(forty));
  const dying = dyingPorts(house.ports, 30, "before");
  await expect(handleEvent(dying.ports, { event: tick(), eventId: null })).rejects.toThrow(Killed);
  const done = tasks(house).length;
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(40);
  house.pass(20_000);
  const rest = all(await handle(house, tick()));
  expect(rest.filter((one) => codes(one)[0] === "task_opened")).toHaveLength(40 - done);
  expect(tasks(house)).toEqual(tasks(whole));
});

test("fault 52: a rule for every minute opens at most an hour's slots, however long nobody ticked", async () => {
  const house = scene(policyOf([rule("busy", "* * * * *")]));
  await handle(house, tick());
  const before = tasks(house).length;
  expect(before).toBe(60);
  house.pass(30 * 24 * 60 * 60_000);
  const outcome = await handle(house, tick());
  expect(all(outcome).every((one) => codes(one)[0] === "task_opened")).toBe(true);
  expect(tasks(house)).toHaveLength(before + 61);
});
