// A step by git data: tree, commit, branch. It makes the ledger branch, and stands in where the mutation does not exist.
import * as z from "zod";
import { type Reason, reason } from "../core/say/reason.ts";
import { messageParts } from "../core/task/commit-message.ts";
import type { CommitAnswer, Step } from "../ports.ts";
import type { Calls, RepositoryName } from "./client.ts";
import { isPassing, type Trouble, troubleReason } from "./trouble.ts";

const permission = "contents: write";
const shaSchema = z.object({ sha: z.string() });
const commitSchema = z.object({ tree: shaSchema });

type Made = { kind: "made"; sha: string } | { kind: "failed"; trouble: Trouble };

/** Makes the branch as an orphan with the files of the step. Somebody else's branch of that name makes it stale. */
export async function createBranch(calls: Calls, name: RepositoryName, step: Step): Promise<CommitAnswer> {
  const commit = await makeCommit(calls, name, step, null);
  if (commit.kind === "failed") return failed(step.ledgerBranch, commit.trouble);
  const ref = await calls.rest("POST /repos/{owner}/{repo}/git/refs", {
    ...name,
    ref: `refs/heads/${step.ledgerBranch}`,
    sha: commit.sha,
  });
  if (ref.kind === "answered") return { kind: "committed", commit: commit.sha };
  const { code, said } = ref.trouble;
  return code === "validation" && /already exists/i.test(said)
    ? { kind: "stale" }
    : failed(step.ledgerBranch, ref.trouble);
}

/**
 * Moves the branch to a commit on top of the expected head. The move is not forced, so it fails when the head went
 * elsewhere; then the whole step is stale, never only its last part.
 */
export async function moveBranch(
  calls: Calls,
  name: RepositoryName,
  step: Step & { expectedHead: string },
): Promise<CommitAnswer | { kind: "obstructed"; said: string }> {
  const branch = step.ledgerBranch;
  const parent = await calls.rest("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", {
    ...name,
    commit_sha: step.expectedHead,
  });
  if (parent.kind === "failed") return failed(branch, parent.trouble);
  const base = commitSchema.safeParse(parent.data);
  if (!base.success) return { kind: "unknown", reason: reason("github_answer_odd", { what: "a commit" }) };
  const commit = await makeCommit(calls, name, step, { sha: step.expectedHead, tree: base.data.tree.sha });
  if (commit.kind === "failed") {
    const { code, said } = commit.trouble;
    return code === "validation" ? { kind: "obstructed", said } : failed(branch, commit.trouble);
  }
  const ref = await calls.rest("PATCH /repos/{owner}/{repo}/git/refs/{ref}", {
    ...name,
    ref: `heads/${branch}`,
    sha: commit.sha,
    force: false,
  });
  if (ref.kind === "answered") return { kind: "committed", commit: commit.sha };
  const moved =
    ref.trouble.code === "validation" && /not a fast.forward|reference does not exist/i.test(ref.trouble.said);
  return moved ? { kind: "stale" } : failed(branch, ref.trouble);
}

async function makeCommit(
  calls: Calls,
  name: RepositoryName,
  step: Step,
  parent: { sha: string; tree: string } | null,
): Promise<Made> {
  const blob = { mode: "100644", type: "blob" };
  const tree = await made(calls, "POST /repos/{owner}/{repo}/git/trees", {
    ...name,
    ...(parent === null ? {} : { base_tree: parent.tree }),
    tree: [
      ...step.changes.map(({ path, text }) => ({ path, ...blob, content: text })),
      ...(parent === null ? [] : step.deletions.map((path) => ({ path, ...blob, sha: null }))),
    ],
  });
  if (tree.kind === "failed") return tree;
  const { subject, body } = messageParts(step);
  return made(calls, "POST /repos/{owner}/{repo}/git/commits", {
    ...name,
    message: `${subject}\n\n${body}`,
    tree: tree.sha,
    parents: parent === null ? [] : [parent.sha],
  });
}

async function made(calls: Calls, route: string, parameters: Record<string, unknown>): Promise<Made> {
  const answer = await calls.rest(route, parameters);
  if (answer.kind === "failed") return answer;
  const read = shaSchema.safeParse(answer.data);
  if (read.success) return { kind: "made", sha: read.data.sha };
  return { kind: "failed", trouble: { code: "no_answer", status: answer.status, said: "no object id", until: null } };
}

function failed(branch: string, trouble: Trouble): CommitAnswer {
  const rule =
    trouble.status === 403 || trouble.status === 409 || trouble.status === 422
      ? ruleReason(branch, trouble.said)
      : null;
  if (rule !== null && trouble.code !== "archived") return { kind: "refused", reason: rule };
  // An object that was made a moment ago may not have reached every server yet.
  const late = trouble.code === "validation" && /object does not exist/i.test(trouble.said);
  return { kind: late || isPassing(trouble) ? "unknown" : "refused", reason: troubleReason(trouble, permission) };
}

/** The rule of the branch that a refusal names, null when it names none (unless it is known to be one). */
export function ruleReason(branch: string, said: string, isRule = false): Reason | null {
  if (/verified signature|must be signed|commits? must be verified/i.test(said)) {
    return reason("ledger_needs_signature", { branch, said });
  }
  const rule =
    /rule violation|protected branch|protected ref|push declined|GH0(06|13)|through a pull request|reference update failed/i;
  return isRule || rule.test(said) ? reason("ledger_protected", { branch, said }) : null;
}
