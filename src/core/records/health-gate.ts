// The recorded result of a health check: without a passing one no event starts anything by itself.
import * as z from "zod";
import { type RecordReading, readRecord } from "./read-record.ts";
import { instant, word } from "./vocabulary.ts";

/** Schema version of the health gate. */
export const healthGateVersion = "valp-github-health-gate.v1";

/** `.herdr-loop/github/health-gate.json`: what was checked, for which version of the policy, and who saw the dry run. */
export const healthGateSchema = z.strictObject({
  schema_version: z.literal(healthGateVersion),
  /** Git blob id of the policy file that was checked. */
  policy_blob: word,
  status: z.enum(["pass", "fail"]),
  checks: z.array(z.strictObject({ id: word, status: z.enum(["pass", "warn", "fail"]), message: word })),
  /** Login or name of the person the dry run was shown to. */
  dry_run_shown_to: word,
  at: instant,
});

/** A health gate as recorded. */
export type HealthGate = z.output<typeof healthGateSchema>;

/** Reads the health gate. */
export function readHealthGate(text: string): RecordReading<HealthGate> {
  return readRecord(healthGateSchema, healthGateVersion, text);
}
