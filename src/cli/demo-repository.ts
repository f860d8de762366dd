// The demo's repository on disk: one commit with the policy, and afterwards the ledger checked out beside it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { demoPolicy } from "./demo-story.ts";
import { UsageProblem } from "./usage-problem.ts";

/** Makes `<dir>/repository` with a first commit; `dir` must be empty or absent. Returns the absolute folders. */
export function makeDemoRepository(dir: string | undefined): { root: string; repo: string; ledger: string } {
  const root = dir === undefined ? mkdtempSync(join(tmpdir(), "valp-demo-")) : resolve(dir);
  mkdirSync(root, { recursive: true });
  if (readdirSync(root).length > 0) throw new UsageProblem("folder_in_use", { what: root, problem: "it holds files" });
  const repo = join(root, "repository");
  mkdirSync(join(repo, ".github"), { recursive: true });
  writeFileSync(join(repo, ".github", "valp.yml"), demoPolicy);
  writeFileSync(join(repo, "README.md"), "# hello-world\n");
  git(repo, "init", "--quiet", "--initial-branch=main");
  git(repo, "add", ".");
  git(repo, "commit", "--quiet", "--message", "A policy");
  return { root, repo, ledger: join(root, "ledger") };
}

/** Checks the ledger branch out into a folder of its own, so that its files can be looked at. */
export function checkOutLedger(repo: string, ledger: string, branch: string): void {
  git(repo, "worktree", "add", "--quiet", ledger, branch);
}

function git(repo: string, ...words: string[]): void {
  const person = ["-c", "user.name=demo", "-c", "user.email=demo@localhost", "-c", "commit.gpgsign=false"];
  execFileSync("git", ["-C", repo, "-c", "core.hooksPath=/dev/null", ...person, ...words], { stdio: "pipe" });
}
