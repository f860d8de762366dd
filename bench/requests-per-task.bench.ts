// What opening a task costs in requests to GitHub, by the shipped Action: read, actor's permission, commit, comment.
import { existsSync } from "node:fs";
import { report } from "./measure.ts";
import { recordStep } from "./recorded-step.ts";

if (!existsSync("dist/action.js")) process.exit(1);
const { requests } = await recordStep();
const least = 4;
report({
  name: `GitHub requests per opened task (${requests.join(", ")})`,
  ...{ value: requests.length, baseline: least, unit: "requests", bound: { of: "value", at: "most", limit: least } },
});
