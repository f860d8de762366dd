// Walks a branch and reads every change of files that must only grow: one process for the commits, one for the contents.
import { type FileChange, growthOf } from "../core/audit/history.ts";
import type { Reason } from "../core/say/reason.ts";
import { findRepository } from "./find-repository.ts";
import {
  complaintReason,
  type Git,
  GitTrouble,
  gitEnvironment,
  listenToComplaint,
  runGit,
  startFailure,
  startGit,
} from "./git-process.ts";
import { type ObjectReader, openObjectReader } from "./object-reader.ts";

/** What to walk: the first of `refs` that exists, below a folder (path from the root) or everywhere. */
export interface HistoryWant {
  dir: string;
  environment: Readonly<Record<string, string | undefined>>;
  refs: readonly string[];
  below: string | null;
}

/** How many commits were walked from which one, and how many changes were looked at. */
export type HistoryAnswer =
  | { kind: "walked"; head: string; commits: number; changes: number }
  | { kind: "absent" }
  | { kind: "refused"; reason: Reason };

/** Commits that were not made on this machine are walked too; nobody is named, nothing is written. */
const nobody = { name: "valp-github", email: "valp-github@localhost" };

/** So many contents are asked for before the first is waited for. */
const ahead = 32;

/**
 * Walks all commits behind a ref, merges against each parent, and hands every change of an append-only or write-once file
 * to `see`, in no particular order. Files that only appear are not read.
 */
export async function readHistory(want: HistoryWant, see: (change: FileChange) => void): Promise<HistoryAnswer> {
  const answer = await findRepository(want.dir, gitEnvironment(want.environment, nobody));
  if (answer.kind === "refused") return answer;
  const { git } = answer.found;
  const head = await firstCommit(git, want.refs);
  if (head === null) return { kind: "absent" };
  const objects = openObjectReader(git);
  try {
    const walk = new Walk(objects, see);
    await walkCommits(git, head, want.below, walk);
    await walk.settle();
    return { kind: "walked", head, commits: walk.commits, changes: walk.changes };
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    return { kind: "refused", reason: error.reason };
  } finally {
    await objects.close();
  }
}

async function firstCommit(git: Git, refs: readonly string[]): Promise<string | null> {
  for (const ref of refs) {
    const { output, failure } = await runGit(git, [
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${ref}^{commit}`,
    ]);
    if (failure === null) return output.toString("utf8").trim();
  }
  return null;
}

/** One line of git's raw difference: the two contents, of which all zeros mean none. */
interface RawChange {
  commit: string;
  path: string;
  before: string;
  after: string;
}

/** Counts what was walked and reads the contents of what changed. */
class Walk {
  commits = 0;
  changes = 0;
  readonly #objects: ObjectReader;
  readonly #see: (change: FileChange) => void;
  readonly #reading = new Set<Promise<void>>();
  #trouble: unknown = null;

  constructor(objects: ObjectReader, see: (change: FileChange) => void) {
    this.#objects = objects;
    this.#see = see;
  }

  add(change: RawChange): void {
    this.changes += 1;
    const reading = this.#read(change).catch((error: unknown) => {
      this.#trouble ??= error;
    });
    this.#reading.add(reading);
    void reading.finally(() => this.#reading.delete(reading));
  }

  get isFull(): boolean {
    return this.#reading.size >= ahead;
  }

  async settle(): Promise<void> {
    await Promise.all(this.#reading);
    if (this.#trouble !== null) throw this.#trouble;
  }

  async #read({ commit, path, before, after }: RawChange): Promise<void> {
    const [old, now] = await Promise.all([this.#content(before), this.#content(after)]);
    this.#see({ commit, path, before: old, after: now });
  }

  async #content(oid: string): Promise<Uint8Array | null> {
    if (/^0+$/.test(oid)) return null;
    return (await this.#objects.contents(oid))?.content ?? null;
  }
}

async function walkCommits(git: Git, head: string, below: string | null, walk: Walk): Promise<void> {
  const how = ["--raw", "-z", "-m", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--full-history"];
  const where = below === null ? [] : ["--", `:(top,literal)${below}`];
  const child = startGit(git, ["log", ...how, "--format=%x01%H", head, ...where]);
  const complaint = listenToComplaint(child);
  const closed = new Promise<void>((resolve, reject) => {
    child.once("error", (error) => reject(new GitTrouble(startFailure(error), "refused", error)));
    child.once("close", (code) => (code === 0 ? resolve() : reject(new GitTrouble(complaintReason(complaint())))));
  });
  // Looked at below; until then a failure must not count as nobody's.
  closed.catch(() => undefined);
  child.stdin.end();
  const reader = new RawReader(walk);
  for await (const chunk of child.stdout) {
    reader.take(chunk);
    if (walk.isFull) await walk.settle();
  }
  reader.end();
  await closed;
}

/** Reads `git log --raw -z`: commit marks, then pairs of a description and a path, all ended by zero bytes. */
class RawReader {
  readonly #walk: Walk;
  #rest: Buffer = Buffer.alloc(0);
  #commit = "";
  #description: string | null = null;
  readonly #seen = new Set<string>();

  constructor(walk: Walk) {
    this.#walk = walk;
  }

  take(chunk: Buffer): void {
    const joined = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (let end = joined.indexOf(0); end !== -1; end = joined.indexOf(0, from)) {
      this.#token(joined.toString("utf8", from, end));
      from = end + 1;
    }
    this.#rest = joined.subarray(from);
  }

  end(): void {
    if (this.#rest.length > 0) this.#token(this.#rest.toString("utf8"));
  }

  #token(token: string): void {
    if (this.#description !== null) {
      this.#change(this.#description, token);
      this.#description = null;
      return;
    }
    const mark = token.indexOf("\u0001");
    if (mark !== -1) {
      this.#commit = token.slice(mark + 1).trim();
      // A merge is listed once per parent.
      if (!this.#seen.has(this.#commit)) this.#walk.commits += 1;
      this.#seen.add(this.#commit);
    } else if (token.trimStart().startsWith(":")) this.#description = token.trimStart();
  }

  #change(description: string, path: string): void {
    const [, , before = "", after = ""] = description.split(" ");
    if (growthOf(path) === "free" || /^:?0+$/.test(before)) return;
    this.#walk.add({ commit: this.#commit, path, before, after });
  }
}
