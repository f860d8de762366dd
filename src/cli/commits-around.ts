// Whether the commits that a task folder speaks of exist in the repository around it, and which came first.
import { spawnSync } from "node:child_process";
import type { WantedAround } from "../core/audit/audit.ts";

/** The wanted commits that exist, and `older..newer` where the one is an ancestor of the other. Empty without git. */
export function commitsAround(dir: string, wanted: WantedAround): Set<string> {
  const known = new Set(wanted.commits.filter((commit) => asks(dir, ["cat-file", "-e", `${commit}^{commit}`])));
  if (wanted.ancestry === null) return known;
  const [older, newer] = wanted.ancestry;
  const ordered = known.has(older) && known.has(newer) && asks(dir, ["merge-base", "--is-ancestor", older, newer]);
  return ordered ? known.add(`${older}..${newer}`) : known;
}

/** Whether git answers yes. Hooks and other programs of the repository are never run. */
function asks(dir: string, args: readonly string[]): boolean {
  const quiet = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "protocol.allow=never"];
  const answer = spawnSync("git", ["-C", dir, ...quiet, ...args], { stdio: "ignore" });
  return answer.status === 0;
}
