// final-synthesis.md of a task that a person closes: that person's words under fixed headings, and facts below them.
import type { ClosingWords } from "../evidence/closing-body.ts";
import { codeSpan } from "./escape.ts";

/** The facts that stand below the words. References exist in the task folder. */
export interface SynthesisFacts {
  taskId: string;
  closedBy: string;
  closedAt: string;
  agents: readonly (readonly [role: string, agent: string])[];
  evidence: readonly string[];
  /** The words of gates.verification and gates.review. */
  verification: string;
  review: string;
}

/** The text (audit item 31). The words are a person's own and stand as they were written; the product adds facts only. */
export function finalSynthesis(words: ClosingWords, facts: SynthesisFacts): string {
  const recommendations = words.recommendations.map(
    ({ id, decision, rationale, scope, impact }) => `- ${codeSpan(id)}: ${decision}; ${rationale}; ${scope}; ${impact}`,
  );
  const sections: [heading: string, text: string][] = [
    ["Result", words.result],
    ["Decisions", words.decisions],
    ["Disagreements", words.disagreements],
    ["Evidence gaps", words.evidenceGaps],
    ["Recommendations", words.noRecommendations ?? recommendations.join("\n")],
    ["Facts", factLines(facts).join("\n")],
  ];
  const body = sections.map(([heading, text]) => `## ${heading}\n\n${text}\n`).join("\n");
  return `# Final synthesis of ${facts.taskId}\n\nClosed by ${codeSpan(facts.closedBy)} at ${facts.closedAt}.\n\n${body}`;
}

function factLines(facts: SynthesisFacts): string[] {
  return [
    ...facts.agents.map(([role, agent]) => `- ${role}: ${codeSpan(agent)}`),
    `- gates: verification ${facts.verification}, review ${facts.review}`,
    ...facts.evidence.map((ref) => `- evidence: ${codeSpan(ref)}`),
  ];
}
