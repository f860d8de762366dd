// Finds the repository a folder belongs to and learns what does not change while it is open.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Reason, reason } from "../core/say/reason.ts";
import { headBranch } from "./branch.ts";
import { type Git, runGit } from "./git-process.ts";

/** A repository that git trusts. `git` is bound to its common folder, whatever linked work tree we came from. */
export interface FoundRepository {
  git: Git;
  commonDir: string;
  bare: boolean;
  /** Name of the hash: `sha1` or `sha256`. */
  hash: string;
  /** Branches that may be the default one, best first; at least one. */
  defaults: readonly string[];
}

/**
 * Asks git about `dir`: bare or not, a linked work tree or any folder inside. Whether git trusts its owner is decided
 * here, while git still searches for itself.
 */
export async function findRepository(
  dir: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ kind: "found"; found: FoundRepository } | { kind: "refused"; reason: Reason }> {
  const questions = ["--git-dir", "--git-common-dir", "--is-bare-repository", "--show-object-format"];
  const asked = await runGit({ place: ["-C", dir], environment }, [
    "rev-parse",
    "--path-format=absolute",
    ...questions,
  ]);
  if (asked.failure) return { kind: "refused", reason: inWordsOf(dir, asked.failure) };
  const [gitDir = "", commonDir = "", isBare, hash = "sha1"] = asked.output.toString("utf8").split("\n");
  const git = { place: [`--git-dir=${commonDir}`], environment };
  const bare = gitDir === commonDir ? isBare === "true" : await isBareSetting(git);
  const defaults = await defaultBranches(git, commonDir, bare);
  return { kind: "found", found: { git, commonDir, bare, hash, defaults } };
}

/** Seen from a linked work tree, only the setting tells whether the main one exists. */
async function isBareSetting(git: Git): Promise<boolean> {
  const { output } = await runGit(git, ["config", "--type=bool", "--get", "core.bare"]);
  return output.toString("utf8").trim() === "true";
}

/**
 * A bare repository's default branch is HEAD's. In a work tree HEAD only says what somebody looks at: there it is the
 * branch that `origin` calls its default, else main or master, and HEAD's only when none of those exists.
 */
async function defaultBranches(git: Git, commonDir: string, bare: boolean): Promise<string[]> {
  const head = (await headBranch(commonDir)) ?? (await symbolicHead(git));
  if (bare && head !== null) return [head];
  const usual = [await publishedDefault(commonDir), "main", "master", head].filter((name) => name !== null);
  const candidates = [...new Set(usual)];
  if (candidates[0] === head) return [head];
  const refs = candidates.map((name) => `refs/heads/${name}`);
  const { output } = await runGit(git, ["for-each-ref", "--format=%(refname)", ...refs]);
  const present = new Set(output.toString("utf8").split("\n"));
  const there = candidates.filter((name) => present.has(`refs/heads/${name}`));
  return there.length > 0 ? there : candidates;
}

async function symbolicHead(git: Git): Promise<string | null> {
  const named = await runGit(git, ["symbolic-ref", "--quiet", "HEAD"]);
  return /^refs\/heads\/(.+)\n$/.exec(named.output.toString("utf8"))?.[1] ?? null;
}

/** The default branch of the place this was cloned from, as the clone noted it. */
async function publishedDefault(commonDir: string): Promise<string | null> {
  const text = await readFile(join(commonDir, "refs/remotes/origin/HEAD"), "utf8").catch(() => "");
  return /^ref: refs\/remotes\/origin\/(.+)\n?$/.exec(text)?.[1] ?? null;
}

/** git names the folder it ended its search at; people know the one they gave. */
function inWordsOf(dir: string, failure: Reason): Reason {
  return failure.code === "git_no_repository" ? reason("git_no_repository", { dir }) : failure;
}
