// The status comment: what people read, and that nothing of what others wrote can act in it.
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { parseCommands } from "../../../src/core/commands/parse-commands.ts";
import { longestComment } from "../../../src/core/say/clip.ts";
import { readMarker } from "../../../src/core/say/escape.ts";
import { reason } from "../../../src/core/say/reason.ts";
import { type NextStep, type StatusFacts, statusComment, statusMarker } from "../../../src/core/say/status-comment.ts";
import { hiddenWarnings } from "../../../src/core/say/warnings.ts";
import { markdownText } from "../../support/markdown.ts";

const base = "https://github.com/octocat/hello-world/blob/0123456789abcdef0123456789abcdef01234567/";
const policyLink = `${base}.github/valp.yml`;
const digest = "ab".repeat(32);
const roles = ["coordinator", "implementer", "reviewer"];
const maintainers = "people with the maintain role or higher, but not the requester `octocat`";

const facts: StatusFacts = {
  taskId: "gh-2-code-fix-1",
  folder: ".herdr-loop/tasks/gh-2-code-fix-1",
  linkBase: base,
  policyLink,
  signal: "label:agent:code",
  actor: "octocat",
  rule: "code-fix",
  risk: { classification: "high", matches: [{ kind: "deploy", matched: "deploy" }] },
  plan: `sha256:${digest}`,
  leader: "claude",
  assignments: { coordinator: "claude", implementer: "codex", reviewer: "alice" },
  next: { kind: "routed", action: "continue_until_gate" },
  warnings: [],
  files: ["state.json", "task.md", "trigger-policy.json"],
  history: [{ ts: "2026-12-01T09:00:00Z", summary: "label:agent:code (octocat)" }],
};

/** What the reader sees, by kind: the text of code to copy, links and headings, and the whole text. */
function read(markdown: string) {
  const seen = {
    code: [] as string[],
    links: [] as string[],
    headings: [] as string[],
    html: [] as string[],
    text: "",
  };
  const kinds = new Set<string>();
  const visit = (node: Nodes): void => {
    kinds.add(node.type);
    if (node.type === "code") seen.code.push(node.value);
    if (node.type === "link") seen.links.push(node.url);
    if (node.type === "heading") seen.headings.push(plain(node));
    if (node.type === "html") seen.html.push(node.value);
    else if ("value" in node) seen.text += node.value;
    if ("children" in node) node.children.forEach(visit);
    if (node.type === "paragraph" || node.type === "heading") seen.text += "\n";
  };
  visit(fromMarkdown(markdown));
  return { ...seen, kinds };
}

function plain(node: Nodes): string {
  return "value" in node ? node.value : "children" in node ? node.children.map(plain).join("") : "";
}

/** One step of each kind, with what its comment must say and the commands that it offers to copy. */
const approval = (declared: boolean, seats: string[]): NextStep => ({
  ...{ kind: "approval" as const, digest, seats, needed: 2, who: maintainers },
  team: declared ? null : { kind: "leader", roles, agents: ["claude"], who: "" },
});
const steps: [name: string, next: NextStep, heading: string, says: string[], commands: string[]][] = [
  [
    "leader",
    { kind: "leader", roles, agents: ["claude", "alice"], who: "people with the write role or higher" },
    "Waiting for a Leader",
    [
      "a person selects the Leader. Who can: people with the write role or higher.",
      "Agents of the policy: claude, alice",
    ],
    ["/valp lead <agent> coordinator=<agent> implementer=<agent> reviewer=<agent> because: <why>"],
  ],
  [
    "leader without agents",
    { kind: "leader", roles, agents: [], who: "" },
    "Waiting for a Leader",
    ["The policy names no agent yet."],
    [],
  ],
  [
    "assignments",
    { kind: "assignments", leader: "claude", roles, who: "people with the write role or higher or `claude-bot`" },
    "Waiting for the Leader's assignments",
    ["claude leads", "Who can: people with the write role or higher or claude-bot."],
    ["/valp assign coordinator=<agent> implementer=<agent> reviewer=<agent> because: <why>"],
  ],
  [
    "fix",
    {
      kind: "fix",
      fixes: [reason("agent_unknown", { role: "reviewer", agent: "bob", able: ["alice"] }).text],
      who: "people with the write role or higher",
    },
    "The declaration needs a fix",
    ['The policy has no agent "bob"', "/valp assign reviewer=alice because: <why>", "send it again"],
    [],
  ],
  [
    "approval of a declared plan",
    approval(true, ["`monalisa` (2026-12-01T09:00:00Z)"]),
    "Waiting for approval, 1 of 2",
    [
      "Approved so far by monalisa (2026-12-01T09:00:00Z).",
      "Who can: people with the maintain role or higher, but not the requester octocat.",
      `/valp deny ${digest} reason: <why>`,
    ],
    [`/valp approve ${digest}`],
  ],
  [
    "approval before a declaration",
    approval(false, []),
    "Waiting for approval, 0 of 2",
    ["The team comes first", "without a valid declaration"],
    [
      "/valp lead <agent> coordinator=<agent> implementer=<agent> reviewer=<agent> because: <why>",
      `/valp approve ${digest}`,
    ],
  ],
  [
    "denied",
    { kind: "denied", by: "monalisa", why: "not this week", who: "people with the write role or higher" },
    "Refused by a reviewer",
    ["monalisa refused this plan: not this week", "Change the text or the team"],
    [],
  ],
  ["published", { kind: "published" }, "Published", ["names no agent that could work on it"], []],
  ["routed", { kind: "routed", action: "continue_until_gate" }, "Routed", ["this version dispatches nothing"], []],
  [
    "ended",
    { kind: "ended", status: "cancelled", why: '`octocat` stopped it\\: "\\#1 first"' },
    "Cancelled",
    ["octocat stopped it", '#1 first"', "To begin again, put the label on again or type /valp start code-fix."],
    [],
  ],
];

describe("every step says what is next, who can act and what to type", () => {
  it.each(steps)("%s", (_, next, heading, says, commands) => {
    const seen = read(statusComment({ ...facts, next }));
    expect(seen.headings).toEqual([`${heading}: task gh-2-code-fix-1`]);
    const text = seen.text.replaceAll("\u2060", "");
    for (const sentence of says) expect(text).toContain(sentence);
    expect(seen.code).toEqual(commands);
    for (const command of commands) expect(parseCommands(command.replaceAll(/<(\w+)>/g, "$1"))).toHaveLength(1);
  });

  it("has a row here for every kind of step", () => {
    const kinds: Record<NextStep["kind"], true> = {
      ...{
        leader: true,
        assignments: true,
        fix: true,
        approval: true,
        denied: true,
        published: true,
        routed: true,
        ended: true,
      },
    };
    expect(new Set(steps.map(([, next]) => next.kind))).toEqual(new Set(Object.keys(kinds)));
  });
});

describe("facts", () => {
  it("tells trigger, rule, risk, team and plan, and links files at their commit", () => {
    const seen = read(statusComment(facts));
    expect(seen.text).toContain("Started by: the label agent:code, put on by octocat");
    expect(seen.text).toContain("Risk: high, because the text says deploy (deploy)");
    expect(seen.text).toContain("Team: coordinator claude, implementer codex, reviewer alice");
    expect(seen.text).toContain(`Plan: sha256:${digest}`);
    expect(seen.text).toContain("Progress: triggered, Leader declared, approval given, not dispatched");
    expect(seen.links).toEqual([
      policyLink,
      ...["task.md", "trigger-policy.json", "state.json", "task.md", "trigger-policy.json"].map(
        (file) => `${base}${facts.folder}/${file}`,
      ),
    ]);
  });

  it.each([
    ["command:start code-fix", "the command /valp start code-fix of octocat"],
    ["schedule:17 3 * * 1-5 Europe/Berlin", "the schedule 17 3 * * 1-5 Europe/Berlin"],
    ["push:refs/heads/main", "a push to refs/heads/main by octocat"],
    ["dispatch:release-requested", "the call release-requested by octocat"],
    ["queue:builds", "an item of the queue builds"],
    ["something else", "something else, octocat"],
  ])("%s is told in words", (signal, says) => {
    expect(read(statusComment({ ...facts, signal })).text).toContain(`Started by: ${says}\n`);
  });

  it("says who raised a risk that no word explains, and that a low one needs nobody", () => {
    const raised = { ...facts, risk: { classification: "medium" as const, matches: [] } };
    expect(read(statusComment(raised)).text).toContain("Risk: medium, set by the rule");
    const low = read(statusComment({ ...facts, risk: { classification: "low", matches: [] } })).text;
    expect(low).toContain("Risk: low\n");
    expect(low).toContain("approval not needed");
  });

  it("has no links where no page exists", () => {
    expect(read(statusComment({ ...facts, linkBase: null, policyLink: null })).links).toEqual([]);
  });

  it("shows the newest steps of a long history, and where the rest is", () => {
    const history = Array.from({ length: 100 }, (_, at) => ({ ts: "2026-12-01T09:00:00Z", summary: `step ${at}.` }));
    const { text } = read(statusComment({ ...facts, history }));
    expect(text).toContain("step 99.");
    expect(text).not.toContain("step 59.");
    expect(text).toContain("60 earlier steps are in timeline.jsonl");
  });

  it("warns in a line of its own", () => {
    const warnings = hiddenWarnings([{ what: "invisible characters", count: 3, line: 2 }]);
    expect(statusComment({ ...facts, warnings })).toContain(
      "\n\n> [!WARNING]\n> The text holds 3 invisible characters",
    );
  });
});

/** What GitHub would still turn into a mention, reference or link after rendering; our own names hold none of it. */
const live = /@[A-Za-z0-9]|#\d|\bGH-\d|:\/\/|\bwww\.|mailto:\S|xmpp:\S/i;
const layout = new Set([
  ...["root", "html", "heading", "paragraph", "text", "strong", "inlineCode", "code", "list", "listItem", "link"],
  "blockquote",
]);
const ours =
  /^(<!-- valp:status:gh-2-code-fix-1 -->|<details><summary>(All \d+ files|History)<\/summary>|<\/details>)$/;

/** Facts in which every text that comes from outside is hostile. Reasons are built as the product builds them. */
const hostileFacts = fc
  .record({
    text: fc.array(markdownText, { minLength: 12, maxLength: 12 }),
    kind: fc.constantFrom("leader", "assignments", "fix", "approval", "denied", "published", "routed", "ended"),
    prefix: fc.constantFrom("", "label:", "command:", "schedule:", "push:", "dispatch:", "queue:", "x:"),
    many: fc.integer({ min: 0, max: 3 }),
    web: fc.boolean(),
  })
  .map(({ text, kind, prefix, many, web }): StatusFacts => {
    const [signal = "", actor = "", rule = "", matched = "", leader = "", agent = "", file = "", told = "", when = ""] =
      text;
    const next: Record<NextStep["kind"], NextStep> = {
      leader: { kind: "leader", roles, agents: [leader, agent], who: "people with the write role or higher" },
      assignments: { kind: "assignments", leader, roles, who: "people" },
      fix: {
        kind: "fix",
        fixes: [
          reason("agent_unknown", { role: "reviewer", agent, able: [leader] }).text,
          reason("declaration_yaml_misshapen", { field: matched, problem: told }).text,
        ],
        who: "people",
      },
      approval: approval(false, []),
      denied: { kind: "denied", by: leader, why: told, who: "people" },
      published: { kind: "published" },
      routed: { kind: "routed", action: told },
      ended: { kind: "ended", status: when, why: told },
    };
    return {
      ...facts,
      ...{ linkBase: web ? base : null, policyLink: web ? policyLink : null },
      ...{ signal: prefix + signal, actor, rule, leader, next: next[kind] },
      risk: { classification: "high", matches: Array.from({ length: many }, () => ({ kind: agent, matched })) },
      assignments: { implementer: agent, [matched]: leader },
      files: ["task.md", file, `inputs/${agent}`],
      history: [{ ts: when, summary: told }, ...text.map((summary) => ({ ts: "2026-12-01T09:00:00Z", summary }))],
    };
  });

describe("what others wrote", () => {
  it("fault 76: makes no link, mention, element, heading or command outside our own layout", () => {
    fc.assert(
      fc.property(hostileFacts, (hostile) => {
        const markdown = statusComment(hostile);
        const seen = read(markdown);
        expect([...seen.kinds].filter((kind) => !layout.has(kind))).toEqual([]);
        expect(seen.headings).toHaveLength(1);
        for (const html of seen.html) for (const line of html.split("\n")) expect(line).toMatch(ours);
        for (const url of seen.links) expect(url.startsWith(base)).toBe(true);
        expect(textOutsideCode(markdown)).not.toMatch(live);
        expect(parseCommands(markdown)).toEqual([]);
        expect(readMarker(markdown)).toBe(statusMarker(hostile.taskId));
        expect(markdown.length).toBeLessThanOrEqual(longestComment);
      }),
      { numRuns: 500 },
    );
  });

  it("a file name that would turn its line into a link definition is shown without a link", () => {
    const seen = read(statusComment({ ...facts, files: ["inputs/\\[^1]: ", "task.md"] }));
    expect([...seen.kinds].filter((kind) => !layout.has(kind))).toEqual([]);
    expect(seen.links).toHaveLength(3);
  });

  it("leaves links whole, whatever a file is called", () => {
    const files = ["a) [b](https://example.com", "c#d?e f", "\ud800", "<b>", "g\nh"];
    const seen = read(statusComment({ ...facts, files }));
    expect(seen.links).toHaveLength(1 + files.length);
    for (const url of seen.links)
      expect(url).toMatch(/^https:\/\/github\.com\/octocat\/hello-world\/blob\/[^\s()#?<>]+$/);
  });

  it("fault 134: fits into one comment, however much there is, and closes what it opened", () => {
    const long = "x ".repeat(40_000);
    const markdown = statusComment({
      ...facts,
      ...{ signal: long, rule: long, actor: long, leader: long },
      next: { kind: "fix", fixes: Array.from({ length: 300 }, () => long.slice(0, 900)), who: "people" },
      files: Array.from({ length: 5_000 }, (_, at) => `agents/${at}/${"y".repeat(200)}.md`),
      history: Array.from({ length: 5_000 }, () => ({ ts: long, summary: long })),
    });
    expect(markdown.length).toBeLessThanOrEqual(longestComment);
    expect(markdown.match(/<details>/g) ?? []).toHaveLength((markdown.match(/<\/details>/g) ?? []).length);
    expect(markdown).toContain("cut here");
    expect(markdown).toContain(`(${base}${facts.folder})`);
  });
});

/** Text that GitHub would look through for mentions and references: everything but code and our links' addresses. */
function textOutsideCode(markdown: string): string {
  let text = "";
  const visit = (node: Nodes): void => {
    if (node.type === "text") text += node.value;
    if (node.type === "inlineCode" || node.type === "code") text += " ";
    if ("children" in node) node.children.forEach(visit);
    if (node.type === "paragraph") text += "\n";
  };
  visit(fromMarkdown(markdown));
  return text;
}
