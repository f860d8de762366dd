// Where the terms of the risk catalogue stand in a text, before anybody asks whether they are meant.
import { mutationDeterminers, mutationVerbs, pluginMutation, skillMutation } from "./risk-catalogue.ts";
import { blanks, countBelow, findSpans, type Spans } from "./risk-spans.ts";

/**
 * All places of a term in a lower-cased text. The words of a term may stand apart by blanks, `_` and `-`; so `rm rf` counts
 * as `rm -rf`, as it does for the protocol's own classifier.
 */
export function termSpans(text: string, term: string): Spans {
  if (term === skillMutation) return mutationSpans(text, ["skill", "skills"]);
  if (term === pluginMutation) return mutationSpans(text, ["plugin", "plugins"]);
  const parts = term.split(/[\s_-]+/).join(`[${blanks}_\\-]+`);
  return findSpans(text, `(?<![a-z0-9])${parts}(?![a-z0-9])`);
}

/** A word of the text, the kind of gap behind it, and how many hard gaps lie before it. */
interface Token {
  word: string;
  start: number;
  end: number;
  /** `hyphen`: one `-` or `_`; `hard`: any other mix of tab, space, `_` and `-`; `none`: something else, or the end. */
  gap: "hyphen" | "hard" | "none";
  hardBefore: number;
}

/**
 * Verb, perhaps a determiner, at most two words, skill or plugin (contract section 2). Words joined by single hyphens or
 * underscores are one word, so they are counted by the hard gaps between them, which needs no trying back and forth.
 */
function mutationSpans(text: string, objects: readonly string[]): Spans {
  const found = { starts: [] as number[], ends: [] as number[] };
  if (!objects.some((object) => text.includes(object))) return found;
  const tokens = tokenize(text);
  const targets = [...tokens.keys()].filter((index) => objects.includes(tokens[index]?.word ?? ""));
  const chainEnds = lastOfChains(tokens);
  let over = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.start < over) continue;
    const first = index + verbLength(tokens, index);
    if (first === index) continue;
    const last = farthestTarget(tokens, targets, first, chainEnds[index] ?? index);
    if (last === undefined) continue;
    found.starts.push(token.start);
    found.ends.push(last.end);
    over = last.end;
  }
  return found;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[a-z0-9]+/g)) {
    const previous = tokens.at(-1);
    let hardBefore = 0;
    if (previous !== undefined) {
      previous.gap = gapKind(text.slice(previous.end, match.index));
      hardBefore = previous.hardBefore + (previous.gap === "hyphen" ? 0 : 1);
    }
    const end = match.index + match[0].length;
    tokens.push({ word: match[0], start: match.index, end, gap: "none", hardBefore });
  }
  return tokens;
}

function gapKind(gap: string): Token["gap"] {
  if (gap === "-" || gap === "_") return "hyphen";
  return /^[\t _-]+$/.test(gap) ? "hard" : "none";
}

/** For every token the last token that is reached from it without leaving the separators. */
function lastOfChains(tokens: readonly Token[]): number[] {
  const last: number[] = new Array(tokens.length);
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    last[index] = tokens[index]?.gap === "none" ? index : (last[index + 1] ?? index);
  }
  return last;
}

/** How many tokens the verb at this place has; 0 where none begins. */
function verbLength(tokens: readonly Token[], index: number): number {
  const token = tokens[index];
  if (token === undefined || token.gap === "none") return 0;
  if (mutationVerbs.includes(token.word)) return 1;
  const next = tokens[index + 1];
  if (next === undefined || next.gap === "none") return 0;
  return mutationVerbs.includes(`${token.word} ${next.word}`) ? 2 : 0;
}

/** The farthest object that the verb before token `first` can reach within its chain, or undefined. */
function farthestTarget(
  tokens: readonly Token[],
  targets: readonly number[],
  first: number,
  chainEnd: number,
): Token | undefined {
  const described = reach(tokens, targets, first, chainEnd);
  const determined = mutationDeterminers.includes(tokens[first]?.word ?? "")
    ? reach(tokens, targets, first + 1, chainEnd)
    : undefined;
  return determined ?? described;
}

/** The last object from token `first` on with at most one hard gap among the words before it. */
function reach(
  tokens: readonly Token[],
  targets: readonly number[],
  first: number,
  chainEnd: number,
): Token | undefined {
  const from = countBelow(targets, first);
  let low = from;
  let high = countBelow(targets, chainEnd + 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isWithinTwoWords(tokens, first, targets[middle] ?? first)) low = middle + 1;
    else high = middle;
  }
  return low > from ? tokens[targets[low - 1] ?? -1] : undefined;
}

function isWithinTwoWords(tokens: readonly Token[], first: number, target: number): boolean {
  if (target <= first) return true;
  return (tokens[target - 1]?.hardBefore ?? 0) - (tokens[first]?.hardBefore ?? 0) <= 1;
}
