// One record of the ledger out of a reading: present, absent, or a reason to stop.
import type { RecordReading } from "../core/records/read-record.ts";
import { reason } from "../core/say/reason.ts";
import type { Snapshot } from "../ports.ts";
import type { Unfinished } from "./write-step.ts";

/** Reads the record at `path` of the ledger. A file that exists but cannot be read is never taken for absent. */
export function recordAt<T>(
  snapshot: Snapshot,
  path: string,
  read: (text: string) => RecordReading<T>,
): { kind: "read"; record: T | null } | Unfinished {
  const file = snapshot.ledger.files.get(path);
  if (file === undefined) return { kind: "read", record: null };
  if ("unreadable" in file) {
    return { kind: "unfinished", reason: reason("file_unreadable", { file: path, why: file.unreadable }) };
  }
  const reading = read(file.text);
  if (reading.kind === "record") return { kind: "read", record: reading.record };
  return { kind: "unfinished", reason: reason("record_broken", { file: path, problem: reading.problem }) };
}
