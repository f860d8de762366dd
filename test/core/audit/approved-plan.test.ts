// The approved plan is the one that was dispatched, recomputed as far as the folder reaches.
import { describe, expect, it } from "vitest";
import { planParts } from "../../../src/core/approval/plan.ts";
import { assignmentDeclarationSchema } from "../../../src/core/records/assignment-declaration.ts";
import { jsonLine } from "../../../src/core/records/format.ts";
import { edit, goodTexts, itemOf, type Texts } from "./folders.ts";

const plan = `sha256:${"a".repeat(64)}`;
const other = `sha256:${"b".repeat(64)}`;
const requested = "approvals/requested.jsonl";
const decided = "approvals/user-decisions.jsonl";

function request(texts: Texts, more: object = {}): string {
  const parts = planParts({
    task_id: "gh-7-docs-1",
    trigger: JSON.parse(texts.get("trigger-policy.json") ?? ""),
    snapshot_digest: null,
    declaration: assignmentDeclarationSchema.parse(JSON.parse(texts.get("assignment-declaration.json") ?? "")),
    risk: { classification: "low", matches: [] },
    agents: {},
    workflows: [],
    rule: null,
    approvals: { count: 1, from: { teams: [], users: [], apps: [] }, exclude: [], expires: "7d" },
    evidence: {},
  });
  const line = {
    request_id: "r1",
    task_id: "gh-7-docs-1",
    status: "pending",
    risk: "high",
    scope: "dispatch",
    plan_digest: plan,
    plan_parts: parts,
    snapshot_digest: null,
    requested_at: "2026-07-28T10:00:00Z",
  };
  return jsonLine({ ...line, ...more });
}

const vote = (more: object = {}) =>
  jsonLine({
    request_id: "r1",
    status: "approved",
    vote: "approve",
    by: { login: "alice", id: 3 },
    plan_digest: plan,
    comment_id: 1,
    comment_kind: "issue_comment",
    at: "2026-07-28T10:00:30Z",
    ...more,
  });

function approved(): Texts {
  const texts = goodTexts();
  texts.set(requested, request(texts));
  texts.set(decided, vote());
  edit(texts, "automation-policy.json", (policy) => Object.assign(policy, { approval_required: true }));
  edit(texts, "state.json", (state) => Object.assign(Object(state.github), { plan_digest: plan }));
  return texts;
}

const found = (texts: Texts) => itemOf("github_approved_plan", texts);

describe("github_approved_plan", () => {
  it("skips where no approval is required, and where nothing was dispatched", () => {
    expect(found(goodTexts()).status).toBe("skip");
    const texts = approved();
    texts.delete("dispatch-receipts.jsonl");
    expect(found(texts).status).toBe("skip");
  });

  it("passes the approved plan", () => {
    expect(found(approved())).toMatchObject({ status: "pass" });
  });

  it.each<[string, (texts: Texts) => void]>([
    ["no request", (texts) => texts.delete(requested)],
    [
      "a request that was replaced",
      (texts) => texts.set(requested, request(texts) + request(texts, { status: "superseded" })),
    ],
    ["no decision", (texts) => texts.delete(decided)],
    ["a vote that did not complete the count", (texts) => texts.set(decided, vote({ status: "pending" }))],
    ["a denial", (texts) => texts.set(decided, vote({ status: "denied", vote: "deny" }))],
    ["an approval of another request", (texts) => texts.set(decided, vote({ request_id: "r0" }))],
    ["an approval of another plan", (texts) => texts.set(decided, vote({ plan_digest: other }))],
    [
      "another plan in the state",
      (texts) => edit(texts, "state.json", (state) => Object.assign(Object(state.github), { plan_digest: other })),
    ],
    [
      "another plan in a dispatch",
      (texts) =>
        texts.set(
          "dispatch-receipts.jsonl",
          (texts.get("dispatch-receipts.jsonl") ?? "").replace(
            '"run_id":"run-1"',
            `"run_id":"run-1","plan_digest":"${other}"`,
          ),
        ),
    ],
    [
      "another declaration than approved",
      (texts) => edit(texts, "assignment-declaration.json", (it) => Object.assign(it, { declaration_id: "x" })),
    ],
    [
      "another trigger than approved",
      (texts) => edit(texts, "trigger-policy.json", (it) => Object.assign(it, { notes: ["x"] })),
    ],
    [
      "another risk than approved",
      (texts) =>
        edit(texts, "state.json", (it) =>
          Object.assign(Object(it.risk), { matches: [{ kind: "deploy", matched: "deploy" }] }),
        ),
    ],
    ["another issue text than approved", (texts) => texts.set("inputs/issue-snapshot.json", "{}")],
  ])("finds: %s", (_name, change) => {
    const texts = approved();
    change(texts);
    expect(found(texts)).toMatchObject({ status: "fail" });
  });
});
