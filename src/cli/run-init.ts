// `init`: writes the starter files into a work tree, never over a file that is there.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type InitReport, initReport } from "../core/say/init-text.ts";
import { starterFiles } from "./starter-files.ts";

/** Writes what is missing and reports both lists; a file that exists is left as it is. */
export async function runInit(options: { dir: string; uses: string; private?: boolean }): Promise<InitReport> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const { path, text } of starterFiles({ uses: options.uses, isPrivate: options.private ?? false })) {
    const place = join(options.dir, path);
    if (existsSync(place)) {
      kept.push(path);
      continue;
    }
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
    written.push(path);
  }
  return initReport({ written, kept });
}
