// Branches of a local repository: who has them checked out, and moving one by compare-and-swap.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Reason, reason } from "../core/say/reason.ts";
import { complaintReason, finishGit, firstLine, type Git, GitTrouble, runGit, startGit } from "./git-process.ts";

/** The branch a HEAD file names; null when it is detached or the repository keeps its refs in another way. */
export async function headBranch(gitDir: string): Promise<string | null> {
  const text = await readFile(join(gitDir, "HEAD"), "utf8").catch(() => "");
  const branch = /^ref: refs\/heads\/(.+)\n?$/.exec(text)?.[1] ?? null;
  return branch === ".invalid" ? null : branch;
}

/** Branches checked out in the main work tree (unless the repository is bare) or in a linked one, right now. */
export async function checkedOutBranches(commonDir: string, bare: boolean): Promise<string[]> {
  const linked = await readdir(join(commonDir, "worktrees")).catch(() => []);
  const places = [...(bare ? [] : [commonDir]), ...linked.map((name) => join(commonDir, "worktrees", name))];
  const branches = await Promise.all(places.map(headBranch));
  return branches.filter((branch) => branch !== null);
}

/** Whether a branch really is not there. Rejects with GitTrouble when it is, but broken or without its commit. */
export async function isAbsent(git: Git, branch: string): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  const { output, said, failure } = await runGit(git, ["for-each-ref", "--format=%(refname) %(objecttype)", ref]);
  if (failure) throw new GitTrouble(failure);
  if (said !== "") throw new GitTrouble(reason("git_object_damaged", { what: firstLine(said) }));
  return !output
    .toString("utf8")
    .split("\n")
    .some((line) => line.startsWith(`${ref} `));
}

/** `moved`, or git's complaint. */
export type RefAnswer = { kind: "moved" } | { kind: "failed"; said: string };

/** A started `git update-ref` that has not been told anything yet. */
export interface RefMove {
  /** Moves the branch if it still stands at `from` (null: must not exist). One transaction, never forced. */
  go(branch: string, from: string | null, to: string): Promise<RefAnswer>;
  /** Ends it without any change. */
  leave(): Promise<void>;
}

/** Starts git while the objects are still being written. `date` is the reflog's, in git's raw format. */
export function startRefMove(git: Git, note: string, date: string): RefMove {
  const dated = { ...git, environment: { ...git.environment, GIT_COMMITTER_DATE: date } };
  const child = startGit(dated, ["update-ref", "--no-deref", "-z", "-m", note, "--stdin"]);
  const answer = finishGit(child);
  return {
    async go(branch, from, to) {
      const ref = `refs/heads/${branch}`;
      child.stdin.end(from === null ? `create ${ref}\0${to}\0` : `update ${ref}\0${to}\0${from}\0`);
      const { failure, said } = await answer;
      return failure === null ? { kind: "moved" } : { kind: "failed", said: said || failure.text };
    },
    async leave() {
      child.stdin.end();
      await answer;
    },
  };
}

/** Whether git's complaint says that the branch no longer stands where it was expected. */
export function saysMoved(said: string): boolean {
  return /is at [0-9a-f]+ but expected|reference already exists|incorrect old value provided/.test(said);
}

/** Why git did not move a branch that still stands where it was expected; `lasting` when trying again is no use. */
export function refusedMove(branch: string, said: string): { lasting: boolean; reason: Reason } {
  if (/Unable to create '[^']*\.lock': File exists/.test(said)) {
    return { lasting: false, reason: reason("git_ref_locked", { branch }) };
  }
  if (/exists; cannot create/.test(said)) return { lasting: true, reason: reason("ledger_branch_blocked", { branch }) };
  const known = complaintReason(said);
  if (known.code !== "git_failed") return { lasting: true, reason: known };
  return { lasting: true, reason: reason("git_ref_refused", { branch, said: firstLine(said) }) };
}
