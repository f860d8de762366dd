// Patterns of a policy: text globs, linear-time regular expressions, and globs over repository paths.
import { Minimatch } from "minimatch";
import { RE2JS, RE2JSException } from "re2js";
import { type PolicyWords, policyProblems } from "../say/policy-problems.ts";

/** A pattern ready to be used, or why it cannot be. `size` counts the steps of a regular expression, 0 for globs. */
export type Compiled =
  | { kind: "pattern"; size: number; test: (text: string) => boolean }
  | { kind: "bad"; words: PolicyWords };

/** Largest regular expression, in steps of its compiled program. */
export const largestRegex = 400;
/** Largest sum of steps over all regular expressions of a policy. */
export const largestRegexSum = 4000;
/** Most alternatives that the braces of one path glob may unfold to. */
const mostBraces = 100;
/** Characters of a title or body that patterns look at: a quarter of what GitHub stores, to keep the worst case short. */
const mostText = 16_384;

const remembered = new Map<string, Compiled>();

/**
 * A title or body pattern. `/expression/` and `/expression/i` search anywhere in the text, in linear time; anything else
 * is a glob over the whole text, without regard to case, where `*` stands for any run of characters and `?` for one.
 * Both look at the first 16,384 characters only.
 */
export function textPattern(source: string): Compiled {
  return remember(`text ${source}`, () => (source.startsWith("/") ? regexPattern(source) : textGlob(source)));
}

/** A glob over repository paths or branch names, case-sensitive: `*` stays inside a folder, `**` crosses folders. */
export function pathPattern(source: string): Compiled {
  return remember(`path ${source}`, () => pathGlob(source));
}

/** Compiling is pure; remembering it keeps validation and matching from doing it twice. */
function remember(key: string, compile: () => Compiled): Compiled {
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= 2000) remembered.clear();
  const compiled = compile();
  remembered.set(key, compiled);
  return compiled;
}

function regexPattern(source: string): Compiled {
  const parts = /^\/(.+)\/([a-z]*)$/su.exec(source);
  if (parts === null) return { kind: "bad", words: policyProblems.regex_open() };
  const [, expression = "", flags = ""] = parts;
  if (flags !== "" && flags !== "i") return { kind: "bad", words: policyProblems.bad_regex_flags({ flags }) };
  try {
    const regex = RE2JS.compile(expression, flags === "i" ? RE2JS.CASE_INSENSITIVE : 0);
    const size = regex.programSize();
    if (size > largestRegex) return { kind: "bad", words: policyProblems.pattern_too_costly() };
    return { kind: "pattern", size, test: (text) => regex.test(beginning(text)) };
  } catch (error) {
    const detail = error instanceof RE2JSException ? error.message.replace(/^error parsing regexp: /u, "") : null;
    return { kind: "bad", words: policyProblems.bad_regex({ detail }) };
  }
}

/** What patterns look at. A cut text gets an end that nobody types, so that `$` does not take the cut for the end. */
function beginning(text: string): string {
  return text.length > mostText ? `${text.slice(0, mostText)}\u0000` : text;
}

/** Only `*` and `?` are special, so that titles like `[bug] a/b` can be written as they are. */
function textGlob(source: string): Compiled {
  const escaped = flat(source.replace(/\*+/gu, "*").replace(/[^*?\p{L}\p{N} ]/gu, "\\$&"));
  const glob = new Minimatch(escaped, { ...globOptions, nobrace: true, noext: true, noglobstar: true, nocase: true });
  return { kind: "pattern", size: 0, test: (text) => glob.match(flat(beginning(text))) };
}

/** One path part whatever the text holds: slashes are not folders here, and an empty text or `.` is a text like any. */
function flat(text: string): string {
  return `\u0001${text.replaceAll("/", "\u0002")}`;
}

const globOptions = { dot: true, nonegate: true, nocomment: true, platform: "linux" } as const;

function pathGlob(source: string): Compiled {
  const bad = (fault: Parameters<typeof policyProblems.bad_glob>[0]["fault"]): Compiled => ({
    kind: "bad",
    words: policyProblems.bad_glob({ fault }),
  });
  if (source.startsWith("!")) return bad("exclusion");
  if (source.startsWith("/") || source.startsWith("./")) return bad("rooted");
  // Ranges count towards no limit of the library: too large ones would silently be taken literally.
  if (/\{[^{},]*\.\.[^{}]*\}/u.test(source)) return bad("range");
  try {
    const glob = new Minimatch(source, { ...globOptions, braceExpandMax: mostBraces + 1 });
    if (glob.globSet.length > mostBraces) return bad("braces");
    return { kind: "pattern", size: 0, test: (path) => glob.match(path) };
  } catch {
    return bad("unreadable");
  }
}
