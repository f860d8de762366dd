// Up to which moment the slots of every schedule rule have been looked at.
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { word } from "./vocabulary.ts";

/** Schema version of the schedule cursors. */
export const schedulesVersion = "valp-github-schedules.v1";

/** `.herdr-loop/github/schedules.json`: by rule, the cursor that core/policy/slots gave last (ISO 8601). */
export const schedulesSchema = z.strictObject({
  schema_version: z.literal(schedulesVersion),
  cursors: z.record(word, z.iso.datetime({ offset: true })),
});

/** Cursors as stored. */
export type Schedules = z.output<typeof schedulesSchema>;

/** The cursor of a rule; null before its first look. */
export function cursorOf(schedules: Schedules | null, rule: string): string | null {
  return schedules !== null && Object.hasOwn(schedules.cursors, rule) ? (schedules.cursors[rule] ?? null) : null;
}

/** The cursors with some of them moved on. */
export function withCursors(before: Schedules | null, moved: Readonly<Record<string, string>>): Schedules {
  return { schema_version: schedulesVersion, cursors: { ...before?.cursors, ...moved } };
}

/** Reads the cursors. */
export function readSchedules(text: string): RecordReading<Schedules> {
  return readRecord(schedulesSchema, schedulesVersion, text);
}
