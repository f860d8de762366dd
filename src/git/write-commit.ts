// One step as one commit: objects first, then the branch by compare-and-swap. No work tree, no index, never forced.
import { join } from "node:path";
import { reason } from "../core/say/reason.ts";
import { isBranchName } from "../core/task/branch-name.ts";
import { oneLine } from "../core/task/commit-message.ts";
import type { CommitAnswer, Step } from "../ports.ts";
import { checkedOutBranches, type RefMove, refusedMove, saysMoved, startRefMove } from "./branch.ts";
import { buildTree, type Plan, planTree } from "./build-tree.ts";
import { commitContent, commitMessage, type Identity, rawDate } from "./commit-message.ts";
import type { FoundRepository } from "./find-repository.ts";
import { storageTrouble } from "./git-process.ts";
import { newObject, writeObjects } from "./object-writer.ts";
import type { Readers } from "./read-snapshot.ts";
import type { CommitFacts } from "./tree-reader.ts";
import type { Upkeep } from "./upkeep.ts";

/** What writing needs besides the step. */
export interface Writer {
  found: FoundRepository;
  readers: Readers;
  upkeep: Upkeep;
  identity: Identity;
  now: () => string;
}

/**
 * Writes a step. Objects that were written for a step that then lost are unreachable and swept by git's own clean-up.
 * Rejects with GitTrouble when the disk or git fails before the branch was touched.
 */
export async function writeCommit(writer: Writer, step: Step): Promise<CommitAnswer> {
  const { found, readers } = writer;
  const branch = step.ledgerBranch;
  if (!isBranchName(branch)) return { kind: "refused", reason: reason("ledger_branch_invalid", { branch }) };
  const plan = planTree(step);
  if (plan.kind === "refused") return plan;
  if ((await checkedOutBranches(found.commonDir, found.bare)).includes(branch)) {
    return { kind: "refused", reason: reason("ledger_checked_out", { branch }) };
  }
  const head = await readers.trees.head(branch);
  if ((head?.oid ?? null) !== step.expectedHead) return { kind: "stale" };
  const date = rawDate(writer.now());
  const move = startRefMove(found.git, `commit: ${oneLine(step.subject).slice(0, 200)}`, date);
  let commit: string;
  try {
    commit = await storeCommit(writer, step, head, plan, date);
  } catch (error) {
    await move.leave();
    throw error;
  }
  return moveBranch(writer, step, commit, move);
}

/** Writes everything the commit is made of and answers its id. */
async function storeCommit(
  { found, readers, identity }: Writer,
  step: Step,
  head: CommitFacts | null,
  plan: Extract<Plan, { kind: "plan" }>,
  date: string,
): Promise<string> {
  const { trees } = readers;
  const built = await buildTree(trees, head?.tree ?? null, plan, found.hash);
  const facts = { tree: built.root, parent: head?.oid ?? null, message: commitMessage(step) };
  const content = commitContent(facts, identity, date);
  const commit = newObject("commit", content, found.hash);
  await writeObjects(join(found.commonDir, "objects"), [...built.objects, commit]).catch((error: unknown) => {
    throw storageTrouble(error);
  });
  for (const [oid, tree] of built.trees) trees.keep(oid, tree);
  return commit.oid;
}

/** Only a head that really moved is stale; every other complaint of git is shown as what it is. */
async function moveBranch(
  { readers, upkeep }: Writer,
  step: Step,
  commit: string,
  move: RefMove,
): Promise<CommitAnswer> {
  const branch = step.ledgerBranch;
  const answer = await move.go(branch, step.expectedHead, commit);
  if (answer.kind === "moved") {
    upkeep.afterCommit();
    return { kind: "committed", commit };
  }
  const head = (await readers.trees.head(branch))?.oid ?? null;
  if (head === commit) return { kind: "committed", commit };
  if (head !== step.expectedHead || saysMoved(answer.said)) return { kind: "stale" };
  const refusal = refusedMove(branch, answer.said);
  return { kind: refusal.lasting ? "refused" : "unknown", reason: refusal.reason };
}
