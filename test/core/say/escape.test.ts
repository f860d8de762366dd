// Untrusted text in what we say: nothing of it may act.
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { parseCommands } from "../../../src/core/commands/parse-commands.ts";
import {
  breakCommands,
  codeBlock,
  codeSpan,
  cut,
  hiddenMarker,
  inline,
  plainWords,
  quoted,
  readMarker,
  tableCell,
} from "../../../src/core/say/escape.ts";
import { hasHidden, showHidden, withoutHidden } from "../../../src/core/say/hidden-text.ts";
import { markdownText } from "../../support/markdown.ts";

/** Types of all nodes and the text that a reader sees. */
function render(markdown: string): { types: Set<string>; text: string } {
  const types = new Set<string>();
  let text = "";
  const visit = (node: Nodes): void => {
    types.add(node.type);
    if ("value" in node) text += node.value;
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown));
  return { types, text };
}

/** What a reader sees outside of code, where GitHub would look for mentions and links. */
function proseOf(markdown: string): string {
  let text = "";
  const visit = (node: Nodes): void => {
    if (node.type === "text") text += node.value;
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown));
  return text;
}

const plain = new Set(["root", "paragraph", "text"]);
/** What GitHub would still turn into a mention, reference or link after rendering. */
const live = /@[A-Za-z0-9]|#\d|\bGH-\d|:\/\/|\bwww\.|mailto:\S|xmpp:\S/i;

describe("inline", () => {
  it("fault 76: any text becomes one paragraph of plain text, in a sentence, at its start and in quotes", () => {
    fc.assert(
      fc.property(markdownText, fc.integer({ min: 1, max: 300 }), (text, max) => {
        for (const markdown of [`Say ${inline(text, max)} here`, inline(text, max), quoted(text, max)]) {
          const { types, text: seen } = render(markdown);
          expect([...types].filter((type) => !plain.has(type))).toEqual([]);
          expect(seen).not.toMatch(live);
          expect(markdown).not.toMatch(/[\n\r|]/);
          expect(parseCommands(markdown)).toEqual([]);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("a sentence of ours stays one paragraph of words and code, whatever it quotes", () => {
    fc.assert(
      fc.property(markdownText, markdownText, (one, other) => {
        for (const text of [one, `The key ${JSON.stringify(one)} ${other}`, `Write \`${one}\` or "${other}" now.`]) {
          const markdown = plainWords(text, 300);
          const { types, text: seen } = render(`Said: ${markdown}`);
          expect([...types].filter((type) => !plain.has(type) && type !== "inlineCode")).toEqual([]);
          expect(proseOf(`Said: ${markdown}`)).not.toMatch(live);
          expect(seen).not.toMatch(/\n/);
          expect(parseCommands(markdown)).toEqual([]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["Start with `version: 1`.", "Start with `version: 1`."],
    ['The key "a*b" is not known here.', "The key `a*b` is not known here."],
    ["There are .github/valp.yml and .github/valp.yaml.", "There are .github/valp.yml and .github/valp.yaml."],
    ["Use docs/**/*.md, #1 and a `", "Use docs/\\*\\*/\\*.md, #\u20601 and a \\`"],
  ])("%j reads the same as Markdown and as it is", (text, markdown) => {
    expect(plainWords(text)).toBe(markdown);
  });

  it("breaks the command token only where a command could start", () => {
    expect(inline("/valp stop")).toBe("\\/valp stop");
    expect(inline("see .github/valp.yml")).toBe("see .github/valp.yml");
  });

  it("shows the reader the words that were there", () => {
    expect(render(inline("a *b* <c> `d` [e](f) & | $x$ 1")).text).toBe("a *b* <c> `d` [e](f) & | $x$ 1");
    expect(render(inline("line\r\nnext\tcolumn")).text).toBe("line next column");
    expect(inline("plain max_dispatches 1.5, ok!")).toBe("plain max_dispatches 1.5, ok!");
  });

  it.each(["@octocat", "#12", "org/repo#3", "GH-4", "gh-4", "https://x.example", "www.x.example", "a@b.example"])(
    "fault 76: %j is broken",
    (text) => {
      const seen = render(inline(`see ${text} now`)).text;
      expect(seen).not.toMatch(live);
      expect(seen.replaceAll("\u2060", "")).toBe(`see ${text} now`);
    },
  );

  it("fault 167: titles with shell, expressions and markup stay words", () => {
    const title = "$(id) `id` '; curl x | sh ${{ secrets.X }} <script>alert(1)</script>";
    expect(render(inline(title, 200)).text).toBe(title);
    expect(inline(title, 200)).not.toContain("<script");
  });

  it("fault 62: hidden characters become visible", () => {
    expect(render(inline("ap\u200bprove\u202eabc")).text).toBe("ap[U+200B]prove[U+202E]abc");
  });

  it("cuts at characters, not in the middle of one", () => {
    expect(inline("😀".repeat(50), 10)).toBe(`${"😀".repeat(9)}…`);
    expect(cut("abc", 3)).toBe("abc");
    expect(cut("abcd", 3)).toBe("ab…");
    expect(cut("😀😀", 3)).toBe("😀😀");
    expect(inline("x".repeat(1_048_576), 20)).toHaveLength(20);
  });
});

describe("code", () => {
  it("a span gives the text back and nothing else", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const { types } = render(`x ${codeSpan(text)} y`);
        expect([...types].sort()).toEqual(["inlineCode", "paragraph", "root", "text"]);
      }),
      { numRuns: 2000 },
    );
    expect(render(codeSpan("a`b``c")).text).toBe("a`b``c");
    expect(render(codeSpan("`")).text).toBe("`");
    expect(codeSpan("0123abc")).toBe("`0123abc`");
  });

  it("fault 173: a block gives the text back and nothing escapes from it", () => {
    fc.assert(
      fc.property(markdownText, (text) => {
        const { types, text: seen } = render(`before\n\n${codeBlock(text)}\n\nafter`);
        expect([...types].sort()).toEqual(["code", "paragraph", "root", "text"]);
        const lines = showHidden(text.replaceAll(/\r\n?/g, "\n")).replace(/\n$/, "");
        expect(seen).toBe(`before${lines}after`);
        expect(parseCommands(codeBlock(text))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("a cell keeps its pipes", () => {
    expect(tableCell(codeSpan("a|b"))).toBe("`a\\|b`");
    expect(tableCell("a\n b")).toBe("a b");
  });
});

describe("our own texts", () => {
  it("fault 68: no line of a broken text is a command, and it looks the same", () => {
    const text = "Type it:\n/valp approve 0123456789ab\n\n /VALP stop";
    expect(parseCommands(breakCommands(text))).toEqual([]);
    expect(render(breakCommands(text)).text).toBe(render(text).text);
  });

  it("markers are found again, and only where we put them", () => {
    const marker = hiddenMarker("status:gh-1-docs-fix-1");
    expect(marker).toBe("<!-- valp:status:gh-1-docs-fix-1 -->");
    expect(readMarker(`${marker}\ntext`)).toBe("status:gh-1-docs-fix-1");
    expect(readMarker(`${marker}\r\ntext`)).toBe("status:gh-1-docs-fix-1");
    expect(readMarker(`text\n${marker}`)).toBe(null);
    expect(readMarker(`${marker} ${marker}`)).toBe(null);
    expect(readMarker("")).toBe(null);
  });

  it.each(["", "a b", "a-->", "a--b", "-a", "a\n"])("%j is no marker name", (name) => {
    expect(() => hiddenMarker(name)).toThrow(RangeError);
  });
});

describe("hidden characters", () => {
  it.each(["\u0000", "\u001b", "\u007f", "\u00ad", "\u200b", "\u200d", "\u200f", "\u202e", "\u2028", "\u2066"])(
    "%j is one",
    (char) => {
      expect(hasHidden(`a${char}b`)).toBe(true);
      expect(withoutHidden(`a${char}b`)).toBe("ab");
    },
  );
  it.each(["\u2060", "\u3164", "\ufeff", "\u{e0041}", "\ud800", "\ufffb"])("%j is one, too", (char) => {
    expect(hasHidden(`a${char}b`)).toBe(true);
  });
  it.each(["a\tb\nc\r\n", "é ü ß", "日本語", "❤️", "👩‍💻", "👩🏽‍🚀", "\u00a0"])("%j is none", (text) => {
    expect(hasHidden(text)).toBe(false);
    expect(showHidden(text)).toBe(text);
  });
});
