// Whether evidence counts: its file holds something, and nothing recorded speaks against it.
import { readJsonObject } from "../records/format.ts";
import { isSchemaRef } from "../records/refs.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { FolderView } from "./folder-view.ts";

/** Where the verdicts on evidence stand. */
export const evidenceStatusRef = "evidence-status.json";
const bad = ["invalid", "superseded", "rejected", "blocked"];

/** The evidence of one task. */
export interface Evidence {
  /** A safe ref whose file holds something and whose recorded status does not speak against it. */
  valid(ref: string): boolean;
  /** The recorded status, lower-case; `valid` where nothing is recorded. */
  status(ref: string): string;
}

/**
 * Reads evidence-status.json in its three forms: ref to object, ref to word, list of entries (contract section 8). A
 * damaged file is a reason: what it held against a ref cannot be known.
 */
export function readEvidence(
  folder: FolderView,
): { kind: "evidence"; evidence: Evidence } | { kind: "damaged"; reason: Reason } {
  const text = folder.text(evidenceStatusRef);
  const reading = text === null ? null : readJsonObject(text);
  if (reading === null && folder.holds(evidenceStatusRef) !== "nothing") {
    return { kind: "damaged", reason: reason("evidence_status_damaged") };
  }
  if (reading?.kind === "problem") return { kind: "damaged", reason: reason("evidence_status_damaged") };
  return { kind: "evidence", evidence: evidenceOf(folder, reading?.value ?? {}) };
}

/** Evidence judged by a status record that was parsed already; an empty object where there is none. */
export function evidenceOf(folder: FolderView, record: Readonly<Record<string, unknown>>): Evidence {
  const entries = record.evidence ?? record.items;
  const status = (ref: string) => statusWord(entries, ref).toLowerCase();
  return {
    status,
    valid: (ref) => isSchemaRef(ref) && folder.holds(ref) === "content" && !bad.includes(status(ref)),
  };
}

function statusWord(entries: unknown, ref: string): string {
  const entry = Array.isArray(entries) ? entries.find((one) => fieldOf(one, "ref") === ref) : fieldOf(entries, ref);
  const word = typeof entry === "string" ? entry : fieldOf(entry, "status");
  return typeof word === "string" && word !== "" ? word : "valid";
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
