// Turns one GitHub payload into one plain Event, or says why it is ignored or cannot be read.
import { type Reason, reason } from "../say/reason.ts";
import { readAccount, readRepository } from "./account.ts";
import { actionOf, isCovered } from "./covered.ts";
import type { Event, RepositoryFacts } from "./event.ts";
import { Fields } from "./fields.ts";
import { readPush } from "./push.ts";
import { readRun } from "./run.ts";
import { readIssue, readPullRequest } from "./subject.ts";
import { readComment, readPreviousBody, readReview, readReviewState } from "./words.ts";

/** `ignored`: nothing we react to. `refused`: an event of ours whose payload is malformed. */
export type EventReading =
  | { kind: "event"; event: Event }
  | { kind: "ignored"; reason: Reason }
  | { kind: "refused"; reason: Reason };

/** The facts every event shares; only a schedule may come without a repository. */
type Common = Pick<Event, "name" | "action" | "repository" | "sender" | "installation">;

const unnamed: RepositoryFacts = {
  owner: "",
  name: "",
  id: null,
  defaultBranch: null,
  isPrivate: false,
  isArchived: false,
};

/**
 * Reads the payload of a webhook or of an Actions run (`GITHUB_EVENT_PATH`). Never throws, whatever the payload is.
 * A missing sender is a ghost, a null body is empty, a missing installation is null. `here` is the repository the door
 * runs in; it stands in where a schedule names none (owner and name are empty without it).
 * Shapes: https://docs.github.com/webhooks/webhook-events-and-payloads
 */
export function readEvent(name: string, payload: unknown, here: RepositoryFacts = unnamed): EventReading {
  const action = actionOf(payload);
  if (!isCovered(name, action)) return { kind: "ignored", reason: reason("event_not_covered", { name, action }) };
  const fields = Fields.of(payload);
  const common: Common = {
    name,
    action,
    repository: name === "schedule" && !fields.has("repository") ? here : readRepository(fields),
    sender: readAccount(fields, "sender"),
    installation: fields.objectOrNull("installation")?.idOrNull("id") ?? null,
  };
  const event = read(common, fields);
  const problem = fields.problem;
  if (problem !== null) return { kind: "refused", reason: reason("event_malformed", { name, ...problem }) };
  return { kind: "event", event };
}

function read(common: Common, fields: Fields): Event {
  switch (common.name) {
    case "issues":
      return readSubjectEvent(common, fields, "issue");
    case "pull_request":
      return readSubjectEvent(common, fields, "pull_request");
    case "issue_comment":
      return readCommentEvent(common, fields);
    case "pull_request_review":
      return readReviewEvent(common, fields);
    case "push":
      return { ...common, kind: "pushed", ...readPush(fields) };
    case "workflow_run":
      return { ...common, kind: "run_changed", run: readRun(fields) };
    case "workflow_dispatch":
      return { ...common, kind: "dispatched", type: "workflow_dispatch", inputs: readInputs(fields, "inputs") };
    case "repository_dispatch":
      return {
        ...common,
        kind: "dispatched",
        type: fields.name("action"),
        inputs: readInputs(fields, "client_payload"),
      };
    default:
      return { ...common, kind: "tick", cron: fields.textOrNull("schedule") };
  }
}

function readSubjectEvent(common: Common, fields: Fields, key: "issue" | "pull_request"): Event {
  const subject = key === "issue" ? readIssue(fields) : readPullRequest(fields);
  switch (common.action) {
    case "labeled":
      return { ...common, kind: "label_added", subject, label: fields.object("label").name("name") };
    case "unlabeled":
      return { ...common, kind: "label_removed", subject, label: fields.object("label").name("name") };
    case "edited": {
      const changes = fields.objectOrNull("changes");
      return {
        ...common,
        kind: "subject_edited",
        subject,
        textChanged: changes === null || changes.has("title") || changes.has("body"),
      };
    }
    case "closed":
      return { ...common, kind: "subject_closed", subject };
    case "reopened":
      return { ...common, kind: "subject_reopened", subject };
    case "deleted":
      return { ...common, kind: "subject_deleted", subject };
    case "transferred": {
      const changes = fields.object("changes");
      const repository = changes.object("new_repository").name("full_name");
      const number = changes.objectOrNull("new_issue")?.idOrNull("number") ?? null;
      return { ...common, kind: "subject_transferred", subject, to: { repository, number } };
    }
    default:
      return { ...common, kind: "subject_opened", subject };
  }
}

function readCommentEvent(common: Common, fields: Fields): Event {
  const both = { subject: readIssue(fields), words: readComment(fields), reviewState: null };
  switch (common.action) {
    case "edited":
      return { ...common, kind: "words_edited", ...both, previousBody: readPreviousBody(fields) };
    case "deleted":
      return { ...common, kind: "words_deleted", ...both };
    default:
      return { ...common, kind: "words_created", ...both };
  }
}

function readReviewEvent(common: Common, fields: Fields): Event {
  const subject = readPullRequest(fields);
  const words = readReview(fields);
  if (common.action === "dismissed") return { ...common, kind: "review_dismissed", subject, words };
  const both = { subject, words, reviewState: readReviewState(fields) };
  return common.action === "edited"
    ? { ...common, kind: "words_edited", ...both, previousBody: readPreviousBody(fields) }
    : { ...common, kind: "words_created", ...both };
}

/** Inputs of a dispatch: an object of the caller's making, null and absent mean none. */
function readInputs(fields: Fields, key: string): Record<string, unknown> {
  fields.objectOrNull(key);
  return (fields.raw(key) ?? {}) as Record<string, unknown>;
}
