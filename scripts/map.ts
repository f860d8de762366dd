// Keeps the map honest: compares the tree in src/README.md with the disk, or (--write) redraws it from the disk.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** One line of the map: a path below src (folders end in `/`) and what it says the room is for. */
export interface MapEntry {
  path: string;
  says: string;
}

const fence = /```text map\n([\s\S]*?)```/;

/** The first line of a source file, which says what the room is for; other files say it in the map itself. */
function firstSentence(file: string): string | undefined {
  return /^\/\/ (.+)$/.exec(readFileSync(file, "utf8").split("\n", 1)[0] ?? "")?.[1];
}

/** Everything below `folder` in the order of the map: files, then folders that hold any; each by name. */
function onDisk(folder: string, prefix = ""): MapEntry[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const files = entries.filter((entry) => entry.isFile());
  const folders = entries.filter((entry) => entry.isDirectory());
  return [
    ...files.map(({ name }) => ({ path: prefix + name, says: firstSentence(join(folder, name)) ?? "" })),
    ...folders.flatMap(({ name }) => {
      const below = onDisk(join(folder, name), `${prefix}${name}/`);
      return below.length > 0 ? [{ path: `${prefix}${name}/`, says: "" }, ...below] : [];
    }),
  ];
}

/** Reads the drawn tree: two spaces of indent per level, a name, two or more spaces, what it says. */
function drawn(readme: string): MapEntry[] {
  const parents: string[] = [];
  return (fence.exec(readme)?.[1] ?? "").split("\n").flatMap((line) => {
    const [, indent = "", name = "", says = ""] = /^( *)(\S+)(?: {2,}(.*))?$/.exec(line) ?? [];
    if (name === "") return [];
    parents.length = indent.length / 2;
    const path = parents.join("") + name;
    if (name.endsWith("/")) parents.push(name);
    return [{ path, says }];
  });
}

/** Draws the tree as src/README.md shows it. */
function draw(entries: readonly MapEntry[]): string {
  return entries
    .map(({ path, says }) => {
      const [, parents = "", name = ""] = /^(.*?)([^/]+\/?)$/.exec(path) ?? [];
      return `${"  ".repeat(parents.split("/").length - 1)}${name}`.padEnd(36).concat("  ", says).trimEnd();
    })
    .join("\n");
}

/** The disk, with what only the map says (folders and files without a first sentence) taken from the map. */
function current(src: string, readme: string): MapEntry[] {
  const said = new Map(drawn(readme).map(({ path, says }) => [path, says]));
  return onDisk(src).map(({ path, says }) => ({ path, says: says || (said.get(path) ?? "") }));
}

/**
 * What the map of `src` gets wrong: entries that are missing from it, extra in it, silent (a folder or file nobody
 * explains) or different from the file's own first sentence.
 */
export function mapProblems(src: string): string[] {
  const readme = readFileSync(join(src, "README.md"), "utf8");
  const onMap = new Map(drawn(readme).map(({ path, says }) => [path, says]));
  const disk = current(src, readme);
  const real = new Set(disk.map(({ path }) => path));
  return [
    ...disk.filter(({ path }) => !onMap.has(path)).map(({ path }) => `missing from the map: ${path}`),
    ...[...onMap.keys()].filter((path) => !real.has(path)).map((path) => `on the map but not on disk: ${path}`),
    ...disk.filter(({ says }) => says === "").map(({ path }) => `nothing says what it is for: ${path}`),
    ...disk
      .filter(({ path, says }) => onMap.has(path) && onMap.get(path) !== says)
      .map(({ path, says }) => `the map says otherwise than the file: ${path} (${says})`),
  ];
}

/** Redraws the tree of `src`/README.md from the disk; folders keep what the map said about them. */
export function redrawMap(src: string): void {
  const path = join(src, "README.md");
  const readme = readFileSync(path, "utf8");
  const tree = draw(current(src, readme));
  writeFileSync(
    path,
    readme.replace(fence, () => `\`\`\`text map\n${tree}\n\`\`\``),
  );
}

if (import.meta.main) {
  const src = resolve(import.meta.dirname, "../src");
  if (process.argv.includes("--write")) redrawMap(src);
  const problems = mapProblems(src);
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
