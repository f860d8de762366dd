// Reading JSON that nobody has checked: what is not there or of another kind counts as empty, never as an error.
import type { JsonObject } from "../records/format.ts";

/** Whether a value says anything: null, false, 0 and everything empty do not. */
export function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object, or an empty one where something else stands. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The list, or an empty one where something else stands. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list; everything else in it is left out. */
export function objectsOf(value: unknown): JsonObject[] {
  return listOf(value).filter(isObject);
}

/** The text, or an empty one where something else stands. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Any JSON value as a word: texts as they are, everything else written out. */
export function wordOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Entries of a list as words. */
export function textsOf(value: unknown): string[] {
  return listOf(value).map(wordOf);
}

/**
 * The references of a field that should be a list of them; nothing where the field says nothing. What is no list becomes
 * its written JSON, which no file is called, so that it is found missing instead of being passed over.
 */
export function refsOf(value: unknown): string[] {
  if (Array.isArray(value)) return textsOf(value);
  return isSet(value) ? [JSON.stringify(value)] : [];
}

/** Whether a value is a whole number of at least `least`. */
export function isCount(value: unknown, least = 0): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

/** Whether a value is a text with more than blanks in it. */
export function isWord(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Whether an object has exactly these fields. */
export function hasExactly(value: JsonObject, fields: readonly string[]): boolean {
  const keys = Object.keys(value);
  return keys.length === fields.length && fields.every((field) => Object.hasOwn(value, field));
}

/** Whether two JSON values are equal; the order of keys does not matter, the order of lists does. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((entry, index) => sameJson(entry, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]))
  );
}

/** Whether every one of `needed` is among `present`. */
export function includesAll(present: readonly string[], needed: readonly string[]): boolean {
  return needed.every((entry) => present.includes(entry));
}

/** Whether a list says nothing twice. */
export function isUnique(entries: readonly unknown[]): boolean {
  return new Set(entries).size === entries.length;
}

/** How deep the brackets of a JSON text nest; brackets inside strings do not count. */
export function nesting(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index++;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}
