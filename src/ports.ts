// Everything the flows may ask of the outside, as small interfaces in domain words.
import type { Reason } from "./core/say/reason.ts";

/** A text file as it stands at one commit: its text and its git blob id. */
export interface StoredFile {
  text: string;
  oid: string;
}

/** A file that exists but whose text could not be had (binary, too large, cut off). It is never treated as absent. */
export interface UnreadableFile {
  unreadable: string;
  oid: string;
}

/** What a flow wants to know in one reading. Paths are POSIX paths inside the repository. */
export interface Want {
  /** Ledger branch name, without `refs/heads/`. */
  ledgerBranch: string;
  /** Files of the default branch, such as the policy. */
  source: readonly string[];
  /** Files of the ledger branch. */
  ledger: readonly string[];
  /** Folders of the ledger branch: every file below them, at most six levels deep. */
  folders: readonly string[];
  /** Pins a further reading of the same step to the commits of an earlier one. */
  at?: { source: string | null; ledger: string | null };
  /** Asks for our own comments on this issue or pull request. */
  commentsOn?: number;
  /**
   * Asks for the id of the happening that put a label on (never derived from the payload on GitHub). Nothing before
   * `since` is meant; of several, for a label can come off and on again within seconds, the one nearest to `at`.
   */
  labelEvent?: { subject: number; label: string; sender: string; since: string; at: string };
}

/** One of our own comments: its hidden marker and when it was made. */
export interface OwnComment {
  id: number;
  marker: string;
  createdAt: string;
}

/** The answer to a Want; every file of it stands at the two named commits. */
export interface Snapshot {
  source: { branch: string; commit: string | null; files: ReadonlyMap<string, StoredFile | UnreadableFile> };
  ledger: { head: string | null; nonce: string | null; files: ReadonlyMap<string, StoredFile | UnreadableFile> };
  ownComments: readonly OwnComment[];
  /** Whether the pull request of `commentsOn` comes from another repository; null for issues and where unknown. */
  fromFork: boolean | null;
  labelEvent: { kind: "found"; id: string; createdAt: string } | { kind: "invisible" } | null;
}

/** "Could not tell" is an answer of its own and is never treated as yes. */
export interface Unknown {
  kind: "unknown";
  reason: Reason;
}

/** A file of a step: the whole new text. */
export interface Change {
  path: string;
  text: string;
}

/** One commit: all files of one step, made only if the branch head is still `expectedHead` (null: no branch yet). */
export interface Step {
  ledgerBranch: string;
  expectedHead: string | null;
  /** First line of the message, `valp(<task-id>): <what>`. */
  subject: string;
  trailers: readonly (readonly [name: string, value: string])[];
  /** Random token of this attempt, written as a trailer: whoever reads it at the head knows that it won. */
  nonce: string;
  changes: readonly Change[];
  deletions: readonly string[];
}

/**
 * `committed`: the new head, null in a dry run. `stale`: the head moved, repeat the whole step from reading.
 * `refused`: do not retry. `unknown`: read again to see.
 */
export type CommitAnswer =
  | { kind: "committed"; commit: string | null }
  | { kind: "stale" }
  | { kind: "refused"; reason: Reason }
  | Unknown;

/** The repository as a database: one consistent reading, one atomic compare-and-swap write. */
export interface Repository {
  /** Reads at one commit of each branch. Refusals (archived, no permission) come back as `refused`. */
  load(want: Want): Promise<{ kind: "loaded"; snapshot: Snapshot } | { kind: "refused"; reason: Reason } | Unknown>;
  commit(step: Step): Promise<CommitAnswer>;
  /** Full paths of the files at most three levels below a folder at a commit; an absent folder has none. */
  filesBelow(commit: string, folder: string): Promise<{ kind: "paths"; paths: string[] } | Unknown>;
  /** Whether a commit is the other or descends from it; a commit that is not there descends from nothing. */
  descends(commit: string, from: string): Promise<{ kind: "known"; descends: boolean } | Unknown>;
  /** Paths that differ between two commits, complete or not at all. */
  changedPaths(before: string, after: string): Promise<{ kind: "paths"; paths: string[] } | Unknown>;
}

/** Ordered repository roles. */
export const roles = ["none", "read", "triage", "write", "maintain", "admin"] as const;
/** One of {@link roles}; custom roles count as the base role their permissions equal. */
export type Role = (typeof roles)[number];

/** Who an account is and what it may do, asked at the moment it matters. */
export interface People {
  /** Whether team membership can be asked for here at all. */
  teamsReadable: boolean;
  roleOf(login: string): Promise<{ kind: "known"; role: Role; id: number | null } | Unknown>;
  /** The person who merged the version of a file that stands at a commit of the default branch; null: nobody can say. */
  whoMerged(path: string, commit: string): Promise<{ kind: "known"; login: string | null } | Unknown>;
  /** Membership in a team of the repository's owner; team is its slug. */
  inTeam(team: string, login: string): Promise<{ kind: "known"; member: boolean } | Unknown>;
}

/** Reactions used as acknowledgements. */
export type Reaction = "eyes" | "+1" | "confused" | "-1";

/** Result of a decoration: it never aborts a flow. */
export type Told = { kind: "told"; id: number | null } | { kind: "untold"; reason: Reason };

/** Comments and reactions: decoration of what the ledger already says. */
export interface Talk {
  /**
   * Writes the one comment that carries `marker`: edits `known` when given, else creates it. `known.seen` says that the
   * comment was read in this run; an id that only the ledger holds is looked at first, because whoever can write to the
   * ledger must not make us overwrite somebody's words.
   */
  putComment(comment: {
    subject: number;
    marker: string;
    body: string;
    known: { id: number; seen: boolean } | null;
  }): Promise<Told>;
  react(to: { kind: "issue_comment" | "review"; id: number; subject: number }, content: Reaction): Promise<Told>;
}

/** Time and chance, so that flows and tests agree on both. */
export interface Clock {
  /** Now, as ISO 8601 UTC with milliseconds. */
  now(): string;
  sleep(milliseconds: number): Promise<void>;
  /** Uniform in [0, 1). */
  random(): number;
  /** 32 lower hex digits. */
  nonce(): string;
}

/** All ports of a flow, and how many calls to GitHub they have made. */
export interface Ports {
  /** Web address of the repository, such as `https://github.com/octocat/hello`; null where there is none. */
  webUrl: string | null;
  repository: Repository;
  people: People;
  talk: Talk;
  clock: Clock;
  requests(): number;
}
