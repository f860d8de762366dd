// YAML 1.2 text as a tree that remembers where every key and value stands, with everything we refuse named by place.
import {
  boolCoreTag,
  EVENT_ID,
  type Event,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from "js-yaml";
import { type PolicyWords, policyProblems } from "../say/policy-problems.ts";

/** Deepest nesting of lists and mappings. */
export const deepest = 20;
/** Largest policy file in bytes of UTF-8. */
export const largest = 64 * 1024;

/** A node with its zero-based offset in the text. `value` is the plain JavaScript value of everything below it. */
export type YamlNode =
  | { kind: "scalar"; at: number; value: string | number | boolean | null; written: string }
  | { kind: "sequence"; at: number; value: unknown[]; items: YamlNode[] }
  | { kind: "mapping"; at: number; value: Record<string, unknown>; entries: Map<string, YamlEntry> };

/** One key of a mapping: where the key stands, and its value. */
export interface YamlEntry {
  keyAt: number;
  node: YamlNode;
}

/** Something refused, at a zero-based offset. */
export interface YamlFault {
  at: number;
  words: PolicyWords;
}

/**
 * Reads one YAML 1.2 document (core schema) into a tree. Refused: more than 64 KiB, nesting over 20, several documents,
 * directives, anchors, aliases, merge keys, tags, duplicate or non-text keys, an empty text. Never throws.
 */
export function readYamlTree(text: string): { kind: "tree"; root: YamlNode } | { kind: "faults"; faults: YamlFault[] } {
  const size = Buffer.byteLength(text, "utf8");
  if (size > largest)
    return { kind: "faults", faults: [{ at: 0, words: policyProblems.too_large({ size, largest }) }] };
  let events: Event[];
  try {
    events = parseEvents(text, { maxDepth: deepest });
  } catch (error) {
    return { kind: "faults", faults: [syntaxFault(error)] };
  }
  const reader = new TreeReader(text, events);
  const root = reader.document();
  if (root === null || reader.faults.length > 0) return { kind: "faults", faults: reader.faults };
  return { kind: "tree", root };
}

/** One-based line and column (in UTF-16 units) of an offset; `\n`, `\r\n` and a lone `\r` end a line. */
export function placeOf(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split(/\r\n|\n|\r/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function syntaxFault(error: unknown): YamlFault {
  if (!(error instanceof YAMLException)) return { at: 0, words: policyProblems.unreadable() };
  const at = error.mark?.position ?? 0;
  if (error.reason.startsWith("nesting exceeded")) return { at, words: policyProblems.too_deep({ deepest }) };
  if (error.reason.includes("tab characters")) return { at, words: policyProblems.tab() };
  return { at, words: policyProblems.syntax({ reason: error.reason }) };
}

/** Turns the flat events into a tree, collecting faults instead of stopping at the first. */
class TreeReader {
  readonly faults: YamlFault[] = [];
  readonly #text: string;
  readonly #events: readonly Event[];
  #next = 0;

  constructor(text: string, events: readonly Event[]) {
    this.#text = text;
    this.#events = events;
  }

  document(): YamlNode | null {
    const [first] = this.#events;
    if (first?.type !== EVENT_ID.DOCUMENT) return this.#refuse(0, policyProblems.empty());
    if (first.directives.length > 0) return this.#refuse(0, policyProblems.directive());
    this.#next = 1;
    if (this.#events[this.#next]?.type === EVENT_ID.POP) return this.#refuse(0, policyProblems.empty());
    const root = this.#node();
    this.#next += 1;
    const more = this.#events[this.#next];
    if (more !== undefined) this.#refuse(this.#startOf(this.#events[this.#next + 1]), policyProblems.documents());
    return root;
  }

  #refuse(at: number, words: PolicyWords): null {
    this.faults.push({ at, words });
    return null;
  }

  #startOf(event: Event | undefined): number {
    if (event === undefined) return this.#text.length;
    if (event.type === EVENT_ID.SCALAR) return Math.max(0, event.valueStart - (isQuoted(event) ? 1 : 0));
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
    return "start" in event ? event.start : this.#text.length;
  }

  /** Reads the next node; the recursion is bounded because the parser refuses deep nesting. */
  #node(): YamlNode {
    const event = this.#events[this.#next++];
    const at = this.#startOf(event);
    if (event === undefined || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return nothing(at);
    if (event.type === EVENT_ID.ALIAS) {
      this.#refuse(at, policyProblems.alias());
      return nothing(at);
    }
    if (event.anchorStart !== -1) this.#refuse(event.anchorStart - 1, policyProblems.anchor());
    if (event.tagStart !== -1) this.#refuse(event.tagStart, policyProblems.tag());
    if (event.type === EVENT_ID.SCALAR) return this.#scalar(event);
    return event.type === EVENT_ID.SEQUENCE ? this.#sequence(at) : this.#mapping(at);
  }

  #open(): boolean {
    const event = this.#events[this.#next];
    if (event !== undefined && event.type !== EVENT_ID.POP) return true;
    this.#next += 1;
    return false;
  }

  #sequence(at: number): YamlNode {
    const items: YamlNode[] = [];
    while (this.#open()) items.push(this.#node());
    return { kind: "sequence", at, value: items.map((item) => item.value), items };
  }

  #mapping(at: number): YamlNode {
    const entries = new Map<string, YamlEntry>();
    while (this.#open()) {
      const key = this.#node();
      const node = this.#node();
      const name = this.#keyName(key);
      if (name === null) continue;
      const earlier = entries.get(name);
      if (earlier === undefined) entries.set(name, { keyAt: key.at, node });
      else {
        const line = placeOf(this.#text, earlier.keyAt).line;
        this.#refuse(key.at, policyProblems.duplicate_key({ key: name, line }));
      }
    }
    const value = Object.fromEntries([...entries].map(([name, entry]) => [name, entry.node.value]));
    return { kind: "mapping", at, value, entries };
  }

  #keyName(key: YamlNode): string | null {
    if (key.kind !== "scalar" || typeof key.value !== "string")
      return this.#refuse(key.at, policyProblems.key_not_text({ written: key.kind === "scalar" ? key.written : "" }));
    if (key.value === "<<") return this.#refuse(key.at, policyProblems.merge_key());
    if (key.value === "__proto__")
      return this.#refuse(key.at, policyProblems.unknown_key({ key: key.value, near: null }));
    return key.value;
  }

  #scalar(event: ScalarEvent): YamlNode {
    const written = getScalarValue(this.#text, event);
    const value = event.style === SCALAR_STYLE.PLAIN ? plainValue(written) : written;
    return { kind: "scalar", at: this.#startOf(event), value, written };
  }
}

function isQuoted(event: ScalarEvent): boolean {
  return event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
}

function nothing(at: number): YamlNode {
  return { kind: "scalar", at, value: null, written: "" };
}

/** The core schema's reading of an unquoted scalar: null, true/false, numbers; everything else is text. */
function plainValue(written: string): string | number | boolean | null {
  for (const tag of [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag]) {
    const value = tag.resolve(written, false, tag.tagName);
    if (value !== NOT_RESOLVED) return value;
  }
  return written;
}
