// The one line by which a review or a verification says how it ended.
import { markdownLines } from "./markdown-lines.ts";

/** How a review or a verification ended. */
export type Verdict = "pass" | "fail" | "blocked";

/** The verdict of a text, or why there is none. Two lines that disagree are none. */
export type VerdictReading =
  | { kind: "verdict"; verdict: Verdict; line: number }
  | { kind: "none" }
  | { kind: "several" };

const verdictLine = /^ {0,3}(?:[-*] )?\**verdict\**:\**\s*(pass|fail|blocked)\**[ \t.]*$/i;

/** Whether a reference is a file that needs a verdict: any review.md or verification.md. */
export function needsVerdict(ref: string): boolean {
  return /(?:^|\/)(?:review|verification)\.md$/.test(ref);
}

/** Reads the verdict of a text. Lines in code and in HTML comments do not count. */
export function readVerdict(text: string): VerdictReading {
  const found = markdownLines(text).lines.flatMap((line) => {
    const word = line.kind === "prose" ? verdictLine.exec(line.text)?.[1]?.toLowerCase() : undefined;
    return word === "pass" || word === "fail" || word === "blocked"
      ? [{ verdict: word, line: line.number } as const]
      : [];
  });
  const [first] = found;
  if (first === undefined) return { kind: "none" };
  return found.every(({ verdict }) => verdict === first.verdict) ? { kind: "verdict", ...first } : { kind: "several" };
}

/** The word of gates.review or gates.verification that a verdict sets. */
export function gateOf(verdict: Verdict): "passed" | "failed" | "blocked" {
  if (verdict === "blocked") return "blocked";
  return verdict === "pass" ? "passed" : "failed";
}
