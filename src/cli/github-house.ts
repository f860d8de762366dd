// All ports of a flow on GitHub for the command line: a person's own token, taken from the environment.
import { Octokit } from "octokit";
import { systemClock } from "../clock.ts";
import { type Calls, callsThrough, type RepositoryName } from "../github/client.ts";
import { githubPorts } from "../github/github-ports.ts";
import type { Ports } from "../ports.ts";
import { UsageProblem } from "./usage-problem.ts";

/** A repository on GitHub, ready for flows and for single questions. */
export interface GithubHouse {
  name: RepositoryName;
  ports: Ports;
  calls: Calls;
}

/**
 * Opens `owner/repo` with GITHUB_TOKEN (or GH_TOKEN); GITHUB_API_URL names another host. Throws UsageProblem when the name
 * or the token is missing. Nothing is asked yet.
 */
export function openGithubHouse(place: string, now: string | undefined): GithubHouse {
  const [owner = "", repo = "", ...rest] = place.split("/");
  if (owner === "" || repo === "" || rest.length > 0) throw new UsageProblem("not_a_repository_name", { what: place });
  const token = process.env.GITHUB_TOKEN || process.env.GH_TOKEN;
  if (!token) throw new UsageProblem("token_missing", { what: "GITHUB_TOKEN" });
  const baseUrl = process.env.GITHUB_API_URL || "https://api.github.com";
  const quiet = () => undefined;
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const client = new Octokit({ auth: token, baseUrl, throttle: { enabled: false }, log });
  const name = { owner, repo };
  const ports = githubPorts(client, { name, webUrl: null, teamsReadable: true, clock: systemClock(now) });
  return { name, ports, calls: callsThrough(client) };
}
