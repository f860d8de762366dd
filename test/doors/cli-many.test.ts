// Many payloads in one process, and many processes at once, through the shipped command line.
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { labelPayload } from "../support/cli-payloads.ts";
import { git } from "../support/local-repository.ts";
import { makeRepository, nodes, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

const policy = `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "tests" }
rules:
  - id: docs
    on: { label: "agent:docs" }
`;

let shop: Workshop;
let count = 0;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.remove());

const repositoryWith = () => makeRepository(join(shop.dir, `repository-${++count}`), { ".github/valp.yml": policy });
const tasksIn = (repo: string) =>
  git(repo, ["ls-tree", "--name-only", "valp-ledger:.herdr-loop/tasks"]).trim().split("\n");
const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Outcome);

it.each(nodes)(
  "10,000 payloads are one process's work on $name, with the memory of one",
  async ({ path }) => {
    if (path === null) return console.log("skipped: there is no system Node 20");
    const repo = repositoryWith();
    const every = 200;
    const lines = Array.from({ length: 10_000 }, (_, n) => n + 1).map((number) =>
      JSON.stringify(labelPayload(number % every === 0 ? "agent:docs" : "bug", { number })),
    );
    const call = ["handle", "--repo", repo, "--event", "issues", "--payload", "-", "--json"];
    // A heap that could not hold the whole input, which is over 80 MB.
    const env = { NODE_OPTIONS: "--max-old-space-size=64" };
    const run = await shop.call(call, { input: `${lines.join("\n")}\n`, node: path, env });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: "" });
    const outcomes = linesOf(run.stdout);
    expect(outcomes).toHaveLength(10_000);
    expect(outcomes.filter(({ outcome }) => outcome === "recorded")).toHaveLength(10_000 / every);
    expect(outcomes[every - 1]?.task_id).toBe(`gh-${every}-docs-1`);
    expect(tasksIn(repo)).toHaveLength(10_000 / every);
  },
  300_000,
);

it("8 processes with the same payload open exactly one task", async () => {
  const repo = repositoryWith();
  const payload = shop.file("same.json", labelPayload("agent:docs"));
  const call = ["handle", "--repo", repo, "--event", "issues", "--payload", payload, "--json"];
  const runs = await Promise.all(Array.from({ length: 8 }, () => shop.call(call)));
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(runs.map(() => ({ code: 0, stderr: "" })));
  const outcomes = runs.flatMap(({ stdout }) => linesOf(stdout));
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([...Array(7).fill("ignored"), "recorded"]);
  expect(new Set(outcomes.map(({ task_id }) => task_id))).toEqual(new Set(["gh-1-docs-1"]));
  expect(tasksIn(repo)).toEqual(["gh-1-docs-1"]);
  expect(git(repo, ["rev-list", "--count", "valp-ledger"]).trim()).toBe("1");
}, 120_000);

it("8 processes with different issues open all of them", async () => {
  const repo = repositoryWith();
  const runs = await Promise.all(
    Array.from({ length: 8 }, (_, n) => {
      const payload = shop.file(`issue-${n}.json`, labelPayload("agent:docs", { number: n + 1 }));
      return shop.call(["handle", "--repo", repo, "--event", "issues", "--payload", payload, "--json"]);
    }),
  );
  expect(runs.map(({ code }) => code)).toEqual(Array(8).fill(0));
  expect(tasksIn(repo)).toEqual(Array.from({ length: 8 }, (_, n) => `gh-${n + 1}-docs-1`));
  expect(git(repo, ["fsck", "--strict", "--no-dangling"])).toBe("");
}, 120_000);
