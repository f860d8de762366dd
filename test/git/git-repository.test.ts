// What is special about a repository on this machine: finding it, leaving people's work alone, git's own view of it.
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGitRepository } from "../../src/git/git-repository.ts";
import type { Repository } from "../../src/ports.ts";
import {
  git,
  headOf,
  initRepository,
  openLocal,
  plant,
  quietEnvironment,
  temporaryFolder,
} from "../support/local-repository.ts";
import { committed, loaded, stepOn, texts, wanting } from "../support/repository-contract.ts";

const ledger = "valp-ledger";
let place: ReturnType<typeof temporaryFolder>;
let closing: (() => Promise<void>)[];
const dirOf = (name: string) => join(place.dir, name);

beforeEach(() => {
  place = temporaryFolder();
  closing = [];
});

afterEach(async () => {
  for (const close of closing) await close();
  place.remove();
});

async function open(dir: string): Promise<Repository> {
  const { repository, close } = await openLocal(dir);
  closing.push(close);
  return repository;
}

async function refusal(dir: string, environment: Record<string, string | undefined> = quietEnvironment) {
  const opened = await openGitRepository({
    dir,
    environment,
    identity: { name: "valp-github", email: "valp@example.com" },
    now: () => "2026-03-01T10:00:00.000Z",
  });
  if (opened.kind === "opened") closing.push(opened.close);
  return opened.kind === "refused" ? opened.reason.code : opened.kind;
}

describe("finding the repository", () => {
  it.each([
    ["a work tree", (dir: string) => dir],
    ["a folder inside", (dir: string) => join(dir, "docs/deep")],
    ["the .git folder", (dir: string) => join(dir, ".git")],
    ["a linked work tree on another branch", (dir: string) => linkedWorkTree(dir)],
  ])("from %s", async (_, from) => {
    const dir = initRepository(dirOf("repo"));
    const main = plant(dir, "main", { "docs/deep/a.md": "a" });
    git(dir, ["reset", "-q", "--hard"]);
    const repository = await open(from(dir));
    const seen = await loaded(repository, { source: ["docs/deep/a.md"] });
    expect(seen.source).toMatchObject({ branch: "main", commit: main });
    await committed(repository, stepOn(null, { "a.json": "1" }));
    expect(headOf(dir, ledger)).not.toBeNull();
  });

  it("takes the branch HEAD names for the default one, also before its first commit", async () => {
    const dir = initRepository(dirOf("repo"), "--bare", "-b", "trunk");
    expect((await loaded(await open(dir), {})).source).toMatchObject({ branch: "trunk", commit: null });
  });

  it.each([
    [["main", "master"], "main"],
    [["master"], "master"],
    [[], "main"],
  ])("falls back when HEAD is detached: branches %j give %s", async (branches, expected) => {
    const dir = initRepository(dirOf("repo"), "--bare");
    const commit = plant(dir, "other", { "a.md": "a" });
    for (const branch of branches) git(dir, ["branch", branch, commit]);
    git(dir, ["update-ref", "--no-deref", "HEAD", commit]);
    const { source } = await loaded(await open(dir), {});
    expect(source).toMatchObject({ branch: expected, commit: branches.length > 0 ? commit : null });
  });

  it("refuses what is no repository, and says so when git is missing", async () => {
    mkdirSync(dirOf("plain"));
    expect(await refusal(dirOf("plain"))).toBe("git_no_repository");
    expect(await refusal(dirOf("absent"))).toBe("git_no_repository");
    expect(await refusal(dirOf("plain"), { PATH: dirOf("plain") })).toBe("git_missing");
  });

  it("refuses a repository of another user, unless the user's own settings trust it", async (context) => {
    context.skip(process.getuid?.() !== 0, "only root can give a folder away");
    const dir = initRepository(dirOf("repo"), "--bare");
    chownSync(dir, 12_345, 12_345);
    expect(await refusal(dir)).toBe("git_unsafe_owner");
    writeFileSync(dirOf("settings"), `[safe]\n\tdirectory = ${dir}\n`);
    expect(await refusal(dir, { ...quietEnvironment, GIT_CONFIG_GLOBAL: dirOf("settings") })).toBe("opened");
  });
});

function linkedWorkTree(dir: string): string {
  git(dir, ["worktree", "add", "-q", "-b", "feature", dirOf("linked")]);
  return dirOf("linked");
}

describe("people's work is left alone", () => {
  it("touches neither HEAD nor index nor files, and leaves git's own check content", async () => {
    const dir = initRepository(dirOf("repo"));
    plant(dir, "main", { "a.md": "a", "b.md": "b" });
    git(dir, ["reset", "-q", "--hard"]);
    writeFileSync(join(dir, "a.md"), "changed");
    writeFileSync(join(dir, "new.md"), "new");
    git(dir, ["add", "new.md"]);
    const state = () => [
      readFileSync(join(dir, ".git/HEAD")),
      readFileSync(join(dir, ".git/index")),
      git(dir, ["status", "-s"]),
    ];
    const before = state();
    const repository = await open(dir);
    const first = await committed(repository, stepOn(null, { "t/a.json": "1", "t-z": "2", "t/b/c.json": "3" }));
    await committed(repository, stepOn(first, { "t.x": "4" }, { deletions: ["t/b/c.json"] }));
    expect(state()).toEqual(before);
    expect(git(dir, ["fsck", "--strict", "--full", "--no-dangling"])).toBe("");
    expect(git(dir, ["ls-tree", "-r", "--format=%(objectmode) %(path)", ledger])).toBe(
      "100644 t-z\n100644 t.x\n100644 t/a.json\n",
    );
    expect(git(dir, ["for-each-ref", "--format=%(refname)"])).toBe("refs/heads/main\nrefs/heads/valp-ledger\n");
  });

  it("commits as the given identity at the given time, with trailers that git reads", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    await committed(await open(dir), stepOn(null, { "a.json": "1" }, { trailers: [["VALP-Actor", "octocat"]] }));
    const format =
      "%an <%ae> %at|%cn %ct|%s|%(trailers:key=VALP-Actor,valueonly,separator=)|%(trailers:key=VALP-Nonce,valueonly,separator=)";
    expect(git(dir, ["log", `--format=${format}`, ledger]).trim()).toBe(
      `valp-github <valp@example.com> 1772359200|valp-github 1772359200|valp(gh-7-docs-1): opened|octocat|${"a".repeat(32)}`,
    );
  });

  it("works in a repository that names its objects by SHA-256", async () => {
    const dir = initRepository(dirOf("repo"), "--bare", "--object-format=sha256");
    const repository = await open(dir);
    const first = await committed(repository, stepOn(null, { "t/a.json": "1" }));
    await committed(repository, stepOn(first, { "t/b.json": "2" }));
    expect(texts((await loaded(repository, { folders: ["t"] })).ledger.files)).toEqual({
      "t/a.json": "1",
      "t/b.json": "2",
    });
    expect(git(dir, ["fsck", "--strict", "--full"])).toBe("");
  });

  it("sees what others and a repacking git did while it was open", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    const repository = await open(dir);
    const first = await committed(repository, stepOn(null, { "t/a.json": "1" }));
    git(dir, ["gc", "-q", "--prune=now"]);
    const second = await committed(repository, stepOn(first, { "t/b.json": "2" }));
    plant(dir, ledger, { "t/c.json": "3" });
    git(dir, ["pack-refs", "--all"]);
    expect(await repository.commit(stepOn(second, { "t/d.json": "4" }))).toEqual({ kind: "stale" });
    expect(Object.keys(texts((await loaded(repository, { folders: ["t"] })).ledger.files))).toHaveLength(3);
  });

  it.each(["the main work tree", "a linked work tree", "an unborn work tree"])(
    "refuses a ledger branch that is checked out in %s",
    async (where) => {
      const dir = initRepository(dirOf("repo"));
      plant(dir, "main", { "a.md": "a" });
      const head = where === "an unborn work tree" ? null : plant(dir, ledger, { "a.json": "1" });
      const repository = await open(dir);
      if (where === "a linked work tree") git(dir, ["worktree", "add", "-q", dirOf("linked"), ledger]);
      else git(dir, ["symbolic-ref", "HEAD", `refs/heads/${ledger}`]);
      const answer = await repository.commit(stepOn(head, { "b.json": "2" }));
      expect(answer).toMatchObject({ kind: "refused", reason: { code: "ledger_checked_out" } });
      expect(headOf(dir, ledger)).toBe(head);
    },
  );

  it("may write the default branch of a bare repository", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    const head = plant(dir, "main", { "README.md": "hello" });
    const repository = await open(dir);
    const commit = await committed(repository, stepOn(head, { "t/a.json": "1" }, { ledgerBranch: "main" }));
    expect(headOf(dir, "main")).toBe(commit);
    expect(git(dir, ["show", "main:README.md"])).toBe("hello");
  });
});

describe("what is no readable text", () => {
  it("names links, submodules, folders and files above 5 MB as what they are", async () => {
    const dir = initRepository(dirOf("repo"));
    symlinkSync("/etc/passwd", join(dir, "link"));
    writeFileSync(join(dir, "large"), "x".repeat(5 * 1024 * 1024 + 1));
    writeFileSync(join(dir, "largest"), "x".repeat(5 * 1024 * 1024));
    mkdirSync(join(dir, "folder"));
    writeFileSync(join(dir, "folder/file"), "x");
    git(dir, ["add", "."]);
    git(dir, ["update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},sub`]);
    git(dir, ["commit", "-q", "-m", "odd things"]);
    git(dir, ["branch", ledger]);
    const { files } = (await loaded(await open(dir), { ledger: ["link", "sub", "large", "largest", "folder"] })).ledger;
    const said = (path: string) => {
      const file = files.get(path);
      return file && "unreadable" in file ? file.unreadable : file?.text.length;
    };
    expect(Object.fromEntries([...files.keys()].map((path) => [path, said(path)]))).toEqual({
      link: "it is a symbolic link",
      sub: "it is a submodule",
      large: "it is larger than 5 MB",
      largest: 5 * 1024 * 1024,
      folder: "it is a folder",
    });
  });

  it("writes over neither a link nor a submodule", async () => {
    const dir = initRepository(dirOf("repo"));
    symlinkSync("/tmp", join(dir, "t"));
    git(dir, ["add", "."]);
    git(dir, ["commit", "-q", "-m", "a link"]);
    git(dir, ["branch", ledger]);
    const repository = await open(dir);
    for (const path of ["t", "t/a.json"]) {
      const answer = await repository.commit(stepOn(headOf(dir, ledger), { [path]: "x" }));
      expect(answer).toMatchObject({ kind: "refused", reason: { code: "ledger_foreign_file" } });
    }
  });
});

describe("hostile surroundings", () => {
  it("gives up on a few trees that stand for millions of folders", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    let folder = git(dir, ["mktree"]).trim();
    for (let level = 0; level < 6; level++) {
      const listing = Array.from({ length: 100 }, (_, n) => `040000 tree ${folder}\tf${n}\n`);
      folder = git(dir, ["mktree"], listing.join("")).trim();
    }
    const root = git(dir, ["mktree"], `040000 tree ${folder}\tt\n`).trim();
    git(dir, ["branch", ledger, git(dir, ["commit-tree", root]).trim()]);
    const repository = await open(dir);
    const answer = await repository.load(wanting({ ledger: ["t/f0/a.json"], folders: ["t"] }));
    expect(answer).toMatchObject({ kind: "unknown", reason: { code: "git_too_much" } });
  });

  it("runs no program that the repository's settings name", async () => {
    const dir = initRepository(dirOf("repo"));
    const before = plant(dir, "main", { "a.md": "a" });
    const after = plant(dir, "main", { "a.md": "b" });
    const trap = dirOf("trap");
    writeFileSync(trap, `#!/bin/sh\ntouch ${dirOf("sprung")}\n`, { mode: 0o755 });
    mkdirSync(dirOf("hooks"));
    for (const hook of [dirOf("hooks/reference-transaction"), join(dir, ".git/hooks/reference-transaction")]) {
      writeFileSync(hook, `#!/bin/sh\ntouch ${dirOf("sprung")}\nexit 1\n`, { mode: 0o755 });
    }
    git(dir, ["config", "core.hooksPath", dirOf("hooks")]);
    for (const key of ["diff.external", "core.fsmonitor", "core.pager", "core.sshCommand", "diff.x.textconv"]) {
      git(dir, ["config", key, trap]);
    }
    writeFileSync(join(dir, ".git/info/attributes"), "* diff=x\n");
    const repository = await open(dir);
    await committed(repository, stepOn(null, { "a.json": "1" }));
    expect(await repository.changedPaths(before, after)).toEqual({ kind: "paths", paths: ["a.md"] });
    expect(existsSync(dirOf("sprung"))).toBe(false);
  });

  it("does not follow git's own variables to another repository", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    const other = initRepository(dirOf("other"), "--bare");
    const opened = await openGitRepository({
      dir,
      environment: { ...quietEnvironment, GIT_DIR: other, GIT_OBJECT_DIRECTORY: join(other, "objects") },
      identity: { name: "a <b>\nc\0", email: "" },
      now: () => "2026-03-01T10:00:00.000Z",
    });
    if (opened.kind === "refused") throw new Error(opened.reason.text);
    closing.push(opened.close);
    await committed(opened.repository, stepOn(null, { "a.json": "1" }));
    expect([headOf(dir, ledger) === null, headOf(other, ledger) === null]).toEqual([false, true]);
    expect(git(dir, ["log", "--format=%an|%ae", ledger])).toBe("a b c|\n");
    expect(git(dir, ["fsck", "--strict"])).toBe("");
  });

  it.each(["", "-d", "a..b", "a b", "x.lock", "a\nb", "x@{1}", "/x", "x/"])(
    "refuses %j as a branch",
    async (branch) => {
      const repository = await open(initRepository(dirOf("repo"), "--bare"));
      const refused = { kind: "refused", reason: { code: "ledger_branch_invalid" } };
      expect(await repository.load(wanting({ ledgerBranch: branch }))).toMatchObject(refused);
      expect(await repository.commit(stepOn(null, { "a.json": "1" }, { ledgerBranch: branch }))).toMatchObject(refused);
    },
  );
});

describe("fault 152: only a moved head is stale", () => {
  it("names a branch that stands in the way", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    plant(dir, `${ledger}/old`, { "a.md": "a" });
    const answer = await (await open(dir)).commit(stepOn(null, { "a.json": "1" }));
    expect(answer).toMatchObject({ kind: "refused", reason: { code: "ledger_branch_blocked" } });
  });

  it("names a lock that a dead git left, and goes on once it is gone", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    const repository = await open(dir);
    const head = await committed(repository, stepOn(null, { "a.json": "1" }));
    writeFileSync(join(dir, `refs/heads/${ledger}.lock`), "");
    const step = stepOn(head, { "a.json": "2" });
    expect(await repository.commit(step)).toMatchObject({ kind: "unknown", reason: { code: "git_ref_locked" } });
    expect(headOf(dir, ledger)).toBe(head);
    rmSync(join(dir, `refs/heads/${ledger}.lock`));
    await committed(repository, step);
  });

  it("does not start over on a branch whose file is damaged", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    const repository = await open(dir);
    await committed(repository, stepOn(null, { "a.json": "1" }));
    writeFileSync(join(dir, `refs/heads/${ledger}`), "");
    const damaged = { kind: "unknown", reason: { code: "git_object_damaged" } };
    expect(await repository.load(wanting({}))).toMatchObject(damaged);
    expect(await repository.commit(stepOn(null, { "a.json": "2" }))).toMatchObject(damaged);
    expect(readFileSync(join(dir, `refs/heads/${ledger}`), "utf8")).toBe("");
  });
});

describe("the paths of a new branch", () => {
  const zeros = "0".repeat(40);

  it("are those since it left the default branch", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    const base = plant(dir, "main", { "a.md": "a" });
    git(dir, ["branch", "feature", base]);
    const feature = plant(dir, "feature", { "docs/b.md": "b" });
    plant(dir, "main", { "c.md": "c" });
    const repository = await open(dir);
    expect(await repository.changedPaths(zeros, feature)).toEqual({ kind: "paths", paths: ["docs/b.md"] });
    expect((await repository.changedPaths(zeros, base)).kind).toBe("unknown");
  });

  it("are all its files when it shares no commit with the default branch", async () => {
    const dir = initRepository(dirOf("repo"), "--bare");
    plant(dir, "main", { "a.md": "a" });
    const orphan = plant(dir, "orphan", { "x/b.md": "b", "c.md": "c" });
    expect(await (await open(dir)).changedPaths(zeros, orphan)).toEqual({ kind: "paths", paths: ["c.md", "x/b.md"] });
  });
});
