// What a person writes below `/valp close`: every heading said, every recommendation decided, or refused.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closingHeadings, readClosing } from "../../../src/core/evidence/closing-body.ts";
import { readRecommendations } from "../../../src/core/evidence/recommendations.ts";
import { finalSynthesis } from "../../../src/core/say/final-synthesis.ts";

const open = [
  { id: "rec-codex-001", agent: "codex", sourceRef: "agents/codex/evidence.md", text: "Watch the size." },
  { id: "rec-alice-001", agent: "alice", sourceRef: "agents/alice/review.md", text: "Rename it." },
];
const decisions =
  "- rec-codex-001: accepted; it grows, as seen; only the parser; low\n- `rec-alice-001`: bounded no action | taste, not need | none | none";
const text = (recommendations: string, without?: string) =>
  closingHeadings
    .filter((heading) => heading !== without)
    .map(
      (heading) =>
        `## ${heading}\n\n${heading === "Recommendations" ? recommendations : `- About ${heading}\n  goes on.\n- Second`}\n`,
    )
    .join("\n");

function codes(body: string, recommendations = open): string[] {
  const reading = readClosing(body, recommendations);
  return reading.kind === "refused" ? reading.reasons.map(({ code }) => code) : [reading.kind];
}

describe("a closing", () => {
  it("is read whole", () => {
    expect(readClosing(text(decisions), open)).toEqual({
      kind: "read",
      words: {
        result: "- About Result\n  goes on.\n- Second",
        decisions: "- About Decisions\n  goes on.\n- Second",
        disagreements: "- About Disagreements\n  goes on.\n- Second",
        evidenceGaps: "- About Evidence gaps\n  goes on.\n- Second",
        recommendations: [
          {
            id: "rec-codex-001",
            decision: "accepted",
            rationale: "it grows, as seen",
            scope: "only the parser",
            impact: "low",
          },
          {
            id: "rec-alice-001",
            decision: "bounded_no_action",
            rationale: "taste, not need",
            scope: "none",
            impact: "none",
          },
        ],
        noRecommendations: null,
        lessons: ["About Lessons goes on.", "Second"],
        nextTime: ["About Next time goes on.", "Second"],
        privacy: ["About Privacy goes on.", "Second"],
      },
    });
  });

  it("becomes a final synthesis in the person's words, with facts below", () => {
    const reading = readClosing(text(decisions), open);
    if (reading.kind !== "read") throw new Error(reading.kind);
    const synthesis = finalSynthesis(reading.words, {
      taskId: "gh-1-docs-1",
      closedBy: "alice",
      closedAt: "2026-01-31T12:00:00Z",
      agents: [["implementer", "codex"]],
      evidence: ["agents/codex/evidence.md"],
      verification: "passed",
      review: "passed",
    });
    for (const part of [
      "## Result",
      "## Decisions",
      "## Disagreements",
      "## Evidence gaps",
      "- About Result\n  goes on.",
    ]) {
      expect(synthesis).toContain(part);
    }
    expect(synthesis).toContain("- `rec-codex-001`: accepted; it grows, as seen; only the parser; low");
    expect(synthesis).toContain("- evidence: `agents/codex/evidence.md`");
  });

  it("takes commas, lines without bullets, and other levels and cases of headings", () => {
    const plain = "rec-codex-001: merged, it grows, the parser, low\nrec-alice-001: accepted, clearer, the name, none";
    expect(codes(text(plain).replaceAll("## Evidence gaps", "### EVIDENCE GAPS:"))).toEqual(["read"]);
  });

  it("needs every heading", () => {
    for (const heading of closingHeadings) {
      expect(codes(text(decisions, heading))).toContain("closing_heading_missing");
      expect(codes(text(decisions).replace(`## ${heading}`, `## ${heading}\n\n## Result`))).not.toContain("read");
    }
    expect(codes("")).toHaveLength(closingHeadings.length);
    expect(codes(`${text(decisions)}\n## Result\nx`)).toEqual(["closing_heading_twice"]);
    expect(codes(`${text(decisions)}\n\`\`\`\n`)).toEqual(["submission_left_open"]);
  });

  it.each([
    ["nothing decided", "none: no time", ["closing_recommendation_open", "closing_recommendation_open"]],
    ["one open", decisions.split("\n")[0]!, ["closing_recommendation_open"]],
    ["one unknown", `${decisions}\n- rec-bob-001: accepted; a; b; low`, ["closing_decision_unknown"]],
    ["one twice", `${decisions}\n- rec-codex-001: accepted; a; b; low`, ["closing_decision_twice"]],
    ["one escalated", decisions.replace("accepted", "escalated"), ["closing_recommendation_escalated"]],
    ["no such decision", decisions.replace("accepted", "perhaps"), ["closing_decision_unreadable"]],
    ["no impact", decisions.replace("; low", ""), ["closing_decision_unreadable"]],
  ])("is refused with %s", (_, recommendations, expected) => {
    const found = codes(text(recommendations)).filter(
      (code) => code !== "closing_decision_unreadable" || expected.includes(code),
    );
    expect(found).toEqual(expected);
  });

  it("says none with the reason where nobody recommended anything", () => {
    expect(readClosing(text("None, the work was small."), [])).toMatchObject({
      kind: "read",
      words: { recommendations: [], noRecommendations: "the work was small." },
    });
    expect(codes(text("none"), [])).toEqual(["closing_decision_unreadable"]);
  });

  it("never throws", () => {
    const line = fc.constantFrom(
      ...closingHeadings.map((heading) => `## ${heading}`),
      "rec-codex-001: accepted; a; b; low",
      "none: x",
      "```",
      "<!--",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string({ unit: "binary" })), { maxLength: 25 }), (lines) => {
        expect(["read", "refused"]).toContain(readClosing(lines.join("\n"), open).kind);
      }),
    );
  });
});

describe("recommendations of a worker", () => {
  const entries = (section: string) =>
    readRecommendations("codex", [{ ref: "agents/codex/evidence.md", text: `## Recommendations\n\n${section}` }]).map(
      ({ text: words }) => words,
    );

  it.each<[string, string[]]>([
    ["- one\n- two\n  goes on\n\n  and on\n* three", ["one", "two goes on and on", "three"]],
    ["1. one\n2) two", ["one", "two"]],
    ["First paragraph\ngoes on.\n\nSecond.", ["First paragraph goes on.", "Second."]],
    ["None.", []],
    ["- No further action recommended.", []],
    ["- No action is needed; but watch the size.", ["No action is needed; but watch the size."]],
    ["- one\n\n## Other\n\n- not this", ["one"]],
    ["### Soon\n\n- one\n\n### Later\n- two", ["one", "two"]],
    ["<!-- hidden -->\n- one", ["one"]],
    ["", []],
  ])("%j", (section, expected) => expect(entries(section)).toEqual(expected));

  it("are numbered through all files", () => {
    const files = ["a", "b"].map((name) => ({
      ref: `agents/codex/${name}.md`,
      text: "# x\n## Recommendations\n- do it\n",
    }));
    expect(readRecommendations("codex", files).map(({ id }) => id)).toEqual(["rec-codex-001", "rec-codex-002"]);
  });
});
