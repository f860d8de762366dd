// `watcher-intake`: the door for queue items and other watchers (contract section 3.2).

import { ended } from "../core/ended.ts";
import type { Outcome } from "../core/outcome.ts";
import { checkRecord } from "../core/records/read-record.ts";
import { watcherEventSchema } from "../core/records/watcher-record.ts";
import { reason } from "../core/say/reason.ts";
import { watcherCall } from "../core/task/call.ts";
import { withoutWriting } from "../flows/dry-run.ts";
import { openAndDeclare } from "../flows/open-and-declare.ts";
import { openLocalHouse } from "./local-house.ts";
import { readJson, readNow } from "./read-input.ts";

/** Options of the command. */
export interface WatcherOptions {
  repo: string;
  event?: string;
  eventFile?: string;
  now?: string;
  dryRun?: boolean;
}

/** Opens the task of one watcher event, or says why not. The event is closed: any other field is refused. */
export async function runWatcherIntake(options: WatcherOptions): Promise<Outcome> {
  const value = options.eventFile === undefined ? parse(options.event ?? "") : readJson(options.eventFile);
  const checked = checkRecord(watcherEventSchema, value);
  if (checked.kind === "problem") {
    return ended("refused", [reason("record_broken", { file: "event", problem: checked.problem })]);
  }
  const opened = await openLocalHouse({ repo: options.repo, people: null, now: readNow(options.now) });
  if (opened.kind === "refused") return ended("refused", [opened.reason]);
  try {
    const { ports } = opened.house;
    const outcome = await openAndDeclare(options.dryRun ? withoutWriting(ports) : ports, watcherCall(checked.record));
    return "kind" in outcome ? ended("refused", [outcome.reason]) : outcome;
  } finally {
    await opened.house.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
