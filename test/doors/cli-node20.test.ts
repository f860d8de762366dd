// Every command of the shipped command line gives the same answer on the system's Node 20 as on the tests' own Node.
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { labelPayload, tickPayload } from "../support/cli-payloads.ts";
import { makeRepository, nodes, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

const policy = `version: 1
mode: watcher
rules:
  - id: docs
    on: { label: "agent:docs" }
  - id: nightly
    on: { schedule: "17 3 * * *" }
    subject: Look around
  - id: build
    on: { queue: builds }
    subject: Look at the failed build
`;

const queued = {
  ...{ source: "queue_watcher", source_event_id: "42", matched_signal: "queue:builds" },
  ...{ rule_ref: ".github/valp.yml#build", risk_classification: "low", selected_action: "publish_only" },
};

let shop: Workshop;
let count = 0;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.remove());

const shipped = resolve("policies/docs-team.yml");
const label = () => shop.file("label.json", labelPayload("agent:docs"));

/** Each command as it follows on the ones before, in a repository of its own. */
const commands: [string, (repo: string) => string[]][] = [
  ["doctor", (repo) => ["doctor", "--repo", repo, "--now", "2026-03-01T03:00:00Z"]],
  ["doctor --record", (repo) => ["doctor", "--repo", repo, "--record", "octocat", "--now", "2026-03-01T03:00:00Z"]],
  ["handle", (repo) => ["handle", "--repo", repo, "--event", "issues", "--payload", label()]],
  [
    "handle a tick",
    (repo) => {
      const tick = shop.file("tick.json", tickPayload());
      return ["handle", "--repo", repo, "--event", "schedule", "--payload", tick, "--now", "2026-03-01T03:20:00Z"];
    },
  ],
  ["watcher-intake", (repo) => ["watcher-intake", "--repo", repo, "--event", JSON.stringify(queued)]],
  ["policy check", () => ["policy", "check", shipped]],
  ["policy test", () => ["policy", "test", shipped]],
  ["policy explain", () => ["policy", "explain", shipped, "--event", "issues", "--payload", label()]],
  ["init", () => ["init", "--uses", `octocat/hello@${"a".repeat(40)}`, "--dir", join(shop.dir, `init-${++count}`)]],
  ["a mistake", () => ["handle", "--repo"]],
];

/** What every run has of its own: commit ids and the folder of the repository. */
const alike = (text: string, repo: string) =>
  text.replaceAll(repo, "<repo>").replaceAll(/\b[0-9a-f]{40}\b/g, "<commit>");

const node20 = nodes.find(({ name }) => name.includes("20"))?.path ?? null;

describe("on Node 20", () => {
  it.skipIf(node20 === null)("every command answers as it does here", async () => {
    const answers = [];
    for (const node of [process.execPath, node20 ?? ""]) {
      const repo = makeRepository(join(shop.dir, `repository-${++count}`), { ".github/valp.yml": policy });
      const runs = [];
      for (const [name, words] of commands) {
        const run = await shop.call([...words(repo), "--json"], { node });
        runs.push({ name, code: run.code, stdout: alike(run.stdout, repo), stderr: alike(run.stderr, repo) });
      }
      answers.push(runs);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.map(({ name, code }) => [name, code])).toEqual(
      commands.map(([name]) => [name, name === "a mistake" ? 2 : 0]),
    );
  });
});
