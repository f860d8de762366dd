// Ports that misbehave on purpose: they die at a chosen call, answer unknown, count, or take turns in a chosen order.

import { reason } from "../../src/core/say/reason.ts";
import type { CommitAnswer, Ports } from "../../src/ports.ts";

/** Names of the calls that leave the process. */
export type PortCall =
  | "load"
  | "commit"
  | "filesBelow"
  | "descends"
  | "changedPaths"
  | "roleOf"
  | "inTeam"
  | "whoMerged"
  | "putComment"
  | "react";

/** Stands around every call: may run it, or not, before or after something else. */
export type Around = <T>(call: PortCall, run: () => Promise<T>) => Promise<T>;

/** The same ports with something around each call; sleeping is not a call. */
export function around(ports: Ports, wrap: Around, sleep = ports.clock.sleep): Ports {
  const { repository, people, talk } = ports;
  return {
    ...ports,
    repository: {
      load: (want) => wrap("load", () => repository.load(want)),
      commit: (step) => wrap("commit", () => repository.commit(step)),
      filesBelow: (commit, folder) => wrap("filesBelow", () => repository.filesBelow(commit, folder)),
      descends: (commit, from) => wrap("descends", () => repository.descends(commit, from)),
      changedPaths: (before, after) => wrap("changedPaths", () => repository.changedPaths(before, after)),
    },
    people: {
      teamsReadable: people.teamsReadable,
      roleOf: (login) => wrap("roleOf", () => people.roleOf(login)),
      whoMerged: (path, commit) => wrap("whoMerged", () => people.whoMerged(path, commit)),
      inTeam: (team, login) => wrap("inTeam", () => people.inTeam(team, login)),
    },
    talk: {
      putComment: (comment) => wrap("putComment", () => talk.putComment(comment)),
      react: (to, content) => wrap("react", () => talk.react(to, content)),
    },
    clock: { ...ports.clock, sleep },
  };
}

/** The process is gone. */
export class Killed extends Error {}

/** The ways in which a call can go wrong. The last two concern commits only. */
export const mishaps = ["before", "after", "unknown-lost", "unknown-applied"] as const;
/** One of {@link mishaps}. */
export type Mishap = (typeof mishaps)[number];

/** Ports whose nth call (from 1) goes wrong. `reached` tells whether there was such a call. */
export function dyingPorts(ports: Ports, nth: number, how: Mishap): { ports: Ports; reached: () => boolean } {
  let calls = 0;
  const unknown: CommitAnswer = { kind: "unknown", reason: reason("github_no_answer", { said: "502" }) };
  const wrap: Around = async (call, run) => {
    if (how.startsWith("unknown") && call !== "commit") return run();
    calls += 1;
    if (calls !== nth) return run();
    if (how === "before") throw new Killed(`before ${call}`);
    if (how !== "unknown-lost") await run();
    if (how === "after") throw new Killed(`after ${call}`);
    // Only a commit comes here, and its answer is of this type.
    return unknown as Awaited<ReturnType<typeof run>>;
  };
  return { ports: around(ports, wrap), reached: () => calls >= nth };
}

/** Ports that count their calls by name. */
export function countingPorts(ports: Ports): { ports: Ports; counts: Map<PortCall, number> } {
  const counts = new Map<PortCall, number>();
  const wrap: Around = (call, run) => {
    counts.set(call, (counts.get(call) ?? 0) + 1);
    return run();
  };
  return { ports: around(ports, wrap), counts };
}

/**
 * Runs several flows at once on the same ports. Before and after every call each flow waits for its turn; `pick` says
 * which of the n waiting ones goes on (0 to n - 1).
 */
export async function takingTurns<T>(
  ports: Ports,
  flows: readonly ((ports: Ports) => Promise<T>)[],
  pick: (waiting: number) => number,
): Promise<T[]> {
  const waiting: (() => void)[] = [];
  const turn = () => new Promise<void>((resolve) => waiting.push(resolve));
  const wrap: Around = async (_, run) => {
    await turn();
    const answer = await run();
    await turn();
    return answer;
  };
  const shared = around(ports, wrap, turn);
  let done = 0;
  const running = flows.map((flow) =>
    flow(shared).finally(() => {
      done += 1;
    }),
  );
  const all = Promise.allSettled(running);
  while (done < flows.length) {
    // Everything that can go on without a turn has gone on once the timers' phase comes round.
    await new Promise((resolve) => setImmediate(resolve));
    const [next] = waiting.splice(pick(waiting.length), 1);
    next?.();
  }
  await all;
  return Promise.all(running);
}
