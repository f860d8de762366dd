// The history behind an audit: of the ledger branch as a whole, or of the task folders of a checked-out ledger.
import { relative, sep } from "node:path";
import type { FolderHistory, HistoryBreak } from "../core/audit/folder-value.ts";
import { breakOf } from "../core/audit/history.ts";
import type { HistoryReport } from "../core/say/audit-report-text.ts";
import { loadGround } from "../flows/load-ground.ts";
import { checkedOut } from "../git/checked-out.ts";
import { readHistory } from "../git/read-history.ts";
import { openLocalHouse } from "./local-house.ts";
import { OutsideTrouble } from "./outside-trouble.ts";

/** The branch where ledgers live unless the policy names another. */
const usualBranch = "valp-ledger";

/** Walks the ledger branch of a repository. Throws OutsideTrouble when git does not do its part. */
export async function ledgerHistory(
  repo: string,
): Promise<{ kind: "report"; report: HistoryReport } | { kind: "absent"; branch: string }> {
  const branch = await ledgerBranch(repo);
  const breaks: HistoryBreak[] = [];
  const refs = [`refs/heads/${branch}`, `refs/remotes/origin/${branch}`];
  const answer = await readHistory({ dir: repo, environment: process.env, refs, below: null }, collectInto(breaks));
  if (answer.kind === "refused") throw new OutsideTrouble(answer.reason);
  if (answer.kind === "absent") return { kind: "absent", branch };
  const { head, commits, changes } = answer;
  const status = breaks.length > 0 ? "fail" : "pass";
  return { kind: "report", report: { repo, branch, head, status, commits, changes, breaks: inOrder(breaks) } };
}

/**
 * The history of each of these folders, which must lie in one work tree, up to the commit that is checked out there; one
 * walk for all. Throws OutsideTrouble when they lie in none.
 */
export async function historiesOf(folders: readonly string[]): Promise<(folder: string) => FolderHistory> {
  const [first = "."] = folders;
  const tree = await checkedOut(first, process.env);
  if (tree.kind === "refused") throw new OutsideTrouble(tree.reason);
  const paths = folders.map((folder) => relative(tree.root, folder).split(sep).join("/"));
  const below = paths.length === 1 ? (paths[0] ?? null) : null;
  const want = { dir: first, environment: process.env, refs: [tree.commit], below };
  const breaks: HistoryBreak[] = [];
  const answer = await readHistory(want, collectInto(breaks));
  if (answer.kind === "refused") throw new OutsideTrouble(answer.reason);
  const commits = answer.kind === "walked" ? answer.commits : 0;
  return (folder) => {
    const path = relative(tree.root, folder).split(sep).join("/");
    return { commits, breaks: inOrder(breaks.filter((each) => each.path.startsWith(`${path}/`))) };
  };
}

function collectInto(breaks: HistoryBreak[]): Parameters<typeof readHistory>[1] {
  return (change) => {
    const found = breakOf(change);
    if (found !== null) breaks.push(found);
  };
}

function inOrder(breaks: readonly HistoryBreak[]): HistoryBreak[] {
  return [...breaks].sort((one, other) => (one.path + one.commit < other.path + other.commit ? -1 : 1));
}

/** The branch that the repository's policy names; the usual one where there is no policy to ask. */
async function ledgerBranch(repo: string): Promise<string> {
  const opened = await openLocalHouse({ repo, people: null });
  if (opened.kind === "refused") throw new OutsideTrouble(opened.reason);
  const { ports, close } = opened.house;
  try {
    const loaded = await loadGround(ports, { ledger: [], folders: [] });
    return loaded.kind === "ground" ? loaded.ground.policy.ledger.branch : usualBranch;
  } finally {
    await close();
  }
}
