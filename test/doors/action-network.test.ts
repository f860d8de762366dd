// How the shipped Action reaches GitHub: through a proxy, past one, after a rename, on other Nodes, on hosts of its own.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildDist } from "../../scripts/build.ts";
import { type DoorScene, doorScene, tasksOn } from "../support/door-scene.ts";
import { nodes } from "../support/shipped-cli.ts";
import { runStep, type Step } from "../support/step-runner.ts";

let dist: string;
let scene: DoorScene;
let proxy: Server;
/** Hosts that somebody asked the proxy for. */
let tunnels: string[];

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), "action-"));
  await buildDist(resolve("."), dist);
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));
beforeEach(async () => {
  scene = await doorScene();
  tunnels = [];
  const target = Number(new URL(scene.github.url).port);
  proxy = createServer((_, response) => response.writeHead(405).end());
  // The name github.test exists only here.
  proxy.on("connect", (request, socket) => {
    tunnels.push(request.url ?? "");
    const upstream = connect(target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on("error", () => end.destroy());
  });
  await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready));
});
afterEach(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await scene.close();
});

async function openTask(more: Partial<Step> = {}) {
  const payload = await scene.labeled(await scene.issue(), "agent:docs");
  const { token, owner, repo, url } = scene.github;
  const bundle = join(dist, "action.js");
  return runStep({ event: "issues", payload, token, repository: `${owner}/${repo}`, api: url, bundle, ...more });
}

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

describe("fault 31: a proxy", () => {
  it("of the environment is used for every request", async () => {
    const result = await openTask({ api: "http://github.test", env: { http_proxy: proxyUrl() } });
    expect(result).toMatchObject({ status: 0, stderr: "", outputs: { outcome: "recorded" } });
    expect(tasksOn(scene.github)).toEqual(["gh-1-docs-1"]);
    expect(new Set(tunnels)).toEqual(new Set(["github.test:80"]));
    expect(tunnels).toHaveLength(scene.github.requests.length);
  });

  it("is left alone for hosts that no_proxy names", async () => {
    const env = { http_proxy: proxyUrl(), no_proxy: "127.0.0.1,localhost" };
    expect((await openTask({ env })).outputs.outcome).toBe("recorded");
    expect(tunnels).toEqual([]);
  });

  it("that is down is trouble", async () => {
    const result = await openTask({ api: "http://github.test", env: { http_proxy: "http://127.0.0.1:9" } });
    expect(result).toMatchObject({ status: 1, outputs: { reasons: "github_no_answer" } });
  });
});

describe("GitHub's hosts", () => {
  it("come from the runner, each its own, as on a server of one's own", async () => {
    const { url } = scene.github;
    const env = { GITHUB_API_URL: `${url}/api/v3`, GITHUB_GRAPHQL_URL: `${url}/api/graphql`, GITHUB_SERVER_URL: url };
    const result = await openTask({ env });
    expect(result).toMatchObject({ status: 0, outputs: { outcome: "recorded" } });
    expect(result.summary).toContain(`(${url}/octocat/hello/tree/`);
    const agents = new Set(scene.github.requests.map(({ headers }) => headers["x-github-next-global-id"]));
    expect(agents).toEqual(new Set(["1"]));
  });

  it("that move a request within themselves are followed, and no further", async () => {
    const away = createServer((_, response) => response.writeHead(200).end("{}"));
    await new Promise<void>((ready) => away.listen(0, "127.0.0.1", ready));
    const elsewhere = `http://127.0.0.1:${(away.address() as AddressInfo).port}/`;
    let isAsked = false;
    away.on("request", () => {
      isAsked = true;
    });
    const role = ({ path }: { path: string }) => path.includes("/collaborators/octocat/permission");
    const to = (location: string) => ({ when: role, status: 301, body: {}, headers: { location } });
    const path = "/repos/octocat/hello/collaborators/octocat/permission";
    scene.github.faults.breaks.push(to(`${scene.github.url}/api/v3${path}`));
    const followed = await openTask();
    expect(scene.github.requests.filter(role)).toHaveLength(2);
    scene.github.faults.breaks.push(to(elsewhere));
    const stopped = await openTask();
    expect(isAsked).toBe(false);
    expect([followed.outputs.outcome, stopped.outputs.reasons]).toEqual(["recorded", "role_unknown"]);
    away.close();
  });
});

describe.each(nodes)("on $name", ({ path }) => {
  it.skipIf(path === null)("the bundle alone opens a task", async () => {
    const result = await openTask({ node: path ?? "" });
    expect(result).toMatchObject({ status: 0, stderr: "", outputs: { outcome: "recorded", "task-id": "gh-1-docs-1" } });
  });
});
