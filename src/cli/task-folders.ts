// Task folders on disk, read for the audit: bytes, links, and whatever the folder refers to around itself.
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type WantedAround, wantedAround } from "../core/audit/audit.ts";
import type { FolderFile, FolderHistory, FolderValue } from "../core/audit/folder-value.ts";
import { commitsAround } from "../git/commits-around.ts";
import { attempt } from "./read-input.ts";

/** Larger files are no records; they exist, and nobody reads them. */
const largestFile = 64 * 1024 * 1024;

/** Reads a task folder with its surroundings. What cannot be read exists without content; nothing throws. */
export function readTaskFolder(dir: string, now: string, history: FolderHistory | null = null): FolderValue {
  const root = realOf(dir) ?? dir;
  const files = new Map<string, FolderFile>();
  collect(root, "", files, root);
  const bare: FolderValue = { files, workspace: null, commits: new Set(), history, now };
  const around = workspaceOf(root);
  const wanted = wantedAround(bare);
  return {
    ...bare,
    workspace: around === null ? null : readWorkspace(around, wanted),
    commits: commitsAround(root, wanted, process.env),
  };
}

/** The workspace of a folder that stands in `.herdr-loop/tasks/`; null anywhere else. */
function workspaceOf(root: string): string | null {
  const tasks = dirname(root);
  const loop = dirname(tasks);
  return basename(tasks) === "tasks" && basename(loop) === ".herdr-loop" ? dirname(loop) : null;
}

function collect(dir: string, prefix: string, files: Map<string, FolderFile>, root: string): void {
  const entries = attempt(() => readdirSync(dir, { withFileTypes: true }));
  if (entries.kind === "problem") return;
  for (const entry of entries.value) {
    const path = `${prefix}${entry.name}`;
    const at = join(dir, entry.name);
    if (entry.isDirectory()) collect(at, `${path}/`, files, root);
    else if (entry.isFile()) files.set(path, { content: contentOf(at), outside: false });
    else if (entry.isSymbolicLink()) addLink(at, path, files, root);
    else files.set(path, { content: null, outside: false });
  }
}

/** A link counts as what it leads to; what lies outside the folder exists, but is neither read nor walked. */
function addLink(at: string, path: string, files: Map<string, FolderFile>, root: string): void {
  const target = realOf(at);
  if (target === null) return;
  const inside = target.startsWith(root + sep);
  const regular = attempt(() => statSync(at).isFile());
  const readable = inside && regular.kind === "value" && regular.value;
  files.set(path, { content: readable ? contentOf(at) : null, outside: !inside });
}

function contentOf(path: string): Uint8Array | null {
  const read = attempt(() => (lstatSync(path).size > largestFile ? null : readFileSync(path)));
  return read.kind === "value" ? read.value : null;
}

/** Of the wanted references, those that exist in the workspace and do not leave it, with their texts. */
function readWorkspace(workspace: string, wanted: WantedAround): Map<string, string | null> {
  const found = new Map<string, string | null>();
  const root = realOf(workspace) ?? workspace;
  for (const ref of wanted.refs) {
    const target = realOf(resolve(root, ref));
    if (target === null || !(target === root || target.startsWith(root + sep))) continue;
    const isFile = attempt(() => statSync(target).isFile());
    const content = isFile.kind === "value" && isFile.value ? contentOf(target) : null;
    found.set(ref, content === null ? null : Buffer.from(content).toString("utf8"));
  }
  return found;
}

function realOf(path: string): string | null {
  const read = attempt(() => realpathSync(path));
  return read.kind === "value" ? read.value : null;
}
