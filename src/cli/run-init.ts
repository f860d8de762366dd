// `init`: writes the starter files into a work tree, never over a file that is there.
import { lstatSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { policyPaths } from "../core/policy/document.ts";
import { type InitReport, initReport } from "../core/say/init-text.ts";
import { makeFolder } from "./make-folder.ts";
import { attempt } from "./read-input.ts";
import { starterFiles } from "./starter-files.ts";
import { UsageProblem } from "./usage-problem.ts";

const actionName = /^(?:\.\/[\w./-]*|[\w.-]+\/[\w.-]+(?:\/[\w./-]+)?@[\w./-]+)$/;

/** Writes what is missing and reports both lists; a file that exists is left as it is. Throws UsageProblem. */
export async function runInit(options: { dir: string; uses?: string; private?: boolean }): Promise<InitReport> {
  const { uses } = options;
  // No default: whatever stands there runs with write access, and a name of ours might be a stranger's tomorrow.
  if (uses === undefined) throw new UsageProblem("action_missing", { what: "--uses" });
  if (!actionName.test(uses)) throw new UsageProblem("not_an_action", { what: uses });
  const written: string[] = [];
  const kept: string[] = [];
  for (const { path, text } of starterFiles({ uses, isPrivate: options.private ?? false })) {
    const there = standing(options.dir, path);
    if (there !== null) kept.push(there);
    else {
      write(join(options.dir, path), text);
      written.push(path);
    }
  }
  return initReport({ written, kept });
}

/** What stands where the file would go. A policy may have either of two names, and both at once would be an error. */
function standing(dir: string, path: string): string | null {
  const names: readonly string[] = path === policyPaths[0] ? policyPaths : [path];
  // A link that leads nowhere is there, too. What cannot be looked at cannot be written either, and that tells why.
  const isThere = (name: string) => attempt(() => lstatSync(join(dir, name))).kind === "value";
  return names.find(isThere) ?? null;
}

function write(place: string, text: string): void {
  const done = attempt(() => {
    makeFolder(dirname(place));
    writeFileSync(place, text, { flag: "wx" });
  });
  if (done.kind === "problem") throw new UsageProblem("file_unwritable", { what: place, problem: done.problem });
}
