// What an event costs with 10,000 tasks in the ledger against 10.
import { existsSync } from "node:fs";
import { type LocalLedger, localLedger } from "./local-ledger.ts";
import { inTurns, report } from "./measure.ts";

if (!existsSync("dist/cli.js")) process.exit(1);

/** A ledger with `tasks` tasks: one made by the product, the others copies of its folder and its issue record. */
function filled(tasks: number): LocalLedger {
  const ledger = localLedger();
  ledger.handle(1);
  const root = ".herdr-loop/tasks";
  const folder = ledger.git(["rev-parse", `valp-ledger:${root}/gh-1-docs-1`]);
  const record = ledger.git(["rev-parse", "valp-ledger:.herdr-loop/github/issues/1.json"]);
  const copies = Array.from({ length: tasks - 1 }, (_, n) => n + 2).flatMap((number) => [
    `M 040000 ${folder} ${root}/gh-${number}-docs-1`,
    `M 100644 ${record} .herdr-loop/github/issues/${number}.json`,
    `M 100644 ${record} .herdr-loop/github/open/gh-${number}-docs-1`,
  ]);
  const head = [
    "commit refs/heads/valp-ledger",
    "committer octocat <octocat@users.noreply.github.com> 1767225600 +0000",
  ];
  const stream = [...head, "data 4", "many", "from refs/heads/valp-ledger^0", ...copies, ""].join("\n");
  ledger.git(["fast-import", "--quiet"], stream);
  ledger.git(["gc", "--quiet"]);
  return ledger;
}

const [many, few] = [filled(10_000), filled(10)];
let number = 20_000;
const [large, small] = inTurns(
  20,
  () => many.handle(++number),
  () => few.handle(number),
);
report({
  name: "event cost with 10,000 tasks in the ledger against 10",
  ...{ value: large, baseline: small, unit: "ms", bound: { of: "ratio", at: "most", limit: 1.2 } },
});
