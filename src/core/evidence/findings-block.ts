// Reads what a review found: its fenced `findings` block, or the one finding that a bare failure stands for.
import { FAILSAFE_SCHEMA, load } from "js-yaml";
import * as z from "zod";
import { findingSchema, type ReportedFinding } from "../records/findings.ts";
import { failedVerdictTitle } from "../say/evidence-text.ts";
import { fencedBlocks, markdownLines } from "./markdown-lines.ts";
import type { Verdict } from "./verdict.ts";

/** The findings of a text, null where it has no block; or the line of a block that cannot be read. */
export type FindingsReading =
  | { kind: "read"; findings: ReportedFinding[] | null }
  | { kind: "unreadable"; line: number };

const blockSchema = z.array(findingSchema).max(100);

/** The one `findings` block of a text, as YAML or JSON: a list of severity, title and status. Never throws. */
export function readFindingsBlock(text: string): FindingsReading {
  const [block, second] = fencedBlocks(markdownLines(text).lines).filter(({ info }) => /^findings\b/.test(info));
  if (block === undefined) return { kind: "read", findings: null };
  if (second !== undefined) return { kind: "unreadable", line: second.line };
  if (block.text.trim() === "") return { kind: "read", findings: [] };
  let value: unknown;
  try {
    value = load(block.text, { schema: FAILSAFE_SCHEMA, maxDepth: 6, maxAliases: 0 });
  } catch {
    // Whatever the library throws for a stranger's text, the answer is the same.
    return { kind: "unreadable", line: block.line };
  }
  const read = blockSchema.safeParse(value);
  return read.success ? { kind: "read", findings: read.data } : { kind: "unreadable", line: block.line };
}

/** What a file with a verdict reports: its block, and for a failure without any finding one of high severity. */
export function reportedFindings(ref: string, verdict: Verdict, block: readonly ReportedFinding[]): ReportedFinding[] {
  if (verdict !== "fail" || block.length > 0) return [...block];
  return [{ severity: "high", title: failedVerdictTitle(ref), status: "open" }];
}
