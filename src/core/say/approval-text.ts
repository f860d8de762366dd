// Phrases of people: who can approve, who can give a command, which seats are filled, and the exact words to type.
import type { Participants } from "../approval/eligibility.ts";
import type { ApprovalRule, Seat } from "../approval/seats.ts";
import { commandRole } from "../authority/who-may.ts";
import type { Rule } from "../policy/schema.ts";
import { codeSpan } from "./escape.ts";

/** What is known about who can approve. */
export interface ApproverFacts {
  rule: ApprovalRule;
  participants: Participants;
  /** Whether this installation can read team membership at all; without it nobody counts through a team. */
  teamsReadable: boolean;
}

/**
 * A phrase without a full stop that says who can approve: listed people, teams by name (never their members), people
 * of a role, and who is excluded. `who can: <phrase>.`
 */
export function approverPhrase({ rule, participants, teamsReadable }: ApproverFacts): string {
  const { users, teams, min_role: threshold } = rule.from;
  const ways = users.map((name) => codeSpan(name));
  if (threshold !== undefined) ways.push(peopleWith(threshold));
  if (teams.length > 0 && teamsReadable) ways.push(teamPhrase(teams));
  if (ways.length === 0 && teams.length > 0) {
    return `members of ${teamNames(teams)}, but this installation cannot read team membership: install the App or list users or a role in the policy`;
  }
  if (ways.length === 0) return "nobody: the policy names no one under approvals.high.from";
  return `${either(ways)}${exclusions(rule, participants)}`;
}

/** A phrase that says who can give a command about tasks of a rule, with further accounts such as the Leader's. */
export function commanderPhrase(rule: Rule | null, further: readonly string[]): string {
  return either([peopleWith(commandRole(rule)), ...further.map((name) => codeSpan(name))]);
}

/** One filled seat: who, and when. */
export function seatPhrase(seat: Pick<Seat, "login" | "at">): string {
  return `${codeSpan(seat.login)} (${seat.at})`;
}

/** A plan digest as the commands offer it: all 64 hex digits, so that nothing shorter is copied by habit. */
export function digestToType(planDigest: string): string {
  return planDigest.replace(/^sha256:/, "");
}

function peopleWith(role: string): string {
  return role === "admin" ? "people with the admin role" : `people with the ${role} role or higher`;
}

function teamPhrase(teams: readonly string[]): string {
  return `members of ${teamNames(teams)}`;
}

function teamNames(teams: readonly string[]): string {
  return `the team${teams.length === 1 ? "" : "s"} ${teams.map((name) => codeSpan(name)).join(", ")}`;
}

function either(ways: readonly string[]): string {
  const last = ways.at(-1) ?? "";
  return ways.length < 2 ? last : `${ways.slice(0, -1).join(", ")} or ${last}`;
}

/** Names the excluded accounts that are known, and otherwise the part that is excluded. */
function exclusions(rule: ApprovalRule, participants: Participants): string {
  const parts = rule.exclude.map((part) => {
    const mentions = {
      requester: participants.requesters,
      leader: participants.leader === null ? [] : [participants.leader],
      workers: participants.workers,
    }[part];
    const logins = [...new Map(mentions.map((mention) => [mention.login.toLowerCase(), mention.login])).values()];
    return `${words[part]}${logins.length > 0 ? ` ${logins.map((name) => codeSpan(name)).join(", ")}` : ""}`;
  });
  return parts.length === 0 ? "" : `, but not ${either(parts)}`;
}

const words = { requester: "the requester", leader: "the Leader", workers: "the workers" } as const;
