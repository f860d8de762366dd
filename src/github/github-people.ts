// Who may do what on GitHub, asked at the moment it matters. What GitHub does not say clearly is unknown.
import * as z from "zod";
import { reason } from "../core/say/reason.ts";
import { type People, type Role, roles, type Unknown } from "../ports.ts";
import type { Calls, RepositoryName } from "./client.ts";
import { isPassing, type Trouble, troubleReason } from "./trouble.ts";
import { whoMerged } from "./who-merged.ts";

const permissionSchema = z.object({
  permission: z.string(),
  role_name: z.string().optional(),
  user: z.object({
    login: z.string(),
    id: z.number(),
    permissions: z.record(z.string(), z.boolean()).optional(),
  }),
});

type Permission = z.infer<typeof permissionSchema>;

/** Booleans of the collaborator API with the role each stands for, highest first. */
const boolRoles: readonly (readonly [name: string, role: Role])[] = [
  ["admin", "admin"],
  ["maintain", "maintain"],
  ["push", "write"],
  ["triage", "triage"],
  ["pull", "read"],
];

/**
 * People through counted calls. `teamsReadable` is what the door knows of its token: the `GITHUB_TOKEN` of a workflow
 * never reads teams, so nothing is asked then.
 */
export function githubPeople(calls: Calls, name: RepositoryName, teamsReadable: boolean): People {
  return {
    teamsReadable,
    roleOf: (login) => roleOf(calls, name, login),
    whoMerged: (path, commit) => whoMerged(calls, name, path, commit),
    inTeam: (team, login) => inTeam(calls, name, teamsReadable, team, login),
  };
}

/** Source: REST "Get repository permissions for a user". */
async function roleOf(calls: Calls, name: RepositoryName, login: string): ReturnType<People["roleOf"]> {
  const answer = await calls.rest("GET /repos/{owner}/{repo}/collaborators/{username}/permission", {
    ...name,
    username: login,
  });
  if (answer.kind === "failed") return unknownRole(login, answer.trouble);
  const read = permissionSchema.safeParse(answer.data);
  if (!read.success) return { kind: "unknown", reason: reason("role_not_visible", { login, said: null }) };
  const { user } = read.data;
  if (user.login.toLowerCase() !== login.toLowerCase()) {
    return { kind: "unknown", reason: reason("role_of_another", { login, answered: user.login }) };
  }
  return { kind: "known", role: roleIn(read.data), id: user.id };
}

/**
 * The role that the booleans allow, which is what a custom role amounts to, and never more than a standard role that
 * is named beside them. Older servers send neither and only know read, write and admin.
 */
function roleIn({ permission, role_name, user }: Permission): Role {
  const named = roleNamed(role_name ?? permission);
  if (user.permissions === undefined) return named ?? roleNamed(permission) ?? "none";
  const allowed = boolRoles.find(([name]) => user.permissions?.[name] === true)?.[1] ?? "none";
  return named !== null && roles.indexOf(named) < roles.indexOf(allowed) ? named : allowed;
}

function roleNamed(name: string): Role | null {
  return roles.find((role) => role === name.toLowerCase()) ?? null;
}

function unknownRole(login: string, trouble: Trouble): Unknown {
  const passing = isPassing(trouble) || trouble.code === "forbidden";
  if (passing) return { kind: "unknown", reason: troubleReason(trouble, "metadata: read") };
  return { kind: "unknown", reason: reason("role_not_visible", { login, said: trouble.said }) };
}

/**
 * Source: REST "Get team membership for a user". Its 404 means "no member" as well as "not for your eyes", so the team
 * itself has to be readable before it counts as a no.
 */
async function inTeam(
  calls: Calls,
  { owner }: RepositoryName,
  teamsReadable: boolean,
  team: string,
  login: string,
): ReturnType<People["inTeam"]> {
  const hidden: Unknown = { kind: "unknown", reason: reason("team_not_visible", { team }) };
  if (!teamsReadable) return hidden;
  const where = { org: owner, team_slug: team };
  const membership = await calls.rest("GET /orgs/{org}/teams/{team_slug}/memberships/{username}", {
    ...where,
    username: login,
  });
  if (membership.kind === "answered") {
    const read = z.object({ state: z.string() }).safeParse(membership.data);
    return read.success ? { kind: "known", member: read.data.state === "active" } : hidden;
  }
  if (membership.trouble.code !== "not_found") return teamTrouble(membership.trouble, hidden);
  const itself = await calls.rest("GET /orgs/{org}/teams/{team_slug}", where);
  if (itself.kind === "answered") return { kind: "known", member: false };
  return itself.trouble.code === "not_found" ? whyHidden(calls, owner, hidden) : teamTrouble(itself.trouble, hidden);
}

function teamTrouble(trouble: Trouble, hidden: Unknown): Unknown {
  return isPassing(trouble) ? { kind: "unknown", reason: troubleReason(trouble, "members: read") } : hidden;
}

async function whyHidden(calls: Calls, owner: string, hidden: Unknown): Promise<Unknown> {
  const answer = await calls.rest("GET /users/{username}", { username: owner });
  const type =
    answer.kind === "answered" ? z.object({ type: z.string() }).safeParse(answer.data).data?.type : undefined;
  return type === "User" ? { kind: "unknown", reason: reason("owner_has_no_teams", { owner }) } : hidden;
}
