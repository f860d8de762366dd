// An event that nobody reacts to: the whole process of dist/action.js against an empty Node.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stepEnvironment } from "../test/support/step-runner.ts";
import { inTurns, report, runNode } from "./measure.ts";

const door = resolve("dist/action.js");
if (!existsSync(door)) process.exit(1);
const home = mkdtempSync(join(tmpdir(), "bench-"));
const owner = { login: "octocat", id: 583231, type: "User" };
const repository = { id: 1296269, name: "hello-world", full_name: "octocat/hello-world", private: false, owner };
// Nothing listens at the step's default host: an ignored event must not ask anybody.
const environment = stepEnvironment(
  { event: "watch", payload: { action: "started", repository, sender: owner } },
  home,
);
const [ignored, empty] = inTurns(
  20,
  () => runNode([door], environment),
  () => runNode(["-e", "0"]),
);
rmSync(home, { recursive: true });
report({
  name: "ignored event, whole process of dist/action.js against node -e 0",
  ...{ value: ignored, baseline: empty, unit: "ms", bound: { of: "ratio", at: "most", limit: 2.5 } },
});
