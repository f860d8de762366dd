// Strict reading of one record: its version first, then its exact shape. The answer says where it breaks, never throws.
import type * as z from "zod";
import { readJsonObject } from "./format.ts";

/** Why a file is not the record it should be. `path` names the field, as `gates.approval`; empty for the whole file. */
export type RecordProblem =
  | { what: "not_json" | "not_an_object"; line: number }
  | { what: "wrong_version"; expected: string; found: string }
  | { what: "wrong_shape"; path: string; detail: string };

/** A record, or why the text is none. */
export type RecordReading<T> = { kind: "record"; record: T } | { kind: "problem"; problem: RecordProblem };

/**
 * Reads a record. `version` is the only `schema_version` accepted: an older or a newer one is a problem of its own, so
 * that nobody mistakes a record of another time for a broken one. Null skips this for records without a version.
 */
export function readRecord<T>(schema: z.ZodType<T>, version: string | null, text: string): RecordReading<T> {
  const reading = readJsonObject(text);
  if (reading.kind === "problem") return { kind: "problem", problem: reading.problem };
  const found = reading.value.schema_version;
  if (version !== null && found !== version) {
    const shown = typeof found === "string" ? found : "none";
    return { kind: "problem", problem: { what: "wrong_version", expected: version, found: shown } };
  }
  return checkRecord(schema, reading.value);
}

/** Checks a value that was parsed already. */
export function checkRecord<T>(schema: z.ZodType<T>, value: unknown): RecordReading<T> {
  const checked = schema.safeParse(value);
  if (checked.success) return { kind: "record", record: checked.data };
  const issue = checked.error.issues[0];
  const path = (issue?.path ?? []).map(String).join(".");
  return { kind: "problem", problem: { what: "wrong_shape", path, detail: issue?.message ?? "" } };
}
