// Pushes of a payload.
import type { Fields } from "./fields.ts";

/** What a push changed, as far as its payload says. */
export interface PushFacts {
  ref: string;
  before: string;
  after: string;
  deleted: boolean;
  paths: { changed: string[]; complete: boolean };
}

const noCommit = /^0+$/;
/** GitHub lists at most this many commits in a push payload. */
const mostCommits = 2048;
/** GitHub lists at most this many files of a commit. */
const mostFiles = 3000;

/** Reads ref, both commits and the changed paths. Paths are a hint; the two commits are the facts to compare. */
export function readPush(payload: Fields): PushFacts {
  const before = commitId(payload, "before");
  const after = commitId(payload, "after");
  const deleted = payload.flag("deleted") || noCommit.test(after);
  return { ref: payload.name("ref"), before, after, deleted, paths: readPaths(payload, before) };
}

/**
 * The list is complete only when every commit carries its three file lists below GitHub's limits and the push moved an
 * existing branch forward: Actions leaves the lists out, a forced push drops commits that changed files, and a new
 * branch or a merge names only commits that are new to the repository.
 */
function readPaths(payload: Fields, before: string): { changed: string[]; complete: boolean } {
  const commits = payload.list("commits");
  const changed = new Set<string>();
  let complete =
    commits.length > 0 && commits.length < mostCommits && !payload.flag("forced") && !noCommit.test(before);
  for (const commit of commits) {
    let files = 0;
    for (const key of ["added", "removed", "modified"]) {
      const paths = commit.textsOrNull(key);
      if (paths === null) complete = false;
      for (const path of paths ?? []) changed.add(path);
      files += paths?.length ?? 0;
    }
    if (files >= mostFiles) complete = false;
  }
  return { changed: [...changed], complete };
}

function commitId(payload: Fields, key: string): string {
  const id = payload.name(key);
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) payload.note(key, "commit_id");
  return id;
}
