// The files of the project as the house tests read them: what git knows or would know, and nothing generated.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Paths of the project's files that match `pattern`, from the repository's root; ignored files are left out. */
export function filesMatching(pattern: RegExp): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  return listed
    .split("\0")
    .filter((path) => pattern.test(path) && existsSync(path))
    .sort();
}

/** Text of one file of the project. */
export function textOf(path: string): string {
  return readFileSync(path, "utf8");
}

/** The fenced blocks of a Markdown file written in `language`. */
export function fencedBlocks(markdown: string, language: RegExp): string[] {
  const fences = markdown.matchAll(/^( *)(`{3,}|~{3,})(\S*)[^\n]*\n([\s\S]*?)^\1\2 *$/gm);
  return [...fences].filter(([, , , info = ""]) => language.test(info)).map(([, , , , text = ""]) => text);
}
