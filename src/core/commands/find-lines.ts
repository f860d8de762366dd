// Finds the lines of a text that are commands by their place: in a paragraph at the top of the document.
import { type Node, Parser } from "commonmark";
import { hasHidden, withoutHidden } from "../say/hidden-text.ts";
import { openAfter, plainLines } from "./plain-lines.ts";

/** A line that addresses us. `rest` is what follows `/valp`; null when hidden characters make it unreadable. */
export interface FoundLine {
  /** Counted from 1. */
  line: number;
  rest: string | null;
  /** The fenced block right below the line: its info word in lower case and its text. */
  block: { info: string; text: string } | null;
}

/** Up to three spaces may precede; more of them is code. The token must end. */
const command = /^[ \u00a0]{0,3}\/valp(?=\s|$)(.*)$/isu;

/**
 * Every such line of a text, in order. Quotes, lists, code, HTML and headings never hold one.
 *
 * Why commonmark and its block phase only: on 60,000 hostile characters its block phase stays linear (worst about
 * 0.3 s), where micromark needs 28 s for `>`, 50 s for a lazy quote and 80 s for headings; its inline phase needs 27 s
 * for `[a](`, and only the few inline constructs that can swallow a line matter here, so those are scanned by
 * plainLines.
 */
export function findLines(lines: readonly string[]): FoundLine[] {
  const found: FoundLine[] = [];
  let open = 0;
  for (let block = parseBlocks(lines.join("\n")).firstChild; block !== null; block = block.next) {
    if (block.type === "html_block") open = openAfter(block.literal ?? "", open);
    if (block.type !== "paragraph") continue;
    const [first, last] = [block.sourcepos[0][0], block.sourcepos[1][0]];
    const own = lines.slice(first - 1, last);
    const scan = plainLines(own, open);
    open = scan.open;
    if (belowDefinition(block, lines)) continue;
    for (const [index, line] of own.entries()) {
      if (!scan.plain[index]) continue;
      const rest = read(line);
      if (rest === undefined) continue;
      const number = first + index;
      found.push({ line: number, rest, block: number === last ? fenceAfter(block, last) : null });
    }
  }
  return found;
}

/**
 * True when a definition such as `[name]: target` stands right above a paragraph. The parser takes definitions out of the
 * tree; to GitHub the paragraph belongs to it when it is a footnote.
 */
function belowDefinition(paragraph: Node, lines: readonly string[]): boolean {
  const above = paragraph.sourcepos[0][0] - 1;
  const taken = paragraph.prev?.sourcepos[1][0] ?? 0;
  return above > taken && lines[above - 1]?.trim() !== "";
}

/** The rest of a command line, null when it hides characters, undefined when it is no command. */
function read(line: string): string | null | undefined {
  const rest = command.exec(line)?.[1];
  if (rest !== undefined && !hasHidden(rest)) return rest.trim();
  return command.test(withoutHidden(line)) ? null : undefined;
}

function fenceAfter(paragraph: Node, last: number): FoundLine["block"] {
  const next = paragraph.next;
  if (next?.type !== "code_block" || typeof next.info !== "string") return null;
  // One empty line between the command and its block is how most people write it.
  if (next.sourcepos[0][0] > last + 2) return null;
  return { info: next.info.trim().split(/\s/)[0]?.toLowerCase() ?? "", text: next.literal ?? "" };
}

const marker = "[ \\t]*(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))";
const deepNest = new RegExp(`^((?:${marker}){50})(?:${marker})+`, "gm");

/**
 * The block tree without its inline phase. A line that opens more than 50 quotes and lists keeps 50 of them: what it holds
 * is no command at any depth, and every further one costs the parser a look at the whole line.
 */
function parseBlocks(text: string): Node {
  const parser = new Parser() as Parser & { inlineParser: { parse(block: Node): void } };
  parser.inlineParser.parse = () => undefined;
  return parser.parse(text.replaceAll(deepNest, "$1"));
}
