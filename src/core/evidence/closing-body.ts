// Reads the words below `/valp close`: how a person ends a task, with every recommendation decided.
import { type ClosingDecision, complexityImpacts, coordinatorDecisions } from "../records/agent-recommendations.ts";
import { type Reason, reason } from "../say/reason.ts";
import { type MarkdownLine, markdownLines } from "./markdown-lines.ts";
import type { Recommendation } from "./recommendations.ts";

/** The headings of a closing comment, in the order in which they are asked for. */
export const closingHeadings = [
  "Result",
  "Decisions",
  "Disagreements",
  "Evidence gaps",
  "Recommendations",
  "Lessons",
  "Next time",
  "Privacy",
] as const;

/** What a closing comment says. Texts are the person's own words; lists are its items, or its paragraphs. */
export interface ClosingWords {
  result: string;
  decisions: string;
  disagreements: string;
  evidenceGaps: string;
  /** One for every recommendation of the workers, in their order. */
  recommendations: ClosingDecision[];
  /** Why there was nothing to decide; null where there was. */
  noRecommendations: string | null;
  lessons: string[];
  nextTime: string[];
  privacy: string[];
}

type Heading = (typeof closingHeadings)[number];

/**
 * Reads a closing comment. Refused, each with its fix: a missing, repeated or empty heading, a recommendation of a worker
 * that is not decided, a decision on one that nobody made, and a line that does not say what it has to.
 */
export function readClosing(
  body: string,
  open: readonly Recommendation[],
): { kind: "read"; words: ClosingWords } | { kind: "refused"; reasons: Reason[] } {
  const { lines, open: left } = markdownLines(body);
  if (left !== null) return { kind: "refused", reasons: [reason("submission_left_open", { what: left })] };
  const { sections, twice } = sectionsOf(lines);
  const textOf = (heading: Heading) => (sections.get(heading) ?? []).join("\n").trim();
  const reasons = [
    ...twice.map((heading) => reason("closing_heading_twice", { heading })),
    ...closingHeadings
      .filter((heading) => textOf(heading) === "")
      .map((heading) => reason("closing_heading_missing", { heading, headings: closingHeadings })),
  ];
  const decided = readDecisions(textOf("Recommendations"), open);
  reasons.push(...(textOf("Recommendations") === "" ? [] : decided.reasons));
  if (reasons.length > 0) return { kind: "refused", reasons };
  const words: ClosingWords = {
    result: textOf("Result"),
    decisions: textOf("Decisions"),
    disagreements: textOf("Disagreements"),
    evidenceGaps: textOf("Evidence gaps"),
    recommendations: decided.decisions,
    noRecommendations: decided.none,
    lessons: itemsOf(textOf("Lessons")),
    nextTime: itemsOf(textOf("Next time")),
    privacy: itemsOf(textOf("Privacy")),
  };
  return { kind: "read", words };
}

function sectionsOf(lines: readonly MarkdownLine[]): { sections: Map<Heading, string[]>; twice: Heading[] } {
  const sections = new Map<Heading, string[]>();
  const twice: Heading[] = [];
  let current: string[] = [];
  for (const line of lines) {
    const heading = closingHeadings.find(
      (name) => name.toLowerCase() === line.heading?.text.toLowerCase().replace(/:$/, ""),
    );
    if (heading === undefined) {
      if (line.kind !== "hidden") current.push(line.text);
      continue;
    }
    if (sections.has(heading)) twice.push(heading);
    current = [];
    sections.set(heading, current);
  }
  return { sections, twice };
}

interface Decided {
  decisions: ClosingDecision[];
  none: string | null;
  reasons: Reason[];
}

/** Lines `id: decision; rationale; scope; impact`, one for every recommendation; or `none` with the reason. */
function readDecisions(text: string, open: readonly Recommendation[]): Decided {
  const none = /^(?:[-*+] )?none\b[\s:.,;–—-]*(\S.*)$/is.exec(text)?.[1]?.trim() ?? null;
  if (open.length === 0 && none !== null) return { decisions: [], none, reasons: [] };
  const decisions = new Map<string, ClosingDecision>();
  const named = new Set<string>();
  const reasons: Reason[] = [];
  for (const line of itemsOf(text, decisionLine)) {
    const said = readDecision(line);
    const known = open.find(({ id }) => id === said?.id);
    named.add(said?.id ?? decisionLine.exec(line)?.[1] ?? "");
    if (said === null) reasons.push(reason("closing_decision_unreadable", { line, decisions: coordinatorDecisions }));
    else if (known === undefined) reasons.push(reason("closing_decision_unknown", { id: said.id }));
    else if (decisions.has(said.id)) reasons.push(reason("closing_decision_twice", { id: said.id }));
    else if (said.decision === "escalated") reasons.push(reason("closing_recommendation_escalated", { id: said.id }));
    else decisions.set(said.id, said);
  }
  for (const { id, text: words } of open) {
    if (named.has(id)) continue;
    reasons.push(reason("closing_recommendation_open", { id, words }));
  }
  return { decisions: open.flatMap(({ id }) => decisions.get(id) ?? []), none: null, reasons };
}

const decisionLine = /^(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?`?([A-Za-z0-9][A-Za-z0-9._-]{0,99})`?[ \t]*:/;

/** The parts are set apart by `|`, `;` or `,`, the first of these that gives exactly four. */
function readDecision(line: string): ClosingDecision | null {
  const [, id, rest] = /^`?([A-Za-z0-9][A-Za-z0-9._-]{0,99})`?[ \t]*:[ \t]*(\S.*)$/.exec(line) ?? [];
  if (id === undefined || rest === undefined) return null;
  for (const mark of ["|", ";", ","]) {
    const parts = rest.split(mark).map((part) => part.trim());
    const [word = "", rationale = "", scope = "", weight = ""] = parts;
    if (parts.length !== 4 || parts.includes("")) continue;
    const decision = coordinatorDecisions.find((known) => known === word.toLowerCase().replaceAll(/[ -]/g, "_"));
    const impact = complexityImpacts.find(
      (known) => known === weight.toLowerCase().replace(/^(?:impact:?|complexity:?) */, ""),
    );
    if (decision !== undefined && impact !== undefined) return { id, decision, rationale, scope, impact };
  }
  return null;
}

/** The items of a list, continued lines joined; without a list, its paragraphs. A line that fits `begins` starts one too. */
function itemsOf(text: string, begins?: RegExp): string[] {
  const items: string[] = [];
  let open = false;
  for (const line of text.split("\n")) {
    const [, first] = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+(\S.*)$/.exec(line) ?? [];
    const words = (first ?? line).trim();
    const last = items.at(-1);
    if (words === "") open = false;
    else if (first === undefined && open && last !== undefined && !begins?.test(words))
      items[items.length - 1] = `${last} ${words}`;
    else {
      items.push(words);
      open = true;
    }
  }
  return items;
}
