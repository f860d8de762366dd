// Comments and reactions on GitHub: decoration, which may fail without consequence and says why it did.
import * as z from "zod";
import { clip } from "../core/say/clip.ts";
import { readMarker } from "../core/say/escape.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import type { Reaction, Talk, Told } from "../ports.ts";
import type { Calls, RepositoryName, RestAnswer } from "./client.ts";
import { type Trouble, troubleReason } from "./trouble.ts";

const permission = "issues: write";
const idSchema = z.object({ id: z.number() });
const commentSchema = z.object({ body: z.string(), user: z.object({ type: z.string() }).nullable() });
const reviewSchema = z.object({ node_id: z.string() });

/** Reactions as GraphQL calls them. */
const reactionContents: Readonly<Record<Reaction, string>> = {
  eyes: "EYES",
  "+1": "THUMBS_UP",
  confused: "CONFUSED",
  "-1": "THUMBS_DOWN",
};

const addReaction = `mutation($input: AddReactionInput!) { addReaction(input: $input) { reaction { content } } }`;

/** Talk through counted calls. */
export function githubTalk(calls: Calls, name: RepositoryName): Talk {
  return {
    async putComment({ subject, marker, body, known }) {
      const text = clip(body, null);
      if (known !== null && (known.seen || (await carriesMarker(calls, name, known.id, marker)))) {
        const edited = await calls.rest("PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}", {
          ...name,
          comment_id: known.id,
          body: text,
        });
        if (edited.kind === "answered" || edited.trouble.code !== "not_found") return told(edited);
      }
      const created = await calls.rest("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
        ...name,
        issue_number: subject,
        body: text,
      });
      return told(created);
    },
    react: (to, content) =>
      to.kind === "review" ? reactToReview(calls, name, to, content) : reactToComment(calls, name, to.id, content),
  };
}

/** Whether a comment that only the ledger names is a bot's and carries our marker on its first line. */
async function carriesMarker(calls: Calls, name: RepositoryName, id: number, marker: string): Promise<boolean> {
  const answer = await calls.rest("GET /repos/{owner}/{repo}/issues/comments/{comment_id}", {
    ...name,
    comment_id: id,
  });
  if (answer.kind === "failed") return false;
  const read = commentSchema.safeParse(answer.data);
  return read.success && read.data.user?.type === "Bot" && readMarker(read.data.body) === marker;
}

async function reactToComment(calls: Calls, name: RepositoryName, id: number, content: Reaction): Promise<Told> {
  return told(
    await calls.rest("POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions", {
      ...name,
      comment_id: id,
      content,
    }),
  );
}

/** REST has no reactions on reviews and GraphQL wants the node id, so this takes two calls. */
async function reactToReview(
  calls: Calls,
  name: RepositoryName,
  to: { id: number; subject: number },
  content: Reaction,
): Promise<Told> {
  const review = await calls.rest("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews/{review_id}", {
    ...name,
    pull_number: to.subject,
    review_id: to.id,
  });
  if (review.kind === "failed") return untold(whyUntold(review.trouble));
  const read = reviewSchema.safeParse(review.data);
  if (!read.success) return untold(reason("reaction_impossible"));
  const input = { subjectId: read.data.node_id, content: reactionContents[content] };
  const answer = await calls.graphql(addReaction, { input });
  if (answer.kind === "failed") return untold(whyUntold(answer.trouble));
  const [error] = answer.errors;
  return error === undefined ? { kind: "told", id: null } : untold(reason("github_refused", { said: error.message }));
}

function told(answer: RestAnswer): Told {
  if (answer.kind === "failed") return untold(whyUntold(answer.trouble));
  return { kind: "told", id: idSchema.safeParse(answer.data).data?.id ?? null };
}

function untold(why: Reason): Told {
  return { kind: "untold", reason: why };
}

function whyUntold(trouble: Trouble): Reason {
  return troubleReason(trouble, permission);
}
