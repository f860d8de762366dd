// The names of the files below a folder at a commit, by one query.
import * as z from "zod";
import { reason } from "../core/say/reason.ts";
import type { Unknown } from "../ports.ts";
import type { Calls, RepositoryName } from "./client.ts";
import { graphqlReason } from "./graphql-reason.ts";
import { entrySchema, filesIn, folderSelection } from "./tree-entries.ts";
import { troubleReason } from "./trouble.ts";

const depth = 3;
const permission = "contents: read";

const query = `query($owner: String!, $repo: String!, $oid: GitObjectID!, $path: String!) {
  repository(owner: $owner, name: $repo) {
    object(oid: $oid) { ... on Commit { folder: file(path: $path) { ${folderSelection(depth, false)} } } } } }`;

const answerSchema = z.object({
  repository: z.object({ object: z.object({ folder: entrySchema.nullish() }).nullable() }).nullable(),
});

/** Full paths of everything below a folder that is no folder itself, at most three levels deep. */
export async function filesBelow(
  calls: Calls,
  name: RepositoryName,
  commit: string,
  folder: string,
): Promise<{ kind: "paths"; paths: string[] } | Unknown> {
  const answer = await calls.graphql(query, { ...name, oid: commit, path: folder });
  if (answer.kind === "failed") return { kind: "unknown", reason: troubleReason(answer.trouble, permission) };
  const [error] = answer.errors.filter(({ type, path }) => type !== "NOT_FOUND" || path.length < 3);
  if (error !== undefined) return { kind: "unknown", reason: graphqlReason(error, permission).reason };
  const read = answerSchema.safeParse(answer.data);
  const object = read.success ? (read.data.repository?.object ?? null) : null;
  if (object === null) return { kind: "unknown", reason: reason("github_answer_odd", { what: `commit ${commit}` }) };
  const paths = object.folder ? filesIn(object.folder, folder).map(([path]) => path) : [];
  return { kind: "paths", paths };
}
