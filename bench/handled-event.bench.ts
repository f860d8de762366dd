// An event that opens a task on a local ledger: the whole process of dist/cli.js, with real git, against an empty Node.
import { existsSync } from "node:fs";
import { localLedger } from "./local-ledger.ts";
import { inTurns, report, runNode } from "./measure.ts";

if (!existsSync("dist/cli.js")) process.exit(1);
const ledger = localLedger();
let number = 0;
const [handled, empty] = inTurns(
  20,
  () => ledger.handle(++number),
  () => runNode(["-e", "0"]),
);
const commits = Number(ledger.git(["rev-list", "--count", "valp-ledger"]));
if (commits < number) throw new Error(`${number} events made only ${commits} commits`);
report({
  name: "handled event, whole process of dist/cli.js with git against node -e 0",
  ...{ value: handled, baseline: empty, unit: "ms", bound: { of: "ratio", at: "most", limit: 15 } },
});
