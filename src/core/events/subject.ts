// Issues and pull requests of a payload, and what happens to them.
import { readAccount } from "./account.ts";
import type { Subject } from "./event.ts";
import type { Fields } from "./fields.ts";

/**
 * The `issue` object of issues and issue_comment events. Comments on pull requests carry an issue with a
 * `pull_request` field that does not say where the head lives: fromFork is null then.
 */
export function readIssue(payload: Fields): Subject {
  const issue = payload.object("issue");
  const pull = issue.has("pull_request");
  return { ...shared(issue), kind: pull ? "pull_request" : "issue", fromFork: pull ? null : false };
}

/** The `pull_request` object of pull_request and pull_request_review events. */
export function readPullRequest(payload: Fields): Subject {
  const pull = payload.object("pull_request");
  const head = repositoryOf(pull, "head");
  const base = repositoryOf(pull, "base");
  return { ...shared(pull), kind: "pull_request", fromFork: head === null || base === null || head !== base };
}

/** Identity of the repository a branch lives in; null when it was deleted. Names are only compared without ids. */
function repositoryOf(pull: Fields, side: "head" | "base"): string | null {
  const repository = pull.object(side).objectOrNull("repo");
  if (repository === null) return null;
  const id = repository.idOrNull("id");
  return id === null ? repository.name("full_name").toLowerCase() : String(id);
}

function shared(item: Fields): Omit<Subject, "kind" | "fromFork"> {
  return {
    number: item.id("number"),
    nodeId: item.name("node_id"),
    title: item.textOrNull("title") ?? "",
    body: item.textOrNull("body") ?? "",
    author: readAccount(item, "user"),
    labels: item.list("labels").map((label) => label.name("name")),
    state: readState(item),
    locked: item.flag("locked"),
    createdAt: item.time("created_at"),
    updatedAt: item.time("updated_at"),
    url: item.name("html_url"),
  };
}

function readState(item: Fields): "open" | "closed" {
  const state = item.textOrNull("state") ?? "open";
  if (state !== "open" && state !== "closed") item.note("state", "open_or_closed");
  return state === "closed" ? "closed" : "open";
}
