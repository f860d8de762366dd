// What the message of a ledger commit consists of, and the nonce read back from one.
import type { Step } from "../../ports.ts";

const nonceTrailer = "VALP-Nonce";

/**
 * Subject line and trailer lines, the nonce last. Values are put on one line each, so that untrusted text can neither
 * start a trailer nor end the message.
 */
export function messageParts(step: Pick<Step, "subject" | "trailers" | "nonce">): { subject: string; body: string } {
  const trailers = [...step.trailers, [nonceTrailer, step.nonce] as const];
  const lines = trailers.map(([name, value]) => `${name}: ${oneLine(value)}`);
  return { subject: oneLine(step.subject), body: lines.join("\n") };
}

/** The value of the last nonce trailer of a message, null without one. */
export function nonceOf(message: string): string | null {
  const trailers = message.trimEnd().split("\n\n").at(-1) ?? "";
  const values = [...trailers.matchAll(new RegExp(`^${nonceTrailer}: (\\S+)$`, "gm"))];
  return values.at(-1)?.[1] ?? null;
}

/** Any text on one line, without control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}
