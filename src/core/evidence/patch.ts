// Reads a patch as `git diff` writes it, strictly: every line is accounted for, so that no path it touches stays unseen.

/** One file that a patch touches. Modes are git's six octal digits, null where the patch does not name one. */
export interface TouchedFile {
  path: string;
  /** Where the content comes from, for renames and copies; null otherwise. */
  from: string | null;
  change: "add" | "delete" | "modify" | "rename" | "copy";
  oldMode: string | null;
  newMode: string | null;
  binary: boolean;
  added: number;
  removed: number;
}

/** The files of a patch, or the first line (from 1) that is not what git would write there. */
export type PatchReading = { kind: "patch"; files: TouchedFile[] } | { kind: "unreadable"; line: number };

const mode = "(\\d{6})";
const headers = {
  oldMode: new RegExp(`^old mode ${mode}$`),
  newMode: new RegExp(`^new mode ${mode}$`),
  deleted: new RegExp(`^deleted file mode ${mode}$`),
  created: new RegExp(`^new file mode ${mode}$`),
  index: /^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: (\d{6}))?$/,
  similarity: /^(?:dis)?similarity index \d{1,3}%$/,
  moved: /^(rename|copy) (from|to) (.+)$/,
};

/** Reads a patch. Never throws; anything but a run of `diff --git` sections is unreadable. */
export function readPatch(text: string): PatchReading {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const reader = new PatchReader(lines);
  const files: TouchedFile[] = [];
  while (!reader.atEnd()) {
    const file = reader.section();
    if (file === null) return { kind: "unreadable", line: reader.line };
    files.push(file);
  }
  return { kind: "patch", files };
}

interface Section {
  touched: TouchedFile;
  /** The two names of the first line, as they stand there. */
  names: string;
  moved: { from: string | null; to: string | null };
}

class PatchReader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  atEnd(): boolean {
    return this.#at >= this.#lines.length;
  }

  /** The line that is looked at, from 1. */
  get line(): number {
    return this.#at + 1;
  }

  /** One section, from its `diff --git` line to the next; null where the current line is out of place. */
  section(): TouchedFile | null {
    const first = this.#current();
    if (!first.startsWith("diff --git ")) return null;
    const start = this.#at;
    this.#at += 1;
    const section: Section = {
      touched: {
        path: "",
        from: null,
        change: "modify",
        oldMode: null,
        newMode: null,
        binary: false,
        added: 0,
        removed: 0,
      },
      names: first.slice("diff --git ".length),
      moved: { from: null, to: null },
    };
    while (this.#header(section)) this.#at += 1;
    const content = this.#content(section);
    if (content === null) return null;
    const named = nameSection(section, content);
    if (named === null) this.#at = start;
    return named;
  }

  #current(): string {
    return this.#lines[this.#at] ?? "";
  }

  #header({ touched, moved }: Section): boolean {
    const line = this.#current();
    const move = headers.moved.exec(line);
    if (move !== null) {
      const [, how, end, name = ""] = move;
      touched.change = how === "rename" ? "rename" : "copy";
      const path = unquoted(name);
      if (path === null) return false;
      if (end === "from") moved.from = path;
      else moved.to = path;
      return true;
    }
    const created = headers.created.exec(line)?.[1];
    const deleted = headers.deleted.exec(line)?.[1];
    const index = headers.index.exec(line);
    if (created !== undefined) touched.change = "add";
    if (deleted !== undefined) touched.change = "delete";
    touched.newMode = created ?? headers.newMode.exec(line)?.[1] ?? index?.[1] ?? touched.newMode;
    touched.oldMode = deleted ?? headers.oldMode.exec(line)?.[1] ?? index?.[1] ?? touched.oldMode;
    return [headers.created, headers.deleted, headers.oldMode, headers.newMode, headers.index, headers.similarity].some(
      (header) => header.test(line),
    );
  }

  /** What follows the header: nothing, a binary note or block, or the two file lines with their hunks. */
  #content({ touched }: Section): { old: string; new: string } | "none" | null {
    const line = this.#current();
    if (this.atEnd() || line.startsWith("diff --git ")) return "none";
    if (/^Binary files .+ differ$/.test(line)) {
      touched.binary = true;
      this.#at += 1;
      return "none";
    }
    if (line === "GIT binary patch") return this.#binary(touched) ? "none" : null;
    const old = fileLine(line, "--- ");
    if (old === null) return null;
    this.#at += 1;
    const made = fileLine(this.#current(), "+++ ");
    if (made === null) return null;
    this.#at += 1;
    let hunks = 0;
    while (this.#current().startsWith("@@ ")) {
      if (!this.#hunk(touched)) return null;
      hunks += 1;
    }
    return hunks === 0 ? null : { old, new: made };
  }

  #hunk(touched: TouchedFile): boolean {
    const head = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@(?: .*)?$/.exec(this.#current());
    if (head === null) return false;
    let [before, after] = [Number(head[1] ?? 1), Number(head[2] ?? 1)];
    this.#at += 1;
    while (before > 0 || after > 0) {
      if (this.atEnd()) return false;
      const mark = this.#current().slice(0, 1);
      // A context line that is empty may have lost its one blank on the way.
      if (mark === " " || mark === "" || mark === "\r") [before, after] = [before - 1, after - 1];
      else if (mark === "-") before -= 1;
      else if (mark === "+") after -= 1;
      else if (mark !== "\\") return false;
      if (before < 0 || after < 0) return false;
      if (mark === "-") touched.removed += 1;
      if (mark === "+") touched.added += 1;
      this.#at += 1;
    }
    while (this.#current().startsWith("\\")) this.#at += 1;
    return true;
  }

  #binary(touched: TouchedFile): boolean {
    touched.binary = true;
    this.#at += 1;
    if (!/^(?:literal|delta) \d{1,12}$/.test(this.#current())) return false;
    while (/^(?:literal \d{1,12}|delta \d{1,12}|[A-Za-z][!-~]{1,80}|)$/.test(this.#current()) && !this.atEnd())
      this.#at += 1;
    return true;
  }
}

/** The path of a `---` or `+++` line with its `a/` or `b/`, or `/dev/null`; null where the line is another one. */
function fileLine(line: string, mark: string): string | null {
  if (!line.startsWith(mark)) return null;
  const name = line.slice(mark.length).replace(/\t$/, "");
  return name === "/dev/null" ? name : unquoted(name);
}

/** The section with its path, when all places that name it agree. */
function nameSection(
  { touched, names, moved }: Section,
  content: { old: string; new: string } | "none",
): TouchedFile | null {
  const both = headerNames(names, moved);
  if (both === null) return null;
  const [from, to] = both;
  const isMove = touched.change === "rename" || touched.change === "copy";
  if (isMove ? moved.from !== from || moved.to !== to : from !== to) return null;
  if (content !== "none") {
    const old = touched.change === "add" ? "/dev/null" : `a/${from}`;
    const made = touched.change === "delete" ? "/dev/null" : `b/${to}`;
    if (content.old !== old || content.new !== made) return null;
  }
  return { ...touched, path: to, from: isMove ? from : null };
}

/** The two names of a `diff --git` line. Unquoted names with blanks are told apart by what else is known of them. */
function headerNames(names: string, moved: Section["moved"]): [string, string] | null {
  if (moved.from !== null && moved.to !== null) {
    if (names === `a/${moved.from} b/${moved.to}`) return [moved.from, moved.to];
  }
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(names);
  if (quoted !== null) {
    const [old, made] = [unquoted(quoted[1] ?? ""), unquoted(quoted[2] ?? "")];
    if (old === null || made === null || !old.startsWith("a/") || !made.startsWith("b/")) return null;
    return [old.slice(2), made.slice(2)];
  }
  const half = (names.length - 1) / 2;
  const [old, made] = [names.slice(0, half), names.slice(half + 1)];
  const same = Number.isInteger(half) && names[half] === " " && old.startsWith("a/") && made === `b/${old.slice(2)}`;
  return same ? [old.slice(2), old.slice(2)] : null;
}

const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** A name as git writes it: plain, or in quotes with C escapes over its UTF-8 bytes. Null where it is neither. */
function unquoted(name: string): string | null {
  if (!name.startsWith('"')) return name.includes('"') ? null : name;
  if (!/^"(?:[^"\\]|\\(?:[abtnvfr"\\]|[0-3][0-7]{2}))*"$/.test(name)) return null;
  const bytes = [...name.slice(1, -1).matchAll(/\\([0-3][0-7]{2}|.)|[^\\]+/gs)].flatMap(([part, escaped]) => {
    if (escaped === undefined) return [...Buffer.from(part, "utf8")];
    return [escaped.length === 3 ? Number.parseInt(escaped, 8) : (escapes[escaped] ?? 0)];
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    // A name that is no UTF-8 cannot be told to anybody, so it is not read.
    return null;
  }
}
