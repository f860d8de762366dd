// Turns the schema's complaints about a policy into places and plain sentences.
import type * as z from "zod";
import { type PolicyWords, policyProblems } from "../say/policy-problems.ts";
import { nearestName } from "./nearest-name.ts";
import { policySchema } from "./schema.ts";

/** A path into the policy: mapping keys and list indexes. */
export type KeyPath = readonly (string | number)[];

/** A problem at a path; `atKey` says that the last key itself is the problem, not its value. */
export interface Complaint {
  path: KeyPath;
  words: PolicyWords;
  atKey?: true;
}

/** The keys of `on` that name a trigger; exactly one of them stands in a rule. */
export const triggerKeys = ["label", "command", "schedule", "push", "dispatch", "queue"] as const;

type Issue = z.core.$ZodIssue;

/** All complaints of the schema about a value; `written` gives the source text of a scalar where it is known. */
export function complaintsOf(
  issues: readonly Issue[],
  root: unknown,
  written: (path: KeyPath) => string | null,
): Complaint[] {
  return issues.flatMap((issue) => complaints(issue, [], root, written));
}

function complaints(
  issue: Issue,
  above: KeyPath,
  root: unknown,
  written: (path: KeyPath) => string | null,
): Complaint[] {
  const path = [...above, ...issue.path.map((part) => (typeof part === "symbol" ? String(part) : part))];
  const value = valueAt(root, path);
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(policySchema, path, value);
    return issue.keys.map((key) => ({
      path: [...path, key],
      words: policyProblems.unknown_key({ key, near: nearestName(key, known) }),
      atKey: true,
    }));
  }
  if (issue.code === "invalid_union") return unionComplaints(issue, path, root, written);
  if (issue.code === "invalid_key")
    return issue.issues.map((inner) => ({ path, words: keyWords(inner, path), atKey: true }));
  return [{ path, words: words(issue, value, path, written) }];
}

/** `on` is a choice by its trigger key; only the chosen form's complaints help anybody. */
function unionComplaints(
  issue: Extract<Issue, { code: "invalid_union" }>,
  path: KeyPath,
  root: unknown,
  written: (path: KeyPath) => string | null,
): Complaint[] {
  const value = valueAt(root, path);
  if (value === undefined) return [{ path, words: policyProblems.missing_key({ key: String(path.at(-1)) }) }];
  if (path.at(-1) !== "on" || path.length !== 3 || !isMapping(value))
    return [{ path, words: policyProblems.expected_mapping({ found: value }) }];
  const found = triggerKeys.filter((key) => Object.hasOwn(value, key));
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    const chosen = issue.errors[triggerKeys.indexOf(only)] ?? [];
    return chosen.flatMap((inner) => complaints(inner, path, root, written));
  }
  if (found.length > 1) return [{ path, words: policyProblems.trigger_count({ found, known: triggerKeys }) }];
  const [unknown] = Object.keys(value);
  const near = unknown === undefined ? null : nearestName(unknown, triggerKeys);
  if (unknown !== undefined && near !== null)
    return [{ path: [...path, unknown], words: policyProblems.unknown_key({ key: unknown, near }), atKey: true }];
  return [{ path, words: policyProblems.trigger_count({ found, known: triggerKeys }) }];
}

function keyWords(issue: Issue, path: KeyPath): PolicyWords {
  const key = String(path.at(-1) ?? "");
  if (issue.code === "invalid_format") return policyProblems.bad_format({ format: issue.message, value: key });
  if (issue.code === "too_big") return policyProblems.too_long({ most: Number(issue.maximum), unit: "characters" });
  return policyProblems.unknown_key({ key, near: null });
}

function words(issue: Issue, value: unknown, path: KeyPath, written: (path: KeyPath) => string | null): PolicyWords {
  if (path.length === 1 && path[0] === "version") return policyProblems.version();
  if (value === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value"))
    return policyProblems.missing_key({ key: String(path.at(-1) ?? "version") });
  switch (issue.code) {
    case "invalid_type":
      return typeWords(issue.expected, value, written(path));
    case "invalid_value":
      if (issue.message === "choice:approver_role" && (value === "read" || value === "triage"))
        return policyProblems.weak_approver_role({ role: value });
      return choiceWords(issue.values.map(String), value, written(path));
    case "too_big":
      if (issue.origin === "string" || issue.origin === "array")
        return policyProblems.too_long({ most: Number(issue.maximum), unit: unitOf(issue.origin) });
      return policyProblems.out_of_range({ bound: "most", value: Number(issue.maximum) });
    case "too_small":
      if (issue.origin === "string" || issue.origin === "array")
        return policyProblems.too_short({ unit: unitOf(issue.origin) });
      return policyProblems.out_of_range({ bound: "least", value: Number(issue.minimum) });
    case "invalid_format":
      return policyProblems.bad_format({ format: issue.message, value: String(value) });
    default:
      return policyProblems.invalid({ detail: issue.message });
  }
}

function unitOf(origin: string): "characters" | "entries" {
  return origin === "string" ? "characters" : "entries";
}

function typeWords(expected: string, value: unknown, written: string | null): PolicyWords {
  if (expected === "string") return policyProblems.expected_text({ found: value, written });
  if (expected === "boolean") return policyProblems.expected_boolean({ found: value });
  if (expected === "array") return policyProblems.expected_list({ found: value });
  if (expected === "number" || expected === "int") return policyProblems.expected_number({ found: value });
  return policyProblems.expected_mapping({ found: value });
}

function choiceWords(allowed: readonly string[], value: unknown, written: string | null): PolicyWords {
  if (typeof value === "object") return policyProblems.expected_text({ found: value, written: null });
  const text = written ?? String(value);
  return policyProblems.not_one_of({ value: text, allowed, near: nearestName(text, allowed) });
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path, undefined where there is none. */
export function valueAt(root: unknown, path: KeyPath): unknown {
  let value = root;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isMapping(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** The keys the schema knows at a path; for `on`, those of the form that `value` chose. */
function knownKeys(schema: z.core.$ZodType, path: KeyPath, value: unknown): readonly string[] {
  let current: z.core.$ZodType | undefined = schema;
  for (const part of path) current = current === undefined ? undefined : below(current, part);
  return current === undefined ? [] : keysOf(current, value);
}

/** Looks through defaults and optionals at the definition that counts. */
function definition(schema: z.core.$ZodType): z.core.$ZodTypes["_zod"]["def"] {
  let def = (schema as z.core.$ZodTypes)._zod.def;
  while (def.type === "default" || def.type === "prefault" || def.type === "optional" || def.type === "nullable")
    def = (def.innerType as z.core.$ZodTypes)._zod.def;
  return def;
}

function below(schema: z.core.$ZodType, part: string | number): z.core.$ZodType | undefined {
  const def = definition(schema);
  if (def.type === "object") return def.shape[part];
  if (def.type === "array") return def.element;
  return def.type === "record" ? def.valueType : undefined;
}

function keysOf(schema: z.core.$ZodType, value: unknown): readonly string[] {
  const def = definition(schema);
  if (def.type === "object") return Object.keys(def.shape);
  if (def.type === "record") {
    const key = definition(def.keyType);
    return key.type === "enum" ? Object.keys(key.entries) : [];
  }
  if (def.type !== "union" || !isMapping(value)) return [];
  const chosen = triggerKeys.findIndex((key) => Object.hasOwn(value, key));
  const option = def.options[chosen];
  return option === undefined ? [] : keysOf(option, value);
}
