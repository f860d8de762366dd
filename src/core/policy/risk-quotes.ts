// Which words of a text are quoted, as code or in quotation marks, and which quotes the text says to run.
import { blank, countBelow } from "./risk-spans.ts";

/** Answers about the quotes of one lower-cased text; positions are starts of terms, never inside a run of back-ticks. */
export interface Quotes {
  /** In fenced code, or on its line inside an open back-tick, double or single quote. */
  isQuoted(position: number): boolean;
  /** The words before the quote or the fence are an instruction to run it, and nothing else. */
  isExecuted(position: number): boolean;
}

const executesQuote = new RegExp(
  `^${blank}*(?:please${blank}+)?(?:run|execute)` +
    `(?:${blank}+(?:the${blank}+)?(?:following${blank}+)?(?:command|script|literal))?${blank}*$`,
  "u",
);
const executesFence = new RegExp(
  `(?:^|[.;!?\\n])${blank}*(?:please${blank}+)?(?:run|execute)` +
    `(?:${blank}+(?:(?:this|the|a)${blank}+)?(?:following${blank}+)?(?:command|script|snippet|code))?` +
    `${blank}*:?${blank}*$`,
  "u",
);
/** State bits before a position of a line. */
const openTick = 1;
const openDouble = 2;
const openSingle = 4;
/** The last character is an apostrophe inside a word; before a term it would be a quote. */
const innerApostrophe = 8;

/**
 * Reads the quotes of a text, in time linear to it. `instructionBefore` gives the collapsed words before a position, not
 * before `left`; where it cuts them they are longer than any instruction.
 */
export function readQuotes(text: string, instructionBefore: (left: number, position: number) => string): Quotes {
  const state = new Uint8Array(text.length + 1);
  const lastQuote = new Int32Array(text.length + 1).fill(-1);
  const lineStarts: number[] = [];
  for (let start = 0; start <= text.length; ) {
    lineStarts.push(start);
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    readLine(text, start, end, state, lastQuote);
    start = end + 1;
  }
  const fences = findFences(text);
  const lineStart = (position: number) => lineStarts[countBelow(lineStarts, position + 1) - 1] ?? 0;
  const inFence = (position: number) => countBelow(fences.ends, position + 1) % 2 === 1;

  return {
    isQuoted(position) {
      const bits = state[position] ?? 0;
      const single = ((bits & openSingle) !== 0) !== ((bits & innerApostrophe) !== 0);
      return inFence(position) || (bits & (openTick | openDouble)) !== 0 || single;
    },
    isExecuted(position) {
      const left = lineStart(position);
      const quote = text.charAt(position - 1) === "'" ? position - 1 : (lastQuote[position] ?? -1);
      if (quote >= left && executesQuote.test(instructionBefore(left, quote))) return true;
      if (!inFence(position)) return false;
      const opening = fences.last[countBelow(fences.lastEnds, position + 1) - 1];
      return opening !== undefined && executesFence.test(instructionBefore(0, opening));
    },
  };
}

/** Fills in, for every position of a line, what is open before it; three back-ticks together are no quote. */
function readLine(text: string, start: number, end: number, state: Uint8Array, lastQuote: Int32Array): void {
  let bits = 0;
  let last = -1;
  let kept = -1;
  for (let index = start; index < end; index += 1) {
    state[index] = bits;
    lastQuote[index] = last;
    const character = text.charAt(index);
    if (character === "`" && text.startsWith("```", index)) {
      index += 2;
      last = index;
      continue;
    }
    bits &= ~innerApostrophe;
    if (character === "`") bits ^= openTick;
    else if (character === '"') bits ^= openDouble;
    else if (character === "'") bits ^= isInnerApostrophe(text, kept, index, end) ? innerApostrophe : openSingle;
    if (character === "`" || character === '"' || (character === "'" && !isInner(text, index))) last = index;
    kept = index;
  }
  state[end] = bits;
  lastQuote[end] = last;
}

/** Between two letters or digits once runs of three back-ticks are taken out; `kept` is the kept character before. */
function isInnerApostrophe(text: string, kept: number, index: number, end: number): boolean {
  let next = index + 1;
  while (text.startsWith("```", next)) next += 3;
  return kept >= 0 && next < end && endsInAlnum(text, kept) && startsWithAlnum(text, next);
}

/** Between two letters or digits in the text as it stands. */
function isInner(text: string, index: number): boolean {
  return index > 0 && endsInAlnum(text, index - 1) && startsWithAlnum(text, index + 1);
}

function endsInAlnum(text: string, index: number): boolean {
  return /[\p{L}\p{N}]$/u.test(text.slice(Math.max(index - 1, 0), index + 1));
}

function startsWithAlnum(text: string, index: number): boolean {
  return /^[\p{L}\p{N}]/u.test(text.slice(index, index + 2));
}

/**
 * Fences by the end of every three back-ticks counted from the left, which tells open from closed; and by the end of every
 * longer run its last three, which is where the last fence before a place is found.
 */
function findFences(text: string): { ends: number[]; last: number[]; lastEnds: number[] } {
  const fences = { ends: [] as number[], last: [] as number[], lastEnds: [] as number[] };
  for (const run of text.matchAll(/`{3,}/g)) {
    const end = run.index + run[0].length;
    for (let fence = run.index + 3; fence <= end; fence += 3) fences.ends.push(fence);
    fences.last.push(end - 3);
    fences.lastEnds.push(end);
  }
  return fences;
}
