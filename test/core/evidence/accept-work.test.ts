// Acceptance of one work item: complete only with new, sound, acknowledged evidence; else the list of what is missing.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AcceptanceFacts, acceptWork } from "../../../src/core/evidence/accept-work.ts";
import { readSchema } from "../../../src/core/evidence/json-schema.ts";
import { sha256 } from "../../../src/core/records/digest.ts";

const digest = `sha256:${"a1".repeat(32)}`;
const acknowledgement = [
  "control_contract_ref: control-contract.json",
  `control_contract_digest: ${digest}`,
  "control_contract_status: honored",
].join("\n");
const dispatch = `# Dispatch: codex\n\n\`\`\`text\n${acknowledgement}\n\`\`\`\n\nDo the work that is described.\n`;
const evidence = `${acknowledgement}\n\n## Work\n\nChanged the parser as asked; see \`evidence/verification.md\`.\n\n## Recommendations\n\n- Watch the size.\n`;
const verification = "## Run\n\nAll tests passed.\n\n```text\n$ npm test\nexit code 0\n```\n\nVerdict: pass\n";
const good = { "agents/codex/evidence.md": evidence, "evidence/verification.md": verification };

function facts(files: Record<string, string>, more: Partial<AcceptanceFacts> = {}): AcceptanceFacts {
  const entries = Object.entries(files).map(([name, text]) => ({
    name,
    kind: "file" as const,
    bytes: new TextEncoder().encode(text),
  }));
  return {
    agent: "codex",
    expectedRefs: ["agents/codex/evidence.md", "evidence/verification.md"],
    entries: [{ name: "agents/", kind: "folder", bytes: new Uint8Array() }, ...entries],
    before: new Map(),
    exists: () => false,
    rules: { minBytes: null, headings: [], schema: null },
    contractDigest: digest,
    templates: [dispatch],
    ...more,
  };
}

function missing(files: Record<string, string>, more: Partial<AcceptanceFacts> = {}): string[] {
  const answer = acceptWork(facts(files, more));
  return answer.kind === "incomplete" ? answer.missing.map(({ code }) => code) : [answer.kind];
}

function refused(files: Record<string, string>): string[] {
  const answer = acceptWork(facts({ ...good, ...files }));
  return answer.kind === "invalid" ? answer.reasons.map(({ code }) => code) : [answer.kind];
}

describe("a complete delivery", () => {
  it("gives its files, verdicts and recommendations", () => {
    const answer = acceptWork(facts(good));
    expect(answer).toMatchObject({
      kind: "complete",
      verdicts: [{ ref: "evidence/verification.md", verdict: "pass", findings: [] }],
      recommendations: [{ id: "rec-codex-001", sourceRef: "agents/codex/evidence.md", text: "Watch the size." }],
      patch: null,
    });
  });

  it("fault 127: does not depend on how the run itself ended, which is no fact of it", () => {
    expect(Object.keys(facts(good)).filter((key) => /run|conclusion/i.test(key))).toEqual([]);
    expect(acceptWork(facts(good)).kind).toBe("complete");
  });

  it("fault 131: needs no code", () => {
    const answer = acceptWork(
      facts({
        "agents/codex/evidence.md": `${acknowledgement}\n\nNo change is needed: \`logs/check.txt\` shows why.\n`,
        "logs/check.txt": "as expected\n",
        "evidence/verification.md": verification,
      }),
    );
    expect(answer).toMatchObject({ kind: "complete", patch: null });
  });

  it("carries a patch with what it touches", () => {
    const patch =
      "diff --git a/CLAUDE.md b/CLAUDE.md\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/CLAUDE.md\n@@ -0,0 +1 @@\n+x\n";
    const answer = acceptWork(facts({ ...good, "changes.patch": patch }));
    expect(answer).toMatchObject({
      kind: "complete",
      patch: { touched: [{ path: "CLAUDE.md", change: "add" }], surfaces: [{ path: "CLAUDE.md", surface: "memory" }] },
    });
  });
});

describe("an incomplete delivery", () => {
  const own = (text: string) => ({ ...good, "agents/codex/evidence.md": text });
  it.each<[string, Record<string, string>, Partial<AcceptanceFacts>, string]>([
    ["nothing", {}, {}, "evidence_missing"],
    ["one file of two", { "agents/codex/evidence.md": evidence }, {}, "evidence_missing"],
    ["an empty file", own(" \n"), {}, "evidence_empty"],
    [
      "fault 130: the file that was there before",
      good,
      { before: new Map([["agents/codex/evidence.md", sha256(evidence)]]) },
      "evidence_unchanged",
    ],
    [
      "fault 128: twelve bytes",
      { ...good, "evidence/verification.md": "Verdict:pass" },
      { rules: { minBytes: 40, headings: [], schema: null } },
      "evidence_too_small",
    ],
    ["fault 128: the dispatch text again", own(dispatch), {}, "evidence_is_template"],
    [
      "fault 128: a heading too few",
      good,
      { rules: { minBytes: null, headings: ["## Tests"], schema: null } },
      "evidence_heading_missing",
    ],
    ["no acknowledgement", own("Did it, see `evidence/verification.md`.\n"), {}, "acknowledgement_missing"],
    [
      "another contract's acknowledgement",
      good,
      { contractDigest: `sha256:${"b".repeat(64)}` },
      "acknowledgement_missing",
    ],
    ["no verdict", { ...good, "evidence/verification.md": "It went well.\n" }, {}, "verdict_missing"],
    [
      "all verdicts at once",
      { ...good, "evidence/verification.md": "Verdict: pass | fail | blocked\n" },
      {},
      "verdict_missing",
    ],
    [
      "a hidden verdict",
      { ...good, "evidence/verification.md": "Went well.\n<!--\nVerdict: pass\n-->\n" },
      {},
      "verdict_missing",
    ],
    [
      "two verdicts",
      { ...good, "evidence/verification.md": "Went well.\nVerdict: pass\nVerdict: fail\n" },
      {},
      "verdict_unclear",
    ],
    [
      "a bare claim",
      { ...good, "evidence/verification.md": "All tests passed.\nVerdict: pass\n" },
      {},
      "claim_unsupported",
    ],
  ])("%s", (_, files, more, code) => {
    expect(missing(files, more)).toContain(code);
  });

  it("names the line of a claim and how to put it right", () => {
    const answer = acceptWork(
      facts({ ...good, "evidence/verification.md": "# Run\n\nThe build is ok.\nVerdict: pass\n" }),
    );
    const [first] = answer.kind === "incomplete" ? answer.missing : [];
    expect(first?.text).toContain("Line 3 of `evidence/verification.md`");
    expect(first?.text).toContain("back-ticks");
  });

  it("believes a claim that names a file of the task", () => {
    const files = { ...good, "evidence/verification.md": "The build is ok, see `logs/build.txt`.\nVerdict: pass\n" };
    expect(missing(files)).toEqual(["claim_unsupported"]);
    expect(missing(files, { exists: (ref) => ref === "logs/build.txt" })).toEqual(["complete"]);
  });

  it("counts a schema for the agent's own file only", () => {
    const reading = readSchema('{"type":"object","required":["changed"]}');
    if (reading.kind !== "schema") throw new Error(reading.what);
    const rules = { minBytes: null, headings: [], schema: reading.schema };
    expect(missing(good, { rules })).toEqual(["evidence_json_missing"]);
    const fence = (json: string) => own(`${evidence}\n\`\`\`json\n${json}\n\`\`\`\n`);
    expect(missing(fence("{"), { rules })).toEqual(["evidence_json_broken"]);
    expect(missing(fence("{}"), { rules })).toEqual(["evidence_json_unfit"]);
    expect(missing(fence('{"changed":1}'), { rules })).toEqual(["complete"]);
  });

  it("is told everything at once", () => {
    expect(missing({ "agents/codex/evidence.md": "x" })).toEqual([
      "evidence_is_template",
      "evidence_missing",
      "acknowledgement_missing",
    ]);
  });
});

describe("an invalid delivery", () => {
  it.each<[string, string]>([
    ["state.json", "evidence_is_control_file"],
    ["task.md", "evidence_is_control_file"],
    [".github/valp.yml", "evidence_is_control_file"],
    [".GITHUB/workflows/x.yml", "evidence_is_control_file"],
    [".herdr-loop/tasks/other/state.json", "evidence_is_control_file"],
    ["dispatch-receipts.jsonl", "evidence_is_control_file"],
    ["runtime/github/runs/1.json", "evidence_is_control_file"],
    ["agents/codex/dispatch.md", "evidence_is_control_file"],
    ["submission-dependencies.json", "evidence_is_control_file"],
    ["evidence-status.json", "evidence_is_control_file"],
    ["evidence/manifest.json", "evidence_is_control_file"],
    ["evidence/wake-requests/x.json", "evidence_is_control_file"],
    ["gates/review.json", "evidence_is_control_file"],
    ["findings/findings.json", "evidence_is_control_file"],
    ["delegation-policy.json", "evidence_is_control_file"],
    ["approval.json", "evidence_is_control_file"],
    ["approvals/user-decisions.jsonl", "evidence_is_control_file"],
    ["control-slices/codex.json", "evidence_is_control_file"],
    ["agents/claude/review.md", "evidence_of_other_agent"],
    ["readme.txt", "evidence_out_of_place"],
    ["skills/x/SKILL.md", "evidence_changes_agent"],
    [".claude/settings.json", "evidence_changes_agent"],
    ["CLAUDE.md", "evidence_changes_agent"],
    ["mcp.json", "evidence_changes_agent"],
  ])("fault 89: %s voids it (%s)", (name, code) => {
    expect(refused({ [name]: "x\n" })).toContain(code);
  });

  it("keeps the clean files apart, for the rejected ones", () => {
    const answer = acceptWork(facts({ ...good, "logs/x.txt": `gh${"p_"}${"a1".repeat(18)}` }));
    expect(answer.files.map(({ ref }) => ref)).toEqual(["agents/codex/evidence.md", "evidence/verification.md"]);
  });

  it("names live changes for the delegation policy", () => {
    const answer = acceptWork(facts({ ...good, "plugins/x.js": "x\n", "memory/notes.md": "x\n" }));
    expect(answer).toMatchObject({
      kind: "invalid",
      liveChanges: [
        { name: "plugins/x.js", surface: "plugins" },
        { name: "memory/notes.md", surface: "memory" },
      ],
    });
  });

  it("whatever the quarantine or the patch is refused for", () => {
    expect(refused({ "logs/x.txt": `gh${"p_"}${"a1".repeat(18)}` })).toEqual(["evidence_holds_secret"]);
    expect(refused({ "changes.patch": "diff --git a/.github/x b/.github/x\nnew file mode 100644\n" })).toEqual([
      "patch_touches_github",
    ]);
    expect(refused({ "changes.patch": "nothing of a patch" })).toEqual(["patch_unreadable"]);
  });

  it("but not for a file that the work item itself has to leave behind", () => {
    const answer = acceptWork(
      facts(
        {
          "agents/codex/self-review.md": evidence.replace("`evidence/verification.md`", "`task.md`"),
          "routing-feedback.json": "{}\n",
        },
        { expectedRefs: ["agents/codex/self-review.md", "routing-feedback.json"], exists: (ref) => ref === "task.md" },
      ),
    );
    expect(answer.kind).toBe("complete");
  });
});

it("never throws and never completes without every expected file", () => {
  const name = fc.constantFrom(
    "agents/codex/evidence.md",
    "evidence/verification.md",
    "logs/a",
    "state.json",
    "changes.patch",
  );
  const text = fc.oneof(
    fc.constantFrom(evidence, verification, dispatch, ""),
    fc.string({ unit: "binary", maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.dictionary(name, text, { noNullPrototype: true }), (files) => {
      const answer = acceptWork(facts(files));
      if (answer.kind !== "complete") return;
      expect(Object.keys(files)).toEqual(
        expect.arrayContaining(["agents/codex/evidence.md", "evidence/verification.md"]),
      );
      expect(Object.keys(files)).not.toContain("state.json");
    }),
  );
});
