// The one place that decides what a dry run is: the same flows on ports that remember instead of writing.
import type { CommitAnswer, Ports, Repository, Step, StoredFile, UnreadableFile, Want } from "../ports.ts";

/**
 * Ports that never change anything outside: commits stay in memory and are seen by later readings of the same run,
 * comments and reactions are dropped. Reads go through unchanged.
 */
export function withoutWriting(ports: Ports): Ports {
  return {
    ...ports,
    repository: remembering(ports.repository),
    talk: {
      putComment: async () => ({ kind: "told", id: null }),
      react: async () => ({ kind: "told", id: null }),
    },
  };
}

function remembering(repository: Repository): Repository {
  const written = new Map<string, StoredFile | null>();
  return {
    async load(want) {
      const answer = await repository.load(want);
      if (answer.kind !== "loaded" || written.size === 0) return answer;
      const files = overlay(answer.snapshot.ledger.files, written, want);
      return { kind: "loaded", snapshot: { ...answer.snapshot, ledger: { ...answer.snapshot.ledger, files } } };
    },
    async commit(step: Step): Promise<CommitAnswer> {
      for (const change of step.changes) written.set(change.path, { text: change.text, oid: "" });
      for (const path of step.deletions) written.set(path, null);
      return { kind: "committed", commit: null };
    },
    filesBelow: (commit, folder) => repository.filesBelow(commit, folder),
    descends: (commit, from) => repository.descends(commit, from),
    changedPaths: (before, after) => repository.changedPaths(before, after),
  };
}

function overlay(
  files: ReadonlyMap<string, StoredFile | UnreadableFile>,
  written: ReadonlyMap<string, StoredFile | null>,
  want: Want,
): Map<string, StoredFile | UnreadableFile> {
  const seen = new Map(files);
  for (const [path, file] of written) {
    const wanted = want.ledger.includes(path) || want.folders.some((folder) => path.startsWith(`${folder}/`));
    if (!wanted) continue;
    if (file === null) seen.delete(path);
    else seen.set(path, file);
  }
  return seen;
}
