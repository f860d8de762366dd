// Ids made from payloads: a redelivery repeats them, another happening does not.
import { describe, expect, it } from "vitest";
import { payloadEventId } from "../../../src/core/events/payload-event-id.ts";
import { readEvent } from "../../../src/core/events/read-event.ts";
import { at, example, exampleEvents, examplesOf, type Payload, reviewEdited } from "../../support/payloads.ts";

function id(name: string, payload: unknown): string {
  const reading = readEvent(name, payload);
  if (reading.kind !== "event") throw new Error(reading.reason.text);
  return payloadEventId(reading.event);
}

describe("payloadEventId", () => {
  it("is the same for a redelivery of every example, whatever the delivery adds", () => {
    for (const name of exampleEvents) {
      for (const payload of examplesOf(name)) {
        if (readEvent(name, payload).kind !== "event") continue;
        expect(id(name, { ...structuredClone(payload), installation: { id: 7 } })).toBe(id(name, payload));
      }
    }
  });

  it("tells labels, moments and issues apart", () => {
    const change = (path: string, fields: Payload): Payload => {
      const payload = example("issues", "labeled");
      Object.assign(at(payload, path), fields);
      return payload;
    };
    const ids = [
      example("issues", "labeled"),
      example("issues", "unlabeled"),
      change("label", { name: "another" }),
      change("issue", { updated_at: "2030-01-01T00:00:00Z" }),
      change("issue", { node_id: "I_other" }),
    ].map((payload) => id("issues", payload));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("fault 8: opened with a label and labeled are two happenings, and only labeled names the label", () => {
    const labeled = example("issues", "labeled");
    const opened: Payload = { ...labeled, action: "opened" };
    expect(readEvent("issues", opened)).toMatchObject({ kind: "event", event: { kind: "subject_opened" } });
    expect(id("issues", opened)).not.toBe(id("issues", labeled));
    expect(id("issues", labeled)).toBe(id("issues", structuredClone(labeled)));
  });

  it("an edit, a deletion and the words themselves differ", () => {
    const created = example("issue_comment", "created");
    const ids = ["created", "edited", "deleted"].map((action) => id("issue_comment", { ...created, action }));
    expect(new Set(ids).size).toBe(3);
    expect(ids[0]).toBe(`payload:issue_comment:${at(created, "comment").id}`);
    expect(id("pull_request_review", reviewEdited("x"))).toMatch(/^payload:review:\d+:edited:/);
  });

  it("a dispatch is its key; without one it is refused, and its inputs are never written out", () => {
    const dispatch = (client_payload: Payload): string =>
      id("repository_dispatch", { ...example("repository_dispatch", "on-demand-test"), client_payload });
    expect(dispatch({ key: "k-1", a: 1 })).toBe("payload:dispatched:on-demand-test:key:k-1");
    expect(dispatch({ key: "k-1", a: 2 })).toBe(dispatch({ key: "k-1" }));
    expect(dispatch({ a: 1 })).toBe("payload:dispatched:on-demand-test:no-key");
  });
});
