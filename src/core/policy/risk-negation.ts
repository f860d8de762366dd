// Whether the text says not to do what a term names: directly, or as one of several things it rules out together.
import { blank, borderBefore, firstEnd, wordEnd, words } from "./risk-spans.ts";
import type { RiskText } from "./risk-text.ts";

const strongNegators = ["do not", "don't", "dont", "never", "refuse to", "must not", "should not", "will not"];
const strongOrNo = words([...strongNegators, "no"]);
const never = words(["under no circumstances"]);

const alternatives = (list: readonly string[]) => `(?:${list.join("|")})`;
const negators = [...strongNegators, "without", "no", "not", "avoid", "skip"];
const prohibited =
  "publish|create|prepare|make|perform|run|execute|deploy|submit|upload|change|modify|update|rotate|revoke|delete|remove";

// Matched against the tail of a prefix: single blanks, no newline inside, at most 120 characters.
const start = "(?<![\\p{L}\\p{N}_])";
const notUntrue = new RegExp(`${start}not true${wordEnd}.{0,60}${start}(?:should |must |will )?not$`, "u");
const noHesitation = new RegExp(`${start}(?:do not|don't|dont) hesitate to$`, "u");
const prohibition = new RegExp(
  `${start}${alternatives(strongNegators)} (?:${prohibited}) (?:a|an|the|this|that|any|our|your)$`,
  "u",
);
const direct = new RegExp(`${start}${alternatives(negators)}(?: (?:please|ever|directly|immediately))?$`, "u");
const continued = new RegExp(`${start}${alternatives(strongNegators)}${wordEnd}.{0,80}${start}(?:or|and)$`, "u");
const joins = new RegExp(`${start}(?:and|or)$`, "u");

const listGoesOn = `,${blank}*(?:and|or)${wordEnd}`;
const joinsNext = new RegExp(`${blank}*(?:and|or)${wordEnd}`, "uy");
const ownClause = words(
  ["i", "we", "you", "they", "he", "she", "it", "this", "that", "there"].flatMap((who) =>
    [
      ...["will", "shall", "must", "should", "can", "could", "may", "might", "would"],
      ...["am", "is", "are", "was", "were", "have", "has", "had"],
    ].map((auxiliary) => `${who} ${auxiliary}`),
  ),
);

/** Whether the match between `from` and `to` is ruled out by the words around it (contract section 2, Negation). */
export function isNegated(text: RiskText, from: number, to: number): boolean {
  if (followsFinishedPredicate(text, from)) return false;
  return isDirectlyNegated(text, from, to) || isNegatedTogether(text, from, to);
}

function isDirectlyNegated(text: RiskText, from: number, to: number): boolean {
  const { left } = text.clauseAt(from, to);
  if (text.has(never, left, from)) return true;
  const tail = text.tail(left, from);
  if (notUntrue.test(tail) || noHesitation.test(tail)) return false;
  return prohibition.test(tail) || direct.test(tail) || continued.test(tail);
}

/** "do not X, Y or Z": a negator earlier in the sentence covers the other things in its list. */
function isNegatedTogether(text: RiskText, from: number, to: number): boolean {
  const { left, right } = text.coordinateAt(from, to);
  if (!text.has(strongOrNo, left, from)) return false;
  const tail = text.tail(left, from);
  if (joins.test(tail)) return true;
  if (tail.endsWith(",")) return goesOn(text, to, right);
  const afterComma = borderBefore(text.spans(","), from);
  return afterComma > left && isListItem(text, afterComma, from);
}

/** After the match comes "and" or "or", at once or later behind a comma. */
function goesOn(text: RiskText, to: number, right: number): boolean {
  joinsNext.lastIndex = to;
  const next = joinsNext.exec(text.text);
  if (next !== null && to + next[0].length <= right) return true;
  return firstEnd(text.spans(listGoesOn), to, right) !== -1;
}

/** The words between a list's last comma and the match: one to five, and no clause of their own. */
function isListItem(text: RiskText, afterComma: number, from: number): boolean {
  const count = text.wordCount(afterComma, from);
  return count >= 1 && count <= 5 && !text.has(ownClause, afterComma, from);
}

/** "make no X and <match>": the negation ended with X, unless X itself ends in a risk. */
function followsFinishedPredicate(text: RiskText, from: number): boolean {
  const object = objectOf(text, `${words(["make no", "perform no"])}(?=${blank})`, from);
  return object !== null && !text.termEndsAt(object.from, object.to);
}

/**
 * The X of "<opening> X and <match>", where the opening is the first in the coordinate span that a blank follows: the
 * range of X without blanks around it, which may be empty. Null where the words before the match are not of this form.
 */
export function objectOf(text: RiskText, opening: string, match: number): { from: number; to: number } | null {
  const { left } = text.coordinateAt(match, match);
  const tail = text.tail(left, match);
  if (!/ and$/.test(tail)) return null;
  const start = firstEnd(text.spans(opening), left, match);
  if (start === -1) return null;
  const and = text.text.lastIndexOf("and", match - 1);
  if (and - start < 3) return null;
  return trimmed(text.text, start, and);
}

function trimmed(text: string, from: number, to: number): { from: number; to: number } {
  const isBlank = new RegExp(blank, "u");
  let left = from;
  let right = to;
  while (left < right && isBlank.test(text.charAt(left))) left += 1;
  while (right > left && isBlank.test(text.charAt(right - 1))) right -= 1;
  return { from: left, to: right };
}
