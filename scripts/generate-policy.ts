// Writes what is generated from the policy's schema and the shipped policies: policies/policy.schema.json and src/core/policy/presets.ts.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { policySchema } from "../src/core/policy/schema.ts";

/** The JSON schema that editors use, as text. It describes what people write, so keys with defaults are optional. */
export function policySchemaText(): string {
  const schema = z.toJSONSchema(policySchema, { io: "input" });
  const head = {
    $schema: schema.$schema,
    title: "VALP policy",
    description: "The file .github/valp.yml: which happenings become tasks, who works on them, and who must agree.",
  };
  return `${JSON.stringify({ ...head, ...schema }, null, 2)}\n`;
}

/** The module that carries the shipped policies into the bundles, as text. */
export function presetsText(root: string): string {
  const folder = join(root, "policies");
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".yml"))
    .sort();
  const entries = names.map((name) => {
    const id = name.slice(0, -".yml".length);
    const text = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
    const escaped = text.replace(/[\\`]|\$(?=\{)/gu, "\\$&");
    return `  ${/^[a-z]+$/u.test(id) ? id : JSON.stringify(id)}: \`${escaped}\`,\n`;
  });
  return [
    "// The shipped policies that `extends` may name. Generated from policies/ by scripts/generate-policy.ts; never edit.\n",
    "/** Preset name to the text of its policy. */\n",
    `export const presets: Readonly<Record<string, string>> = {\n${entries.join("")}};\n`,
  ].join("\n");
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, "..");
  writeFileSync(join(root, "policies/policy.schema.json"), policySchemaText());
  writeFileSync(join(root, "src/core/policy/presets.ts"), presetsText(root));
}
