// From the tree of the head and a step's files to the new tree, touching only the folders that change.
import { type Reason, reason } from "../core/say/reason.ts";
import { isSafeLedgerPath } from "../core/task/safe-path.ts";
import type { Step } from "../ports.ts";
import { GitTrouble } from "./git-process.ts";
import { type NewObject, newObject } from "./object-writer.ts";
import { findEntry, spliceTree, type TreeEdit } from "./tree-object.ts";
import type { TreeReader } from "./tree-reader.ts";

/** A folder of the step: the names in it that change. Null takes a file out. */
interface Folder {
  files: Map<string, Buffer | null>;
  folders: Map<string, Folder>;
}

/** What a step means as a tree, or why it must not be written. */
export type Plan = { kind: "plan"; top: Folder } | { kind: "refused"; reason: Reason };

/** Checks every path of a step and sorts the files into folders. */
export function planTree(step: Pick<Step, "changes" | "deletions">): Plan {
  const top: Folder = { files: new Map(), folders: new Map() };
  const put = (path: string, content: Buffer | null): Reason | null => {
    if (!isSafeLedgerPath(path)) return reason("ledger_path_unsafe", { path });
    const names = path.split("/");
    const name = names.pop() ?? "";
    let at = top;
    for (const folder of names) {
      if (at.files.has(folder)) return reason("ledger_foreign_file", { path });
      at = subfolder(at, folder);
    }
    if (at.files.has(name) || at.folders.has(name)) return reason("ledger_foreign_file", { path });
    at.files.set(name, content);
    return null;
  };
  const files = [
    ...step.deletions.map((path) => ({ path, content: null })),
    ...step.changes.map(({ path, text }) => ({ path, content: Buffer.from(text) })),
  ];
  for (const { path, content } of files) {
    const refusal = put(path, content);
    if (refusal) return { kind: "refused", reason: refusal };
  }
  return { kind: "plan", top };
}

function subfolder(folder: Folder, name: string): Folder {
  const known = folder.folders.get(name) ?? { files: new Map(), folders: new Map() };
  folder.folders.set(name, known);
  return known;
}

/** The new root tree and every object it needs that may not be stored yet. */
export interface BuiltTree {
  root: string;
  objects: NewObject[];
  trees: Map<string, Buffer>;
}

/**
 * Builds the trees of a plan on top of `base`, the root tree of the head (null: an empty ledger). Rejects with a
 * refusing GitTrouble when something foreign stands where the plan writes.
 */
export async function buildTree(
  reader: TreeReader,
  base: string | null,
  plan: Extract<Plan, { kind: "plan" }>,
  hash: string,
): Promise<BuiltTree> {
  const built: BuiltTree = { root: "", objects: [], trees: new Map() };
  const content = await buildFolder({ reader, built, hash }, base, plan.top, "");
  return { ...built, root: keepTree(built, content, hash) };
}

interface Workshop {
  reader: TreeReader;
  built: BuiltTree;
  hash: string;
}

async function buildFolder(shop: Workshop, base: string | null, folder: Folder, prefix: string): Promise<Buffer> {
  const { reader, built, hash } = shop;
  const old = base === null ? reader.empty : await reader.tree(base);
  const edits = new Map<string, TreeEdit>();
  for (const [name, content] of folder.files) {
    const kind = findEntry(old, name)?.kind;
    if (kind !== undefined && kind !== "file") throw foreign(prefix + name);
    edits.set(name, content && { kind: "file", oid: keepBlob(built, content, hash) });
  }
  for (const [name, inside] of folder.folders) {
    const standing = findEntry(old, name);
    if (standing && standing.kind !== "folder") throw foreign(prefix + name);
    const content = await buildFolder(shop, standing?.oid ?? null, inside, `${prefix}${name}/`);
    if (content.length > 0) edits.set(name, { kind: "folder", oid: keepTree(built, content, hash) });
    else if (standing) edits.set(name, null);
  }
  return spliceTree(old, edits);
}

function foreign(path: string): GitTrouble {
  return new GitTrouble(reason("ledger_foreign_file", { path }), "refused");
}

function keepBlob(built: BuiltTree, content: Buffer, hash: string): string {
  const object = newObject("blob", content, hash);
  built.objects.push(object);
  return object.oid;
}

function keepTree(built: BuiltTree, content: Buffer, hash: string): string {
  const object = newObject("tree", content, hash);
  built.objects.push(object);
  built.trees.set(object.oid, content);
  return object.oid;
}
