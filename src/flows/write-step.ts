// One step: load, decide, commit; repeated whole from reading while the ledger's head moves under it.
import { type Reason, reason } from "../core/say/reason.ts";
import type { Ports, Snapshot, Step } from "../ports.ts";

/** What a decision wants written, without the parts that belong to the attempt. */
export interface Draft {
  ledgerBranch: string;
  subject: string;
  trailers: Step["trailers"];
  changes: Step["changes"];
  deletions: Step["deletions"];
}

/**
 * The answer of one attempt: settled without writing, or a draft with what follows from its commit (null in a dry run).
 * `ledger` is the head the attempt decided on.
 */
export type Attempt<T> =
  | { kind: "settled"; ledger: Snapshot["ledger"] | null; value: T }
  | { kind: "write"; ledger: Snapshot["ledger"]; draft: Draft; wrote: (commit: string | null) => T };

/** The step could not be finished: refused by the other side, or could not tell. */
export interface Unfinished {
  kind: "unfinished";
  reason: Reason;
}

const longestPause = 8_000;
const attempts = 13;

/**
 * Runs a step until it is written or settled. A decision is never replayed onto facts it did not see: every attempt
 * starts from reading. After an unknown answer the next reading shows by its nonce whether our commit won. Gives up
 * after about a minute with `contention`.
 */
export async function writeStep<T>(
  ports: Ports,
  attempt: () => Promise<Attempt<T> | Unfinished>,
): Promise<{ kind: "done"; value: T } | Unfinished> {
  const sent: { nonce: string; wrote: (commit: string | null) => T }[] = [];
  let last: Unfinished = { kind: "unfinished", reason: reason("contention") };
  for (let round = 0; round < attempts; round++) {
    if (round > 0) await ports.clock.sleep(ports.clock.random() * Math.min(longestPause, 100 * 2 ** round));
    const tried = await attempt();
    if (tried.kind === "unfinished") return tried;
    const won = sent.find((commit) => commit.nonce === tried.ledger?.nonce);
    if (won) return { kind: "done", value: won.wrote(tried.ledger?.head ?? null) };
    if (tried.kind === "settled") return { kind: "done", value: tried.value };
    const nonce = ports.clock.nonce();
    const answer = await ports.repository.commit({ ...tried.draft, expectedHead: tried.ledger.head, nonce });
    if (answer.kind === "committed") return { kind: "done", value: tried.wrote(answer.commit) };
    if (answer.kind === "refused") return { kind: "unfinished", reason: answer.reason };
    if (answer.kind === "unknown") {
      sent.push({ nonce, wrote: tried.wrote });
      last = { kind: "unfinished", reason: answer.reason };
    }
  }
  return last;
}
