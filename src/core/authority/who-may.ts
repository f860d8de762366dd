// Who may set off a rule and who may give which command. Facts in, an answer out; an unknown fact is never a yes.

import type { Role } from "../../ports.ts";
import type { Account } from "../events/event.ts";
import type { Rule } from "../policy/schema.ts";
import { type Reason, reason } from "../say/reason.ts";
import { kindOf, type Mention, type RoleAnswer, reaches, sameAccount, sameLogin, speaksOf } from "./account.ts";

/** Every verb a comment may carry. */
export type Verb =
  | "start"
  | "lead"
  | "assign"
  | "approve"
  | "deny"
  | "withdraw"
  | "stop"
  | "retry"
  | "submit"
  | "close"
  | "status"
  | "help"
  | "why";

/** An answer about authority. `unknown` means: ask again later, and do nothing now. */
export type May = { kind: "yes" } | { kind: "no"; reason: Reason } | { kind: "unknown"; reason: Reason };

/** What {@link mayCommand} judges. Accounts come from the policy's agents, the author from the issue or pull request. */
export interface CommandFacts {
  actor: Account;
  /** The actor's role, asked now. */
  role: RoleAnswer;
  /** The rule of the task, or the rule that `start` names; null where no task and no rule is meant. */
  rule: Rule | null;
  subjectAuthor: Account | null;
  /** GitHub account of the selected Leader, null when the Leader is no account. */
  leaderAccount: string | null;
  /** GitHub account of the agent declared for the role that `submit` names. */
  submitAccount: string | null;
  /** The words were edited, by whomever: edited words never command. */
  edited: boolean;
}

const yes: May = { kind: "yes" };

/** The lowest role that may give commands about tasks of this rule: the rule's own, or write. */
export function commandRole(rule: Rule | null): Role {
  return rule?.when.actor.min_role ?? "write";
}

/** The lowest role that may set off this rule; null where happenings of this kind have no person behind them. */
export function triggerRole(rule: Rule): Role | null {
  const own = rule.when.actor.min_role;
  if (own !== undefined) return own;
  if ("label" in rule.on) return "triage";
  return "command" in rule.on ? "write" : null;
}

/**
 * Whether an account may set off a rule. Schedules and queues have no actor. A bot must be named in the rule's
 * `when.actor.bots`, and needs no role then, because GitHub gives bots none.
 */
export function mayTrigger(rule: Rule, actor: Account, role: RoleAnswer): May {
  if ("schedule" in rule.on || "queue" in rule.on) return yes;
  const kind = kindOf(actor);
  if (kind === "bot") return listedBot(rule, actor);
  if (kind === "ghost") return { kind: "no", reason: reason("actor_is_ghost") };
  const threshold = triggerRole(rule);
  return threshold === null ? yes : reachesRole(actor, role, threshold);
}

/**
 * Whether an account may give a command. Whether an approval counts is decided in core/approval, which knows the plan;
 * here approve, deny and withdraw are only closed to bots and deleted accounts.
 */
export function mayCommand(verb: Verb, facts: CommandFacts): May {
  const kind = kindOf(facts.actor);
  if (kind === "ghost") return { kind: "no", reason: reason("actor_is_ghost") };
  if (facts.edited) return { kind: "no", reason: reason("words_edited") };
  switch (verb) {
    case "status":
    case "help":
    case "why":
      return kind === "bot" ? listedBot(facts.rule, facts.actor) : yes;
    case "approve":
    case "deny":
    case "withdraw":
      return kind === "bot" ? { kind: "no", reason: reason("bot_never_approves") } : yes;
    case "submit":
      return maySubmit(facts);
    case "stop":
      return kind === "user" && isAuthor(facts) ? yes : byRole(facts);
    case "assign":
      return facts.leaderAccount !== null && sameLogin(facts.leaderAccount, facts.actor.login) ? yes : byRole(facts);
    default:
      return byRole(facts);
  }
}

function maySubmit({ submitAccount, actor }: CommandFacts): May {
  if (submitAccount === null) return { kind: "no", reason: reason("role_has_no_account") };
  if (sameLogin(submitAccount, actor.login)) return yes;
  return { kind: "no", reason: reason("not_the_declared_account", { account: submitAccount }) };
}

function isAuthor({ subjectAuthor, actor }: CommandFacts): boolean {
  return subjectAuthor !== null && kindOf(subjectAuthor) === "user" && sameAccount(subjectAuthor, actor);
}

function byRole(facts: CommandFacts): May {
  if (kindOf(facts.actor) === "bot") return listedBot(facts.rule, facts.actor);
  return reachesRole(facts.actor, facts.role, commandRole(facts.rule));
}

function listedBot(rule: Rule | null, actor: Account): May {
  if (rule?.when.actor.bots.some((login) => sameLogin(login, actor.login))) return yes;
  return { kind: "no", reason: reason("bot_not_listed", { login: actor.login, rule: rule?.id ?? null }) };
}

function reachesRole(actor: Mention, answer: RoleAnswer, threshold: Role): May {
  const login = actor.login;
  if (answer.kind === "unknown") {
    return { kind: "unknown", reason: reason("role_unknown", { login, why: answer.reason.text }) };
  }
  if (!speaksOf(answer, actor)) return { kind: "unknown", reason: reason("identity_unknown", { login }) };
  if (reaches(answer.role, threshold)) return yes;
  return { kind: "no", reason: reason("role_too_low", { login, role: answer.role, needed: threshold }) };
}
