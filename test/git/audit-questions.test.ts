// What the audit asks of git: which commits exist and in which order, and every change of files that only grow.
import { afterAll, beforeAll, expect, it } from "vitest";
import { breakOf, type FileChange } from "../../src/core/audit/history.ts";
import { checkedOut } from "../../src/git/checked-out.ts";
import { commitsAround } from "../../src/git/commits-around.ts";
import { readHistory } from "../../src/git/read-history.ts";
import { git, initRepository, plant, quietEnvironment, temporaryFolder } from "../support/local-repository.ts";

const { dir, remove } = temporaryFolder();
const environment = quietEnvironment;
let first: string;
let second: string;

beforeAll(() => {
  initRepository(dir);
  first = plant(dir, "valp-ledger", { "t/a.jsonl": "1\n", "t/state.json": "{}", "u/b.jsonl": "1\n" });
  second = plant(dir, "valp-ledger", { "t/a.jsonl": "1\n2\n", "t/state.json": "{ }", "u/b.jsonl": "1" });
});

afterAll(remove);

async function walk(refs: string[], below: string | null = null) {
  const changes: FileChange[] = [];
  const answer = await readHistory({ dir, environment, refs, below }, (change) => changes.push(change));
  return { answer, changes };
}

it("knows which commits exist and which came first", () => {
  const nobody = "0".repeat(40);
  const asked = (older: string, newer: string) =>
    commitsAround(dir, { refs: [], commits: [older, newer], ancestry: [older, newer] }, environment);
  expect(asked(first, second)).toEqual(new Set([first, second, `${first}..${second}`]));
  expect(asked(second, first)).toEqual(new Set([first, second]));
  expect(asked(nobody, first)).toEqual(new Set([first]));
  expect(commitsAround("/", { refs: [], commits: [first], ancestry: null }, environment)).toEqual(new Set());
});

it("walks every change of files that only grow, and none of the others", async () => {
  const { answer, changes } = await walk(["refs/heads/nowhere", "refs/heads/valp-ledger"]);
  expect(answer).toEqual({ kind: "walked", head: second, commits: 2, changes: 2 });
  expect(changes.map(({ path }) => path).sort()).toEqual(["t/a.jsonl", "u/b.jsonl"]);
  expect(changes.map(breakOf).filter((found) => found !== null)).toMatchObject([
    { commit: second, path: "u/b.jsonl", what: "cut_short" },
  ]);
});

it("walks one folder alone", async () => {
  const { changes } = await walk(["refs/heads/valp-ledger"], "t");
  expect(changes.map(({ path }) => path)).toEqual(["t/a.jsonl"]);
});

it("sees what a merge took away from either side", async () => {
  git(dir, ["branch", "side", first]);
  const side = plant(dir, "side", { "t/a.jsonl": "1\nx\n" });
  const tree = git(dir, ["rev-parse", `${second}^{tree}`]).trim();
  const merge = git(dir, ["commit-tree", tree, "-p", second, "-p", side, "-m", "merge"]).trim();
  const { answer, changes } = await walk([merge]);
  expect(answer).toMatchObject({ commits: 4 });
  const broken = changes.map(breakOf).filter((found) => found?.path === "t/a.jsonl");
  expect(broken).toMatchObject([{ commit: merge, what: "line_changed", line: 2 }]);
});

it("says where there is nothing to walk", async () => {
  expect((await walk(["refs/heads/nowhere"])).answer).toEqual({ kind: "absent" });
  const outside = await readHistory({ dir: "/", environment, refs: ["HEAD"], below: null }, () => undefined);
  expect(outside.kind).toBe("refused");
  expect((await checkedOut("/", environment)).kind).toBe("refused");
});

it("knows what a linked work tree has checked out", async () => {
  const tree = `${dir}-tree`;
  git(dir, ["worktree", "add", "-q", "--detach", tree, first]);
  try {
    expect(await checkedOut(`${tree}/t`, environment)).toEqual({ kind: "tree", root: tree, commit: first });
  } finally {
    git(dir, ["worktree", "remove", "--force", tree]);
  }
});
