// The cheap first look: what is dropped without loading anything, and that it never drops what matters.
import { describe, expect, it } from "vitest";
import { readEvent } from "../../../src/core/events/read-event.ts";
import { isRelevant } from "../../../src/core/events/relevance.ts";
import { at, example, exampleEvents, examplesOf, type Payload, schedule } from "../../support/payloads.ts";

function comment(action: "created" | "edited" | "deleted", body: string | null, from?: string): Payload {
  const payload = example("issue_comment", action);
  at(payload, "comment").body = body;
  if (from !== undefined) payload.changes = { body: { from } };
  return payload;
}

function verdict(name: string, payload: unknown): string {
  const answer = isRelevant(name, payload);
  return answer.kind === "relevant" ? "relevant" : answer.reason.code;
}

describe("relevance", () => {
  const command = "hello\n/valp help";
  const opened = (body: string | null): Payload => {
    const payload = example("issues", "opened");
    at(payload, "issue").body = body;
    return payload;
  };
  const push = (more: Payload): Payload => ({
    ...example("push", null),
    deleted: false,
    after: "1".repeat(40),
    ...more,
  });
  const rows: [string, string, Payload, string][] = [
    ["an assignment", "issues", example("issues", "assigned"), "event_not_covered"],
    ["a label", "issues", example("issues", "labeled"), "relevant"],
    ["a label taken away", "issues", example("issues", "unlabeled"), "relevant"],
    ["an issue opened without command", "issues", opened("text"), "event_without_command"],
    ["an issue opened without body", "issues", opened(null), "event_without_command"],
    ["an issue opened with a command", "issues", opened(command), "relevant"],
    ["an edit of the body", "issues", { ...opened("x"), action: "edited", changes: { body: {} } }, "relevant"],
    ["an edit of nothing", "issues", { ...opened("x"), action: "edited", changes: {} }, "event_without_text_change"],
    ["a plain comment", "issue_comment", comment("created", "thanks"), "event_without_command"],
    ["a comment without body", "issue_comment", comment("created", null), "event_without_command"],
    ["a command", "issue_comment", comment("created", command), "relevant"],
    ["a command in capitals", "issue_comment", comment("created", "/VALP help"), "relevant"],
    ["a command with hidden characters", "issue_comment", comment("created", "/va\u200blp help"), "relevant"],
    ["a command edited away", "issue_comment", comment("edited", "thanks", command), "relevant"],
    ["a command edited into a comment", "issue_comment", comment("edited", command, "thanks"), "relevant"],
    ["an edit of a plain comment", "issue_comment", comment("edited", "a", "b"), "event_without_command"],
    ["a deleted command", "issue_comment", comment("deleted", command), "relevant"],
    ["a deleted plain comment", "issue_comment", comment("deleted", "bye"), "event_without_command"],
    ["a push", "push", push({ ref: "refs/heads/main" }), "relevant"],
    ["a push to the default ledger branch", "push", push({ ref: "refs/heads/valp-ledger" }), "relevant"],
    ["a tag", "push", push({ ref: "refs/tags/v1" }), "push_of_no_branch"],
    ["a deleted branch", "push", push({ ref: "refs/heads/x", deleted: true }), "push_deletes_branch"],
    ["a branch moved to nothing", "push", push({ ref: "refs/heads/x", after: "0".repeat(40) }), "push_deletes_branch"],
    ["a schedule", "schedule", schedule("1 2 3 4 5"), "relevant"],
    ["a run", "workflow_run", example("workflow_run", "completed"), "relevant"],
  ];
  it.each(rows)("%s", (_what, name, payload, expected) => {
    expect(verdict(name, payload)).toBe(expected);
  });

  it.each(["issues", "issue_comment"])("fault 71: a command in a title means nothing to %s", (name) => {
    const payload = name === "issues" ? opened("text") : comment("created", "text");
    at(payload, "issue").title = "/valp start docs";
    expect(verdict(name, payload)).toBe("event_without_command");
  });

  it("never drops an event that is read, but for the reasons above; never throws", () => {
    for (const name of exampleEvents) {
      for (const payload of examplesOf(name)) {
        const reading = readEvent(name, payload);
        if (reading.kind === "ignored") expect(verdict(name, payload)).toBe("event_not_covered");
        else expect(verdict(name, payload)).not.toBe("event_not_covered");
      }
    }
  });

  it.each([null, 1, "x", [], { action: 7 }, { ref: 1 }])("payload %j is left to the full reading", (payload) => {
    expect(verdict("push", payload)).toBe("relevant");
    expect(verdict("issues", payload)).toBe("event_not_covered");
  });
});
