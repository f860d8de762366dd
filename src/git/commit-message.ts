// The commit object of a step as text: message, people and dates.
import { messageParts, oneLine } from "../core/task/commit-message.ts";
import type { Step } from "../ports.ts";

/** Who commits. */
export interface Identity {
  name: string;
  email: string;
}

/** An identity without what would end a name or an address in git's format. */
export function plainIdentity({ name, email }: Identity): Identity {
  return { name: plain(name), email: plain(email) };
}

/** Subject, blank line, trailers. */
export function commitMessage(step: Pick<Step, "subject" | "trailers" | "nonce">): string {
  const { subject, body } = messageParts(step);
  return `${subject}\n\n${body}\n`;
}

/** The content of a commit object. The identity is a plain one; `date` is git's raw format, see {@link rawDate}. */
export function commitContent(
  commit: { tree: string; parent: string | null; message: string },
  identity: Identity,
  date: string,
): Buffer {
  const person = `${identity.name} <${identity.email}> ${date}`;
  const parent = commit.parent === null ? "" : `parent ${commit.parent}\n`;
  return Buffer.from(`tree ${commit.tree}\n${parent}author ${person}\ncommitter ${person}\n\n${commit.message}`);
}

/** An ISO 8601 time as seconds and zone, as git stores it. */
export function rawDate(iso: string): string {
  return `${Math.floor(Date.parse(iso) / 1000)} +0000`;
}

function plain(text: string): string {
  return oneLine(text).replaceAll(/[<>]/g, "").trim();
}
