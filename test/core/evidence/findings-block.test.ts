// What a review found, as its `findings` block says it.
import { describe, expect, it } from "vitest";
import { readFindingsBlock, reportedFindings } from "../../../src/core/evidence/findings-block.ts";

const review = (block: string) => `Verdict: fail\n\n\`\`\`findings\n${block}\n\`\`\`\n`;

describe("findings", () => {
  it.each([
    [
      "- severity: High\n  title: Leaks\n- {severity: low, title: Typo, status: fixed}",
      [
        { severity: "high", title: "Leaks", status: "open" },
        { severity: "low", title: "Typo", status: "fixed" },
      ],
    ],
    [
      '[{"severity": "critical", "title": "x", "status": "blocked"}]',
      [{ severity: "critical", title: "x", status: "blocked" }],
    ],
    ["", []],
  ])("are read: %j", (block, findings) => {
    expect(readFindingsBlock(review(block))).toEqual({ kind: "read", findings });
  });

  it("are none without a block, and unreadable with two", () => {
    expect(readFindingsBlock("Verdict: fail\n")).toEqual({ kind: "read", findings: null });
    expect(readFindingsBlock(review("") + review(""))).toEqual({ kind: "unreadable", line: 8 });
  });

  it("stand for a failure that names none", () => {
    const [one, ...more] = reportedFindings("agents/alice/review.md", "fail", []);
    expect(one).toMatchObject({ severity: "high", status: "open" });
    expect(more).toEqual([]);
    expect(reportedFindings("agents/alice/review.md", "pass", [])).toEqual([]);
    expect(
      reportedFindings("agents/alice/review.md", "fail", [{ severity: "low", title: "x", status: "open" }]),
    ).toHaveLength(1);
  });
});
