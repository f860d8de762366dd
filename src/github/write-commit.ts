// One step as one commit on GitHub: by one mutation that signs and compares, or by git data where that does not exist.

import * as z from "zod";
import { type Reason, reason } from "../core/say/reason.ts";
import { isBranchName } from "../core/task/branch-name.ts";
import { messageParts } from "../core/task/commit-message.ts";
import { isSafeLedgerPath } from "../core/task/safe-path.ts";
import type { CommitAnswer, Step } from "../ports.ts";
import type { Calls, GraphqlAnswer, GraphqlError, RepositoryName } from "./client.ts";
import { findObstacles, type Obstacles } from "./find-obstacles.ts";
import { graphqlReason, isForbidden } from "./graphql-reason.ts";
import { isPassing, troubleReason } from "./trouble.ts";
import { createBranch, moveBranch, ruleReason } from "./write-objects.ts";

/** What writing needs besides the step. `hasMutation` is learnt: older servers lack the mutation. */
export interface Writer {
  calls: Calls;
  name: RepositoryName;
  hasMutation: boolean;
}

/** A step whose branch has to stand somewhere. */
type StepOnHead = Step & { expectedHead: string };

const permission = "contents: write";

/** Writes a step. No author is sent, so that GitHub signs the commit in the token's name. */
export async function writeCommit(writer: Writer, step: Step): Promise<CommitAnswer> {
  const refusal = stepRefusal(step);
  if (refusal !== null) return { kind: "refused", reason: refusal };
  if (step.expectedHead === null) return createBranch(writer.calls, writer.name, step);
  return writeOnHead(writer, { ...step, expectedHead: step.expectedHead }, false);
}

/** Names and paths that must not be sent at all. */
function stepRefusal({ ledgerBranch, changes, deletions }: Step): Reason | null {
  if (!isBranchName(ledgerBranch)) return reason("ledger_branch_invalid", { branch: ledgerBranch });
  const paths = [...changes.map((change) => change.path), ...deletions];
  const unsafe = paths.find((path) => !isSafeLedgerPath(path));
  if (unsafe !== undefined) return reason("ledger_path_unsafe", { path: unsafe });
  const all = new Set(paths);
  const clash =
    all.size < paths.length
      ? paths.find((path, n) => paths.indexOf(path) !== n)
      : paths.find((path) => foldersOf(path).some((folder) => all.has(folder)));
  return clash === undefined ? null : reason("ledger_foreign_file", { path: clash });
}

function foldersOf(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, n) => names.slice(0, n + 1).join("/"));
}

async function writeOnHead(writer: Writer, step: StepOnHead, again: boolean): Promise<CommitAnswer> {
  const answer = writer.hasMutation
    ? await writeByMutation(writer, step)
    : await moveBranch(writer.calls, writer.name, step);
  if (answer.kind !== "obstructed") return answer;
  const found = await findObstacles(writer.calls, writer.name, step);
  return found.kind === "unknown" ? found : aroundObstacles(writer, step, found, answer.said, again);
}

/** GitHub refuses a whole commit for one file that is gone already; without it the step means the same. */
async function aroundObstacles(
  writer: Writer,
  step: StepOnHead,
  { foreign, gone }: Obstacles,
  said: string,
  again: boolean,
): Promise<CommitAnswer> {
  if (foreign !== null) return { kind: "refused", reason: reason("ledger_foreign_file", { path: foreign }) };
  if (gone.length === 0 || again) return { kind: "refused", reason: reason("github_refused", { said }) };
  const deletions = step.deletions.filter((path) => !gone.includes(path));
  return writeOnHead(writer, { ...step, deletions }, true);
}

const mutation = `mutation($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } } }`;

const payloadSchema = z.object({
  createCommitOnBranch: z.object({ commit: z.object({ oid: z.string() }).nullable() }).nullable(),
});

type Obstructed = { kind: "obstructed"; said: string };

async function writeByMutation(writer: Writer, step: StepOnHead): Promise<CommitAnswer | Obstructed> {
  const { calls, name } = writer;
  const { subject, body } = messageParts(step);
  const input = {
    branch: { repositoryNameWithOwner: `${name.owner}/${name.repo}`, branchName: step.ledgerBranch },
    expectedHeadOid: step.expectedHead,
    message: { headline: subject, body },
    fileChanges: {
      additions: step.changes.map(({ path, text }) => ({ path, contents: Buffer.from(text).toString("base64") })),
      deletions: step.deletions.map((path) => ({ path })),
    },
  };
  const answer = await calls.graphql(mutation, { input });
  if (answer.kind === "failed") {
    const kind = isPassing(answer.trouble) ? "unknown" : "refused";
    return { kind, reason: troubleReason(answer.trouble, permission) };
  }
  return judgeMutation(writer, step, answer);
}

async function judgeMutation(
  writer: Writer,
  step: StepOnHead,
  answer: Extract<GraphqlAnswer, { kind: "answered" }>,
): Promise<CommitAnswer | Obstructed> {
  const read = payloadSchema.safeParse(answer.data);
  const commit = read.success ? read.data.createCommitOnBranch?.commit : null;
  if (commit) return { kind: "committed", commit: commit.oid };
  const [error] = answer.errors;
  if (error === undefined) return { kind: "unknown", reason: reason("github_answer_odd", { what: "the commit" }) };
  if (lacksMutation(error)) {
    writer.hasMutation = false;
    return moveBranch(writer.calls, writer.name, step);
  }
  return meaningOf(error, step.ledgerBranch);
}

/** Only a head that moved, or a branch that went, is stale. Rules are shown as what they are and never tried again. */
function meaningOf(error: GraphqlError, branch: string): CommitAnswer | Obstructed {
  const { type, message: said } = error;
  if (type === "STALE_DATA" || /^expected branch to point to/i.test(said)) return { kind: "stale" };
  if (/^(no such branch|branch not found)/i.test(said)) return { kind: "stale" };
  const rule = type === "BRANCH_PROTECTION_RULE_VIOLATION" ? ruleReason(branch, said, true) : ruleReason(branch, said);
  if (rule !== null) return { kind: "refused", reason: rule };
  if (type === "UNPROCESSABLE" && !isForbidden(error) && !/archived/i.test(said)) return { kind: "obstructed", said };
  return graphqlReason(error, permission);
}

function lacksMutation({ type, message }: GraphqlError): boolean {
  return (
    type === "undefinedField" ||
    /createCommitOnBranch.*doesn't (exist|accept)|CreateCommitOnBranchInput isn't/i.test(message)
  );
}
