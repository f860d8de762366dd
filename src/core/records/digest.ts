// The digest recipes in use (contract sections 3.2, 7.4 and 17 item 3); they differ in escaping and in a last newline.
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** What JSON can say. Numbers must be safe integers wherever a digest of another tool has to come out equal. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** `sha256:` and 64 lower hex digits, over bytes or over the UTF-8 of a text. */
export function sha256(content: string | Uint8Array): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

/**
 * The deduplication identity of a happening (contract section 3.2): compact JSON of exactly these three fields in key
 * order, everything outside printable ASCII escaped, no newline.
 */
export function watcherIdentity(event: { rule_ref: string; source: string; source_event_id: string }): string {
  const { rule_ref, source, source_event_id } = event;
  return sha256(escapeNonAscii(sortedJson({ rule_ref, source, source_event_id })));
}

/** Our own digest of a value, such as a plan: SHA-256 of its RFC 8785 JSON. Keys without a value (undefined) are left out. */
export function canonicalDigest(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("a value without a JSON form has no digest");
  return sha256(text);
}

/** The digest of the v3 ledger (contract section 7.4): keys in code point order, compact, unescaped, one newline. */
export function ledgerDigest(value: Json): string {
  return sha256(`${sortedJson(value)}\n`);
}

function sortedJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(sortedJson).join(",")}]`;
  const fields = Object.entries(value).sort(([a], [b]) => byCodePoint(a, b));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${sortedJson(field)}`).join(",")}}`;
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}

/** UTF-8 bytes sort as code points do; UTF-16 units, which JavaScript compares, do not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, "utf8"), Buffer.from(b, "utf8"));
}

/** JSON text with every UTF-16 unit outside printable ASCII written as \uXXXX. */
function escapeNonAscii(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
