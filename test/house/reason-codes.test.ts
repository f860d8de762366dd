// docs/reason-codes.md lists every reason code with its sentence, read off the files that say them.
import { expect, it } from "vitest";
import { reasonCodes } from "../../src/core/say/reason.ts";
import { filesMatching, textOf } from "./project-files.ts";

/** The codes of one file with their sentences; what depends on the case is shown as an ellipsis. */
function sentencesOf(source: string): [code: string, sentence: string][] {
  const [, list = ""] = /export const \w+Reasons = \{\n([\s\S]*?)\n\}(?: as const)?;/.exec(source) ?? [];
  return list.split(/^ {2}(?=\w+: \()/m).flatMap((entry) => {
    const [, code, rest = ""] = /^(\w+): ([\s\S]*)$/.exec(entry) ?? [];
    return code === undefined ? [] : [[code, sentence(rest)]];
  });
}

function sentence(code: string): string {
  let text = code.replaceAll("\\`", "\u0000");
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replaceAll(/\$\{[^{}]*\}/g, "…");
  }
  const literals = [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)].map(
    ([, one, two, three]) => one ?? two ?? three ?? "",
  );
  return literals
    .filter((literal) => literal.split(" ").length > 3)
    .map((literal) =>
      literal
        .replaceAll("\u0000", "`")
        .replaceAll("\\'", "'")
        .replaceAll(/…(?:[ ,]*…)+/g, "…"),
    )
    .join(" / ");
}

function page(): string {
  const topics = filesMatching(/^src\/core\/say\/\w+-reasons\.ts$/).map((path) => {
    const topic = path.replace(/^.*\/(\w+)-reasons\.ts$/, "$1");
    const rows = sentencesOf(textOf(path)).map(([code, says]) => `- \`${code}\`: ${says}`);
    return `## ${topic}\n\n${rows.join("\n")}\n`;
  });
  const head =
    "# Reason codes\n\nA code keeps its meaning; its sentence may improve. An ellipsis stands for facts of the case.\n";
  return [head, ...topics].join("\n");
}

it("is current (npx vitest run test/house/reason-codes -u renews it)", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/reason-codes.md");
});

it("has every code that an Outcome can carry, each with a sentence", () => {
  const listed = [...page().matchAll(/^- `(\w+)`: .{12,}/gm)].map(([, code]) => code);
  expect(listed.sort()).toEqual([...reasonCodes].sort());
});
