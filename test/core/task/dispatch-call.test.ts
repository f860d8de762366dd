// Calls from outside say in their own words what they lack: each kind of call keeps its fields elsewhere.
import { expect, it } from "vitest";
import type { EventOf } from "../../../src/core/events/event.ts";
import { readPolicy } from "../../../src/core/policy/document.ts";
import { dispatchCall } from "../../../src/core/task/call.ts";

const text = "version: 1\nrules: [{ id: call, on: { dispatch: workflow_dispatch } }]\n";
const reading = readPolicy([{ path: ".github/valp.yml", text }], {});
const rule = reading.kind === "policy" ? reading.policy.rules[0] : undefined;
if (rule === undefined) throw new Error(JSON.stringify(reading));

const call = (name: string, inputs: Record<string, unknown>) =>
  dispatchCall({
    ...{ name, action: null, kind: "dispatched", type: "workflow_dispatch", inputs, installation: null },
    repository: {
      owner: "octocat",
      name: "hello-world",
      id: 1,
      defaultBranch: "main",
      isPrivate: false,
      isArchived: false,
    },
    sender: { login: "alice", id: 7, kind: "user" },
  } satisfies EventOf<"dispatched">);

it.each([
  ["workflow_dispatch", "inputs"],
  ["repository_dispatch", "client_payload"],
])("%s is told to send %s.key and goal", (name, fields) => {
  const bare = call(name, {});
  expect(bare.eventId?.(rule)).toMatchObject({
    code: "dispatch_key_missing",
    text: expect.stringContaining(`${fields}.key.`),
  });
  expect(bare.goal(rule)).toMatchObject({
    code: "dispatch_goal_missing",
    text: expect.stringContaining(`${fields}.goal `),
  });
  const whole = call(name, { key: "k", goal: "Write it" });
  expect([whole.eventId?.(rule), whole.goal(rule)]).toEqual(["k", { text: "Write it" }]);
});
