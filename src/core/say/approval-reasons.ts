// Reason sentences: who may act, and what became of an approval.
import { codeSpan, inline } from "./escape.ts";

const parts: Record<string, string> = {
  trigger: "what started the task",
  snapshot: "the issue text",
  declaration: "the declaration",
  risk: "the risk",
  agents: "the agents' definitions",
  workflows: "a workflow file",
  rule: "the rule",
  approvals: "who must approve",
  evidence: "the evidence rules",
};

/** Names what changed; a plan of which only the digest is known changed somewhere. */
function changes(changed: readonly string[]): string {
  if (changed.length === 0) return "The plan changed";
  const names = changed.map((part) => parts[part] ?? inline(part, 40));
  return `The plan changed (${names.join(", ")})`;
}

/** The digest as people type it: the hex digits alone. */
function hex(digest: string): string {
  return digest.replace(/^sha256:/, "");
}

function approveNow(digest: string): string {
  return `To approve the plan as it is now: \`/valp approve ${hex(digest)}\`.`;
}

function people(by: readonly { login: string; at: string }[]): string {
  return by.map((seat) => `${codeSpan(seat.login)} (${seat.at})`).join(", ");
}

/** One function per reason code; its argument holds the facts the sentence needs. */
export const approvalReasons = {
  words_from_the_future: (f: { at: string }) =>
    `These words are dated ${f.at}, which has not come yet here, so they do not count. Check the clocks and type the command again.`,
  approval_lapsed: (f: { expires: string }) =>
    `The approvals no longer stand: an approval holds for ${f.expires}, and what is left is not enough. The plan waits for approval again.`,
  actor_is_ghost: () => "The account behind these words no longer exists, so nobody can be asked what it may do.",
  bot_not_listed: (f: { login: string; rule: string | null }) =>
    f.rule === null
      ? `${codeSpan(f.login)} is a bot, and bots may not do this.`
      : `${codeSpan(f.login)} is a bot that rule ${codeSpan(f.rule)} does not list. Add it to the rule's when.actor.bots to let it act.`,
  words_edited: () => "These words were edited, so they count for nothing. Write a new comment.",
  role_too_low: (f: { login: string; role: string; needed: string }) =>
    `${codeSpan(f.login)} has the role ${f.role} here; ${f.needed} or higher is needed.`,
  role_unknown: (f: { login: string; why: string }) =>
    `What ${codeSpan(f.login)} may do here could not be looked up${because(f.why)}. Nothing was done; try again later.`,
  identity_unknown: (f: { login: string }) =>
    `The login ${codeSpan(f.login)} now belongs to another account than the one that acted. Nothing was done.`,
  role_has_no_account: () =>
    "This role is not declared for a GitHub account, so nobody can submit for it in a comment.",
  not_the_declared_account: (f: { account: string }) =>
    `Only ${codeSpan(f.account)}, the account declared for this role, submits for it.`,
  bot_never_approves: () => "Bots and apps never approve, whatever the policy lists.",
  app_not_listed: (f: { app: string }) =>
    `These words were made through the app ${codeSpan(f.app)}, which the policy does not list under approvals.high.from.apps. Type the command yourself.`,
  excluded_as_requester: (f: { login: string }) =>
    `${codeSpan(f.login)} asked for this task, and the policy excludes the requester from approving it.`,
  excluded_as_leader: (f: { login: string }) =>
    `${codeSpan(f.login)} leads this task, and the policy excludes the Leader from approving it.`,
  excluded_as_worker: (f: { login: string }) =>
    `${codeSpan(f.login)} works on this task, and the policy excludes its workers from approving it.`,
  team_unknown: (f: { login: string; team: string; why: string }) =>
    `Whether ${codeSpan(f.login)} is in the team ${codeSpan(f.team)} could not be looked up${because(f.why)}. Nothing was done.`,
  not_in_team: (f: { login: string; teams: readonly string[] }) =>
    `${codeSpan(f.login)} is in none of the teams that approve (${f.teams.map((name) => codeSpan(name)).join(", ")}).`,
  not_listed: (f: { login: string }) => `${codeSpan(f.login)} is not listed under approvals.high.from.users.`,
  nothing_to_approve: () => "This task needs no approval: its risk is not high and its rule does not ask for one.",
  task_has_ended: (f: { status: string }) =>
    `This task has ended (${inline(f.status, 30)}). Put the label on again or use \`/valp start <rule>\` for a new attempt.`,
  already_dispatched: () => "Work of this task was dispatched already. `/valp stop` ends it.",
  words_counted_before: () => "These words were counted before.",
  digest_malformed: (f: { digest: string }) => `That is no plan digest. ${approveNow(f.digest)}`,
  digest_too_short: (f: { digest: string }) => `A plan digest needs at least 12 hex digits. ${approveNow(f.digest)}`,
  digest_ambiguous: (f: { digest: string }) =>
    `That digest fits more than one plan of this task. ${approveNow(f.digest)}`,
  digest_unmatched: (f: { digest: string }) => `No plan of this task has that digest. ${approveNow(f.digest)}`,
  digest_stale: (f: { changed: readonly string[]; digest: string }) =>
    `${changes(f.changed)} since that digest was shown. ${approveNow(f.digest)}`,
  digest_not_requested: (f: { digest: string }) =>
    `The plan changed while you wrote, and its approval is only asked for now. ${approveNow(f.digest)}`,
  plan_changed: (f: { changed: readonly string[]; digest: string }) =>
    `${changes(f.changed)}, so earlier approvals no longer hold. The new digest is ${codeSpan(hex(f.digest))}.`,
  request_denied: (f: { by: string }) =>
    `This plan was denied by ${codeSpan(f.by)}. A new declaration or an edited text makes a new plan.`,
  already_approved: (f: { digest: string }) => `The plan ${codeSpan(hex(f.digest).slice(0, 12))} is approved already.`,
  seat_filled_before: (f: { login: string; filled: number; needed: number }) =>
    `${codeSpan(f.login)} has approved this plan already. One person fills one seat; ${f.filled} of ${f.needed} are filled.`,
  words_too_old: (f: { at: string; expires: string }) =>
    `An approval holds for ${f.expires}, and these words are from ${f.at}. Write a new comment.`,
  withdrawn_later: (f: { login: string }) =>
    `${codeSpan(f.login)} took this approval back in later words, so it does not count.`,
  seat_filled: (f: { by: readonly { login: string; at: string }[]; needed: number; digest: string }) =>
    `Counted: ${f.by.length} of ${f.needed} approvals for plan ${codeSpan(hex(f.digest).slice(0, 12))}, by ${people(f.by)}.`,
  plan_approved: (f: { by: readonly { login: string; at: string }[]; needed: number; digest: string }) =>
    `Approved: ${f.by.length} of ${f.needed} approvals for plan ${codeSpan(hex(f.digest).slice(0, 12))}, by ${people(f.by)}.`,
  deny_reason_missing: (f: { digest: string }) =>
    `A denial needs a reason: \`/valp deny ${hex(f.digest).slice(0, 12)} reason: <why>\`.`,
  plan_denied: (f: { by: string; why: string }) => `Denied by ${codeSpan(f.by)}: ${inline(f.why, 300)}`,
  nothing_to_withdraw: (f: { login: string }) => `${codeSpan(f.login)} has no approval here that could be withdrawn.`,
  approval_withdrawn: (f: { login: string }) => `${codeSpan(f.login)} withdrew the approval.`,
  withdrawal_noted: (f: { login: string }) =>
    `The withdrawal by ${codeSpan(f.login)} is recorded: no approval given before it counts.`,
  withdrawn_after_dispatch: (f: { login: string }) =>
    `${codeSpan(f.login)} withdrew the approval after work was dispatched. It is recorded; only \`/valp stop\` ends the task.`,
  approval_touched: (f: { voter: string; how: string; by: string | null }) =>
    `The words in which ${codeSpan(f.voter)} approved were ${f.how}${byWhom(f.by)}, so the approval is withdrawn.`,
  approval_touched_after_dispatch: (f: { voter: string; how: string; by: string | null }) =>
    `The words in which ${codeSpan(f.voter)} approved were ${f.how}${byWhom(f.by)} after work was dispatched. It is recorded; only \`/valp stop\` ends the task.`,
} as const;

function because(why: string): string {
  return why === "" ? "" : ` (${why.replace(/\.$/, "")})`;
}

function byWhom(by: string | null): string {
  return by === null ? "" : ` by ${codeSpan(by)}`;
}
