// All ports of a flow on a plain git repository: no GitHub, no token, no network.
import { systemClock } from "../clock.ts";
import type { Reason } from "../core/say/reason.ts";
import { openGitRepository } from "../git/git-repository.ts";
import { localPeople, type PeopleMap } from "../git/local-people.ts";
import { localTalk, type Said } from "../git/local-talk.ts";
import type { Ports } from "../ports.ts";

/** Where and as whom a local run works. */
export interface HouseOptions {
  repo: string;
  people: PeopleMap | null;
  /** Fixed time, ISO 8601; absent: the machine's clock. */
  now?: string | undefined;
}

/** The ports, what was said so far, and how to end it. */
export interface LocalHouse {
  ports: Ports;
  said: () => readonly Said[];
  close: () => Promise<void>;
}

/** Opens a repository for flows, or says why it cannot be used. */
export async function openLocalHouse(
  options: HouseOptions,
): Promise<{ kind: "opened"; house: LocalHouse } | { kind: "refused"; reason: Reason }> {
  const clock = systemClock(options.now);
  const opened = await openGitRepository({
    dir: options.repo,
    environment: process.env,
    identity: { name: "valp-github", email: "valp-github@localhost" },
    now: clock.now,
  });
  if (opened.kind === "refused") return opened;
  const { talk, said } = localTalk();
  const ports: Ports = {
    webUrl: null,
    repository: opened.repository,
    people: localPeople(options.people),
    talk,
    clock,
    requests: () => 0,
  };
  return { kind: "opened", house: { ports, said, close: opened.close } };
}
