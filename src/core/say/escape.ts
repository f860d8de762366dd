// Untrusted text made harmless before it stands in a sentence, a table, a code block or a comment of ours.
import { showHidden } from "./hidden-text.ts";

/**
 * GitHub finds mentions, references and bare links in the rendered text, where an escape is already gone. Only a
 * character between their parts stops it; this one has no width and allows no line break.
 */
const gap = "\u2060";

/**
 * One line of plain text for a sentence or a table cell. No mention, reference, link, HTML or Markdown survives, the
 * command token is broken, hidden characters become visible. Cut at `max` characters (code points) with an ellipsis.
 * The result is Markdown source: put it into text, never into code, HTML attributes or link targets.
 */
export function inline(text: string, max = 120): string {
  const line = showHidden(cut(text, max)).replaceAll(/\s+/g, " ").trim();
  return defuse(escapeMarkdown(line));
}

/** Inline code, or text in quotation marks, where a word of its own starts and ends. */
const spoken = /(?<=^|[\s(])(?:`[^`]+`|"(?:[^"\\]|\\.)*")(?=$|[\s).,:;?!])/g;

/**
 * A plain sentence that mixes our words with quoted text, as Markdown that reads the same where nothing renders it: what
 * it quotes or shows as code becomes inline code, the rest is made harmless as by {@link inline}. Cut at `max`.
 */
export function plainWords(text: string, max = 300): string {
  const line = cut(text, max).replaceAll(/\s+/g, " ").trim();
  const codes = [...line.matchAll(spoken)];
  let after = 0;
  const parts = codes.map(({ 0: found, index }) => {
    const before = between(line.slice(after, index));
    after = index + found.length;
    return `${before}${codeSpan(found.startsWith("`") ? found.slice(1, -1) : unquoted(found))}`;
  });
  return `${parts.join("")}${between(line.slice(after))}`;
}

/** Words between two pieces of code, with the spaces that hold them apart. */
function between(words: string): string {
  const inner = inline(words, words.length);
  return `${words.startsWith(" ") ? " " : ""}${inner}${words.endsWith(" ") && inner !== "" ? " " : ""}`;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** A short piece of untrusted text in quotation marks, for reason sentences. */
export function quoted(text: string, max = 60): string {
  return `"${inline(text, max)}"`;
}

/**
 * Untrusted text as inline code on one line, with hidden characters visible. Copying it gives the text back. Inside a
 * table wrap the finished cell in {@link tableCell}, because a pipe splits cells even in code.
 */
export function codeSpan(text: string, max = 200): string {
  const line = showHidden(cut(text, max)).replaceAll(/\s+/g, " ");
  const fence = "`".repeat(longestRun(line, "`") + 1);
  const pad = line === "" || /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/**
 * Untrusted text as a fenced code block: the fence is longer than any run of back-ticks inside. `language` is a plain
 * word of ours. Start it on a line of its own.
 */
export function codeBlock(text: string, language = ""): string {
  const lines = showHidden(text.replaceAll(/\r\n?/g, "\n"));
  const fence = "`".repeat(Math.max(3, longestRun(lines, "`") + 1));
  return `${fence}${language}\n${lines}${lines.endsWith("\n") ? "" : "\n"}${fence}`;
}

/** A finished piece of Markdown as a table cell: pipes cannot split it, also those inside code. */
export function tableCell(markdown: string): string {
  return markdown.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}

/**
 * A whole text of ours with every line that starts like a command broken, so that no parser, ours or an echo's, reads
 * a command in it. The line looks the same when rendered. Code blocks are changed too: show commands to type as inline
 * code or inside a sentence when they must stay copyable.
 */
export function breakCommands(text: string): string {
  return text.replaceAll(/^(\s*)\/(?=valp)/gim, "$1\\/");
}

/** A hidden HTML comment that finds our own comment again. The name is ours: letters, digits and `.` `_` `-` `:` `/`. */
export function hiddenMarker(name: string): string {
  if (!/^[A-Za-z0-9](?:[A-Za-z0-9._:/]|-(?!-))*$/.test(name)) throw new RangeError("A marker name must be plain.");
  return `<!-- valp:${name} -->`;
}

/** The name in the marker on the first line of a comment, or null. Later lines are never looked at: they quote people. */
export function readMarker(body: string): string | null {
  return /^<!-- valp:([A-Za-z0-9][A-Za-z0-9._:/-]*) -->[ \t]*(?:\r?\n|$)/.exec(body)?.[1] ?? null;
}

/** The first `max` code points of a text, with an ellipsis when something was cut. Never splits a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Two code units per character are the most; looking further would make a huge body expensive.
  const characters = Array.from(text.slice(0, max * 2 + 2));
  return characters.length <= max ? text : `${characters.slice(0, Math.max(0, max - 1)).join("")}…`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&vert;" };

/** Entities where HTML, tables or quotes could start, back-slashes where Markdown could. */
function escapeMarkdown(line: string): string {
  return line
    .replaceAll(/[&<>|]/g, (char) => entities[char] ?? char)
    .replaceAll(/[\\`*[\]~$]/g, "\\$&")
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/^[#+=-]/, "\\$&")
    .replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/** Breaks what GitHub turns into links after rendering: mentions, references, bare URLs; and our own command token. */
function defuse(line: string): string {
  return line
    .replaceAll(/@(?=\S)/g, `@${gap}`)
    .replaceAll(/#(?=\d)/g, `#${gap}`)
    .replaceAll(/(?<![a-z0-9])gh-(?=\d)/gi, (found) => `${found.slice(0, 2)}${gap}-`)
    .replaceAll("://", `:${gap}//`)
    .replaceAll(/(www)\./gi, `$1${gap}.`)
    .replaceAll(/(mailto|xmpp):/gi, `$1${gap}:`)
    .replaceAll(/(?<!\w)\/(?=valp)/gi, "\\/");
}

function longestRun(text: string, char: string): number {
  let longest = 0;
  let run = 0;
  for (const each of text) {
    run = each === char ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  return longest;
}
