// Full disks, read-only folders and damaged objects: each is named, nothing is lost, and work goes on afterwards.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { git, headOf, initRepository, openLocal, plant, temporaryFolder } from "../support/local-repository.ts";
import { committed, loaded, stepOn, texts, wanting } from "../support/repository-contract.ts";

const ledger = "valp-ledger";
let place: ReturnType<typeof temporaryFolder>;
let undo: (() => unknown)[];

beforeEach(() => {
  place = temporaryFolder();
  undo = [];
});

afterEach(async () => {
  for (const step of undo.reverse()) await step();
  place.remove();
});

async function open(dir: string) {
  const { repository, close } = await openLocal(dir);
  undo.push(close);
  return repository;
}

/** A file system of its own of 8 MB, or null where this user may not mount one. */
function smallDisk(): string | null {
  const dir = join(place.dir, "disk");
  mkdirSync(dir);
  if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", dir]).status !== 0) return null;
  undo.push(() => spawnSync("umount", ["-l", dir]));
  return dir;
}

const temporaryObjects = (dir: string) =>
  readdirSync(join(dir, "objects"), { recursive: true, encoding: "utf8" }).filter((name) => name.includes("tmp_obj"));

const large = (letter: string) => ({
  "t/large.bin": Array.from({ length: 90_000 }, (_, n) => `${letter}${n}`).join("\n"),
});

describe("the disk", () => {
  it("a full disk is named, nothing is written, and the step works once there is room", async (context) => {
    const disk = smallDisk();
    if (disk === null) return context.skip("only root can mount a small disk");
    const dir = initRepository(join(disk, "repo"), "--bare");
    const repository = await open(dir);
    const head = await committed(repository, stepOn(null, { "a.json": "1" }));
    const filler = join(disk, "filler");
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
    const step = stepOn(head, { "a.json": "2", ...large("x") });
    expect(await repository.commit(step)).toMatchObject({ kind: "refused", reason: { code: "git_no_space" } });
    expect(headOf(dir, ledger)).toBe(head);
    expect(temporaryObjects(dir)).toEqual([]);
    expect(texts((await loaded(repository, { ledger: ["a.json"] })).ledger.files)).toEqual({ "a.json": "1" });
    rmSync(filler);
    const next = await committed(repository, step);
    expect(headOf(dir, ledger)).toBe(next);
    expect(git(dir, ["fsck", "--strict", "--full", "--no-dangling"])).toBe("");
  });

  it("a repository that may not be written is named, and still read", async (context) => {
    const isRoot = process.getuid?.() === 0;
    const disk = isRoot ? smallDisk() : place.dir;
    if (disk === null) return context.skip("root needs a disk of its own to be kept from writing");
    const dir = initRepository(join(disk, "repo"), "--bare");
    const repository = await open(dir);
    const head = await committed(repository, stepOn(null, { "a.json": "1" }));
    const lock = (writable: boolean) => {
      if (isRoot) return spawnSync("mount", ["-o", `remount,${writable ? "rw" : "ro"}`, disk]);
      for (const name of readdirSync(join(dir, "objects")))
        chmodSync(join(dir, "objects", name), writable ? 0o755 : 0o555);
      return chmodSync(join(dir, "objects"), writable ? 0o755 : 0o555);
    };
    undo.push(() => lock(true));
    lock(false);
    const step = stepOn(head, { "a.json": "2" });
    expect(await repository.commit(step)).toMatchObject({ kind: "refused", reason: { code: "git_not_writable" } });
    expect(texts((await loaded(repository, { ledger: ["a.json"] })).ledger.files)).toEqual({ "a.json": "1" });
    lock(true);
    await committed(repository, step);
  });
});

describe("a damaged object", () => {
  const record = ".herdr-loop/github/issues/7.json";

  async function damagedLedger(what: string) {
    const dir = initRepository(join(place.dir, "repo"), "--bare");
    await committed(await open(dir), stepOn(null, { [record]: "{}", "other.json": "1" }));
    const oid = git(dir, ["rev-parse", `${ledger}${what}`]).trim();
    const path = join(dir, "objects", oid.slice(0, 2), oid.slice(2));
    const sound = readFileSync(path);
    const put = (content: Buffer | null) => {
      rmSync(path, { force: true });
      if (content) writeFileSync(path, content);
    };
    return { dir, repository: await open(dir), put, sound };
  }

  const harm: [how: string, harmed: (sound: Buffer) => Buffer | null][] = [
    ["overwritten", () => Buffer.from("this is no object")],
    ["cut off", (sound) => sound.subarray(0, sound.length / 2)],
    ["emptied", () => Buffer.alloc(0)],
    ["missing", () => null],
  ];
  const parts = ["", "^{tree}", ":.herdr-loop/github"];

  it.each(parts.flatMap((what) => harm.map(([how, harmed]) => ({ what: what || "commit", rev: what, how, harmed }))))(
    "is named, never taken for an absent record, and nothing is written: $what $how",
    async ({ rev, harmed }) => {
      const { dir, repository, put, sound } = await damagedLedger(rev);
      const head = headOf(dir, ledger);
      put(harmed(sound));
      const read = await repository.load(wanting({ ledger: [record], at: { source: null, ledger: head } }));
      expect(read).toMatchObject({ kind: "unknown", reason: { code: "git_object_damaged" } });
      const written = await repository.commit(stepOn(head, { [record]: "new" }));
      expect(written).toMatchObject({ kind: "unknown", reason: { code: "git_object_damaged" } });
      expect(readFileSync(join(dir, `refs/heads/${ledger}`), "utf8").trim()).toBe(head);
      put(sound);
      expect(texts((await loaded(repository, { ledger: [record] })).ledger.files)).toEqual({ [record]: "{}" });
    },
  );

  it.each(harm)("of a record is never taken for an absent record: %s", async (_, harmed) => {
    const { repository, put, sound } = await damagedLedger(`:${record}`);
    put(harmed(sound));
    const answer = await repository.load(wanting({ ledger: [record] }));
    if (answer.kind === "loaded") {
      expect(answer.snapshot.ledger.files.get(record)).toMatchObject({
        unreadable: expect.stringContaining("missing"),
      });
    } else expect(answer).toMatchObject({ kind: "unknown", reason: { code: "git_object_damaged" } });
  });

  it("of another kind than expected is named", async () => {
    const dir = initRepository(join(place.dir, "repo"), "--bare");
    const commit = plant(dir, "main", { "a.md": "a" });
    const blob = git(dir, ["rev-parse", `${commit}:a.md`]).trim();
    mkdirSync(join(dir, "refs/heads"), { recursive: true });
    writeFileSync(join(dir, `refs/heads/${ledger}`), `${blob}\n`);
    const repository = await open(dir);
    expect(await repository.load(wanting({ ledger: ["a.json"] }))).toMatchObject({
      kind: "unknown",
      reason: { code: "git_object_damaged" },
    });
    expect((await repository.commit(stepOn(blob, { "a.json": "1" }))).kind).not.toBe("committed");
    expect(existsSync(join(dir, "objects", blob.slice(0, 2)))).toBe(true);
  });
});
