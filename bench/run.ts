// Runs every bench/*.bench.ts in a process of its own; each measurement is one JSON line on stdout.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const wanted = process.argv.slice(2);
const benches = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".bench.ts") && wanted.every((part) => name.includes(part)))
  .sort();
const failed: string[] = [];
for (const name of benches) {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, name)], {
    cwd: join(import.meta.dirname, ".."),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(run.stdout);
  if (run.status !== 0 || run.stdout === "") failed.push(name);
}
if (failed.length > 0) console.error(`no result, or out of bounds: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;
