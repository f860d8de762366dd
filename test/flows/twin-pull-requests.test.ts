// Two pull requests with one head: approvals belong to a task's plan, never to a commit.
import { expect, test } from "vitest";
import { cast, commented, item, labeled } from "../support/flow-events.ts";
import { codes, digestOf, handle, label, lines, record, say, scene, words } from "../support/flow-scene.ts";
import { example } from "../support/payloads.ts";

const twin = (number: number) => item({ kind: "pull_request", number, body: "Delete the production database" });
const [one, other] = [twin(12), twin(13)];
const state = (house: ReturnType<typeof scene>, task: string) => record(house, task, "state.json");
const votes = (house: ReturnType<typeof scene>, task: string) => lines(house, task, "approvals/user-decisions.jsonl");

/** Both payloads are made of one example, so their pull requests have one and the same head. */
async function twins(): Promise<ReturnType<typeof scene>> {
  expect(example("pull_request", "labeled")).toMatchObject({ pull_request: { head: { sha: expect.any(String) } } });
  expect(labeled(one, "agent: pr", cast.octocat).kind).toBe("label_added");
  const house = scene();
  await label(house, "agent: pr", one);
  await label(house, "agent: pr", other);
  return house;
}

test("fault 88: they are two tasks with two plans", async () => {
  const house = await twins();
  expect(digestOf(house, "gh-12-prs-1")).not.toBe(digestOf(house, "gh-13-prs-1"));
  expect(votes(house, "gh-12-prs-1")).toEqual([]);
});

test("fault 88: an approval of one never counts for the other, wherever it is typed", async () => {
  const house = await twins();
  const digest = digestOf(house, "gh-12-prs-1");
  const elsewhere = await say(house, cast.bob, `/valp approve ${digest}`, other);
  expect(elsewhere).toMatchObject({ outcome: "refused", commit: null });
  expect(codes(elsewhere)).toEqual(["digest_unmatched"]);
  const vote = commented(one, words(house, cast.bob, `/valp approve ${digest}`));
  expect(codes(await handle(house, vote))).toEqual(["plan_approved"]);
  expect(state(house, "gh-12-prs-1")).toMatchObject({ gates: { approval: "passed" } });
  expect(state(house, "gh-13-prs-1")).toMatchObject({
    status: "approval_required",
    gates: { approval: "needs_approval" },
  });
  expect(votes(house, "gh-13-prs-1")).toEqual([]);
});
