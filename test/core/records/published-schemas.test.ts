// Where the protocol's published schemas lie beside the project, everything the trigger half writes is held against them.
import { expect, test } from "vitest";
import { openingAutomationPolicy, routedAutomationPolicy } from "../../../src/core/records/automation-policy.ts";
import { capabilities } from "../../../src/core/records/capabilities.ts";
import { sourceProvenance } from "../../../src/core/records/source-provenance.ts";
import { publishedState } from "../../../src/core/records/state.ts";
import { triggerPolicy } from "../../../src/core/records/trigger-policy.ts";
import { havePublishedSchemas, recordFindings, withoutSchemas } from "../../support/published-schemas.ts";
import { agents, github, now, trigger } from "./facts.ts";

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

test.skipIf(!havePublishedSchemas).each([
  ["trigger-policy", triggerPolicy(trigger)],
  ["trigger-policy", triggerPolicy({ ...trigger, mode: "manual", source: "user_request", approvalRequired: true })],
  ["automation-policy", opening],
  ["automation-policy", routedAutomationPolicy(opening, { manual: false, covered: false })],
  ["state", publishedState(published)],
  ["source-provenance", sourceProvenance(now)],
  ["capabilities", capabilities(agents, now)],
])(`%s${withoutSchemas}`, (name, record) => {
  expect(recordFindings(name, record)).toEqual([]);
});
