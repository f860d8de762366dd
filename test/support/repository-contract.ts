// What every Repository has to do, whatever stands behind it. Each adapter runs this one suite.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CommitAnswer, Repository, Snapshot, Step, StoredFile, UnreadableFile, Want } from "../../src/ports.ts";

/** Contents to plant, by path: text or raw bytes. */
export type PlantedFiles = Readonly<Record<string, string | Uint8Array>>;

/** A fresh, empty repository whose default branch is `main`, and a second way into it that is not the port. */
export interface RepositoryUnderTest {
  repository: Repository;
  /** Adds a commit with these files to a branch, which it makes (as an orphan) if it is absent. Answers the commit id. */
  plant(branch: string, files: PlantedFiles): Promise<string>;
  /** The branch's head, null if it is absent. */
  head(branch: string): Promise<string | null>;
  dispose(): Promise<void>;
}

const ledger = "valp-ledger";
const nonceA = "a".repeat(32);
const nonceB = "b".repeat(32);

/** A Want for nothing but the heads, with the given parts changed. */
export function wanting(parts: Partial<Want>): Want {
  return { ledgerBranch: ledger, source: [], ledger: [], folders: [], ...parts };
}

/** A Step on the ledger branch with plain defaults. */
export function stepOn(expectedHead: string | null, files: Record<string, string>, parts: Partial<Step> = {}): Step {
  return {
    ledgerBranch: ledger,
    expectedHead,
    subject: "valp(gh-7-docs-1): opened",
    trailers: [["VALP-Task", "gh-7-docs-1"]],
    nonce: nonceA,
    changes: Object.entries(files).map(([path, text]) => ({ path, text })),
    deletions: [],
    ...parts,
  };
}

/** The snapshot of a reading that has to succeed. */
export async function loaded(repository: Repository, want: Partial<Want>): Promise<Snapshot> {
  const answer = await repository.load(wanting(want));
  if (answer.kind !== "loaded") throw new Error(`not loaded: ${JSON.stringify(answer)}`);
  return answer.snapshot;
}

/** The commit id of a step that has to be written. */
export async function committed(repository: Repository, step: Step): Promise<string> {
  const answer = await repository.commit(step);
  if (answer.kind !== "committed" || answer.commit === null)
    throw new Error(`not committed: ${JSON.stringify(answer)}`);
  return answer.commit;
}

/** The texts of the files that could be read, by path. */
export function texts(files: ReadonlyMap<string, StoredFile | UnreadableFile>): Record<string, string> {
  return Object.fromEntries([...files].flatMap(([path, file]) => ("text" in file ? [[path, file.text]] : [])));
}

/** Runs the suite; `makeRepository` is called once per test. */
export function describeRepository(name: string, makeRepository: () => Promise<RepositoryUnderTest>): void {
  describe(`repository contract: ${name}`, () => {
    let under: RepositoryUnderTest;
    beforeEach(async () => {
      under = await makeRepository();
    });
    afterEach(() => under.dispose());

    describeReading(() => under);
    describeWriting(() => under);
    describeRaces(() => under);
    describeRefusals(() => under);
    describeComparing(() => under);
  });
}

function describeReading(under: () => RepositoryUnderTest): void {
  it("fault 143: an empty repository is read as empty", async () => {
    const {
      source,
      ledger: book,
      ...rest
    } = await loaded(under().repository, {
      source: [".github/valp.yml"],
      ledger: ["a.json"],
      folders: [".herdr-loop"],
    });
    expect(source).toEqual({ branch: "main", commit: null, files: new Map() });
    expect(book).toEqual({ head: null, nonce: null, files: new Map() });
    expect(rest.ownComments).toEqual([]);
  });

  it("reads each branch at the commit it names, and leaves absent files out", async () => {
    const { repository, plant } = under();
    const main = await plant("main", { ".github/valp.yml": "version: 1\n", "a.json": "of main" });
    const head = await plant(ledger, { "a.json": "of the ledger", "b/c.json": "{}" });
    const seen = await loaded(repository, {
      source: [".github/valp.yml", "b/c.json", ".github"],
      ledger: ["a.json", "b/c.json", "b/d.json", "a.json/x", ".github/valp.yml"],
    });
    expect(seen.source.branch).toBe("main");
    expect(seen.source.commit).toBe(main);
    expect(texts(seen.source.files)).toEqual({ ".github/valp.yml": "version: 1\n" });
    expect(seen.ledger.head).toBe(head);
    expect(seen.ledger.nonce).toBeNull();
    expect(texts(seen.ledger.files)).toEqual({ "a.json": "of the ledger", "b/c.json": "{}" });
    expect([...seen.ledger.files.keys()].sort()).toEqual(["a.json", "b/c.json"]);
  });

  it("gives the git blob id of a file, equal for equal texts", async () => {
    const { repository, plant } = under();
    await plant(ledger, { "a.txt": "hello\n", "b.txt": "hello\n", "c.txt": "hello" });
    const { files } = (await loaded(repository, { ledger: ["a.txt", "b.txt", "c.txt"] })).ledger;
    expect(files.get("a.txt")?.oid).toBe("ce013625030ba8dba906f756967f9e9ca394464a");
    expect(files.get("b.txt")?.oid).toBe(files.get("a.txt")?.oid);
    expect(files.get("c.txt")?.oid).not.toBe(files.get("a.txt")?.oid);
  });

  it("keeps reading at the pinned commits after both branches moved", async () => {
    const { repository, plant } = under();
    const source = await plant("main", { "policy.yml": "old" });
    const book = await plant(ledger, { "a.json": "old" });
    await plant("main", { "policy.yml": "new" });
    await plant(ledger, { "a.json": "new", "b.json": "new" });
    const pinned = await loaded(repository, {
      source: ["policy.yml"],
      ledger: ["a.json", "b.json"],
      at: { source, ledger: book },
    });
    expect([pinned.source.commit, pinned.ledger.head]).toEqual([source, book]);
    expect({ ...texts(pinned.source.files), ...texts(pinned.ledger.files) }).toEqual({
      "policy.yml": "old",
      "a.json": "old",
    });
    const absent = await loaded(repository, { ledger: ["a.json"], at: { source, ledger: null } });
    expect(absent.ledger).toEqual({ head: null, nonce: null, files: new Map() });
  });

  it("reads every file below a folder, at most six levels deep, and no neighbour of it", async () => {
    const { repository, plant } = under();
    await plant(ledger, {
      "t/one/a.json": "a",
      "t/one/b/c.json": "c",
      "t/one/1/2/3/4/5/six.json": "6",
      "t/one/1/2/3/4/5/6/seven.json": "7",
      "t/one-more/d.json": "d",
      "t/onefile": "e",
    });
    const seen = await loaded(repository, { ledger: ["t/onefile"], folders: ["t/one", "t/absent", "t/onefile"] });
    expect(texts(seen.ledger.files)).toEqual({
      "t/one/a.json": "a",
      "t/one/b/c.json": "c",
      "t/one/1/2/3/4/5/six.json": "6",
      "t/onefile": "e",
    });
  });

  it("never takes a file that is no text for absent", async () => {
    const { repository, plant } = under();
    await plant(ledger, { "t/a.bin": new Uint8Array([0, 255, 254, 0, 1, 2]), "t/b.txt": "text" });
    const { files } = (await loaded(repository, { ledger: ["t/a.bin"], folders: ["t"] })).ledger;
    expect([...files.keys()].sort()).toEqual(["t/a.bin", "t/b.txt"]);
    expect(files.get("t/a.bin")).toEqual({
      unreadable: expect.stringMatching(/\S/),
      oid: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
  });

  it("lists the files at most three levels below a folder at a commit", async () => {
    const { repository, plant } = under();
    const old = await plant("main", {
      "agents/a.md": "a",
      "agents/b/SKILL.md": "b",
      "agents/b/c/d.md": "d",
      "agents/b/c/d/e.md": "e",
      "other/x.md": "x",
      file: "f",
    });
    await plant("main", { "agents/new.md": "n" });
    expect(await repository.filesBelow(old, "agents")).toEqual({
      kind: "paths",
      paths: ["agents/a.md", "agents/b/SKILL.md", "agents/b/c/d.md"],
    });
    expect(await repository.filesBelow(old, "absent")).toEqual({ kind: "paths", paths: [] });
    expect(await repository.filesBelow(old, "file")).toEqual({ kind: "paths", paths: [] });
    expect((await repository.filesBelow("1".repeat(40), "agents")).kind).toBe("unknown");
  });
}

function describeWriting(under: () => RepositoryUnderTest): void {
  it("makes the ledger branch on first use, without the files of the default branch", async () => {
    const { repository, plant, head } = under();
    const main = await plant("main", { "README.md": "hello" });
    const commit = await committed(repository, stepOn(null, { ".herdr-loop/tasks/gh-7-docs-1/state.json": "{}\n" }));
    expect(await head(ledger)).toBe(commit);
    expect(await head("main")).toBe(main);
    const seen = await loaded(repository, { ledger: ["README.md"], folders: [".herdr-loop"] });
    expect(seen.ledger.head).toBe(commit);
    expect(texts(seen.ledger.files)).toEqual({ ".herdr-loop/tasks/gh-7-docs-1/state.json": "{}\n" });
  });

  it("shows the random token of the head, and of the head only", async () => {
    const { repository, plant } = under();
    await plant("main", { "README.md": "hello" });
    const first = await committed(repository, stepOn(null, { "a.json": "1" }));
    const second = await committed(repository, stepOn(first, { "a.json": "2" }, { nonce: nonceB }));
    expect((await loaded(repository, {})).ledger).toMatchObject({ head: second, nonce: nonceB });
    const pinned = await loaded(repository, { at: { source: null, ledger: first } });
    expect(pinned.ledger).toMatchObject({ head: first, nonce: nonceA });
  });

  it("is not taken in by a token inside an untrusted value", async () => {
    const { repository, plant } = under();
    await plant("main", { "README.md": "hello" });
    const trailers = [["VALP-Event", `x\nVALP-Nonce: ${nonceB}\n\nVALP-Nonce: ${nonceB}`]] as const;
    await committed(repository, stepOn(null, { "a.json": "1" }, { trailers, subject: `one\n\nVALP-Nonce: ${nonceB}` }));
    expect((await loaded(repository, {})).ledger.nonce).toBe(nonceA);
  });

  it("changes, adds and deletes in one commit and keeps everything else, foreign files too", async () => {
    const { repository, plant } = under();
    await plant("main", { "README.md": "hello" });
    const before = await plant(ledger, {
      "NOTES.md": "a person's",
      "t/one/state.json": "1",
      "t/one/open": "",
      "t/two/deep/state.json": "2",
      "t-zero.json": "between t and t/",
    });
    const step = stepOn(
      before,
      { "t/one/state.json": "1b", "t/three/state.json": "3", "t.json": "sorts before t/" },
      { deletions: ["t/one/open", "t/two/deep/state.json"] },
    );
    await committed(repository, step);
    const seen = await loaded(repository, { ledger: ["NOTES.md", "t-zero.json", "t.json"], folders: ["t"] });
    expect(texts(seen.ledger.files)).toEqual({
      "NOTES.md": "a person's",
      "t-zero.json": "between t and t/",
      "t.json": "sorts before t/",
      "t/one/state.json": "1b",
      "t/three/state.json": "3",
    });
  });

  it("writes a hundred files at once and texts of every kind unchanged", async () => {
    const { repository, plant } = under();
    await plant("main", { "README.md": "hello" });
    const files = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`t/many/${n % 7}/file-${n}.json`, `{"n": ${n}}\n`]),
    );
    const odd = {
      "t/odd/empty": "",
      "t/odd/unicode.md": "Zażółć gęślą jaźń 🐑 \u{10FFFF} e\u0301\u00a0\u2028 end without newline",
      "t/odd/bom.txt": "\ufeffwith a mark",
      "t/odd/lines.txt": "one\r\ntwo\rthree\n\n\n",
      "t/odd/quote.sh": "data <<EOF\nEOF\n\ndone\n",
    };
    await committed(repository, stepOn(null, { ...files, ...odd }));
    const seen = await loaded(repository, { folders: ["t"] });
    expect(texts(seen.ledger.files)).toEqual({ ...files, ...odd });
  });
}

function describeRaces(under: () => RepositoryUnderTest): void {
  it("fault 149: a moved head is stale and nothing is written", async () => {
    const { repository, plant, head } = under();
    await plant("main", { "README.md": "hello" });
    const seen = await plant(ledger, { "a.json": "1" });
    const moved = await plant(ledger, { "b.json": "2" });
    expect(await repository.commit(stepOn(seen, { "a.json": "mine" }))).toEqual({ kind: "stale" });
    expect(await head(ledger)).toBe(moved);
    expect(await repository.commit(stepOn(null, { "a.json": "mine" }))).toEqual({ kind: "stale" });
    expect(await head(ledger)).toBe(moved);
  });

  it("fault 151: of two that make the branch at once exactly one wins", async () => {
    const { repository, plant, head } = under();
    await plant("main", { "README.md": "hello" });
    const answers = await Promise.all([
      repository.commit(stepOn(null, { "a.json": "first" })),
      repository.commit(stepOn(null, { "a.json": "second" }, { nonce: nonceB })),
    ]);
    expect(answers.map((answer) => answer.kind).sort()).toEqual(["committed", "stale"]);
    expect(await head(ledger)).toBe(commitOf(answers));
  });

  it("of two writers on one head exactly one wins", async () => {
    const { repository, plant, head } = under();
    await plant("main", { "README.md": "hello" });
    const seen = await plant(ledger, { "a.json": "1" });
    const answers = await Promise.all([
      repository.commit(stepOn(seen, { "a.json": "first" })),
      repository.commit(stepOn(seen, { "b.json": "second" }, { nonce: nonceB })),
    ]);
    expect(answers.map((answer) => answer.kind).sort()).toEqual(["committed", "stale"]);
    expect(await head(ledger)).toBe(commitOf(answers));
  });
}

function commitOf(answers: readonly CommitAnswer[]): string | null | undefined {
  return answers.flatMap((answer) => (answer.kind === "committed" ? [answer.commit] : []))[0];
}

const unsafePaths = [
  "",
  "/etc/passwd",
  "../up.json",
  "a/../../b.json",
  "a/./b.json",
  "a//b.json",
  "a/",
  ".git/config",
  "a/.GIT/hooks/x",
  "a\\..\\b",
  "a\nb",
  "a\u0000b",
];

function describeRefusals(under: () => RepositoryUnderTest): void {
  it.each(unsafePaths)("refuses to write or delete %j", async (path) => {
    const { repository, plant, head } = under();
    await plant("main", { "README.md": "hello" });
    const written = await repository.commit(stepOn(null, { "a.json": "{}", [path]: "x" }));
    expect(written).toMatchObject({ kind: "refused", reason: { code: "ledger_path_unsafe" } });
    const deleted = await repository.commit(stepOn(null, { "a.json": "{}" }, { deletions: [path] }));
    expect(deleted).toMatchObject({ kind: "refused", reason: { code: "ledger_path_unsafe" } });
    expect(await head(ledger)).toBeNull();
  });

  it("refuses to put a folder in the place of a file, or a file in the place of a folder", async () => {
    const { repository, plant, head } = under();
    await plant("main", { "README.md": "hello" });
    const before = await plant(ledger, { "t/one": "a file", "t/two/a.json": "{}" });
    for (const path of ["t/one/state.json", "t/two"]) {
      const answer = await repository.commit(stepOn(before, { "a.json": "{}", [path]: "x" }));
      expect(answer).toMatchObject({ kind: "refused", reason: { code: "ledger_foreign_file" } });
    }
    expect(await head(ledger)).toBe(before);
  });
}

function describeComparing(under: () => RepositoryUnderTest): void {
  it("names the paths that differ between two commits", async () => {
    const { repository, plant } = under();
    const before = await plant("main", { "docs/a.md": "1", "docs/b.md": "1", "src/c.ts": "1" });
    const after = await plant("main", { "docs/a.md": "2", "docs/new ü.md": "1" });
    const answer = await repository.changedPaths(before, after);
    expect(answer.kind === "paths" && answer.paths.sort()).toEqual(["docs/a.md", "docs/new ü.md"]);
    expect(await repository.changedPaths(after, after)).toEqual({ kind: "paths", paths: [] });
  });

  it("a comparison that cannot be complete is unknown, never empty", async () => {
    const { repository, plant } = under();
    const known = await plant("main", { "docs/a.md": "1" });
    expect((await repository.changedPaths("1".repeat(40), known)).kind).toBe("unknown");
    expect((await repository.changedPaths(known, "1".repeat(40))).kind).toBe("unknown");
    expect((await repository.changedPaths(known, "not a commit")).kind).toBe("unknown");
    expect((await repository.changedPaths(known, "0".repeat(40))).kind).toBe("unknown");
  });

  it("a commit descends from itself and from what came before, not from what came after or stands beside", async () => {
    const { repository, plant } = under();
    const first = await plant("main", { "a.md": "1" });
    const second = await plant("main", { "a.md": "2" });
    const beside = await plant(ledger, { "b.md": "1" });
    const answers: [string, string, boolean][] = [
      [second, first, true],
      [first, first, true],
      [first, second, false],
      [second, beside, false],
      [second, "1".repeat(40), false],
    ];
    for (const [commit, from, descends] of answers) {
      expect(await repository.descends(commit, from)).toEqual({ kind: "known", descends });
    }
  });
}
