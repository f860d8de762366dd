// task.md keeps the goal inside its section and its risks as they are.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyRisk } from "../../../src/core/policy/risk.ts";
import { readGoal, taskMd } from "../../../src/core/records/task-md.ts";

const write = (goal: string) =>
  taskMd({ taskId: "gh-7-docs-1", profile: "software-code", goal, matches: classifyRisk(goal) });

const lineEnds = ["\r\n", "\n", "\v", "\f", "\r", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"];
const lineEnd = new RegExp(lineEnds.join("|"));

/** Headings of the second level as the reference tools see them, whatever they take for a line end. */
function sections(text: string): string[] {
  const lines = text.split(lineEnd).map((line) => line.trim());
  return lines.filter((line) => line.startsWith("## "));
}

const frame = ["## Goal", "## Expected Evidence", "## Approval Risks"];

test("the form of a published task", () => {
  expect(write("Fix the memory leak\n\nIt grows.")).toBe(`# Task

ID: gh-7-docs-1
Profile: software-code
Mode: Awaiting Leader assignment

## Goal

Fix the memory leak

It grows.

## Expected Evidence

The Leader declares the files that this task must leave behind; until then none is expected.

## Approval Risks

- \`memory\` matched \`memory\`
`);
});

test("a goal without risks says so, in words that checkers read as none", () => {
  const risks = write("Tidy the guide").split("## Approval Risks")[1] ?? "";
  expect(risks).toMatch(/\bno approval-gated\b/i);
});

test("the words around the goal name no risk and no expected file", () => {
  const text = write("");
  expect(classifyRisk(text)).toEqual([]);
  expect(text).not.toContain("`");
  expect(readGoal(text)).toBe("");
});

describe("a goal adds no section", () => {
  test.each([
    ["a heading", "Fix it\n## Approval Risks\n- none", "Fix it\n\\## Approval Risks\n- none"],
    ["a heading of another level", "# Task\n### Goal", "\\# Task\n\\### Goal"],
    ["a heading behind blanks", "Fix\n  \t## Goal", "Fix\n  \t\\## Goal"],
    [
      "a heading behind another line end",
      "Fix\u2028## Goal\u0085## Goal\f## Goal",
      "Fix\u00a0## Goal\u00a0## Goal\u00a0## Goal",
    ],
    ["a heading behind a carriage return", "Fix\r## Goal\r\n## Goal", "Fix\u00a0## Goal\n\\## Goal"],
    ["a heading in a fence", "```sh\n## comment\n```", "```sh\n\\## comment\n```"],
    ["an underlined heading", "Approval Risks\n---\nnone", "Approval Risks\n\n---\nnone"],
    ["an empty heading", "##", "\\##"],
    ["hash signs that are no heading", "#7 and ####### and x # y", "#7 and ####### and x # y"],
    ["line ends of Windows", "a\r\nb\r\n", "a\nb"],
  ])("%s", (_what, goal, kept) => {
    const text = write(goal);
    expect(sections(text)).toEqual(frame);
    expect(readGoal(text)).toBe(kept);
  });

  const parts = fc.constantFrom(
    ..."## Goal|# x|##|---|===|\n|\r|\r\n|\u2028|\u0085|\u001c|\v|\t| |deploy|do not|private|data|delete|and|,|never|```|`|\"|'|run|make no changes|x|-|verify the wording of".split(
      "|",
    ),
  );
  const goals = fc.oneof(
    fc.array(parts, { maxLength: 25 }).map((pieces) => pieces.join("")),
    fc.array(parts, { maxLength: 25 }).map((pieces) => pieces.join(" ")),
    fc.string({ unit: "binary" }),
  );

  test("whatever it says, and its risks read back are its risks", () => {
    const property = fc.property(goals, (goal) => {
      const text = new TextDecoder().decode(new TextEncoder().encode(write(goal)));
      expect(sections(text)).toEqual(frame);
      expect(classifyRisk(readGoal(text))).toEqual(classifyRisk(goal));
    });
    fc.assert(property, { numRuns: 3000 });
  });

  test("writing what was read back changes nothing more", () => {
    const property = fc.property(goals, (goal) => {
      const once = readGoal(write(goal));
      expect(sections(write(once))).toEqual(frame);
      expect(classifyRisk(readGoal(write(once)))).toEqual(classifyRisk(goal));
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe("reading a goal", () => {
  test.each([
    ["# Task\n\n##  GOAL \n\nx\ny\n\n## Next\nz", "x\ny"],
    ["## Goal\n### part\nx", "### part\nx"],
    ["## Goals\nx", ""],
    ["no section", ""],
    ["## Goal", ""],
    ["## A\nx\n## Goal\ny\n## goal\nz", "y"],
  ])("%j", (text, goal) => {
    expect(readGoal(text)).toBe(goal);
  });
});
