// Who may trigger and command: roles in order, named bots, accounts with a part in the task, and what is not known.
import { describe, expect, test } from "vitest";
import { kindOf, reaches, sameAccount } from "../../../src/core/authority/account.ts";
import {
  type CommandFacts,
  mayCommand,
  mayTrigger,
  triggerRole,
  type Verb,
} from "../../../src/core/authority/who-may.ts";
import type { Account } from "../../../src/core/events/event.ts";
import { policySchema, type Rule } from "../../../src/core/policy/schema.ts";
import { type Role, roles } from "../../../src/ports.ts";

const person = (login: string, id = 1): Account => ({ login, id, kind: "user" });
const bot: Account = { login: "helper[bot]", id: 5, kind: "bot" };
const ghost: Account = { login: "ghost", id: null, kind: "ghost" };
const known = (role: Role, id: number | null = null) => ({ kind: "known", role, id }) as const;
const unknown = { kind: "unknown", reason: { code: "people_unknown", text: "GitHub answered 404." } } as const;

function rule(on: object = { label: "agent:docs" }, actor: object = {}): Rule {
  const [first] = policySchema.parse({ version: 1, rules: [{ id: "docs", on, when: { actor } }] }).rules;
  if (first === undefined) throw new Error("the policy has no rule");
  return first;
}

function answer(may: { kind: string; reason?: { code: string } }): string {
  return may.reason === undefined ? may.kind : `${may.kind}: ${may.reason.code}`;
}

describe("triggers", () => {
  const label = rule();
  const start = rule({ command: "start" });
  test.each<[string, Rule, Account, Parameters<typeof mayTrigger>[2], string]>([
    ["a label needs triage", label, person("octocat"), known("triage"), "yes"],
    ["fault 92: a label by a stranger", label, person("octocat"), known("read"), "no: role_too_low"],
    [
      "fault 94: a threshold lets higher roles through",
      rule(undefined, { min_role: "write" }),
      person("a"),
      known("admin"),
      "yes",
    ],
    [
      "a rule may ask for more",
      rule(undefined, { min_role: "maintain" }),
      person("a"),
      known("write"),
      "no: role_too_low",
    ],
    ["start needs write", start, person("a"), known("triage"), "no: role_too_low"],
    ["start by a writer", start, person("a"), known("write"), "yes"],
    ["fault 95: an unknown role is never a yes", start, person("a"), unknown, "unknown: role_unknown"],
    ["a login that changed hands", label, person("a", 1), known("admin", 2), "unknown: identity_unknown"],
    ["fault 49: a bot that is not listed", label, bot, known("admin"), "no: bot_not_listed"],
    ["fault 49: a listed bot, in any case", rule(undefined, { bots: ["Helper[bot]"] }), bot, unknown, "yes"],
    ["fault 95: Copilot", label, person("Copilot"), unknown, "no: bot_not_listed"],
    ["a deleted account", label, ghost, known("admin"), "no: actor_is_ghost"],
    ["a schedule has no actor", rule({ schedule: "0 3 * * *" }), bot, unknown, "yes"],
    ["a queue has no actor", rule({ queue: "inbox" }), ghost, unknown, "yes"],
    ["a push asks for no role of its own", rule({ push: ["docs/**"] }), person("a"), unknown, "yes"],
    ["a push by a bot", rule({ push: ["docs/**"] }), bot, unknown, "no: bot_not_listed"],
    [
      "a push with a threshold",
      rule({ push: ["docs/**"] }, { min_role: "admin" }),
      person("a"),
      known("write"),
      "no: role_too_low",
    ],
    ["a call by a bot", rule({ dispatch: "go" }), bot, unknown, "no: bot_not_listed"],
  ])("%s", (_name, which, actor, role, expected) => {
    expect(answer(mayTrigger(which, actor, role))).toBe(expected);
  });

  test("each kind of rule has its threshold", () => {
    expect([label, start, rule({ push: ["a"] }), rule({ dispatch: "go" })].map(triggerRole)).toEqual([
      "triage",
      "write",
      null,
      null,
    ]);
  });
});

describe("commands", () => {
  const facts = (changes: Partial<CommandFacts> = {}): CommandFacts => ({
    actor: person("octocat"),
    role: known("read"),
    rule: rule(),
    subjectAuthor: person("alice", 2),
    leaderAccount: null,
    submitAccount: null,
    edited: false,
    ...changes,
  });
  const byRole: Verb[] = ["start", "lead", "assign", "stop", "retry", "close"];

  test.each(byRole)("%s needs write where the rule says nothing", (verb) => {
    const answers = roles.map((role) => answer(mayCommand(verb, facts({ role: known(role) }))));
    const no = "no: role_too_low";
    expect(answers).toEqual([no, no, no, "yes", "yes", "yes"]);
    expect(answer(mayCommand(verb, facts({ role: unknown })))).toBe("unknown: role_unknown");
    expect(answer(mayCommand(verb, facts({ rule: null, role: known("write") })))).toBe("yes");
  });

  test.each(byRole)("%s follows the rule's own threshold", (verb) => {
    const strict = rule(undefined, { min_role: "maintain" });
    expect(answer(mayCommand(verb, facts({ rule: strict, role: known("write") })))).toBe("no: role_too_low");
    expect(answer(mayCommand(verb, facts({ rule: strict, role: known("maintain") })))).toBe("yes");
  });

  const cases: [string, Verb, Partial<CommandFacts>, string][] = [
    ["anyone may ask for the status", "status", { role: unknown }, "yes"],
    ["anyone may ask why", "why", { role: known("none") }, "yes"],
    ["anyone may ask for help", "help", {}, "yes"],
    ["bots are not answered", "help", { actor: bot }, "no: bot_not_listed"],
    ["deleted accounts are not answered", "status", { actor: ghost }, "no: actor_is_ghost"],
    ["a bot that is not listed", "start", { actor: bot, role: known("admin") }, "no: bot_not_listed"],
    ["a listed bot", "start", { actor: bot, rule: rule(undefined, { bots: [bot.login] }) }, "yes"],
    [
      "fault 80: a listed bot still never approves",
      "approve",
      { actor: bot, rule: rule(undefined, { bots: [bot.login] }) },
      "no: bot_never_approves",
    ],
    ["fault 80: nor denies", "deny", { actor: bot }, "no: bot_never_approves"],
    ["whether a person's approval counts is judged with the plan", "approve", {}, "yes"],
    ["the issue's author stops", "stop", { actor: person("Alice-Renamed", 2) }, "yes"],
    ["the issue's author does not start", "start", { actor: person("alice", 2) }, "no: role_too_low"],
    ["no author, no exception", "stop", { subjectAuthor: null }, "no: role_too_low"],
    ["a ghost as author is nobody", "stop", { actor: person("ghost"), subjectAuthor: ghost }, "no: actor_is_ghost"],
    ["fault 106: the Leader's account assigns, in any case", "assign", { leaderAccount: "OctoCat" }, "yes"],
    ["the Leader's account does not lead", "lead", { leaderAccount: "octocat" }, "no: role_too_low"],
    ["the declared account submits", "submit", { submitAccount: "OctoCat" }, "yes"],
    [
      "an admin does not submit for others",
      "submit",
      { submitAccount: "alice", role: known("admin") },
      "no: not_the_declared_account",
    ],
    ["nobody submits for a workflow", "submit", { role: known("admin") }, "no: role_has_no_account"],
    [
      "fault 74: a maintainer's edit of an outsider's words",
      "start",
      { edited: true, role: known("maintain") },
      "no: words_edited",
    ],
    ["fault 74: an edit is no approval", "approve", { edited: true, role: known("admin") }, "no: words_edited"],
  ];
  test.each(cases)("%s", (_name, verb, changes, expected) => {
    expect(answer(mayCommand(verb, facts(changes)))).toBe(expected);
  });

  test("every no and every unknown says why in a sentence", () => {
    const refusal = mayCommand("start", facts());
    expect(refusal.kind === "no" && refusal.reason.text).toBe(
      "`octocat` has the role read here; write or higher is needed.",
    );
  });
});

describe("accounts", () => {
  test.each<[Account, string]>([
    [person("octocat"), "user"],
    [{ login: "dependabot[bot]", id: 3, kind: "user" }, "bot"],
    [{ login: "octocat", id: null, kind: "user" }, "ghost"],
    [{ login: "", id: 4, kind: "user" }, "ghost"],
    [bot, "bot"],
  ])("%o is a %s", (account, kind) => {
    expect(kindOf(account)).toBe(kind);
  });

  test("fault 106: an account is its number, and its login only where no number is known", () => {
    expect(sameAccount(person("old", 7), person("new", 7))).toBe(true);
    expect(sameAccount(person("same", 7), person("same", 8))).toBe(false);
    expect(sameAccount({ login: "Alice", id: null }, person("alice", 8))).toBe(true);
  });

  test("fault 94: roles are ordered", () => {
    expect(roles.map((role) => reaches(role, "triage"))).toEqual([false, false, true, true, true, true]);
  });
});
