// A local repository with a policy, and label events for it: what the benchmarks of the CLI's door run on.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { at, example } from "../test/support/payloads.ts";
import { runNode } from "./measure.ts";

const policy = `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "a benchmark" }
rules:
  - id: docs
    on: { label: "agent:docs" }
`;

/** A repository to handle events in. */
export interface LocalLedger {
  repository: string;
  /** Runs git inside it; returns what it printed. */
  git(args: readonly string[], input?: string): string;
  /** Handles one label event on issue `number`, in a process of its own. */
  handle(number: number): void;
}

/** Makes a new repository with the policy on its default branch. */
export function localLedger(): LocalLedger {
  const home = mkdtempSync(join(tmpdir(), "bench-"));
  process.on("exit", () => rmSync(home, { recursive: true, force: true }));
  const repository = join(home, "repository");
  mkdirSync(join(repository, ".github"), { recursive: true });
  const who = ["-c", "user.name=octocat", "-c", "user.email=octocat@users.noreply.github.com"];
  const git = (args: readonly string[], input = "") =>
    execFileSync("git", ["-C", repository, ...who, ...args], { input, encoding: "utf8", maxBuffer: 1 << 28 }).trim();
  git(["init", "--quiet", "--initial-branch=main"]);
  writeFileSync(join(repository, ".github/valp.yml"), policy);
  git(["add", "."]);
  git(["commit", "--quiet", "--message=The policy"]);
  writeFileSync(join(home, "people.json"), JSON.stringify({ octocat: { role: "admin", teams: [] } }));
  const handle = (number: number) => {
    const payload = join(home, "payload.json");
    writeFileSync(payload, JSON.stringify(labelled(number)));
    const input = ["--repo", repository, "--event", "issues", "--payload", payload];
    const facts = ["--people", join(home, "people.json"), "--event-id", `LE_${number}`, "--json"];
    runNode([resolve("dist/cli.js"), "handle", ...input, ...facts]);
  };
  return { repository, git, handle };
}

/** GitHub's example of a label put on an issue, by octocat, with the policy's label. */
function labelled(number: number): Record<string, unknown> {
  const payload = example("issues", "labeled");
  const octocat = { ...at(payload, "sender"), login: "octocat", type: "User" };
  const label = { ...at(payload, "label"), name: "agent:docs" };
  Object.assign(at(payload, "issue"), { number, labels: [label], user: octocat });
  return { ...payload, label, sender: octocat };
}
