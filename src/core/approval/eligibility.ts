// Whether one person's words may fill a seat: facts about the person, the policy's block, and three possible answers.
import {
  kindOf,
  type Mention,
  type RoleAnswer,
  reaches,
  sameLogin,
  speaksOf,
  type TeamAnswer,
} from "../authority/account.ts";
import type { Account, Words } from "../events/event.ts";
import { type Reason, reason } from "../say/reason.ts";
import type { ApprovalRule } from "./seats.ts";

/** Who has a part in the task, for the exclusions. Ids are null where only a policy file names the account. */
export interface Participants {
  /** The trigger's actor and the author of the issue text. */
  requesters: readonly Mention[];
  /** Account of the selected Leader; null when there is none or it is no account. */
  leader: Mention | null;
  /** Accounts of the declared agents. */
  workers: readonly Mention[];
}

/** What is known about the person at this moment. */
export interface PersonFacts {
  author: Account;
  viaApp: Words["viaApp"];
  role: RoleAnswer;
  /** Membership by team slug; a team that was not asked counts as unknown. */
  teams: ReadonlyMap<string, TeamAnswer>;
  participants: Participants;
}

/** `unknown` means that a look-up failed and might have said yes: nothing counts, ask again later. */
export type Eligibility = { kind: "yes" } | { kind: "no"; reasons: Reason[] } | { kind: "unknown"; reasons: Reason[] };

/**
 * Judges a person. Eligible is who is listed in `users`, or is in one of `teams`, or reaches `min_role` when that is
 * given: any of the three suffices, and a role alone is nothing where the policy gives no `min_role`. Bots and deleted
 * accounts never count, whatever the policy lists; exclusions stand over every way of being eligible.
 */
export function eligibility(person: PersonFacts, rule: ApprovalRule): Eligibility {
  const kind = kindOf(person.author);
  if (kind === "bot") return { kind: "no", reasons: [reason("bot_never_approves")] };
  if (kind === "ghost") return { kind: "no", reasons: [reason("actor_is_ghost")] };
  const barred = barredBy(person, rule);
  if (barred.length > 0) return { kind: "no", reasons: barred };
  if (!speaksOf(person.role, person.author)) {
    return { kind: "unknown", reasons: [reason("identity_unknown", { login: person.author.login })] };
  }
  return standing(person, rule);
}

/** Everything that keeps this person's words from counting, all at once. */
function barredBy(person: PersonFacts, rule: ApprovalRule): Reason[] {
  const { author, viaApp, participants } = person;
  const mentions: Record<ApprovalRule["exclude"][number], readonly Mention[]> = {
    requester: participants.requesters,
    leader: participants.leader === null ? [] : [participants.leader],
    workers: participants.workers,
  };
  const barred = rule.exclude
    .filter((part) => mentions[part].some((mention) => isOrMayBe(mention, author)))
    .map((part) => reason(exclusionCode[part], { login: author.login }));
  if (viaApp !== null && !rule.from.apps.some((app) => sameLogin(app, viaApp))) {
    barred.push(reason("app_not_listed", { app: viaApp }));
  }
  return barred;
}

const exclusionCode = {
  requester: "excluded_as_requester",
  leader: "excluded_as_leader",
  workers: "excluded_as_worker",
} as const;

/** Exclusion errs on the safe side: an equal id or an equal login excludes. */
function isOrMayBe(one: Mention, other: Mention): boolean {
  return (one.id !== null && one.id === other.id) || sameLogin(one.login, other.login);
}

function standing({ author, role, teams }: PersonFacts, rule: ApprovalRule): Eligibility {
  const { min_role: threshold, teams: named, users } = rule.from;
  const login = author.login;
  if (users.some((user) => sameLogin(user, login))) return { kind: "yes" };
  const unsure: Reason[] = [];
  const against: Reason[] = [];
  if (threshold !== undefined) {
    if (role.kind === "unknown") unsure.push(reason("role_unknown", { login, why: role.reason.text }));
    else if (reaches(role.role, threshold)) return { kind: "yes" };
    else against.push(reason("role_too_low", { login, role: role.role, needed: threshold }));
  }
  for (const team of named) {
    const answer = teams.get(team);
    if (answer?.kind === "known" && answer.member) return { kind: "yes" };
    if (answer?.kind !== "known") unsure.push(reason("team_unknown", { login, team, why: answer?.reason.text ?? "" }));
  }
  if (unsure.length > 0) return { kind: "unknown", reasons: unsure };
  if (named.length > 0) against.push(reason("not_in_team", { login, teams: named }));
  if (users.length > 0 || against.length === 0) against.push(reason("not_listed", { login }));
  return { kind: "no", reasons: against };
}
