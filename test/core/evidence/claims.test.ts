// Claims and what stands behind them, line by line.
import { describe, expect, it } from "vitest";
import { claimsOf, showsEvidence } from "../../../src/core/evidence/claims.ts";
import { fencedBlocks, markdownLines } from "../../../src/core/evidence/markdown-lines.ts";

describe("claims", () => {
  it.each([
    "All tests passed",
    "The build is ok",
    "Build: OK",
    "launched the app, screenshot looks fixed",
    "I verified it",
    "Verification passed",
    "Lint and more things before it succeeded",
  ])("%s", (line) => expect(claimsOf(`first\n${line}\n`)).toEqual([{ line: 2, text: line }]));

  it.each([
    "The tests are long",
    "passed the salt",
    "testing went by",
    `test ${"x".repeat(90)} passed`,
    "unverifiable",
  ])("%s is none", (line) => expect(claimsOf(line)).toEqual([]));

  it.each<[string, boolean]>([
    ["see `logs/a.txt`", true],
    ["see logs/a.txt.", true],
    ["see `logs/b.txt`", false],
    ["see `../logs/a.txt`", false],
    ["```sh\nnpm test\n```\ntext\n```\nexit code 0\n```", true],
    ["```sh\nnpm test\n```", false],
    ["```\n1 passed\n```", false],
    ["npm test\nexit code 0", false],
  ])("%j is shown: %s", (text, shown) => expect(showsEvidence(text, (ref) => ref === "logs/a.txt")).toBe(shown));
});

describe("lines of Markdown", () => {
  it("know code, comments and headings", () => {
    const { lines, open } = markdownLines(
      "# A #\n```js\n# B\n``\n```\n<!-- x\n# C\n-->\n    # D\n##\n#E\n~~~\n```\n~~~\n",
    );
    expect(open).toBeNull();
    expect(
      lines.filter(({ heading }) => heading !== null).map(({ number, heading }) => [number, heading?.text]),
    ).toEqual([
      [1, "A"],
      [10, ""],
    ]);
    expect(fencedBlocks(lines)).toEqual([
      { info: "js", line: 2, text: "# B\n``" },
      { info: "", line: 12, text: "```" },
    ]);
  });

  it("know what was never closed", () => {
    expect(markdownLines("```\nx").open).toBe("fence");
    expect(markdownLines("<!-- a --> <!--\nx").open).toBe("comment");
    expect(markdownLines("``` a`b\nx").open).toBeNull();
  });
});
