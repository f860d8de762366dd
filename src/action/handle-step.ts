// The heavy part of `mode: handle`, loaded only for events that may matter: payload, GitHub, flow.
import { getOctokit } from "@actions/github";
import { defaults } from "@actions/github/lib/utils";
import { systemClock } from "../clock.ts";
import { ended } from "../core/ended.ts";
import { readEvent } from "../core/events/read-event.ts";
import type { Outcome } from "../core/outcome.ts";
import { withoutWriting } from "../flows/dry-run.ts";
import { handleEvent } from "../flows/handle-event.ts";
import type { GitHubClient } from "../github/client.ts";
import { githubPorts } from "../github/github-ports.ts";
import type { Ports } from "../ports.ts";
import { plainFetch } from "./plain-fetch.ts";
import type { Step } from "./read-step.ts";
import { webUrlOf } from "./report-outcome.ts";

/** Handles the step's event to its end. What throws is a broken assumption. */
export async function handleStep(step: Step): Promise<Outcome> {
  const { owner, repo } = step;
  const here = { owner, name: repo, id: null, defaultBranch: null, isPrivate: false, isArchived: false };
  const read = readEvent(step.event, step.payload, here);
  if (read.kind !== "event") return ended(read.kind, [read.reason]);
  const ports = portsOf(step);
  return handleEvent(step.dryRun ? withoutWriting(ports) : ports, { event: read.event, eventId: null });
}

/** `GITHUB_TOKEN` never reads teams. It is an installation token; a person's own token may see them. */
function portsOf(step: Step): Ports {
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
