// A ledger that grows by many commits is packed by git's own clean-up, unless its owner switched that off.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { git, headOf, initRepository, openLocal, temporaryFolder } from "../support/local-repository.ts";
import { committed, loaded, stepOn, texts } from "../support/repository-contract.ts";

let place: ReturnType<typeof temporaryFolder>;
let dir: string;

beforeEach(() => {
  place = temporaryFolder();
  dir = initRepository(join(place.dir, "repo"), "--bare");
  git(dir, ["config", "gc.autoDetach", "false"]);
});

afterEach(() => place.remove());

/** Texts whose blob ids begin with 17: git judges by that folder whether there are many loose objects. */
function sampled(count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let n = 0; Object.keys(files).length < count; n++) {
    const text = `text ${n}\n`;
    if (createHash("sha1").update(`blob ${text.length}\0${text}`).digest("hex").startsWith("17"))
      files[`t/${n}`] = text;
  }
  return files;
}

const packs = () => Number(/^packs: (\d+)$/m.exec(git(dir, ["count-objects", "-v"]))?.[1]);

it.each([
  ["few objects", 5, "6700", 0],
  ["many objects", 40, "6700", 1],
  ["many objects, switched off", 40, "0", 0],
])("%s", async (_, count, setting, expected) => {
  git(dir, ["config", "gc.auto", setting]);
  const files = sampled(count);
  const { repository, close } = await openLocal(dir);
  const head = await committed(repository, stepOn(null, files));
  await close();
  expect(packs()).toBe(expected);
  expect(headOf(dir, "valp-ledger")).toBe(head);
  const again = await openLocal(dir);
  expect(texts((await loaded(again.repository, { folders: ["t"] })).ledger.files)).toEqual(files);
  await again.close();
});
