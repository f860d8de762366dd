// The App with real, signed webhooks over HTTP, against a GitHub on loopback: the same flow as the other doors.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildDist } from "../../scripts/build.ts";
import { deliveredEvents } from "../../src/app/handle-deliveries.ts";
import { actionOf, isCovered } from "../../src/core/events/covered.ts";
import { type DoorScene, doorScene, tasksOn, writesOn } from "../support/door-scene.ts";
import { at, example, exampleEvents, examplesOf } from "../support/payloads.ts";
import { deliver, openPort, type RunningApp } from "../support/running-app.ts";

let scene: DoorScene;
let app: RunningApp;
beforeEach(() => open());
afterEach(() => close());

/** Opens the scene; `live`: its GitHub sends webhooks of its own. */
async function open(live = false): Promise<void> {
  const port = await openPort();
  scene = await doorScene(live ? { webhookUrl: port.url } : {});
  app = await port.start(scene.github);
}

async function close(): Promise<void> {
  await app.close();
  await scene.close();
}

const codes = () => app.outcomes().map(({ reasons }) => reasons.map(({ code }) => code).join(","));

/** Waits until the App has given an answer with this code, or for 20 seconds. */
async function answered(code: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!codes().includes(code) && Date.now() < deadline) await new Promise((next) => setTimeout(next, 20));
}

describe("a label event", () => {
  it("becomes a task, a comment by the App and one log line with the Outcome", async () => {
    const issue = await scene.issue();
    const payload = await scene.labeled(issue, "agent:docs");
    expect(await app.deliver("issues", payload, { id: "11111111-2222-3333-4444-555555555555" })).toBe(200);
    const lines = app.log.filter(({ outcome }) => outcome !== undefined);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        delivery: "11111111-2222-3333-4444-555555555555",
        event: "issues",
        repository: "octocat/hello",
        msg: `recorded, task gh-1-docs-1, ledger commit ${scene.github.head("valp-ledger")}`,
        outcome: expect.objectContaining({ outcome: "recorded", task_id: "gh-1-docs-1" }),
      }),
    ]);
    const comments = await scene.github.comments(issue.number);
    expect(comments.map(({ user }) => user.login)).toEqual(["valp-test[bot]"]);
    expect(comments[0]?.body).toContain(`${scene.github.url}/octocat/hello/`);
  });

  it("costs the same four requests as in a workflow, besides the App's login", async () => {
    await app.deliver("issues", await scene.labeled(await scene.issue(), "agent:docs"));
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    const from = scene.github.requests.length;
    await app.deliver("issues", payload);
    const requests = scene.github.requests.slice(from).filter(({ path }) => !path.startsWith("/app"));
    expect(requests.map(({ method, operation, path }) => `${method} ${operation ?? path}`)).toEqual([
      "POST query",
      "GET /repos/octocat/hello/collaborators/octocat/permission",
      "POST mutation",
      "POST /repos/octocat/hello/issues/2/comments",
    ]);
  });

  it("that the independent GitHub sends itself is understood too", async () => {
    await close();
    await open(true);
    const issue = await scene.issue();
    await scene.github.label(issue.number, "agent:docs", "octocat");
    await answered("task_opened");
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
    await scene.github.comment(issue.number, "/valp lead claude because: it knows the site", "octocat");
    await answered("leader_selected");
    expect(await scene.github.comments(issue.number)).toHaveLength(3);
  });

  it("fault 1: delivered twice at once opens one task with one comment; the second names the first's", async () => {
    const issue = await scene.issue();
    const payload = await scene.labeled(issue, "agent:docs");
    const id = crypto.randomUUID();
    const statuses = await Promise.all([
      app.deliver("issues", payload, { id }),
      app.deliver("issues", payload, { id }),
    ]);
    expect(statuses).toEqual([200, 200]);
    await app.deliver("issues", payload, { id });
    expect(codes().sort()).toEqual(["duplicate_event", "duplicate_event", "task_opened"]);
    expect(new Set(app.outcomes().map(({ task_id }) => task_id))).toEqual(new Set(["gh-1-docs-1"]));
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
    expect(await scene.github.comments(issue.number)).toHaveLength(1);
  });

  it.each([["opened first"], ["labeled first"]])(
    "fault 8: opened from a template with the label, %s",
    async (order) => {
      const issue = await scene.issue();
      const labeled = await scene.labeled(issue, "agent:docs");
      const opened = await scene.opened({ ...issue, labels: ["agent:docs"] });
      const events = order === "opened first" ? [opened, labeled] : [labeled, opened];
      for (const payload of events) expect(await app.deliver("issues", payload)).toBe(200);
      expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
      expect(await scene.github.comments(issue.number)).toHaveLength(1);
    },
  );
});

describe("what arrives", () => {
  it("fault 13: a genuine body with upper-case escapes and odd spacing is verified as it came", async () => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    const text = JSON.stringify({ ...payload, odd: "\u001b" }, null, 3).replace("\\u001b", "\\u001B");
    expect(text).toContain("\\u001B");
    expect(await app.deliver("issues", payload, { text })).toBe(200);
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
  });

  it("with a wrong signature is refused before it is read", async () => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    expect(await app.deliver("issues", payload, { secret: "guessed" })).toBe(400);
    expect(app.outcomes()).toEqual([]);
    expect(tasksOn(scene.github)).toEqual([]);
  });

  it.each([
    ["issues", { action: "labeled" }],
    ["issue_comment", { action: "created", comment: { body: "/valp start task" }, repository: null }],
    ["push", { ref: "refs/heads/main" }],
  ])("malformed %s is answered with a reason or an error, and the next event goes on", async (event, broken) => {
    const status = await app.deliver(event, { ...broken, installation: { id: scene.github.app.installationId } });
    expect([200, 500]).toContain(status);
    await app.deliver("issues", await scene.labeled(await scene.issue(), "agent:docs"));
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
  });

  it("that is not ours is ignored without a request", async () => {
    const payload = { ...example("pull_request", "opened"), installation: { id: scene.github.app.installationId } };
    expect(await app.deliver("pull_request", payload)).toBe(200);
    expect(app.outcomes().at(-1)).toMatchObject({ outcome: "ignored", requests: 0 });
    expect(scene.github.requests).toEqual([]);
  });

  it("covers every event that a workflow handles, but the schedule", () => {
    const covered = exampleEvents.filter((name) =>
      examplesOf(name).some((payload) => isCovered(name, actionOf(payload))),
    );
    expect([...deliveredEvents].sort()).toEqual([...covered].sort());
  });
});

describe("what the App did itself", () => {
  it("fault 68: its own comment starts nothing, whatever stands in it", async () => {
    const issue = await scene.issue();
    const payload = await scene.commented(issue, "/valp start task", "octocat");
    const self = { login: "valp-test[bot]", id: 99, type: "Bot" };
    Object.assign(at(payload, "comment"), { user: self });
    const before = writesOn(scene.github).length;
    await app.deliver("issue_comment", { ...payload, sender: self });
    expect(app.outcomes().at(-1)).toMatchObject({ outcome: "ignored", reasons: [{ code: "own_words" }] });
    expect(writesOn(scene.github).slice(before)).toEqual([]);
  });

  it("fault 70: another bot's echo starts nothing and is not answered", async () => {
    const issue = await scene.issue();
    const payload = await scene.commented(issue, "/valp start task", "octocat");
    const bot = { login: "echo[bot]", id: 98, type: "Bot" };
    Object.assign(at(payload, "comment"), { user: bot });
    const comments = (await scene.github.comments(issue.number)).length;
    await app.deliver("issue_comment", { ...payload, sender: bot });
    expect(app.outcomes().at(-1)?.outcome).toBe("refused");
    expect(tasksOn(scene.github)).toEqual([]);
    expect(await scene.github.comments(issue.number)).toHaveLength(comments);
  });
});

describe("trouble", () => {
  it("fault 22, 23: a suspended installation is told apart, and the others go on", async () => {
    const issue = await scene.issue();
    const suspended = { ...(await scene.labeled(issue, "agent:docs")), installation: { id: 999 } };
    const when = ({ path }: { path: string }) => path === "/app/installations/999/access_tokens";
    const body = { message: "This installation has been suspended" };
    scene.github.faults.breaks.push({ when, status: 403, body });
    expect(await app.deliver("issues", suspended)).toBe(200);
    expect(app.log.at(-1)).toMatchObject({ level: 50, outcome: { reasons: [{ code: "installation_suspended" }] } });
    const removed = { ...suspended, installation: { id: 998 } };
    scene.github.faults.breaks.push({
      when: ({ path }) => path === "/app/installations/998/access_tokens",
      ...{ status: 404, body: { message: "Not Found" } },
    });
    expect(await app.deliver("issues", removed)).toBe(200);
    expect(codes().at(-1)).toBe("installation_removed");
    await app.deliver("issues", await scene.labeled(issue, "agent:docs"));
    expect(codes().at(-1)).toBe("task_opened");
  });
});

describe("npm start", () => {
  let dist: string;
  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), "app-"));
    await buildDist(resolve("."), dist);
    symlinkSync(resolve("node_modules"), join(dist, "node_modules"));
  });
  afterAll(() => rmSync(dist, { recursive: true, force: true }));

  /** Starts the shipped App in an empty folder; `until` ends the wait for its output early. */
  async function start(env: Record<string, string>, until?: (output: string) => Promise<boolean>) {
    const home = mkdtempSync(join(tmpdir(), "app-home-"));
    const child = spawn(process.execPath, [join(dist, "app.js")], {
      cwd: home,
      env: { PATH: process.env.PATH ?? "", HOME: home, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const text = { stdout: "", stderr: "" };
    let isDone = false;
    child.stderr.setEncoding("utf8").on("data", (part: string) => (text.stderr += part));
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text.stdout += part;
      if (isDone || until === undefined) return;
      void until(text.stdout).then((done) => {
        isDone ||= done;
        if (done) child.kill("SIGINT");
      });
    });
    const status = await new Promise<number | null>((done) => child.on("close", done));
    rmSync(home, { recursive: true });
    return { status, ...text };
  }

  const settings = () => ({
    APP_ID: String(scene.github.app.id),
    PRIVATE_KEY: scene.github.app.privateKey,
    WEBHOOK_SECRET: scene.github.app.webhookSecret,
  });

  it("without settings names all of them and ends, without a stack trace", async () => {
    const result = await start({});
    expect(result).toMatchObject({ status: 2, stdout: "" });
    for (const name of ["APP_ID", "PRIVATE_KEY", "PRIVATE_KEY_PATH", "WEBHOOK_SECRET", ".env"]) {
      expect(result.stderr).toContain(name);
    }
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  it.each<[string, Record<string, string>, string]>([
    ["an id that is no number", { APP_ID: "my-app" }, "APP_ID: missing or no number"],
    ["a key that is none", { PRIVATE_KEY: "secret-key-text" }, "PRIVATE_KEY: this is no unencrypted RSA key"],
    [
      "a key file that is not there",
      { PRIVATE_KEY: "", PRIVATE_KEY_PATH: "app.pem" },
      'app.pem" cannot be read (ENOENT)',
    ],
    ["fault 14: a secret with a line break", { WEBHOOK_SECRET: "s3cret\n" }, "WEBHOOK_SECRET: starts or ends with"],
  ])("%s is named alone, and nothing secret is printed", async (_, wrong, sentence) => {
    const result = await start({ ...settings(), ...wrong });
    expect(result).toMatchObject({ status: 2, stdout: "" });
    expect(result.stderr).toContain(sentence);
    expect(result.stderr.trim().split("\n")).toHaveLength(2);
    expect(result.stderr).not.toMatch(/s3cret|secret-key-text|BEGIN/);
  });

  it("listens, handles a signed delivery with throttling on, and logs JSON lines", async () => {
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    const port = await freePort();
    const { host } = new URL(scene.github.url);
    let isSent = false;
    const env = { ...settings(), PORT: String(port), HOST: "127.0.0.1", GHE_HOST: host, GHE_PROTOCOL: "http" };
    const result = await start(env, async (output) => {
      if (!isSent && output.includes("Listening on")) {
        isSent = true;
        await deliver(
          `http://127.0.0.1:${port}/api/github/webhooks`,
          scene.github.app.webhookSecret,
          "issues",
          payload,
        );
      }
      return output.includes('"task_opened"');
    });
    const lines = result.stdout
      .trim()
      .split("\n")
      .filter((line) => line.startsWith("{"));
    const outcomes = lines.flatMap((line) => (JSON.parse(line) as { outcome?: { task_id: string } }).outcome ?? []);
    expect(outcomes.map(({ task_id }) => task_id)).toEqual(["gh-1-docs-1"]);
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
    expect(result.status).toBe(0);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
