// What a commit may do to the ledger: append-only files grow at their end, write-once files never change again.
import type { HistoryBreak } from "./folder-value.ts";

/** One file that one commit changed: its content before and after, null where there was or is none. */
export interface FileChange {
  commit: string;
  path: string;
  before: Uint8Array | null;
  after: Uint8Array | null;
}

/** How a file of the ledger may change. */
export type Growth = "append_only" | "write_once" | "free";

const writeOnce = [
  /^\.herdr-loop\/watcher-events\/[^/]+\/[0-9a-f]{64}\.json$/,
  /(?:^|\/)wake-results\/[0-9a-f]{64}\.json$/,
  /(?:^|\/)wait-policies\/[0-9a-f]{64}\.json$/,
];

/** How a path may change: JSONL files only grow; the index, wake results and policy copies are written once. */
export function growthOf(path: string): Growth {
  if (path.endsWith(".jsonl")) return "append_only";
  return writeOnce.some((pattern) => pattern.test(path)) ? "write_once" : "free";
}

/** The break that a change is, or null. A file that appears is none. */
export function breakOf({ commit, path, before, after }: FileChange): HistoryBreak | null {
  const growth = growthOf(path);
  if (growth === "free" || before === null) return null;
  if (after === null) return { commit, path, what: "deleted", line: null };
  const same = commonLength(before, after);
  if (same === before.length && (growth === "append_only" || after.length === before.length)) {
    return growsByLines(before, after) ? null : { commit, path, what: "line_changed", line: lineAt(before, same) };
  }
  if (growth === "write_once") return { commit, path, what: "rewritten", line: null };
  const what = same === after.length ? "cut_short" : "line_changed";
  return { commit, path, what, line: lineAt(before, same) };
}

const newline = 10;

/** A last line without its newline may only get that newline: more text on it would be another line. */
function growsByLines(before: Uint8Array, after: Uint8Array): boolean {
  const ended = before.length === 0 || before.at(-1) === newline;
  return ended || after.length === before.length || after[before.length] === newline;
}

function commonLength(one: Uint8Array, other: Uint8Array): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[length] === other[length]) length++;
  return length;
}

function lineAt(content: Uint8Array, position: number): number {
  let line = 1;
  for (let index = 0; index < Math.min(position, content.length); index++) if (content[index] === newline) line++;
  return line;
}
