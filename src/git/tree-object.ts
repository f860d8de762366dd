// Git tree objects as bytes: finding entries and splicing changes without unpacking thousands of names.

/** What an entry is. `file` has any regular mode. */
export type EntryKind = "file" | "folder" | "link" | "submodule";

/** One entry of a tree. */
export interface TreeEntry {
  kind: EntryKind;
  name: string;
  oid: string;
}

/** A new entry for a name, or null to take it out. */
export type TreeEdit = { kind: "file" | "folder"; oid: string } | null;

const kinds: Readonly<Record<string, EntryKind>> = {
  "40000": "folder",
  "120000": "link",
  "160000": "submodule",
};

const blank = 32;
const slash = 47;
/** Shortest mode, blank, shortest name and NUL. */
const shortestHead = 8;

/**
 * The content of a tree object; `idLength` is 20 bytes, or 32 in a SHA-256 repository. Where its entries start is
 * found on first use, which throws a RangeError on malformed bytes.
 */
export class Tree {
  readonly bytes: Buffer;
  readonly idLength: number;
  #starts: Uint32Array | null = null;

  constructor(bytes: Buffer, idLength: number) {
    this.bytes = bytes;
    this.idLength = idLength;
  }

  /** Offset of every entry, in git's order. */
  starts(): Uint32Array {
    this.#starts ??= entryStarts(this.bytes, this.idLength);
    return this.#starts;
  }
}

/** One pass over the bytes. A search per entry would cost more than this loop, also before it is compiled. */
function entryStarts(bytes: Buffer, idLength: number): Uint32Array {
  const starts = new Uint32Array(Math.ceil(bytes.length / (shortestHead + idLength)) + 1);
  const length = bytes.length;
  let count = 0;
  let at = 0;
  while (at < length) {
    if (bytes[at + 5] !== blank && bytes[at + 6] !== blank) throw new RangeError("malformed tree object");
    starts[count++] = at;
    at += shortestHead - 1;
    while (at < length && bytes[at] !== 0) at++;
    at += idLength + 1;
  }
  if (at !== length) throw new RangeError("malformed tree object");
  return starts.subarray(0, count);
}

/** Offset of an entry's name: modes have five or six digits. */
function nameStart(tree: Tree, index: number): number {
  const start = tree.starts()[index] ?? 0;
  return tree.bytes[start + 5] === blank ? start + 6 : start + 7;
}

/** Offset of the NUL after an entry's name. */
function nameEnd(tree: Tree, index: number): number {
  return entryEnd(tree, index) - tree.idLength - 1;
}

function entryEnd(tree: Tree, index: number): number {
  return tree.starts()[index + 1] ?? tree.bytes.length;
}

function entryAt(tree: Tree, index: number): TreeEntry {
  const { bytes } = tree;
  const name = nameStart(tree, index);
  const end = nameEnd(tree, index);
  return {
    kind: kinds[bytes.toString("latin1", tree.starts()[index], name - 1)] ?? "file",
    name: bytes.toString("utf8", name, end),
    oid: bytes.toString("hex", end + 1, entryEnd(tree, index)),
  };
}

/** All entries in stored order. */
export function treeEntries(tree: Tree): TreeEntry[] {
  return Array.from(tree.starts(), (_, index) => entryAt(tree, index));
}

/** The entry of that exact name, or null. */
export function findEntry(tree: Tree, name: string): TreeEntry | null {
  const index = indexOf(tree, name);
  return index === null ? null : entryAt(tree, index);
}

/** A name stands at one of two places: a folder sorts as if its name ended in a slash. */
function indexOf(tree: Tree, name: string): number | null {
  for (const key of [Buffer.from(name), Buffer.from(`${name}/`)]) {
    const index = lowerBound(tree, key);
    if (index < tree.starts().length && compareKey(tree, index, key) === 0) return index;
  }
  return null;
}

/**
 * The content of the tree with the edits applied, in git's order. An edit replaces an entry of the same name and kind;
 * taking out an absent name changes nothing. An empty result means an empty tree.
 */
export function spliceTree(tree: Tree, edits: ReadonlyMap<string, TreeEdit>): Buffer {
  const parts: { at: number; until: number; put: Buffer; key: Buffer }[] = [];
  for (const [name, edit] of edits) {
    const key = Buffer.from(edit?.kind === "folder" ? `${name}/` : name);
    const old = indexOf(tree, name);
    const index = old ?? lowerBound(tree, key);
    const at = tree.starts()[index] ?? tree.bytes.length;
    const until = old === null ? at : entryEnd(tree, old);
    parts.push({ at, until, put: edit ? entryBytes(name, edit) : Buffer.alloc(0), key });
  }
  parts.sort((a, b) => a.at - b.at || a.key.compare(b.key));
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const part of parts) {
    pieces.push(tree.bytes.subarray(copied, part.at), part.put);
    // A name that is taken out and one that is put in may share a place: what was passed over stays so.
    copied = Math.max(copied, part.until);
  }
  pieces.push(tree.bytes.subarray(copied));
  return Buffer.concat(pieces);
}

function entryBytes(name: string, edit: { kind: "file" | "folder"; oid: string }): Buffer {
  const mode = edit.kind === "folder" ? "40000" : "100644";
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(edit.oid, "hex")]);
}

/** Index of the first entry that does not sort before `key`. */
function lowerBound(tree: Tree, key: Buffer): number {
  let low = 0;
  let high = tree.starts().length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKey(tree, middle, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Below, at or above zero as the entry sorts before, at or after `key`. */
function compareKey(tree: Tree, index: number, key: Buffer): number {
  const name = nameStart(tree, index);
  const length = nameEnd(tree, index) - name;
  const shared = Math.min(length, key.length);
  for (let n = 0; n < shared; n++) {
    const difference = (tree.bytes[name + n] ?? 0) - (key[n] ?? 0);
    if (difference !== 0) return difference;
  }
  if (length > shared) return 1;
  const isFolder = name - (tree.starts()[index] ?? 0) === 6;
  return (isFolder ? slash : 0) - (key[shared] ?? 0) || (isFolder ? 1 : 0) + shared - key.length;
}
