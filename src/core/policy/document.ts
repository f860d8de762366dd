// Reading the policy file: text to a policy with every default filled in, or problems with line, column and a hint.
import { type PolicyWords, policyProblems } from "../say/policy-problems.ts";
import { nearestName } from "./nearest-name.ts";
import { checkPolicy } from "./policy-checks.ts";
import { type Policy, policySchema } from "./schema.ts";
import { type Complaint, complaintsOf, type KeyPath } from "./schema-problems.ts";
import { placeOf, readYamlTree, type YamlNode } from "./yaml-tree.ts";

/** Where a policy may stand on the default branch; only one of the two may exist. */
export const policyPaths = [".github/valp.yml", ".github/valp.yaml"] as const;

/** A problem of the policy file: one-based line and column, the dotted key, what is wrong and how to put it right. */
export interface Problem {
  path: string;
  line: number;
  column: number;
  key: string;
  message: string;
  hint: string;
}

/** A policy file as it was found: its text, or that it exists and why its text could not be had. */
export type PolicyFile = { path: string; text: string } | { path: string; unreadable: string };

/** What reading the policy files gives. `path` is the file the policy came from. */
export type PolicyReading =
  | { kind: "policy"; path: string; policy: Policy; warnings: Problem[] }
  | { kind: "absent" }
  | { kind: "invalid"; problems: Problem[] };

/**
 * Reads the policy from the files that exist (none, one, or wrongly two). `presets` maps the names that `extends` may
 * use to YAML text. Never throws: whatever the text holds, the answer is a policy or a list of problems.
 */
export function readPolicy(files: readonly PolicyFile[], presets: Readonly<Record<string, string>>): PolicyReading {
  const [file, second] = files;
  if (file === undefined) return { kind: "absent" };
  if (second !== undefined)
    return atTop(second.path, policyProblems.two_files({ paths: files.map((each) => each.path) }));
  if ("unreadable" in file) return atTop(file.path, policyProblems.not_text({ why: file.unreadable }));
  return new PolicyReader(file.path, file.text).read(presets);
}

function atTop(path: string, words: PolicyWords): PolicyReading {
  return { kind: "invalid", problems: [{ path, line: 1, column: 1, key: "", ...words }] };
}

/** One file being read: holds its text and tree so that every complaint finds its place. */
class PolicyReader {
  readonly #path: string;
  readonly #text: string;
  #root: YamlNode | null = null;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text.startsWith("\uFEFF") ? text.slice(1) : text;
  }

  read(presets: Readonly<Record<string, string>>): PolicyReading {
    const reading = readYamlTree(this.#text);
    if (reading.kind === "faults")
      return { kind: "invalid", problems: reading.faults.map((fault) => this.#problem(fault.at, "", fault.words)) };
    this.#root = reading.root;
    if (reading.root.kind !== "mapping")
      return this.#invalid([{ path: [], words: policyProblems.expected_mapping({ found: reading.root.value }) }]);
    const merged = withPreset(reading.root.value, presets);
    if (merged.kind === "refused") return this.#invalid([{ path: ["extends"], words: merged.words }]);
    // A policy is read once per process; compiling the schema first, zod's default, takes longer than reading.
    const parsed = policySchema.safeParse(merged.value, { jitless: true });
    if (!parsed.success)
      return this.#invalid(complaintsOf(parsed.error.issues, merged.value, (path) => this.#written(path)));
    const { errors, warnings } = checkPolicy(parsed.data, (path) => placeOf(this.#text, this.#locate(path)).line);
    if (errors.length > 0) return this.#invalid(errors);
    return { kind: "policy", path: this.#path, policy: parsed.data, warnings: this.#problems(warnings) };
  }

  #invalid(complaints: readonly Complaint[]): PolicyReading {
    return { kind: "invalid", problems: this.#problems(complaints) };
  }

  #problems(complaints: readonly Complaint[]): Problem[] {
    return complaints
      .map(({ path, words, atKey }) => this.#problem(this.#locate(path, atKey), dotted(path), words))
      .sort((a, b) => a.line - b.line || a.column - b.column);
  }

  #problem(at: number, key: string, words: PolicyWords): Problem {
    return { path: this.#path, ...placeOf(this.#text, at), key, ...words };
  }

  /**
   * Offset of a scalar, else of the key of a list or mapping, else of the nearest place above that the file itself holds;
   * what a preset brought stands at `extends`.
   */
  #locate(path: KeyPath, atKey = false): number {
    let node = this.#root;
    let at = node?.at ?? 0;
    for (const [depth, part] of path.entries()) {
      const entry = node?.kind === "mapping" ? node.entries.get(String(part)) : undefined;
      const item = node?.kind === "sequence" ? node.items[Number(part)] : undefined;
      if (entry === undefined && item === undefined)
        return depth < 2 && depth < path.length - 1 ? this.#locate(["extends"]) : at;
      at = entry?.keyAt ?? item?.at ?? at;
      node = entry?.node ?? item ?? null;
    }
    return node?.kind === "scalar" && node.written !== "" && !atKey ? node.at : at;
  }

  #written(path: KeyPath): string | null {
    let node = this.#root;
    for (const part of path) {
      if (node?.kind === "mapping") node = node.entries.get(String(part))?.node ?? null;
      else if (node?.kind === "sequence") node = node.items[Number(part)] ?? null;
      else return null;
    }
    return node?.kind === "scalar" ? node.written : null;
  }
}

/** `rules[0].on.label` */
function dotted(path: KeyPath): string {
  return path.reduce<string>(
    (sofar, part) => (typeof part === "number" ? `${sofar}[${part}]` : sofar === "" ? part : `${sofar}.${part}`),
    "",
  );
}

type Mapping = Readonly<Record<string, unknown>>;

/**
 * Lays a policy over the preset it extends. Top-level mappings merge key by key; below that, and for lists and scalars,
 * the policy wins as a whole. A preset's rules follow the policy's own, except those whose id the policy uses itself.
 * A preset's tests and health-gate waiver are never taken over: the one belongs to its fixtures, the other to a person.
 */
function withPreset(
  own: Mapping,
  presets: Readonly<Record<string, string>>,
): { kind: "value"; value: Mapping } | { kind: "refused"; words: PolicyWords } {
  const name = own.extends;
  if (typeof name !== "string") return { kind: "value", value: own };
  const known = Object.keys(presets);
  const text = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (text === undefined)
    return { kind: "refused", words: policyProblems.preset_unknown({ name, near: nearestName(name, known), known }) };
  const tree = readYamlTree(text);
  if (tree.kind === "faults" || tree.root.kind !== "mapping") {
    const detail = tree.kind === "faults" ? (tree.faults[0]?.words.message ?? "") : "";
    return { kind: "refused", words: policyProblems.preset_invalid({ name, detail }) };
  }
  const preset = tree.root.value;
  if (Object.hasOwn(preset, "extends")) return { kind: "refused", words: policyProblems.preset_extends({ name }) };
  return { kind: "value", value: mergePreset(preset, own) };
}

function mergePreset(preset: Mapping, own: Mapping): Mapping {
  const merged: Record<string, unknown> = { ...preset };
  delete merged.tests;
  delete merged.health_gate;
  for (const [key, value] of Object.entries(own)) {
    const base = merged[key];
    if (key === "rules") merged[key] = mergeRules(base, value);
    else merged[key] = isMapping(base) && isMapping(value) ? { ...base, ...value } : value;
  }
  return merged;
}

function mergeRules(preset: unknown, own: unknown): unknown {
  if (!Array.isArray(preset) || !Array.isArray(own)) return own;
  const taken = new Set(own.map((rule) => (isMapping(rule) ? rule.id : undefined)));
  return [...own, ...preset.filter((rule) => !isMapping(rule) || !taken.has(rule.id))];
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
