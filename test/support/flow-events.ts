// Events for flow tests, made of GitHub's published payloads and read the way the doors read them.
import type { Event } from "../../src/core/events/event.ts";
import { readEvent } from "../../src/core/events/read-event.ts";
import { at, example, issueClosed, type Payload, reviewEdited, schedule } from "./payloads.ts";

/** An account as payloads carry it. */
export interface Person {
  login: string;
  id: number;
  type: "User" | "Bot";
}

/** The cast. What they may do is a matter of the house, not of the payload. */
export const cast = {
  octocat: { login: "octocat", id: 1, type: "User" },
  alice: { login: "alice", id: 2, type: "User" },
  bob: { login: "bob", id: 3, type: "User" },
  monalisa: { login: "monalisa", id: 4, type: "User" },
  stranger: { login: "stranger", id: 5, type: "User" },
  hubot: { login: "hubot[bot]", id: 6, type: "Bot" },
} as const satisfies Record<string, Person>;

/** An issue or pull request as a test wants it in its payloads. */
export interface Item {
  number: number;
  title: string;
  body: string | null;
  author: Person | null;
  labels: readonly string[];
  /** ISO times as GitHub gives them, to the second. */
  createdAt: string;
  updatedAt: string;
  locked?: boolean;
  kind?: "issue" | "pull_request";
}

/** A harmless issue by monalisa. */
export function item(parts: Partial<Item> = {}): Item {
  return {
    number: 7,
    title: "docs: a typo on the first page",
    body: "It says teh.",
    author: cast.monalisa,
    labels: [],
    createdAt: "2026-03-01T09:00:00Z",
    updatedAt: "2026-03-01T09:59:58Z",
    ...parts,
  };
}

/** The same item at a later time. */
export function later(before: Item, updatedAt: string, parts: Partial<Item> = {}): Item {
  return { ...before, updatedAt, ...parts };
}

/** Reads a payload that has to be an event of ours. */
export function eventOf(name: string, payload: Payload): Event {
  const read = readEvent(name, payload);
  if (read.kind !== "event") throw new Error(`${name}: ${read.reason.text}`);
  return read.event;
}

/** A label is put on or taken off. */
export function labeled(on: Item, label: string, by: Person, action: "labeled" | "unlabeled" = "labeled"): Event {
  const name = on.kind === "pull_request" ? "pull_request" : "issues";
  const labels = on.labels.filter((one) => one !== label);
  const payload = filled(name, example(name, action), {
    ...on,
    labels: action === "labeled" ? [...labels, label] : labels,
  });
  return eventOf(name, { ...payload, sender: by, label: labelObject(label) });
}

/** A label is taken off. */
export function unlabeled(on: Item, label: string, by: Person): Event {
  return labeled(on, label, by, "unlabeled");
}

/** An issue is opened; labels of its form are on it from the start. */
export function opened(on: Item): Event {
  return eventOf("issues", { ...filled("issues", example("issues", "opened"), on), sender: on.author });
}

/** Title or body were edited to what the item says now. */
export function edited(on: Item, by: Person, changes: Payload = { body: { from: "before" } }): Event {
  return eventOf("issues", { ...filled("issues", example("issues", "edited"), on), sender: by, changes });
}

/** The issue goes away or comes back. */
export function moved(on: Item, by: Person, action: "closed" | "reopened" | "deleted" | "transferred"): Event {
  const payload = action === "closed" ? issueClosed() : example("issues", action);
  return eventOf("issues", { ...filled("issues", payload, on), sender: by });
}

/** A comment by somebody; times are those of the item unless given. */
export interface Comment {
  id: number;
  body: string;
  by: Person;
  createdAt?: string;
  updatedAt?: string;
  /** Slug of the app it was made through. */
  viaApp?: string;
}

/** A comment is made, edited or deleted; `sender` is the author unless given. */
export function commented(
  on: Item,
  comment: Comment,
  action: "created" | "edited" | "deleted" = "created",
  sender: Person = comment.by,
): Event {
  const payload = filled("issue_comment", example("issue_comment", action), on);
  Object.assign(at(payload, "comment"), {
    id: comment.id,
    body: comment.body,
    user: comment.by,
    html_url: `https://github.com/octocat/hello/issues/${on.number}#issuecomment-${comment.id}`,
    created_at: comment.createdAt ?? on.updatedAt,
    updated_at: comment.updatedAt ?? comment.createdAt ?? on.updatedAt,
    performed_via_github_app: comment.viaApp === undefined ? null : { slug: comment.viaApp },
  });
  if (on.kind === "pull_request") Object.assign(at(payload, "issue"), { pull_request: { url: "x" } });
  return eventOf("issue_comment", { ...payload, sender });
}

/** A review is submitted, edited or dismissed. */
export function reviewed(
  on: Item,
  review: Comment,
  action: "submitted" | "edited" | "dismissed" = "submitted",
  sender: Person = review.by,
): Event {
  const base = action === "edited" ? reviewEdited("before") : example("pull_request_review", action);
  const payload = filled("pull_request", base, on);
  Object.assign(at(payload, "review"), {
    id: review.id,
    body: review.body,
    user: review.by,
    html_url: `https://github.com/octocat/hello/pull/${on.number}#pullrequestreview-${review.id}`,
    submitted_at: review.createdAt ?? on.updatedAt,
    updated_at: review.updatedAt ?? review.createdAt ?? on.updatedAt,
  });
  return eventOf("pull_request_review", { ...payload, sender });
}

/** A push of one commit to a branch. `paths` null: the payload does not list them, as in Actions. */
export function pushed(branch: string, commits: { before: string; after: string }, paths: string[] | null): Event {
  const listed = paths === null ? [] : [{ id: commits.after, added: paths, removed: [], modified: [] }];
  return eventOf("push", {
    ...example("push", null),
    ref: `refs/heads/${branch}`,
    ...commits,
    deleted: false,
    forced: false,
    created: false,
    commits: listed,
    sender: cast.octocat,
    repository: { ...at(example("push", null), "repository"), default_branch: "main" },
  });
}

/** A tick of the schedule. */
export function tick(): Event {
  return eventOf("schedule", schedule("*/15 * * * *"));
}

/** A repository_dispatch of a type with what its caller sent. */
export function dispatched(type: string, sent: Payload): Event {
  const payload = { ...example("repository_dispatch", "on-demand-test"), action: type, client_payload: sent };
  return eventOf("repository_dispatch", { ...payload, sender: cast.octocat });
}

function filled(name: string, payload: Payload, on: Item): Payload {
  const key = name === "pull_request" ? "pull_request" : "issue";
  Object.assign(at(payload, key), {
    number: on.number,
    node_id: `I_${on.number}`,
    title: on.title,
    body: on.body,
    user: on.author,
    labels: on.labels.map(labelObject),
    state: payload.action === "closed" ? "closed" : "open",
    locked: on.locked ?? false,
    created_at: on.createdAt,
    updated_at: on.updatedAt,
    html_url: `https://github.com/octocat/hello/issues/${on.number}`,
  });
  return payload;
}

function labelObject(name: string) {
  return { id: name.length, node_id: `L_${name}`, name, color: "ededed", default: false, url: "x" };
}
