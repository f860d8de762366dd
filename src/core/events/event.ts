// One plain value per GitHub happening. Payloads locate; they never authorise.

/** An account as a payload names it. A deleted account is `ghost`; apps and `[bot]` logins are `bot`. */
export interface Account {
  login: string;
  /** Numeric account id, the identity that survives renames; null for ghosts. */
  id: number | null;
  kind: "user" | "bot" | "ghost";
}

/**
 * The repository of an event. `defaultBranch` is null where the payload does not say; owner and name are empty only for
 * a schedule that names no repository.
 */
export interface RepositoryFacts {
  owner: string;
  name: string;
  id: number | null;
  defaultBranch: string | null;
  isPrivate: boolean;
  isArchived: boolean;
}

/** The issue or pull request an event is about. A null body is the empty text. */
export interface Subject {
  kind: "issue" | "pull_request";
  number: number;
  nodeId: string;
  title: string;
  body: string;
  author: Account;
  labels: string[];
  state: "open" | "closed";
  locked: boolean;
  /** ISO timestamps as GitHub gave them. */
  createdAt: string;
  updatedAt: string;
  url: string;
  /**
   * Only for pull requests: the head lives in another repository (or that repository is gone). Null: the payload does
   * not say (a comment on a pull request); never take it for "no".
   */
  fromFork: boolean | null;
}

/** A comment or a review: words by one account. `id` is the numeric id GitHub never reuses. */
export interface Words {
  kind: "issue_comment" | "review";
  id: number;
  author: Account;
  body: string;
  url: string;
  createdAt: string;
  updatedAt: string;
  /** Slug of the app the words were made through, null when a person typed them. */
  viaApp: string | null;
}

interface Common {
  /** Webhook event name and action, for example `issues` and `labeled`. */
  name: string;
  action: string | null;
  repository: RepositoryFacts;
  /** Who caused it. */
  sender: Account;
  /** Installation id of the App, null in Actions and locally. */
  installation: number | null;
}

/** A run of a workflow as `workflow_run` reports it. */
export interface RunFacts {
  id: number;
  attempt: number;
  name: string;
  path: string;
  headBranch: string | null;
  headSha: string;
  event: string;
  status: string;
  conclusion: string | null;
  url: string;
  createdAt: string;
  updatedAt: string;
}

type OneOf<Kind extends string, Facts> = Kind extends string ? Common & Facts & { kind: Kind } : never;

/** Everything the product can react to. */
export type Event =
  | OneOf<"label_added" | "label_removed", { subject: Subject; label: string }>
  | OneOf<"subject_opened" | "subject_closed" | "subject_reopened" | "subject_deleted", { subject: Subject }>
  | OneOf<"subject_edited", { subject: Subject; textChanged: boolean }>
  | OneOf<"subject_transferred", { subject: Subject; to: { repository: string; number: number | null } }>
  | OneOf<"words_created" | "words_deleted", { subject: Subject; words: Words; reviewState: string | null }>
  | OneOf<"words_edited", { subject: Subject; words: Words; previousBody: string | null; reviewState: string | null }>
  | OneOf<"review_dismissed", { subject: Subject; words: Words }>
  | OneOf<
      "pushed",
      {
        ref: string;
        before: string;
        after: string;
        deleted: boolean;
        /** Changed paths of the payload's commits; `complete` is false when GitHub may have cut the list. */
        paths: { changed: string[]; complete: boolean };
      }
    >
  | OneOf<"tick", { cron: string | null }>
  | OneOf<"dispatched", { type: string; inputs: Record<string, unknown> }>
  | OneOf<"run_changed", { run: RunFacts }>;

/** One kind of event. */
export type EventOf<Kind extends Event["kind"]> = Extract<Event, { kind: Kind }>;

/** The events that are about an issue or a pull request. */
export type SubjectEvent = Extract<Event, { subject: Subject }>;
