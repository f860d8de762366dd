// Many processes on one ledger branch: nothing is lost, and killing one at any moment leaves a sound branch.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  git,
  headOf,
  initRepository,
  openLocal,
  quietEnvironment,
  temporaryFolder,
} from "../support/local-repository.ts";
import { committed, stepOn } from "../support/repository-contract.ts";

const ledger = "valp-ledger";
const program = join(import.meta.dirname, "../support/ledger-writer.ts");
let place: ReturnType<typeof temporaryFolder>;
let dir: string;

beforeEach(() => {
  place = temporaryFolder();
  dir = initRepository(join(place.dir, "repo"), "--bare");
});

afterEach(() => place.remove());

/** A writer with a process group of its own, so that its git processes can be killed with it. */
function startWriter(who: string, count: number): ChildProcess {
  return spawn(process.execPath, ["--no-warnings", program, dir, who, String(count)], {
    env: quietEnvironment,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
}

const lines = (text: string) => text.split("\n").filter((line) => line !== "");
const subjects = () => lines(git(dir, ["log", "--reverse", "--format=%s", ledger]));
const shared = () => lines(git(dir, ["show", `${ledger}:log.txt`]));

it("fault 149: eight processes with ten commits each lose no update and keep one line of history", async () => {
  const writers = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const ended = await Promise.all(writers.map((who) => once(startWriter(who, 10), "close")));
  expect(ended.map(([code]) => code)).toEqual(writers.map(() => 0));
  expect(git(dir, ["rev-list", "--count", ledger]).trim()).toBe("80");
  expect(git(dir, ["rev-list", "--count", "--min-parents=2", ledger]).trim()).toBe("0");
  expect(shared()).toEqual(subjects());
  const own = (who: string) => Array.from({ length: 10 }, (_, n) => `${who} ${n + 1}`);
  for (const who of writers) {
    expect(shared().filter((line) => line.startsWith(who))).toEqual(own(who));
    expect(lines(git(dir, ["show", `${ledger}:writers/${who}.txt`]))).toEqual(own(who));
  }
  expect(git(dir, ["fsck", "--strict", "--full", "--no-dangling"])).toBe("");
});

it("kill -9 of writers and their git at any moment leaves every commit whole, and the next writer goes on", async () => {
  for (let round = 0; round < 5; round++) {
    const writers = ["a", "b"].map((who) => startWriter(`${who}${round}`, 10_000));
    while (headOf(dir, ledger) === null) await pause(10);
    await pause(200 + 77 * round);
    for (const { pid } of writers) process.kill(-(pid ?? 0), "SIGKILL");
    await Promise.all(writers.map((writer) => once(writer, "close")));
    expect(shared()).toEqual(subjects());
    expect(git(dir, ["fsck", "--strict", "--full", "--no-dangling"])).toBe("");
    // A git that died with the lock in its hand leaves it behind; a person removes it, as the reason says.
    rmSync(join(dir, `refs/heads/${ledger}.lock`), { force: true });
    const { repository, close } = await openLocal(dir);
    const head = headOf(dir, ledger);
    const files = { "log.txt": `${[...shared(), `after ${round}`].join("\n")}\n` };
    await committed(repository, stepOn(head, files, { subject: `after ${round}` }));
    await close();
  }
});

it("what killed writers left half-written is taken away by git's own clean-up", async () => {
  const { repository, close } = await openLocal(dir);
  const head = await committed(repository, stepOn(null, { "a.json": "1" }));
  const lost = await repository.commit(stepOn(null, { "b.json": "never on the branch" }));
  expect(lost).toEqual({ kind: "stale" });
  const shelf = join(dir, "objects", head.slice(0, 2));
  writeFileSync(join(shelf, "tmp_obj_0123456789ab"), "half an obj");
  git(dir, ["prune", "--expire=now"]);
  expect(existsSync(shelf) ? readdirSync(shelf).filter((name) => name.startsWith("tmp_")) : []).toEqual([]);
  expect(headOf(dir, ledger)).toBe(head);
  await committed(repository, stepOn(head, { "c.json": "2" }));
  await close();
});
