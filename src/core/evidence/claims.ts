// Which lines claim that something was built, tested or run, and whether their text shows anything for it (audit item 27).
import { isAuditRef } from "../records/refs.ts";

/** One line that claims something: its number from 1 and its words. */
export interface Claim {
  line: number;
  text: string;
}

/** Everything besides a newline that ends a line for the reference tools. */
const oddLineEnds = "\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029";
const lineEnd = new RegExp(`\\r\\n|[\\n${oddLineEnds}]`, "u");
const claiming =
  /\b(?:build|compile|compiled|test|tests|lint|runtime|ui|browser|screenshot|launch|launched)\b.{0,80}\b(?:pass|passed|ok|succeed|succeeded|verified|fixed)\b|\bverified\b|\bverification passed\b/i;
const command =
  /^(?:\$ )?(?:python|python3|pytest|npm|pnpm|yarn|node|swift|xcodebuild|cargo|go test|make|bash|sh|bin\/|valp)\b/;

/** Every line of a Markdown text that claims a build, a test or a run went well (contract section 14, item 27). */
export function claimsOf(text: string): Claim[] {
  return text.split(lineEnd).flatMap((line, index) => (claiming.test(line) ? [{ line: index + 1, text: line }] : []));
}

/**
 * Whether a text shows something for its claims: it names a safe reference for which `exists` answers yes, in back-ticks or
 * as a bare path below the folders of evidence, or its fenced blocks hold a command and a result, together or apart.
 */
export function showsEvidence(text: string, exists: (ref: string) => boolean): boolean {
  return namedRefs(text).some((ref) => isAuditRef(ref) && exists(ref)) || showsRun(text);
}

function namedRefs(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, ref = ""]) => ref);
  const bare = [...text.matchAll(/(?<![\w/.-])((?:agents|evidence|gates|logs|screenshots)\/[^\s),;:]+)/g)].map(
    ([, ref = ""]) => ref,
  );
  return [...quoted, ...bare].map((ref) =>
    ref
      .trim()
      .replace(/^[.,;:)]+/, "")
      .replace(/(?<![.,;:)])[.,;:)]+$/, ""),
  );
}

function showsRun(text: string): boolean {
  const blocks = [...text.matchAll(/```[a-zA-Z0-9_-]*\n(.*?)```/gs)].map(([, block = ""]) => block.toLowerCase());
  const commands = blocks.some(
    (block) => /command|exit[ _]code/.test(block) || block.split("\n").some((line) => command.test(line.trim())),
  );
  const results = blocks.some(
    (block) =>
      /\b(?:pass|passed|ok|success|succeeded|verified)\b/.test(block) || /\bexit[_ ]code\s*[:=]?\s*0\b/.test(block),
  );
  return commands && results;
}
