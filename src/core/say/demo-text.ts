// The demo's story in words.
import type { Outcome } from "../outcome.ts";

/** One sentence per scene. */
export const demoScenes = {
  low: "A maintainer labels a harmless issue; its team stands in the policy.",
  again: "GitHub delivers the same label event again.",
  bot: "A bot puts the label on another issue.",
  high: "A maintainer labels an issue that asks for a deployment.",
  lead: "The maintainer selects a Leader and the team in a comment.",
  outsider: "A visitor tries to approve.",
  approve: "Another maintainer approves exactly this plan.",
  typo: "A third issue is labelled, and no team is declared.",
  recall: "The label is taken off again.",
} as const;

/** The issues of the story. */
export const demoIssues = {
  docs: { title: "Describe the search page", body: "The page has three filters and nobody wrote them down." },
  deploy: { title: "Deploy the new site", body: "Build the site and deploy it to production." },
  typo: { title: "Fix a typo", body: "It says teh." },
} as const;

/** A scene and what came of it. */
export function demoLine(scene: string, outcome: Outcome): string {
  const task = outcome.task_id === null ? "" : ` ${outcome.task_id}`;
  const reasons = outcome.reasons.map(({ code, text }) => `    ${text} (${code})`);
  return [`${scene}`, `  -> ${outcome.outcome}${task}`, ...reasons, ""].join("\n");
}

/** Where to look. */
export function demoEnding(repo: string, ledger: string): string[] {
  return [
    "Look at",
    `  ${ledger}/.herdr-loop/tasks   one folder per task: why it started, who may work, what it waits for`,
    `  git -C ${repo} log valp-ledger   one commit per step`,
  ];
}
