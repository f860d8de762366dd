// The commit object of a step as text: message with trailers, people and dates; and the nonce read back from one.
import type { Step } from "../ports.ts";

/** Who commits. */
export interface Identity {
  name: string;
  email: string;
}

const nonceTrailer = "VALP-Nonce";

/**
 * Subject, blank line, trailers, the nonce last. Values are put on one line, so that untrusted text can neither start
 * a trailer nor end the message.
 */
export function commitMessage(step: Pick<Step, "subject" | "trailers" | "nonce">): string {
  const trailers = [...step.trailers, [nonceTrailer, step.nonce] as const];
  const lines = trailers.map(([name, value]) => `${name}: ${oneLine(value)}`);
  return `${oneLine(step.subject)}\n\n${lines.join("\n")}\n`;
}

/** The value of the last nonce trailer of a message, null without one. */
export function nonceOf(message: string): string | null {
  const trailers = message.trimEnd().split("\n\n").at(-1) ?? "";
  const values = [...trailers.matchAll(new RegExp(`^${nonceTrailer}: (\\S+)$`, "gm"))];
  return values.at(-1)?.[1] ?? null;
}

/** The content of a commit object. `date` is git's raw format, see {@link rawDate}. */
export function commitContent(
  commit: { tree: string; parent: string | null; message: string },
  identity: Identity,
  date: string,
): Buffer {
  const person = `${plainName(identity.name)} <${plainName(identity.email)}> ${date}`;
  const parent = commit.parent === null ? "" : `parent ${commit.parent}\n`;
  return Buffer.from(`tree ${commit.tree}\n${parent}author ${person}\ncommitter ${person}\n\n${commit.message}`);
}

/** An ISO 8601 time as seconds and zone, as git stores it. */
export function rawDate(iso: string): string {
  return `${Math.floor(Date.parse(iso) / 1000)} +0000`;
}

/** Any text on one line, without control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

function plainName(text: string): string {
  return oneLine(text).replaceAll(/[<>]/g, "").trim();
}
