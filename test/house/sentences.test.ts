// Words for people live in core/say: whole sentences in string literals elsewhere are found.
import { expect, it } from "vitest";
import { filesMatching, textOf } from "./project-files.ts";

/** Data for others, not our voice: the Action's declared face, and the files that `init` writes. */
const notOurVoice = ["src/action-contract.ts", "src/cli/starter-files.ts"];

/** What may stand before a sentence that is no message: an error nobody should see, or the description of a definition. */
const definition = /(Error\(|describe\(|description:|description\(|title:|option\([^)]*)\s*$/;

/** A literal of four words or more that ends like a sentence, where it is not a definition or a broken assumption. */
function sentences(source: string): string[] {
  const tokens = source.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g);
  return [...tokens]
    .filter(([token]) => !token.startsWith("/"))
    .filter(({ index }) => !definition.test(source.slice(Math.max(0, index - 60), index)))
    .map(([literal]) => literal.slice(1, -1).trim())
    .filter(
      (text) => /[.!?]$/.test(text) && (text.match(/[A-Za-z]{2,}/g)?.length ?? 0) >= 4 && /[a-z,] [a-z`$]/.test(text),
    )
    .filter((text) => !/=>|;\n|\?\?/.test(text));
}

it("finds no sentence outside core/say", () => {
  const found = filesMatching(/^src\/.*\.ts$/)
    .filter((path) => !path.startsWith("src/core/say/") && !notOurVoice.includes(path))
    .flatMap((path) => sentences(textOf(path)).map((text) => `${path}: ${text}`));
  expect(found).toEqual([]);
});

it("would find one, and leaves definitions and broken assumptions alone", () => {
  expect(sentences('tell("The task was not opened.");')).toEqual(["The task was not opened."]);
  expect(sentences("tell(`No rule named ${rule} was found here.`);")).toHaveLength(1);
  expect(sentences('throw new Error("The folder is not there any more.");')).toEqual([]);
  expect(sentences('z.string().describe("The name of the rule.")')).toEqual([]);
  expect(sentences("// The task was not opened.\nconst a = 1;")).toEqual([]);
});
