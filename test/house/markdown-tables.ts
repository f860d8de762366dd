// Tables of a Markdown document, found by the heading above them.

/** The rows of every table between a heading and the next one, without head and rule; cells are trimmed. */
export function tablesBelow(markdown: string, heading: string): string[][][] {
  const sections = markdown.split(/^#{1,6} /m);
  const section = sections.find((text) => text.split("\n", 1)[0] === heading) ?? "";
  const tables: string[][][] = [[]];
  for (const line of section.split("\n")) {
    if (line.startsWith("|")) tables.at(-1)?.push(cellsOf(line));
    else if (tables.at(-1)?.length) tables.push([]);
  }
  return tables.filter((rows) => rows.length > 2).map((rows) => rows.slice(2));
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\|/, "")
    .replace(/\|\s*$/, "")
    .split("|")
    .map((cell) => cell.trim());
}
