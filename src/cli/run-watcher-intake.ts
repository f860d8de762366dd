// `watcher-intake`: the door for queue items and other watchers (contract section 3.2).

import { ended } from "../core/ended.ts";
import type { Outcome } from "../core/outcome.ts";
import { readRecord } from "../core/records/read-record.ts";
import { watcherEventSchema } from "../core/records/watcher-record.ts";
import { reason } from "../core/say/reason.ts";
import { watcherCall } from "../core/task/watcher-call.ts";
import { withoutWriting } from "../flows/dry-run.ts";
import { openAndDeclare } from "../flows/open-and-declare.ts";
import { openLocalHouse } from "./local-house.ts";
import { readNow, readText } from "./read-input.ts";
import { UsageProblem } from "./usage-problem.ts";

/** Options of the command. */
export interface WatcherOptions {
  repo: string;
  event?: string;
  eventFile?: string;
  now?: string;
  dryRun?: boolean;
}

/** Opens the task of one watcher event, or says why not. The event is closed: any other field is refused. Throws UsageProblem. */
export async function runWatcherIntake(options: WatcherOptions): Promise<Outcome> {
  const text = options.eventFile === undefined ? options.event : readText(options.eventFile);
  if (text === undefined) throw new UsageProblem("event_missing", { what: "--event-file" });
  const read = readRecord(watcherEventSchema, null, text);
  if (read.kind === "problem") return ended("refused", [reason("watcher_event_invalid", read.problem)]);
  const call = watcherCall(read.record);
  if ("code" in call) return ended("refused", [call]);
  const opened = await openLocalHouse({ repo: options.repo, people: null, now: readNow(options.now) });
  if (opened.kind === "refused") return ended("refused", [opened.reason]);
  try {
    const { ports } = opened.house;
    const outcome = await openAndDeclare(options.dryRun ? withoutWriting(ports) : ports, call);
    return "kind" in outcome ? ended("refused", [outcome.reason]) : outcome;
  } finally {
    await opened.house.close();
  }
}
