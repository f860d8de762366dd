// The answer to `/valp why`: which rules there are for this issue, and what stands between each and a task.
import type { Policy } from "../policy/schema.ts";
import { codeSpan } from "./escape.ts";
import type { Reason } from "./reason.ts";

/** What the answer is made of. */
export interface WhyFacts {
  mode: Policy["mode"];
  rules: readonly { rule: string; label: string | null; labelIsOn: boolean; failed: readonly Reason[] }[];
  tasks: readonly { id: string; status: string; rule: string; isOpen: boolean }[];
}

/** Markdown for the answer. */
export function whyText(facts: WhyFacts): string {
  const tasks = facts.tasks.map((task) => `- Task ${codeSpan(task.id)} is ${statusWords(task.status)}.`);
  const rules = facts.rules.map((rule) => `- Rule ${codeSpan(rule.rule)}: ${ruleText(rule, facts)}`);
  return [
    modeText(facts.mode),
    ...(tasks.length > 0 ? [tasks.join("\n")] : []),
    rules.length > 0 ? rules.join("\n") : "The policy has no rule for labels or commands.",
  ].join("\n\n");
}

function modeText(mode: Policy["mode"]): string {
  const words: Record<Policy["mode"], string> = {
    disabled: "The policy is disabled: nothing starts.",
    manual: "The policy is in mode manual: only `/valp start` works, and it only publishes.",
    policy_auto: "The policy is in mode policy_auto: only `/valp start` works, and it does what the rule says.",
    watcher: "The policy is in mode watcher: labels and other events start tasks too.",
  };
  return words[mode];
}

/** The protocol calls a routed task dispatching; this version dispatches nothing, so people read what is true. */
function statusWords(status: string): string {
  return status === "dispatching" ? "routed and not dispatched" : status.replaceAll("_", " ");
}

function ruleText({ rule, label, labelIsOn, failed }: WhyFacts["rules"][number], { mode, tasks }: WhyFacts): string {
  const open = tasks.find((task) => task.rule === rule && task.isOpen);
  if (open !== undefined) return `its task ${codeSpan(open.id)} is open, so \`/valp start\` would open no second one.`;
  if (failed.length > 0) return failed.map((each) => `${each.text} (${codeSpan(each.code)})`).join(" ");
  const start = "its conditions hold; `/valp start` would open a task.";
  if (label === null) return start;
  const on = labelIsOn ? "is on this issue" : "is not on this issue";
  return mode === "watcher" ? `its label ${codeSpan(label)} ${on}; ${start}` : start;
}
