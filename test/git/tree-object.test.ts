// Splicing and searching tree objects agree with a plain model of git's order, and with git itself.
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findEntry, spliceTree, Tree, type TreeEdit, treeEntries } from "../../src/git/tree-object.ts";
import { git, initRepository, temporaryFolder } from "../support/local-repository.ts";

type Standing = { kind: "file" | "folder"; oid: string };

/** Few letters around `/` in the alphabet, so that files and folders often begin alike. */
const name = fc
  .array(fc.constantFrom("a", "b", "-", ".", "0", "é"), { minLength: 1, maxLength: 4 })
  .map((letters) => letters.join(""))
  .filter((text) => text !== "." && text !== "..");
const entry = fc.record({
  kind: fc.constantFrom("file" as const, "folder" as const),
  oid: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString("hex")),
});
const standing = fc.dictionary(name, entry, { maxKeys: 12 });

function sortKey([text, { kind }]: [string, Standing]): Buffer {
  return Buffer.from(kind === "folder" ? `${text}/` : text);
}

function model(entries: Record<string, Standing>): Buffer {
  const sorted = Object.entries(entries).sort((a, b) => sortKey(a).compare(sortKey(b)));
  return Buffer.concat(
    sorted.flatMap(([text, { kind, oid }]) => [
      Buffer.from(`${kind === "folder" ? "40000" : "100644"} ${text}\0`),
      Buffer.from(oid, "hex"),
    ]),
  );
}

describe("tree objects", () => {
  it("finds every entry that stands and none that does not", () => {
    fc.assert(
      fc.property(standing, name, (entries, other) => {
        const tree = new Tree(model(entries), 20);
        for (const [text, { kind, oid }] of Object.entries(entries)) {
          expect(findEntry(tree, text)).toEqual({ kind, name: text, oid });
        }
        if (!Object.hasOwn(entries, other)) expect(findEntry(tree, other)).toBeNull();
        expect(
          treeEntries(tree)
            .map((found) => found.name)
            .sort(),
        ).toEqual(Object.keys(entries).sort());
      }),
    );
  });

  it("splices to exactly the tree that would have been built anew", () => {
    const edit = fc.tuple(name, fc.option(entry));
    fc.assert(
      fc.property(standing, fc.array(edit, { maxLength: 6 }), (entries, wishes) => {
        const next = { ...entries };
        const edits = new Map<string, TreeEdit>();
        for (const [text, wish] of wishes) {
          const before = entries[text];
          // An entry is replaced by its own kind only; the writer refuses anything else before it splices.
          const put = wish && before ? { ...wish, kind: before.kind } : wish;
          edits.set(text, put);
          if (put) next[text] = put;
          else delete next[text];
        }
        expect(spliceTree(new Tree(model(entries), 20), edits)).toEqual(model(next));
      }),
    );
  });

  it("is malformed rather than misread when bytes are cut off", () => {
    const whole = model({ a: { kind: "file", oid: "00".repeat(20) }, bb: { kind: "folder", oid: "11".repeat(20) } });
    const first = 1 + whole.indexOf(0) + 20;
    for (let length = 1; length < whole.length; length++) {
      // Exactly the first entry is a sound tree of its own.
      if (length === first) continue;
      expect(() => treeEntries(new Tree(whole.subarray(0, length), 20))).toThrow(RangeError);
    }
  });
});

describe("git agrees", () => {
  const place = temporaryFolder();
  let dir: string;
  beforeAll(() => {
    dir = initRepository(join(place.dir, "repo"), "--bare");
  });
  afterAll(place.remove);

  it("on the order of files and folders that begin alike", () => {
    const blob = git(dir, ["hash-object", "-w", "--stdin"], "x").trim();
    const folder = git(dir, ["mktree"], `100644 blob ${blob}\tx\n`).trim();
    const entries: Record<string, Standing> = {
      a: { kind: "folder", oid: folder },
      "a-b": { kind: "file", oid: blob },
      "a.b": { kind: "folder", oid: folder },
      a0: { kind: "file", oid: blob },
      é: { kind: "folder", oid: folder },
      "a--": { kind: "folder", oid: folder },
    };
    const edits = new Map<string, TreeEdit>(Object.entries(entries));
    const built = spliceTree(new Tree(Buffer.alloc(0), 20), edits);
    const listing = Object.entries(entries).map(([text, { kind, oid }]) =>
      kind === "folder" ? `040000 tree ${oid}\t${text}\0` : `100644 blob ${oid}\t${text}\0`,
    );
    const made = git(dir, ["mktree", "-z"], listing.join("")).trim();
    expect(git(dir, ["hash-object", "-t", "tree", "-w", "--stdin"], built).trim()).toBe(made);
  });
});
