// `mode: policy` as it is shipped: the policy of a commit is checked and tested through the API, and nothing is written.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildDist } from "../../scripts/build.ts";
import { type DoorScene, doorScene, writesOn } from "../support/door-scene.ts";
import { runStep, type StepResult } from "../support/step-runner.ts";

let dist: string;
let scene: DoorScene;
beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), "action-policy-"));
  await buildDist(resolve("."), dist);
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));
beforeEach(async () => {
  scene = await doorScene();
});
afterEach(() => scene.close());

const fixture = (name: string) => readFileSync(resolve("policies/fixtures", name), "utf8");

/** Plants files on a branch of a pull request and checks the policy there. */
async function check(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const { github } = scene;
  github.plant("change", files);
  const result = await runStep({
    ...{ event: "pull_request", payload: { action: "synchronize" }, token: github.token, api: github.url },
    repository: `${github.owner}/${github.repo}`,
    bundle: join(dist, "action.js"),
    inputs: { mode: "policy" },
    env: { GITHUB_SHA: github.head("change") ?? "", ...env },
  });
  expect(writesOn(github)).toEqual([]);
  expect(github.head("valp-ledger")).toBeNull();
  return result;
}

const withTests = (reason: string) => `version: 1
rules:
  - id: task
    on: { command: start, targets: [issues, pull_requests] }
tests:
  - name: who reads may not start
    event: fixtures/start-task-by-reader.json
    expect: { rule: task, outcome: refused, reason: ${reason} }
`;

describe("mode: policy", () => {
  it("is green for a policy whose tests pass, read with its fixtures at the run's commit", async () => {
    const result = await check({
      ".github/valp.yml": withTests("role_too_low"),
      ".github/fixtures/start-task-by-reader.json": fixture("start-task-by-reader.json"),
    });
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result.summary).toContain("### VALP: Policy passed");
    expect(result.summary).toContain("ok   who reads may not start");
  });

  it("is red for a test that fails, and says what came instead", async () => {
    const result = await check({
      ".github/valp.yml": withTests("mode_disabled"),
      ".github/fixtures/start-task-by-reader.json": fixture("start-task-by-reader.json"),
    });
    expect(result.status).toBe(1);
    expect(result.stdout).toMatch(
      /^::error file=\.github\/valp\.yml::The test "who reads may not start" expected .*role_too_low/m,
    );
    expect(result.summary).toContain("FAIL who reads may not start");
  });

  it("is red for a fixture that is not there", async () => {
    const result = await check({ ".github/valp.yml": withTests("role_too_low") });
    expect(result.status).toBe(1);
    expect(result.stdout).toContain("fixtures/start-task-by-reader.json");
  });

  it("fault 92: is red for a weak approver role, with an annotation at its line and column", async () => {
    const text = "version: 1\napprovals:\n  high:\n    from: { min_role: read }\n";
    const result = await check({ ".github/valp.yml": text });
    expect(result.status).toBe(1);
    expect(result.stdout).toMatch(
      /^::error title=approvals\.high\.from\.min_role,file=\.github\/valp\.yml,line=4,col=23::.*everybody/m,
    );
    expect(result.summary).toContain("### VALP: Policy failed");
  });

  it("lets no words of the change become a command of the runner", async () => {
    const text = withTests("role_too_low").replace(
      "who reads may not start",
      '"a\\n::stop-commands::x\\n::warning::y"',
    );
    const result = await check({ ".github/valp.yml": text });
    expect(result.status).toBe(1);
    expect(result.stdout).not.toMatch(/^::(stop-commands|warning)/m);
  });

  it("is green where the change takes the policy away, and red where there is no such commit", async () => {
    expect((await check({ "README.md": "hello\n" })).status).toBe(0);
    expect((await check({ ".github/valp.yml": "version: 1\n" }, { GITHUB_SHA: "0".repeat(40) })).status).toBe(1);
    expect((await check({ ".github/valp.yml": "version: 1\n" }, { GITHUB_SHA: "main" })).status).toBe(1);
  });
});
