// Which lines of a paragraph begin in plain text: not in inline code, HTML, a comment, a link or a folded part.

/** Elements that hide, fold, quote or delete what stands in them. */
const enclosing = /<(\/?)(?:blockquote|code|del|details|div|dl|ol|picture|pre|s|section|strike|table|template|ul)\b/gi;
const comment = /<!--[\s\S]*?(?:-->|$)/g;

/** How many enclosing elements are still open after this piece of HTML. */
export function openAfter(html: string, open: number): number {
  let depth = open;
  for (const tag of html.replaceAll(comment, "").matchAll(enclosing)) depth = Math.max(0, depth + (tag[1] ? -1 : 1));
  return depth;
}

/** One answer per line of the paragraph, and how many enclosing elements are open behind it. */
export interface PlainLines {
  plain: boolean[];
  open: number;
}

/**
 * Scans the inline constructs of CommonMark that can span lines, from left to right as the specification orders them,
 * in one pass. It is stricter than the specification where that is simpler: brackets count as a link whether or not a
 * reference exists, and a line below something like `[name]:` in the same paragraph is never plain, because that is a
 * footnote or a definition to GitHub.
 */
export function plainLines(lines: readonly string[], open: number): PlainLines {
  const text = lines.join("\n");
  const spans = new Spans(text, open);
  const plain: boolean[] = [];
  let at = 0;
  let defined = false;
  for (const line of lines) {
    plain.push(!defined && !spans.cover(at));
    defined ||= /^\s*\[[^\]]*\]:/.test(line);
    at += line.length + 1;
  }
  return { plain, open: spans.open };
}

const tag =
  /<(?:[a-z][a-z0-9-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][a-z0-9-]*\s*)>/iy;
const autolink = /<[a-z][a-z0-9+.-]{1,31}:[^\s<>]*>/iy;
/** A link target may hold balanced parentheses, here three deep. */
const target = ["", "", "", ""].reduce((inner) => String.raw`(?:\\\S|[^\s()\\]${inner && `|\\(${inner}\\)`})*`, "");
/** Runs of white space stand in look-aheads so that they are never split again: that keeps the match linear. */
const linkTail = new RegExp(
  String.raw`\((?=(\s*))\1(?:<[^<>\n]*>|(?!<)${target})(?=(\s*))\2(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))?(?=(\s*))\3\)`,
  "sy",
);
/** HTML that ends at a fixed text; the longer openings first. */
const enclosures = [
  ["<!-->", ""],
  ["<!--->", ""],
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<!", ">"],
  ["<?", "?>"],
] as const;

/** The stretches of a text that belong to something else than plain text. */
class Spans {
  readonly #text: string;
  readonly #ends: [from: number, to: number][] = [];
  readonly #depthFrom: [at: number, open: number][] = [];
  readonly #runs = new Map<number, number[]>();
  readonly #missing = new Set<string>();
  readonly #brackets: number[] = [];
  open: number;

  constructor(text: string, open: number) {
    this.#text = text;
    this.open = open;
    this.#depthFrom.push([0, open]);
    for (const run of text.matchAll(/`+/g)) {
      const same = this.#runs.get(run[0].length);
      if (same) same.push(run.index);
      else this.#runs.set(run[0].length, [run.index]);
    }
    for (const same of this.#runs.values()) same.reverse();
    for (let at = 0; at < text.length; ) at = this.#step(at);
    this.#ends.sort((one, other) => one[0] - other[0]);
  }

  /** True when the character at this place stands inside a construct. Ask in ascending order. */
  cover(at: number): boolean {
    while (this.#depthFrom[1] !== undefined && this.#depthFrom[1][0] <= at) this.#depthFrom.shift();
    if ((this.#depthFrom[0]?.[1] ?? 0) > 0) return true;
    return this.#reach(at) > at;
  }

  #covered = 0;
  #next = 0;

  #reach(at: number): number {
    for (let span = this.#ends[this.#next]; span !== undefined && span[0] < at; span = this.#ends[++this.#next]) {
      this.#covered = Math.max(this.#covered, span[1]);
    }
    return this.#covered;
  }

  #step(at: number): number {
    switch (this.#text[at]) {
      case "\\":
        return this.#text[at + 1] === "\n" ? at + 1 : at + 2;
      case "`":
        return this.#code(at);
      case "<":
        return this.#html(at);
      case "[":
        this.#brackets.push(at);
        return at + 1;
      case "]":
        return this.#bracketEnd(at);
      default:
        return at + 1;
    }
  }

  #code(at: number): number {
    let length = 1;
    while (this.#text[at + length] === "`") length++;
    const same = this.#runs.get(length) ?? [];
    while (same.length > 0 && (same.at(-1) ?? 0) < at + length) same.pop();
    const closer = same.at(-1);
    return closer === undefined ? at + length : this.#add(at, closer + length);
  }

  #html(at: number): number {
    const end = this.#match(tag, at) ?? this.#match(autolink, at) ?? this.#enclosure(at);
    if (end === null) return at + 1;
    const open = openAfter(this.#text.slice(at, end), this.open);
    if (open !== this.open) this.#depthFrom.push([end, open]);
    this.open = open;
    return this.#add(at, end);
  }

  #enclosure(at: number): number | null {
    for (const [start, stop] of enclosures) {
      if (!this.#text.startsWith(start, at)) continue;
      if (stop === "") return at + start.length;
      // What was not found once is not searched again, so that many openings cost no more than one.
      const found = this.#missing.has(stop) ? -1 : this.#text.indexOf(stop, at + start.length);
      if (found !== -1) return found + stop.length;
      this.#missing.add(stop);
      return null;
    }
    return null;
  }

  #bracketEnd(at: number): number {
    const start = this.#brackets.pop();
    if (start === undefined) return at + 1;
    return this.#add(start, this.#match(linkTail, at + 1) ?? at + 1);
  }

  #match(pattern: RegExp, at: number): number | null {
    pattern.lastIndex = at;
    return pattern.test(this.#text) ? pattern.lastIndex : null;
  }

  #add(from: number, to: number): number {
    this.#ends.push([from, to]);
    return to;
  }
}
