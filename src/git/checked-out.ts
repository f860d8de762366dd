// Which commit a folder's work tree has checked out, and where that work tree begins.
import type { Reason } from "../core/say/reason.ts";
import { gitEnvironment, runGit } from "./git-process.ts";

/** The root of the work tree and the commit it stands at, or why there is none. */
export type CheckedOut = { kind: "tree"; root: string; commit: string } | { kind: "refused"; reason: Reason };

/** Asks git about a folder inside a work tree, also a linked one. */
export async function checkedOut(
  dir: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CheckedOut> {
  const nobody = { name: "valp-github", email: "valp-github@localhost" };
  const git = { place: ["-C", dir], environment: gitEnvironment(environment, nobody) };
  const asked = await runGit(git, ["rev-parse", "--show-toplevel", "--verify", "HEAD^{commit}"]);
  if (asked.failure) return { kind: "refused", reason: asked.failure };
  const [root = "", commit = ""] = asked.output.toString("utf8").split("\n");
  return { kind: "tree", root, commit };
}
