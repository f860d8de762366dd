// The quarantine: what passes is text with a safe name and no secret; everything else is refused with a reason.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DeliveredEntry, quarantine, quarantineLimits } from "../../../src/core/evidence/quarantine.ts";
import { sha256 } from "../../../src/core/records/digest.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const file = (name: string, text = "done\n"): DeliveredEntry => ({ name, kind: "file", bytes: bytes(text) });
const limits = { files: 5, fileBytes: 100, totalBytes: 250 };

function refusals(entries: DeliveredEntry[], within = limits): [string, string[]][] {
  const answer = quarantine(entries, within);
  return answer.kind === "accepted"
    ? []
    : answer.refused.map(({ name, reasons }) => [name, reasons.map(({ code }) => code)]);
}

describe("quarantine", () => {
  it("accepts text and says what it will store", () => {
    const answer = quarantine(
      [{ name: "agents/", kind: "folder", bytes: bytes("") }, file("agents/codex/evidence.md", "\ufeffdone\n")],
      limits,
    );
    expect(answer).toEqual({
      kind: "accepted",
      files: [{ ref: "agents/codex/evidence.md", text: "done\n", bytes: 5, sha256: sha256("done\n") }],
    });
  });

  it.each<[string, DeliveredEntry[], string]>([
    ["a path out", [file("a/../../b")], "evidence_name_unsafe"],
    ["fault 137: git's folder", [file(".git/config")], "evidence_name_unsafe"],
    ["fault 139: an address as a path", [file("https:/host/x")], "evidence_name_unsafe"],
    ["fault 139: a link", [{ ...file("logs/out"), kind: "link" }], "evidence_not_a_file"],
    ["a device", [{ ...file("logs/out"), kind: "other" }], "evidence_not_a_file"],
    ["a folder with a bad name", [{ ...file("../x/"), kind: "folder" }], "evidence_name_unsafe"],
    ["fault 140: two spellings", [file("Report.md"), file("report.md")], "evidence_names_collide"],
    ["the same name twice", [file("a.md"), file("a.md")], "evidence_names_collide"],
    ["a large file", [file("a.md", "x".repeat(101))], "evidence_file_too_large"],
    ["a large sum", [1, 2, 3].map((n) => file(`${n}.md`, "x".repeat(90))), "evidence_total_too_large"],
    ["many files", [1, 2, 3, 4, 5, 6].map((n) => file(`${n}.md`)), "evidence_files_too_many"],
    ["a zero byte", [file("a.md", "a\u0000b")], "evidence_not_text"],
    ["no UTF-8", [{ ...file("a.md"), bytes: Uint8Array.of(0xc3, 0x28) }], "evidence_not_text"],
    ["UTF-16", [{ ...file("a.md"), bytes: Uint8Array.of(0xff, 0xfe, 0x41, 0x20) }], "evidence_not_text"],
    ["fault 136: a secret", [file("a.md", `x\ngh${"p_"}${"a1".repeat(18)}`)], "evidence_holds_secret"],
  ])("refuses %s", (_, entries, code) => {
    expect(refusals(entries).map(([, codes]) => codes)).toEqual(
      code === "evidence_names_collide" ? [[code], [code]] : [[code]],
    );
  });

  it("keeps the good files apart from the refused ones, and no value in a reason", () => {
    const secret = `gh${"p_"}${"a1".repeat(18)}`;
    const answer = quarantine([file("good.md"), file("bad.md", secret)], limits);
    expect(answer.kind).toBe("refused");
    expect(answer.files.map(({ ref }) => ref)).toEqual(["good.md"]);
    expect(JSON.stringify(answer)).not.toContain(secret.slice(4));
  });

  it("speaks of hostile names without repeating what they do", () => {
    const answer = quarantine([file("@octocat/<b>#1\u202e.md")], limits);
    expect(answer).toMatchObject({ kind: "refused", refused: [{ reasons: [{ code: "evidence_name_unsafe" }] }] });
    const text = answer.kind === "refused" ? (answer.refused[0]?.reasons[0]?.text ?? "") : "";
    expect(text).not.toMatch(/@octocat|<b>|\u202e/);
  });

  it("never throws, and what it accepts is what came in", () => {
    const entry = fc.record({
      name: fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), fc.constantFrom("a.md", "A.md", "a/b", "a")),
      kind: fc.constantFrom<DeliveredEntry["kind"]>("file", "folder", "link", "other"),
      bytes: fc.uint8Array({ maxLength: 30 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 6 }), (entries) => {
        const answer = quarantine(entries, quarantineLimits);
        for (const clean of answer.files) {
          expect(entries.some(({ name, kind }) => name === clean.ref && kind === "file")).toBe(true);
          expect(clean.sha256).toBe(sha256(clean.text));
        }
        if (answer.kind === "accepted") {
          expect(entries.every(({ kind }) => kind === "file" || kind === "folder")).toBe(true);
        }
      }),
    );
  });
});
