// Commands in comments: what is one, what only looks like one, and what nobody meant.
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { isCommand, type ParsedLine } from "../../../src/core/commands/command.ts";
import { mostCommands, parseCommands } from "../../../src/core/commands/parse-commands.ts";
import { verbs } from "../../../src/core/commands/registry.ts";
import { commandHelp } from "../../../src/core/say/command-help.ts";
import { breakCommands } from "../../../src/core/say/escape.ts";
import { markdownText } from "../../support/markdown.ts";

const digest = "0123456789ab";
const approve = `/valp approve ${digest}`;

/** Parsed lines without their places. */
function read(text: string): unknown[] {
  return parseCommands(text).map(({ line, ...rest }) => {
    expect(line).toBeGreaterThan(0);
    if ("problem" in rest) return { kind: rest.kind, code: rest.problem.code };
    const { task, ...words } = rest;
    return task === null ? words : { ...words, task };
  });
}

function only(text: string): ParsedLine {
  const parsed = parseCommands(text);
  expect(parsed).toHaveLength(1);
  return parsed[0]!;
}

describe("grammar", () => {
  const good: [string, unknown][] = [
    ["/valp start docs-fix", { kind: "start", rule: "docs-fix" }],
    ["/valp lead claude", { kind: "lead", leader: "claude", roles: [], because: null }],
    [
      "/valp lead claude implementer=codex reviewer=alice because: they know it",
      {
        kind: "lead",
        leader: "claude",
        roles: [
          ["implementer", "codex"],
          ["reviewer", "alice"],
        ],
        because: "they know it",
      },
    ],
    [
      "/valp assign implementer=codex BECAUSE:fast",
      { kind: "assign", roles: [["implementer", "codex"]], because: "fast" },
    ],
    [approve, { kind: "approve", digest }],
    [`/valp approve sha256:${"AB".repeat(32)}`, { kind: "approve", digest: "ab".repeat(32) }],
    [`/valp approve \`${digest}\``, { kind: "approve", digest }],
    [`/valp deny ${digest} reason: too wide`, { kind: "deny", digest, reason: "too wide" }],
    ["/valp withdraw", { kind: "withdraw" }],
    ["/valp stop", { kind: "stop", reason: null }],
    ["/valp stop the release is out", { kind: "stop", reason: "the release is out" }],
    ["/valp stop reason: the release is out", { kind: "stop", reason: "the release is out" }],
    ["/valp retry", { kind: "retry", role: null }],
    ["/valp retry implementer", { kind: "retry", role: "implementer" }],
    ["/valp status", { kind: "status" }],
    ["/valp why", { kind: "why" }],
    ["/valp help", { kind: "help" }],
    ["/valp close", { kind: "close" }],
    [
      "/valp submit reviewer\n\n## review.md\nGood.",
      { kind: "submit", role: "reviewer", contract: null, body: "## review.md\nGood." },
    ],
    [
      `/valp submit reviewer sha256:${"A1".repeat(32)}\nGood.`,
      { kind: "submit", role: "reviewer", contract: "a1".repeat(32), body: "Good." },
    ],
    ["/valp status task=GH-1-docs-1", { kind: "status", task: "gh-1-docs-1" }],
    [`${approve} task=gh-1-docs-1`, { kind: "approve", digest, task: "gh-1-docs-1" }],
    ["/valp stop task=gh-1-docs-1 no need", { kind: "stop", reason: "no need", task: "gh-1-docs-1" }],
    [
      "/valp assign task=t-1 implementer=codex because: the words task=x are text",
      { kind: "assign", roles: [["implementer", "codex"]], because: "the words task=x are text", task: "t-1" },
    ],
    ["/valp assign\n```yaml\nassignments:\n  a: b\n```", { kind: "assign_block", yaml: "assignments:\n  a: b\n" }],
    ["/valp assign task=t-1\n\n~~~yml\na: b\n~~~", { kind: "assign_block", yaml: "a: b\n", task: "t-1" }],
  ];
  it.each(good)("%j", (text, words) => {
    expect(read(text)).toEqual([words]);
  });

  const bad: [string, string][] = [
    ["/valp start", "command_word_missing"],
    ["/valp start two words", "command_word_unexpected"],
    ["/valp lead", "command_word_missing"],
    ["/valp lead role=agent", "command_word_unreadable"],
    ["/valp lead claude implementer", "command_word_unreadable"],
    ["/valp lead claude a=b=c", "command_word_unreadable"],
    ["/valp lead claude a=b a=c", "command_word_twice"],
    ["/valp lead claude because:", "command_text_missing"],
    ["/valp assign", "command_word_missing"],
    ["/valp assign implementer=codex", "command_text_missing"],
    ["/valp assign implementer= because: x", "command_word_unreadable"],
    ["/valp assign\n```json\n{}\n```", "assign_block_not_yaml"],
    ["/valp assign a=b because: c\n```yaml\na: b\n```", "assign_words_and_block"],
    ["/valp approve", "command_word_missing"],
    [`/valp approve ${digest} thanks`, "command_word_unexpected"],
    ["/valp approve lgtm-lgtm-lgtm", "command_word_unreadable"],
    [`/valp approve ${"a".repeat(65)}`, "command_word_unreadable"],
    [`/valp deny ${digest}`, "command_text_missing"],
    [`/valp deny ${digest} because: x`, "command_word_unexpected"],
    ["/valp withdraw everything", "command_word_unexpected"],
    ["/valp help me", "command_word_unexpected"],
    ["/valp retry a b", "command_word_unexpected"],
    [`/valp stop ${"x".repeat(2001)}`, "command_text_over_length"],
    ["/valp submit", "command_word_missing"],
    ["/valp submit reviewer", "submit_empty"],
    ["/valp submit reviewer now\nx", "command_word_unreadable"],
    [`/valp submit reviewer ${"a".repeat(64)} now\nx`, "command_word_unexpected"],
    ["/valp status task=", "command_word_unreadable"],
    ["/valp status task=a task=b", "command_word_unreadable"],
    ["/valp status task=../x", "command_word_unreadable"],
  ];
  it.each(bad)("%j is malformed and says how to type it", (text, code) => {
    expect(read(text)).toEqual([{ kind: "malformed", code }]);
    const parsed = only(text);
    if (!isCommand(parsed)) expect(parsed.problem.text).toMatch(/`\/valp |Send|Say it shorter|yaml/);
  });

  it("fault 85: a digest below 12 digits is named as too short, with the number", () => {
    const parsed = only("/valp approve 1a2b3c4");
    expect(parsed).toMatchObject({ kind: "malformed", problem: { code: "command_digest_too_short" } });
    expect(!isCommand(parsed) && parsed.problem.text).toContain("12");
  });

  it("a block of assign counts only directly below it", () => {
    expect(read("/valp assign\n\n\n```yaml\na: b\n```")).toEqual([{ kind: "malformed", code: "command_word_missing" }]);
    expect(read("/valp assign\nwords\n```yaml\na: b\n```")).toEqual([
      { kind: "malformed", code: "command_word_missing" },
    ]);
    expect(read("/valp assign\n\n    a: b")).toEqual([{ kind: "malformed", code: "command_word_missing" }]);
  });

  it("submit tolerates no other command, before or below, and then nothing counts", () => {
    const mixed = [
      { kind: "malformed", code: "submit_not_alone" },
      { kind: "malformed", code: "submit_not_alone" },
    ];
    expect(read(`${approve}\n\n/valp submit reviewer\n\nfine`)).toEqual(mixed);
    expect(read(`/valp submit reviewer\n\nfine\n\n${approve}`)).toEqual(mixed);
    expect(read(`/valp submit reviewer\n\n> ${approve}\n\n\`${approve}\``)).toMatchObject([{ kind: "submit" }]);
  });

  it("at most ten commands; the rest is one answer", () => {
    const parsed = parseCommands(Array.from({ length: 25 }, () => "/valp status").join("\n"));
    expect(parsed).toHaveLength(mostCommands + 1);
    expect(parsed.at(-1)).toMatchObject({ kind: "too_many", line: 11 });
    expect(!isCommand(parsed.at(-1)!) && parsed.at(-1)).toMatchObject({ problem: { text: /15 more/ } });
  });

  it("fault 77: every command of a text stands for itself", () => {
    expect(read(`/valp approve nonsense!\n${approve}\n/valp dance`)).toEqual([
      { kind: "malformed", code: "command_word_unreadable" },
      { kind: "approve", digest },
      { kind: "unknown", code: "command_unknown" },
    ]);
  });

  it("lines count from 1", () => {
    expect(parseCommands("a\n\nb\r\n/valp help\n\n/valp why").map((parsed) => parsed.line)).toEqual([4, 6]);
  });

  it("help shows every verb with its line and is no command itself", () => {
    for (const { usage } of Object.values(verbs)) expect(commandHelp()).toContain(usage);
    expect(parseCommands(commandHelp())).toEqual([]);
  });
});

describe("what is no command", () => {
  it.each([`> ${approve}`, `> > ${approve}`, `> text\n${approve}`, `> - text\n${approve}`, `>${approve}`])(
    "fault 59: quoted %j",
    (text) => {
      expect(parseCommands(text)).toEqual([]);
    },
  );

  it.each([
    `\`text\n${approve}\``,
    `\`\`a\`b\n${approve}\n\`\``,
    `\`\`\`\n${approve}\n\`\`\``,
    `~~~\n${approve}`,
    `    ${approve}`,
    `\t${approve}`,
    `text\n    ${approve}`,
    `text\n\t${approve}`,
  ])("fault 61: code %j", (text) => {
    expect(parseCommands(text)).toEqual([]);
  });

  it.each([
    `<!-- ${approve} -->`,
    `<!--\n\n${approve}\n\n-->`,
    `text <!--\n${approve}\n-->`,
    `text <a title="\n${approve}">x</a>`,
    `<div>\n${approve}\n</div>`,
    `<details>\n<summary>more</summary>\n\n${approve}\n\n</details>`,
    `text <details>\n${approve}\n</details>`,
    `text <s>\n${approve}\n</s>`,
    `[text](target "\n${approve}")`,
    `[text\n${approve}](target)`,
    `![text\n${approve}](target)`,
    `[^1]: note\n${approve}`,
    `[name]: target "\n${approve}\n"`,
  ])("fault 62: hidden by markup %j", (text) => {
    expect(parseCommands(text)).toEqual([]);
  });

  it.each([
    "/valp appro\u200bve abc",
    "/valp\u200b approve abc",
    "/va\u00adlp approve abc",
    "\u200b/valp approve abc",
    `\u202e${approve}\u202c`,
    `/valp stop \u2066x\u2069`,
  ])("fault 62: hidden characters %j are reported and do nothing", (text) => {
    expect(read(text)).toEqual([{ kind: "hidden", code: "command_hidden_characters" }]);
  });

  it("fault 62: hidden characters elsewhere are nobody's business", () => {
    expect(read(`a\u200bb\n${approve}`)).toEqual([{ kind: "approve", digest }]);
    expect(parseCommands("> /valp appro\u200bve abc")).toEqual([]);
    expect(read("/valp stop thanks ❤️ 👩‍💻")).toEqual([{ kind: "stop", reason: "thanks ❤️ 👩‍💻" }]);
  });

  it.each(["/valp approvenot", "/valp approve-all", "/valp approve.", "/valp approve,", "/valp constructor", "/valp"])(
    "fault 67: %j is unknown, not a prefix match",
    (text) => {
      expect(read(text)).toEqual([{ kind: "unknown", code: "command_unknown" }]);
    },
  );

  it.each(["/valpapprove abc", "/valp-approve", "valp approve", "please /valp help", "/ valp help", "//valp help"])(
    "%j does not address us",
    (text) => {
      expect(parseCommands(text)).toEqual([]);
    },
  );

  it.each([
    `- ${approve}`,
    `1. ${approve}`,
    `- text\n${approve}`,
    `# ${approve}`,
    `${approve}\n===`,
    `${approve}\n---`,
  ])("lists and headings %j", (text) => {
    expect(parseCommands(text)).toEqual([]);
  });
});

describe("what is one all the same", () => {
  it.each([` ${approve}`, `   ${approve}`, `\u00a0${approve}`, `\ufeff${approve}`, `text\n   ${approve}`])(
    "fault 64: %j, slightly indented",
    (text) => {
      expect(read(text)).toEqual([{ kind: "approve", digest }]);
    },
  );

  it.each([`Rebased.\r\n${approve}\r\n`, `${approve}\r\nThanks!`, `text\r\r${approve}`, `/VALP Approve ${digest}  `])(
    "fault 65: %j with line ends, prose around it or capitals",
    (text) => {
      expect(read(text)).toEqual([{ kind: "approve", digest }]);
    },
  );

  it.each([
    `<details>\n\nx\n\n</details>\n\n${approve}`,
    `<!-- note -->\n\n${approve}`,
    `**bold**\n${approve}`,
    `[a](b)\n${approve}`,
    `\\\`text\n${approve}`,
    `\`\`\`\ncode\n\`\`\`\n${approve}`,
    `> quote\n\n${approve}`,
    `a < b and c > d [x\n${approve}`,
  ])("after harmless markup %j", (text) => {
    expect(read(text)).toEqual([{ kind: "approve", digest }]);
  });
});

describe("size", () => {
  const n = 60_000;
  const hostile: Record<string, string> = {
    brackets: "[".repeat(n),
    quotes: ">".repeat(n),
    stars: "*".repeat(n),
    ticks: "`".repeat(n),
    "growing ticks": Array.from({ length: 340 }, (_, at) => `${"`".repeat(at)}a`).join(""),
    links: "[a](".repeat(n / 4),
    "link with spaces": `[](${" ".repeat(n)}`,
    numbers: "1. ".repeat(n / 3),
    dashes: `${"- - ".repeat(n / 4)}x`,
    emphasis: "a**b_".repeat(n / 5),
    headings: "a\n=\n".repeat(n / 4),
    "lazy quote": `> a\n${"a\n".repeat(n / 2)}`,
    tags: 'x<a x="'.repeat(n / 7),
    comments: "x<!--".repeat(n / 5),
    commands: "/valp stop\n\n".repeat(n / 12),
    "hidden slashes": `/${"\u200b".repeat(50)}`.repeat(n / 51),
  };
  it.each(Object.keys(hostile))("64 KB of %s end", (name) => {
    const parsed = parseCommands(`${hostile[name]}\n\n/valp help\n`);
    expect(parsed.length).toBeLessThanOrEqual(mostCommands + 1);
  });

  it("a text beyond GitHub's limit is not read, but answered when it addresses us", () => {
    expect(parseCommands("x".repeat(1_048_576))).toEqual([]);
    expect(read(`${approve}\n${"x".repeat(1_048_576)}`)).toEqual([{ kind: "too_long", code: "command_text_too_long" }]);
  });
});

describe("properties", () => {
  it("never throws, and every line is inside the text", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const lines = text.split(/\r\n|\n|\r/).length;
        for (const parsed of parseCommands(text)) expect(parsed.line).toBeLessThanOrEqual(lines);
      }),
      { numRuns: 2000 },
    );
  });

  it("fault 59: quoting any text removes all commands", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const quoted = text
          .split(/\r\n|\n|\r/)
          .map((line) => `> ${line}`)
          .join("\n");
        expect(parseCommands(quoted)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("fencing any text removes all commands", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const fence = "`".repeat(text.length + 3);
        expect(parseCommands(`${fence}\n${text}\n${fence}`)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("fault 68: no text of ours holds a command once its command tokens are broken", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        expect(parseCommands(breakCommands(text)).filter(isCommand)).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("an independent parser sees plain text of a top paragraph wherever we see a command", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const starts = plainLineNumbers(text);
        for (const parsed of parseCommands(text)) expect(starts).toContain(parsed.line);
      }),
      { numRuns: 3000 },
    );
  });
});

/** Lines that begin in a text node of a paragraph at the top of the document, by another CommonMark parser. */
function plainLineNumbers(text: string): Set<number> {
  const found = new Set<number>();
  const visit = (node: Nodes): void => {
    if (node.type === "text" && node.position) {
      for (let line = node.position.start.line; line <= node.position.end.line; line++) {
        if (line > node.position.start.line || node.position.start.column <= 5) found.add(line);
      }
    }
    if (node.type === "paragraph" || node.type === "emphasis" || node.type === "strong") node.children.forEach(visit);
  };
  for (const node of fromMarkdown(text).children) if (node.type === "paragraph") visit(node);
  return found;
}
