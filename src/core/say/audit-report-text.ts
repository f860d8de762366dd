// Audit reports in words: the reference tool's text, one line per task, the proof of the history, and a Markdown page.
import type { AuditItem, AuditReport } from "../audit/audit.ts";
import type { HistoryBreak } from "../audit/folder-value.ts";
import { codeSpan, inline, tableCell } from "./escape.ts";
import { showHidden } from "./hidden-text.ts";

/** A report as the reference tool writes it: the folder's place, then verdict, counts and items. */
export function auditJson(taskDir: string, report: AuditReport) {
  const { status, pass_count, warn_count, fail_count, skip_count, items } = report;
  return { task_dir: taskDir, status, pass_count, warn_count, fail_count, skip_count, items };
}

/** The counts of a report on one line. */
function counts({ pass_count, warn_count, fail_count, skip_count }: AuditReport): string {
  return `pass=${pass_count} warn=${warn_count} fail=${fail_count} skip=${skip_count}`;
}

/** A report for a terminal, in the reference tool's form. */
export function auditText(taskDir: string, report: AuditReport): string {
  const lines = report.items.flatMap((item) => [
    `[${item.status.toUpperCase()}] ${item.id}: ${item.title}`,
    `  ${item.message}`,
    ...(item.evidence.length > 0 ? [`  evidence: ${showHidden(item.evidence.join(", "))}`] : []),
  ]);
  const head = [
    `VALP audit: ${report.status.toUpperCase()}`,
    `Task: ${showHidden(taskDir)}`,
    `Summary: ${counts(report)}`,
  ];
  return [...head, "", ...lines].join("\n");
}

/** One task of many as JSON. */
export function taskJson(taskId: string, taskDir: string, report: AuditReport) {
  const { items, ...verdict } = report;
  const of = (status: AuditItem["status"]) => items.filter((item) => item.status === status).map(({ id }) => id);
  return { task_id: taskId, task_dir: taskDir, ...verdict, failed: of("fail"), warned: of("warn") };
}

/** One task of many on one line. */
export function taskText(taskId: string, report: AuditReport): string {
  const found = report.items.filter(({ status }) => status === "fail" || status === "warn").map(({ id }) => id);
  const tail = found.length > 0 ? `  ${found.join(", ")}` : "";
  return `${report.status.toUpperCase()}  ${showHidden(taskId)}  ${counts(report)}${tail}`;
}

/** The last line of many tasks. */
export function tasksText(tasks: number, failed: number): string {
  return `${tasks} task${tasks === 1 ? "" : "s"}, ${failed} failed.`;
}

/** How far an audit of many tasks is, as one line of at most 60 characters. */
export function progressText(done: number, all: number): string {
  const width = 30;
  const full = all === 0 ? width : Math.floor((done / all) * width);
  return `[${"#".repeat(full)}${".".repeat(width - full)}] ${done}/${all}`;
}

/** What a walk over the ledger branch found. */
export interface HistoryReport {
  repo: string;
  branch: string;
  head: string;
  status: "pass" | "fail";
  commits: number;
  /** Changes of files that must only grow. */
  changes: number;
  breaks: HistoryBreak[];
}

const breakWords: Readonly<Record<HistoryBreak["what"], string>> = {
  line_changed: "changed",
  cut_short: "was cut short",
  deleted: "was deleted",
  rewritten: "was rewritten",
  unreadable: "cannot be read",
};

/** The proof of a history for a terminal. */
export function historyText(report: HistoryReport): string {
  const walked = `${report.commits} commits of ${showHidden(report.branch)} walked, ${report.changes} changes of files that only grow.`;
  const breaks = report.breaks.map(({ commit, path, what, line }) => {
    const place = line === null ? codeSpan(path) : `line ${line} of ${codeSpan(path)}`;
    return `  ${commit.slice(0, 12)}: ${place} ${breakWords[what]}.`;
  });
  return [`VALP history: ${report.status.toUpperCase()}`, walked, ...breaks].join("\n");
}

/** A report as a page for people. */
export function auditMarkdown(taskId: string, report: AuditReport): string {
  const rows = report.items.map(
    ({ id, title, status, message }) => `| ${status} | \`${id}\` | ${tableCell(title)} | ${tableCell(message)} |`,
  );
  return `# Audit of ${inline(taskId)}: ${report.status}

${counts(report)}

| status | item | what it asks | what was found |
|---|---|---|---|
${rows.join("\n")}
`;
}

/** Why no audit took place. */
export const auditProblems = {
  taskMissing: (task: string, path: string) => `No task ${codeSpan(task)} under ${codeSpan(path)}.`,
  noTasks: (path: string) => `No task folder in ${codeSpan(path)}.`,
  manyTasks: (path: string) =>
    `${codeSpan(path)} holds several tasks. Choose one with --task, or audit every one with --all.`,
  notTask: (path: string) => `${codeSpan(path)} is neither a task folder nor a workspace with tasks.`,
  noBranch: (branch: string, repo: string) => `${codeSpan(repo)} has no branch ${codeSpan(branch)}.`,
  historyNeeded: "--repo walks the history of the ledger branch. Add --history.",
  taskOrAll: "--task chooses one task and --all takes every one. Give one of them.",
} as const;
