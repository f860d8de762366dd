// Git tree objects as bytes: finding entries and splicing changes without unpacking thousands of names.

/** What an entry is. `file` has any regular mode. */
export type EntryKind = "file" | "folder" | "link" | "submodule";

/** One entry of a tree object, and where its bytes stand. */
export interface TreeEntry {
  kind: EntryKind;
  name: string;
  oid: string;
  start: number;
  end: number;
}

/** A new entry for a name, or null to take it out. */
export type TreeEdit = { kind: "file" | "folder"; oid: string } | null;

const modes: Readonly<Record<string, EntryKind>> = {
  "40000": "folder",
  "120000": "link",
  "160000": "submodule",
};

const blank = 32;
const slash = 47;

/** Where the parts of an entry stand; `name` and `id` are offsets of their first bytes. */
interface Place {
  start: number;
  name: number;
  id: number;
  end: number;
}

/**
 * The place of the entry at `start`. Throws RangeError on bytes that are no tree, which git would call damaged too.
 */
function placeAt(tree: Buffer, start: number, idLength: number): Place {
  // Modes have five or six digits.
  const name = tree[start + 5] === blank ? start + 6 : start + 7;
  const id = tree.indexOf(0, name) + 1;
  const end = id + idLength;
  if (tree[name - 1] !== blank || id <= name || end > tree.length) throw new RangeError("malformed tree object");
  return { start, name, id, end };
}

function entryAt(tree: Buffer, { start, name, id, end }: Place): TreeEntry {
  return {
    kind: modes[tree.toString("latin1", start, name - 1)] ?? "file",
    name: tree.toString("utf8", name, id - 1),
    oid: tree.toString("hex", id, end),
    start,
    end,
  };
}

/** All entries in stored order. `idLength` is 20 bytes, or 32 in a SHA-256 repository. */
export function treeEntries(tree: Buffer, idLength: number): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.length; ) {
    const place = placeAt(tree, at, idLength);
    entries.push(entryAt(tree, place));
    at = place.end;
  }
  return entries;
}

/** The entry of that exact name, or null. Linear in the bytes of the tree, without making strings on the way. */
export function findEntry(tree: Buffer, name: string, idLength: number): TreeEntry | null {
  const wanted = Buffer.from(name);
  const last = wanted[wanted.length - 1];
  for (let at = 0; at < tree.length; ) {
    const place = placeAt(tree, at, idLength);
    const sameLength = place.id - 1 - place.name === wanted.length;
    if (sameLength && tree[place.id - 2] === last && sameBytes(tree, place.name, wanted)) return entryAt(tree, place);
    at = place.end;
  }
  return null;
}

/**
 * The tree with the edits applied, in git's order (a folder sorts as if its name ended in a slash). An edit replaces
 * an entry of the same name; taking out an absent name changes nothing. An empty result means an empty tree.
 */
export function spliceTree(tree: Buffer, edits: ReadonlyMap<string, TreeEdit>, idLength: number): Buffer {
  const parts: { at: number; until: number; put: Buffer; key: Buffer }[] = [];
  for (const [name, edit] of edits) {
    const old = findEntry(tree, name, idLength);
    const key = Buffer.from(edit?.kind === "folder" ? `${name}/` : name);
    const at = old?.start ?? (edit ? insertionPoint(tree, key, idLength) : tree.length);
    parts.push({ at, until: old?.end ?? at, put: edit ? entryBytes(name, edit) : Buffer.alloc(0), key });
  }
  parts.sort((a, b) => a.at - b.at || a.key.compare(b.key));
  const pieces: Buffer[] = [];
  let copied = 0;
  for (const part of parts) {
    pieces.push(tree.subarray(copied, part.at), part.put);
    copied = part.until;
  }
  pieces.push(tree.subarray(copied));
  return Buffer.concat(pieces);
}

function entryBytes(name: string, edit: { kind: "file" | "folder"; oid: string }): Buffer {
  const mode = edit.kind === "folder" ? "40000" : "100644";
  return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(edit.oid, "hex")]);
}

/** Offset of the first entry that sorts after `key`. */
function insertionPoint(tree: Buffer, key: Buffer, idLength: number): number {
  for (let at = 0; at < tree.length; ) {
    const place = placeAt(tree, at, idLength);
    if (sortsAfter(tree, place, key)) return place.start;
    at = place.end;
  }
  return tree.length;
}

function sortsAfter(tree: Buffer, { start, name, id }: Place, key: Buffer): boolean {
  const length = id - 1 - name;
  const shared = Math.min(length, key.length);
  for (let n = 0; n < shared; n++) {
    const difference = (tree[name + n] ?? 0) - (key[n] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  const isFolder = name - start === 6;
  const next = length > shared ? (tree[name + shared] ?? 0) : isFolder ? slash : 0;
  return next > (key[shared] ?? 0);
}

function sameBytes(tree: Buffer, at: number, wanted: Buffer): boolean {
  return tree.compare(wanted, 0, wanted.length, at, at + wanted.length) === 0;
}
