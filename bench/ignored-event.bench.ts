// An event that nobody reacts to: the whole process of dist/action.js against an empty Node.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inTurns, report, runNode } from "./measure.ts";

const door = resolve(import.meta.dirname, "../dist/action.js");
if (!existsSync(door)) process.exit(1);
const home = mkdtempSync(join(tmpdir(), "bench-"));
const file = (name: string, text: string) => {
  writeFileSync(join(home, name), text);
  return join(home, name);
};
const sender = { login: "octocat", id: 583231, type: "User" };
const repository = {
  ...{ id: 1296269, name: "hello-world", full_name: "octocat/hello-world", private: false, archived: false },
  ...{ default_branch: "main", owner: sender },
};
const environment = {
  GITHUB_ACTIONS: "true",
  GITHUB_EVENT_NAME: "watch",
  GITHUB_EVENT_PATH: file("event.json", JSON.stringify({ action: "started", repository, sender })),
  GITHUB_REPOSITORY: repository.full_name,
  GITHUB_ACTOR: sender.login,
  GITHUB_OUTPUT: file("output", ""),
  GITHUB_STEP_SUMMARY: file("summary", ""),
  // Nothing listens here: an ignored event must not ask anybody.
  GITHUB_API_URL: "http://127.0.0.1:9",
  GITHUB_GRAPHQL_URL: "http://127.0.0.1:9/graphql",
  GITHUB_SERVER_URL: "http://127.0.0.1:9",
  INPUT_MODE: "handle",
  INPUT_TOKEN: "none",
  "INPUT_FAIL-ON": "",
  "INPUT_DRY-RUN": "false",
};
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
