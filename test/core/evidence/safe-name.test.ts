// Names of delivered files: what passes can neither escape nor meet another file on any of three systems.

import { posix, win32 } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { collisionKey, collisions, nameProblem } from "../../../src/core/evidence/safe-name.ts";

const unsafe: [name: string, problem: string][] = [
  ["", "empty"],
  ["/etc/passwd", "absolute"],
  ["..", "parent"],
  ["a/../../b", "parent"],
  ["..\\x", "backslash"],
  ["https:/host/x", "colon"],
  ["C:/x", "colon"],
  ["a//b", "empty"],
  ["a/", "empty"],
  ["./a", "edge"],
  [".git/config", "git"],
  ["a/.GIT/config", "git"],
  ["a/git~1", "git"],
  [".env", "hidden"],
  ["a/.hidden/b", "hidden"],
  ["a\u0000b", "control"],
  ["a\nb", "control"],
  ["a\u202eb", "character"],
  ["a\u200db", "character"],
  ["a .md ", "edge"],
  [" a", "edge"],
  ["a.", "edge"],
  ["-rf", "edge"],
  ["con", "reserved"],
  ["a/NUL.txt", "reserved"],
  ["com1.log", "reserved"],
  ["com\u00b9.log", "reserved"],
  ["lpt9 .x", "reserved"],
  ["a|b", "character"],
  ["a*b", "character"],
  ['a"b', "character"],
  ["a~1/b", "character"],
  ["a\uff0f..\uff0fb", "parent"],
  ["\uff0e\uff0e/b", "parent"],
  ["a\uff1ab", "colon"],
  ["x".repeat(181), "too_long"],
  [`${"é".repeat(61)}`, "too_long"],
];

describe("names", () => {
  it.each(unsafe)("fault 139: %j is refused (%s)", (name, problem) => {
    const found = nameProblem(name);
    expect(found).not.toBeNull();
    // The look-alikes are refused as what they look like or as characters of their own.
    expect([problem, "character"]).toContain(found);
  });

  it.each([
    "agents/codex/evidence.md",
    "evidence/verification.md",
    "logs/test run (2).txt",
    "évidence/straße.md",
    "日本語.md",
  ])("%s passes", (name) => expect(nameProblem(name)).toBeNull());

  const piece = fc.oneof(
    fc.constantFrom(
      "..",
      ".",
      "",
      "con",
      "CON.txt",
      ".git",
      "git~1",
      "a",
      "A",
      "ß",
      "ss",
      "SS",
      "ﬁ",
      "fi",
      "İ",
      "i",
      "ı",
      "é",
      "e\u0301",
    ),
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.string({ unit: "grapheme-ascii", maxLength: 6 }),
    fc.constantFrom("\uff0f", "\uff0e\uff0e", "\u2024\u2024", "\u2215", "K", "\u212a", "ſ", "s", "Σ", "ς", "σ"),
  );
  const path = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
  const anyName = fc.array(path, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

  it("never escape when they pass", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        if (nameProblem(name) !== null) return;
        for (const form of [name, name.normalize("NFC"), name.normalize("NFD"), name.normalize("NFKC")]) {
          expect(win32.isAbsolute(form) || posix.isAbsolute(form)).toBe(false);
          expect(posix.normalize(`/root/${form}`).startsWith("/root/")).toBe(true);
          expect(win32.resolve("C:\\root", form).startsWith("C:\\root\\")).toBe(true);
          expect(win32.resolve("C:\\root", form).split("\\")).toHaveLength(form.split("/").length + 2);
        }
      }),
      { numRuns: 3000 },
    );
  });

  /** What the three systems make of a name: bytes, upper case by unit, canonical decomposition without case. */
  const systems: ((name: string) => string)[] = [
    (name) => name,
    (name) => Array.from(name, (char) => (char.toUpperCase().length === 1 ? char.toUpperCase() : char)).join(""),
    (name) => name.normalize("NFD").toLowerCase().normalize("NFD"),
  ];

  it("fault 140: never meet on any system when no collision is found", () => {
    expect(collisions(["Report.md", "report.md"]).size).toBe(2);
    expect(collisions(["a", "a/b"]).size).toBe(2);
    expect(collisions(["A/x", "a/y"]).size).toBe(2);
    expect(collisions(["a/x", "a/y", "b/x"]).size).toBe(0);
    fc.assert(
      fc.property(fc.array(anyName, { minLength: 2, maxLength: 6 }), (names) => {
        const sound = names.filter((name) => nameProblem(name) === null);
        const met = collisions(sound);
        for (const [index, one] of sound.entries()) {
          for (const other of sound.slice(index + 1)) {
            const same = systems.some((system) => system(one) === system(other));
            if (same) expect(met.has(one) && met.has(other)).toBe(true);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("folds until nothing changes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(collisionKey(collisionKey(name))).toBe(collisionKey(name));
      }),
      { numRuns: 3000 },
    );
  });
});
