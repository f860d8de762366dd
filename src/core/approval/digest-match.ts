// Which plan a typed digest means: the current one, an older one, or none.
import type { RequestLine } from "./approval-lines.ts";

/** Fewer hex digits could be found by trying, so they bind to nothing. */
export const shortestDigest = 12;

/** The answer; `old` is the newest replaced request that the digest fits. */
export type DigestMatch =
  | { kind: "current" }
  | { kind: "old"; request: RequestLine }
  | { kind: "malformed" | "too_short" | "ambiguous" | "unmatched" };

/**
 * Compares a typed digest, with or without `sha256:` and in any case, with the digest of the current plan and with
 * those of all recorded requests. A prefix must fit exactly one digest.
 */
export function matchDigest(typed: string, current: string, requests: readonly RequestLine[]): DigestMatch {
  const hex = typed
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, "");
  if (!/^[0-9a-f]{1,64}$/.test(hex)) return { kind: "malformed" };
  if (hex.length < shortestDigest) return { kind: "too_short" };
  const prefix = `sha256:${hex}`;
  const old = requests.filter((line) => line.plan_digest !== current && line.plan_digest.startsWith(prefix));
  const isCurrent = current.startsWith(prefix);
  if (new Set(old.map((line) => line.plan_digest)).size + (isCurrent ? 1 : 0) > 1) return { kind: "ambiguous" };
  if (isCurrent) return { kind: "current" };
  const newest = old.at(-1);
  return newest === undefined ? { kind: "unmatched" } : { kind: "old", request: newest };
}
