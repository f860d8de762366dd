// Strict reading of payload fields by hand: small and fast, and it names the first field that is wrong.
import type { FieldShape } from "../say/event-reasons.ts";

/** The first thing wrong with a payload: the path of the field and what it must be. */
export interface FieldProblem {
  field: string;
  wanted: FieldShape;
}

/**
 * One object of a payload. Reading never throws: a missing or wrong field gives an empty value and is noted in
 * `problem`, which all objects of one payload share. Values read after a problem must not be used.
 */
export class Fields {
  readonly #value: Record<string, unknown>;
  readonly #path: string;
  readonly #noted: { problem: FieldProblem | null };

  private constructor(value: unknown, path: string, noted: { problem: FieldProblem | null }) {
    this.#path = path;
    this.#noted = noted;
    const object = typeof value === "object" && value !== null && !Array.isArray(value);
    this.#value = object ? (value as Record<string, unknown>) : {};
    if (!object) this.note(path === "" ? "payload" : path, "object");
  }

  /** The whole payload. */
  static of(payload: unknown): Fields {
    return new Fields(payload, "", { problem: null });
  }

  /** The first problem met so far, null when every field read was right. */
  get problem(): FieldProblem | null {
    return this.#noted.problem;
  }

  /** Notes a problem that a caller found; the first one stays. */
  note(field: string, wanted: FieldShape): void {
    this.#noted.problem ??= { field, wanted };
  }

  /** The value as it stands, undefined when absent. Inherited names such as `constructor` are absent. */
  raw(key: string): unknown {
    return Object.hasOwn(this.#value, key) ? this.#value[key] : undefined;
  }

  /** True when the field is there and not null. */
  has(key: string): boolean {
    return this.raw(key) !== undefined && this.raw(key) !== null;
  }

  /** An object that must be there. */
  object(key: string): Fields {
    return new Fields(this.raw(key), this.#at(key), this.#noted);
  }

  /** An object, or null when the field is absent or null. */
  objectOrNull(key: string): Fields | null {
    return this.has(key) ? this.object(key) : null;
  }

  /** A text that must be there; it may be empty. */
  text(key: string): string {
    const value = this.raw(key);
    if (typeof value === "string") return value;
    this.note(this.#at(key), "text");
    return "";
  }

  /** A text that must not be empty. */
  name(key: string): string {
    const value = this.raw(key);
    if (typeof value === "string" && value !== "") return value;
    this.note(this.#at(key), "filled_text");
    return "";
  }

  /** A text, or null when the field is absent or null. */
  textOrNull(key: string): string | null {
    return this.has(key) ? this.text(key) : null;
  }

  /** A positive whole number that must be there. */
  id(key: string): number {
    const value = this.raw(key);
    if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
    this.note(this.#at(key), "positive_number");
    return 0;
  }

  /** A positive whole number, or null when the field is absent or null. */
  idOrNull(key: string): number | null {
    return this.has(key) ? this.id(key) : null;
  }

  /** True or false; absent and null mean false, anything else is a problem (the text "false" is not false). */
  flag(key: string): boolean {
    const value = this.raw(key);
    if (typeof value === "boolean") return value;
    if (value !== undefined && value !== null) this.note(this.#at(key), "flag");
    return false;
  }

  /** An ISO 8601 time that must be there, as GitHub gave it. */
  time(key: string): string {
    const value = this.raw(key);
    if (typeof value === "string" && isoTime.test(value) && !Number.isNaN(Date.parse(value))) return value;
    this.note(this.#at(key), "time");
    return "";
  }

  /** Objects of a list; absent and null mean none. */
  list(key: string): Fields[] {
    const value = this.raw(key);
    if (value === undefined || value === null) return [];
    if (Array.isArray(value)) return value.map((item, at) => new Fields(item, `${this.#at(key)}[${at}]`, this.#noted));
    this.note(this.#at(key), "list");
    return [];
  }

  /** Texts of a list, or null when the field is absent. */
  textsOrNull(key: string): string[] | null {
    const value = this.raw(key);
    if (value === undefined || value === null) return null;
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
    this.note(this.#at(key), "texts");
    return null;
  }

  #at(key: string): string {
    return this.#path === "" ? key : `${this.#path}.${key}`;
  }
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/;
