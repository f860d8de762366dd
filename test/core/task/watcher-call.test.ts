// Events handed in from outside: every source against every kind of rule.
import { describe, expect, it } from "vitest";
import { readPolicy } from "../../../src/core/policy/document.ts";
import { nearMisses } from "../../../src/core/policy/match.ts";
import { watcherSources } from "../../../src/core/records/vocabulary.ts";
import type { WatcherEvent } from "../../../src/core/records/watcher-record.ts";
import { watcherCall } from "../../../src/core/task/watcher-call.ts";

const text = `version: 1
rules:
  - { id: label, on: { label: agent } }
  - { id: command, on: { command: start } }
  - { id: schedule, on: { schedule: "17 2 * * *" }, subject: x }
  - { id: push, on: { push: [docs/**] }, subject: x }
  - { id: dispatch, on: { dispatch: report } }
  - { id: queue, on: { queue: builds } }
`;
const reading = readPolicy([{ path: ".github/valp.yml", text }], {});
if (reading.kind !== "policy") throw new Error(JSON.stringify(reading));
const { policy } = reading;

const item = (source: WatcherEvent["source"], rule: string): WatcherEvent => ({
  ...{ source, source_event_id: "1", matched_signal: "builds", rule_ref: `.github/valp.yml#${rule}` },
  ...{ risk_classification: "low", selected_action: "publish_only" },
});

/** What stands in the way of an event for one rule; a rule that is named is always worth a word. */
function failures(source: WatcherEvent["source"], rule: string): string[] {
  const call = watcherCall(item(source, rule));
  if ("code" in call) return [call.code];
  const matches = call.rules(policy, null);
  expect(matches.map((match) => match.rule.id)).toEqual([rule]);
  const failed = matches.flatMap((match) => match.failed);
  expect(nearMisses(matches)).toHaveLength(failed.length);
  return failed.map(({ code }) => code);
}

const own: Readonly<Record<string, string>> = {
  ...{ queue_watcher: "queue", runtime_api: "dispatch", schedule: "schedule", file_watcher: "push" },
};

describe.each(watcherSources)("an event of source %s", (source) => {
  it.each(policy.rules.map(({ id }) => id))("for a rule on %s", (rule) => {
    const refused = source === "issue_watcher" ? "watcher_issue_event" : "watcher_source_differs";
    expect(failures(source, rule)).toEqual(own[source] === rule ? [] : [refused]);
  });
});
