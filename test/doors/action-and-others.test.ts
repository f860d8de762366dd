// The same happening through the Action, the App and the command line ends in the same Outcome and the same files.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildDist } from "../../scripts/build.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { type DoorScene, doorPolicy, doorScene, type Issue, pathsOn, tasksOn } from "../support/door-scene.ts";
import { git } from "../support/local-repository.ts";
import type { Payload } from "../support/payloads.ts";
import { openPort, type RunningApp } from "../support/running-app.ts";
import { makeRepository, openWorkshop, type Workshop } from "../support/shipped-cli.ts";
import { runStep } from "../support/step-runner.ts";

let dist: string;
let shop: Workshop;
let scene: DoorScene;
let app: RunningApp;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), "action-"));
  await buildDist(resolve("."), dist);
  shop = await openWorkshop();
});
afterAll(() => {
  rmSync(dist, { recursive: true, force: true });
  shop.remove();
});
beforeEach(async () => {
  const port = await openPort();
  scene = await doorScene();
  app = await port.start(scene.github);
});
afterEach(async () => {
  await app.close();
  await scene.close();
});

async function throughAction(event: string, payload: Payload): Promise<Outcome> {
  const { token, owner, repo, url } = scene.github;
  const bundle = join(dist, "action.js");
  const result = await runStep({ event, payload, token, repository: `${owner}/${repo}`, api: url, bundle });
  return JSON.parse(result.outputs.json ?? "null") as Outcome;
}

async function throughApp(event: string, payload: Payload): Promise<Outcome | undefined> {
  await app.deliver(event, payload);
  return app.outcomes().at(-1);
}

/** What no local repository can know: its own commit ids and that nothing was asked of GitHub. */
const comparable = ({ commit: _, requests: __, ...rest }: Outcome) => rest;

describe("one Outcome", () => {
  it.each<[string, string, (issue: Issue) => Promise<Payload>]>([
    ["a task of low risk", "issues", (issue) => scene.labeled(issue, "agent:docs")],
    ["a task that waits for approval", "issues", (issue) => scene.labeled(issue, "agent:deploy")],
    ["a label that no rule knows", "issues", (issue) => scene.labeled(issue, "bug")],
    ["a start by command", "issue_comment", (issue) => scene.commented(issue, "/valp start task")],
    ["a command that is none", "issue_comment", (issue) => scene.commented(issue, "/valp dance")],
    ["words without a command", "issue_comment", (issue) => scene.commented(issue, "Thanks!")],
    ["a malformed payload", "issues", async () => ({ action: "labeled" })],
  ])("%s", async (_, event, make) => {
    const payload = await make(await scene.issue());
    const ofAction = await throughAction(event, payload);
    const repository = makeRepository(mkdtempSync(join(shop.dir, "repository-")), {
      ".github/valp.yml": doorPolicy,
      ".github/workflows/agent-claude.yml": "name: claude\non: workflow_dispatch\n",
    });
    const people = shop.file("people.json", { octocat: { role: "admin", teams: [] } });
    const file = shop.file("payload.json", payload);
    const id = event === "issues" ? ["--event-id", "LE_given_1"] : [];
    const args = ["--repo", repository, "--event", event, "--payload", file, "--people", people, ...id, "--json"];
    const run = await shop.call(["handle", ...args]);
    expect(comparable(run.json() as Outcome)).toEqual(comparable(ofAction));
    if (ofAction.folder === null) return;
    const local = git(repository, ["ls-tree", "-r", "--name-only", "valp-ledger"]).trim().split("\n");
    expect(local).toEqual(pathsOn(scene.github));
  });
});

describe("App and Action in one repository", () => {
  it.each([["the App"], ["the Action"]])(
    "fault 8: the same label seen by both, first by %s, opens one task",
    async (first) => {
      const issue = await scene.issue();
      const payload = await scene.labeled(issue, "agent:docs");
      const doors = first === "the App" ? [throughApp, throughAction] : [throughAction, throughApp];
      const outcomes: (Outcome | undefined)[] = [];
      for (const door of doors) outcomes.push(await door("issues", payload));
      expect(outcomes.map((outcome) => outcome?.reasons[0]?.code)).toEqual(["task_opened", "duplicate_event"]);
      expect(outcomes.map((outcome) => outcome?.task_id)).toEqual(["gh-1-docs-1", "gh-1-docs-1"]);
      expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
      expect(await scene.github.comments(issue.number)).toHaveLength(1);
    },
  );

  it("at the same moment open one task with one status comment", async () => {
    const issue = await scene.issue();
    const payload = await scene.labeled(issue, "agent:docs");
    const outcomes = await Promise.all([throughApp("issues", payload), throughAction("issues", payload)]);
    expect(outcomes.map((outcome) => outcome?.task_id)).toEqual(["gh-1-docs-1", "gh-1-docs-1"]);
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
    expect(await scene.github.comments(issue.number)).toHaveLength(1);
  });
});
