// Audit item 18: the context pack is compact and true, and every dispatch text has the size that was recorded for it.
import type { JsonObject } from "../records/format.ts";
import { isAuditRef } from "../records/refs.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { type AuditedTask, type Finding, fail, pass, skip, warn } from "./audited-task.ts";
import { contextRefs } from "./context-items.ts";
import { boundaryErrors, boundaryRef, type SizeMismatch } from "./historical-boundary.ts";
import { isObject, isSet, listOf, objectOf, objectsOf, textOf } from "./loose-json.ts";

const file = "context-pack.json";

/** Item 18, context_pack. */
export function contextPack(task: AuditedTask): Finding {
  const pack = task.json(file);
  const declared = isSet(task.either("context_pack")) || isSet(pack);
  if (!task.nonTrivial && !declared) return skip(says.simpleTask);
  if (!isSet(pack)) return fail(says.missing([file]));
  if (pack.schema_version !== "valp-context-pack.v1") return fail(says.wrongSchema(file));
  const items = listOf(pack.items);
  if (items.length === 0) return fail(says.lacks(file, ["items"]));
  const sections = objectsOf(items).map((item) => textOf(item.section));
  const needed = ["task_scope", "verification", "permission_boundary"].filter((name) => !sections.includes(name));
  if (needed.length > 0) return fail(says.lacks(file, needed));
  const refs = contextRefs(task);
  const unsafe = refs.filter((ref) => !isAuditRef(ref));
  if (unsafe.length > 0) return fail(says.unsafeRefs(unsafe));
  const missing = refs.filter((ref) => !task.isThere(ref) && !task.isInWorkspace(ref));
  if (missing.length > 0) return fail(says.missingRefs(missing));
  return sizes(task, items.length);
}

function sizes(task: AuditedTask, items: number): Finding {
  const mismatches: SizeMismatch[] = [];
  for (const [agent, budget] of Object.entries(objectOf(task.either("dispatch_payload_budgets")))) {
    const measured = isObject(budget)
      ? measure(task, agent, budget)
      : says.invalid(`dispatch_payload_budgets.${agent}`);
    if (typeof measured === "string") return fail(measured);
    if (measured !== null) mismatches.push(measured);
  }
  const [first] = mismatches;
  if (first === undefined) {
    return task.exists(boundaryRef)
      ? fail(says.boundaryUnneeded, task.existing([boundaryRef]))
      : pass(says.contextItems(items));
  }
  const errors = boundaryErrors(task, mismatches);
  if (errors.length > 0) return fail(says.errors([says.sizeDiffers(first), ...errors.slice(0, 3)], 4));
  const evidence = [file, "context-selection.json", "routing.json", "state.json", boundaryRef];
  return warn(says.oldSizes(mismatches.map(({ agent }) => agent)), task.existing(evidence));
}

/** The mismatch of one dispatch text with its record, null where there is none, or why it cannot be measured. */
function measure(task: AuditedTask, agent: string, budget: JsonObject): SizeMismatch | null | string {
  const ref = textOf(budget.dispatch_ref);
  if (!task.isThere(ref)) return says.missingRefs([ref]);
  const text = task.strictText(ref);
  const [maxChars, maxTokens, chars, tokens] = [
    "max_chars",
    "max_reference_tokens",
    "actual_chars",
    "actual_reference_tokens",
  ].map((field) => wholeNumber(budget[field]));
  if (
    text === null ||
    maxChars === undefined ||
    maxTokens === undefined ||
    chars === undefined ||
    tokens === undefined
  ) {
    return says.invalid(`dispatch_payload_budgets.${agent}`);
  }
  const actual = [...text.replace(/\r\n?/g, "\n")].length;
  const actualTokens = Math.ceil(actual / 4);
  if (actual <= maxChars && actualTokens <= maxTokens && actual === chars && actualTokens === tokens) return null;
  return {
    agent,
    artifact_ref: ref,
    byte_digest: task.digest(ref) ?? "",
    recorded_budget: budget,
    observed: { actual_chars: actual, actual_reference_tokens: actualTokens },
  };
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : undefined;
}
