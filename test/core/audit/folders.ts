// Folders as values for the audit's tests: the finished task, and small changes of it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AuditItem, type AuditReport, auditFolder } from "../../../src/core/audit/audit.ts";
import { type FolderValue, folderOfTexts } from "../../../src/core/audit/folder-value.ts";
import { finishedTask } from "../../support/finished-task.ts";

export type Json = Record<string, unknown>;
/** A folder's texts; tests change them in place. */
export type Texts = Map<string, string>;

export const now = "2026-08-01T00:00:00Z";
const finished = finishedTask();

/** A fresh copy of the finished task's files. */
export function goodTexts(): Texts {
  return new Map(finished.files);
}

/** A folder of these texts, with the finished task's index around it. */
export function folderOf(texts: ReadonlyMap<string, string>, more: Partial<FolderValue> = {}): FolderValue {
  return { ...folderOfTexts(texts, now), workspace: new Map(finished.workspace), ...more };
}

/** The items of a report by id. */
export function itemsOf(report: AuditReport): Map<string, AuditItem> {
  return new Map(report.items.map((item) => [item.id, item]));
}

/** One item of the audit of these texts; fails loudly when there is none. */
export function itemOf(id: string, texts: ReadonlyMap<string, string>, more: Partial<FolderValue> = {}): AuditItem {
  const item = itemsOf(auditFolder(folderOf(texts, more))).get(id);
  if (item === undefined) throw new Error(`no item ${id}`);
  return item;
}

/** Changes the object of a JSON file. */
export function edit(texts: Texts, ref: string, change: (value: Json) => void): void {
  const value: Json = JSON.parse(texts.get(ref) ?? "{}");
  change(value);
  texts.set(ref, `${JSON.stringify(value, null, 2)}\n`);
}

/** Changes line `number` (from 1) of a JSONL file. */
export function editLine(texts: Texts, ref: string, number: number, change: (value: Json) => void): void {
  const lines = (texts.get(ref) ?? "").trimEnd().split("\n");
  const value: Json = JSON.parse(lines[number - 1] ?? "{}");
  change(value);
  lines[number - 1] = JSON.stringify(value);
  texts.set(ref, `${lines.join("\n")}\n`);
}

/** The object at a path of keys and positions inside a value. */
export function at(value: Json, ...path: (string | number)[]): Json {
  let inner: unknown = value;
  for (const key of path) inner = Object(inner)[key];
  return Object(inner);
}

/** Every file below a folder of the disk as texts. */
export function textsIn(dir: string): Texts {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(dir.length + 1), readFileSync(path, "utf8")];
    }),
  );
}
