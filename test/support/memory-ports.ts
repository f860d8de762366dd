// All ports of the flows in memory: one repository, its people, its comments and a clock that only tests move.
import { createHash } from "node:crypto";
import { sameLogin } from "../../src/core/authority/account.ts";
import { sameLabel } from "../../src/core/policy/match.ts";
import { reason } from "../../src/core/say/reason.ts";
import type { Ports, Reaction, Role, Snapshot, Told, Want } from "../../src/ports.ts";
import { type MemoryRepository, memoryRepository } from "./memory-repository.ts";

/** A comment of ours as it stands, with every body it ever had. */
export interface MemoryComment {
  id: number;
  subject: number;
  marker: string;
  body: string;
  createdAt: string;
  edits: number;
}

/** What the platform knows about a person. `unknown` makes every question about them unanswerable. */
export interface MemoryPerson {
  role: Role;
  id: number | null;
  teams?: readonly string[];
  unknown?: boolean;
}

/** Somebody put a label on; it shows after so many more readings. */
export interface MemoryLabelEvent {
  subject: number;
  label: string;
  sender: string;
  id: string;
  createdAt: string;
  invisibleFor?: number;
}

/** Everything behind the ports, for tests to arrange and to look at. */
export interface MemoryHouse extends MemoryRepository {
  ports: Ports;
  people: Map<string, MemoryPerson>;
  labelEvents: MemoryLabelEvent[];
  comments: MemoryComment[];
  /** Pull requests by number: whether the head lives in another repository. */
  forks: Map<number, boolean>;
  reactions: { to: string; content: Reaction }[];
  /** Subjects whose conversation is locked: nothing can be said there. */
  locked: Set<number>;
  /** Teams that cannot be read. */
  hiddenTeams: Set<string>;
  /** Who merged the policy's version, for events that no person is behind. */
  merge(by: string | null): void;
  /** Moves the clock, in milliseconds. */
  pass(milliseconds: number): void;
  /** Milliseconds that flows slept so far. */
  slept(): number;
}

/** Where the clock starts. */
export const start = "2026-03-01T10:00:00.000Z";

/** A fresh house. `webUrl` null makes it a plain local repository, where no comment can be read back. */
export function memoryHouse(webUrl: string | null = "https://github.com/octocat/hello"): MemoryHouse {
  const state = {
    now: Date.parse(start),
    slept: 0,
    nonces: 0,
    requests: 0,
    comment: 1000,
    merger: null as string | null,
  };
  const now = () => new Date(state.now).toISOString();
  const people = new Map<string, MemoryPerson>();
  const labelEvents: MemoryLabelEvent[] = [];
  const forks = new Map<number, boolean>();
  const comments: MemoryComment[] = [];
  const reactions: MemoryHouse["reactions"] = [];
  const locked = new Set<number>();
  const hiddenTeams = new Set<string>();

  const labelEvent = (asked: NonNullable<Want["labelEvent"]>) => {
    const fits = labelEvents.filter(
      (event) =>
        event.subject === asked.subject &&
        sameLabel(event.label, asked.label) &&
        sameLogin(event.sender, asked.sender) &&
        Date.parse(event.createdAt) >= Date.parse(asked.since),
    );
    const distance = (event: MemoryLabelEvent) => Math.abs(Date.parse(event.createdAt) - Date.parse(asked.at));
    const visible = fits.filter((event) => (event.invisibleFor ?? 0) <= 0);
    const [shown] = visible.reverse().sort((one, other) => distance(one) - distance(other));
    for (const event of fits) event.invisibleFor = (event.invisibleFor ?? 0) - 1;
    return shown === undefined
      ? { kind: "invisible" as const }
      : { kind: "found" as const, id: shown.id, createdAt: shown.createdAt };
  };
  const ownComments = (subject: number): Snapshot["ownComments"] =>
    webUrl === null ? [] : comments.filter((comment) => comment.subject === subject);

  const store = memoryRepository({ ownComments, labelEvent, fromFork: (subject) => forks.get(subject) ?? null });
  const counted = <T>(answer: T): T => {
    state.requests += 1;
    return answer;
  };
  const said = (subject: number): Told | null =>
    locked.has(subject) ? { kind: "untold", reason: reason("conversation_locked") } : null;

  const ports: Ports = {
    webUrl,
    repository: {
      load: (want) => counted(store.repository.load(want)),
      commit: (step) => counted(store.repository.commit(step)),
      filesBelow: (commit, folder) => counted(store.repository.filesBelow(commit, folder)),
      descends: (commit, from) => counted(store.repository.descends(commit, from)),
      changedPaths: (before, after) => counted(store.repository.changedPaths(before, after)),
    },
    people: {
      teamsReadable: true,
      async roleOf(login) {
        const person = counted(lookUp(people, login));
        if (person?.unknown) return { kind: "unknown", reason: reason("role_not_visible", { login, said: "503" }) };
        return { kind: "known", role: person?.role ?? "none", id: person?.id ?? null };
      },
      async whoMerged() {
        return counted({ kind: "known" as const, login: state.merger });
      },
      async inTeam(team, login) {
        const person = counted(lookUp(people, login));
        if (person?.unknown || hiddenTeams.has(team)) {
          return { kind: "unknown", reason: reason("team_not_visible", { team }) };
        }
        return { kind: "known", member: person?.teams?.includes(team) ?? false };
      },
    },
    talk: {
      async putComment({ subject, marker, body, known }) {
        const closed = counted(said(subject));
        if (closed !== null) return closed;
        const old = comments.find((one) => one.id === known?.id && (known.seen || one.marker === marker));
        if (old !== undefined) {
          Object.assign(old, { body, edits: old.edits + 1 });
          return { kind: "told", id: old.id };
        }
        state.comment += 1;
        comments.push({ id: state.comment, subject, marker, body, createdAt: now(), edits: 0 });
        return { kind: "told", id: webUrl === null ? null : state.comment };
      },
      async react(to, content) {
        const closed = counted(said(to.subject));
        if (closed !== null) return closed;
        const reaction = { to: `${to.kind}:${to.id}`, content };
        if (!reactions.some((one) => one.to === reaction.to && one.content === content)) reactions.push(reaction);
        return { kind: "told", id: null };
      },
    },
    clock: {
      now,
      async sleep(milliseconds) {
        state.slept += milliseconds;
      },
      random: () => 0.5,
      nonce() {
        state.nonces += 1;
        return createHash("sha256").update(`nonce ${state.nonces}`).digest("hex").slice(0, 32);
      },
    },
    requests: () => state.requests,
  };
  return {
    ...store,
    ports,
    people,
    labelEvents,
    forks,
    merge(by) {
      state.merger = by;
    },
    comments,
    reactions,
    locked,
    hiddenTeams,
    pass: (milliseconds) => {
      state.now += milliseconds;
    },
    slept: () => state.slept,
  };
}

function lookUp(people: ReadonlyMap<string, MemoryPerson>, login: string): MemoryPerson | undefined {
  return [...people].find(([name]) => sameLogin(name, login))?.[1];
}
