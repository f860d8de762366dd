// Which task folders a path means, by the reference tool's rules (contract section 15).
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { auditProblems } from "../core/say/audit-report-text.ts";
import { attempt } from "./read-input.ts";

/** The folders, or why the path means none. */
export type FoundTasks = { kind: "found"; folders: string[] } | { kind: "problem"; message: string };

/** The one task folder that a path, or a path and a task id, means. */
export function findTask(path: string, task: string | undefined): FoundTasks {
  const root = absolute(path);
  if (task !== undefined) {
    const candidates = [join(root, ".herdr-loop", "tasks", task), join(root, task)];
    const folder = candidates.find((each) => existsSync(each));
    return folder === undefined ? problem(auditProblems.taskMissing(task, root)) : found([folder]);
  }
  if (isTaskFolder(root)) return found([root]);
  const tasks = join(root, ".herdr-loop", "tasks");
  if (!existsSync(tasks)) return problem(auditProblems.notTask(root));
  const folders = foldersIn(tasks);
  if (folders.length === 1) return found(folders);
  return problem(folders.length === 0 ? auditProblems.noTasks(tasks) : auditProblems.manyTasks(tasks));
}

/** Every task folder of a workspace, or of a folder of task folders, by name. */
export function findTasks(path: string): FoundTasks {
  const root = absolute(path);
  if (isTaskFolder(root)) return found([root]);
  const tasks = join(root, ".herdr-loop", "tasks");
  const folders = existsSync(tasks) ? foldersIn(tasks) : foldersIn(root).filter(isTaskFolder);
  return folders.length === 0 ? problem(auditProblems.noTasks(root)) : found(folders);
}

function isTaskFolder(dir: string): boolean {
  return existsSync(join(dir, "routing.json")) || existsSync(join(dir, "state.json"));
}

function foldersIn(dir: string): string[] {
  const names = attempt(() => readdirSync(dir).sort());
  if (names.kind === "problem") return [];
  return names.value
    .map((name) => join(dir, name))
    .filter((each) => {
      const isFolder = attempt(() => statSync(each).isDirectory());
      return isFolder.kind === "value" && isFolder.value;
    });
}

function absolute(path: string): string {
  const real = attempt(() => realpathSync(path));
  return real.kind === "value" ? real.value : resolve(path);
}

function found(folders: string[]): FoundTasks {
  return { kind: "found", folders };
}

function problem(message: string): FoundTasks {
  return { kind: "problem", message };
}
