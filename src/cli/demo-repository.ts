// The demo's repository on disk: one commit with the policy, and afterwards the ledger checked out beside it.
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gitEnvironment, runGit } from "../git/git-process.ts";
import { demoPolicy } from "./demo-story.ts";
import { makeFolder } from "./make-folder.ts";
import { OutsideTrouble } from "./outside-trouble.ts";
import { attempt } from "./read-input.ts";
import { UsageProblem } from "./usage-problem.ts";

/** Makes `<dir>/repository` with a first commit; `dir` must be empty or absent. Returns the absolute folders. */
export async function makeDemoRepository(
  dir: string | undefined,
): Promise<{ root: string; repo: string; ledger: string }> {
  const root = emptyFolder(dir);
  const repo = join(root, "repository");
  mkdirSync(join(repo, ".github"), { recursive: true });
  writeFileSync(join(repo, ".github", "valp.yml"), demoPolicy);
  writeFileSync(join(repo, "README.md"), "# hello-world\n");
  await git(repo, "init", "--quiet", "--template=", "--initial-branch=main");
  await git(repo, "add", ".");
  await git(repo, "commit", "--quiet", "--message", "A policy");
  return { root, repo, ledger: join(root, "ledger") };
}

/** Checks the ledger branch out into a folder of its own, so that its files can be looked at. */
export async function checkOutLedger(repo: string, ledger: string, branch: string): Promise<void> {
  await git(repo, "worktree", "add", "--quiet", ledger, branch);
}

function emptyFolder(dir: string | undefined): string {
  const made = attempt(() => {
    const root = dir === undefined ? mkdtempSync(join(tmpdir(), "valp-demo-")) : resolve(dir);
    makeFolder(root);
    return { root, files: readdirSync(root) };
  });
  const what = dir ?? tmpdir();
  if (made.kind === "problem") throw new UsageProblem("folder_unusable", { what, problem: made.problem });
  if (made.value.files.length > 0) throw new UsageProblem("folder_in_use", { what });
  return made.value.root;
}

/** git with a person of its own; nobody's settings sign, convert line ends or ask for a name here. */
async function git(repo: string, ...words: string[]): Promise<void> {
  const environment = gitEnvironment(process.env, { name: "demo", email: "demo@localhost" });
  const plain = ["-c", "commit.gpgsign=false", "-c", "core.autocrlf=false"];
  const { failure } = await runGit({ place: ["-C", repo], environment }, [...plain, ...words]);
  if (failure) throw new OutsideTrouble(failure);
}
