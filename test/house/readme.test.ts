// What the README says about commands, inputs, outputs, settings and files equals the code.
import { load } from "js-yaml";
import { expect, it } from "vitest";
import { actionInputs, actionOutputs } from "../../src/action-contract.ts";
import { starterFiles } from "../../src/cli/starter-files.ts";
import { verbs } from "../../src/core/commands/registry.ts";
import { readPolicy } from "../../src/core/policy/document.ts";
import { presets } from "../../src/core/policy/presets.ts";
import { settingProblems } from "../../src/core/say/app-text.ts";
import { tablesBelow } from "./markdown-tables.ts";
import { fencedBlocks, textOf } from "./project-files.ts";

const readme = textOf("README.md");
const yaml = fencedBlocks(readme, /^yaml$/);

/** The text below a heading, up to the next one. */
function sectionOf(heading: string): string {
  return readme.split(/^#{1,6} /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
}

it("shows the two commands exactly", () => {
  expect(fencedBlocks(sectionOf("Try it"), /^sh$/)).toEqual(["node dist/cli.js demo\nnpm cit\n"]);
});

it("lists every command, as help does", () => {
  const [rows = []] = tablesBelow(readme, "Commands");
  expect(rows.map(([usage]) => usage)).toEqual(Object.values(verbs).map(({ usage }) => `\`${usage}\``));
});

it("lists the Action's inputs and outputs in the words of action.yml", () => {
  const [inputs = [], outputs = []] = tablesBelow(readme, "Inputs and outputs");
  expect(inputs).toEqual(
    Object.entries(actionInputs).map(([name, input]) => [
      ...[`\`${name}\``, "default" in input ? `\`${input.default}\`` : "", input.description],
    ]),
  );
  expect(outputs).toEqual(Object.entries(actionOutputs).map(([name, { description }]) => [`\`${name}\``, description]));
});

it("shows the workflow that init writes", () => {
  const uses = "your-account/valp-github@0123456789abcdef0123456789abcdef01234567";
  const written = starterFiles({ uses, isPrivate: false }).find(({ path }) => path.endsWith("/valp.yml"));
  expect(yaml.map((text) => load(text))).toContainEqual(load(written?.text ?? ""));
});

it("shows a policy that is valid", () => {
  const shown = yaml.filter((text) => text.startsWith("version:"));
  expect(shown).toHaveLength(1);
  for (const text of shown) {
    expect(readPolicy([{ path: ".github/valp.yml", text }], presets)).toMatchObject({ kind: "policy" });
  }
});

it("names every event and every setting of the App", () => {
  const app = sectionOf("Install as an App");
  const [, listed = ""] = /deliveredEvents = \[([^\]]*)\]/.exec(textOf("src/app/handle-deliveries.ts")) ?? [];
  const events = [...listed.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
  const settings = Object.keys(settingProblems).filter((name) => /^[A-Z_]+$/.test(name));
  expect(events.length + settings.length).toBeGreaterThan(8);
  expect([...events, ...settings].filter((name) => !app.includes(`\`${name}\``))).toEqual([]);
});
