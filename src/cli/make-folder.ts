// Makes a folder and the ones above it, one by one.
import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes `path` and whatever is missing above it. Throws the error of the file system. Node's own way never ends where a
 * file system such as /proc answers that the parent, which is there, does not exist.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}
