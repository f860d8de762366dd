// A writer for tests with many processes: adds lines to a shared file and its own, repeating each step whole on a stale head.
import { setTimeout as pause } from "node:timers/promises";
import { openLocal } from "./local-repository.ts";
import { loaded, stepOn, texts } from "./repository-contract.ts";

const shared = "log.txt";

async function write(dir: string, who: string, count: number): Promise<void> {
  const { repository, close } = await openLocal(dir);
  const own = `writers/${who}.txt`;
  for (let n = 1; n <= count; ) {
    const { ledger } = await loaded(repository, { ledger: [shared, own] });
    const seen = texts(ledger.files);
    const line = `${who} ${n}\n`;
    const files = { [shared]: `${seen[shared] ?? ""}${line}`, [own]: `${seen[own] ?? ""}${line}` };
    const answer = await repository.commit(stepOn(ledger.head, files, { subject: line, nonce: `${who}-${n}` }));
    if (answer.kind === "committed") n++;
    else if (answer.kind === "stale") await pause(Math.random() * 40);
    else throw new Error(answer.reason.text);
  }
  await close();
}

const [dir = "", who = "", count = "0"] = process.argv.slice(2);
await write(dir, who, Number(count));
