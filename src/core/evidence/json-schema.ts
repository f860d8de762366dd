// Holds a JSON value against a JSON schema: a small part of the language, checked completely and in bounded time.
import { RE2JS } from "re2js";

/** A schema that can be used, or the place in it that cannot. `what` names the keyword or the word that is wrong. */
export type SchemaReading = { kind: "schema"; schema: JsonSchema } | { kind: "unusable"; path: string; what: string };

/** A schema that {@link readSchema} accepted, with its patterns ready to be used. */
export interface JsonSchema {
  readonly root: unknown;
  readonly patterns: ReadonlyMap<string, RE2JS>;
}

/** Where a value breaks its schema: a JSON pointer into the value, and the keyword it breaks. */
export interface SchemaFault {
  path: string;
  keyword: string;
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
const deepest = 64;
/** Most looks at a pair of schema and value; beyond, the value counts as not fulfilling it. */
const mostSteps = 200_000;
const mostFaults = 10;

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

/** Every place where a value breaks a schema, at most ten; empty where it fulfils it. Never throws, always ends. */
export function schemaFaults(schema: JsonSchema, value: unknown): SchemaFault[] {
  if (!isShallow(value)) return [{ path: "", keyword: "limits" }];
  const check: Check = { ...schema, budget: { steps: 0 }, faults: [] };
  fulfils(check, schema.root, value, "", 0);
  // What ran out of steps inside a `not` would otherwise look fulfilled.
  if (check.budget.steps > mostSteps) note(check, "", "limits");
  return check.faults.slice(0, mostFaults);
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function field(value: unknown, key: string): unknown {
  return isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether nothing lies deeper than 64 levels, found without recursion. */
function isShallow(value: unknown): boolean {
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

function referred(root: unknown, ref: string): unknown {
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

interface Check extends JsonSchema {
  /** Shared by all attempts at alternatives, whose number multiplies with their depth. */
  budget: { steps: number };
  faults: SchemaFault[];
}

function fulfils(check: Check, schema: unknown, value: unknown, path: string, depth: number): boolean {
  check.budget.steps += 1;
  const before = check.faults.length;
  if (check.budget.steps > mostSteps || depth > deepest * 2) note(check, path, "limits");
  else if (schema === false) note(check, path, "false");
  else if (isFields(schema)) {
    for (const [key, rule] of Object.entries(schema)) {
      if (!keeps(check, key, rule, schema, value, path, depth)) note(check, path, key);
    }
  }
  return check.faults.length === before;
}

function note(check: Check, path: string, keyword: string): void {
  // Beyond the first few faults only their number counts.
  if (check.faults.length < 1_000) check.faults.push({ path, keyword });
}

/** Whether a value keeps one keyword. Faults below it are noted where they are and make it true here. */
function keeps(
  check: Check,
  key: string,
  rule: unknown,
  schema: Fields,
  value: unknown,
  path: string,
  depth: number,
): boolean {
  const holds = (below: unknown) => fulfils({ ...check, faults: [] }, below, value, path, depth + 1);
  const many = Array.isArray(rule) ? rule : [];
  switch (key) {
    case "type":
      return (Array.isArray(rule) ? rule : [rule]).some((name) => isOfType(value, String(name)));
    case "enum":
      return many.some((one) => same(one, value));
    case "const":
      return same(rule, value);
    case "$ref":
      fulfils(check, referred(check.root, String(rule)), value, path, depth + 1);
      return true;
    case "allOf":
      for (const each of many) fulfils(check, each, value, path, depth + 1);
      return true;
    case "anyOf":
      return many.some(holds);
    case "oneOf":
      return many.filter(holds).length === 1;
    case "not":
      return !holds(rule);
    default:
      if (typeof value === "string") return keepsText(check, key, rule, value);
      if (typeof value === "number") return keepsNumber(key, rule, value);
      if (Array.isArray(value)) return keepsList(check, key, rule, value, path, depth);
      return isFields(value) ? keepsFields(check, key, rule, schema, value, path, depth) : true;
  }
}

function keepsText(check: Check, key: string, rule: unknown, value: string): boolean {
  const length = () => [...value].length;
  if (key === "minLength") return length() >= Number(rule);
  if (key === "maxLength") return length() <= Number(rule);
  return key === "pattern" ? check.patterns.get(String(rule))?.test(value) === true : true;
}

function keepsNumber(key: string, rule: unknown, value: number): boolean {
  if (key === "minimum") return value >= Number(rule);
  if (key === "maximum") return value <= Number(rule);
  if (key === "exclusiveMinimum") return value > Number(rule);
  return key === "exclusiveMaximum" ? value < Number(rule) : true;
}

function keepsList(check: Check, key: string, rule: unknown, value: unknown[], path: string, depth: number): boolean {
  if (key === "minItems") return value.length >= Number(rule);
  if (key === "maxItems") return value.length <= Number(rule);
  if (key === "uniqueItems") return rule === false || new Set(value.map(sorted)).size === value.length;
  if (key === "items") {
    for (const [index, each] of value.entries()) fulfils(check, rule, each, `${path}/${index}`, depth + 1);
  }
  return true;
}

function keepsFields(
  check: Check,
  key: string,
  rule: unknown,
  schema: Fields,
  value: Fields,
  path: string,
  depth: number,
): boolean {
  const names = Object.keys(value);
  if (key === "required") return Array.isArray(rule) && rule.every((name) => Object.hasOwn(value, String(name)));
  if (key === "minProperties") return names.length >= Number(rule);
  if (key === "maxProperties") return names.length <= Number(rule);
  if (key !== "properties" && key !== "additionalProperties") return true;
  for (const name of names) {
    const known = field(schema.properties, name);
    const below = key === "properties" ? known : known === undefined ? rule : undefined;
    if (below === false) note(check, `${path}/${name}`, key);
    else if (below !== undefined) fulfils(check, below, value[name], `${path}/${name}`, depth + 1);
  }
  return true;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isFields(value);
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function same(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return sorted(one) === sorted(other);
}

/** JSON with the keys of every object in order, so that equal values are equal texts. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? "";
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`).join(",")}}`;
}
