// A Repository in memory with real commits: branches, compare-and-swap, pinned readings, nonces, whole history.
import { createHash } from "node:crypto";
import { unreadableBecause } from "../../src/core/say/ledger-reasons.ts";
import { reason } from "../../src/core/say/reason.ts";
import { messageParts, nonceOf } from "../../src/core/task/commit-message.ts";
import { isSafeLedgerPath } from "../../src/core/task/safe-path.ts";
import type { CommitAnswer, Repository, Snapshot, Step, StoredFile, UnreadableFile, Want } from "../../src/ports.ts";
import type { PlantedFiles } from "./repository-contract.ts";

type Tree = ReadonlyMap<string, Uint8Array>;

/** One commit as it is stored. */
export interface MemoryCommit {
  id: string;
  parent: string | null;
  subject: string;
  body: string;
  files: Tree;
}

/** What a reading adds that does not stand in git. */
export interface Around {
  ownComments: (subject: number) => Snapshot["ownComments"];
  fromFork: (subject: number) => boolean | null;
  labelEvent: (asked: NonNullable<Want["labelEvent"]>) => Snapshot["labelEvent"];
}

/** The repository and the second way into it, for planting and looking. */
export interface MemoryRepository {
  repository: Repository;
  plant(branch: string, files: PlantedFiles, deletions?: readonly string[]): string;
  /** Makes the branch point elsewhere, null removes it. */
  pointAt(branch: string, commit: string | null): void;
  head(branch: string): string | null;
  /** Texts of a branch's files by path; files that are no text are left out. */
  files(branch: string): Record<string, string>;
  /** Commits of a branch, oldest first. */
  history(branch: string): MemoryCommit[];
}

const defaultBranch = "main";
const folderDepth = 6;
const agentDepth = 3;

/** A fresh, empty repository. */
export function memoryRepository(around: Around): MemoryRepository {
  const heads = new Map<string, string>();
  const commits = new Map<string, MemoryCommit>();

  const add = (branch: string, commit: Omit<MemoryCommit, "id" | "parent">): string => {
    const parent = heads.get(branch) ?? null;
    const listed = [...commit.files].map(([path, bytes]) => [path, blobId(bytes)]).sort();
    const id = hash(JSON.stringify({ parent, listed, subject: commit.subject, body: commit.body, n: commits.size }));
    commits.set(id, { ...commit, id, parent });
    heads.set(branch, id);
    return id;
  };
  const treeOf = (commit: string | null | undefined): Tree => commits.get(commit ?? "")?.files ?? new Map();

  const repository: Repository = {
    async load(want) {
      const source = want.at ? want.at.source : (heads.get(defaultBranch) ?? null);
      const ledger = want.at ? want.at.ledger : (heads.get(want.ledgerBranch) ?? null);
      const missing = [source, ledger].find((commit) => commit !== null && !commits.has(commit));
      if (missing !== undefined) return { kind: "unknown", reason: reason("git_failed", { said: "no such commit" }) };
      return {
        kind: "loaded",
        snapshot: {
          source: { branch: defaultBranch, commit: source, files: readFiles(treeOf(source), want.source, []) },
          ledger: {
            head: ledger,
            nonce: nonceOf(commits.get(ledger ?? "")?.body ?? ""),
            files: readFiles(treeOf(ledger), want.ledger, want.folders),
          },
          ownComments: want.commentsOn === undefined ? [] : around.ownComments(want.commentsOn),
          fromFork: want.commentsOn === undefined ? null : around.fromFork(want.commentsOn),
          labelEvent: want.labelEvent === undefined ? null : around.labelEvent(want.labelEvent),
        },
      };
    },
    async commit(step) {
      const head = heads.get(step.ledgerBranch) ?? null;
      const refused = refusal(step);
      if (refused !== null) return refused;
      if (head !== step.expectedHead) return { kind: "stale" };
      const files = new Map(treeOf(head));
      for (const path of step.deletions) files.delete(path);
      for (const { path, text } of step.changes) files.set(path, Buffer.from(text));
      const blocked = step.changes.find(({ path }) => isInTheWay(files, path));
      if (blocked) return { kind: "refused", reason: reason("ledger_foreign_file", { path: blocked.path }) };
      return { kind: "committed", commit: add(step.ledgerBranch, { ...messageParts(step), files }) };
    },
    async filesBelow(commit, folder) {
      const known = commits.get(commit);
      if (known === undefined) return { kind: "unknown", reason: reason("git_failed", { said: "no such commit" }) };
      return { kind: "paths", paths: below(known.files, folder, agentDepth).sort() };
    },
    async descends(commit, from) {
      for (let at: string | null = commit; at !== null; at = commits.get(at)?.parent ?? null) {
        if (at === from) return { kind: "known", descends: true };
      }
      return { kind: "known", descends: false };
    },
    async changedPaths(before, after) {
      const [one, other] = [commits.get(before), commits.get(after)];
      if (!one || !other) return { kind: "unknown", reason: reason("push_base_unknown") };
      const paths = [...new Set([...one.files.keys(), ...other.files.keys()])];
      const differs = (path: string) => idOf(one.files.get(path)) !== idOf(other.files.get(path));
      return { kind: "paths", paths: paths.filter(differs) };
    },
  };

  return {
    repository,
    plant(branch, planted, deletions = []) {
      const files = new Map(treeOf(heads.get(branch)));
      for (const path of deletions) files.delete(path);
      for (const [path, content] of Object.entries(planted)) files.set(path, Buffer.from(content));
      return add(branch, { subject: "planted", body: "", files });
    },
    pointAt(branch, commit) {
      if (commit === null) heads.delete(branch);
      else heads.set(branch, commit);
    },
    head: (branch) => heads.get(branch) ?? null,
    files(branch) {
      const texts = [...treeOf(heads.get(branch))].map(([path, bytes]) => [path, fileOf(bytes)] as const);
      return Object.fromEntries(texts.flatMap(([path, file]) => ("text" in file ? [[path, file.text]] : [])));
    },
    history(branch) {
      const line: MemoryCommit[] = [];
      for (let at = heads.get(branch) ?? null; at !== null; ) {
        const commit = commits.get(at);
        if (commit === undefined) break;
        line.unshift(commit);
        at = commit.parent;
      }
      return line;
    },
  };
}

function refusal(step: Step): CommitAnswer | null {
  const paths = [...step.changes.map(({ path }) => path), ...step.deletions];
  const unsafe = paths.find((path) => !isSafeLedgerPath(path));
  return unsafe === undefined ? null : { kind: "refused", reason: reason("ledger_path_unsafe", { path: unsafe }) };
}

/** A file cannot stand where a folder is, nor below a file. */
function isInTheWay(files: Tree, path: string): boolean {
  const parents = path.split("/").map((_, n, parts) => parts.slice(0, n).join("/"));
  return parents.some((parent) => files.has(parent)) || [...files.keys()].some((other) => other.startsWith(`${path}/`));
}

function readFiles(tree: Tree, paths: readonly string[], folders: readonly string[]) {
  const found = new Map<string, StoredFile | UnreadableFile>();
  for (const path of [...paths, ...folders.flatMap((folder) => below(tree, folder, folderDepth))]) {
    const bytes = tree.get(path);
    if (bytes !== undefined) found.set(path, fileOf(bytes));
    else if (below(tree, path, Number.POSITIVE_INFINITY).length > 0) {
      found.set(path, { unreadable: unreadableBecause.folder, oid: hash(path) });
    }
  }
  return found;
}

function below(tree: Tree, folder: string, depth: number): string[] {
  const inside = [...tree.keys()].filter((path) => path.startsWith(`${folder}/`));
  return inside.filter((path) => path.slice(folder.length + 1).split("/").length <= depth);
}

function fileOf(bytes: Uint8Array): StoredFile | UnreadableFile {
  const oid = blobId(bytes);
  if (bytes.includes(0)) return { unreadable: unreadableBecause.notText, oid };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes), oid };
  } catch {
    return { unreadable: unreadableBecause.notText, oid };
  }
}

function idOf(bytes: Uint8Array | undefined): string | null {
  return bytes === undefined ? null : blobId(bytes);
}

const blobIds = new WeakMap<Uint8Array, string>();

/** The id git gives a blob. Stored bytes are never changed, so it is worked out once. */
function blobId(bytes: Uint8Array): string {
  const known = blobIds.get(bytes);
  if (known !== undefined) return known;
  const id = createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
  blobIds.set(bytes, id);
  return id;
}

function hash(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
