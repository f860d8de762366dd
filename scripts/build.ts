// Builds dist/: the doors as bundles that run on a bare Node 20.18 or newer, byte for byte the same from the same sources.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build as bundle, type Plugin } from "esbuild";
import { licenses } from "./licenses.ts";

/**
 * Doors that run with nothing installed: everything they import is inside the bundle. Each is bundled by itself, because
 * a process that lives for one event notices every file it has to open.
 */
const standalone = ["action", "cli"];
/** Doors that run beside an installed node_modules. */
const installed = ["app"];

/** CommonJS packages inside an ES module still ask for `require`. */
const banner = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`;

/**
 * The toolkit's modules only define things, but do not say so. Told that, esbuild leaves out what nobody uses:
 * without an OIDC call no HTTP client and no undici (over 400 kB) come along for inputs, outputs and the summary.
 */
const toolkitHasNoSideEffects: Plugin = {
  name: "toolkit-has-no-side-effects",
  setup(build) {
    build.onResolve({ filter: /^(@actions\/|undici$|\.)/ }, async ({ path, ...from }) => {
      const ofToolkit = /^(@actions\/|undici$)/.test(path) || /node_modules\/@actions\//.test(from.importer);
      if (!ofToolkit || from.pluginData === "resolved") return undefined;
      const { kind, importer, resolveDir, namespace } = from;
      const found = await build.resolve(path, { kind, importer, resolveDir, namespace, pluginData: "resolved" });
      return { ...found, sideEffects: false };
    });
  },
};

/**
 * Packages of which another package uses a small part, and that part. The toolkit's HTTP goes through a fetch of ours, so
 * undici is only built and never asked; the REST plugin writes out every endpoint as a method, and we call endpoints by
 * route; commonmark decodes entities and never encodes them.
 */
const parts: Readonly<Record<string, { usedBy: string; text: string }>> = {
  undici: {
    usedBy: "node_modules/@actions/",
    text: "export class ProxyAgent {}\nexport const fetch = undefined;",
  },
  "@octokit/plugin-rest-endpoint-methods": {
    usedBy: "node_modules/@actions/",
    text: "export const restEndpointMethods = () => ({});",
  },
  entities: {
    usedBy: "node_modules/commonmark/",
    text: 'export { decodeHTMLStrict } from "entities/lib/decode.js";',
  },
};

const packagesInPart: Plugin = {
  name: "packages-in-part",
  setup(build) {
    const filter = new RegExp(`^(${Object.keys(parts).join("|")})$`);
    build.onResolve({ filter }, ({ path, importer }) => {
      if (!importer.includes(parts[path]?.usedBy ?? path)) return undefined;
      return { path, namespace: "part", sideEffects: false };
    });
    build.onLoad({ filter: /./, namespace: "part" }, ({ path }) => ({
      contents: parts[path]?.text ?? "",
      resolveDir: resolve(import.meta.dirname, ".."),
    }));
  },
};

/** The doors of `names` that exist, as esbuild entry points. */
function entries(root: string, names: readonly string[]): Record<string, string> {
  const present = names.filter((name) => existsSync(join(root, `src/${name}.ts`)));
  return Object.fromEntries(present.map((name) => [name, `src/${name}.ts`]));
}

async function bundleDoors(root: string, names: readonly string[], packages: "bundle" | "external") {
  const { outputFiles, metafile } = await bundle({
    absWorkingDir: root,
    preserveSymlinks: true,
    entryPoints: entries(root, names),
    outdir: "dist",
    chunkNames: "chunks/[name]-[hash]",
    bundle: true,
    splitting: packages === "bundle",
    packages,
    platform: "node",
    format: "esm",
    target: "node20.18",
    banner: packages === "bundle" ? { js: banner } : {},
    minify: packages === "bundle",
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "warning",
    plugins: [packagesInPart, toolkitHasNoSideEffects],
  });
  return { outputFiles, metafile };
}

/** Makes `folder` hold exactly `files` (path below it -> bytes): writes what differs, removes what is stale. */
function mirror(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(path.slice(folder.length + 1))) rmSync(path);
  }
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    if (existsSync(path) && readFileSync(path).equals(bytes)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/**
 * Builds every door that exists under `root` into `out`.
 * @returns the files written, path below `out` -> size in bytes
 * @throws when a bundle fails
 */
export async function buildDist(root: string, out: string): Promise<Map<string, number>> {
  const alone = await Promise.all(standalone.map((name) => bundleDoors(root, [name], "bundle")));
  const beside = await bundleDoors(root, installed, "external");
  const text = (content: string) => new TextEncoder().encode(content);
  const files = new Map<string, Uint8Array>([
    [
      "licenses.txt",
      text(
        licenses(
          root,
          alone.map(({ metafile }) => metafile),
        ),
      ),
    ],
    ["package.json", text('{ "type": "module" }\n')],
  ]);
  for (const file of [...alone, beside].flatMap(({ outputFiles }) => outputFiles)) {
    files.set(file.path.slice(resolve(root, "dist").length + 1), file.contents);
  }
  mirror(out, files);
  return new Map([...files].map(([name, bytes]) => [name, bytes.length]));
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, "..");
  const generator = join(root, "scripts/generate-policy.ts");
  if (existsSync(generator)) {
    const generated = spawnSync(process.execPath, [generator], { cwd: root, stdio: "inherit" });
    if (generated.status !== 0) process.exit(generated.status ?? 1);
  }
  const sizes = await buildDist(root, join(root, "dist"));
  for (const [name, bytes] of [...sizes].sort()) console.log(`${String(bytes).padStart(9)}  dist/${name}`);
}
