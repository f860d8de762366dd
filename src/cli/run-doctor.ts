// `doctor`: checks git, the policy and a dry run of every label rule; with --record the result becomes the health gate.
import { runPolicyTests } from "../core/policy/policy-test.ts";
import { timestamp } from "../core/records/format.ts";
import type { HealthGate } from "../core/records/health-gate.ts";
import { healthGateVersion } from "../core/records/health-gate.ts";
import { type Check, type DoctorReport, doctorReport, doctorText } from "../core/say/doctor-text.ts";
import { healthGatePath } from "../core/task/ledger-path.ts";
import { type Ground, loadGround } from "../flows/load-ground.ts";
import { type Recorded, recordHealth } from "../flows/record-health.ts";
import type { Ports } from "../ports.ts";
import { labelPayload } from "./demo-story.ts";
import { checkGate, checkGit, checkLabels } from "./doctor-checks.ts";
import { openLocalHouse } from "./local-house.ts";
import { readNow } from "./read-input.ts";
import { UsageProblem } from "./usage-problem.ts";

/** Options of the command. */
export interface DoctorOptions {
  repo: string;
  /** `owner/repo`: check on GitHub itself instead of in a local repository. */
  github?: string;
  /** The person the dry run was shown to; only then is anything written. */
  record?: string;
  now?: string;
}

/** Runs every check. Nothing is written unless `record` is given. Throws UsageProblem. */
export async function runDoctor(options: DoctorOptions): Promise<DoctorReport> {
  if (options.record?.trim() === "") throw new UsageProblem("option_empty", { what: "--record" });
  return options.github === undefined ? checkLocal(options) : checkOnGithub(options, options.github);
}

async function checkOnGithub(options: DoctorOptions, place: string): Promise<DoctorReport> {
  const { openGithubHouse } = await import("./github-house.ts");
  const { checkAccess, checkLedgerRules } = await import("./github-checks.ts");
  const house = openGithubHouse(place, readNow(options.now));
  const access = await checkAccess(house);
  if (access.status === "fail") return doctorReport([access], null);
  return checkPolicy(house.ports, options, [access], async ({ policy }) => [
    await checkLedgerRules(house, policy.ledger.branch),
  ]);
}

async function checkLocal(options: DoctorOptions): Promise<DoctorReport> {
  const opened = await openLocalHouse({ repo: options.repo, people: null, now: readNow(options.now) });
  if (opened.kind === "refused") return doctorReport([fail("git_repository", opened.reason.text)], null);
  const { ports, close } = opened.house;
  try {
    const checks: Check[] = [{ id: "git_repository", status: "pass", message: doctorText.gitReadable }];
    checks.push(...(await checkGit(options.repo)));
    return await checkPolicy(ports, options, checks, async () => []);
  } finally {
    await close();
  }
}

/** The checks that are the same everywhere: policy, ledger, labels, dry runs; `further` knows more about the place. */
async function checkPolicy(
  ports: Ports,
  options: DoctorOptions,
  before: readonly Check[],
  further: (ground: Ground) => Promise<Check[]>,
): Promise<DoctorReport> {
  const loaded = await loadGround(ports, { ledger: [healthGatePath], folders: [] });
  if (loaded.kind !== "ground") {
    const text = loaded.kind === "unfinished" ? loaded.reason.text : loaded.reasons.map((each) => each.text).join(" ");
    return doctorReport([...before, fail("policy", text)], null);
  }
  const { ground } = loaded;
  const checks: Check[] = [
    ...before,
    { id: "policy", status: "pass", message: doctorText.policyValid(ground.policy.mode) },
    ledgerCheck(ground),
    ...(await further(ground)),
    ...(await checkLabels(ports, ground)),
    ...dryRuns(ports, ground),
  ];
  // The gate is told about, never part of itself: what is recorded now replaces it.
  if (options.record === undefined) return doctorReport([...checks, checkGate(ground)], null);
  return doctorReport(checks, await record(ports, ground, checks, options.record));
}

function ledgerCheck({ snapshot, policy }: Ground): Check {
  const { branch } = policy.ledger;
  if (snapshot.ledger.head === null) return { id: "ledger", status: "warn", message: doctorText.noLedger(branch) };
  return { id: "ledger", status: "pass", message: doctorText.ledgerThere(branch) };
}

/** Every label rule is set off once by a made-up event, purely: what would happen is shown. */
function dryRuns(ports: Ports, { policy }: Ground): Check[] {
  return policy.rules.flatMap((rule) => {
    if (!("label" in rule.on)) return [];
    const labels = [rule.on.label, ...rule.when.labels_all, ...rule.when.labels_any.slice(0, 1)];
    const issue = { number: 1, title: "A made-up issue", body: "Nothing to do.", labels };
    const payload = labelPayload("labeled", issue, rule.on.label, "octocat", ports.clock.now());
    const event = { event: "issues", actor_role: "admin", payload };
    const [result] = runPolicyTests({ ...policy, tests: [{ event, expect: {} }] }, new Map());
    return result?.actual
      ? [{ id: `dry_run:${rule.id}`, status: "pass" as const, message: doctorText.dryRun(rule.id, result.actual) }]
      : [];
  });
}

async function record(ports: Ports, ground: Ground, checks: readonly Check[], shownTo: string): Promise<Recorded> {
  const failed = checks.some((check) => check.status === "fail");
  const gate: HealthGate = {
    schema_version: healthGateVersion,
    policy_blob: ground.policyFile.blob,
    status: failed ? "fail" : "pass",
    checks: checks.map((check) => ({ ...check })),
    dry_run_shown_to: shownTo,
    at: timestamp(ports.clock.now()),
  };
  return recordHealth(ports, gate);
}

function fail(id: string, message: string): Check {
  return { id, status: "fail", message };
}
