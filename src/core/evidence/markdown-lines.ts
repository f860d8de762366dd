// Reads Markdown line by line: which lines are headings, which stand in code, and which nobody sees.

/** One line of a text, without its line end. */
export interface MarkdownLine {
  /** Counted from 1. */
  number: number;
  text: string;
  /** Prose is what a reader sees as words; fence lines belong to the code they open or close. */
  kind: "prose" | "fence" | "code" | "hidden";
  /** Set on fence lines that open a block: its info string in lower case. */
  info: string | null;
  /** Set on prose lines that are headings written with `#`. */
  heading: { level: number; text: string } | null;
}

/** A fenced block: its info string in lower case, its content, and the line of its fence. */
export interface FencedBlock {
  info: string;
  text: string;
  line: number;
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;

/**
 * Every line in order. Fences follow CommonMark; what stands in an HTML comment is hidden, and so is a line on which one
 * begins. Linear in the text; `open` tells that a fence or a comment was never closed.
 */
export function markdownLines(text: string): { lines: MarkdownLine[]; open: "fence" | "comment" | null } {
  const lines: MarkdownLine[] = [];
  let closing: { mark: string; length: number } | null = null;
  let inComment = false;
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line: MarkdownLine = { number: index + 1, text: raw, kind: "prose", info: null, heading: null };
    lines.push(line);
    const [, marks = "", after = ""] = fence.exec(raw) ?? [];
    if (closing !== null) {
      const ends: boolean = marks.startsWith(closing.mark) && marks.length >= closing.length && after.trim() === "";
      line.kind = ends ? "fence" : "code";
      if (ends) closing = null;
    } else if (inComment) {
      line.kind = "hidden";
      inComment = commentOpenAfter(raw, true);
    } else if (marks !== "" && !(marks.startsWith("`") && after.includes("`"))) {
      closing = { mark: marks.slice(0, 1), length: marks.length };
      line.kind = "fence";
      line.info = after.trim().toLowerCase();
    } else if (raw.includes("<!--")) {
      line.kind = "hidden";
      inComment = commentOpenAfter(raw, false);
    } else {
      line.heading = headingOf(raw);
    }
  }
  if (closing !== null) return { lines, open: "fence" };
  return { lines, open: inComment ? "comment" : null };
}

/** All fenced blocks of a text; one that is never closed reaches to its end. */
export function fencedBlocks(lines: readonly MarkdownLine[]): FencedBlock[] {
  const blocks: { info: string; line: number; content: string[] }[] = [];
  for (const line of lines) {
    if (line.info !== null) blocks.push({ info: line.info, line: line.number, content: [] });
    else if (line.kind === "code") blocks.at(-1)?.content.push(line.text);
  }
  return blocks.map(({ info, line, content }) => ({ info, line, text: content.join("\n") }));
}

function headingOf(raw: string): MarkdownLine["heading"] {
  const found = heading.exec(raw);
  if (found === null) return null;
  const words = (found[2] ?? "").trim();
  return { level: (found[1] ?? "").length, text: withoutClosing(words) };
}

/** `## Name ##` is the heading `Name`. */
function withoutClosing(words: string): string {
  let end = words.length;
  while (end > 0 && words[end - 1] === "#") end -= 1;
  const closed = end < words.length && (end === 0 || /[ \t]/.test(words[end - 1] ?? ""));
  return closed ? words.slice(0, end).trim() : words;
}

function commentOpenAfter(line: string, openBefore: boolean): boolean {
  let open = openBefore;
  for (let at = 0; at !== -1; ) {
    const next: number = line.indexOf(open ? "-->" : "<!--", at);
    if (next === -1) return open;
    at = next + (open ? 3 : 4);
    open = !open;
  }
  return open;
}
