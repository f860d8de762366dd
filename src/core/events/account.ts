// Accounts and repositories as payloads name them.
import type { Account, RepositoryFacts } from "./event.ts";
import type { Fields } from "./fields.ts";

/** What stands where an account was deleted or never named. Nobody can act as it. */
export const ghost: Account = { login: "ghost", id: null, kind: "ghost" };

/**
 * An account field such as `sender` or `issue.user`. Null, absent, the login `ghost` and placeholders of an import
 * (type Mannequin) are ghosts. Bots are accounts of type Bot, logins that end in `[bot]`, and Copilot, whom the
 * permission API does not know as a user.
 */
export function readAccount(parent: Fields, key: string): Account {
  const account = parent.objectOrNull(key);
  if (account === null) return ghost;
  const login = account.name("login");
  const id = account.idOrNull("id");
  const type = account.textOrNull("type");
  const lower = login.toLowerCase();
  if (lower === "ghost" || type === "Mannequin") return { ...ghost, login };
  const bot = type === "Bot" || lower.endsWith("[bot]") || lower === "copilot";
  return { login, id, kind: bot ? "bot" : "user" };
}

/** The `repository` object. Its owner's login may be missing in old push payloads; the full name has it too. */
export function readRepository(payload: Fields): RepositoryFacts {
  const repository = payload.object("repository");
  const name = repository.name("name");
  const login =
    repository.objectOrNull("owner")?.textOrNull("login") ?? repository.textOrNull("full_name")?.split("/")[0];
  if (!login) repository.note("repository.owner.login", "filled_text");
  return {
    owner: login ?? "",
    name,
    id: repository.idOrNull("id"),
    defaultBranch: repository.textOrNull("default_branch"),
    isPrivate: repository.flag("private"),
    isArchived: repository.flag("archived"),
  };
}
