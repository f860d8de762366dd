// The README's policy reference holds every key of the schema with its type and default, and nothing else.
import { expect, it } from "vitest";
import { policySchemaText } from "../../scripts/generate-policy.ts";
import { tablesBelow } from "./markdown-tables.ts";
import { rowsOf, type Schema } from "./policy-rows.ts";
import { textOf } from "./project-files.ts";

const schema = JSON.parse(policySchemaText()) as Schema;
const [reference = []] = tablesBelow(textOf("README.md"), "Policy reference");

it("has a row for every key, in the schema's order, with its type and default", () => {
  expect(reference.map(([key, type, standard]) => ({ key, type, standard }))).toEqual(
    rowsOf(schema).map(({ key, type, standard }) => ({ key: `\`${key}\``, type, standard })),
  );
});

it("says in one sentence or more what every key is for", () => {
  expect(reference.filter(([, , , says = ""]) => !/^[A-Z`].*[.:]$/.test(says))).toEqual([]);
});

it("would notice a key that the table lacks", () => {
  const more: Schema = { ...schema, properties: { ...schema.properties, extra: { enum: ["a", "b"], default: "a" } } };
  expect(rowsOf(more).at(-1)).toEqual({ key: "extra", type: "`a`, `b`", standard: "`a`", description: "" });
});
