// Writes loose objects in git's own format, each synced to the disk before it gets its name.
import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { deflateSync } from "node:zlib";

/** An object to be written, with its id. */
export interface NewObject {
  oid: string;
  /** Header and content, as git hashes it. */
  stored: Buffer;
}

const sync = promisify(fsync);

/** From this size on a tree is stored as it is: ids hardly shrink, and trying costs more than the whole rest. */
const bareTreeFrom = 32 * 1024;

/** Names an object by the repository's hash, `sha1` or `sha256`. */
export function newObject(type: "blob" | "tree" | "commit", content: Buffer, hash: string): NewObject {
  const stored = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  return { oid: createHash(hash).update(stored).digest("hex"), stored };
}

/**
 * Writes objects below `folder`, the repository's `objects`. When it resolves, all of them are on the disk; one that
 * was there already is only marked as fresh, so that no clean-up takes it. Rejects with the error of the file system;
 * what was written until then is unreachable and harmless. Only waiting for the disk is worth a detour through
 * threads; it begins with the largest file and goes on while the others are packed.
 */
export async function writeObjects(folder: string, objects: readonly NewObject[]): Promise<void> {
  const mode = statSync(folder).mode & 0o7777;
  const unfinished: Unfinished[] = [];
  const largestFirst = [...objects].sort((a, b) => b.stored.length - a.stored.length);
  try {
    for (const { oid, stored } of largestFirst) {
      const path = join(folder, oid.slice(0, 2), oid.slice(2));
      if (!isFresh(path)) unfinished.push(begin(path, mode, packed(stored)));
    }
    for (const one of unfinished) await one.safe();
    for (const { temporary, path } of unfinished) renameSync(temporary, path);
  } catch (error) {
    for (const { temporary } of unfinished) rmSync(temporary, { force: true });
    throw error;
  } finally {
    for (const one of unfinished) await one.close();
  }
}

/** A file that has its content but not yet its name. `safe` rejects when the disk did not take it. */
interface Unfinished {
  temporary: string;
  path: string;
  safe(): Promise<void>;
  close(): Promise<void>;
}

/** Permissions follow the `objects` folder, as git's do in a repository shared by a group. */
function begin(path: string, mode: number, content: Buffer): Unfinished {
  const temporary = join(dirname(path), `tmp_obj_${randomBytes(6).toString("hex")}`);
  const file = openOnShelf(temporary, mode);
  try {
    writeFileSync(file, content);
    fchmodSync(file, 0o444 & mode);
  } catch (error) {
    closeSync(file);
    rmSync(temporary, { force: true });
    throw error;
  }
  const synced = sync(file).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  return {
    temporary,
    path,
    async safe() {
      const failed = await synced;
      if (failed) throw failed.error;
    },
    async close() {
      await synced;
      closeSync(file);
    },
  };
}

/** False when the object is absent, empty after a crash, or another user's and cannot be marked: it is written again. */
function isFresh(path: string): boolean {
  const now = Date.now() / 1000;
  try {
    const standing = statSync(path, { throwIfNoEntry: false });
    if (standing === undefined || standing.size === 0) return false;
    utimesSync(path, now, now);
    return true;
  } catch {
    return false;
  }
}

function openOnShelf(path: string, mode: number): number {
  try {
    return openSync(path, "wx");
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    makeShelf(dirname(path), mode);
    return openSync(path, "wx");
  }
}

/** Another writer may have made it meanwhile. */
function makeShelf(shelf: string, mode: number): void {
  try {
    mkdirSync(shelf);
    chmodSync(shelf, mode);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function packed(stored: Buffer): Buffer {
  const bare = stored.length >= bareTreeFrom && stored.subarray(0, 5).toString("latin1") === "tree ";
  return deflateSync(stored, bare ? { level: 0, chunkSize: stored.length + 1024 } : { level: 1 });
}
