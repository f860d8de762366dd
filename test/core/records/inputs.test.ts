// What a task is given: the words of the issue, and what is known about the agents.
import { describe, expect, test } from "vitest";
import { capabilities, capabilitiesSchema } from "../../../src/core/records/capabilities.ts";
import { contextPolicyFile, contextPolicyFileSchema } from "../../../src/core/records/context-policy.ts";
import { jsonFile } from "../../../src/core/records/format.ts";
import { issueSnapshot, readIssueSnapshot, sameText } from "../../../src/core/records/issue-snapshot.ts";
import { checkRecord } from "../../../src/core/records/read-record.ts";
import { agents, now, subject } from "./facts.ts";

describe("the snapshot of an issue", () => {
  const snapshot = issueSnapshot(subject, now);

  test("keeps the words as they came and says what they hide", () => {
    expect(snapshot).toMatchObject({ title: subject.title, body: subject.body, author: { login: "octocat", id: 1 } });
    expect(snapshot.hidden).toEqual([
      { what: "zero-width characters", count: 1, line: 1, where: "title" },
      { what: "HTML comments", count: 1, line: 2, where: "body" },
    ]);
    expect(readIssueSnapshot(jsonFile(snapshot))).toEqual({ kind: "record", record: snapshot });
  });

  test("tells an edit from other changes", () => {
    const text = jsonFile(snapshot);
    expect(sameText(text, subject)).toBe(true);
    expect(sameText(text, { ...subject, title: "x" })).toBe(false);
    expect(sameText(text, { ...subject, body: `${subject.body} ` })).toBe(false);
    expect(sameText("", subject)).toBe(false);
  });
});

describe("the agents of the policy", () => {
  test("have the capabilities the policy says, the rest is unknown", () => {
    const record = capabilities(agents, now);
    expect(record.agents.codex).toEqual({
      active: true,
      agent_surface: "github-actions",
      role: ["implementer", "reviewer"],
      skills_source: "unknown",
      mcp_source: "unknown",
      provider: "unknown",
      runtime: { adapter: "github", workflow: "agent-codex.yml" },
      permissions: { filesystem: ["unknown"], network: ["unknown"], shell: ["unknown"], mutation: ["unknown"] },
      model_identity: { declared_model: "unknown" },
    });
    expect(record.agents.alice).toMatchObject({ active: false, agent_surface: "github-account" });
    expect(record.agents.shell?.agent_surface).toBe("process");
    expect(checkRecord(capabilitiesSchema, record).kind).toBe("record");
  });

  test("warn as early as their most demanding role", () => {
    const file = contextPolicyFile(agents, now);
    expect(file).toEqual({
      updated_at: now,
      defaults: { soft_warning_pct: 60, hard_compression_pct: 70, emergency_stop_pct: 80 },
      agents: {
        codex: { soft_warning_pct: 55, hard_compression_pct: 65, emergency_stop_pct: 80 },
        claude: { soft_warning_pct: 50, hard_compression_pct: 60, emergency_stop_pct: 80 },
        alice: { soft_warning_pct: 60, hard_compression_pct: 70, emergency_stop_pct: 80 },
        shell: { soft_warning_pct: 60, hard_compression_pct: 70, emergency_stop_pct: 80 },
      },
    });
    expect(checkRecord(contextPolicyFileSchema, file).kind).toBe("record");
  });
});
