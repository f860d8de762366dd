// The ports of a step: GitHub through the toolkit's client, at the runner's hosts.
import { getOctokit } from "@actions/github";
import { defaults } from "@actions/github/lib/utils";
import { systemClock } from "../clock.ts";
import type { GitHubClient } from "../github/client.ts";
import { githubPorts } from "../github/github-ports.ts";
import type { Ports } from "../ports.ts";
import { plainFetch } from "./plain-fetch.ts";
import type { Step } from "./read-step.ts";
import { webUrlOf } from "./report-outcome.ts";

/** All ports of a run. `GITHUB_TOKEN` never reads teams. It is an installation token; a person's own token may see them. */
export function stepPorts(step: Step): Ports {
  return githubPorts(clientOf(step), {
    name: { owner: step.owner, repo: step.repo },
    webUrl: webUrlOf(step),
    teamsReadable: !step.token.startsWith("ghs_"),
    clock: systemClock(),
  });
}

/** The toolkit's client repeats nothing by itself; hosts and proxy are the runner's. */
function clientOf({ token, hosts }: Step): GitHubClient {
  const octokit = getOctokit(token, { baseUrl: hosts.api, request: { fetch: plainFetch(defaults.request?.agent) } });
  // octokit appends /graphql itself.
  const graphql = octokit.graphql.defaults({ baseUrl: hosts.graphql.replace(/\/graphql$/, "") });
  return { request: octokit.request, graphql };
}
