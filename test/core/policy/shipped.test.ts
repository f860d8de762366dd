// The shipped policies: each valid on its own, usable as a preset, with passing tests; generated files are current.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { policySchemaText, presetsText } from "../../../scripts/generate-policy.ts";
import { readPolicy } from "../../../src/core/policy/document.ts";
import { fixturePaths, runPolicyTests } from "../../../src/core/policy/policy-test.ts";
import { presets } from "../../../src/core/policy/presets.ts";

const root = resolve(import.meta.dirname, "../../..");
const folder = join(root, "policies");
const names = readdirSync(folder).filter((name) => name.endsWith(".yml"));

test("policies/policy.schema.json and presets.ts are what scripts/generate-policy.ts writes", () => {
  expect(readFileSync(join(folder, "policy.schema.json"), "utf8")).toBe(policySchemaText());
  expect(readFileSync(join(root, "src/core/policy/presets.ts"), "utf8")).toBe(presetsText(root));
});

test("presets carry the shipped policies word for word", () => {
  for (const name of names) expect(presets[name.replace(/\.yml$/, "")]).toBe(readFileSync(join(folder, name), "utf8"));
  expect(Object.keys(presets)).toHaveLength(names.length);
});

test("every fixture is used", () => {
  const used = names.flatMap((name) => fixturePaths(policyOf(name)));
  const files = readdirSync(join(folder, "fixtures")).map((file) => `fixtures/${file}`);
  expect(files.filter((file) => !used.includes(file))).toEqual([]);
});

function policyOf(name: string) {
  const reading = readPolicy([{ path: name, text: readFileSync(join(folder, name), "utf8") }], {});
  if (reading.kind !== "policy") throw new Error(JSON.stringify(reading, null, 1));
  return reading.policy;
}

describe.each(names)("%s", (name) => {
  const text = readFileSync(join(folder, name), "utf8");

  test("starts with the editor's schema line", () => {
    expect(text.split("\n")[0]).toBe("# yaml-language-server: $schema=policy.schema.json");
  });

  test("fits the editor's schema", () => {
    const check = new Ajv2020({ strict: false }).compile(JSON.parse(policySchemaText()));
    check(load(text));
    expect(check.errors).toBeNull();
  });

  test("can be extended without anything else", () => {
    const own = { path: ".github/valp.yml", text: `version: 1\nextends: ${name.replace(/\.yml$/, "")}\n` };
    expect(readPolicy([own], presets)).toMatchObject({ kind: "policy", policy: { mode: policyOf(name).mode } });
  });

  const policy = policyOf(name);
  const fixtures = new Map(fixturePaths(policy).map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  const results = runPolicyTests(policy, fixtures);
  test("has at least three tests", () => expect(results.length).toBeGreaterThanOrEqual(3));
  test.each(results)("$name", ({ pass, expected, actual, problem }) => {
    expect({ actual, problem, pass }).toMatchObject({ pass: true });
    expect(expected).not.toEqual({});
  });
});
