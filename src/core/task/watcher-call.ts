// An event that a queue or another watcher hands in, as a call: which rule it is for, and that it may be for it.
import { matchQueue, type RuleMatch } from "../policy/match.ts";
import type { Policy, Rule } from "../policy/schema.ts";
import type { WatcherEvent } from "../records/watcher-record.ts";
import { type Reason, reason } from "../say/reason.ts";
import { type Call, statedGoal } from "./call.ts";
import { keyedTaskId } from "./task-id.ts";

type Source = Exclude<WatcherEvent["source"], "issue_watcher">;

/** The trigger of the rules that each source may set off, and the first word of their task ids. */
const listeners: Readonly<Record<Source, { trigger: string; door: Parameters<typeof keyedTaskId>[0] }>> = {
  queue_watcher: { trigger: "queue", door: "queue" },
  runtime_api: { trigger: "dispatch", door: "api" },
  schedule: { trigger: "schedule", door: "cron" },
  file_watcher: { trigger: "push", door: "push" },
};

/**
 * The call of an event handed in from outside (contract section 3.2), or why it is none. Its `rule_ref` names the rule as
 * our records do, and its source is the one our records give that rule, so that what is recorded is what was handed in.
 * Whoever can hand it in works on the repository itself, so there is no actor to ask about.
 */
export function watcherCall(item: WatcherEvent): Call | Reason {
  const { source } = item;
  if (source === "issue_watcher") return reason("watcher_issue_event");
  const [, asked] = /^\.github\/valp\.yml#([a-z0-9-]+)$/.exec(item.rule_ref) ?? [];
  if (asked === undefined) return reason("watcher_rule_ref", { ruleRef: item.rule_ref });
  return {
    started: "event",
    what: item.matched_signal,
    actor: null,
    subject: null,
    rules: (policy) => rulesFor(policy, item, source, asked),
    eventId: () => item.source_event_id,
    labelEvent: null,
    happenedAt: null,
    signal: () => item.matched_signal,
    taskId: (rule) => keyedTaskId(listeners[source].door, rule.id, item.source_event_id),
    stricter: (rule) => (isHigh(item) ? { ...rule, risk: "high" } : raised(rule, item.risk_classification)),
    goal: (rule) => statedGoal(rule, item.payload?.goal, "payload"),
    payload: { ...item.payload },
  };
}

/** The one rule that is named. A queue item must name the queue as its signal (`queue:builds` or `builds`). */
function rulesFor(policy: Policy, item: WatcherEvent, source: Source, asked: string): RuleMatch[] {
  const rule = policy.rules.find(({ id }) => id === asked);
  if (rule === undefined) return [];
  const { trigger } = listeners[source];
  if (!(trigger in rule.on)) {
    const [waits = ""] = Object.keys(rule.on);
    return [{ rule, failed: [reason("watcher_source_differs", { rule: rule.id, waits, source, trigger })] }];
  }
  if (source !== "queue_watcher") return [{ rule, failed: [] }];
  return matchQueue({ ...policy, rules: [rule] }, item.matched_signal.replace(/^queue:/, ""));
}

/** Only high risk stops for an approval, so an item that asks for the stop counts as that. */
function isHigh(item: WatcherEvent): boolean {
  return item.risk_classification === "high" || item.selected_action === "block_for_approval";
}

function raised(rule: Rule, stated: WatcherEvent["risk_classification"]): Rule {
  return stated === "medium" && rule.risk !== "high" ? { ...rule, risk: "medium" } : rule;
}
