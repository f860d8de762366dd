// Holds a JSON value against a schema, completely and in bounded time.
import { deepest, type Fields, field, isFields, isShallow, type JsonSchema, referred } from "./json-schema.ts";

/** Where a value breaks its schema: a JSON pointer into the value, and the keyword it breaks. */
export interface SchemaFault {
  path: string;
  keyword: string;
}

/** Most looks at a pair of schema and value; beyond, the value counts as not fulfilling it. */
const mostSteps = 200_000;
const mostFaults = 10;

/** Every place where a value breaks a schema, at most ten; empty where it fulfils it. Never throws, always ends. */
export function schemaFaults(schema: JsonSchema, value: unknown): SchemaFault[] {
  if (!isShallow(value)) return [{ path: "", keyword: "limits" }];
  const check: Check = { ...schema, budget: { steps: 0 }, faults: [] };
  fulfils(check, schema.root, value, "", 0);
  // What ran out of steps inside a `not` would otherwise look fulfilled.
  if (check.budget.steps > mostSteps) note(check, "", "limits");
  return check.faults.slice(0, mostFaults);
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
