// Which rules match a happening, and the reason for every rule that does not.
import { describe, expect, test } from "vitest";
import type { Account, Event, RepositoryFacts, Subject } from "../../../src/core/events/event.ts";
import { readPolicy } from "../../../src/core/policy/document.ts";
import {
  matchQueue,
  matchRules,
  nearMisses,
  type RuleMatch,
  startableRules,
  winnerOf,
} from "../../../src/core/policy/match.ts";
import type { Policy } from "../../../src/core/policy/schema.ts";

const repository: RepositoryFacts = {
  owner: "octocat",
  name: "hello-world",
  id: 1,
  defaultBranch: "main",
  isPrivate: false,
  isArchived: false,
};
const alice: Account = { login: "alice", id: 1001, kind: "user" };
const labeler: Account = { login: "labeler[bot]", id: 2001, kind: "bot" };

function policyOf(...rules: string[]): Policy {
  const text = `version: 1\nmode: watcher\nrules:\n${rules.map((rule) => `  - ${rule}\n`).join("")}`;
  const reading = readPolicy([{ path: ".github/valp.yml", text }], {});
  if (reading.kind !== "policy") throw new Error(JSON.stringify(reading));
  return reading.policy;
}

function subject(facts: Partial<Subject> = {}): Subject {
  return {
    kind: "issue",
    number: 7,
    nodeId: "I_7",
    title: "Docs: explain the search page",
    body: "Nobody has written it down yet.",
    author: alice,
    labels: ["Agent: Docs"],
    state: "open",
    locked: false,
    createdAt: "2026-11-30T09:00:00Z",
    updatedAt: "2026-11-30T09:05:00Z",
    url: "https://github.com/octocat/hello-world/issues/7",
    fromFork: false,
    ...facts,
  };
}

function labeled(label: string, facts: Partial<Subject> = {}, sender: Account = alice): Event {
  const common = { name: "issues", action: "labeled", repository, sender, installation: null };
  return { ...common, kind: "label_added", subject: subject(facts), label };
}

function pushed(facts: Partial<Extract<Event, { kind: "pushed" }>> = {}): Event {
  const common = { name: "push", action: null, repository, sender: alice, installation: null };
  const paths = { changed: ["docs/guide/start.md", "src/main.ts"], complete: true };
  return {
    ...common,
    kind: "pushed",
    ref: "refs/heads/main",
    before: "b",
    after: "a",
    deleted: false,
    paths,
    ...facts,
  };
}

function codes(matches: RuleMatch[]): Record<string, string[]> {
  return Object.fromEntries(matches.map(({ rule, failed }) => [rule.id, failed.map(({ code }) => code)]));
}

describe("labels", () => {
  test("fault 46: names are equal without regard to case and surrounding space", () => {
    const policy = policyOf('{ id: docs, on: { label: "agent: docs" } }');
    for (const label of ["agent: docs", "Agent: Docs", " AGENT: DOCS "])
      expect(codes(matchRules(policy, labeled(label)))).toEqual({ docs: [] });
    for (const label of ["agent:docs", "agent: doc", "agent: docs2", ""])
      expect(codes(matchRules(policy, labeled(label)))).toEqual({ docs: ["label_differs"] });
  });

  test("fault 46: commas, quotes and percent signs are ordinary characters", () => {
    for (const label of ["a,b", "%2F", '"', "v1.0", "a:b"]) {
      const policy = policyOf(`{ id: odd, on: { label: ${JSON.stringify(label)} } }`);
      expect(codes(matchRules(policy, labeled(label)))).toEqual({ odd: [] });
      expect(codes(matchRules(policy, labeled("a")))).toEqual({ odd: ["label_differs"] });
    }
  });

  test("fault 50: a label on a pull request names the rule that only covers issues", () => {
    const policy = policyOf("{ id: docs, on: { label: agent } }", "{ id: other, on: { label: other } }");
    const matches = matchRules(policy, labeled("agent", { kind: "pull_request" }));
    expect(codes(matches)).toEqual({ docs: ["target_not_covered"], other: ["label_differs"] });
    expect(nearMisses(matches).map(({ rule }) => rule.id)).toEqual(["docs"]);
    expect(matches[0]?.failed[0]?.text).toContain("Rule docs does not cover pull requests");
  });

  test("fault 49: a bot starts a rule only when the rule lists it", () => {
    const closed = policyOf("{ id: docs, on: { label: agent } }");
    const open = policyOf('{ id: docs, on: { label: agent }, when: { actor: { bots: ["Labeler[bot]"] } } }');
    expect(codes(matchRules(closed, labeled("agent", {}, labeler)))).toEqual({ docs: ["bot_not_listed"] });
    expect(codes(matchRules(open, labeled("agent", {}, labeler)))).toEqual({ docs: [] });
  });

  test("fault 170: a pull request from a fork is denied by default, and so is one that may be from a fork", () => {
    const on = "on: { label: agent, targets: [pull_requests] }";
    const policy = policyOf(`{ id: closed, ${on} }`, `{ id: open, ${on}, when: { forks: allow } }`);
    const of = (fromFork: boolean | null) =>
      codes(matchRules(policy, labeled("agent", { kind: "pull_request", fromFork })));
    expect(of(true)).toEqual({ closed: ["fork_denied"], open: [] });
    expect(of(null)).toEqual({ closed: ["fork_unknown"], open: [] });
    expect(of(false)).toEqual({ closed: [], open: [] });
  });

  test("other labels can be asked for or ruled out", () => {
    const policy = policyOf(
      "{ id: all, on: { label: x }, when: { labels_all: [docs, Ready] } }",
      "{ id: any, on: { label: x }, when: { labels_any: [p1, p2] } }",
      "{ id: none, on: { label: x }, when: { labels_none: [WIP] } }",
    );
    expect(codes(matchRules(policy, labeled("x", { labels: ["x", "DOCS", "ready ", "P2"] })))).toEqual({
      all: [],
      any: [],
      none: [],
    });
    expect(codes(matchRules(policy, labeled("x", { labels: ["x", "docs", "wip"] })))).toEqual({
      all: ["labels_missing"],
      any: ["labels_none_of"],
      none: ["labels_excluded"],
    });
  });

  test("every condition that fails is named; patterns are only asked where nothing else failed", () => {
    const policy = policyOf(
      '{ id: docs, on: { label: x }, when: { title: "fix*", body: "/never/" } }',
      "{ id: two, on: { label: x, targets: [pull_requests] }, when: { labels_all: [a] } }",
    );
    expect(codes(matchRules(policy, labeled("x")))).toEqual({
      docs: ["title_differs"],
      two: ["target_not_covered", "labels_missing"],
    });
  });

  test("fault 166: the first matching rule of the file wins, and the others are named", () => {
    const policy = policyOf(
      "{ id: no, on: { label: y } }",
      "{ id: first, on: { label: x } }",
      "{ id: second, on: { label: X } }",
    );
    const won = winnerOf(matchRules(policy, labeled("x")));
    expect(won?.rule.id).toBe("first");
    expect(won?.others.map(({ id }) => id)).toEqual(["second"]);
    expect(winnerOf(matchRules(policy, labeled("z")))).toBeNull();
  });
});

describe("patterns", () => {
  const table: [pattern: string, title: string, fits: boolean][] = [
    ["docs*", "Docs: a/b", true],
    ["docs*", "my docs", false],
    ["*docs", "my Docs", true],
    ["[bug] *", "[BUG] a {b}", true],
    ["[bug] *", "b x", false],
    ["a?c", "a/c", true],
    ["a?c", "ac", false],
    ["*", "", true],
    ["*", ".", true],
    ["a.b", "axb", false],
    ["!no", "!no", true],
    ["#1*", "#12", true],
    ["+(a)", "a", false],
    ["{a,b}", "a", false],
    ["a\\*b", "a\\xb", true],
    ["**/x", "a/b/x", true],
    ["/^docs: /", "docs: x", true],
    ["/^docs: /", "Docs: x", false],
    ["/^docs: /i", "Docs: x", true],
    ["/urgent/", "not urgent at all", true],
    ["/a/b/", "xa/by", true],
    ["/^$/", "", true],
  ];
  test.each(table)("%s on %j: %s", (pattern, title, fits) => {
    const policy = policyOf(`{ id: r, on: { label: x }, when: { title: ${JSON.stringify(pattern)} } }`);
    expect(winnerOf(matchRules(policy, labeled("x", { title }))) !== null).toBe(fits);
  });

  test("an empty body is a body, and line breaks are ordinary characters", () => {
    const policy = policyOf(
      '{ id: glob, on: { label: x }, when: { body: "*second*" } }',
      '{ id: line, on: { label: x }, when: { body: "/(?m)^second$/" } }',
    );
    expect(codes(matchRules(policy, labeled("x", { body: "first\nsecond\nthird" })))).toEqual({ glob: [], line: [] });
    expect(codes(matchRules(policy, labeled("x", { body: "" })))).toEqual({
      glob: ["body_differs"],
      line: ["body_differs"],
    });
  });

  test("only the first 16,384 characters are looked at, and their end is not the text's end", () => {
    const policy = policyOf(
      '{ id: within, on: { label: x }, when: { body: "/needle/" } }',
      '{ id: end, on: { label: x }, when: { body: "/a$/" } }',
      '{ id: start, on: { label: x }, when: { body: "aaa*" } }',
    );
    const of = (body: string) => codes(matchRules(policy, labeled("x", { body })));
    expect(of(`${"a".repeat(16_378)}needle${"a".repeat(100)}`)).toEqual({
      within: [],
      end: ["body_differs"],
      start: [],
    });
    expect(of(`${"a".repeat(16_379)}needle`)).toEqual({ within: ["body_differs"], end: ["body_differs"], start: [] });
    expect(of("a".repeat(16_384))).toEqual({ within: ["body_differs"], end: [], start: [] });
  });

  test("hostile patterns end on a hostile text", () => {
    const patterns = ["/(a+)+$/", "/(a|a)*b/", "/(a|aa)+c/", "/^(([a-z])+.)+[A-Z]([a-z])+$/", `${"*a".repeat(200)}b`];
    const rules = patterns.map((body, i) => `{ id: r${i}, on: { label: x }, when: { body: ${JSON.stringify(body)} } }`);
    const body = `${"a".repeat(65_000)}!`;
    const failed = codes(matchRules(policyOf(...rules), labeled("x", { body })));
    expect(Object.values(failed).flat()).toEqual(patterns.map(() => "body_differs"));
  });
});

describe("start commands", () => {
  test("command and label rules can be started, under their conditions", () => {
    const policy = policyOf(
      "{ id: cmd, on: { command: start } }",
      "{ id: lab, on: { label: agent } }",
      "{ id: wip, on: { label: agent }, when: { labels_none: [agent] } }",
      '{ id: cron, on: { schedule: "0 0 * * *" }, subject: x }',
      "{ id: pr, on: { command: start, targets: [pull_requests] } }",
    );
    expect(codes(startableRules(policy, subject({ labels: ["agent"] }), alice))).toEqual({
      cmd: [],
      lab: [],
      wip: ["labels_excluded"],
      pr: ["target_not_covered"],
    });
  });

  test("a label event does not set off a command rule", () => {
    expect(matchRules(policyOf("{ id: cmd, on: { command: start } }"), labeled("start"))).toEqual([]);
  });
});

describe("pushes", () => {
  const docs = '{ id: docs, on: { push: ["docs/**/*.md"] }, subject: x }';

  test("the default branch is watched unless branches are given", () => {
    const policy = policyOf(docs, '{ id: rel, on: { push: ["**"], branches: ["release/*"] }, subject: x }');
    const of = (ref: string) => codes(matchRules(policy, pushed({ ref })));
    expect(of("refs/heads/main")).toEqual({ docs: [], rel: ["branch_differs"] });
    expect(of("refs/heads/release/1.2")).toEqual({ docs: ["branch_differs"], rel: [] });
    expect(of("refs/heads/release/1/2")).toEqual({ docs: ["branch_differs"], rel: ["branch_differs"] });
    expect(of("refs/tags/main")).toEqual({ docs: ["branch_differs"], rel: ["branch_differs"] });
  });

  test("an unknown default branch is not guessed", () => {
    const event = pushed({ repository: { ...repository, defaultBranch: null } });
    expect(codes(matchRules(policyOf(docs), event))).toEqual({ docs: ["branch_differs"] });
  });

  test("at least one changed path must fit, with regard to case", () => {
    const of = (...changed: string[]) =>
      codes(matchRules(policyOf(docs), pushed({ paths: { changed, complete: true } })));
    expect(of("a.ts", "docs/a.md")).toEqual({ docs: [] });
    expect(of("docs/.hidden/a.md")).toEqual({ docs: [] });
    expect(of("Docs/a.md")).toEqual({ docs: ["paths_differ"] });
    expect(of()).toEqual({ docs: ["paths_differ"] });
  });

  test("a path list that was cut off is never taken for no", () => {
    const of = (...changed: string[]) =>
      codes(matchRules(policyOf(docs), pushed({ paths: { changed, complete: false } })));
    expect(of("a.ts")).toEqual({ docs: ["paths_unknown"] });
    expect(of("docs/a.md")).toEqual({ docs: [] });
  });

  test("deletions and pushes to the ledger branch start nothing", () => {
    const policy = policyOf('{ id: any, on: { push: ["**"], branches: ["**"] }, subject: x }');
    expect(codes(matchRules(policy, pushed()))).toEqual({ any: [] });
    expect(codes(matchRules(policy, pushed({ deleted: true })))).toEqual({ any: ["ref_deleted"] });
    expect(codes(matchRules(policy, pushed({ ref: "refs/heads/valp-ledger" })))).toEqual({ any: ["own_push"] });
  });
});

describe("calls, queues and ticks", () => {
  test("a dispatch fits by its type", () => {
    const policy = policyOf("{ id: call, on: { dispatch: nightly } }");
    const common = { name: "repository_dispatch", action: "nightly", repository, sender: alice, installation: null };
    const of = (type: string) => codes(matchRules(policy, { ...common, kind: "dispatched", type, inputs: {} }));
    expect(of("nightly")).toEqual({ call: [] });
    expect(of("Nightly")).toEqual({ call: ["dispatch_type_differs"] });
  });

  test("a queue item fits by its queue", () => {
    const policy = policyOf("{ id: q, on: { queue: builds } }", "{ id: l, on: { label: builds } }");
    expect(codes(matchQueue(policy, "builds"))).toEqual({ q: [] });
    expect(codes(matchQueue(policy, "other"))).toEqual({ q: ["queue_differs"] });
  });

  test("a tick lists the schedule rules, and a closed issue lists none", () => {
    const policy = policyOf('{ id: cron, on: { schedule: "0 0 * * *" }, subject: x }', "{ id: l, on: { label: x } }");
    const common = { action: null, repository, sender: alice, installation: null };
    expect(codes(matchRules(policy, { ...common, name: "schedule", kind: "tick", cron: null }))).toEqual({ cron: [] });
    expect(matchRules(policy, { ...common, name: "issues", kind: "subject_closed", subject: subject() })).toEqual([]);
  });
});
