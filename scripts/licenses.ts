// The licence texts of every package whose code stands in dist/, gathered into one file.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

/** Package folder of a bundled file (`node_modules/a/node_modules/@b/c/x.js` -> `node_modules/a/node_modules/@b/c`). */
function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

/** One package's heading and licence text. */
function entry(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = readdirSync(folder).find((candidate) => /^(licen[cs]e|copying)/i.test(candidate));
  const text = file === undefined ? "(The package ships no licence file.)" : readFileSync(join(folder, file), "utf8");
  return `${name}@${version} (${license ?? "see text"})\n\n${text.replaceAll("\r\n", "\n").trim()}\n`;
}

/**
 * The text of dist/licenses.txt: one section per package that contributes bytes to a bundle, in order of its name.
 * @param root folder that the metafiles' paths are relative to
 */
export function licenses(root: string, metafiles: readonly Metafile[]): string {
  const folders = new Set<string>();
  for (const output of metafiles.flatMap(({ outputs }) => Object.values(outputs))) {
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
      const folder = packageFolder(input);
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  const sections = [...new Set([...folders].map((folder) => entry(join(root, folder))))].sort();
  return ["Packages bundled in this folder and their licences.\n", ...sections].join(`\n${"-".repeat(80)}\n\n`);
}
