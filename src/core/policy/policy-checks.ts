// What a policy must fulfil beyond its shape: names that exist, schedules that come due, patterns that stay fast.
import { Cron } from "croner";
import { type PolicyWords, policyProblems } from "../say/policy-problems.ts";
import { durationOf } from "./duration.ts";
import { nearestName } from "./nearest-name.ts";
import { type Compiled, largestRegexSum, pathPattern, textPattern } from "./pattern.ts";
import type { Agent, Policy, Rule } from "./schema.ts";
import type { Complaint, KeyPath } from "./schema-problems.ts";

/** The longest a rule may wait for an execution. */
const longestDeadline = "30d";

/** Errors and warnings of a policy whose shape is already right. `lineOf` gives the line of an earlier place. */
export function checkPolicy(
  policy: Policy,
  lineOf: (path: KeyPath) => number,
): { errors: Complaint[]; warnings: Complaint[] } {
  const errors = [
    ...duplicateRules(policy, lineOf),
    ...policy.rules.flatMap((rule, index) => ruleErrors(policy, rule, ["rules", index])),
    ...regexSum(policy),
    ...Object.entries(policy.declarations).flatMap(([name]) => declarationErrors(policy, name)),
    ...Object.entries(policy.agents).flatMap(([name, agent]) => agentErrors(name, agent)),
    ...approverErrors(policy),
    ...policy.tests.flatMap((test, index) => testErrors(policy, test, ["tests", index])),
  ];
  return { errors, warnings: [...writerWarnings(policy), ...teamWarnings(policy)] };
}

function at(path: KeyPath, words: PolicyWords): Complaint {
  return { path, words };
}

function duplicateRules(policy: Policy, lineOf: (path: KeyPath) => number): Complaint[] {
  const first = new Map<string, number>();
  return policy.rules.flatMap((rule, index) => {
    const id = rule.id.toLowerCase();
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    const line = lineOf(["rules", earlier, "id"]);
    return [at(["rules", index, "id"], policyProblems.duplicate_rule({ id: rule.id, line }))];
  });
}

function ruleErrors(policy: Policy, rule: Rule, path: KeyPath): Complaint[] {
  const errors = [...triggerErrors(rule, path), ...conditionErrors(rule, path)];
  if (rule.declaration !== undefined)
    errors.push(...unknown("declaration", rule.declaration, policy.declarations, [...path, "declaration"]));
  if (durationOf(rule.deadline) > durationOf(longestDeadline))
    errors.push(at([...path, "deadline"], policyProblems.deadline_too_long({ most: longestDeadline })));
  return errors;
}

function triggerErrors(rule: Rule, path: KeyPath): Complaint[] {
  const on = rule.on;
  const errors: Complaint[] = [];
  if ("schedule" in on) errors.push(...scheduleErrors(on.schedule, on.timezone, [...path, "on"]));
  if ("push" in on) {
    errors.push(...on.push.flatMap((glob, index) => bad(pathPattern(glob), [...path, "on", "push", index])));
    const branches = on.branches ?? [];
    errors.push(...branches.flatMap((glob, index) => bad(pathPattern(glob), [...path, "on", "branches", index])));
  }
  if (("schedule" in on || "push" in on) && rule.subject === undefined)
    errors.push(at(path, policyProblems.subject_missing({ trigger: "schedule" in on ? "schedule" : "push" })));
  return errors;
}

function scheduleErrors(cron: string, zone: string, path: KeyPath): Complaint[] {
  if (!isTimeZone(zone)) return [at([...path, "timezone"], policyProblems.bad_zone({ zone }))];
  if (cron.trim().split(/\s+/u).length !== 5)
    return [at([...path, "schedule"], policyProblems.bad_cron({ detail: null }))];
  try {
    const job = new Cron(cron, { mode: "5-part", timezone: zone, paused: true });
    return job.nextRun("2024-01-01T00:00:00Z") === null ? [at([...path, "schedule"], policyProblems.cron_never())] : [];
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/^CronPattern: /u, "") : null;
    return [at([...path, "schedule"], policyProblems.bad_cron({ detail }))];
  }
}

function isTimeZone(zone: string): boolean {
  try {
    return /^[A-Za-z]/u.test(zone) && new Intl.DateTimeFormat("en", { timeZone: zone }) !== null;
  } catch {
    return false;
  }
}

/** Conditions on an issue's text or labels would silently never be checked where there is no issue. */
function conditionErrors(rule: Rule, path: KeyPath): Complaint[] {
  const when = rule.when;
  const errors: Complaint[] = [];
  for (const key of ["title", "body"] as const) {
    const source = when[key];
    if (source !== undefined) errors.push(...bad(textPattern(source), [...path, "when", key]));
  }
  if ("label" in rule.on || "command" in rule.on) return errors;
  const [trigger = ""] = Object.keys(rule.on);
  for (const key of ["title", "body", "labels_all", "labels_any", "labels_none"] as const)
    if ((when[key]?.length ?? 0) > 0)
      errors.push(at([...path, "when", key], policyProblems.when_without_subject({ key, trigger })));
  return errors;
}

function bad(compiled: Compiled, path: KeyPath): Complaint[] {
  return compiled.kind === "bad" ? [at(path, compiled.words)] : [];
}

function regexSum(policy: Policy): Complaint[] {
  let sum = 0;
  for (const [index, rule] of policy.rules.entries())
    for (const key of ["title", "body"] as const) {
      const source = rule.when[key];
      const compiled = source === undefined ? null : textPattern(source);
      sum += compiled?.kind === "pattern" ? compiled.size : 0;
      if (sum > largestRegexSum) return [at(["rules", index, "when", key], policyProblems.patterns_too_costly())];
    }
  return [];
}

function declarationErrors(policy: Policy, name: string): Complaint[] {
  const declaration = policy.declarations[name];
  if (declaration === undefined) return [];
  const path = ["declarations", name];
  return [
    ...unknown("agent", declaration.leader, policy.agents, [...path, "leader"]),
    ...Object.entries(declaration.assignments).flatMap(([role, agent]) =>
      unknown("agent", agent, policy.agents, [...path, "assignments", role]),
    ),
    ...(declaration.squad?.members ?? []).flatMap((agent, index) =>
      unknown("agent", agent, policy.agents, [...path, "squad", "members", index]),
    ),
  ];
}

function unknown(
  what: "agent" | "declaration",
  name: string,
  defined: Readonly<Record<string, unknown>>,
  path: KeyPath,
): Complaint[] {
  if (Object.hasOwn(defined, name)) return [];
  const known = Object.keys(defined);
  return [at(path, policyProblems.unknown_name({ what, name, near: nearestName(name, known), known }))];
}

/** Accounts that GitHub lets only a person's token put to work. */
const personTokenAccounts = ["copilot", "copilot-swe-agent", "copilot-swe-agent[bot]"];

function agentErrors(name: string, agent: Agent): Complaint[] {
  if (agent.runtime !== "github") return [];
  const { account } = agent;
  if (account !== undefined && personTokenAccounts.includes(account.toLowerCase()))
    return [at(["agents", name, "account"], policyProblems.needs_user_token({ login: account }))];
  const both = agent.workflow !== undefined && agent.account !== undefined;
  if (!both && (agent.workflow !== undefined || agent.account !== undefined)) return [];
  return [at(["agents", name], policyProblems.agent_binding({ agent: name, both }))];
}

function approverErrors(policy: Policy): Complaint[] {
  const { from, count } = policy.approvals.high;
  const path = ["approvals", "high", "from"];
  const bots = from.users.flatMap((login, index) =>
    login.toLowerCase().endsWith("[bot]")
      ? [at([...path, "users", index], policyProblems.bot_approver({ login }))]
      : [],
  );
  if (bots.length > 0 || from.min_role !== undefined || from.teams.length > 0) return bots;
  const people = new Set(from.users.map((login) => login.toLowerCase())).size;
  if (people === 0) return [at(path, policyProblems.nobody_approves())];
  return people < count ? [at(path, policyProblems.too_few_approvers({ count, people }))] : [];
}

function writerWarnings(policy: Policy): Complaint[] {
  const risky = policy.mode === "watcher" && policy.rules.some((rule) => rule.risk === "high");
  return risky && policy.ledger.writer === "action"
    ? [at(["ledger", "writer"], policyProblems.app_writer_advised())]
    : [];
}

function teamWarnings(policy: Policy): Complaint[] {
  if (policy.approvals.high.from.teams.length === 0) return [];
  return [at(["approvals", "high", "from", "teams"], policyProblems.teams_need_token())];
}

function testErrors(policy: Policy, test: Policy["tests"][number], path: KeyPath): Complaint[] {
  const errors: Complaint[] = [];
  if (typeof test.event === "string" && !/^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\\:]+$/u.test(test.event))
    errors.push(at([...path, "event"], policyProblems.fixture_path()));
  const rule = test.expect.rule;
  const known = policy.rules.map((each) => each.id);
  if (typeof rule === "string" && !known.includes(rule))
    errors.push(
      at(
        [...path, "expect", "rule"],
        policyProblems.unknown_name({ what: "rule", name: rule, near: nearestName(rule, known), known }),
      ),
    );
  return errors;
}
