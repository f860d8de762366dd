// Trees and files of one repository by commit, with the trees kept that were read or written before.
import { reason } from "../core/say/reason.ts";
import { isAbsent } from "./branch.ts";
import { type Git, GitTrouble } from "./git-process.ts";
import type { ObjectReader } from "./object-reader.ts";
import { findEntry, Tree, type TreeEntry, treeEntries } from "./tree-object.ts";

/** A commit as far as it is used here. */
export interface CommitFacts {
  oid: string;
  tree: string;
  message: string;
}

/** A file found below a folder. */
export interface FoundFile {
  path: string;
  entry: TreeEntry;
}

/** Reads trees; rejects with GitTrouble on objects that are missing or damaged. */
export interface TreeReader {
  /** The tree without entries. */
  empty: Tree;
  /** The commit a branch stands at, null if there is no such branch. One that cannot be read is never taken for absent. */
  head(branch: string): Promise<CommitFacts | null>;
  /** A commit by id, which has to be there. */
  commit(oid: string): Promise<CommitFacts>;
  tree(oid: string): Promise<Tree>;
  /** Remembers a tree that was just written. */
  keep(oid: string, content: Buffer): void;
  /** The entry at a path, null when absent. */
  entry(root: string, path: string): Promise<TreeEntry | null>;
  /** Everything below a folder that is no folder itself, `depth` levels deep, in path order of git. */
  below(root: string, folder: string, depth: number): Promise<FoundFile[]>;
}

/** Whether a text is a full object id of either hash, and so no other way to name a commit. */
export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

const mostKept = 64 * 1024 * 1024;
const mostEntries = 100_000;

/** A reader over one cat-file process. Keeps up to 64 MiB of trees, the latest used. */
export function treeReader(git: Git, objects: ObjectReader, idLength: number): TreeReader {
  const kept = new TreeShelf();
  const asked = new Map<string, Promise<Tree>>();

  /** Lookups that run side by side share one question to git. */
  function tree(oid: string): Promise<Tree> {
    const known = kept.get(oid);
    if (known) return Promise.resolve(known);
    const waiting = asked.get(oid);
    if (waiting !== undefined) return waiting;
    const answer = fetchTree(oid).finally(() => asked.delete(oid));
    asked.set(oid, answer);
    return answer;
  }

  async function fetchTree(oid: string): Promise<Tree> {
    const object = await objects.contents(oid);
    if (object?.type !== "tree") throw damaged(`tree ${oid}`);
    const fetched = wellFormed(oid, new Tree(object.content, idLength));
    kept.put(oid, fetched);
    return fetched;
  }

  async function entry(root: string, path: string): Promise<TreeEntry | null> {
    let at = root;
    const names = path.split("/");
    for (const [n, name] of names.entries()) {
      const found = findEntry(await tree(at), name);
      if (found === null || n === names.length - 1) return found;
      if (found.kind !== "folder") return null;
      at = found.oid;
    }
    return null;
  }

  /** Folders count too: a few trees that name each other many times can stand for millions of empty folders. */
  async function collect(oid: string, prefix: string, depth: number, seen: { files: FoundFile[]; entries: number }) {
    for (const item of treeEntries(await tree(oid))) {
      const path = `${prefix}/${item.name}`;
      if (++seen.entries > mostEntries) throw new GitTrouble(reason("git_too_much"));
      if (item.kind !== "folder") seen.files.push({ path, entry: item });
      else if (depth > 1) await collect(item.oid, path, depth - 1, seen);
    }
  }

  return {
    empty: new Tree(Buffer.alloc(0), idLength),
    tree,
    entry,
    keep: (oid, content) => kept.put(oid, new Tree(content, idLength)),
    async head(branch) {
      const ref = `refs/heads/${branch}`;
      const object =
        (await objects.contents(ref)) ?? ((await isAbsent(git, branch)) ? null : await objects.contents(ref));
      return object && commitFacts(object.oid, object.type, object.content);
    },
    async commit(oid) {
      const object = isObjectId(oid) ? await objects.contents(oid) : null;
      if (!object) throw damaged(`commit ${oid}`);
      return commitFacts(object.oid, object.type, object.content);
    },
    async below(root, folder, depth) {
      const top = await entry(root, folder);
      const seen = { files: [], entries: 0 };
      if (top?.kind === "folder") await collect(top.oid, folder, depth, seen);
      return seen.files;
    },
  };
}

/** Trees by id, dropped oldest use first once they are too many bytes. */
class TreeShelf {
  readonly #trees = new Map<string, Tree>();
  #bytes = 0;

  get(oid: string): Tree | undefined {
    const tree = this.#trees.get(oid);
    if (tree) {
      this.#trees.delete(oid);
      this.#trees.set(oid, tree);
    }
    return tree;
  }

  put(oid: string, tree: Tree): void {
    if (this.#trees.has(oid)) return;
    this.#trees.set(oid, tree);
    this.#bytes += tree.bytes.length;
    for (const [oldest, { bytes }] of this.#trees) {
      if (this.#bytes <= mostKept) break;
      this.#trees.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}

function commitFacts(oid: string, type: string, content: Buffer): CommitFacts {
  const text = content.toString("utf8");
  const tree = /^tree ([0-9a-f]+)\n/.exec(text)?.[1];
  if (type !== "commit" || tree === undefined) throw damaged(`commit ${oid}`);
  const head = text.indexOf("\n\n");
  return { oid, tree, message: head < 0 ? "" : text.slice(head + 2) };
}

function wellFormed(oid: string, tree: Tree): Tree {
  try {
    tree.starts();
    return tree;
  } catch (error) {
    if (error instanceof RangeError) throw damaged(`tree ${oid}`, error);
    throw error;
  }
}

function damaged(what: string, cause?: Error): GitTrouble {
  return new GitTrouble(reason("git_object_damaged", { what }), "unknown", cause);
}
