// Item 18's one exception: old dispatch sizes, pinned by hash and decided in a finished task of its own.
import { describe, expect, it } from "vitest";
import { wantedAround } from "../../../src/core/audit/audit.ts";
import type { FolderValue } from "../../../src/core/audit/folder-value.ts";
import { sha256 } from "../../../src/core/records/digest.ts";
import { at, edit, folderOf, goodTexts, itemOf, type Json, type Texts } from "./folders.ts";

const [older, newer] = ["1".repeat(40), "2".repeat(40)];
const decision = ".herdr-loop/tasks/decided-1/decision.md";
const ref = "historical-audit-boundary.json";

/** A finished task whose dispatch text grew after it was recorded, with a boundary that accepts exactly that. */
function bounded(): { texts: Texts; around: Partial<FolderValue> } {
  const texts = goodTexts();
  const path = "agents/codex/dispatch.md";
  texts.set(path, `${texts.get(path)}more\n`);
  const text = texts.get(path) ?? "";
  const recorded = at(JSON.parse(texts.get("routing.json") ?? ""), "dispatch_payload_budgets", "codex");
  const boundary = {
    schema_version: "valp-historical-audit-boundary.v1",
    task_id: "gh-7-docs-1",
    recorded_at: "2026-07-29T00:00:00Z",
    decision_task_id: "decided-1",
    decision_ref: decision,
    auditor_boundary: {
      historical_cli_version: "0.2",
      historical_source_revision: older,
      rule_introduced_revision: newer,
    },
    accepted_legacy_artifacts: [
      {
        rule_id: "context_pack.dispatch_payload_budget",
        agent: "codex",
        artifact_ref: path,
        byte_digest: sha256(text),
        recorded_budget: recorded,
        observed: { actual_chars: text.length, actual_reference_tokens: Math.ceil(text.length / 4) },
        disposition: "accept_historical_artifact",
        reason: "It is old.",
      },
    ],
  };
  texts.set(ref, JSON.stringify(boundary));
  const workspace = new Map([
    [decision, `gh-7-docs-1 context_pack.dispatch_payload_budget ${older} ${newer}`],
    [".herdr-loop/tasks/decided-1/task.md", "# Task"],
    [".herdr-loop/tasks/decided-1/state.json", JSON.stringify({ task_id: "decided-1", status: "done" })],
  ]);
  return { texts, around: { workspace, commits: new Set([older, newer, `${older}..${newer}`]) } };
}

const found = (texts: Texts, around: Partial<FolderValue>) => itemOf("context_pack", texts, around);
const change = (edits: (boundary: Json) => void) => (texts: Texts) => edit(texts, ref, edits);
const entry = (field: string, value: unknown) =>
  change((boundary) => {
    at(boundary, "accepted_legacy_artifacts", 0)[field] = value;
  });

describe("a historical boundary", () => {
  it("turns exactly its mismatch into a warning", () => {
    const { texts, around } = bounded();
    expect(found(texts, around)).toMatchObject({ status: "warn", evidence: expect.arrayContaining([ref]) });
  });

  it("tells what to look up before the audit", () => {
    const { texts } = bounded();
    const wanted = wantedAround(folderOf(texts));
    expect(wanted).toMatchObject({ commits: [older, newer], ancestry: [older, newer] });
    expect(wanted.refs).toEqual(expect.arrayContaining([decision, ".herdr-loop/tasks/decided-1/state.json"]));
  });

  it.each<[string, (texts: Texts) => void]>([
    ["no boundary", (texts) => texts.delete(ref)],
    ["a field more", change((it) => Object.assign(it, { note: "x" }))],
    ["another task", change((it) => Object.assign(it, { task_id: "other" }))],
    ["decided by the task itself", change((it) => Object.assign(it, { decision_task_id: "gh-7-docs-1" }))],
    ["another decision", change((it) => Object.assign(it, { decision_ref: "decision.md" }))],
    ["no time", change((it) => Object.assign(it, { recorded_at: "" }))],
    [
      "one commit twice",
      change((it) => Object.assign(at(it, "auditor_boundary"), { rule_introduced_revision: older })),
    ],
    [
      "a commit that is none",
      change((it) => Object.assign(at(it, "auditor_boundary"), { historical_source_revision: "v1" })),
    ],
    ["nothing accepted", change((it) => Object.assign(it, { accepted_legacy_artifacts: [] }))],
    ["another rule", entry("rule_id", "other")],
    ["other bytes", entry("byte_digest", sha256("x"))],
    ["another budget", entry("recorded_budget", {})],
    ["another size", entry("observed", { actual_chars: 1, actual_reference_tokens: 1 })],
    ["another disposition", entry("disposition", "fix")],
    ["no reason", entry("reason", " ")],
    [
      "a task that is not done",
      (texts) => edit(texts, "state.json", (state) => Object.assign(state, { status: "executing" })),
    ],
  ])("does not help: %s", (_name, spoil) => {
    const { texts, around } = bounded();
    spoil(texts);
    expect(found(texts, around)).toMatchObject({ status: "fail" });
  });

  it.each<[string, (around: Partial<FolderValue>) => Partial<FolderValue>]>([
    ["a folder outside any workspace", (around) => ({ ...around, workspace: null })],
    [
      "a decision that does not name the task",
      (around) => ({ ...around, workspace: new Map([...(around.workspace ?? []), [decision, "yes"]]) }),
    ],
    [
      "a deciding task that is not done",
      (around) => ({
        ...around,
        workspace: new Map([...(around.workspace ?? []), [".herdr-loop/tasks/decided-1/state.json", "{"]]),
      }),
    ],
    ["unknown commits", (around) => ({ ...around, commits: new Set() })],
    ["commits in the other order", (around) => ({ ...around, commits: new Set([older, newer, `${newer}..${older}`]) })],
  ])("does not help: %s", (_name, spoil) => {
    const { texts, around } = bounded();
    expect(found(texts, spoil(around))).toMatchObject({ status: "fail" });
  });
});
