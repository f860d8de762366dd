// How records look on disk: JSON files, JSON lines and timestamps (contract section 0), and how they are read back.

/** Why a text is not what it should be; `line` counts from 1. `what` is a code, never a sentence. */
export interface TextProblem {
  line: number;
  what: "not_json" | "not_an_object";
}

/** An answer that is either the value or the place where the text breaks. Reading never throws. */
export type Reading<T> = { kind: "value"; value: T } | { kind: "problem"; problem: TextProblem };

/** A JSON object whose fields nobody has checked yet. */
export type JsonObject = Record<string, unknown>;

/** A JSON file: two spaces of indentation, UTF-8 unescaped, a trailing newline. Keys keep their order. */
export function jsonFile(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One line of a JSONL file, with its newline. */
export function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * An append-only text with one more object. Earlier bytes stay as they are; a last line that was left without its
 * newline gets it, so that two objects never share a line. `existing` is empty for a file that is not there yet.
 */
export function appendLine(existing: string, value: object): string {
  const joint = existing === "" || existing.endsWith("\n") ? "" : "\n";
  return existing + joint + jsonLine(value);
}

/** Reads a JSON file whose root must be an object. */
export function readJsonObject(text: string): Reading<JsonObject> {
  return parseObject(text, 1);
}

/** Reads a JSONL file: every line that is not blank must be an object. The first broken line is the problem. */
export function readJsonLines(text: string): Reading<JsonObject[]> {
  const value: JsonObject[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const reading = parseObject(line, index + 1);
    if (reading.kind === "problem") return reading;
    value.push(reading.value);
  }
  return { kind: "value", value };
}

/**
 * An ISO 8601 time with an offset, as UTC in whole seconds with the suffix Z. Fractions are cut off, not rounded.
 * Throws a RangeError when the text is no time: callers pass times that they or GitHub made.
 */
export function timestamp(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}Z`;
}

function parseObject(text: string, firstLine: number): Reading<JsonObject> {
  const parsed = parse(text);
  if ("error" in parsed) {
    return { kind: "problem", problem: { line: firstLine + soundLines(text), what: "not_json" } };
  }
  if (isObject(parsed.value)) return { kind: "value", value: parsed.value };
  return { kind: "problem", problem: { line: firstLine, what: "not_an_object" } };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : "" };
  }
}

/**
 * How many lines of a broken JSON text come before the one that breaks it. Engines do not always name the place, but
 * they say of the lines before it that the text merely ends too early: the last such prefix is searched for.
 */
function soundLines(text: string): number {
  const lines = text.trimEnd().split("\n");
  let sound = 0;
  let broken = lines.length;
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (isBeginning(lines.slice(0, middle).join("\n"))) sound = middle;
    else broken = middle;
  }
  return sound;
}

function isBeginning(text: string): boolean {
  const parsed = parse(text);
  if ("value" in parsed) return true;
  if (/end of JSON|Unterminated/.test(parsed.error)) return true;
  return Number(/position (\d+)/.exec(parsed.error)?.[1] ?? -1) >= text.length;
}
