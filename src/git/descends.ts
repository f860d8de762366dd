// Whether a commit goes back to another one: the ledger's beginning must be an ancestor of its head.
import { reason } from "../core/say/reason.ts";
import type { Unknown } from "../ports.ts";
import { type Git, runGit } from "./git-process.ts";
import { isObjectId } from "./tree-reader.ts";

/** `git merge-base --is-ancestor`: exit 0 yes, 1 no, anything else could not be told. */
export async function descends(
  git: Git,
  commit: string,
  from: string,
): Promise<{ kind: "known"; descends: boolean } | Unknown> {
  const wrong = [commit, from].find((id) => !isObjectId(id));
  if (wrong !== undefined)
    return { kind: "unknown", reason: reason("git_object_damaged", { what: `no commit ${wrong}` }) };
  const { failure, said } = await runGit(git, ["merge-base", "--is-ancestor", from, commit]);
  if (failure === null) return { kind: "known", descends: true };
  // git is silent when the answer is no, and names a commit that is not there.
  return said === "" || /not a (valid )?commit/i.test(said)
    ? { kind: "known", descends: false }
    : { kind: "unknown", reason: failure };
}
