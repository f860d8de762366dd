// Reports about a policy file, for a terminal and as JSON.
import type { PolicyReading, Problem } from "../policy/document.ts";
import type { RuleMatch } from "../policy/match.ts";
import type { TestEnding, TestResult } from "../policy/policy-test.ts";
import type { Policy } from "../policy/schema.ts";
import { clip } from "./clip.ts";
import { codeBlock } from "./escape.ts";
import type { Reason } from "./reason.ts";

/** A report of a command: its JSON, its words for a terminal, its exit code. */
export interface PolicyReport {
  json: unknown;
  text: string;
  exitCode: 0 | 1;
}

/** A valid policy, with warnings. */
export function checkReport(file: string, policy: Policy, warnings: readonly Problem[]): PolicyReport {
  const found = warnings.map((problem) => ({ ...problem, path: file }));
  const rules = policy.rules.map((rule) => rule.id);
  const head = `${file} is valid: mode ${policy.mode}, ${rules.length} rule${rules.length === 1 ? "" : "s"}.`;
  return {
    json: { file, status: "valid", mode: policy.mode, rules, problems: [], warnings: found },
    text: [head, ...found.map((problem) => problemText(problem, "warning"))].join("\n"),
    exitCode: 0,
  };
}

/** A policy that cannot be used, with every problem. */
export function invalidReport(file: string, reading: Exclude<PolicyReading, { kind: "policy" }>): PolicyReport {
  const problems = reading.kind === "invalid" ? reading.problems.map((problem) => ({ ...problem, path: file })) : [];
  return {
    json: { file, status: "invalid", problems, warnings: [] },
    text: [`${file} cannot be used.`, ...problems.map((problem) => problemText(problem, "error"))].join("\n"),
    exitCode: 1,
  };
}

/** Results of a policy's own tests. */
export function testReport(file: string, results: readonly TestResult[]): PolicyReport {
  const failed = results.filter((result) => !result.pass);
  const lines = results.flatMap((result) => [
    `${result.pass ? "ok  " : "FAIL"} ${result.name}`,
    ...(result.pass ? [] : [`     expected ${JSON.stringify(result.expected)}`, `     got      ${gotText(result)}`]),
  ]);
  const { length } = results;
  const summary = `${length - failed.length} of ${length} tests of ${file} pass.`;
  return {
    json: {
      file,
      status: failed.length === 0 ? "pass" : "fail",
      passed: length - failed.length,
      failed: failed.length,
      tests: results,
    },
    text: [...lines, summary].join("\n"),
    exitCode: failed.length === 0 ? 0 : 1,
  };
}

/** What would happen about one event. */
export function explainReport(facts: {
  policy: Policy;
  matches: readonly RuleMatch[];
  reason: Reason | null;
  ending: TestEnding | null;
}): PolicyReport {
  const { matches, reason, ending, policy } = facts;
  const rules = matches.map(({ rule, failed }) => ({ rule: rule.id, matched: failed.length === 0, failed }));
  const lines = rules.map((each) =>
    each.matched ? `rule ${each.rule}: matches` : `rule ${each.rule}: ${each.failed.map(({ text }) => text).join(" ")}`,
  );
  const end = ending && `${ending.outcome}: ${ending.reasons.map(({ text, code }) => `${text} (${code})`).join(" ")}`;
  return {
    json: { mode: policy.mode, rules, ignored: reason, ending },
    text: [...(reason ? [`${reason.text} (${reason.code})`] : []), ...lines, ...(end ? [end] : [])].join("\n"),
    exitCode: 0,
  };
}

/** Reports as Markdown for a job's summary page. */
export function policySummary(reports: readonly PolicyReport[]): string {
  const heading = reports.every((report) => report.exitCode === 0) ? policyHeadings.passed : policyHeadings.failed;
  const text = reports.map((report) => report.text).join("\n\n");
  return `${heading}\n\n${clip(codeBlock(text), null)}\n`;
}

const policyHeadings = { passed: "### VALP: Policy passed", failed: "### VALP: Policy failed" };

function problemText(problem: Problem, level: "error" | "warning"): string {
  const { path, line, column, key, message, hint } = problem;
  return `${path}:${line}:${column}: ${level}: ${key ? `${key}: ` : ""}${message} ${hint}`.trimEnd();
}

/** What came of a test, in one line. */
export function gotText(result: TestResult): string {
  if (result.problem) return result.problem.text;
  const { reasons: _, ...actual } = result.actual ?? { reasons: [] };
  return JSON.stringify(actual);
}
