// Whether what a run or a person delivered completes one work item: complete, incomplete with what is missing, or invalid.

import type { ReportedFinding } from "../records/findings.ts";
import { type Reason, reason } from "../say/reason.ts";
import { acknowledges } from "./acknowledgement.ts";
import { claimsOf, showsEvidence } from "./claims.ts";
import { type DeliveredPath, deliveredPath, patchName, type Surface } from "./control-files.ts";
import { type EvidenceRules, hasOwnWords, ruleReasons } from "./evidence-rules.ts";
import { readFindingsBlock, reportedFindings } from "./findings-block.ts";
import { judgePatch, patchLimits } from "./judge-patch.ts";
import type { TouchedFile } from "./patch.ts";
import { type CleanFile, type DeliveredEntry, quarantine, quarantineLimits } from "./quarantine.ts";
import { type Recommendation, readRecommendations } from "./recommendations.ts";
import { needsVerdict, readVerdict, type Verdict } from "./verdict.ts";

/** Everything that acceptance looks at; all of it was loaded at one commit. */
export interface AcceptanceFacts {
  agent: string;
  /** The references this work item has to leave behind. */
  expectedRefs: readonly string[];
  /** Everything that was delivered, as it came. */
  entries: readonly DeliveredEntry[];
  /** Digest of each file at an expected reference before the dispatch was submitted. */
  before: ReadonlyMap<string, string>;
  /** Whether a file with content stands at a reference of the task folder already. */
  exists: (ref: string) => boolean;
  rules: EvidenceRules;
  /** Digest of control-contract.json (`sha256:` and 64 hex digits). */
  contractDigest: string;
  /** Texts that evidence must not merely repeat: the dispatch text, task.md, shipped templates. */
  templates: readonly string[];
}

/** The verdict that a file states, and everything it found; empty where it found nothing. */
export interface StatedVerdict {
  ref: string;
  verdict: Verdict;
  findings: ReportedFinding[];
}

/** What a complete delivery says. */
export interface CompleteWork {
  kind: "complete";
  files: CleanFile[];
  verdicts: StatedVerdict[];
  recommendations: Recommendation[];
  /** Null where no code was delivered. */
  patch: { touched: TouchedFile[]; surfaces: { path: string; surface: Surface }[] } | null;
}

/** An attempt to change what the agent runs on: becomes a delegation violation. */
export interface LiveChange {
  name: string;
  surface: Surface;
}

/**
 * The answer to a delivery. `invalid` voids it whatever else it holds; `incomplete` can be put right. `files` are those
 * that passed the quarantine and may be kept among the rejected ones, never at an expected reference.
 */
export type Acceptance =
  | CompleteWork
  | { kind: "incomplete"; files: CleanFile[]; missing: Reason[] }
  | { kind: "invalid"; files: CleanFile[]; reasons: Reason[]; liveChanges: LiveChange[] };

const mostClaims = 5;

/** Judges a delivery: quarantine first, then what the role owes. Every reason says how to put it right. */
export function acceptWork(facts: AcceptanceFacts): Acceptance {
  const gate = quarantine(facts.entries, quarantineLimits);
  const { files } = gate;
  const paths = facts.entries
    .filter(({ kind }) => kind !== "folder")
    .map(({ name }) => ({ name, path: deliveredPath(name, facts.agent, facts.expectedRefs) }));
  const patch = patchAnswer(files);
  const reasons = [
    ...paths.flatMap(({ name, path }) => forbiddenReason(name, path)),
    ...(gate.kind === "refused" ? gate.refused.flatMap((file) => file.reasons) : []),
    ...(patch?.kind === "refused" ? patch.reasons : []),
  ];
  if (reasons.length > 0) {
    const liveChanges = paths.flatMap(({ name, path }) =>
      path.kind === "surface" ? [{ name, surface: path.surface }] : [],
    );
    return { kind: "invalid", files, reasons, liveChanges };
  }
  const verdicts = expectedFiles(facts, files).flatMap(verdictOf);
  const missing = [
    ...facts.expectedRefs.flatMap((ref) => refReasons(facts, files, ref)),
    ...acknowledgementReasons(facts, files),
    ...verdicts.flatMap((stated) => ("code" in stated ? [stated] : [])),
    ...files.filter(({ ref }) => ref.endsWith(".md")).flatMap((file) => claimReasons(facts, files, file)),
  ];
  if (missing.length > 0) return { kind: "incomplete", files, missing };
  const own = files.filter(({ ref }) => ref.startsWith(`agents/${facts.agent}/`) && ref.endsWith(".md"));
  return {
    kind: "complete",
    files,
    verdicts: verdicts.flatMap((stated) => ("verdict" in stated ? [stated] : [])),
    recommendations: readRecommendations(facts.agent, own),
    patch: patch?.kind === "accepted" ? { touched: patch.files, surfaces: patch.surfaces } : null,
  };
}

function forbiddenReason(name: string, path: DeliveredPath): Reason[] {
  switch (path.kind) {
    case "control":
      return [reason("evidence_is_control_file", { name, control: path.control })];
    case "surface":
      return [reason("evidence_changes_agent", { name, surface: path.surface })];
    case "other_agent":
      return [reason("evidence_of_other_agent", { name, agent: path.agent })];
    case "stray":
      return [reason("evidence_out_of_place", { name })];
    default:
      return [];
  }
}

function patchAnswer(files: readonly CleanFile[]): ReturnType<typeof judgePatch> | null {
  const patch = files.find(({ ref }) => ref === patchName);
  return patch === undefined ? null : judgePatch(patch.text, patchLimits);
}

function expectedFiles(facts: AcceptanceFacts, files: readonly CleanFile[]): CleanFile[] {
  return files.filter(({ ref, text }) => facts.expectedRefs.includes(ref) && text.trim() !== "");
}

/** What one expected file lacks: presence, content, novelty, words of its own, the policy's rules. */
function refReasons(facts: AcceptanceFacts, files: readonly CleanFile[], ref: string): Reason[] {
  const file = files.find((each) => each.ref === ref);
  if (file === undefined) return [reason("evidence_missing", { ref })];
  if (file.text.trim() === "") return [reason("evidence_empty", { ref })];
  if (facts.before.get(ref) === file.sha256) return [reason("evidence_unchanged", { ref })];
  const rules = ruleReasons(file, facts.agent, facts.rules);
  const own = ref.endsWith(".json") || hasOwnWords(file.text, facts.templates);
  return own ? rules : [...rules, reason("evidence_is_template", { ref })];
}

function acknowledgementReasons(facts: AcceptanceFacts, files: readonly CleanFile[]): Reason[] {
  const { agent, contractDigest } = facts;
  const own = files.filter(({ ref }) => ref.startsWith(`agents/${agent}/`));
  if (own.some(({ text }) => acknowledges(text, contractDigest))) return [];
  return [reason("acknowledgement_missing", { agent, digest: contractDigest })];
}

function verdictOf({ ref, text }: CleanFile): (StatedVerdict | Reason)[] {
  if (!needsVerdict(ref)) return [];
  const block = readFindingsBlock(text);
  if (block.kind === "unreadable") return [reason("findings_unreadable", { ref, line: block.line })];
  const reading = readVerdict(text);
  if (reading.kind === "none") return [reason("verdict_missing", { ref })];
  if (reading.kind === "several") return [reason("verdict_unclear", { ref })];
  const { verdict } = reading;
  return [{ ref, verdict, findings: reportedFindings(ref, verdict, block.findings ?? []) }];
}

/** Claims that the audit would not believe; the first of them with the line to put right (audit item 27). */
function claimReasons(facts: AcceptanceFacts, files: readonly CleanFile[], { ref, text }: CleanFile): Reason[] {
  const claims = claimsOf(text);
  const delivered = (named: string) => files.some((file) => file.ref === named && file.text.trim() !== "");
  if (claims.length === 0 || showsEvidence(text, (named) => delivered(named) || facts.exists(named))) return [];
  return claims.slice(0, mostClaims).map(({ line, text: words }) => reason("claim_unsupported", { ref, line, words }));
}
