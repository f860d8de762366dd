// What `init` did, and what is left to do.

/** A report of a command: its JSON, its words for a terminal, its exit code. */
export interface InitReport {
  json: { written: string[]; kept: string[] };
  text: string;
  exitCode: 0;
}

/** The report of one run. */
export function initReport(done: { written: string[]; kept: string[] }): InitReport {
  const lines = [
    ...done.written.map((path) => `wrote ${path}`),
    ...done.kept.map((path) => `kept  ${path} (it was there)`),
    "Next:",
    "  1. Read .github/valp.yml and make it yours; `valp-github policy check .github/valp.yml` checks it.",
    "  2. Commit the files to the default branch and create the labels that your rules name.",
    "  3. Comment `/valp start docs-fix` on an issue: the task is recorded on the branch valp-ledger.",
    "  4. For labels and schedules set `mode: watcher` and run `valp-github doctor --record <your login>`.",
  ];
  return { json: done, text: lines.join("\n"), exitCode: 0 };
}
