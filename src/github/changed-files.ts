// What a push changed, from GitHub's comparison of commits: completely or not at all.
import * as z from "zod";
import { reason } from "../core/say/reason.ts";
import type { Unknown } from "../ports.ts";
import type { Calls, RepositoryName } from "./client.ts";
import { troubleReason } from "./trouble.ts";

type Paths = { kind: "paths"; paths: string[] };

/** GitHub lists at most so many files of a comparison, all of them on the first page. */
const mostFiles = 300;
const noCommit = /^0+$/;
const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const comparisonSchema = z.object({
  merge_base_commit: z.object({ sha: z.string() }),
  files: z
    .array(
      z.object({
        filename: z.string(),
        sha: z.string().nullable(),
        status: z.string(),
        previous_filename: z.string().optional(),
      }),
    )
    .optional(),
});

type Comparison = z.infer<typeof comparisonSchema>;

/**
 * Paths that differ between two commits; a renamed file counts with both names. For a new branch (`before` is zeros)
 * everything since it left the default branch. Source: REST "Compare two commits".
 */
export async function changedFiles(
  calls: Calls,
  name: RepositoryName,
  before: string,
  after: string,
): Promise<Paths | Unknown> {
  const wrong = [before, after].find((id) => !objectId.test(id)) ?? (noCommit.test(after) ? after : undefined);
  if (wrong !== undefined) return { kind: "unknown", reason: reason("github_answer_odd", { what: `commit ${wrong}` }) };
  const isNew = noCommit.test(before);
  const forth = await compare(calls, name, isNew ? "HEAD" : before, after);
  if (forth.kind === "unknown") return forth;
  const base = forth.comparison.merge_base_commit.sha;
  // The default branch itself, or a copy of its head, does not show what was pushed.
  if (isNew && base === after) return { kind: "unknown", reason: reason("push_base_unknown") };
  const changed = blobsByPath(forth.comparison);
  if (isNew || base === before) return { kind: "paths", paths: [...changed.keys()] };
  // History was rewritten: the comparison starts at the common ancestor, so what was left behind counts as well.
  const back = await compare(calls, name, after, before);
  if (back.kind === "unknown") return back;
  const left = blobsByPath(back.comparison);
  const both = new Set([...changed.keys(), ...left.keys()]);
  return { kind: "paths", paths: [...both].filter((path) => changed.get(path) !== left.get(path)) };
}

async function compare(
  calls: Calls,
  name: RepositoryName,
  base: string,
  head: string,
): Promise<{ kind: "compared"; comparison: Comparison } | Unknown> {
  const answer = await calls.rest("GET /repos/{owner}/{repo}/compare/{basehead}", {
    ...name,
    basehead: `${base}...${head}`,
    per_page: 1,
  });
  if (answer.kind === "failed") return { kind: "unknown", reason: troubleReason(answer.trouble, "contents: read") };
  const read = comparisonSchema.safeParse(answer.data);
  if (!read.success) return { kind: "unknown", reason: reason("github_answer_odd", { what: "the comparison" }) };
  const { files } = read.data;
  if (files === undefined || files.length >= mostFiles) return { kind: "unknown", reason: reason("push_too_large") };
  return { kind: "compared", comparison: read.data };
}

/** The blob that now stands at every changed path; null where none does. */
function blobsByPath({ files }: Comparison): Map<string, string | null> {
  const blobs = new Map<string, string | null>();
  for (const { filename, sha, status, previous_filename } of files ?? []) {
    if (previous_filename !== undefined && status === "renamed") blobs.set(previous_filename, null);
    blobs.set(filename, status === "removed" ? null : sha);
  }
  return blobs;
}
