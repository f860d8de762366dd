// After a commit was refused: which of its paths cannot be written or deleted where the branch stands.
import * as z from "zod";
import { reason } from "../core/say/reason.ts";
import type { Step, Unknown } from "../ports.ts";
import type { Calls, RepositoryName } from "./client.ts";
import { kindOf } from "./tree-entries.ts";
import { troubleReason } from "./trouble.ts";

/** A path that something else takes up, and the files to delete that are not there. */
export interface Obstacles {
  kind: "obstacles";
  foreign: string | null;
  gone: readonly string[];
}

const answerSchema = z.object({
  repository: z
    .object({ object: z.record(z.string(), z.object({ mode: z.number() }).nullable()).nullable() })
    .nullable(),
});

/** Looks at every path of the step, and at every folder above one, at the commit the step was built on. */
export async function findObstacles(
  calls: Calls,
  name: RepositoryName,
  step: Step & { expectedHead: string },
): Promise<Obstacles | Unknown> {
  const written = step.changes.map((change) => change.path);
  const folders = new Map(written.flatMap((path) => foldersAbove(path).map((folder) => [folder, path] as const)));
  const paths = [...new Set([...written, ...step.deletions, ...folders.keys()])];
  const variables = Object.fromEntries(paths.map((path, n) => [`v${n}`, path]));
  const declared = paths.map((_, n) => `, $v${n}: String!`).join("");
  const asked = paths.map((_, n) => `p${n}: file(path: $v${n}) { mode }`).join(" ");
  const query = `query($owner: String!, $repo: String!, $oid: GitObjectID!${declared}) {
    repository(owner: $owner, name: $repo) { object(oid: $oid) { ... on Commit { ${asked} } } } }`;
  const answer = await calls.graphql(query, { ...name, oid: step.expectedHead, ...variables });
  if (answer.kind === "failed") return { kind: "unknown", reason: troubleReason(answer.trouble, "contents: read") };
  const read = answerSchema.safeParse(answer.data);
  const found = read.success ? (read.data.repository?.object ?? null) : null;
  if (found === null) return { kind: "unknown", reason: reason("github_answer_odd", { what: "the ledger's head" }) };
  const kindAt = (path: string) => {
    const entry = found[`p${paths.indexOf(path)}`];
    return entry ? kindOf(entry) : null;
  };
  const blocked = [...folders].find(([folder]) => (kindAt(folder) ?? "folder") !== "folder")?.[1];
  const taken = [...written, ...step.deletions].find((path) => (kindAt(path) ?? "file") !== "file");
  return {
    kind: "obstacles",
    foreign: blocked ?? taken ?? null,
    gone: step.deletions.filter((path) => kindAt(path) === null),
  };
}

function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, n) => names.slice(0, n + 1).join("/"));
}
