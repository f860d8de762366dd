// Cuts a finished Markdown text to what GitHub takes in one comment, without leaving anything open.

/** Longest body of a comment, in characters as GitHub counts them; code units are never fewer than those. */
export const longestComment = 65_536;

/**
 * The text unchanged when it fits, else its beginning, cut between blocks where possible, with open code fences and
 * `<details>` closed and one line that says so and links the whole text (`link` null or empty: no page exists). The
 * length is counted in UTF-16 code units, so an emoji of four bytes counts twice and the result is always accepted.
 */
export function clip(markdown: string, link: string | null, max = longestComment): string {
  if (markdown.length <= max) return markdown;
  const note = link ? `*This text was cut here. [Read all of it](${link}).*` : "*This text was cut here.*";
  // A cut piece can need a longer ending than reserved; giving room back a few times is enough to fit.
  for (let room = max - note.length - 2; room > 0; room -= 256) {
    const kept = blockEnd(codePointEnd(markdown, room));
    const end = closing(kept);
    const text = `${kept.trimEnd()}${end}\n\n${note}`;
    if (text.length <= max) return text;
  }
  return note.slice(0, max);
}

/** At most `room` code units from the start, never half a character. */
function codePointEnd(text: string, room: number): string {
  const last = text.charCodeAt(room - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? room - 1 : room);
}

/** Back to the last empty line, else to the last line end, as long as no more than a quarter of the text is given up. */
function blockEnd(text: string): string {
  const least = text.length * 0.75;
  const block = text.lastIndexOf("\n\n");
  if (block >= least) return text.slice(0, block);
  const line = text.lastIndexOf("\n");
  return line >= least ? text.slice(0, line) : text;
}

/** What must follow a cut text so that nothing after it lands inside a fence, a comment or a folded part. */
function closing(text: string): string {
  let fence: string | null = null;
  let open = 0;
  let comment = false;
  for (const line of text.split("\n")) {
    const mark = /^(?:[ \t>]|[-*+] )*(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence !== null) {
      const run = mark?.[1];
      if (run?.startsWith(fence) && mark?.[2]?.trim() === "") fence = null;
    } else if (!comment && mark?.[1] !== undefined && !(mark[1].startsWith("`") && mark[2]?.includes("`"))) {
      fence = mark[1];
    } else {
      comment = commentOpenAfter(line, comment);
      open = Math.max(0, open + (line.match(/<details\b/gi)?.length ?? 0) - (line.match(/<\/details>/gi)?.length ?? 0));
    }
  }
  const ends = [fence === null ? "" : `\n${fence}`, comment ? "\n-->" : "", "\n\n</details>".repeat(open)];
  return ends.join("");
}

function commentOpenAfter(line: string, open: boolean): boolean {
  const start = line.lastIndexOf("<!--");
  const end = line.lastIndexOf("-->");
  if (start === -1 && end === -1) return open;
  return start > end;
}
