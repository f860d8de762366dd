// What the wait sees of a task folder: texts by ref, and whether anything stands at a ref at all.
import type { FolderFiles } from "../task/task-folder.ts";

/** A task folder at one commit. Refs are paths inside it. */
export interface FolderView {
  /** The text of a file; null where there is none, or none that is text. Its UTF-8 bytes are the file's bytes. */
  text(ref: string): string | null;
  /** Whether a regular file stands there, and whether it holds anything. */
  holds(ref: string): "nothing" | "empty" | "content";
}

/** A file of a task folder with its whole new text. */
export interface FileChange {
  ref: string;
  text: string;
}

/** The view of files as read from the ledger branch. A file whose text could not be had counts as holding something. */
export function viewOf(files: FolderFiles): FolderView {
  const text = (ref: string) => {
    const file = files.get(ref);
    return file !== undefined && "text" in file ? file.text : null;
  };
  return {
    text,
    holds(ref) {
      if (!files.has(ref)) return "nothing";
      return text(ref) === "" ? "empty" : "content";
    },
  };
}

/** The view after some changes. */
export function withChanges(view: FolderView, changes: readonly FileChange[]): FolderView {
  const changed = new Map(changes.map((change) => [change.ref, change.text]));
  return {
    text: (ref) => changed.get(ref) ?? view.text(ref),
    holds(ref) {
      const text = changed.get(ref);
      if (text === undefined) return view.holds(ref);
      return text === "" ? "empty" : "content";
    },
  };
}

/** Two lists of changes as one, in order, each ref once with its latest text. */
export function mergeChanges(first: readonly FileChange[], then: readonly FileChange[]): FileChange[] {
  return [...first.filter(({ ref }) => !then.some((change) => change.ref === ref)), ...then];
}
