// What an audit of many tasks costs in one process: whether it grows with their number, in time and in memory.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readTaskFolder } from "../src/cli/task-folders.ts";
import { auditFolder } from "../src/core/audit/audit.ts";
import { finishedTask } from "../test/support/finished-task.ts";
import { report, runNode, timed } from "./measure.ts";

if (!existsSync("dist/cli.js")) process.exit(1);

const now = "2026-08-01T00:00:00Z";
const root = mkdtempSync(join(tmpdir(), "audit-bench-"));

/** Hands out so many copies of a small manual task, half a folder each; audits go round them. */
function smallTasks(count: number): string[] {
  const folders = Array.from({ length: count }, (_, number) => join(root, `small-${number}`));
  for (const folder of folders) cpSync(resolve("test/fixtures/folders/manual-done"), folder, { recursive: true });
  return folders;
}

/** A finished task with everything in it. */
function finishedFolder(): string {
  const { id, files, workspace } = finishedTask();
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const folder = join(root, "workspace/.herdr-loop/tasks", id);
  for (const [path, text] of files) put(join(folder, path), text);
  for (const [path, text] of workspace) put(join(root, "workspace", path), text);
  return folder;
}

/** Milliseconds per audit of `count` audits; anything but a pass ends the benchmark, so that no failure is fast. */
function perTask(folders: readonly string[], count: number): number {
  const time = timed(() => {
    for (let number = 0; number < count; number++) {
      const { status } = auditFolder(readTaskFolder(folders[number % folders.length] ?? "", now));
      if (status !== "pass") process.exit(1);
    }
  });
  return time / count;
}

/** Megabytes of the heap that are still in use after everything that can be freed was. */
function heap(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed / 1_000_000;
}

const small = smallTasks(500);
perTask(small, 500);
const few = perTask(small, 1_000);
const heapOfFew = heap();
const many = perTask(small, 10_000);
const heapOfMany = heap();
report({
  name: "audit of 10,000 tasks against 1,000, time per task",
  ...{ value: many, baseline: few, unit: "ms", bound: { of: "ratio", at: "most", limit: 1.3 } },
});
report({
  name: "memory after auditing 10,000 tasks against 1,000",
  ...{ value: heapOfMany, baseline: heapOfFew, unit: "MB", bound: { of: "ratio", at: "most", limit: 1.1 } },
});

const finished = finishedFolder();
perTask([finished], 100);
const together = 1_000 / perTask([finished], 1_000);
const processes = 10;
const alone = timed(() => {
  for (let number = 0; number < processes; number++) runNode(["dist/cli.js", "audit", finished]);
});
report({
  name: "finished tasks audited in one process against one process each",
  ...{ value: together, baseline: processes / (alone / 1_000), unit: "per second" },
  bound: { of: "ratio", at: "least", limit: 5 },
});
rmSync(root, { recursive: true, force: true });
