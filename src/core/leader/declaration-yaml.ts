// Reads the YAML block that may follow `/valp assign`: every value is the words of a person, so everything stays text.
import { FAILSAFE_SCHEMA, load, YAMLException } from "js-yaml";
import * as z from "zod";
import { type Reason, reason } from "../say/reason.ts";
import type { DeclarationWords } from "./declaration.ts";

const longest = 16_384;
const words = z.string().trim().min(1);
const block = z.strictObject({
  leader: words.optional(),
  assignments: z.record(words, words),
  reasons: z.record(words, words).optional(),
  because: words.optional(),
  squad: z
    .strictObject({ members: z.array(words).min(1).max(20), handoffs: z.array(words).max(20).default([]) })
    .optional(),
});

/**
 * The words of an assign command written as YAML: keys leader (optional), assignments, reasons, because, squad
 * {members, handoffs}. Refuses more than 16 KiB, anchors in use, repeated keys, unknown keys and wrong shapes.
 */
export function readDeclarationYaml(
  text: string,
): { kind: "read"; words: Extract<DeclarationWords, { kind: "assign" }> } | { kind: "refused"; reasons: Reason[] } {
  if (text.length > longest) return refused(reason("declaration_yaml_too_long", { max: longest }));
  let value: unknown;
  try {
    value = load(text, { schema: FAILSAFE_SCHEMA, maxDepth: 6, maxAliases: 0 });
  } catch (error) {
    // The library says that other exceptions than its own may come out of hostile input.
    const problem = error instanceof YAMLException ? error : null;
    const line = problem?.mark === undefined ? null : problem.mark.line + 1;
    return refused(reason("declaration_yaml_unreadable", { problem: problem?.reason ?? null, line }));
  }
  const read = block.safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0];
    const field = (issue?.path ?? []).map(String).join(".");
    return refused(reason("declaration_yaml_misshapen", { field, problem: issue?.message ?? "" }));
  }
  return {
    kind: "read",
    words: {
      kind: "assign",
      leader: read.data.leader ?? null,
      roles: Object.entries(read.data.assignments),
      because: read.data.because ?? null,
      reasons: Object.entries(read.data.reasons ?? {}),
      squad: read.data.squad ?? null,
    },
  };
}

function refused(why: Reason): { kind: "refused"; reasons: Reason[] } {
  return { kind: "refused", reasons: [why] };
}
