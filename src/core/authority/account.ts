// Who an account is, and whether two mentions of an account mean the same person.

import { type People, type Role, roles } from "../../ports.ts";
import type { Account } from "../events/event.ts";

/** The repository role of one login as asked a moment ago, or unknown. */
export type RoleAnswer = Awaited<ReturnType<People["roleOf"]>>;
/** Membership of one login in one team as asked a moment ago, or unknown. */
export type TeamAnswer = Awaited<ReturnType<People["inTeam"]>>;
/** A mention of an account; the id is null where only a login is known, as in a policy file. */
export type Mention = Pick<Account, "login" | "id">;

/** Accounts GitHub itself runs under a login without the `[bot]` suffix. */
const machineLogins = ["copilot", "copilot-swe-agent", "github-actions", "web-flow"];

/** What may be trusted about an account: machines and deleted accounts are told apart whatever the payload calls them. */
export function kindOf(account: Account): Account["kind"] {
  const login = account.login.toLowerCase();
  if (account.kind === "bot" || login.endsWith("[bot]") || machineLogins.includes(login)) return "bot";
  return account.kind === "ghost" || account.id === null || login === "ghost" || login === "" ? "ghost" : "user";
}

/** Logins are equal without regard to case. */
export function sameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The same account: by numeric id where both are known, so that a rename changes nothing, else by login. */
export function sameAccount(one: Mention, other: Mention): boolean {
  return one.id !== null && other.id !== null ? one.id === other.id : sameLogin(one.login, other.login);
}

/** The ordered comparison of roles: a threshold is reached by every higher role too. */
export function reaches(role: Role, threshold: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(threshold);
}

/** Whether a role answer speaks of this account: a login can be renamed and taken over between a comment and a look-up. */
export function speaksOf(answer: RoleAnswer, account: Mention): boolean {
  return answer.kind === "unknown" || answer.id === null || account.id === null || answer.id === account.id;
}
