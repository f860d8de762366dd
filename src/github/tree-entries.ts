// Files and folders as GraphQL shows them: the fragments to ask with, the shapes that answer, and a file's text.
import { createHash } from "node:crypto";
import * as z from "zod";
import { unreadableBecause } from "../core/say/ledger-reasons.ts";
import type { StoredFile, UnreadableFile } from "../ports.ts";

/** An entry of a tree. `object` is empty or null for what is neither file nor folder, absent where not asked for. */
export interface Entry {
  name: string;
  mode: number;
  oid: string;
  object?: EntryObject | null | undefined;
}

/** A blob has a size, a tree has entries (null or absent below the depth that was asked for). */
export interface EntryObject {
  byteSize?: number | undefined;
  isBinary?: boolean | null | undefined;
  isTruncated?: boolean | undefined;
  text?: string | null | undefined;
  entries?: Entry[] | null | undefined;
}

/** Shape of one entry in an answer. */
export const entrySchema: z.ZodType<Entry> = z.object({
  name: z.string(),
  mode: z.number(),
  oid: z.string(),
  get object() {
    return objectSchema.nullish();
  },
});

const objectSchema: z.ZodType<EntryObject> = z.object({
  byteSize: z.number().optional(),
  isBinary: z.boolean().nullable().optional(),
  isTruncated: z.boolean().optional(),
  text: z.string().nullable().optional(),
  get entries() {
    return z.array(entrySchema).nullable().optional();
  },
});

const facts = "name mode oid";
const blob = "... on Blob { byteSize isBinary isTruncated text }";

/** Selection of a single entry with its text; what stands inside a folder is not asked for. */
export const fileSelection = `${facts} object { ${blob} }`;

/** Selection of a folder, `depth` levels deep; `texts` also asks for what stands in the files. */
export function folderSelection(depth: number, texts: boolean): string {
  const inside = depth > 1 ? folderSelection(depth - 1, texts) : facts + (texts ? ` object { ${blob} }` : "");
  return `${facts} object { ${texts ? blob : ""} ... on Tree { entries { ${inside} } } }`;
}

/** What an entry is, by git's file mode. */
export type EntryKind = "file" | "folder" | "link" | "submodule";

/** The kind behind a mode. */
export function kindOf({ mode }: Pick<Entry, "mode">): EntryKind {
  switch (mode) {
    case 0o040000:
      return "folder";
    case 0o120000:
      return "link";
    case 0o160000:
      return "submodule";
    default:
      return "file";
  }
}

/** Everything below a folder that is no folder itself, with its path from the root. */
export function filesIn(folder: Entry, path: string): [path: string, entry: Entry][] {
  if (kindOf(folder) !== "folder") return [];
  return (folder.object?.entries ?? []).flatMap((entry) => {
    const at = `${path}/${entry.name}`;
    return kindOf(entry) === "folder" ? filesIn(entry, at) : [[at, entry] as [string, Entry]];
  });
}

const largestText = 5 * 1024 * 1024;
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The file of an entry, or `fetch` when its content has to be asked for by id: GraphQL cuts long texts and repairs odd
 * ones, so only a text that hashes to the blob's id is taken for the file.
 */
export function fileOf(entry: Entry): StoredFile | UnreadableFile | "fetch" {
  const { oid, object } = entry;
  const kind = kindOf(entry);
  if (kind !== "file") return { unreadable: unreadableBecause[kind], oid };
  if (object?.byteSize === undefined) return { unreadable: unreadableBecause.lost, oid };
  if (object.byteSize > largestText) return { unreadable: unreadableBecause.tooLarge, oid };
  if (object.isBinary === true) return { unreadable: unreadableBecause.notText, oid };
  if (object.isTruncated !== false || typeof object.text !== "string") return "fetch";
  return blobId(Buffer.from(object.text), oid) === oid ? { text: object.text, oid } : "fetch";
}

/** The file behind the bytes of a blob, which have to be those of that id. */
export function fileFromBytes(bytes: Buffer, oid: string): StoredFile | UnreadableFile {
  if (blobId(bytes, oid) !== oid) return { unreadable: unreadableBecause.cutOff, oid };
  if (bytes.includes(0)) return { unreadable: unreadableBecause.notText, oid };
  try {
    return { text: decoder.decode(bytes), oid };
  } catch {
    return { unreadable: unreadableBecause.notText, oid };
  }
}

/** Git's id of a blob, in the hash that the id at hand is made of. */
function blobId(bytes: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
