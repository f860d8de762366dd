// Reads a JSON schema: a small part of the language, understood completely or refused.
import { RE2JS } from "re2js";

/** A schema that can be used, or the place in it that cannot. `what` names the keyword or the word that is wrong. */
export type SchemaReading = { kind: "schema"; schema: JsonSchema } | { kind: "unusable"; path: string; what: string };

/** A schema that {@link readSchema} accepted, with its patterns ready to be used. */
export interface JsonSchema {
  readonly root: unknown;
  readonly patterns: ReadonlyMap<string, RE2JS>;
}

/**
 * The part of JSON Schema (2020-12) that is understood. A schema that uses anything else is unusable as a whole: a rule
 * that nobody checks would look like one that holds. Our own, because ajv generates code and matches `pattern` with
 * expressions that can take for ever, and zod's reader does the latter and skips what it does not know.
 */
const keywords = new Set([
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "additionalProperties",
  "minProperties",
  "maxProperties",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "$ref",
]);
/** Words about the schema itself; they ask for nothing. */
const remarks = new Set([
  "$schema",
  "$id",
  "$comment",
  "$defs",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
]);
const types = ["object", "array", "string", "number", "integer", "boolean", "null"];
/** Levels of nesting, of schemas and of what is held against them. */
export const deepest = 64;
/** Reads a schema text. Refuses keywords that are not understood, references outside `#/$defs/`, unusable patterns. */
export function readSchema(text: string): SchemaReading {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    // What is wrong with the JSON is for its editor to say; here it is enough that it is none.
    return { kind: "unusable", path: "", what: "json" };
  }
  if (!isShallow(root)) return { kind: "unusable", path: "", what: "nesting" };
  const patterns = new Map<string, RE2JS>();
  const wrong = schemaProblem({ root, patterns }, root, "");
  return wrong === null ? { kind: "schema", schema: { root, patterns } } : { kind: "unusable", ...wrong };
}

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** True for a JSON object. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A key of its own of a JSON object; undefined where there is none. */
export function field(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether nothing lies deeper than 64 levels, found without recursion. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return true;
  }
  return false;
}

interface Reading {
  root: unknown;
  patterns: Map<string, RE2JS>;
}

function schemaProblem(reading: Reading, schema: unknown, path: string): { path: string; what: string } | null {
  if (typeof schema === "boolean") return null;
  if (!isFields(schema)) return { path, what: "schema" };
  for (const [key, rule] of Object.entries(schema)) {
    const at = `${path}/${key}`;
    if (!keywords.has(key) && !remarks.has(key)) return { path: at, what: key };
    if (!isWellFormed(reading, key, rule)) return { path: at, what: key };
    for (const [name, below] of schemasIn(key, rule)) {
      const problem = schemaProblem(reading, below, name === "" ? at : `${at}/${name}`);
      if (problem !== null) return problem;
    }
  }
  return null;
}

/** The schemas inside a keyword's value, each with its place in it. */
function schemasIn(key: string, rule: unknown): [string, unknown][] {
  if (["properties", "$defs"].includes(key)) return isFields(rule) ? Object.entries(rule) : [];
  if (["allOf", "anyOf", "oneOf"].includes(key)) {
    return Array.isArray(rule) ? rule.map((each: unknown, index) => [String(index), each]) : [];
  }
  return ["items", "additionalProperties", "not"].includes(key) ? [["", rule]] : [];
}

function isWellFormed({ root, patterns }: Reading, key: string, rule: unknown): boolean {
  const isCount = typeof rule === "number" && Number.isSafeInteger(rule) && rule >= 0;
  if (key === "type")
    return (Array.isArray(rule) ? rule : [rule]).every((name: unknown) => types.includes(String(name)));
  if (key === "required") return Array.isArray(rule) && rule.every((name) => typeof name === "string");
  if (["enum", "allOf", "anyOf", "oneOf"].includes(key)) return Array.isArray(rule) && rule.length > 0;
  if (["properties", "$defs"].includes(key)) return isFields(rule);
  if (key === "uniqueItems") return typeof rule === "boolean";
  if (key === "pattern") return typeof rule === "string" && compile(rule, patterns);
  if (key === "$ref") return typeof rule === "string" && referred(root, rule) !== undefined;
  if (/^(?:min|max)(?:Length|Items|Properties)$/.test(key)) return isCount;
  return /imum$/.test(key) ? typeof rule === "number" : true;
}

/** What a local reference points at; undefined where that is nothing. */
export function referred(root: unknown, ref: string): unknown {
  if (ref === "#") return root;
  const name = /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1];
  return name === undefined ? undefined : field(field(root, "$defs"), name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function compile(pattern: string, patterns: Map<string, RE2JS>): boolean {
  try {
    patterns.set(pattern, RE2JS.compile(pattern));
    return true;
  } catch {
    // The library throws for what has no linear form, such as look-around; such a pattern is not usable.
    return false;
  }
}
