// Which rules a happening sets off, and for every other rule that listens to it, what stood in the way.
import { kindOf, sameLogin } from "../authority/account.ts";
import type { Account, Event, Subject } from "../events/event.ts";
import { type Reason, type ReasonCode, reason } from "../say/reason.ts";
import { pathPattern, textPattern } from "./pattern.ts";
import type { Policy, Rule } from "./schema.ts";

/** One rule that listens to this kind of happening; it matched when nothing failed. */
export interface RuleMatch {
  rule: Rule;
  failed: Reason[];
}

/** The first matching rule in the order of the policy, and the others that matched too and give way to it. */
export function winnerOf(matches: readonly RuleMatch[]): { rule: Rule; others: Rule[] } | null {
  const [first, ...others] = matches.filter((match) => match.failed.length === 0).map((match) => match.rule);
  return first === undefined ? null : { rule: first, others };
}

/** Failures that say: this happening is not what the rule waits for. Every other failure is a condition worth telling. */
const notMeant: readonly ReasonCode[] = [
  "label_differs",
  "dispatch_type_differs",
  "own_push",
  "ref_deleted",
  "branch_differs",
  "paths_differ",
];

/** Rules that this happening was meant for, by its label, type or paths, and that a condition kept from starting. */
export function nearMisses(matches: readonly RuleMatch[]): RuleMatch[] {
  return matches.filter(({ failed }) => failed.length > 0 && !failed.some(({ code }) => notMeant.includes(code)));
}

/**
 * Every rule that listens to this kind of event, in the order of the policy. Labels, pushes, dispatches and schedule
 * ticks set rules off; for a tick every schedule rule is listed, as core/policy/slots decides which slots are due.
 * Roles are not looked at here, because they must be asked for.
 */
export function matchRules(policy: Policy, event: Event): RuleMatch[] {
  switch (event.kind) {
    case "label_added":
      return new Matching(policy).labels(event);
    case "pushed":
      return new Matching(policy).pushes(event);
    case "dispatched":
      return new Matching(policy).dispatches(event);
    case "tick":
      return policy.rules.filter((rule) => "schedule" in rule.on).map((rule) => ({ rule, failed: [] }));
    default:
      return [];
  }
}

/** The rules that `/valp start` may name on an issue or pull request: command and label rules, with their conditions. */
export function startableRules(policy: Policy, subject: Subject, sender: Account): RuleMatch[] {
  return new Matching(policy).startable(subject, sender);
}

/** The rules that wait for items of a queue; an item names its rule, so another queue's is worth telling. */
export function matchQueue(policy: Policy, queue: string): RuleMatch[] {
  return policy.rules.flatMap((rule) => {
    if (!("queue" in rule.on)) return [];
    const wanted = rule.on.queue;
    return [{ rule, failed: wanted === queue ? [] : [reason("queue_differs", { rule: rule.id, queue: wanted })] }];
  });
}

/** Label names are equal without regard to case and surrounding space, as on GitHub. */
export function sameLabel(one: string, other: string): boolean {
  return foldLabel(one) === foldLabel(other);
}

function foldLabel(label: string): string {
  return label.trim().toLowerCase();
}

/** One happening held against all rules; remembers what a pattern said about the one title and body. */
class Matching {
  readonly #policy: Policy;
  readonly #answers = new Map<string, boolean>();

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  labels(event: Extract<Event, { label: string }>): RuleMatch[] {
    return this.#policy.rules.flatMap((rule) => {
      if (!("label" in rule.on)) return [];
      const { label } = rule.on;
      if (!sameLabel(label, event.label))
        return [{ rule, failed: [reason("label_differs", { rule: rule.id, label })] }];
      return [{ rule, failed: this.#conditions(rule, rule.on.targets, event.subject, event.sender) }];
    });
  }

  startable(subject: Subject, sender: Account): RuleMatch[] {
    return this.#policy.rules.flatMap((rule) => {
      if (!("label" in rule.on || "command" in rule.on)) return [];
      return [{ rule, failed: this.#conditions(rule, rule.on.targets, subject, sender) }];
    });
  }

  dispatches(event: Extract<Event, { kind: "dispatched" }>): RuleMatch[] {
    return this.#policy.rules.flatMap((rule) => {
      if (!("dispatch" in rule.on)) return [];
      const type = rule.on.dispatch;
      if (type !== event.type) return [{ rule, failed: [reason("dispatch_type_differs", { rule: rule.id, type })] }];
      return [{ rule, failed: bots(rule, event.sender) }];
    });
  }

  pushes(event: Extract<Event, { kind: "pushed" }>): RuleMatch[] {
    const own = event.ref === `refs/heads/${this.#policy.ledger.branch}`;
    return this.#policy.rules.flatMap((rule) => {
      if (!("push" in rule.on)) return [];
      if (own) return [{ rule, failed: [reason("own_push")] }];
      const where = pushFailure(rule, rule.on.push, rule.on.branches ?? [], event);
      return [{ rule, failed: where === null ? bots(rule, event.sender) : [where] }];
    });
  }

  /** Patterns are the dear part, so they are only asked when everything else fits, and the body's after the title's. */
  #conditions(
    rule: Rule,
    targets: readonly ("issues" | "pull_requests")[],
    subject: Subject,
    sender: Account,
  ): Reason[] {
    const failed: Reason[] = [];
    if (!targets.includes(subject.kind === "issue" ? "issues" : "pull_requests"))
      failed.push(reason("target_not_covered", { rule: rule.id, target: subject.kind }));
    if (subject.fromFork !== false && rule.when.forks === "deny")
      failed.push(reason(subject.fromFork ? "fork_denied" : "fork_unknown", { rule: rule.id }));
    failed.push(...bots(rule, sender), ...labelFailures(rule, subject.labels));
    return failed.length > 0 ? failed : this.#textFailures(rule, subject);
  }

  #textFailures(rule: Rule, subject: Subject): Reason[] {
    const { title, body } = rule.when;
    if (title !== undefined && !this.#fits("title", title, subject.title))
      return [reason("title_differs", { rule: rule.id, pattern: title })];
    if (body !== undefined && !this.#fits("body", body, subject.body))
      return [reason("body_differs", { rule: rule.id, pattern: body })];
    return [];
  }

  #fits(part: "title" | "body", source: string, text: string): boolean {
    const key = `${part} ${source}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const pattern = textPattern(source);
    const fits = pattern.kind === "pattern" && pattern.test(text);
    this.#answers.set(key, fits);
    return fits;
  }
}

function bots(rule: Rule, sender: Account): Reason[] {
  if (kindOf(sender) !== "bot" || rule.when.actor.bots.some((login) => sameLogin(login, sender.login))) return [];
  return [reason("bot_not_listed", { login: sender.login, rule: rule.id })];
}

function labelFailures(rule: Rule, labels: readonly string[]): Reason[] {
  const on = new Set(labels.map(foldLabel));
  const isOn = (label: string) => on.has(foldLabel(label));
  const { labels_all, labels_any, labels_none } = rule.when;
  const missing = labels_all.filter((label) => !isOn(label));
  const excluded = labels_none.filter(isOn);
  const failed: Reason[] = [];
  if (missing.length > 0) failed.push(reason("labels_missing", { rule: rule.id, labels: missing }));
  if (labels_any.length > 0 && !labels_any.some(isOn))
    failed.push(reason("labels_none_of", { rule: rule.id, labels: labels_any }));
  if (excluded.length > 0) failed.push(reason("labels_excluded", { rule: rule.id, labels: excluded }));
  return failed;
}

/** A push fits by branch and by at least one changed path; an incomplete list of paths is never taken for "no". */
function pushFailure(
  rule: Rule,
  paths: readonly string[],
  branches: readonly string[],
  event: Extract<Event, { kind: "pushed" }>,
): Reason | null {
  if (event.deleted) return reason("ref_deleted", { rule: rule.id });
  const branch = event.ref.startsWith("refs/heads/") ? event.ref.slice("refs/heads/".length) : null;
  const watched = branches.length > 0 ? branches.map(matcherOf) : [(name: string) => name === defaultBranch];
  const defaultBranch = event.repository.defaultBranch;
  if (branch === null || !watched.some((matches) => matches(branch)))
    return reason("branch_differs", { rule: rule.id, branches });
  const globs = paths.map(matcherOf);
  if (event.paths.changed.some((path) => globs.some((matches) => matches(path)))) return null;
  if (!event.paths.complete) return reason("paths_unknown", { sha: event.after });
  return reason("paths_differ", { rule: rule.id, paths });
}

function matcherOf(glob: string): (path: string) => boolean {
  const pattern = pathPattern(glob);
  return pattern.kind === "pattern" ? pattern.test : () => false;
}
