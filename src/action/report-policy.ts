// The answer of `mode: policy`: annotations at the lines of the policy, the summary page, and red for every failure.
import { type AnnotationProperties, error, info, setFailed, warning } from "@actions/core";
import type { Problem } from "../core/policy/document.ts";
import { gotText, policySummary } from "../core/say/policy-report.ts";
import { policyVerdicts } from "../core/say/step-text.ts";
import type { PolicyVerdict } from "./check-policy.ts";
import { writeSummary } from "./report-outcome.ts";

/** Reports a verdict. Names of tests are people's words, so they go out only where the runner's commands are escaped. */
export async function reportPolicy(verdict: PolicyVerdict): Promise<void> {
  if (verdict.kind === "trouble") return setFailed(verdict.reason.text);
  if (verdict.kind === "absent") return info(policyVerdicts.absent());
  const { problems, warnings, tests, reports, path } = verdict;
  for (const problem of problems) error(textOf(problem), placeOf(problem));
  for (const problem of warnings) warning(textOf(problem), placeOf(problem));
  const failed = tests.filter((test) => !test.pass);
  for (const test of failed) {
    const facts = { name: test.name, expected: JSON.stringify(test.expected), actual: gotText(test) };
    error(policyVerdicts.testFailed(facts), { file: path });
  }
  await writeSummary(policySummary(reports));
  if (problems.length > 0) return setFailed(policyVerdicts.invalid({ problems: problems.length }));
  if (failed.length > 0) return setFailed(policyVerdicts.failed({ failed: failed.length, tests: tests.length }));
  info(policyVerdicts.passed({ tests: tests.length }));
}

function textOf({ message, hint }: Problem): string {
  return `${message} ${hint}`.trim();
}

function placeOf({ path, line, column, key }: Problem): AnnotationProperties {
  return { file: path, startLine: line, startColumn: column, ...(key === "" ? {} : { title: key }) };
}
