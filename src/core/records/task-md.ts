// task.md: the goal in the words of its author, and what stands around it for people and checkers.
import type { RiskMatch } from "../outcome.ts";
import { blanks } from "../policy/risk-spans.ts";
import type { Profile } from "../policy/schema.ts";
import { taskText } from "../say/record-text.ts";

/** File name inside the task folder. */
export const taskMdRef = "task.md";

/** What is known when a task opens; `goal` may be any text, `matches` are the classifier's on it. */
export interface TaskMdFacts {
  taskId: string;
  profile: Profile;
  goal: string;
  matches: readonly RiskMatch[];
}

/**
 * The text of task.md (contract sections 3.4 and 16). The goal cannot add a section, and what a checker reads back as the
 * goal has exactly the risks that the goal has.
 */
export function taskMd(facts: TaskMdFacts): string {
  const risks = facts.matches.map(({ kind, matched }) => `- \`${kind}\` matched \`${matched}\``);
  return `# Task

ID: ${facts.taskId}
Profile: ${facts.profile}
Mode: ${taskText.mode}

## Goal

${containedGoal(facts.goal)}

## Expected Evidence

${taskText.evidence}

## Approval Risks

${risks.length > 0 ? risks.join("\n") : taskText.noRisks}
`;
}

/** Everything that ends a line for some reader; the reference tools split lines at all of these. */
const oddLineEnds = "\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029";
const lineEnd = new RegExp(`\\r\\n|[\\n${oddLineEnds}]`, "u");
const oddLineEnd = new RegExp(`[${oddLineEnds}]`, "gu");
const heading = new RegExp(`^([${blanks}]*)(#{1,6}(?:[${blanks}]|$))`, "u");
const underline = new RegExp(`^[${blanks}]*(?:=+|-+)[${blanks}]*$`, "u");
const outerBlanks = new RegExp(`^[${blanks}]+|(?<![${blanks}])[${blanks}]+$`, "gu");

/**
 * The goal without headings. Line ends are newlines; what only some readers take for a line end becomes a no-break space,
 * which is still a blank to the classifier. A heading gets a backslash, an underline an empty line before it: neither
 * stands between a word and the words that negate or quote it.
 */
function containedGoal(goal: string): string {
  const lines = goal.replace(/\r\n/g, "\n").replace(oddLineEnd, "\u00a0").replace(outerBlanks, "").split("\n");
  return lines
    .map((line, index) => {
      const follows = (lines[index - 1] ?? "").trim() !== "";
      if (follows && underline.test(line)) return `\n${line}`;
      return line.replace(heading, "$1\\$2");
    })
    .join("\n");
}

/**
 * The goal as checkers read it (contract section 16): the lines between the heading `Goal`, in any case, and the next
 * second-level heading. Empty where there is no such section.
 */
export function readGoal(text: string): string {
  const goal: string[] = [];
  let inside = false;
  for (const line of text.split(lineEnd)) {
    const stripped = strip(line);
    if (stripped.startsWith("## ")) {
      if (inside) break;
      inside = strip(stripped.slice(3)).toLowerCase() === "goal";
    } else if (inside) {
      goal.push(line);
    }
  }
  return strip(goal.join("\n"));
}

function strip(text: string): string {
  return text.replace(outerBlanks, "");
}
