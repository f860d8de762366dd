// Whole flows on GitHub's side of the ports: how many requests they take, and how they end when GitHub misbehaves.
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEvent } from "../../src/core/events/read-event.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { handleEvent } from "../../src/flows/handle-event.ts";
import { githubPorts } from "../../src/github/github-ports.ts";
import type { Clock } from "../../src/ports.ts";
import { type DoorScene, doorScene, type Issue, pathsOn } from "../support/door-scene.ts";
import { isCommit } from "../support/github/stand-in.ts";
import { git, plant } from "../support/local-repository.ts";
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

describe("a whole life of a task", () => {
  const team = "/valp lead claude coordinator=claude implementer=claude reviewer=claude because: the only one";
  const stateOf = (number: number) =>
    JSON.parse(git(scene.github.git, ["show", `valp-ledger:.herdr-loop/tasks/gh-${number}-deploy-1/state.json`]));

  /** A task of high risk with a team, waiting for its approval. */
  async function waiting(): Promise<Issue> {
    const { issue, payload } = await label("agent:deploy");
    await handle("issues", payload);
    await handle("issue_comment", await scene.commented(issue, team));
    return issue;
  }
  const approve = async (issue: Issue, digest: string) =>
    handle("issue_comment", await scene.commented(issue, `/valp approve ${digest}`, "alice"));
  const planOf = ({ number }: Issue): string => stateOf(number).github.plan_digest;

  it("fault 44, fault 47, fault 100: writes no label, lists none, and asks for no environment", async () => {
    const issue = await waiting();
    const approved = await approve(issue, planOf(issue));
    expect(approved.reasons.map(({ code }) => code)).toEqual(["plan_approved"]);
    expect(stateOf(issue.number).gates.approval).toBe("passed");
    const off = await scene.labeled(issue, "agent:deploy");
    const recalled = await handle("issues", { ...off, action: "unlabeled" });
    expect(recalled).toMatchObject({ outcome: "closed", reasons: [{ code: "label_removed" }] });
    const { requests } = scene.github;
    expect(requests.length).toBeGreaterThan(10);
    expect(requests.filter(({ path }) => /\/(?:labels|environments|deployments)\b/.test(path))).toEqual([]);
    const bodies = requests.map(({ body }) => JSON.stringify(body ?? null)).join("\n");
    expect(bodies).not.toMatch(/labels\s*\(|(?:create|update|delete|add|remove|clear)Labels?|environments?\s*\(/);
    expect(await scene.github.comments(issue.number)).not.toEqual([]);
  });

  it("fault 86: a commit that is dated long before the approval and is there after it changes the plan", async () => {
    const issue = await waiting();
    const old = planOf(issue);
    await approve(issue, old);
    expect(stateOf(issue.number).gates.approval).toBe("passed");
    const backDated = plant(scene.github.git, "main", { ".github/workflows/agent-claude.yml": "on: push\n" });
    const year = git(scene.github.git, ["show", "--no-patch", "--format=%ad %cd", "--date=format:%Y", backDated]);
    expect(year.trim()).toBe("2023 2023");
    const again = await approve(issue, old);
    expect(again.outcome).toBe("refused");
    expect(again.reasons.map(({ code }) => code)).toEqual(["digest_stale"]);
    expect(stateOf(issue.number)).toMatchObject({ gates: { approval: "needs_approval" } });
    expect(planOf(issue)).not.toBe(old);
    const bodies = JSON.stringify(scene.github.requests.map(({ body }) => body ?? null));
    expect(bodies).not.toMatch(/(?:authored|committed|pushed)Date/);
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
