// findings/findings.json: what reviews found, and what keeps a task from being done (audit item 29).
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { schemaRef, word } from "./vocabulary.ts";

/** File inside the task folder. */
export const findingsRef = "findings/findings.json";
const version = "valp-github-findings.v1";

/** How bad a finding is; critical and high ones block while they are open or blocked. */
export const severities = ["critical", "high", "medium", "low", "info"] as const;
/** Where a finding stands. */
export const findingStatuses = ["open", "blocked", "fixed", "accepted", "rejected"] as const;

const anyCase = <T extends readonly [string, ...string[]]>(words: T) =>
  z
    .string()
    .transform((text) => text.trim().toLowerCase())
    .pipe(z.enum(words));

/** A finding as a reviewer reports it: severity, title and, unless it is open, its status. */
export const findingSchema = z.strictObject({
  severity: anyCase(severities),
  title: z.string().trim().min(1).max(300),
  status: anyCase(findingStatuses).default("open"),
});

/** A finding as reported. */
export type ReportedFinding = z.output<typeof findingSchema>;

const recorded = z.strictObject({
  id: word,
  severity: z.enum(severities),
  title: word,
  status: z.enum(findingStatuses),
  reported_by: word,
  source_ref: schemaRef,
});

/** findings/findings.json: our own closed form of what the audit reads as `findings`. */
export const findingsSchema = z.strictObject({
  schema_version: z.literal(version),
  task_id: word,
  findings: z.array(recorded),
  updated_at: word,
});

/** The findings as recorded. */
export type Findings = z.output<typeof findingsSchema>;

/** Reads findings/findings.json. */
export function readFindings(text: string): RecordReading<Findings> {
  return readRecord(findingsSchema, version, text);
}

/**
 * The record with what one review reported, in place of everything that the same agent reported in the same file before:
 * a review speaks for itself as a whole. `before` is null where there is no record yet; ids are `f-<agent>-001`.
 */
export function withFindings(
  before: Findings | null,
  facts: { taskId: string; agent: string; sourceRef: string; reported: readonly ReportedFinding[]; now: string },
): Findings {
  const others = (before?.findings ?? []).filter(
    ({ reported_by, source_ref }) => reported_by !== facts.agent || source_ref !== facts.sourceRef,
  );
  const taken = new Set(others.map(({ id }) => id));
  const added: Findings["findings"] = [];
  let count = 0;
  for (const { severity, title, status } of facts.reported) {
    let id = "";
    do {
      count += 1;
      id = `f-${facts.agent}-${String(count).padStart(3, "0")}`;
    } while (taken.has(id));
    added.push({ id, severity, title, status, reported_by: facts.agent, source_ref: facts.sourceRef });
  }
  return { schema_version: version, task_id: facts.taskId, findings: [...others, ...added], updated_at: facts.now };
}

/** The findings that block: critical or high, and open or blocked. */
export function blockingFindings(findings: Findings): Findings["findings"] {
  return findings.findings.filter(
    ({ severity, status }) => ["critical", "high"].includes(severity) && ["open", "blocked"].includes(status),
  );
}
