// An event that opens a task on GitHub: the whole process of dist/action.js against an empty Node, network excluded.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { stepEnvironment } from "../test/support/step-runner.ts";
import { inTurns, report, runNode } from "./measure.ts";
import { recordStep } from "./recorded-step.ts";

const door = resolve("dist/action.js");
if (!existsSync(door)) process.exit(1);
const { payload, repository, token, answers } = await recordStep();
const server = new Worker(join(import.meta.dirname, "replay-server.ts"), { workerData: answers });
const port = await new Promise<number>((ready) => server.once("message", ready));
const home = mkdtempSync(join(tmpdir(), "bench-"));
const environment = stepEnvironment(
  { event: "issues", payload, token, repository, api: `http://127.0.0.1:${port}` },
  home,
);
const [handled, empty] = inTurns(
  20,
  () => runNode([door], environment),
  () => runNode(["-e", "0"]),
);
rmSync(home, { recursive: true });
await server.terminate();
report({
  // 150 ms where an empty Node takes 22.
  name: "handled event, own time of dist/action.js against node -e 0",
  ...{ value: handled, baseline: empty, unit: "ms", bound: { of: "ratio", at: "most", limit: 6.8 } },
});
