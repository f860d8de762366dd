// Whether the commits that a task folder speaks of exist in the repository around it, and which came first.
import { spawnSync } from "node:child_process";
import type { WantedAround } from "../core/audit/audit.ts";
import { gitEnvironment } from "./git-process.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The wanted commits that exist, and `older..newer` where the one is an ancestor of the other. Empty without git. */
export function commitsAround(dir: string, wanted: WantedAround, environment: Environment): Set<string> {
  const asks = (...args: string[]) => answersYes(dir, args, environment);
  const known = new Set(wanted.commits.filter((commit) => asks("cat-file", "-e", `${commit}^{commit}`)));
  if (wanted.ancestry === null) return known;
  const [older, newer] = wanted.ancestry;
  const ordered = known.has(older) && known.has(newer) && asks("merge-base", "--is-ancestor", older, newer);
  return ordered ? known.add(`${older}..${newer}`) : known;
}

/** Waits for git: such questions are rare, and whoever asks reads the disk in the same manner. */
function answersYes(dir: string, args: readonly string[], environment: Environment): boolean {
  const quiet = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never"];
  const env = gitEnvironment(environment, { name: "valp-github", email: "valp-github@localhost" });
  return spawnSync("git", ["-C", dir, ...quiet, ...args], { stdio: "ignore", env }).status === 0;
}
