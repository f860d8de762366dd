// Where the protocol's published schemas lie beside the project, everything the trigger half writes is held against them.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { openingAutomationPolicy, routedAutomationPolicy } from "../../../src/core/records/automation-policy.ts";
import { capabilities } from "../../../src/core/records/capabilities.ts";
import { sourceProvenance } from "../../../src/core/records/source-provenance.ts";
import { publishedState } from "../../../src/core/records/state.ts";
import { triggerPolicy } from "../../../src/core/records/trigger-policy.ts";
import { agents, github, now, trigger } from "./facts.ts";

const folder = "../shared/valp/schemas";
const absent = !existsSync(folder);
if (absent) console.warn(`skipped: the published schemas are not at ${folder}`);

const opening = openingAutomationPolicy({
  taskId: "t",
  mode: "watcher",
  risk: "high",
  action: "block_for_approval",
  approvalRequired: true,
});
const published = {
  taskId: "t",
  profile: "research" as const,
  risk: { classification: "high" as const, matches: [{ kind: "publish", matched: "publish" }] },
  now,
  github,
};

test.skipIf(absent).each([
  ["trigger-policy", triggerPolicy(trigger)],
  ["trigger-policy", triggerPolicy({ ...trigger, mode: "manual", source: "user_request", approvalRequired: true })],
  ["automation-policy", opening],
  ["automation-policy", routedAutomationPolicy(opening, { manual: false, covered: false })],
  ["state", publishedState(published)],
  ["source-provenance", sourceProvenance(now)],
  ["capabilities", capabilities(agents, now)],
])("%s", (name, record) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const file of readdirSync(folder)) {
    const schema = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    ajv.addSchema(schema, schema.$id ?? file);
  }
  const schema = JSON.parse(readFileSync(`${folder}/${name}.schema.json`, "utf8"));
  const validate = ajv.getSchema(schema.$id ?? `${name}.schema.json`);
  expect(validate?.(record), JSON.stringify(validate?.errors)).toBe(true);
});
