// DOOR workflow step: one event or policy in; outputs, summary and colour out. Heavy modules load only when an event may matter.
import { setFailed } from "@actions/core";
import { readStep, type Step } from "./action/read-step.ts";
import { reportOutcome } from "./action/report-outcome.ts";
import { ended } from "./core/ended.ts";
import { isRelevant } from "./core/events/relevance.ts";
import { stepProblems } from "./core/say/step-text.ts";

try {
  await run();
} catch (error) {
  setFailed(stepProblems.broken({ problem: error instanceof Error ? error.message : String(error) }));
}

async function run(): Promise<void> {
  const step = readStep(process.env);
  if (step.kind === "problem") return setFailed(step.text);
  if (step.mode === "policy") return checkPolicy(step);
  const relevance = isRelevant(step.event, step.payload);
  if (relevance.kind === "ignored") return reportOutcome(ended("ignored", [relevance.reason]), step);
  if (step.token === "") return setFailed(stepProblems.token_missing());
  // Schemas are built when they load, so this has to come first.
  const { checkWithoutGeneratedCode } = await import("./action/quick-schemas.ts");
  checkWithoutGeneratedCode();
  const { handleStep } = await import("./action/handle-step.ts");
  await reportOutcome(await handleStep(step), step);
}

/** The policy of the run's commit, whatever event started it. */
async function checkPolicy(step: Step): Promise<void> {
  if (step.token === "") return setFailed(stepProblems.token_missing());
  const { checkWithoutGeneratedCode } = await import("./action/quick-schemas.ts");
  checkWithoutGeneratedCode();
  const { checkPolicyAt } = await import("./action/check-policy.ts");
  const { reportPolicy } = await import("./action/report-policy.ts");
  const { stepPorts } = await import("./action/step-ports.ts");
  await reportPolicy(await checkPolicyAt(stepPorts(step).repository, step.sha));
}
