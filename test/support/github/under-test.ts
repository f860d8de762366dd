// The GitHub adapters on the stand-in, as tests want them.
import { callsThrough, type GitHubClient } from "../../../src/github/client.ts";
import { githubPeople } from "../../../src/github/github-people.ts";
import { githubRepository } from "../../../src/github/github-repository.ts";
import { githubTalk } from "../../../src/github/github-talk.ts";
import type { RepositoryUnderTest } from "../repository-contract.ts";
import { type StandIn, startStandIn } from "./stand-in.ts";

/** All three ports through one counter. */
export function portsOn(client: GitHubClient, { owner, repo }: { owner: string; repo: string }, teamsReadable = true) {
  const calls = callsThrough(client);
  const name = { owner, repo };
  return {
    requests: calls.requests,
    repository: githubRepository(calls, name),
    people: githubPeople(calls, name, teamsReadable),
    talk: githubTalk(calls, name),
  };
}

/** A fresh stand-in as the contract suite of repositories wants it. */
export async function githubUnderTest(
  prepare: (github: StandIn) => void = () => undefined,
): Promise<RepositoryUnderTest> {
  const github = await startStandIn();
  prepare(github);
  return {
    repository: portsOn(github.client(), github).repository,
    plant: async (branch, files) => github.plant(branch, files),
    head: async (branch) => github.head(branch),
    dispose: () => github.close(),
  };
}
