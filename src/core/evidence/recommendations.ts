// Reads the `## Recommendations` of a worker into single entries, each of which the Leader has to resolve.
import { type MarkdownLine, markdownLines } from "./markdown-lines.ts";

/** One recommendation as a worker wrote it. The id is derived from the agent and the order. */
export interface Recommendation {
  id: string;
  agent: string;
  sourceRef: string;
  text: string;
}

const longestEntry = 2_000;
const mostEntries = 100;
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
/** How people and agents say that there is nothing to recommend. */
const nothing =
  /^(?:none|nothing|n\/a|no (?:further |more |other )?(?:action|actions|steps?|recommendations?|risks?))\b[^.;:\n]{0,60}\.?$/i;

/**
 * The entries of all files of one agent, in order, numbered through: `rec-<agent>-001`. Every list item of the section is
 * one, with the lines that continue it; words outside a list are one per paragraph. A section that only says that there
 * is nothing yields none.
 */
export function readRecommendations(agent: string, files: readonly { ref: string; text: string }[]): Recommendation[] {
  const found = files.flatMap(({ ref, text }) =>
    sectionEntries(text).map((entry) => ({ sourceRef: ref, text: entry })),
  );
  return found.slice(0, mostEntries).map((entry, index) => ({
    id: `rec-${agent}-${String(index + 1).padStart(3, "0")}`,
    agent,
    ...entry,
  }));
}

function sectionEntries(text: string): string[] {
  const entries = entriesOf(section(markdownLines(text).lines));
  return entries.filter((entry) => entry !== "" && !nothing.test(entry)).map((entry) => entry.slice(0, longestEntry));
}

/** The lines between the heading `Recommendations` and the next one of its level or above. Its first occurrence counts. */
function section(lines: readonly MarkdownLine[]): MarkdownLine[] {
  const start = lines.findIndex(({ heading }) => heading?.text.toLowerCase() === "recommendations");
  const level = lines[start]?.heading?.level;
  if (level === undefined) return [];
  const rest = lines.slice(start + 1);
  const end = rest.findIndex(({ heading }) => heading !== null && heading.level <= level);
  return end === -1 ? rest : rest.slice(0, end);
}

function entriesOf(lines: readonly MarkdownLine[]): string[] {
  const entries: string[][] = [];
  let open = false;
  for (const line of lines) {
    if (line.kind === "hidden" || line.heading !== null) {
      open = false;
      continue;
    }
    const [, first] = item.exec(line.kind === "prose" ? line.text : "") ?? [];
    const words = (first ?? line.text).trim();
    if (words === "") {
      open = false;
    } else if (first !== undefined || (!open && !/^\s/.test(line.text))) {
      entries.push([words]);
      open = true;
    } else if (entries.length > 0) {
      entries.at(-1)?.push(words);
    } else {
      entries.push([words]);
    }
  }
  return entries.map((parts) => parts.join(" "));
}
