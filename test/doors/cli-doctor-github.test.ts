// `doctor --github`: permissions, ledger rules and the health gate on GitHub itself.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DoorScene, doorScene } from "../support/door-scene.ts";
import { openWorkshop, type Workshop } from "../support/shipped-cli.ts";

interface Report {
  status: string;
  checks: { id: string; status: string; message: string }[];
  recorded: { commit: string } | null;
}

let scene: DoorScene;
let workshop: Workshop;

beforeAll(async () => {
  [scene, workshop] = await Promise.all([doorScene(), openWorkshop()]);
}, 120_000);

afterAll(async () => {
  workshop.remove();
  await scene.close();
});

async function doctor(...args: string[]): Promise<{ code: number | null; report: Report }> {
  const env = { ...scene.github.environment, GITHUB_TOKEN: scene.github.tokenOf("octocat") };
  const result = await workshop.call(["doctor", "--github", "octocat/hello", "--json", ...args], { env });
  return { code: result.code, report: result.json() as Report };
}

const statusOf = (report: Report, id: string) => report.checks.find((check) => check.id === id)?.status;

describe("doctor --github", () => {
  it("checks the token, the policy and the rules of the ledger branch, and writes nothing", async () => {
    const before = scene.github.requests.length;
    const { code, report } = await doctor();
    expect({ code, permissions: statusOf(report, "permissions"), policy: statusOf(report, "policy") }).toEqual({
      code: 0,
      permissions: "pass",
      policy: "pass",
    });
    expect(statusOf(report, "ledger_rules")).toBe("warn");
    expect(report.recorded).toBeNull();
    const made = scene.github.requests.slice(before);
    expect(made.filter(({ method, operation }) => method !== "GET" && operation !== "query")).toEqual([]);
  });

  it("is content with a guarded ledger, and refuses rules that keep tasks from being recorded", async () => {
    scene.github.faults.branchRules = ["deletion", "non_fast_forward"];
    expect(statusOf((await doctor()).report, "ledger_rules")).toBe("pass");
    scene.github.faults.branchRules = ["deletion", "non_fast_forward", "pull_request"];
    const { code, report } = await doctor();
    scene.github.faults.branchRules = [];
    expect([code, statusOf(report, "ledger_rules")]).toEqual([1, "fail"]);
  });

  it("records the health gate on the ledger branch", async () => {
    const { code, report } = await doctor("--record", "octocat");
    expect(code).toBe(0);
    expect(report.recorded?.commit).toBe(scene.github.head("valp-ledger"));
    const again = await doctor();
    expect(statusOf(again.report, "health_gate")).toBe("pass");
  });

  it.each([
    [["doctor", "--github", "octocat"], "not a name"],
    [["doctor", "--github", "octocat/hello"], "no token"],
  ])("says what is wrong with the call: %j (%s)", async (args) => {
    const result = await workshop.call(args, { env: { GITHUB_TOKEN: "", GH_TOKEN: "" } });
    expect(result.code).toBe(2);
    expect(result.stderr).not.toContain("    at ");
  });
});
