// One consistent reading from GitHub: one query, and one further request for each text that came incomplete.
import * as z from "zod";
import { readMarker } from "../core/say/escape.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { isBranchName } from "../core/task/branch-name.ts";
import { nonceOf } from "../core/task/commit-message.ts";
import type { Snapshot, StoredFile, Unknown, UnreadableFile, Want } from "../ports.ts";
import type { Calls, GraphqlError, RepositoryName } from "./client.ts";
import { graphqlReason } from "./graphql-reason.ts";
import { type CommitFacts, type SnapshotFacts, snapshotFacts, snapshotQuery } from "./snapshot-query.ts";
import { type Entry, fileFromBytes, fileOf, filesIn } from "./tree-entries.ts";
import { isPassing, troubleReason } from "./trouble.ts";

type Refused = { kind: "refused"; reason: Reason };
type Files = Map<string, StoredFile | UnreadableFile>;

const permission = "contents: read";

/** Reads what is wanted at one commit of each branch. Archived and unreachable repositories are refused. */
export async function readSnapshot(
  calls: Calls,
  name: RepositoryName,
  want: Want,
): Promise<{ kind: "loaded"; snapshot: Snapshot } | Refused | Unknown> {
  if (!isBranchName(want.ledgerBranch)) {
    return { kind: "refused", reason: reason("ledger_branch_invalid", { branch: want.ledgerBranch }) };
  }
  const asked = {
    ...want,
    source: distinct(want.source),
    ledger: distinct(want.ledger),
    folders: distinct(want.folders),
  };
  const { query, variables } = snapshotQuery(name, asked);
  const answer = await calls.graphql(query, variables);
  if (answer.kind === "failed") {
    const why = troubleReason(answer.trouble, permission);
    return { kind: isPassing(answer.trouble) ? "unknown" : "refused", reason: why };
  }
  const [error] = answer.errors.filter((each) => !isAbsence(each));
  if (error !== undefined) return graphqlReason(error, permission);
  const repository = z.object({ repository: z.unknown() }).safeParse(answer.data).data?.repository ?? null;
  if (repository === null) return { kind: "refused", reason: reason("github_not_found", { permission }) };
  const facts = snapshotFacts(repository, asked);
  if (facts === null) return unknown("the snapshot query");
  if (facts.archived) return { kind: "refused", reason: reason("repository_archived") };
  if (want.at && isMissing(want.at, facts)) return unknown("a commit that it named before");
  return snapshotOf(calls, name, want, facts);
}

/** A path, an issue or a branch that is not there is an answer; GitHub adds an error entry to some of these holes. */
function isAbsence({ type, path }: GraphqlError): boolean {
  return type === "NOT_FOUND" && path[0] === "repository" && path.length > 1;
}

function isMissing(at: NonNullable<Want["at"]>, facts: SnapshotFacts): boolean {
  return (at.source !== null && facts.source === null) || (at.ledger !== null && facts.ledger === null);
}

async function snapshotOf(
  calls: Calls,
  name: RepositoryName,
  want: Want,
  facts: SnapshotFacts,
): Promise<{ kind: "loaded"; snapshot: Snapshot } | Unknown> {
  const source = await readFiles(calls, name, facts.source);
  if ("kind" in source) return source;
  const ledger = await readFiles(calls, name, facts.ledger);
  if ("kind" in ledger) return ledger;
  const ownComments = facts.comments.flatMap(({ id, body, createdAt, own }) => {
    const marker = own ? readMarker(body) : null;
    return marker === null ? [] : [{ id, marker, createdAt }];
  });
  return {
    kind: "loaded",
    snapshot: {
      source: { branch: facts.defaultBranch ?? "main", commit: facts.source?.oid ?? null, files: source },
      ledger: {
        head: facts.ledger?.oid ?? null,
        nonce: facts.ledger && nonceOf(facts.ledger.message),
        files: ledger,
      },
      ownComments,
      fromFork: facts.fromFork,
      labelEvent: want.labelEvent === undefined ? null : labelEvent(facts, want.labelEvent),
    },
  };
}

async function readFiles(calls: Calls, name: RepositoryName, commit: CommitFacts | null): Promise<Files | Unknown> {
  const files: Files = new Map();
  if (commit === null) return files;
  const below = [...commit.folders].flatMap(([path, folder]) => filesIn(folder, path));
  for (const [path, entry] of [...commit.files, ...below]) {
    const file = fileOf(entry);
    const whole = file === "fetch" ? await fetchBlob(calls, name, entry) : file;
    if ("kind" in whole) return whole;
    files.set(path, whole);
  }
  return files;
}

const blobSchema = z.object({ content: z.string(), encoding: z.literal("base64") });

async function fetchBlob(
  calls: Calls,
  name: RepositoryName,
  { oid }: Entry,
): Promise<StoredFile | UnreadableFile | Unknown> {
  const answer = await calls.rest("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", { ...name, file_sha: oid });
  if (answer.kind === "failed") return { kind: "unknown", reason: troubleReason(answer.trouble, permission) };
  const read = blobSchema.safeParse(answer.data);
  return read.success ? fileFromBytes(Buffer.from(read.data.content, "base64"), oid) : unknown("a file's content");
}

/**
 * Of the fitting events since then, the one nearest to the payload's own time, the later one of two that are equally near:
 * the same whenever it is asked again, however many were added later. GraphQL names bots without the `[bot]` that webhooks
 * append.
 */
function labelEvent(facts: SnapshotFacts, wanted: NonNullable<Want["labelEvent"]>): Snapshot["labelEvent"] {
  const sender = wanted.sender.toLowerCase();
  const label = wanted.label.toLowerCase();
  const fits = facts.labeled.filter((event) => {
    const login = event.login?.toLowerCase().replace(/\[bot\]$/, "");
    return (
      event.label.toLowerCase() === label &&
      login !== undefined &&
      (event.bot ? `${login}[bot]` : login) === sender &&
      Date.parse(event.createdAt) >= Date.parse(wanted.since)
    );
  });
  const distance = (event: { createdAt: string }) => Math.abs(Date.parse(event.createdAt) - Date.parse(wanted.at));
  const [found] = fits.reverse().sort((one, other) => distance(one) - distance(other));
  return found ? { kind: "found", id: found.id, createdAt: found.createdAt } : { kind: "invisible" };
}

function unknown(what: string): Unknown {
  return { kind: "unknown", reason: reason("github_answer_odd", { what }) };
}

function distinct(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}
