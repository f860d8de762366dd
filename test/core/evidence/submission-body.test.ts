// What a person writes below `/valp submit` becomes files, or is refused as a whole.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acknowledges } from "../../../src/core/evidence/acknowledgement.ts";
import { readSubmission, type SubmissionFacts } from "../../../src/core/evidence/submission-body.ts";

const digest = `sha256:${"a1".repeat(32)}`;
const facts: SubmissionFacts = {
  login: "alice",
  expectedRefs: ["agents/alice/evidence.md", "evidence/verification.md"],
  contractDigest: digest,
  typedDigest: digest,
  shownRefs: ["task.md", "agents/codex/evidence.md"],
};
const body =
  "## agents/alice/evidence.md\n\nDid it.\n\n### More\n\n## Recommendations\n\n- none\n\n## `evidence/verification.md`\nVerdict: pass\n";

function codes(text: string, more: Partial<SubmissionFacts> = {}): string[] {
  const reading = readSubmission(text, { ...facts, ...more });
  return reading.kind === "refused" ? reading.reasons.map(({ code }) => code) : [reading.kind];
}

describe("a submission", () => {
  it("gives one file for each heading, each with its head", () => {
    const reading = readSubmission(body, facts);
    expect(reading.kind).toBe("files");
    const files = reading.kind === "files" ? reading.files : [];
    expect(files.map(({ ref }) => ref)).toEqual(facts.expectedRefs);
    const [first] = files;
    expect(first?.text.split("\n").slice(0, 7)).toEqual([
      "control_contract_ref: control-contract.json",
      `control_contract_digest: ${digest}`,
      "control_contract_status: honored",
      "",
      "Acknowledged by `alice`, who typed the digest.",
      "",
      "Reviewed: `task.md`, `agents/codex/evidence.md`",
    ]);
    expect(first?.text).toContain("Did it.\n\n### More\n\n## Recommendations\n\n- none\n");
    expect(files.every(({ text }) => acknowledges(text, digest))).toBe(true);
  });

  it("adds no acknowledgement that nobody typed", () => {
    const reading = readSubmission(body, { ...facts, typedDigest: null, shownRefs: [] });
    const files = reading.kind === "files" ? reading.files : [];
    expect(files.map(({ text }) => text.slice(0, 7))).toEqual(["Did it.", "Verdict"]);
  });

  it("takes the digest with or without its prefix, in any case, and no other", () => {
    expect(codes(body, { typedDigest: digest.slice(7).toUpperCase() })).toEqual(["files"]);
    expect(codes(body, { typedDigest: "b".repeat(64) })).toEqual(["submission_digest_differs"]);
  });

  it.each([
    ["an unknown file", `${body}\n## agents/bob/evidence.md\nx\n`, "submission_ref_unknown"],
    ["a control file", `${body}\n## state.json\nx\n`, "submission_ref_unknown"],
    ["a path out", `${body}\n## ../../x\nx\n`, "submission_ref_unknown"],
    ["one file twice", `${body}\n## agents/alice/evidence.md\nx\n`, "submission_ref_twice"],
    ["words before the first file", `hello\n${body}`, "submission_words_outside"],
    ["a heading before the first file", `## Recommendations\n${body}`, "submission_words_outside"],
    ["a file without words", `${body.slice(0, body.indexOf("Verdict"))}\n`, "evidence_empty"],
    ["no file", "   ", "submission_without_refs"],
    ["an open fence", `${body}\n\`\`\`\nx\n`, "submission_left_open"],
    ["an open comment", `${body}\n<!-- x\n`, "submission_left_open"],
  ])("is refused for %s", (_, text, code) => expect(codes(text)).toEqual([code]));

  it("does not take headings in code or comments for files", () => {
    const text = "## agents/alice/evidence.md\n~~~\n## evidence/verification.md\n~~~\n<!--\n## state.json\n-->\nend\n";
    const reading = readSubmission(text, facts);
    expect(reading.kind === "files" ? reading.files.map(({ ref }) => ref) : reading).toEqual([
      "agents/alice/evidence.md",
    ]);
  });

  it.each([
    "- severity: awful\n  title: x",
    "- title: x",
    "severity: low",
    "- &a {severity: low, title: *a}",
    "[",
    "- severity: low\n  title: x\n  extra: y",
  ])("refuses findings %j", (block) => {
    expect(codes(`## evidence/verification.md\n\`\`\`findings\n${block}\n\`\`\`\n`)).toEqual(["findings_unreadable"]);
  });

  it("never throws, and its files are expected ones", () => {
    const line = fc.constantFrom(
      "## agents/alice/evidence.md",
      "## state.json",
      "## x",
      "```",
      "```findings",
      "~~~~",
      "<!--",
      "-->",
      "- a: b",
      "words",
      "",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string({ unit: "binary" })), { maxLength: 15 }), (lines) => {
        const reading = readSubmission(lines.join("\n"), facts);
        if (reading.kind !== "files") return;
        expect(facts.expectedRefs).toEqual(expect.arrayContaining(reading.files.map(({ ref }) => ref)));
      }),
    );
  });
});
