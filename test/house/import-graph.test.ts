// Who may import whom, read from the resolved imports of every source: the linter sees the words, this sees the rooms.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesMatching, textOf } from "./project-files.ts";

type Room = "core" | "ports" | "flows" | "github" | "git" | "runtimes" | "intake" | "web" | "action" | "app" | "cli";

const ofCore: Room[] = ["core", "ports"];
const doors: Room[] = ["action", "app", "cli"];

/** Rooms whose imports are bounded, and the rooms that each may import besides itself. Doors may import every room. */
const mayImport: Partial<Record<Room, Room[]>> = {
  ports: ["core"],
  core: ofCore,
  flows: ofCore,
  github: ofCore,
  git: ofCore,
  runtimes: ofCore,
  intake: ofCore,
  web: ofCore,
};

/** Packages that only one room may know, by the start of the name. */
const ownedPackages: [prefix: RegExp, rooms: Room[]][] = [
  [/^@actions\//, ["action"]],
  [/^probot/, ["app"]],
  [/^(octokit|@octokit\/)/, ["github", ...doors]],
  [/^commander/, ["cli"]],
  [/^node:sqlite/, ["intake", "app"]],
];

/** Room of a source file: its top folder, or the file itself at the top of src (other top files belong to the doors). */
function roomOf(path: string): string {
  return /^src\/([^/.]+)/.exec(path)?.[1] ?? path;
}

interface Import {
  from: string;
  what: string;
  target: string;
}

/** Every import of the project's sources; a relative one is resolved to a path from the root. */
const imports: Import[] = filesMatching(/^src\/.*\.ts$/).flatMap((from) =>
  [...textOf(from).matchAll(/(?:^|\n)(?:import|export)[^;]*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g)].map(
    ([, still, late]) => {
      const what = still ?? late ?? "";
      return { from, what, target: what.startsWith(".") ? join(dirname(from), what) : what };
    },
  ),
);

describe("rooms", () => {
  it("finds the imports at all", () => {
    expect(imports.length).toBeGreaterThan(20);
    expect(imports.filter(({ what, target }) => what.startsWith(".") && !existsSync(target))).toEqual([]);
  });

  it("import only the rooms they may", () => {
    const wrong = imports.filter(({ from, what, target }) => {
      const room = roomOf(from);
      const allowed = mayImport[room as Room];
      return (
        allowed !== undefined &&
        what.startsWith(".") &&
        roomOf(target) !== room &&
        !allowed.includes(roomOf(target) as Room)
      );
    });
    expect(wrong).toEqual([]);
  });

  it("never import a door", () => {
    const wrong = imports.filter(
      ({ from, target }) =>
        doors.includes(roomOf(target) as Room) && target.startsWith("src/") && roomOf(from) !== roomOf(target),
    );
    expect(wrong).toEqual([]);
  });

  it("know only their own packages", () => {
    const wrong = imports.filter(({ from, what }) =>
      ownedPackages.some(([prefix, rooms]) => prefix.test(what) && !rooms.includes(roomOf(from) as Room)),
    );
    expect(wrong).toEqual([]);
  });
});
