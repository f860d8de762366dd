// Other ways to read a text in which a secret may hide: with its lines joined, and with its base64 decoded.

/** A text as somebody could put it together. Every place in it leads back to a place in the text it was made from. */
export interface View {
  text: string;
  /** Where a place of `text` comes from. */
  origin: (at: number) => number;
  /** Whether a piece begins there, so that what stands before it did not stand before it in the original. */
  starts: (at: number) => boolean;
}

/** Line ends, also written out as in JSON, and characters without width: everything that can part a secret unseen. */
const joints = /(?:\r\n|[\r\n\u2028\u2029\v\f]|\\[rn]|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff])+/g;
/** What quotes, lists and string literals put at the ends of a line; hyphens and slashes belong to secrets. */
const wrapping = " \t\u00a0\"'`,;>|#*\\";
/** Digits of base64 as well: wrapping only where blanks or quotes set it apart, or as the mark of a patch. */
const plus = "+";
const patch = /^(?:diff --git |@@ -)/m;

const longestEnds = 200;

/** The text itself. */
export function asWritten(text: string): View {
  return { text, origin: (at) => at, starts: (at) => at === 0 };
}

/** The text with all its lines put together, without what stands around them. */
export function joined(text: string): View {
  const pieces: { from: number; at: number }[] = [];
  const parts: string[] = [];
  const marks = patch.test(text);
  let length = 0;
  const add = (from: number, to: number) => {
    const [start, end] = bare(text, marks && text[from] === plus ? from + 1 : from, to);
    if (start >= end) return;
    pieces.push({ from: start, at: length });
    parts.push(text.slice(start, end));
    length += end - start;
  };
  let from = 0;
  for (const joint of text.matchAll(joints)) {
    add(from, joint.index);
    from = joint.index + joint[0].length;
  }
  add(from, text.length);
  const pieceAt = (at: number) => pieces[lastAtOrBefore(pieces, at)] ?? { from: 0, at: 0 };
  return {
    text: parts.join(""),
    origin: (at) => pieceAt(at).from + at - pieceAt(at).at,
    starts: (at) => pieceAt(at).at === at,
  };
}

/** Runs of base64 or base64url that are long enough to hold a secret, and where they stand. Digests in hex are none. */
export function base64Runs(text: string): { from: number; to: number }[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{24,}/g)]
    .filter(([run]) => !/^[0-9a-f]+$/.test(run))
    .map((run) => ({ from: run.index, to: run.index + run[0].length }));
}

/** A run decoded from `shift` characters on, each byte as one character: letters before it shift what it means. */
export function decoded(text: string, run: { from: number; to: number }, shift: number): View {
  const from = run.from + shift;
  const bytes = Buffer.from(text.slice(from, run.to), "base64");
  return {
    text: bytes.toString("latin1"),
    origin: (at) => Math.min(run.to, from + Math.floor((at * 4) / 3)),
    starts: (at) => at === 0,
  };
}

/** Whether bytes read like words, so that it is worth looking for base64 in them once more. */
export function isWordy(text: string): boolean {
  let plain = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code >= 32 && code < 127) || code === 9 || code === 10 || code === 13) plain += 1;
  }
  return plain * 5 >= text.length * 4;
}

/** A stretch of text without the characters that wrap it, at most 200 on each side. */
function bare(text: string, from: number, to: number): [number, number] {
  const wraps = (at: number, beside: number) => {
    const char = text[at] ?? "";
    return wrapping.includes(char) || (char === plus && wrapping.includes(text[beside] ?? ""));
  };
  let start = from;
  let end = to;
  while (start < end && start - from < longestEnds && wraps(start, start + 1)) start += 1;
  while (end > start && to - end < longestEnds && wraps(end - 1, end - 2)) end -= 1;
  return [start, end];
}

function lastAtOrBefore(pieces: readonly { at: number }[], at: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
