// Places in a text, found once and looked up by position: what keeps risk classification linear in long texts.

/** Half-open places in a text, in order, not overlapping. */
export interface Spans {
  starts: readonly number[];
  ends: readonly number[];
}

/**
 * The blanks of the protocol's classifier. JavaScript's own class differs: it lacks four separators and has a byte order
 * mark. For use inside a character class.
 */
export const blanks = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
/** One blank. */
export const blank = `[${blanks}]`;
const wordChar = "[\\p{L}\\p{N}_]";
/** Start of a word, in any script. */
export const wordStart = `(?<!${wordChar})`;
/** End of a word, in any script. */
export const wordEnd = `(?!${wordChar})`;

/** A whole-word pattern: one of the alternatives, whose blanks stand for runs of blanks. */
export function words(alternatives: readonly string[]): string {
  const pattern = alternatives.map((words) => words.replaceAll(" ", `${blank}+`)).join("|");
  return `${wordStart}(?:${pattern})${wordEnd}`;
}

/** All places where a pattern stands; the pattern is read without regard to locale. */
export function findSpans(text: string, pattern: string): Spans {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const match of text.matchAll(new RegExp(pattern, "gu"))) {
    starts.push(match.index);
    ends.push(match.index + match[0].length);
  }
  return { starts, ends };
}

/** End of the last span that is over at `position`, or 0: the left border of what follows it. */
export function borderBefore(spans: Spans, position: number): number {
  return spans.ends[lastOver(spans, position)] ?? 0;
}

/** Start of the first span that has not begun before `position`, or `length`: the right border of what leads to it. */
export function borderAfter(spans: Spans, position: number, length: number): number {
  return spans.starts[countBelow(spans.starts, position)] ?? length;
}

/** Whether a span lies within the range. */
export function hasSpan(spans: Spans, from: number, to: number): boolean {
  return (spans.starts[lastOver(spans, to)] ?? -1) >= from;
}

/** End of the first span that lies within the range, or -1. */
export function firstEnd(spans: Spans, from: number, to: number): number {
  const end = spans.ends[countBelow(spans.starts, from)];
  return end !== undefined && end <= to ? end : -1;
}

/** Index of the last span with an end at or before `position`, or -1. */
function lastOver(spans: Spans, position: number): number {
  return countBelow(spans.ends, position + 1) - 1;
}

/** How many of the ascending numbers are smaller than `limit`. */
export function countBelow(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
