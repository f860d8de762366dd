// A task folder as one value, with everything around it that the audit needs to know: loaded beforehand by whoever asks.

/** One file: its bytes or text, null where nobody may or can read it. */
export interface FolderFile {
  content: Uint8Array | string | null;
  /** True when it is reached by a link that leads out of the task folder. */
  outside: boolean;
}

/** What the history of the ledger branch says about a folder. */
export interface FolderHistory {
  commits: number;
  /** Every earlier line that a later commit changed or took away. */
  breaks: readonly HistoryBreak[];
}

/** One place where a commit changed what must only grow. */
export interface HistoryBreak {
  commit: string;
  path: string;
  what: "line_changed" | "cut_short" | "deleted" | "rewritten" | "unreadable";
  /** The first line that differs, from 1; null where the file as a whole is meant. */
  line: number | null;
}

/** A task folder and its surroundings. */
export interface FolderValue {
  /** By path inside the folder, with forward slashes; folders follow from their files. */
  files: ReadonlyMap<string, FolderFile>;
  /**
   * What exists of the references that {@link wantedAround} asks for, by path in the workspace, with the text where it is
   * a readable file and null where not. The whole map is null where the folder stands in no `.herdr-loop/tasks/`.
   */
  workspace: ReadonlyMap<string, string | null> | null;
  /** Commits asked for that exist, and pairs `older..newer` where the first is an ancestor of the second. */
  commits: ReadonlySet<string>;
  /** Null where nobody walked the history. */
  history: FolderHistory | null;
  /** The time of the audit, ISO 8601; only freshness of a task that is not done depends on it. */
  now: string;
}

/** A folder of texts alone, such as one that is about to be committed: no links, nothing known around it. */
export function folderOfTexts(texts: ReadonlyMap<string, string>, now: string): FolderValue {
  return {
    files: new Map([...texts].map(([path, content]) => [path, { content, outside: false }])),
    workspace: null,
    commits: new Set(),
    history: null,
    now,
  };
}
