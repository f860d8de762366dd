// What the stand-in knows besides git and emulate, and the ways in which a test can make it misbehave.
import type { Role } from "../../../src/ports.ts";
import type { Store } from "./git-store.ts";

/** One request as it arrived, in order. `operation` is `query` or `mutation` for GraphQL, else null. */
export interface Recorded {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
  operation: "query" | "mutation" | null;
  status: number;
}

/** An answer that replaces the true one. `applied`: the request is carried out first, only its answer is lost. */
export interface Break {
  when: (request: Pick<Recorded, "method" | "path" | "operation" | "body">) => boolean;
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  applied?: boolean;
  /** Closes the connection instead of answering. */
  hangUp?: boolean;
}

/** Switches a test may turn at any time. */
export interface Faults {
  /** Before each of the next so many writes to a branch, somebody else commits to it. */
  overtaken: number;
  /** A rule that refuses every write to a branch. */
  branchRule: "protection" | "ruleset" | "signatures" | null;
  archived: boolean;
  /** Types of the rules that are told about every branch. */
  branchRules: string[];
  /** Permissions that the token lacks. */
  denied: Set<"contents" | "issues">;
  lockedIssues: Set<number>;
  issuesDisabled: boolean;
  /** The server is too old for `createCommitOnBranch`. */
  withoutCommitMutation: boolean;
  /** The next so many readings do not show any label event yet. */
  hiddenLabelReads: number;
  /** The next so many readings show the ledger branch as it was before its last move. */
  laggingReads: number;
  /** Texts longer than this come truncated through GraphQL. */
  truncateAt: number;
  /** Largest page of any list. */
  pageSize: number | null;
  /** Answers to replace, each used once. */
  breaks: Break[];
}

/** A label event as the timeline shows it. */
export interface LabelEvent {
  id: string;
  issue: number;
  label: string;
  login: string | null;
  bot: boolean;
  createdAt: string;
}

/** Everything the handlers share. */
export interface State {
  owner: string;
  repo: string;
  /** Every account there is. */
  people: readonly string[];
  store: Store;
  faults: Faults;
  /** Roles by lower-case login; `custom` is the name of a custom role. */
  roles: Map<string, { role: Role; custom?: string }>;
  labelEvents: LabelEvent[];
  /** Issues that are pull requests, and whether each comes from a fork. */
  pulls: Map<number, boolean>;
  /** Node ids of comments and reviews with the reactions they got. */
  reactions: { subject: string; content: string }[];
  /** Who wrote a comment, by the identity of its token. */
  commentAuthors: Map<number, string>;
  /** Where each branch stood before its last move through us. */
  previousHeads: Map<string, string | null>;
  /** Asks emulate with the owner's token. */
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; data: unknown }>;
}

/** All switches off. */
export function noFaults(): Faults {
  return {
    overtaken: 0,
    branchRule: null,
    archived: false,
    branchRules: [],
    denied: new Set(),
    lockedIssues: new Set(),
    issuesDisabled: false,
    withoutCommitMutation: false,
    hiddenLabelReads: 0,
    laggingReads: 0,
    truncateAt: 512_000,
    pageSize: null,
    breaks: [],
  };
}
