// The step's answer: outputs, summary page, annotation and colour.
import { info, setFailed, setOutput, summary, warning } from "@actions/core";
import type { ActionOutputName } from "../action-contract.ts";
import type { Outcome } from "../core/outcome.ts";
import { outcomeLine, outcomeSummary, reasonsText } from "../core/say/outcome-summary.ts";
import { allOutcomes, troublesOf } from "../core/say/trouble.ts";
import type { Step } from "./read-step.ts";

/**
 * Reports an Outcome. A refusal is an answer and leaves the step green, unless `fail-on` lists it; trouble outside is
 * red, also when only the telling failed, because nobody would see what was recorded.
 */
export async function reportOutcome(outcome: Outcome, step: Step): Promise<void> {
  const outcomes = allOutcomes(outcome);
  const outputs: Record<ActionOutputName, string> = {
    outcome: outcome.outcome,
    "task-id": outcome.task_id ?? "",
    folder: outcome.folder ?? "",
    commit: outcome.commit ?? "",
    reasons: [...new Set(outcomes.flatMap(({ reasons }) => reasons.map(({ code }) => code)))].join(","),
    json: JSON.stringify(outcome),
  };
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
  await writeSummary(outcomeSummary(outcome, { webUrl: webUrlOf(step), dryRun: step.dryRun }));
  for (const each of outcomes) info(outcomeLine(each));
  const troubles = troublesOf(outcome);
  if (troubles.length > 0) return setFailed(reasonsText(troubles));
  const listed = outcomes.filter((each) => step.failOn.includes(each.outcome));
  if (listed.length > 0) return setFailed(reasonsText(listed.flatMap(({ reasons }) => reasons)));
  const refused = outcomes.filter((each) => each.outcome === "refused");
  if (refused.length > 0) warning(reasonsText(refused.flatMap(({ reasons }) => reasons)));
}

/** Web address of the repository that the step runs in. */
export function webUrlOf({ hosts, owner, repo }: Step): string {
  return `${hosts.web}/${owner}/${repo}`;
}

/** Older servers have no summary; that is no reason to fail. */
export async function writeSummary(markdown: string): Promise<void> {
  if (process.env.GITHUB_STEP_SUMMARY) await summary.addRaw(markdown).write();
}
