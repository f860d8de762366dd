// The person behind a version of a file: whoever merged the pull request that brought it to the default branch.
import * as z from "zod";
import { reason } from "../core/say/reason.ts";
import type { Unknown } from "../ports.ts";
import type { Calls, RepositoryName } from "./client.ts";
import { graphqlReason } from "./graphql-reason.ts";
import { troubleReason } from "./trouble.ts";

const query = `query($owner: String!, $repo: String!, $commit: GitObjectID!, $path: String!) {
  repository(owner: $owner, name: $repo) {
    object(oid: $commit) {
      ... on Commit { history(first: 1, path: $path) {
        nodes { associatedPullRequests(first: 1) { nodes { mergedBy { __typename login } } } } } } } } }`;

const answerSchema = z.object({
  repository: z.object({
    object: z.object({
      history: z.object({
        nodes: z.array(
          z.object({
            associatedPullRequests: z.object({
              nodes: z.array(
                z.object({ mergedBy: z.object({ __typename: z.string(), login: z.string() }).nullable() }),
              ),
            }),
          }),
        ),
      }),
    }),
  }),
});

/**
 * Names a user only: a merge by a bot, and a direct push, whose author anybody can write into the commit, name nobody.
 * Source: GraphQL Commit.history and Commit.associatedPullRequests.
 */
export async function whoMerged(
  calls: Calls,
  { owner, repo }: RepositoryName,
  path: string,
  commit: string,
): Promise<{ kind: "known"; login: string | null } | Unknown> {
  const answer = await calls.graphql(query, { owner, repo, commit, path });
  if (answer.kind === "failed")
    return { kind: "unknown", reason: troubleReason(answer.trouble, "pull-requests: read") };
  const [error] = answer.errors;
  if (error !== undefined) return { kind: "unknown", reason: graphqlReason(error, "pull-requests: read").reason };
  const read = answerSchema.safeParse(answer.data);
  if (!read.success) return { kind: "unknown", reason: reason("github_answer_odd", { what: "the policy's history" }) };
  const [version] = read.data.repository.object.history.nodes;
  const merger = version?.associatedPullRequests.nodes[0]?.mergedBy;
  return { kind: "known", login: merger?.__typename === "User" ? merger.login : null };
}
