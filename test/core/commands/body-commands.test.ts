// Commands in the text of an issue count once, at its birth.
import { expect, it } from "vitest";
import { bodyCommandsCount } from "../../../src/core/commands/body-commands.ts";
import { readEvent } from "../../../src/core/events/read-event.ts";
import { at, example } from "../../support/payloads.ts";

function counts(action: string, createdAt: string, updatedAt: string): boolean {
  const payload = { ...example("issues", "opened"), action, changes: { body: { from: "x" } } };
  Object.assign(at(payload, "issue"), { created_at: createdAt, updated_at: updatedAt });
  const reading = readEvent("issues", payload);
  if (reading.kind !== "event") throw new Error(reading.reason.text);
  return bodyCommandsCount(reading.event);
}

const born = "2026-03-01T10:00:00Z";

it.each([
  ["opened", "2026-03-01T10:00:00Z", true],
  ["opened", "2026-03-01T10:05:00Z", true],
  ["opened", "2026-03-01T10:05:01Z", false],
  ["opened", "2026-09-01T10:00:00Z", false],
  ["opened", "2026-03-01T09:59:59Z", false],
  ["edited", "2026-03-01T10:00:30Z", false],
  ["reopened", "2026-03-01T10:00:30Z", false],
])("fault 20: %s at %s counts: %s", (action, updated, expected) => {
  expect(counts(action, born, updated)).toBe(expected);
});
