// A real bare git repository behind the stand-in: objects, refs and comparisons by git's own commands.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";

/** An entry of a tree with its full path. */
export interface TreeLine {
  path: string;
  mode: number;
  type: "blob" | "tree" | "commit";
  oid: string;
}

/** A change to a tree: a blob id, null to delete, or text. Modes other than a plain file are given in octal. */
export interface TreeEdit {
  path: string;
  mode?: string | undefined;
  sha?: string | null | undefined;
  content?: string | Uint8Array | undefined;
}

/** A refusal of the store, as GitHub words it. */
export class StoreRefusal extends Error {
  override name = "StoreRefusal";
}

const identity = {
  GIT_AUTHOR_NAME: "github-actions[bot]",
  GIT_AUTHOR_EMAIL: "github-actions[bot]@users.noreply.github.com",
  GIT_COMMITTER_NAME: "GitHub",
  GIT_COMMITTER_EMAIL: "noreply@github.com",
};

/** Opens a fresh bare repository in a temporary folder, with the default branch `main` and no commits. */
export function openStore() {
  const dir = mkdtempSync(join(tmpdir(), "stand-in-"));
  const environment = {
    PATH: process.env.PATH,
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    ...identity,
  };
  const run = (args: string[], input: string | Uint8Array = "", more: Record<string, string> = {}) =>
    spawnSync("git", ["-C", dir, ...args], {
      input,
      env: { ...environment, ...more },
      maxBuffer: 512 * 1024 * 1024,
    });
  const git = (args: string[], input: string | Uint8Array = "", more: Record<string, string> = {}): string => {
    const done = run(args, input, more);
    if (done.status !== 0) throw new Error(`git ${args.join(" ")}: ${done.stderr}`);
    return done.stdout.toString("utf8");
  };
  git(["init", "-q", "--bare", "-b", "main"]);
  const trees = new Map<string, Map<string, TreeLine>>();
  const blobs = new Map<string, Buffer>();

  /** Every entry below a commit or tree, by path. */
  function tree(id: string): Map<string, TreeLine> {
    const known = trees.get(id);
    if (known !== undefined) return known;
    const lines = git(["ls-tree", "-r", "-t", "-z", "--full-tree", id]).split("\0").slice(0, -1);
    const entries = lines.map((line): TreeLine => {
      const [facts, path] = [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)];
      const [mode, type, oid] = facts.split(" ") as [string, TreeLine["type"], string];
      return { path, mode: Number.parseInt(mode, 8), type, oid };
    });
    const map = new Map(entries.map((entry) => [entry.path, entry]));
    trees.set(id, map);
    return map;
  }

  function blob(oid: string): Buffer | null {
    const known = blobs.get(oid);
    if (known !== undefined) return known;
    const done = run(["cat-file", "blob", oid]);
    if (done.status !== 0) return null;
    blobs.set(oid, done.stdout);
    return done.stdout;
  }

  function writeBlob(content: string | Uint8Array): string {
    const bytes = Buffer.from(content);
    const object = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
    const oid = createHash("sha1").update(object).digest("hex");
    mkdirSync(join(dir, "objects", oid.slice(0, 2)), { recursive: true });
    if (!blobs.has(oid)) writeFileSync(join(dir, "objects", oid.slice(0, 2), oid.slice(2)), deflateSync(object));
    blobs.set(oid, bytes);
    return oid;
  }

  /** A tree made of `base` (a commit or tree, null: empty) and edits. Refuses what GitHub refuses. */
  function writeTree(base: string | null, edits: readonly TreeEdit[]): string {
    const standing = base === null ? new Map<string, TreeLine>() : tree(base);
    for (const edit of edits) refuseConflict(standing, edit);
    const index = join(dir, `index-${process.pid}-${Math.random()}`);
    const env = { GIT_INDEX_FILE: index };
    if (base !== null) git(["read-tree", base], "", env);
    const lines = edits.map(({ path, mode, sha, content }) =>
      sha === null ? `0 ${"0".repeat(40)}\t${path}` : `${mode ?? "100644"} ${sha ?? writeBlob(content ?? "")}\t${path}`,
    );
    git(["update-index", "-z", "--index-info"], lines.map((line) => `${line}\0`).join(""), env);
    const oid = git(["write-tree"], "", env).trim();
    rmSync(index, { force: true });
    return oid;
  }

  function writeCommit(treeOid: string, parents: readonly string[], message: string): string {
    return git(["commit-tree", treeOid, ...parents.flatMap((parent) => ["-p", parent])], message).trim();
  }

  const head = (branch: string): string | null =>
    run(["show-ref", "--verify", "--hash", `refs/heads/${branch}`])
      .stdout.toString()
      .trim() || null;

  return {
    dir,
    git,
    run,
    tree,
    blob,
    writeBlob,
    writeTree,
    writeCommit,
    head,
    isEmpty: () => git(["for-each-ref", "--count=1"]).trim() === "",
    typeOf: (oid: string): string | null => {
      const done = run(["cat-file", "-t", oid]);
      return done.status === 0 ? done.stdout.toString().trim() : null;
    },
    commit: (oid: string) => {
      const text = git(["cat-file", "commit", oid]);
      const end = text.indexOf("\n\n");
      const header = text.slice(0, end).split("\n");
      const values = (name: string) =>
        header.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
      return { tree: values("tree")[0] ?? "", parents: values("parent"), message: text.slice(end + 2) };
    },
    setRef: (ref: string, to: string) => void git(["update-ref", ref, to]),
    /** Adds a commit with these files to a branch, made as an orphan where it is absent. */
    plant(branch: string, files: Readonly<Record<string, string | Uint8Array>>): string {
      const parent = head(branch);
      const edits = Object.entries(files).map(([path, content]) => ({ path, content }));
      const commit = writeCommit(writeTree(parent, edits), parent === null ? [] : [parent], "planted\n");
      git(["update-ref", `refs/heads/${branch}`, commit]);
      return commit;
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A {@link openStore}d repository. */
export type Store = ReturnType<typeof openStore>;

function refuseConflict(standing: ReadonlyMap<string, TreeLine>, { path, sha }: TreeEdit): void {
  if (path === "" || /^\/|\/$|\/\/|(^|\/)\.{1,2}(\/|$)|(^|\/)\.git(\/|$)/i.test(path)) {
    throw new StoreRefusal(`tree.path contains a malformed path component: ${path}`);
  }
  const here = standing.get(path);
  if (sha === null) {
    if (here === undefined) throw new StoreRefusal(`A path was requested for deletion which does not exist: ${path}`);
    if (here.type !== "blob") throw new StoreRefusal("D/F conflict when updating tree");
    return;
  }
  if (here !== undefined && here.type !== "blob") throw new StoreRefusal("D/F conflict when updating tree");
  const names = path.split("/");
  for (let n = 1; n < names.length; n++) {
    const above = standing.get(names.slice(0, n).join("/"));
    if (above !== undefined && above.type !== "tree") throw new StoreRefusal("D/F conflict when updating tree");
  }
}
