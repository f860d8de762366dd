// Fault 170: a comment does not say where a pull request's head lives, so it is asked for before a rule starts.
import { expect, test } from "vitest";
import { cast, item } from "../support/flow-events.ts";
import { codes, say, scene } from "../support/flow-scene.ts";

const pull = item({ kind: "pull_request", number: 12 });

test.each([
  [false, "task_opened"],
  [true, "fork_denied"],
  [null, "fork_unknown"],
])("fault 170: a start command where fromFork is %s answers %s", async (fromFork, code) => {
  const house = scene();
  if (fromFork !== null) house.forks.set(pull.number, fromFork);
  const outcome = await say(house, cast.monalisa, "/valp start ask", pull);
  expect(codes(outcome)).toContain(code);
});

test("fault 170: why names the same condition", async () => {
  const house = scene();
  house.forks.set(pull.number, true);
  await say(house, cast.monalisa, "/valp why", pull);
  expect(house.comments.at(-1)?.body).toContain("fork_denied");
});
