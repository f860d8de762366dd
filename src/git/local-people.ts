// Who may do what on a plain git repository: a map that the caller gives, since git itself knows no roles.
import { reason } from "../core/say/reason.ts";
import type { People, Role } from "../ports.ts";

/** Login (any case) to role and team slugs, as `--people FILE` holds it. */
export type PeopleMap = Readonly<Record<string, { role: Role; teams?: readonly string[]; id?: number }>>;

/**
 * People from a map. With a map, an account that is not in it has no role. Without one, everybody has the write role:
 * whoever runs the tool on a local repository can write to it anyway. Approvals then stay unknown, never yes.
 */
export function localPeople(map: PeopleMap | null): People {
  const known = new Map(Object.entries(map ?? {}).map(([login, person]) => [login.toLowerCase(), person]));
  return {
    teamsReadable: map !== null,
    async roleOf(login) {
      if (map === null) return { kind: "known", role: "write", id: null };
      const person = known.get(login.toLowerCase());
      return { kind: "known", role: person?.role ?? "none", id: person?.id ?? null };
    },
    async whoMerged() {
      return { kind: "known", login: null };
    },
    async inTeam(team, login) {
      if (map === null) return { kind: "unknown", reason: reason("people_unknown", { login }) };
      return { kind: "known", member: known.get(login.toLowerCase())?.teams?.includes(team) ?? false };
    },
  };
}
