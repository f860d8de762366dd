// `audit`: one task, every task of a ledger, or the history of the ledger branch.
import { basename } from "node:path";
import { auditFolder } from "../core/audit/audit.ts";
import {
  auditJson,
  auditProblems,
  auditText,
  historyText,
  progressText,
  taskJson,
  tasksText,
  taskText,
} from "../core/say/audit-report-text.ts";
import { historiesOf, ledgerHistory } from "./audit-history.ts";
import { findTask, findTasks } from "./find-task.ts";
import { readNow } from "./read-input.ts";
import { readTaskFolder } from "./task-folders.ts";

/** Options of the command. */
export interface AuditOptions {
  path: string;
  task?: string;
  json?: boolean;
  strict?: boolean;
  history?: boolean;
  all?: boolean;
  repo?: string;
  now?: string;
}

/** Where lines go: results, problems, and progress where somebody watches. */
export interface AuditScreen {
  say: (line: string) => void;
  complain: (line: string) => void;
  /** A line that replaces the one before; null takes it away. The whole is null where nobody watches. */
  progress: ((line: string | null) => void) | null;
}

/** Runs the command and answers its exit code: 0, 1 for a failed audit or a path that means no task, 2 for a wrong call. */
export async function runAudit(options: AuditOptions, screen: AuditScreen): Promise<number> {
  const { task, all, repo, history } = options;
  if (task !== undefined && all) return complained(screen, auditProblems.taskOrAll, 2);
  if (repo !== undefined) {
    return history ? proveHistory(repo, options, screen) : complained(screen, auditProblems.historyNeeded, 2);
  }
  const found = all ? findTasks(options.path) : findTask(options.path, task);
  if (found.kind === "problem") return complained(screen, found.message);
  return all ? auditAll(found.folders, options, screen) : auditOne(found.folders[0] ?? "", options, screen);
}

async function proveHistory(repo: string, options: AuditOptions, screen: AuditScreen): Promise<number> {
  const answer = await ledgerHistory(repo);
  if (answer.kind === "absent") return complained(screen, auditProblems.noBranch(answer.branch, repo));
  const { report } = answer;
  screen.say(options.json ? JSON.stringify(report) : historyText(report));
  return report.status === "fail" ? 1 : 0;
}

function complained(screen: AuditScreen, message: string, exitCode = 1): number {
  screen.complain(message);
  return exitCode;
}

function timeOf(options: AuditOptions): string {
  return readNow(options.now) ?? new Date().toISOString();
}

async function auditOne(folder: string, options: AuditOptions, screen: AuditScreen): Promise<number> {
  const histories = options.history ? await historiesOf([folder]) : null;
  const value = readTaskFolder(folder, timeOf(options), histories?.(folder) ?? null);
  const report = auditFolder(value, options.strict);
  screen.say(options.json ? JSON.stringify(auditJson(folder, report), null, 2) : auditText(folder, report));
  return report.status === "fail" ? 1 : 0;
}

/** Tasks are read, audited and told one after the other, so that ten thousand need no more memory than one. */
async function auditAll(folders: readonly string[], options: AuditOptions, screen: AuditScreen): Promise<number> {
  const histories = options.history ? await historiesOf(folders) : null;
  const now = timeOf(options);
  let failed = 0;
  for (const [index, folder] of folders.entries()) {
    const report = auditFolder(readTaskFolder(folder, now, histories?.(folder) ?? null), options.strict);
    const id = basename(folder);
    if (report.status === "fail") failed += 1;
    screen.say(options.json ? JSON.stringify(taskJson(id, folder, report)) : taskText(id, report));
    screen.progress?.(progressText(index + 1, folders.length));
  }
  screen.progress?.(null);
  if (!options.json) screen.say(tasksText(folders.length, failed));
  return failed > 0 ? 1 : 0;
}
