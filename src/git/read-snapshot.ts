// One consistent reading: every file from the one commit its branch stood at when the reading began.
import { unreadableBecause } from "../core/say/ledger-reasons.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { isBranchName } from "../core/task/branch-name.ts";
import { nonceOf } from "../core/task/commit-message.ts";
import type { Snapshot, StoredFile, UnreadableFile, Want } from "../ports.ts";
import { GitTrouble } from "./git-process.ts";
import type { ObjectReader } from "./object-reader.ts";
import type { EntryKind } from "./tree-object.ts";
import type { CommitFacts, FoundFile, TreeReader } from "./tree-reader.ts";

/** How the two readers of a repository are handed around. */
export interface Readers {
  objects: ObjectReader;
  trees: TreeReader;
}

type Files = Map<string, StoredFile | UnreadableFile>;

const folderDepth = 6;
const largestText = 5 * 1024 * 1024;
/** All files of one reading together; a task folder is far below, a planted heap of files is not. */
const mostText = 256 * 1024 * 1024;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads what is wanted. `defaults` are the candidates for the default branch, best first. Rejects with GitTrouble when
 * an object that has to be there is missing or damaged.
 */
export async function readSnapshot(
  readers: Readers,
  defaults: readonly string[],
  want: Want,
): Promise<{ kind: "loaded"; snapshot: Snapshot } | { kind: "refused"; reason: Reason }> {
  const { ledgerBranch, at } = want;
  if (!isBranchName(ledgerBranch)) {
    return { kind: "refused", reason: reason("ledger_branch_invalid", { branch: ledgerBranch }) };
  }
  const { trees } = readers;
  const [standing, ledger] = await Promise.all([
    defaultHead(trees, defaults),
    at ? pinned(trees, at.ledger) : trees.head(ledgerBranch),
  ]);
  const source = at ? await pinned(trees, at.source) : standing.commit;
  const [sourceFiles, ledgerFiles] = await Promise.all([
    readFiles(readers, source, want.source, []),
    readFiles(readers, ledger, want.ledger, want.folders),
  ]);
  const snapshot: Snapshot = {
    source: { branch: standing.branch, commit: source?.oid ?? null, files: sourceFiles },
    ledger: { head: ledger?.oid ?? null, nonce: ledger && nonceOf(ledger.message), files: ledgerFiles },
    ownComments: [],
    fromFork: null,
    labelEvent: null,
  };
  return { kind: "loaded", snapshot };
}

/** The first candidate that exists; the first of all in a repository without commits. */
async function defaultHead(
  trees: TreeReader,
  defaults: readonly string[],
): Promise<{ branch: string; commit: CommitFacts | null }> {
  for (const branch of defaults) {
    const commit = await trees.head(branch);
    if (commit) return { branch, commit };
  }
  return { branch: defaults[0] ?? "main", commit: null };
}

async function pinned(trees: TreeReader, commit: string | null): Promise<CommitFacts | null> {
  return commit === null ? null : trees.commit(commit);
}

async function readFiles(
  readers: Readers,
  commit: CommitFacts | null,
  paths: readonly string[],
  folders: readonly string[],
): Promise<Files> {
  if (commit === null) return new Map();
  const { trees } = readers;
  const single = paths.map(async (path): Promise<FoundFile[]> => {
    const entry = await trees.entry(commit.tree, path);
    return entry ? [{ path, entry }] : [];
  });
  const whole = folders.map((folder) => trees.below(commit.tree, folder, folderDepth));
  const found = (await Promise.all([...single, ...whole])).flat();
  const room = { left: mostText };
  const files = await Promise.all(
    found.map(async (file) => [file.path, await readFile(readers.objects, file, room)] as const),
  );
  return new Map(files);
}

const withoutText: Readonly<Record<Exclude<EntryKind, "file">, string>> = {
  folder: unreadableBecause.folder,
  link: unreadableBecause.link,
  submodule: unreadableBecause.submodule,
};

/** The size is asked first, so that a huge file is never taken into memory. */
async function readFile(
  objects: ObjectReader,
  { entry }: FoundFile,
  room: { left: number },
): Promise<StoredFile | UnreadableFile> {
  const { oid, kind } = entry;
  if (kind !== "file") return { unreadable: withoutText[kind], oid };
  const info = await objects.info(oid);
  if (info === null) return { unreadable: unreadableBecause.lost, oid };
  if (info.size > largestText) return { unreadable: unreadableBecause.tooLarge, oid };
  room.left -= info.size;
  if (room.left < 0) throw new GitTrouble(reason("git_too_much"));
  const object = await objects.contents(oid);
  if (object?.type !== "blob") return { unreadable: unreadableBecause.lost, oid };
  if (object.content.includes(0)) return { unreadable: unreadableBecause.notText, oid };
  try {
    return { text: decoder.decode(object.content), oid };
  } catch {
    return { unreadable: unreadableBecause.notText, oid };
  }
}
