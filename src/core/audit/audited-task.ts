// A task folder as the audit's items look at it: tolerant reading, references, and the facts that many items share.

import { sha256 } from "../records/digest.ts";
import { type JsonObject, readJsonObject } from "../records/format.ts";
import { isAuditRef } from "../records/refs.ts";
import { stateVersion } from "../records/state.ts";
import type { Status } from "../say/audit-text.ts";
import type { FolderFile, FolderValue } from "./folder-value.ts";
import { isObject, isSet, nesting, objectOf, objectsOf, textOf, textsOf } from "./loose-json.ts";

/** What one item found; `evidence` stands where the item names other files than its usual ones. */
export interface Finding {
  status: Status;
  message: string;
  evidence?: readonly string[];
}

/** The found objects of a JSONL file, and the lines (from 1) that are none. */
export interface LooseLines {
  records: JsonObject[];
  broken: number[];
}

/** Deeper JSON is nothing that any tool of the protocol writes. */
const deepest = 256;

const nonTrivialProfiles = [
  "software-code",
  "apple-app",
  "web-frontend",
  "research",
  "document-artifact",
  "agent-runtime",
  "ops-release",
  "prototype",
];

/** Evidence with one of these statuses does not count (contract section 8). */
export const badEvidence = ["invalid", "superseded", "rejected", "blocked"];

/** Passes, fails, warns or skips with a message. */
export const pass = (message: string, evidence?: readonly string[]): Finding => finding("pass", message, evidence);
/** See {@link pass}. */
export const fail = (message: string, evidence?: readonly string[]): Finding => finding("fail", message, evidence);
/** See {@link pass}. */
export const warn = (message: string, evidence?: readonly string[]): Finding => finding("warn", message, evidence);
/** See {@link pass}. */
export const skip = (message: string, evidence?: readonly string[]): Finding => finding("skip", message, evidence);

function finding(status: Status, message: string, evidence?: readonly string[]): Finding {
  return evidence === undefined ? { status, message } : { status, message, evidence };
}

/** One folder under audit. Everything is read at most once; nothing here throws, whatever the folder holds. */
export class AuditedTask {
  readonly folder: FolderValue;
  readonly state: JsonObject;
  readonly routing: JsonObject;
  readonly #folders = new Set<string>();
  readonly #texts = new Map<string, string | null>();
  readonly #objects = new Map<string, JsonObject>();
  readonly #lines = new Map<string, LooseLines>();

  constructor(folder: FolderValue) {
    this.folder = folder;
    for (const path of folder.files.keys()) {
      for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
        this.#folders.add(path.slice(0, end));
      }
    }
    this.state = this.json("state.json");
    this.routing = this.json("routing.json");
  }

  /** The routing's value of a field, else the state's. */
  either(field: string): unknown {
    return isSet(this.routing[field]) ? this.routing[field] : this.state[field];
  }

  get isV2(): boolean {
    return this.state.schema_version === stateVersion;
  }
  get taskId(): string {
    return textOf(this.state.task_id) || textOf(this.routing.task_id);
  }
  get agents(): string[] {
    return textsOf(this.either("selected_agents"));
  }
  get runtime(): JsonObject {
    return objectOf(this.either("runtime_adapter"));
  }
  get manual(): boolean {
    return this.runtime.class === "manual";
  }
  get nonTrivial(): boolean {
    return this.agents.length > 1 || nonTrivialProfiles.includes(textOf(this.either("profile")));
  }
  get roles(): JsonObject {
    return objectOf(this.either("role_assignments"));
  }
  gate(name: string): unknown {
    return objectOf(this.state.gates)[name];
  }

  /** The object of a JSON file; empty where the file is absent, unreadable or no object. */
  json(ref: string): JsonObject {
    const known = this.#objects.get(ref);
    if (known !== undefined) return known;
    const text = this.strictText(ref);
    const object = text === null ? {} : looseObject(text);
    this.#objects.set(ref, object);
    return object;
  }

  /** The JSON of a file whose root may be anything; undefined where there is none. */
  jsonValue(ref: string): unknown {
    const text = this.strictText(ref);
    if (text === null || nesting(text) > deepest) return undefined;
    try {
      const value: unknown = JSON.parse(text);
      return value;
    } catch {
      // Broken JSON counts as absent.
      return undefined;
    }
  }

  /** The objects of a JSONL file; bad lines are remembered, good ones kept. */
  lines(ref: string): LooseLines {
    const known = this.#lines.get(ref);
    if (known !== undefined) return known;
    const read: LooseLines = { records: [], broken: [] };
    const text = this.exists(ref) ? this.strictText(ref) : "";
    if (text === null) read.broken.push(1);
    else for (const [index, line] of text.split("\n").entries()) readLine(line, index + 1, read);
    this.#lines.set(ref, read);
    return read;
  }

  /** The text of a file with what is no UTF-8 replaced; empty where it is absent or unreadable. */
  text(ref: string): string {
    const content = this.entry(ref)?.content ?? null;
    if (content === null) return "";
    return typeof content === "string" ? content : new TextDecoder("utf-8", { ignoreBOM: true }).decode(content);
  }

  /** `sha256:` of a file's bytes; null where it cannot be read. */
  digest(ref: string): string | null {
    const content = this.entry(ref)?.content ?? null;
    return content === null ? null : sha256(content);
  }

  /** A file of the folder by a reference, whose `.` and empty segments mean nothing. */
  entry(ref: string): FolderFile | undefined {
    return this.folder.files.get(ref) ?? this.folder.files.get(plain(ref));
  }

  /** Whether a file or folder stands there, whatever it is. */
  exists(ref: string): boolean {
    const path = plain(ref);
    return this.entry(ref) !== undefined || this.#folders.has(path) || (path === "" && ref !== "");
  }

  /** The files among `refs` that exist, in their order. */
  existing(refs: readonly string[]): string[] {
    return refs.filter((ref) => this.exists(ref));
  }

  /** Whether a safe reference exists in the folder itself, links followed. */
  isLocal(ref: string): boolean {
    return isAuditRef(ref) && this.exists(ref) && this.entry(ref)?.outside !== true;
  }

  /** Whether a safe reference is a file of the folder with something in it. */
  isFilled(ref: string): boolean {
    const entry = this.entry(ref);
    return isAuditRef(ref) && entry !== undefined && !entry.outside && (entry.content?.length ?? 0) > 0;
  }

  /** Whether a safe reference exists in the folder, or names another task of the workspace that does. */
  isThere(ref: string): boolean {
    if (!isAuditRef(ref)) return false;
    return this.exists(ref) || (ref.startsWith(".herdr-loop/tasks/") && this.isInWorkspace(ref));
  }

  /** Whether a safe reference exists in the workspace around the folder. */
  isInWorkspace(ref: string): boolean {
    return isAuditRef(ref) && (this.folder.workspace?.has(ref) ?? false);
  }

  /** Status words of all listed evidence, by reference. */
  evidenceStatuses(): Map<string, string> {
    const record = this.json("evidence-status.json");
    const listed = isSet(record.evidence) ? record.evidence : record.items;
    if (Array.isArray(listed)) {
      return new Map(objectsOf(listed).map((entry) => [textOf(entry.ref), statusWord(entry.status)]));
    }
    return new Map(
      Object.entries(objectOf(listed)).map(([ref, entry]) => [
        ref,
        isObject(entry) ? statusWord(entry.status) : statusWord(entry),
      ]),
    );
  }

  /** The status word of one piece of evidence; what is not listed is valid. */
  evidenceStatus(ref: string): string {
    return this.evidenceStatuses().get(ref) ?? "valid";
  }

  /** Whether a reference is a file with something in it whose evidence status is not bad. */
  isValidEvidence(ref: string): boolean {
    return this.isFilled(ref) && !badEvidence.includes(this.evidenceStatus(ref));
  }

  /** Bytes as UTF-8, null where the file is absent or no UTF-8. */
  strictText(ref: string): string | null {
    const known = this.#texts.get(ref);
    if (known !== undefined) return known;
    const content = this.entry(ref)?.content ?? null;
    const text = typeof content === "string" || content === null ? content : decode(content);
    this.#texts.set(ref, text);
    return text;
  }
}

function decode(content: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    // Not UTF-8: the file counts as unreadable, which is an answer and no error.
    return null;
  }
}

function plain(ref: string): string {
  return ref
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}

function statusWord(value: unknown): string {
  return (typeof value === "string" && value !== "" ? value : "valid").toLowerCase();
}

function looseObject(text: string): JsonObject {
  if (nesting(text) > deepest) return {};
  const reading = readJsonObject(text);
  return reading.kind === "value" ? reading.value : {};
}

function readLine(line: string, number: number, into: LooseLines): void {
  if (line.trim() === "") return;
  const reading = nesting(line) > deepest ? null : readJsonObject(line);
  if (reading?.kind === "value") into.records.push(reading.value);
  else into.broken.push(number);
}
