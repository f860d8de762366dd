// What a push changed, completely or not at all.
import { type Reason, reason } from "../core/say/reason.ts";
import type { Unknown } from "../ports.ts";
import { type Git, runGit } from "./git-process.ts";
import { isObjectId } from "./tree-reader.ts";

type Paths = { kind: "paths"; paths: string[] };

const noCommit = /^0+$/;
const mostPaths = 100_000;
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Paths that differ between two commits; a renamed file counts with both names. For a new branch (`before` is zeros)
 * everything since it left the default branch, or all its files when the two share no commit.
 */
export async function changedPaths(
  git: Git,
  defaultBranch: string,
  before: string,
  after: string,
): Promise<Paths | Unknown> {
  const wrong = [before, after].find((id) => !isObjectId(id)) ?? (noCommit.test(after) ? after : undefined);
  if (wrong !== undefined) return unknown(reason("git_object_damaged", { what: `no commit ${wrong}` }));
  const base = noCommit.test(before) ? await baseOf(git, defaultBranch, after) : before;
  if (typeof base !== "string") return base;
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", base, after];
  const { output, failure } = await runGit(git, args);
  if (failure) return unknown(failure);
  const paths = pathsIn(output);
  return paths === null ? unknown(reason("git_too_much")) : { kind: "paths", paths };
}

/** Where a new branch left the default one. The default branch itself, or a copy of its head, does not show it. */
async function baseOf(git: Git, defaultBranch: string, after: string): Promise<string | Unknown> {
  const { output, said, failure } = await runGit(git, ["merge-base", `refs/heads/${defaultBranch}`, after]);
  const base = output.toString("utf8").trim();
  if (base === after) return unknown(reason("push_base_unknown"));
  if (failure === null) return base;
  return said === "" ? emptyTree(git) : unknown(failure);
}

/** The id of the empty tree, in the hash of the repository. Nothing is written. */
async function emptyTree(git: Git): Promise<string | Unknown> {
  const { output, failure } = await runGit(git, ["hash-object", "-t", "tree", "--stdin"]);
  return failure ? unknown(failure) : output.toString("utf8").trim();
}

/** Null when there are too many paths or one is no UTF-8: then the list would not be complete. */
function pathsIn(output: Buffer): string[] | null {
  try {
    const paths = decoder.decode(output).split("\0").slice(0, -1);
    return paths.length > mostPaths ? null : paths;
  } catch {
    return null;
  }
}

function unknown(why: Reason): Unknown {
  return { kind: "unknown", reason: why };
}
