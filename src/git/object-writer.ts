// Writes loose objects in git's own format, each synced to the disk before it gets its name.
import { createHash, randomBytes } from "node:crypto";
import { chmod, type FileHandle, mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

/** An object to be written, with its id. */
export interface NewObject {
  oid: string;
  /** Header and content, as git hashes it. */
  stored: Buffer;
}

/** From this size on a tree is stored as it is: ids hardly shrink, and trying costs more than the whole rest. */
const bareTreeFrom = 32 * 1024;

/** How many files are written at once; each waits for the disk most of its time. */
const together = 8;

/** Names an object by the repository's hash, `sha1` or `sha256`. */
export function newObject(type: "blob" | "tree" | "commit", content: Buffer, hash: string): NewObject {
  const stored = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  return { oid: createHash(hash).update(stored).digest("hex"), stored };
}

/**
 * Writes objects below `folder`, the repository's `objects`. When it resolves, all of them are on the disk; one that
 * was there already is only marked as fresh, so that no clean-up takes it. Rejects with the error of the file system;
 * what was written until then is unreachable and harmless.
 */
export async function writeObjects(folder: string, objects: readonly NewObject[]): Promise<void> {
  const mode = (await stat(folder)).mode & 0o7777;
  const waiting = [...objects];
  const work = async () => {
    for (let object = waiting.pop(); object; object = waiting.pop()) await writeObject(folder, mode, object);
  };
  const workers = await Promise.allSettled(Array.from({ length: together }, work));
  for (const worker of workers) if (worker.status === "rejected") throw worker.reason;
}

async function writeObject(folder: string, mode: number, { oid, stored }: NewObject): Promise<void> {
  const shelf = join(folder, oid.slice(0, 2));
  const path = join(shelf, oid.slice(2));
  if (await freshen(path)) return;
  const unfinished = join(shelf, `tmp_obj_${randomBytes(6).toString("hex")}`);
  const file = await openOnShelf(shelf, unfinished, mode);
  try {
    await fill(file, packed(stored), mode);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Permissions follow the `objects` folder, as git's do in a repository shared by a group. */
async function fill(file: FileHandle, content: Buffer, mode: number): Promise<void> {
  try {
    await file.writeFile(content);
    await file.chmod(0o444 & mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** False when the object is absent, or belongs to another user and cannot be marked: then it is written again. */
async function freshen(path: string): Promise<boolean> {
  const now = Date.now() / 1000;
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function openOnShelf(shelf: string, path: string, mode: number): Promise<FileHandle> {
  try {
    return await open(path, "wx");
  } catch (error) {
    if (!isAbsent(error)) throw error;
    await mkdir(shelf, { recursive: true });
    await chmod(shelf, mode);
    return open(path, "wx");
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function packed(stored: Buffer): Buffer {
  const bare = stored.length >= bareTreeFrom && stored.subarray(0, 5).toString("latin1") === "tree ";
  return deflateSync(stored, bare ? { level: 0, chunkSize: stored.length + 1024 } : { level: 1 });
}
