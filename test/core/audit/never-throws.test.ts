// Whatever a folder holds, the audit answers: random files, hostile JSON, bytes that are no text, links that lead away.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditFolder, wantedAround } from "../../../src/core/audit/audit.ts";
import type { FolderFile } from "../../../src/core/audit/folder-value.ts";
import { folderOf, goodTexts } from "./folders.ts";

const good = goodTexts();
const names = [
  ...good.keys(),
  "evidence-status.json",
  "correction-cycle.json",
  "historical-audit-boundary.json",
  "runtime/manual/adoption.json",
  "runtime/manual/receipts.v3.jsonl",
  "runtime/manual/attestation-decisions.jsonl",
  "approvals/requested.jsonl",
  "approvals/user-decisions.jsonl",
  "cost-report.json",
];

const awkward = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    { toString: 1, valueOf: 2 },
    { __proto__: null },
    { constructor: [] },
    Number.MAX_VALUE,
    "../..",
    "\u0000",
  ),
);

/** A good record with one of its parts replaced by something else. */
function disturbed(text: string): fc.Arbitrary<string> {
  return fc.tuple(fc.nat(), awkward).map(([position, value]) => {
    const places = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?=\s*[,}\]])|\b\d+\b|\btrue\b|\[\]|\{\}/g)];
    const place = places[position % Math.max(places.length, 1)];
    if (place === undefined) return text;
    const end = place.index + place[0].length;
    return text.slice(0, place.index) + JSON.stringify(value) + text.slice(end);
  });
}

const change = fc.constantFrom(...names).chain((name) =>
  fc.tuple(
    fc.constant(name),
    fc.oneof(
      disturbed(good.get(name) ?? "{}"),
      awkward.map((value) => JSON.stringify(value)),
      awkward.map((value) => JSON.stringify({ evidence: value, items: value, rounds: value, entries: value })),
      fc.string(),
      fc.uint8Array({ maxLength: 40 }),
      fc.constant(null),
    ),
  ),
);

function entryOf(content: string | Uint8Array | null): FolderFile {
  return { content, outside: content === null };
}

describe("the audit never throws", () => {
  it("on good folders with random changes", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const folder = folderOf(good);
        const files = new Map(folder.files);
        for (const [name, content] of changes) files.set(name, entryOf(content));
        const value = { ...folder, files };
        expect(wantedAround(value).refs).not.toContain("");
        expect(auditFolder(value).items).toHaveLength(38);
      }),
      { numRuns: 150 },
    );
  });

  it("on folders of random JSON alone", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), awkward), (files) => {
        const texts = new Map(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value) ?? ""]));
        expect(auditFolder(folderOf(texts)).status).toBe("fail");
      }),
      { numRuns: 100 },
    );
  });

  it("on JSON that nests a hundred thousand deep, which counts as absent", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const texts = new Map([...good].map(([name]) => [name, name.endsWith(".json") ? `{"a":${deep}}` : deep]));
    expect(auditFolder(folderOf(texts)).items[0]).toMatchObject({ status: "fail" });
  });

  it("on a name that cannot be a reference", () => {
    const texts = new Map([...good, ["/", "x"], ["..", "x"], ["a//b", "x"]]);
    expect(auditFolder(folderOf(texts)).status).toBe("pass");
  });
});
