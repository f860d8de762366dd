// All ports of a flow on GitHub, through one counter.
import type { Clock, Ports } from "../ports.ts";
import { callsThrough, type GitHubClient, type RepositoryName } from "./client.ts";
import { githubPeople } from "./github-people.ts";
import { githubRepository } from "./github-repository.ts";
import { githubTalk } from "./github-talk.ts";

/** What the door knows besides its client. */
export interface Place {
  name: RepositoryName;
  /** Web address of the repository, null where links would lead nowhere. */
  webUrl: string | null;
  /** Whether the client's token can see teams at all. */
  teamsReadable: boolean;
  clock: Clock;
}

/** Ports for one run of a flow. `client` acts in the name of whoever writes. */
export function githubPorts(client: GitHubClient, { name, webUrl, teamsReadable, clock }: Place): Ports {
  const calls = callsThrough(client);
  return {
    webUrl,
    repository: githubRepository(calls, name),
    people: githubPeople(calls, name, teamsReadable),
    talk: githubTalk(calls, name),
    clock,
    requests: calls.requests,
  };
}
