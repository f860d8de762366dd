// What `doctor` looks at besides the dry runs: git, the folder, the recorded check, the workflow's sleep.
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import type { Policy } from "../core/policy/schema.ts";
import { readHealthGate } from "../core/records/health-gate.ts";
import { type Check, doctorText } from "../core/say/doctor-text.ts";
import { reason } from "../core/say/reason.ts";
import { healthGatePath } from "../core/task/ledger-path.ts";
import { type Ground, loadMore } from "../flows/load-ground.ts";
import { gitEnvironment, runGit } from "../git/git-process.ts";
import type { Ports } from "../ports.ts";

/** The oldest git that is tried. */
const oldest = [2, 39] as const;
const workflowPath = ".github/workflows/valp.yml";
const wokenBy = /startsWith\(github\.event\.label\.name, '([^']*)'\)/g;

/** Which git this is, and whether it may write into the repository. */
export async function checkGit(dir: string): Promise<Check[]> {
  const environment = gitEnvironment(process.env, { name: "doctor", email: "doctor@localhost" });
  const asked = await runGit({ place: ["-C", dir], environment }, ["version"]);
  if (asked.failure) return [{ id: "git", status: "fail", message: asked.failure.text }];
  const version = /\d+(?:\.\d+)+/.exec(asked.output.toString("utf8"))?.[0] ?? "";
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  const git: Check = isOld
    ? { id: "git", status: "warn", message: doctorText.gitOld(version) }
    : { id: "git", status: "pass", message: doctorText.gitVersion(version) };
  const question = ["rev-parse", "--path-format=absolute", "--git-path", "objects"];
  const folder = await runGit({ place: ["-C", dir], environment }, question);
  if (folder.failure) return [git];
  return [git, await writable(folder.output.toString("utf8").trimEnd())];
}

async function writable(path: string): Promise<Check> {
  try {
    await access(path, constants.W_OK);
    return { id: "writable", status: "pass", message: doctorText.writable };
  } catch {
    return { id: "writable", status: "fail", message: reason("git_not_writable").text };
  }
}

/** Does the recorded check fit the policy as it stands? Only a warning: recording a new one is what mends it. */
export function checkGate({ policy, policyFile, snapshot }: Ground): Check {
  const { mode, health_gate } = policy;
  const say = (status: Check["status"], message: string): Check => ({ id: "health_gate", status, message });
  if (mode === "manual" || mode === "disabled") return say("pass", doctorText.gateNotNeeded(mode));
  const file = snapshot.ledger.files.get(healthGatePath);
  const read = file && "text" in file ? readHealthGate(file.text) : null;
  const gate = read?.kind === "record" && read.record.policy_blob === policyFile.blob ? read.record : null;
  if (gate?.status === "pass") return say("pass", doctorText.gateFresh(gate.dry_run_shown_to, gate.at));
  if (gate) {
    const failed = gate.checks.filter(({ status }) => status === "fail").map(({ id }) => id);
    return say("warn", doctorText.gateFailed(failed));
  }
  if (health_gate) return say("pass", doctorText.gateWaived(health_gate.waived_by));
  return say("warn", file ? doctorText.gateStale : doctorText.gateMissing(mode));
}

/** The workflow that `init` writes sleeps through labels without its prefix: is a rule's label among them? */
export async function checkLabels(ports: Ports, ground: Ground): Promise<Check[]> {
  const loaded = await loadMore(ports, ground, { source: [workflowPath] });
  const file = loaded.kind === "loaded" ? loaded.snapshot.source.files.get(workflowPath) : undefined;
  const prefixes = file && "text" in file ? [...file.text.matchAll(wokenBy)].map(([, prefix = ""]) => prefix) : [];
  if (prefixes.length === 0) return [];
  const unheard = labelsOf(ground.policy).filter((label) => !prefixes.some((prefix) => startsWith(label, prefix)));
  return unheard.length === 0
    ? [{ id: "labels", status: "pass", message: doctorText.labelsHeard }]
    : [{ id: "labels", status: "warn", message: doctorText.labelsUnheard(unheard, workflowPath) }];
}

function labelsOf(policy: Policy): string[] {
  return policy.rules.flatMap(({ on }) => ("label" in on ? [on.label] : []));
}

function startsWith(label: string, prefix: string): boolean {
  return label.toLowerCase().startsWith(prefix.toLowerCase());
}
