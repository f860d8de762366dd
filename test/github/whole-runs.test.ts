// Whole flows on GitHub's side of the ports: how many requests they take, and how they end when GitHub misbehaves.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEvent } from "../../src/core/events/read-event.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { handleEvent } from "../../src/flows/handle-event.ts";
import { githubPorts } from "../../src/github/github-ports.ts";
import type { Clock } from "../../src/ports.ts";
import { type DoorScene, doorScene, pathsOn } from "../support/door-scene.ts";
import { isCommit } from "../support/github/stand-in.ts";
import type { Payload } from "../support/payloads.ts";

let scene: DoorScene;

beforeEach(async () => {
  scene = await doorScene();
  scene.github.plant("valp-ledger", { "README.md": "the ledger" });
});
afterEach(() => scene.close());

/** Time stands still and pauses take none. */
const clock: Clock = {
  now: () => "2026-12-01T10:00:00.000Z",
  sleep: async () => undefined,
  random: () => 0.5,
  nonce: () => randomBytes(16).toString("hex"),
};

async function handle(name: string, payload: Payload): Promise<Outcome> {
  const { github } = scene;
  const place = { name: { owner: github.owner, repo: github.repo }, webUrl: null, teamsReadable: false, clock };
  const read = readEvent(name, payload);
  if (read.kind !== "event") throw new Error(read.reason.text);
  return handleEvent(githubPorts(github.client(), place), { event: read.event, eventId: null });
}

async function label(rule = "agent:docs") {
  const issue = await scene.issue();
  return { issue, payload: await scene.labeled(issue, rule) };
}

const sent = () =>
  scene.github.requests.map(
    ({ method, path, operation }) => operation ?? `${method} ${path.split("/").slice(4).join("/")}`,
  );
const tasks = () => pathsOn(scene.github).filter((path) => path.endsWith("/task.md"));

describe("requests", () => {
  it("are four for an opened task: read, permission, commit, comment", async () => {
    const { issue, payload } = await label();
    const outcome = await handle("issues", payload);
    expect(outcome).toMatchObject({ outcome: "recorded", task_id: `gh-${issue.number}-docs-1`, requests: 4 });
    expect(sent()).toEqual([
      "query",
      "GET collaborators/octocat/permission",
      "mutation",
      `POST issues/${issue.number}/comments`,
    ]);
  });

  it("are two more for the very first task, whose branch has to be made", async () => {
    const fresh = await doorScene();
    const before = scene;
    scene = fresh;
    try {
      const { payload } = await label();
      expect(await handle("issues", payload)).toMatchObject({ outcome: "recorded", requests: 6 });
      expect(sent()).toContain("POST git/refs");
    } finally {
      scene = before;
      await fresh.close();
    }
  });

  it("are two readings for a happening that was recorded before", async () => {
    const { payload } = await label();
    await handle("issues", payload);
    const again = await handle("issues", payload);
    expect(again).toMatchObject({ outcome: "ignored", reasons: [{ code: "duplicate_event" }], requests: 2 });
    expect(sent().slice(4)).toEqual(["query", "query"]);
    expect(tasks()).toHaveLength(1);
  });
});

describe("a server that misbehaves", () => {
  it("fault 148: a head that moves under the step costs a repetition, not a task", async () => {
    scene.github.faults.overtaken = 2;
    const { payload } = await label();
    expect(await handle("issues", payload)).toMatchObject({ outcome: "recorded" });
    expect(sent().filter((each) => each === "mutation")).toHaveLength(3);
    expect(tasks()).toHaveLength(1);
  });

  it.each([true, false])("an answer that is lost (carried out: %s) still gives exactly one task", async (applied) => {
    scene.github.faults.breaks.push({ when: isCommit, status: 502, applied });
    const { issue, payload } = await label();
    const outcome = await handle("issues", payload);
    expect(outcome).toMatchObject({ outcome: "recorded", commit: scene.github.head("valp-ledger") });
    expect(tasks()).toHaveLength(1);
    expect(await scene.github.comments(issue.number)).toHaveLength(1);
  });

  it("two deliveries at once give one task and one comment", async () => {
    const { issue, payload } = await label();
    const outcomes = await Promise.all([handle("issues", payload), handle("issues", structuredClone(payload))]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["ignored", "recorded"]);
    expect(tasks()).toHaveLength(1);
    expect(await scene.github.comments(issue.number)).toHaveLength(1);
  });

  it("a label event that shows up late is waited for", async () => {
    scene.github.faults.hiddenLabelReads = 2;
    const { payload } = await label();
    expect(await handle("issues", payload)).toMatchObject({ outcome: "recorded" });
    expect(sent().filter((each) => each === "query")).toHaveLength(3);
  });

  it("a label event that stays invisible opens nothing under a made-up id", async () => {
    scene.github.faults.hiddenLabelReads = 1000;
    const { payload } = await label();
    const outcome = await handle("issues", payload);
    expect(outcome.reasons.map(({ code }) => code)).toEqual(["event_not_visible"]);
    expect(tasks()).toEqual([]);
  });

  it("fault 154: a locked issue loses the comment, never the record", async () => {
    const { issue, payload } = await label();
    scene.github.faults.lockedIssues.add(issue.number);
    const outcome = await handle("issues", payload);
    expect(outcome).toMatchObject({ outcome: "recorded", commit: scene.github.head("valp-ledger") });
    expect(outcome.reasons.map(({ code }) => code)).toContain("conversation_locked");
    expect(tasks()).toHaveLength(1);
  });

  it.each([
    ["ruleset", "ledger_protected"],
    ["protection", "ledger_protected"],
  ] as const)("fault 145: a %s ends the run at once with %s", async (rule, code) => {
    scene.github.faults.branchRule = rule;
    const { payload } = await label();
    const outcome = await handle("issues", payload);
    expect(outcome.reasons.map((each) => each.code)).toContain(code);
    expect(sent().filter((each) => each === "mutation")).toHaveLength(1);
  });

  it("fault 157: a rate limit that hides in a 200 ends the run with its reason and no write", async () => {
    const limited = { data: null, errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] };
    scene.github.faults.breaks.push({ when: ({ operation }) => operation === "query", status: 200, body: limited });
    const { payload } = await label();
    expect((await handle("issues", payload)).reasons.map(({ code }) => code)).toEqual(["github_rate_limited"]);
    expect(sent()).toEqual(["query"]);
  });

  it("fault 92: a stranger on a public repository opens nothing", async () => {
    const issue = await scene.issue();
    const outcome = await handle("issues", await scene.labeled(issue, "agent:docs", "monalisa"));
    expect(outcome).toMatchObject({ outcome: "refused", reasons: [{ code: "role_too_low" }] });
    expect(tasks()).toEqual([]);
  });
});
