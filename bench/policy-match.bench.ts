// One label event against 100 rules with hostile patterns and a body of 64 KB; linear in both.
import type { Event, Subject } from "../src/core/events/event.ts";
import { matchRules } from "../src/core/policy/match.ts";
import { type Policy, policySchema } from "../src/core/policy/schema.ts";
import { inTurns, median, report, runNode, timed } from "./measure.ts";

const octocat = { login: "octocat", id: 583231, kind: "user" } as const;
/** Patterns that take backtracking engines minutes to years on the bodies below. */
const hostile = ["/(a+)+$/", "/(a|a)*b/", "/(a*)*c/", "a*a*a*a*a*a*a*a*a*a*b", "/^(.*a){9}x/", "*a*a*a*a*b*"];

/** A policy with `count` rules for one label, each with a pattern of its own. */
function policyOf(count: number): Policy {
  const rules = Array.from({ length: count }, (_, n) => {
    const pattern = hostile[n % hostile.length] ?? "";
    const own = pattern.startsWith("/") ? `${pattern.slice(0, -1)}r${n}/` : `${pattern}r${n}`;
    return { id: `rule-${n}`, on: { label: "agent" }, when: { body: own }, action: "publish_only" };
  });
  return policySchema.parse({ version: 1, mode: "watcher", rules });
}

/** Every literal that the patterns ask for comes first, so that no pattern is dismissed without reading the rest. */
function body(kilobytes: number): string {
  const literals = Array.from({ length: 100 }, (_, n) => `r${n} bcx`).join(" ");
  return literals + "a".repeat(kilobytes * 1024 - literals.length);
}

/** A label put on an issue with such a body. */
function labelled(kilobytes: number): Event {
  const repository = {
    owner: "octocat",
    name: "hello",
    id: 1,
    defaultBranch: "main",
    isPrivate: false,
    isArchived: false,
  };
  const at = "2026-01-01T00:00:00Z";
  const subject: Subject = {
    ...{
      kind: "issue",
      number: 1,
      nodeId: "I_1",
      title: "a",
      body: body(kilobytes),
      author: octocat,
      labels: ["agent"],
    },
    ...{ state: "open", locked: false, createdAt: at, updatedAt: at, url: "", fromFork: false },
  };
  const event = { kind: "label_added", name: "issues", action: "labeled", label: "agent", installation: null } as const;
  return { ...event, repository, sender: octocat, subject };
}

const [hundred, fifty] = [policyOf(100), policyOf(50)];
const [long, short] = [labelled(64), labelled(32)];
const first = timed(() => matchRules(hundred, long));
const [whole, halfBody] = inTurns(
  20,
  () => matchRules(hundred, long),
  () => matchRules(hundred, short),
);
const [, halfRules] = inTurns(
  20,
  () => matchRules(hundred, long),
  () => matchRules(fifty, long),
);
const empty = median(Array.from({ length: 11 }, () => timed(() => runNode(["-e", "0"]))));
const yardstick = { baseline: empty, unit: "ms" } as const;
const linear = { of: "ratio", at: "most", limit: 3 } as const;
report({
  ...{ name: "policy match, 100 hostile rules, 64 KB body", value: whole, ...yardstick },
  bound: { of: "value", at: "most", limit: 50 },
});
report({
  ...{ name: "the same in a new process, patterns compiled on the way", value: first, ...yardstick },
  bound: { of: "value", at: "most", limit: 300 },
});
report({ name: "policy match, 64 KB body against 32 KB", value: whole, baseline: halfBody, unit: "ms", bound: linear });
report({ name: "policy match, 100 rules against 50", value: whole, baseline: halfRules, unit: "ms", bound: linear });
