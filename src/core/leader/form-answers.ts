// Reads a Leader's declaration out of the answers of an issue form, as GitHub renders them into the issue body.
import { type Reason, reason } from "../say/reason.ts";
import type { DeclarationWords, SpokenRoles } from "./declaration.ts";

/** Labels of the form's fields; GitHub renders each as a third-level heading above its answer. */
export const formFields = { leader: "VALP Leader", assignments: "VALP assignments", reasons: "VALP reasons" } as const;

/** What GitHub writes for a field that was left empty. */
const noAnswer = "_No response_";

/**
 * The declaration in an issue body made by the shipped form: `none` when no Leader was named there.
 * Assignments are lines `role=agent`; reasons are lines `role: text`, or one text that holds for every role.
 * A field that occurs twice is refused, because answers of one field could then pose as another.
 */
export function readFormAnswers(
  body: string,
):
  | { kind: "none" }
  | { kind: "read"; words: Extract<DeclarationWords, { kind: "form" }> }
  | { kind: "refused"; reasons: Reason[] } {
  const answers = new Map<string, string>();
  const known = new Set<string>(Object.values(formFields));
  let field: string | null = null;
  let lines: string[] = [];
  for (const line of [...body.split(/\r\n|\r|\n/), "### "]) {
    const heading = /^###(?: (.*))?$/.exec(line);
    if (heading === null) {
      lines.push(line);
      continue;
    }
    if (field !== null && known.has(field)) {
      if (answers.has(field)) return { kind: "refused", reasons: [reason("form_field_twice", { field })] };
      answers.set(field, answer(lines));
    }
    field = (heading[1] ?? "").trim();
    lines = [];
  }
  const leader = answers.get(formFields.leader) ?? "";
  if (leader === "") return { kind: "none" };
  const roles = pairs(answers.get(formFields.assignments) ?? "", "=");
  if (roles === null) return { kind: "refused", reasons: [reason("form_assignments_unreadable")] };
  const why = answers.get(formFields.reasons) ?? "";
  const reasons = pairs(why, ":");
  const perRole = reasons?.every(([role]) => roles.some(([declared]) => declared === role)) ? reasons : null;
  return {
    kind: "read",
    words: {
      kind: "form",
      leader,
      roles,
      because: perRole === null && why !== "" ? why : null,
      reasons: perRole ?? [],
    },
  };
}

function answer(lines: readonly string[]): string {
  const text = lines.join("\n").trim();
  return text === noAnswer ? "" : text;
}

/** Lines `left<sign>right`; blank lines are skipped, any other line makes the whole text something else. */
function pairs(text: string, sign: "=" | ":"): SpokenRoles | null {
  const found: [string, string][] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const at = line.indexOf(sign);
    const left = line.slice(0, Math.max(at, 0)).trim();
    const right = line.slice(at + 1).trim();
    if (left === "" || right === "" || /\s/.test(left)) return null;
    found.push([left, right]);
  }
  return found;
}
