// What an event costs with 10,000 tasks in the ledger against 10.
import { existsSync } from "node:fs";
import { plantBigLedger } from "../test/support/big-ledger.ts";
import { type LocalLedger, localLedger } from "./local-ledger.ts";
import { inTurns, report } from "./measure.ts";

if (!existsSync("dist/cli.js")) process.exit(1);

/** A repository whose ledger branch holds `tasks` tasks. */
async function filled(tasks: number): Promise<LocalLedger> {
  const ledger = localLedger();
  await plantBigLedger(ledger.repository, tasks);
  ledger.git(["gc", "--quiet"]);
  return ledger;
}

const [many, few] = [await filled(10_000), await filled(10)];
let number = 20_000;
const [large, small] = inTurns(
  40,
  () => many.handle(++number),
  () => few.handle(number),
);
report({
  name: "event cost with 10,000 tasks in the ledger against 10",
  ...{ value: large, baseline: small, unit: "ms", bound: { of: "ratio", at: "most", limit: 1.2 } },
});
