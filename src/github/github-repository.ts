// The Repository port on GitHub.
import type { Repository } from "../ports.ts";
import { changedFiles } from "./changed-files.ts";
import type { Calls, RepositoryName } from "./client.ts";
import { descends } from "./descends.ts";
import { filesBelow } from "./files-below.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { type Writer, writeCommit } from "./write-commit.ts";

/** The repository `name` as a database, through counted calls. One instance per repository and run. */
export function githubRepository(calls: Calls, name: RepositoryName): Repository {
  const writer: Writer = { calls, name, hasMutation: true };
  return {
    load: (want) => readSnapshot(calls, name, want),
    commit: (step) => writeCommit(writer, step),
    filesBelow: (commit, folder) => filesBelow(calls, name, commit, folder),
    descends: (commit, from) => descends(calls, name, commit, from),
    changedPaths: (before, after) => changedFiles(calls, name, before, after),
  };
}
