// One cat-file process answers many questions at once, in order, whatever the contents look like.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Git, GitTrouble, gitEnvironment } from "../../src/git/git-process.ts";
import { type ObjectReader, openObjectReader } from "../../src/git/object-reader.ts";
import { git, initRepository, plant, quietEnvironment, temporaryFolder } from "../support/local-repository.ts";

let place: ReturnType<typeof temporaryFolder>;
let dir: string;
let reader: ObjectReader;

beforeEach(() => {
  place = temporaryFolder();
  dir = initRepository(join(place.dir, "repo"), "--bare");
  const environment = gitEnvironment(quietEnvironment, { name: "a", email: "a@example.com" });
  const local: Git = { place: [`--git-dir=${dir}`], environment };
  reader = openObjectReader(local);
});

afterEach(async () => {
  await reader.close();
  place.remove();
});

/** Contents that look like answers, end in newlines, are empty or larger than a pipe. */
const contents = Array.from(
  { length: 60 },
  (_, n) =>
    [
      `${"1".repeat(40)} blob ${n}\n`,
      "",
      "\n".repeat(n),
      "x missing\n",
      "y".repeat(n * 4_001),
      "\u0000\n\u0000".repeat(n),
    ].at(n % 6) ?? "",
);

it("keeps questions and answers together", async () => {
  plant(dir, "main", Object.fromEntries(contents.map((text, n) => [`f${n}`, text])));
  const oids = contents.map((_, n) => git(dir, ["rev-parse", `main:f${n}`]).trim());
  const asked = oids.flatMap((oid, n) => [
    reader.contents(oid),
    reader.info(oid),
    reader.contents(`refs/heads/absent${n}`),
  ]);
  const answers = await Promise.all(asked);
  for (const [n, oid] of oids.entries()) {
    const bytes = Buffer.from(contents[n] ?? "");
    expect(answers[3 * n]).toEqual({ oid, type: "blob", size: bytes.length, content: bytes });
    expect(answers[3 * n + 1]).toMatchObject({ oid, type: "blob", size: bytes.length });
    expect(answers[3 * n + 2]).toBeNull();
  }
});

it("uses one process for all questions and starts another only when that one died", async (context) => {
  context.skip(spawnSync("ps", ["-e"]).status !== 0, "there is no ps to count processes with");
  const commit = plant(dir, "main", { a: "a" });
  const running = () => {
    const { stdout } = spawnSync("ps", ["-ww", "-o", "pid=,args=", "-e"], { encoding: "utf8" });
    const lines = stdout.split("\n").filter((line) => line.includes("cat-file") && line.includes(dir));
    return lines.map((line) => Number.parseInt(line, 10));
  };
  for (let n = 0; n < 50; n++) await reader.info(commit);
  const before = running();
  expect(before).toHaveLength(1);
  process.kill(before[0] ?? 0, "SIGKILL");
  // The answer may still be on its way when the process dies; afterwards the reader has to recover by itself.
  await reader.info(commit).catch((error: unknown) => expect(error).toBeInstanceOf(GitTrouble));
  expect(await reader.info(commit)).toMatchObject({ oid: commit, type: "commit" });
  expect(running()).not.toEqual(before);
});

it("answers nothing once it is closed", async () => {
  await reader.close();
  await expect(reader.info("refs/heads/main")).rejects.toBeInstanceOf(GitTrouble);
});
