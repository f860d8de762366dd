// Evidence archives: what upload tools make is read; whatever lies about itself is refused before it is unpacked.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quarantine } from "../../src/core/evidence/quarantine.ts";
import { readArtifact } from "../../src/github/artifact-entries.ts";
import { makeZip, type ZipEnd, type ZipEntry } from "../support/zip-maker.ts";

const limits = { files: 10, fileBytes: 10_000, totalBytes: 20_000 };
const a: ZipEntry = { name: "a.md", content: "words ".repeat(50) };
const b: ZipEntry = { name: "logs/b.txt", content: "b", stored: true };

function outcome(entries: readonly ZipEntry[], end: ZipEnd = {}): string {
  const reading = readArtifact(makeZip(entries, end), limits);
  return reading.kind === "entries" ? "entries" : reading.reason.text.replace(/^[^:]*: (.*?)\. .*$/s, "$1");
}

describe("archives", () => {
  it.each<[string, Partial<ZipEntry>]>([
    ["plain", {}],
    ["with signed descriptors, as upload-artifact streams them", { descriptor: "signed" }],
    ["with plain descriptors", { descriptor: "plain" }],
    ["stored", { stored: true }],
  ])("are read: %s", (_, how) => {
    const reading = readArtifact(
      makeZip([{ ...a, ...how }, { name: "logs/", stored: true, attributes: (0o40755 << 16) | 0x10 }, b], {
        comment: "made by hand",
      }),
      limits,
    );
    expect(reading.kind).toBe("entries");
    const entries = reading.kind === "entries" ? reading.entries : [];
    expect(entries.map(({ name, kind, bytes }) => [name, kind, Buffer.from(bytes).toString()])).toEqual([
      ["a.md", "file", a.content],
      ["logs/", "folder", ""],
      ["logs/b.txt", "file", "b"],
    ]);
  });

  it("of a real zip tool are read, links told apart", (context) => {
    const folder = mkdtempSync(join(tmpdir(), "artifact-"));
    try {
      mkdirSync(join(folder, "in/logs"), { recursive: true });
      writeFileSync(join(folder, "in/a.md"), "words ".repeat(100));
      symlinkSync("/etc/passwd", join(folder, "in/logs/link"));
      const script =
        "import os,stat,sys,zipfile\nz=zipfile.ZipFile('out.zip','w',zipfile.ZIP_DEFLATED)\nz.write('in/a.md','a.md')\ni=zipfile.ZipInfo('logs/link')\ni.create_system=3\ni.external_attr=(stat.S_IFLNK|0o777)<<16\nz.writestr(i,'/etc/passwd')\nz.close()";
      try {
        execFileSync("python3", ["-c", script], { cwd: folder });
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT")
          context.skip("no other zip tool here");
        throw error;
      }
      const reading = readArtifact(readFileSync(join(folder, "out.zip")), limits);
      const entries = reading.kind === "entries" ? reading.entries : [];
      expect(entries.map(({ name, kind }) => [name, kind])).toEqual([
        ["a.md", "file"],
        ["logs/link", "link"],
      ]);
      expect(quarantine(entries, limits)).toMatchObject({ kind: "refused", refused: [{ name: "logs/link" }] });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each<[string, ZipEntry[], ZipEnd, string]>([
    ["encryption", [{ ...a, flags: 0x801 }], {}, "it is encrypted"],
    ["strong encryption", [{ ...a, flags: 0x840 }], {}, "it is encrypted"],
    [
      "an unknown method",
      [{ ...a, central: { method: 12 }, local: { method: 12 } }],
      {},
      "it is packed with an unknown method",
    ],
    ["zip64 sizes", [{ ...a, central: { size: 0xffffffff } }], {}, "it uses the format for very large archives"],
    ["a zip64 field", [{ ...a, extra: Uint8Array.of(1, 0, 0, 0) }], {}, "it uses the format for very large archives"],
    [
      "a zip64 locator",
      [a],
      { before: Uint8Array.of(0x50, 0x4b, 6, 7, ...Array(16).fill(0)) },
      "it uses the format for very large archives",
    ],
    ["a second name", [{ ...a, extra: Uint8Array.of(0x75, 0x70, 0, 0) }], {}, "it holds a name that cannot be read"],
    [
      "a name in an unknown code page",
      [{ ...a, name: Uint8Array.of(0x81, 0x41), flags: 0 }],
      {},
      "it holds a name that cannot be read",
    ],
    ["a name that is no UTF-8", [{ ...a, name: Uint8Array.of(0xc3, 0x28) }], {}, "it holds a name that cannot be read"],
    ["too many entries", Array.from({ length: 11 }, (_, n) => ({ name: `${n}` })), {}, "it holds too many files"],
    ["a large entry", [{ name: "x", content: "x".repeat(10_001) }], {}, "it would unpack to more than is allowed"],
    [
      "large entries",
      [1, 2, 3].map((n) => ({ name: `${n}`, content: "x".repeat(9_000) })),
      {},
      "it would unpack to more than is allowed",
    ],
    [
      "another name in the local header",
      [{ ...a, local: { name: Buffer.from("b.md") } }],
      {},
      "its headers contradict one another",
    ],
    ["another size in the local header", [{ ...a, local: { size: 1 } }], {}, "its headers contradict one another"],
    ["another method in the local header", [{ ...a, local: { method: 0 } }], {}, "its headers contradict one another"],
    [
      "a descriptor that lies",
      [{ ...a, descriptor: "signed", described: { size: 7 } }],
      {},
      "its headers contradict one another",
    ],
    [
      "a descriptor that lies about the checksum",
      [{ ...a, descriptor: "plain", described: { crc: 7 } }],
      {},
      "its headers contradict one another",
    ],
    ["a wrong checksum", [{ ...a, central: { crc: 7 }, local: { crc: 7 } }], {}, "its content is not what it declares"],
    [
      "less content than declared",
      [{ ...a, central: { size: 400 }, local: { size: 400 } }],
      {},
      "its content is not what it declares",
    ],
    [
      "more content than declared",
      [{ ...a, central: { size: 4 }, local: { size: 4 } }],
      {},
      "its content is not what it declares",
    ],
    [
      "packed data that is none",
      [{ ...a, central: { packed: 3 }, local: { packed: 3, data: Buffer.from("???") } }],
      {},
      "its content is not what it declares",
    ],
    [
      "a stored size that lies",
      [{ ...b, central: { size: 7 }, local: { size: 7 } }],
      {},
      "its headers contradict one another",
    ],
    ["entries that overlap", [a, { ...a, central: { header: 0 } }], {}, "its files overlap"],
    [
      "a folder with content",
      [{ ...b, name: "logs/", attributes: 0o40755 << 16 }],
      {},
      "its headers contradict one another",
    ],
    ["a directory that is elsewhere", [a], { start: 0 }, "it is damaged"],
    ["a directory that is too short", [a, b], { entries: 1 }, "it is damaged"],
    ["a directory that is too long", [a], { entries: 2 }, "it is damaged"],
    ["several parts", [a], { disk: 1 }, "it is one part of several"],
  ])("are refused for %s", (_, entries, end, why) => expect(outcome(entries, end)).toBe(why));

  it("fault 139: a bomb is refused by what it declares, and cannot grow beyond it", () => {
    const bomb = deflateRawSync(Buffer.alloc(50_000_000));
    const lie = { packed: bomb.length, size: 9_999 };
    expect(outcome([{ name: "x", content: Buffer.alloc(50_000_000) }])).toBe("it would unpack to more than is allowed");
    expect(outcome([{ name: "x", central: lie, local: { ...lie, data: bomb } }])).toBe(
      "its content is not what it declares",
    );
  });

  it("tells devices and folders without a slash from files", () => {
    const kinds = [0o120777, 0o020644, 0o040755, 0o010644, 0o100644, 0].map((mode) => ({
      name: `x${mode}`,
      attributes: mode * 0x10000,
    }));
    const reading = readArtifact(makeZip(kinds), limits);
    expect(reading.kind === "entries" ? reading.entries.map(({ kind }) => kind) : reading).toEqual([
      "link",
      "other",
      "other",
      "other",
      "file",
      "file",
    ]);
  });

  it("are refused when they are none, cut short or followed by more", () => {
    const whole = makeZip([a, b]);
    for (const bytes of [
      new Uint8Array(),
      Buffer.from("PK"),
      Buffer.alloc(100),
      whole.subarray(0, -1),
      whole.subarray(10),
      Buffer.concat([whole, Buffer.from("x")]),
    ]) {
      expect(readArtifact(bytes, limits).kind).toBe("unreadable");
    }
  });

  it("never throw, whichever byte is changed, and never give content that was not declared", () => {
    const whole = makeZip([a, { ...b, descriptor: "signed" }]);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const bytes = Uint8Array.from(whole);
          for (const [at, value] of changes) bytes[at] = value;
          const reading = readArtifact(bytes, limits);
          if (reading.kind === "unreadable") return;
          expect(reading.entries.map((entry) => Buffer.from(entry.bytes).toString())).toEqual([a.content, b.content]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
