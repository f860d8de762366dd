// Asks for an account's role, without a call for accounts that can have none.
import { kindOf, type RoleAnswer } from "../core/authority/account.ts";
import type { Account } from "../core/events/event.ts";
import type { Ports } from "../ports.ts";

/** The role of an account now. Bots and deleted accounts have none: what they may do is a matter of the policy alone. */
export async function askRole(ports: Ports, account: Account): Promise<RoleAnswer> {
  if (kindOf(account) !== "user") return { kind: "known", role: "none", id: account.id };
  return ports.people.roleOf(account.login);
}
