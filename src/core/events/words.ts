// Comments and reviews of a payload.
import { readAccount } from "./account.ts";
import type { Words } from "./event.ts";
import type { Fields } from "./fields.ts";

/** The `comment` object of issue_comment events. A deleted author is a ghost, a null body is empty. */
export function readComment(payload: Fields): Words {
  const comment = payload.object("comment");
  return {
    kind: "issue_comment",
    id: comment.id("id"),
    author: readAccount(comment, "user"),
    body: comment.textOrNull("body") ?? "",
    url: comment.name("html_url"),
    createdAt: comment.time("created_at"),
    updatedAt: comment.time("updated_at"),
    viaApp: appOf(comment),
  };
}

/** The `review` object of pull_request_review events. `submitted_at` is null for reviews not submitted: refused. */
export function readReview(payload: Fields): Words {
  const review = payload.object("review");
  const submitted = review.time("submitted_at");
  return {
    kind: "review",
    id: review.id("id"),
    author: readAccount(review, "user"),
    body: review.textOrNull("body") ?? "",
    url: review.name("html_url"),
    createdAt: submitted,
    updatedAt: review.has("updated_at") ? review.time("updated_at") : submitted,
    viaApp: appOf(review),
  };
}

/** State of the review in lower case, such as approved or changes_requested. */
export function readReviewState(payload: Fields): string {
  return payload.object("review").name("state").toLowerCase();
}

/** The body before an edit, null when the payload does not say. */
export function readPreviousBody(payload: Fields): string | null {
  return payload.objectOrNull("changes")?.objectOrNull("body")?.textOrNull("from") ?? null;
}

function appOf(words: Fields): string | null {
  const app = words.objectOrNull("performed_via_github_app");
  // An app without a slug is still an app: the words were not typed by the person alone.
  return app === null ? null : app.textOrNull("slug") || "unnamed-app";
}
