// A lower-cased text as the risk classifier looks at it: clauses, sentences, quotes and the words before any place.

import { riskCatalogue } from "./risk-catalogue.ts";
import {
  blank,
  blanks,
  borderAfter,
  borderBefore,
  countBelow,
  findSpans,
  hasSpan,
  type Spans,
  words,
} from "./risk-spans.ts";
import { termSpans } from "./risk-terms.ts";

/** Words after which a new thought begins. */
const turns = ["but", "however", "yet", "then", "next", "after", "before", "afterward", "afterwards", "after that"];
/** Longest look back at the words before a match, in characters of collapsed text; the longest rule needs 100. */
const tailLength = 120;

/** A range of the text. */
export interface Range {
  left: number;
  right: number;
}

/** The text with everything that is found once and then looked up. All of it is built in time linear to the text. */
export interface RiskText {
  text: string;
  /** Between commas, sentence ends, newlines and turns. */
  clauseAt(start: number, end: number): Range;
  /** The same without commas. */
  coordinateAt(start: number, end: number): Range;
  /** Between sentence ends and newlines. */
  sentenceAt(start: number, end: number): Range;
  /** The last words before a position, not before `left`: blanks collapsed to one, trimmed, at most 120 characters. */
  tail(left: number, position: number): string;
  /** Whether the pattern stands within the range; the places of a pattern are found once. */
  has(pattern: string, from: number, to: number): boolean;
  /** The places of a pattern. */
  spans(pattern: string): Spans;
  /** Answers the same question about the same range once; the question is known by its name. */
  ask(name: string, range: Range, question: (text: string) => boolean): boolean;
  /** Words in a range, counted by blanks. */
  wordCount(from: number, to: number): number;
  /** Whether a term of the catalogue ends exactly at `end` and begins at `from` or later. */
  termEndsAt(from: number, end: number): boolean;
}

/** Prepares a text, which must be lower-cased already. */
export function prepareRiskText(text: string): RiskText {
  const found = new Map<string, Spans>();
  const spans = (pattern: string) => remember(found, pattern, () => findSpans(text, pattern));
  const between = (pattern: string) => (start: number, end: number) => ({
    left: borderBefore(spans(pattern), start),
    right: borderAfter(spans(pattern), end, text.length),
  });
  const answers = new Map<string, boolean>();
  const collapsed = once(() => collapse(text));
  const wordStarts = once(() => findSpans(text, `(?<![^${blanks}])[^${blanks}]`));
  const termStarts = once(() => latestTermStarts(text));
  return {
    text,
    clauseAt: between(`[,;.!?\\n]|${words(turns)}`),
    coordinateAt: between(`[;.!?\\n]|${words(turns)}`),
    sentenceAt: between("[.!?\\n]"),
    tail: (left, position) => collapsed().tail(left, position),
    has: (pattern, from, to) => hasSpan(spans(pattern), from, to),
    spans,
    ask: (name, range, question) =>
      remember(answers, `${name} ${range.left} ${range.right}`, () => question(text.slice(range.left, range.right))),
    wordCount: (from, to) => countWords(text, wordStarts(), from, to),
    termEndsAt: (from, end) => (termStarts().get(end) ?? -1) >= from,
  };
}

/** The text with every run of blanks made one: a newline where the run holds one, else a space; and where things went. */
function collapse(text: string): { tail(left: number, position: number): string } {
  const moved = new Int32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let done = 0;
  const keep = (to: number) => {
    for (let index = done; index < to; index += 1) moved[index] = length + index - done;
    parts.push(text.slice(done, to));
    length += to - done;
    done = to;
  };
  for (const run of text.matchAll(new RegExp(`${blank}+`, "gu"))) {
    keep(run.index);
    done = run.index + run[0].length;
    moved.fill(length + 1, run.index, done);
    moved[run.index] = length;
    parts.push(run[0].includes("\n") ? "\n" : " ");
    length += 1;
  }
  keep(text.length);
  moved[text.length] = length;
  const whole = parts.join("");
  return {
    tail(left, position) {
      const to = moved[position] ?? length;
      const from = Math.max(moved[left] ?? 0, to - tailLength);
      return whole.slice(from, to).replace(/^[ \n]|[ \n]$/g, "");
    },
  };
}

function countWords(text: string, starts: Spans, from: number, to: number): number {
  const inside = countBelow(starts.starts, to) - countBelow(starts.starts, from + 1);
  const opens = from < to && !new RegExp(blank, "u").test(text.charAt(from));
  return inside + (opens ? 1 : 0);
}

/** By end position: the latest start of any term that ends there. */
function latestTermStarts(text: string): Map<number, number> {
  const latest = new Map<number, number>();
  for (const term of riskCatalogue.flatMap((kind) => kind.terms)) {
    const { starts, ends } = termSpans(text, term);
    for (const [index, end] of ends.entries()) latest.set(end, Math.max(latest.get(end) ?? -1, starts[index] ?? -1));
  }
  return latest;
}

function remember<T>(known: Map<string, T>, name: string, find: () => T): T {
  const before = known.get(name);
  if (before !== undefined) return before;
  const now = find();
  known.set(name, now);
  return now;
}

function once<T>(find: () => T): () => T {
  const known = new Map<string, T>();
  return () => remember(known, "", find);
}
