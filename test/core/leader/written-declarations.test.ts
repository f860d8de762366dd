// Declarations written as YAML or into an issue form.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDeclarationYaml } from "../../../src/core/leader/declaration-yaml.ts";
import { readFormAnswers } from "../../../src/core/leader/form-answers.ts";

describe("a YAML block", () => {
  it("keeps every value as the text that was typed", () => {
    const text = [
      "assignments: { implementer: 12, reviewer: yes }",
      "reasons:",
      "  implementer: 'quick'",
      "because: no",
      "squad: { members: [codex], handoffs: [codex to alice] }",
    ].join("\n");
    expect(readDeclarationYaml(text)).toEqual({
      kind: "read",
      words: {
        kind: "assign",
        leader: null,
        roles: [
          ["implementer", "12"],
          ["reviewer", "yes"],
        ],
        because: "no",
        reasons: [["implementer", "quick"]],
        squad: { members: ["codex"], handoffs: ["codex to alice"] },
      },
    });
  });

  it.each([
    ["not YAML", "assignments: [", "line 1"],
    ["empty", "", "empty"],
    ["a repeated key", "assignments: {a: b}\nassignments: {a: c}", "duplicated"],
    ["an alias", "because: &x why\nassignments: {a: *x}", "alias"],
    ["an unknown key", "assignments: {a: b}\nleaders: c", "leaders"],
    ["a list of roles", "assignments: [reviewer]", "assignments"],
    ["a nested agent", "assignments: {reviewer: {name: alice}}", "assignments.reviewer"],
    ["no assignments", "because: why", "assignments"],
    ["a blank agent", "assignments: {reviewer: ' '}", "assignments.reviewer"],
    ["two documents", "assignments: {a: b}\n---\nb: c", "single"],
    ["too deep", `assignments: ${"[".repeat(50)}${"]".repeat(50)}`, "line"],
    ["too long", `because: ${"x".repeat(20_000)}`, "16384"],
  ])("with %s is refused with the place", (_name, text, part) => {
    const answer = readDeclarationYaml(text);
    expect(answer).toMatchObject({ kind: "refused", reasons: [{ code: expect.stringMatching(/^declaration_yaml_/) }] });
    expect(answer.kind === "refused" && answer.reasons[0]?.text).toContain(part);
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string({ maxLength: 200, unit: "binary" }), (text) => void readDeclarationYaml(text)));
    const bits = fc.constantFrom(
      "a: ",
      "\n",
      "  ",
      "- ",
      "{",
      "}",
      "[",
      "]",
      "&x ",
      "*x",
      "? ",
      ": ",
      "'",
      '"',
      "|",
      "__proto__: ",
    );
    fc.assert(fc.property(fc.array(bits), (parts) => void readDeclarationYaml(parts.join(""))));
  });
});

const form = (leader: string, assignments: string, reasons: string) =>
  `### What to do\n\nFix it\n\n### VALP Leader\n\n${leader}\n\n### VALP assignments\n\n${assignments}\n\n### VALP reasons\n\n${reasons}\n`;

describe("an issue form", () => {
  it("gives Leader, assignments and one reason each", () => {
    const body = form(
      "claude",
      "coordinator=claude\r\nreviewer = alice\r\n",
      "coordinator: leads: well\nreviewer: independent",
    );
    expect(readFormAnswers(body)).toEqual({
      kind: "read",
      words: {
        kind: "form",
        leader: "claude",
        roles: [
          ["coordinator", "claude"],
          ["reviewer", "alice"],
        ],
        because: null,
        reasons: [
          ["coordinator", "leads: well"],
          ["reviewer", "independent"],
        ],
      },
    });
  });

  it("takes a text that is no list of roles as the reason of all", () => {
    const body = form("claude", "coordinator=claude", "note: they know the code\nand have time");
    expect(readFormAnswers(body)).toMatchObject({
      words: { because: "note: they know the code\nand have time", reasons: [] },
    });
  });

  it.each([
    ["an ordinary issue", "### Steps\n\nclaude"],
    ["an empty body", ""],
    ["a form whose Leader was left empty", form("_No response_", "_No response_", "_No response_")],
  ])("%s declares nothing", (_name, body) => {
    expect(readFormAnswers(body)).toEqual({ kind: "none" });
  });

  it("is refused when an answer poses as another field", () => {
    const body = form("claude", "coordinator=claude", "good\n\n### VALP Leader\n\nmonalisa");
    expect(readFormAnswers(body)).toMatchObject({ kind: "refused", reasons: [{ code: "form_field_twice" }] });
  });

  it("is refused when an assignment is no role=agent", () => {
    expect(readFormAnswers(form("claude", "claude leads", "x"))).toMatchObject({
      kind: "refused",
      reasons: [{ code: "form_assignments_unreadable" }],
    });
  });

  it("selects a Leader without assignments when only that was answered", () => {
    expect(readFormAnswers(form("claude", "_No response_", "_No response_"))).toMatchObject({
      words: { leader: "claude", roles: [], because: null, reasons: [] },
    });
  });
});
