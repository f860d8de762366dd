// Keeps a growing ledger small: asks git to pack what was written, as git's own commands do after a commit.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FoundRepository } from "./find-repository.ts";
import { runGit } from "./git-process.ts";

/** git packs above 6,700 loose objects and estimates from one of the 256 folders, the one named 17. */
const sample = "17";
const manyInSample = 27;

/** While git packs in the background the count stays high; asking at every commit would be no use. */
const commitsBetween = 100;

/** Clean-up after commits; it never fails a step. */
export interface Upkeep {
  afterCommit(): void;
  /** Resolves once nothing is running here any more; git itself may go on in the background. */
  settled(): Promise<void>;
}

/** Upkeep by `git gc --auto`: one at a time for all processes, and not at all where `gc.auto` is 0. */
export function upkeepOf(found: FoundRepository): Upkeep {
  let running: Promise<void> = Promise.resolve();
  let rest = 0;
  async function packIfMany(): Promise<void> {
    if (rest > 0) return;
    const names = await readdir(join(found.commonDir, "objects", sample)).catch(() => []);
    if (names.length <= manyInSample) return;
    rest = commitsBetween;
    // What another writer has just written but not yet put on a branch must survive, whatever the settings say.
    await runGit(found.git, ["-c", "gc.pruneExpire=2.weeks.ago", "gc", "--auto", "--quiet"]);
  }
  return {
    afterCommit() {
      if (rest > 0) rest--;
      else running = running.then(packIfMany);
    },
    settled: () => running,
  };
}
