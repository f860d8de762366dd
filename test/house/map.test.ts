// src/README.md's tree equals the disk, in both directions.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mapProblems, redrawMap } from "../../scripts/map.ts";

it("shows every file and folder of src, and nothing else (npm run map redraws it)", () => {
  expect(mapProblems("src")).toEqual([]);
});

it("notices a missing, an extra, a silent and a changed entry, and redraws itself", () => {
  const src = mkdtempSync(join(tmpdir(), "map-"));
  try {
    mkdirSync(join(src, "room"));
    writeFileSync(join(src, "room/new.ts"), "// A new thing.\n");
    writeFileSync(join(src, "known.ts"), "// A thing that changed.\n");
    writeFileSync(
      join(src, "README.md"),
      "```text map\nREADME.md  The map.\nknown.ts  A thing.\ngone.ts  Was here.\nroom/\n```\n",
    );
    expect(mapProblems(src)).toEqual([
      "missing from the map: room/new.ts",
      "on the map but not on disk: gone.ts",
      "nothing says what it is for: room/",
      "the map says otherwise than the file: known.ts (A thing that changed.)",
    ]);
    redrawMap(src);
    expect(mapProblems(src)).toEqual(["nothing says what it is for: room/"]);
    expect(readFileSync(join(src, "README.md"), "utf8")).toMatch(/room\/\n {2}new\.ts +A new thing\.\n/);
  } finally {
    rmSync(src, { recursive: true });
  }
});
