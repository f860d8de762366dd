// A task folder as one value: every record read strictly, or the one reason why the folder cannot be used.
import type { StoredFile, UnreadableFile } from "../../ports.ts";
import { decisionsRef, requestedRef } from "../approval/approval-lines.ts";
import type { RiskReport } from "../outcome.ts";
import {
  type AssignmentDeclaration,
  assignmentDeclarationSchema,
  declarationRef,
} from "../records/assignment-declaration.ts";
import {
  type AssignmentValidation,
  assignmentValidationSchema,
  validationRef,
} from "../records/assignment-validation.ts";
import { type AutomationPolicy, automationPolicyRef, automationPolicySchema } from "../records/automation-policy.ts";
import { type JsonObject, readJsonLines } from "../records/format.ts";
import { type RecordReading, readRecord } from "../records/read-record.ts";
import { readState, stateRef, type TaskState } from "../records/state.ts";
import { type TriggerPolicy, triggerPolicyRef, triggerPolicySchema } from "../records/trigger-policy.ts";
import { type Reason, reason } from "../say/reason.ts";
import { isDispatched } from "./dispatched.ts";

/** Files of one task folder by their path inside it. */
export type FolderFiles = ReadonlyMap<string, StoredFile | UnreadableFile>;

/** A task as it stands at one commit. */
export interface TaskFolder {
  id: string;
  /** Path of the folder on the ledger branch. */
  path: string;
  /** Text of every readable file, by its path inside the folder. */
  texts: ReadonlyMap<string, string>;
  state: TaskState;
  trigger: TriggerPolicy;
  automation: AutomationPolicy;
  risk: RiskReport;
  declaration: AssignmentDeclaration | null;
  validation: AssignmentValidation | null;
  /** Parsed objects of the two approval ledgers, in order; lines of other tools included. */
  requests: readonly JsonObject[];
  decisions: readonly JsonObject[];
  /** True once any work was dispatched: from then on plan and team stand. */
  dispatched: boolean;
}

/** The folder at `path` out of a reading, by paths inside it. */
export function folderFiles(files: ReadonlyMap<string, StoredFile | UnreadableFile>, path: string): FolderFiles {
  const inside = [...files].filter(([name]) => name.startsWith(`${path}/`));
  return new Map(inside.map(([name, file]) => [name.slice(path.length + 1), file]));
}

/**
 * Reads a task folder. A missing or broken record is a reason that names the file and what is wrong with it; nothing is
 * guessed and nothing repaired.
 */
export function readTaskFolder(
  id: string,
  path: string,
  files: FolderFiles,
): { kind: "task"; task: TaskFolder } | { kind: "broken"; reason: Reason } {
  const reader = new FolderReader(path, files);
  const state = reader.required(stateRef, readState);
  const trigger = reader.required(triggerPolicyRef, (text) => readRecord(triggerPolicySchema, null, text));
  const automation = reader.required(automationPolicyRef, (text) => readRecord(automationPolicySchema, null, text));
  const declaration = reader.optional(declarationRef, (text) => readRecord(assignmentDeclarationSchema, null, text));
  const validation = reader.optional(validationRef, (text) => readRecord(assignmentValidationSchema, null, text));
  const requests = reader.lines(requestedRef);
  const decisions = reader.lines(decisionsRef);
  if (state === null || trigger === null || automation === null || reader.problem !== null) {
    return { kind: "broken", reason: reader.problem ?? reason("folder_incomplete", { folder: path, file: stateRef }) };
  }
  const level = automation.risk_classification === "unknown" ? "high" : automation.risk_classification;
  const task: TaskFolder = {
    id,
    path,
    texts: reader.texts(),
    state,
    trigger,
    automation,
    risk: { classification: level, matches: state.risk.matches },
    declaration,
    validation,
    requests,
    decisions,
    dispatched: isDispatched(reader.texts().get("dispatch-receipts.jsonl") ?? ""),
  };
  return { kind: "task", task };
}

/** A folder that a step of ours has just written, from its texts. Throws when that step broke the house's own records. */
export function writtenFolder(id: string, path: string, texts: ReadonlyMap<string, string>): TaskFolder {
  const files = new Map([...texts].map(([name, text]) => [name, { text, oid: "" }]));
  const read = readTaskFolder(id, path, files);
  if (read.kind === "broken") throw new Error(`a step of ours wrote a folder that cannot be read: ${read.reason.text}`);
  return read.task;
}

/** Reads files of one folder and keeps the first problem. */
class FolderReader {
  problem: Reason | null = null;
  readonly #path: string;
  readonly #files: FolderFiles;

  constructor(path: string, files: FolderFiles) {
    this.#path = path;
    this.#files = files;
  }

  texts(): Map<string, string> {
    return new Map([...this.#files].flatMap(([name, file]) => ("text" in file ? [[name, file.text] as const] : [])));
  }

  required<T>(name: string, read: (text: string) => RecordReading<T>): T | null {
    if (!this.#files.has(name)) this.#keep(reason("folder_incomplete", { folder: this.#path, file: name }));
    return this.optional(name, read);
  }

  optional<T>(name: string, read: (text: string) => RecordReading<T>): T | null {
    const text = this.#text(name);
    if (text === null) return null;
    const reading = read(text);
    if (reading.kind === "record") return reading.record;
    this.#keep(reason("record_broken", { file: `${this.#path}/${name}`, problem: reading.problem }));
    return null;
  }

  lines(name: string): JsonObject[] {
    const reading = readJsonLines(this.#text(name) ?? "");
    if (reading.kind === "value") return reading.value;
    this.#keep(reason("record_broken", { file: `${this.#path}/${name}`, problem: reading.problem }));
    return [];
  }

  #text(name: string): string | null {
    const file = this.#files.get(name);
    if (file === undefined) return null;
    if ("text" in file) return file.text;
    this.#keep(reason("file_unreadable", { file: `${this.#path}/${name}`, why: file.unreadable }));
    return null;
  }

  #keep(problem: Reason): void {
    this.problem ??= problem;
  }
}
