// Holds delivered files against the policy's evidence rules of a role, and against texts they must not merely repeat.
import { type Reason, reason } from "../say/reason.ts";
import { isAcknowledgement } from "./acknowledgement.ts";
import type { JsonSchema } from "./json-schema.ts";
import { fencedBlocks, markdownLines } from "./markdown-lines.ts";
import type { CleanFile } from "./quarantine.ts";
import { schemaFaults } from "./schema-faults.ts";

/** The rules of one role with the schema read already; null or empty where there is none. */
export interface EvidenceRules {
  minBytes: number | null;
  headings: readonly string[];
  schema: JsonSchema | null;
}

const mostFaults = 3;

/**
 * What one expected file lacks. `minBytes` holds for every file; `headings` and `schema` for files in the agent's own folder,
 * so that an implementer's verification.md needs no headings of its evidence.md. A schema is about the whole of a `.json`
 * file, and about the first fenced `json` block of any other.
 */
export function ruleReasons(file: CleanFile, agent: string, rules: EvidenceRules): Reason[] {
  const { ref } = file;
  const reasons: Reason[] = [];
  if (rules.minBytes !== null && file.bytes < rules.minBytes) {
    reasons.push(reason("evidence_too_small", { ref, bytes: file.bytes, least: rules.minBytes }));
  }
  if (!ref.startsWith(`agents/${agent}/`)) return reasons;
  if (!ref.endsWith(".json")) reasons.push(...headingReasons(file, rules.headings));
  if (rules.schema !== null) reasons.push(...schemaReasons(file, rules.schema));
  return reasons;
}

function headingReasons({ ref, text }: CleanFile, headings: readonly string[]): Reason[] {
  const present = new Set(markdownLines(text).lines.map(({ heading }) => plain(heading?.text ?? "")));
  return headings
    .filter((heading) => !present.has(plain(heading.replace(/^#{1,6}[ \t]+/, ""))))
    .map((heading) => reason("evidence_heading_missing", { ref, heading }));
}

function schemaReasons({ ref, text }: CleanFile, schema: JsonSchema): Reason[] {
  const isJson = ref.endsWith(".json");
  const block = isJson ? text : fencedBlocks(markdownLines(text).lines).find(({ info }) => /^json\b/.test(info))?.text;
  if (block === undefined) return [reason("evidence_json_missing", { ref })];
  let value: unknown;
  try {
    value = JSON.parse(block);
  } catch {
    // Said to the worker as a reason of its own.
    return [reason("evidence_json_broken", { ref })];
  }
  const faults = schemaFaults(schema, value).slice(0, mostFaults);
  return faults.map(({ path, keyword }) => reason("evidence_json_unfit", { ref, path, keyword }));
}

/**
 * Whether a file says anything of its own: at least one line with a word that is not in `templates` (the dispatch text, the
 * task, what was there before), no heading, no acknowledgement and no bare verdict.
 */
export function hasOwnWords(text: string, templates: readonly string[]): boolean {
  const known = new Set(templates.flatMap((template) => template.split(/\r\n|\n|\r/).map(plain)));
  return markdownLines(text).lines.some((line) => {
    const words = plain(line.text);
    if (line.kind === "fence" || line.kind === "hidden" || line.heading !== null) return false;
    if (isAcknowledgement(line.text) || /^\W*(?:verdict|reviewed):/i.test(line.text)) return false;
    return /[\p{L}\p{N}]{2}/u.test(words) && !known.has(words);
  });
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").toLowerCase();
}
