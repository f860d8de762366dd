// Reads the words below `/valp submit` into the files that a person leaves as evidence.
import { personFileHead } from "../say/evidence-text.ts";
import { type Reason, reason } from "../say/reason.ts";
import { acknowledgementLines } from "./acknowledgement.ts";
import { readFindingsBlock } from "./findings-block.ts";
import { type MarkdownLine, markdownLines } from "./markdown-lines.ts";

/** What is known when a person submits. */
export interface SubmissionFacts {
  login: string;
  expectedRefs: readonly string[];
  /** Digest of control-contract.json. */
  contractDigest: string;
  /** The digest that the person typed after the role, null where none. */
  typedDigest: string | null;
  /** Existing references that the request showed to the person. */
  shownRefs: readonly string[];
}

/** The files of a submission, in the order of the comment. */
export type SubmissionReading =
  | { kind: "files"; files: { ref: string; text: string }[] }
  | { kind: "refused"; reasons: Reason[] };

/**
 * Reads a submission. Every second-level heading that is an expected reference starts its file; one that
 * looks like another path is refused, any other heading belongs to the file above it. Each file begins with the three
 * acknowledgement lines when the person typed the right digest, and with what the person was shown.
 */
export function readSubmission(body: string, facts: SubmissionFacts): SubmissionReading {
  const { lines, open } = markdownLines(body);
  if (open !== null) return refused([reason("submission_left_open", { what: open })]);
  const typed = facts.typedDigest?.toLowerCase().replace(/^(?:sha256:)?/, "sha256:") ?? null;
  if (typed !== null && typed !== facts.contractDigest) {
    return refused([reason("submission_digest_differs", { digest: facts.contractDigest })]);
  }
  const sections = sectionsOf(lines, facts.expectedRefs);
  if (Array.isArray(sections)) return refused(sections);
  const findings = readFindingsBlock(body);
  if (findings.kind === "unreadable")
    return refused([reason("findings_unreadable", { ref: null, line: findings.line })]);
  const empty = [...sections.files].filter(([, content]) => content.join("").trim() === "");
  if (empty.length > 0) return refused(empty.map(([ref]) => reason("evidence_empty", { ref })));
  const head = headOf(facts, typed !== null);
  const files = [...sections.files].map(([ref, content]) => ({ ref, text: `${head}${content.join("\n").trim()}\n` }));
  return { kind: "files", files };
}

function sectionsOf(
  lines: readonly MarkdownLine[],
  expected: readonly string[],
): { files: Map<string, string[]> } | Reason[] {
  const files = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const line of lines) {
    const ref = line.heading?.level === 2 ? line.heading.text.replace(/^`(.*)`$/, "$1").trim() : "";
    if (expected.includes(ref)) {
      if (files.has(ref)) return [reason("submission_ref_twice", { ref })];
      current = [];
      files.set(ref, current);
    } else if (looksLikeRef(ref)) {
      return [reason("submission_ref_unknown", { ref, expected })];
    } else if (current !== null) {
      current.push(line.text);
    } else if (line.text.trim() !== "") {
      return [reason("submission_words_outside", { line: line.number, expected })];
    }
  }
  return files.size === 0 ? [reason("submission_without_refs", { expected })] : { files };
}

/** A path or a file name in one word. */
function looksLikeRef(heading: string): boolean {
  return /^\S+$/.test(heading) && (/\S\/\S/.test(heading) || /\.(?:md|json|txt|log)$/i.test(heading));
}

function headOf(facts: SubmissionFacts, acknowledged: boolean): string {
  const lines = acknowledged ? acknowledgementLines(facts.contractDigest) : [];
  return personFileHead({ login: facts.login, acknowledgement: lines, shownRefs: facts.shownRefs });
}

function refused(reasons: Reason[]): { kind: "refused"; reasons: Reason[] } {
  return { kind: "refused", reasons };
}
