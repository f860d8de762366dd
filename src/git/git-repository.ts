// The Repository port on a local git repository.
import type { Reason } from "../core/say/reason.ts";
import type { Repository } from "../ports.ts";
import { changedPaths } from "./changed-paths.ts";
import { type Identity, plainIdentity } from "./commit-message.ts";
import { descends } from "./descends.ts";
import { type FoundRepository, findRepository } from "./find-repository.ts";
import { GitTrouble, gitEnvironment } from "./git-process.ts";
import { openObjectReader } from "./object-reader.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { treeReader } from "./tree-reader.ts";
import { upkeepOf } from "./upkeep.ts";
import { type Writer, writeCommit } from "./write-commit.ts";

/**
 * What opening needs: any folder of the repository, the environment of the process, who commits, and the time of a
 * commit as ISO 8601.
 */
export interface Opening {
  dir: string;
  environment: Readonly<Record<string, string | undefined>>;
  identity: Identity;
  now: () => string;
}

/** An open repository keeps one git process running; `close` ends it. */
export type Opened =
  | { kind: "opened"; repository: Repository; close: () => Promise<void> }
  | { kind: "refused"; reason: Reason };

const agentDepth = 3;

/** Opens the repository `dir` belongs to: bare or not, a linked work tree or any folder inside one. */
export async function openGitRepository(opening: Opening): Promise<Opened> {
  const identity = plainIdentity(opening.identity);
  const answer = await findRepository(opening.dir, gitEnvironment(opening.environment, identity));
  if (answer.kind === "refused") return answer;
  const { found } = answer;
  const objects = openObjectReader(found.git);
  const readers = { objects, trees: treeReader(found.git, objects, found.hash === "sha256" ? 32 : 20) };
  const upkeep = upkeepOf(found);
  const writer = { found, readers, upkeep, identity, now: opening.now };
  const close = async () => {
    await objects.close();
    await upkeep.settled();
  };
  return { kind: "opened", repository: repositoryOn(found, writer), close };
}

function repositoryOn(found: FoundRepository, writer: Writer): Repository {
  const { readers } = writer;
  return {
    load: (want) => answered(() => readSnapshot(readers, found.defaults, want)),
    commit: (step) => answered(() => writeCommit(writer, step)),
    filesBelow: (commit, folder) =>
      pathsOrUnknown(async () => {
        const { tree } = await readers.trees.commit(commit);
        const files = await readers.trees.below(tree, folder, agentDepth);
        return { kind: "paths", paths: files.map((file) => file.path) };
      }),
    descends: (commit, from) => descends(found.git, commit, from),
    changedPaths: (before, after) =>
      pathsOrUnknown(() => changedPaths(found.git, found.defaults[0] ?? "main", before, after)),
  };
}

/** Trouble as a value; anything else is a defect of ours and stays an exception. */
async function answered<T>(work: () => Promise<T>): Promise<T | { kind: "refused" | "unknown"; reason: Reason }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    return { kind: error.kind, reason: error.reason };
  }
}

type Paths = Awaited<ReturnType<Repository["filesBelow"]>>;

async function pathsOrUnknown(work: () => Promise<Paths>): Promise<Paths> {
  const answer = await answered(work);
  return answer.kind === "paths" ? answer : { kind: "unknown", reason: answer.reason };
}
