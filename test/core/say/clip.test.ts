// Long comments: cut where a reader would, closed so that nothing after the cut is swallowed.
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { clip, longestComment } from "../../../src/core/say/clip.ts";
import { hasHidden } from "../../../src/core/say/hidden-text.ts";
import { markdownText } from "../../support/markdown.ts";

const link = "https://github.example/o/r/blob/abc/audit-report.md";

/** The paragraph at the end, which must be ours and stand outside everything else. */
function lastParagraph(markdown: string): string {
  const last = fromMarkdown(markdown).children.at(-1);
  if (last?.type !== "paragraph") return `not a paragraph but ${last?.type}`;
  return markdown.slice(last.position?.start.offset, last.position?.end.offset);
}

describe("clip", () => {
  it("leaves what fits alone", () => {
    expect(clip("text", link)).toBe("text");
    expect(clip("x".repeat(longestComment), link)).toHaveLength(longestComment);
  });

  it("fault 134: 70,000 characters with emoji and an open fence fit, whole characters, closed, linked", () => {
    const text = `# Report\n\n<details>\n\n${"word 😀\n\n".repeat(2000)}\`\`\`\`js\n${"😀".repeat(40_000)}`;
    const short = clip(text, link);
    expect(short.length).toBeLessThanOrEqual(longestComment);
    expect(hasHidden(short)).toBe(false);
    expect(lastParagraph(short)).toBe(`*This text was cut here. [Read all of it](${link}).*`);
    expect(short.match(/^````/gm)).toHaveLength(2);
    expect(short).toContain("\n\n</details>\n\n*This text");
  });

  it("fault 134: cuts between blocks where it can", () => {
    const short = clip("0123456789\n\n".repeat(20), null, 100);
    expect(short.split("\n\n").slice(0, -1)).toEqual(Array.from({ length: 6 }, () => "0123456789"));
    expect(short.endsWith("*This text was cut here.*")).toBe(true);
  });

  it("fault 134: never too long, never half a character, whatever the text", () => {
    const lone = /\p{Surrogate}/u;
    fc.assert(
      fc.property(
        fc.array(markdownText, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 40, max: 400 }),
        (texts, max) => {
          const text = texts.join("").replaceAll(/\p{Surrogate}/gu, "");
          const short = clip(text, null, max);
          expect(short.length).toBeLessThanOrEqual(max);
          expect(short).not.toMatch(lone);
          if (text.length > max) expect(short).toContain("cut here");
        },
      ),
      { numRuns: 2000 },
    );
  });
});
