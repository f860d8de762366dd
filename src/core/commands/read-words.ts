// Reads the words after a verb, strictly: a command is understood as a whole or not at all.
import { type Reason, reason } from "../say/reason.ts";
import type { CommandWords } from "./command.ts";
import type { VerbName } from "./registry.ts";

/** What a command line means, or the reason why it means nothing. */
export type WordsReading = { kind: "read"; words: CommandWords } | { kind: "malformed"; problem: Reason };

/** Longest free text of a command, in characters. */
const longestText = 2000;
/** Longest single word. */
const longestWord = 100;

/** Reads what follows the verb and its `task=` word. `submit` and blocks of `assign` are read by the caller. */
export function readWords(verb: Exclude<VerbName, "submit">, rest: string): WordsReading {
  switch (verb) {
    case "start":
      return one(verb, rest, "the id of a rule", (rule) => ({ kind: verb, rule }));
    case "lead":
      return readLead(rest);
    case "assign":
      return readAssign(rest);
    case "approve":
      return readApprove(rest);
    case "deny":
      return readDeny(rest);
    case "stop":
      return readStop(rest);
    case "retry":
      return rest === ""
        ? { kind: "read", words: { kind: verb, role: null } }
        : one(verb, rest, "a role", (role) => ({ kind: verb, role }));
    default:
      return rest === "" ? { kind: "read", words: { kind: verb } } : unexpected(verb, rest);
  }
}

/** Reads `/valp submit <role> [<contract digest>]`; the digest is 64 hex digits without prefix, null when not typed. */
export function readSubmit(
  rest: string,
): { kind: "submit"; role: string; contract: string | null } | { kind: "malformed"; problem: Reason } {
  const [role, typed, extra] = split(rest);
  if (role === undefined) return missing("submit", "a role");
  if (role.length > longestWord) return unreadable("submit", role, "a role");
  if (extra !== undefined) return unexpected("submit", extra);
  if (typed === undefined) return { kind: "submit", role, contract: null };
  const contract = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(typed)?.[1]?.toLowerCase();
  return contract === undefined
    ? unreadable("submit", typed, "the control contract's digest of 64 hexadecimal digits")
    : { kind: "submit", role, contract };
}

function one(verb: VerbName, rest: string, what: string, build: (word: string) => CommandWords): WordsReading {
  const [word, extra] = split(rest);
  if (word === undefined) return missing(verb, what);
  if (extra !== undefined) return unexpected(verb, extra);
  if (word.length > longestWord || word.includes("=")) return unreadable(verb, word, what);
  return { kind: "read", words: build(word) };
}

function readLead(rest: string): WordsReading {
  const { head, text } = splitText(rest, "because:");
  const [leader, ...pairs] = split(head);
  if (leader === undefined) return missing("lead", "an agent");
  if (leader.includes("=") || leader.length > longestWord) return unreadable("lead", leader, "an agent");
  const roles = readRoles("lead", pairs);
  if (!Array.isArray(roles)) return roles;
  const because = readText("lead", "because:", text);
  if (typeof because === "object" && because !== null) return because;
  return { kind: "read", words: { kind: "lead", leader, roles, because } };
}

function readAssign(rest: string): WordsReading {
  const { head, text } = splitText(rest, "because:");
  const roles = readRoles("assign", split(head));
  if (!Array.isArray(roles)) return roles;
  if (roles.length === 0) return missing("assign", "at least one role=agent");
  const because = readText("assign", "because:", text ?? "");
  if (typeof because !== "string") return because ?? missing("assign", "because:");
  return { kind: "read", words: { kind: "assign", roles, because } };
}

function readApprove(rest: string): WordsReading {
  const [word, extra] = split(rest);
  if (extra !== undefined) return unexpected("approve", extra);
  const digest = readDigest("approve", word);
  return typeof digest === "string" ? { kind: "read", words: { kind: "approve", digest } } : digest;
}

function readDeny(rest: string): WordsReading {
  const { head, text } = splitText(rest, "reason:");
  const [word, extra] = split(head);
  const digest = readDigest("deny", word);
  if (typeof digest !== "string") return digest;
  if (extra !== undefined) return unexpected("deny", extra);
  const why = readText("deny", "reason:", text ?? "");
  if (typeof why !== "string") return why ?? missing("deny", "reason:");
  return { kind: "read", words: { kind: "deny", digest, reason: why } };
}

function readStop(rest: string): WordsReading {
  const text = rest.replace(/^reason:\s*/i, "");
  if (text.length > longestText) return overlong("stop");
  return { kind: "read", words: { kind: "stop", reason: text === "" ? null : text } };
}

/** 12 to 64 hexadecimal digits, in any case, with or without `sha256:`. */
function readDigest(verb: "approve" | "deny", word: string | undefined): string | Malformed {
  if (word === undefined) return missing(verb, "the digest of the plan");
  const digits = word.replace(/^sha256:/i, "").toLowerCase();
  if (!/^[0-9a-f]+$/.test(digits) || digits.length > 64) {
    return unreadable(verb, word, "a digest of 12 to 64 hexadecimal digits");
  }
  if (digits.length < 12)
    return { kind: "malformed", problem: reason("command_digest_too_short", { verb, digest: word }) };
  return digits;
}

function readRoles(verb: "lead" | "assign", words: readonly string[]): [string, string][] | Malformed {
  const roles: [string, string][] = [];
  for (const word of words) {
    const [role, agent, more] = word.split("=");
    if (!role || !agent || more !== undefined || word.length > longestWord * 2) {
      return unreadable(verb, word, "a pair such as role=agent");
    }
    if (roles.some(([named]) => named === role)) {
      return { kind: "malformed", problem: reason("command_word_twice", { verb, word: role }) };
    }
    roles.push([role, agent]);
  }
  return roles;
}

/** A text behind its marker: null where the marker is absent, a problem where nothing or too much follows it. */
function readText(verb: VerbName, marker: string, text: string | null): string | null | Malformed {
  if (text === null) return null;
  if (text === "") return { kind: "malformed", problem: reason("command_text_missing", { verb, marker }) };
  return text.length > longestText ? overlong(verb) : text;
}

/** Splits at the first word that begins with the marker, in any case. */
function splitText(rest: string, marker: string): { head: string; text: string | null } {
  const at = rest.search(new RegExp(`(?<!\\S)${marker}`, "i"));
  return at === -1
    ? { head: rest, text: null }
    : { head: rest.slice(0, at), text: rest.slice(at + marker.length).trim() };
}

/** Words between white space; back-ticks around a whole word are how it was copied, not part of it. */
function split(text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/^`([^`]+)`$/, "$1"));
}

type Malformed = Extract<WordsReading, { kind: "malformed" }>;

function missing(verb: VerbName, word: string): Malformed {
  return { kind: "malformed", problem: reason("command_word_missing", { verb, word }) };
}

function unexpected(verb: VerbName, word: string): Malformed {
  return { kind: "malformed", problem: reason("command_word_unexpected", { verb, word }) };
}

function unreadable(verb: VerbName, word: string, wanted: string): Malformed {
  return { kind: "malformed", problem: reason("command_word_unreadable", { verb, word, wanted }) };
}

function overlong(verb: VerbName): Malformed {
  return { kind: "malformed", problem: reason("command_text_over_length", { verb, most: longestText }) };
}
