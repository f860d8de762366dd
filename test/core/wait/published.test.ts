// Everything a wait writes, held against the published schemas where they lie beside the project.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { exceptionWakeSchema } from "../../../src/core/records/exception-wake.ts";
import { storedWaitEventSchema } from "../../../src/core/records/wait-event.ts";
import { waitPolicySchema } from "../../../src/core/records/wait-policy.ts";
import { wakeResultSchema } from "../../../src/core/records/wake-result.ts";
import { bridgeEvidence } from "../../../src/core/wait/evidence-bridge.ts";
import { havePublishedSchemas, recordFindings, withoutSchemas } from "../../support/published-schemas.ts";
import { WaitScene } from "./scene.ts";

const examples = "../shared/valp/examples";

const schemaOf = (ref: string) => {
  if (ref === "state.json") return "state";
  if (ref === "submission-dependencies.json") return "submission-dependencies";
  if (ref.startsWith("wait-polic")) return "wait-policy";
  if (ref.startsWith("wake-results/")) return "wake-result";
  if (ref.startsWith("evidence/wake-requests/")) return "exception-wake";
  if (ref === "wait-events.jsonl") return "wait-event";
  return ref === "dispatch-receipts.jsonl" ? "receipts" : null;
};

function findings(scene: WaitScene): string[] {
  return [...scene.files].flatMap(([ref, text]) => {
    const schema = schemaOf(ref);
    if (schema === null) return [];
    const records = ref.endsWith(".jsonl") ? text.trimEnd().split("\n") : [text];
    return records.flatMap((record) => recordFindings(schema, JSON.parse(record)).map((one) => `${ref}: ${one}`));
  });
}

function waiting(): WaitScene {
  const scene = new WaitScene();
  scene.wait([scene.item("implementer"), scene.item("researcher")], 100);
  return scene;
}
const take = (scene: WaitScene, position: number) =>
  scene.resume({ event: "receipt", ref: `dispatch-receipts.jsonl#${position}` });

describe.skipIf(!havePublishedSchemas)(`the published schemas${withoutSchemas}`, () => {
  it.each<[string, (scene: WaitScene) => unknown]>([
    ["waits", () => undefined],
    [
      "was woken as ready",
      (s) => [take(s, s.complete(s.item("implementer"))), take(s, s.complete(s.item("researcher")))],
    ],
    ["was blocked", (s) => take(s, s.block(s.item("implementer")))],
    ["timed out", (s) => [s.later(100), s.resume({ event: "timeout" })]],
    ["was cancelled", (s) => s.resume({ event: "cancellation", ref: s.request("cancellation", "policy") })],
    ["got new input", (s) => s.resume({ event: "user_input", ref: s.request("user_input", "user") })],
    [
      "lost its runtime",
      (s) => s.resume({ event: "runtime_failure", ref: s.request("runtime_failure", "runtime", ["state.json"]) }),
    ],
    [
      "found its evidence",
      (s) => {
        s.deliver(s.item("implementer"));
        const answer = bridgeEvidence(s.facts);
        if (answer.kind === "observed") s.apply(answer.changes);
      },
    ],
  ])("hold for a task that %s", (_, act) => {
    const scene = waiting();
    act(scene);
    expect(findings(scene)).toEqual([]);
    expect([...scene.files.keys()].filter((ref) => schemaOf(ref) !== null).length).toBeGreaterThan(4);
  });

  it("would find a change", () => {
    const scene = waiting();
    scene.files.set(
      "wait-events.jsonl",
      (scene.files.get("wait-events.jsonl") ?? "").replace('"waiting"', '"resting"'),
    );
    expect(findings(scene)).not.toEqual([]);
  });
});

describe.skipIf(!existsSync(examples))("the published examples (skipped where they are not beside the project)", () => {
  const read = (name: string) => JSON.parse(readFileSync(`${examples}/${name}`, "utf8"));
  it.each([
    ["wait-policy.json", waitPolicySchema],
    ["deterministic-wake-task/wait-policy.json", waitPolicySchema],
    ["wake-result.json", wakeResultSchema],
    ["exception-wake.json", exceptionWakeSchema],
  ])("%s is read", (name, schema) => {
    expect(schema.safeParse(read(name)).error).toBeUndefined();
  });

  it("wait-events.jsonl is read, line by line", () => {
    const lines = readFileSync(`${examples}/wait-events.jsonl`, "utf8").trim().split("\n");
    for (const line of lines) expect(storedWaitEventSchema.safeParse(JSON.parse(line)).error).toBeUndefined();
    expect(lines).toHaveLength(2);
  });
});
