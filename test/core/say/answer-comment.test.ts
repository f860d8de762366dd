// Short comments: answers to commands, notes about refused triggers, and the answer to `/valp why`.
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { parseCommands } from "../../../src/core/commands/parse-commands.ts";
import { noteComment, noteMarker, replyComment, replyMarker } from "../../../src/core/say/answer-comment.ts";
import { longestComment } from "../../../src/core/say/clip.ts";
import { commandHelp } from "../../../src/core/say/command-help.ts";
import { readMarker } from "../../../src/core/say/escape.ts";
import { reason } from "../../../src/core/say/reason.ts";
import { whyText } from "../../../src/core/say/why-text.ts";
import { markdownText } from "../../support/markdown.ts";

/** Kinds of all nodes below the root. */
function kindsOf(markdown: string): Set<string> {
  const kinds = new Set<string>();
  const visit = (node: Nodes): void => {
    kinds.add(node.type);
    if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(markdown));
  return kinds;
}

const layout = ["root", "html", "list", "listItem", "paragraph", "text", "inlineCode"];
const marker = replyMarker("issue_comment", 7);

describe("answers", () => {
  it("say per command what came of it, with a code to look up, and are found again", () => {
    const answers = [
      { verb: "/valp stop", effect: true, reasons: [reason("task_cancelled", { taskId: "gh-1-docs-1" })] },
      { verb: "/valp start", effect: false, reasons: [reason("no_policy"), reason("mode_disabled")] },
    ];
    const text = replyComment(marker, answers, "");
    expect(readMarker(text)).toBe(marker);
    expect(text.split("\n").slice(2)).toEqual([
      "- `/valp stop`: Task gh-1-docs-1 was cancelled before any work was dispatched. (`task_cancelled`)",
      expect.stringMatching(/^- `\/valp start` no effect: .* \(`no_policy`\)$/),
      expect.stringMatching(/^- `\/valp start` no effect: .* \(`mode_disabled`\)$/),
    ]);
  });

  it("keep a command to copy as it must be typed", () => {
    const command = "/valp approve 0123456789ab";
    const answer = replyComment(marker, [], `Type:\n\n\`\`\`text\n${command}\n\`\`\``);
    expect(answer).toContain(`\n${command}\n`);
    expect(parseCommands(answer)).toEqual([]);
    expect(parseCommands(command)).toHaveLength(1);
  });

  it("fault 68: never hold a command themselves, help included", () => {
    expect(parseCommands(replyComment(marker, [], commandHelp()))).toEqual([]);
    expect(parseCommands(noteComment(noteMarker("no_policy", "a"), [reason("no_policy")]))).toEqual([]);
  });

  it("fault 76: what others wrote acts in no answer and no note", () => {
    fc.assert(
      fc.property(markdownText, markdownText, (one, other) => {
        const reasons = [
          reason("agent_unknown", { role: "reviewer", agent: one, able: [other] }),
          reason("no_rule_matched", { what: one }),
          reason("command_unknown", { verb: one }),
          reason("unknown_task", { task: other }),
          reason("no_such_rule", { rule: one, known: ["docs-fix"] }),
          reason("label_removed", { taskId: "gh-1-docs-fix-1", label: one }),
          reason("event_not_visible", { what: one }),
          reason("identity_conflict", { taskId: "gh-1-docs-fix-1", recorded: one, now: other }),
          reason("stopped_by", { login: "octocat", why: one }),
        ];
        const why = whyText({
          mode: "watcher",
          rules: [
            { rule: "docs-fix", label: one, labelIsOn: true, failed: [] },
            { rule: other, label: null, labelIsOn: false, failed: reasons },
          ],
          tasks: [{ id: one, status: "approval_required", rule: other, isOpen: false }],
        });
        for (const text of [
          replyComment(marker, [{ verb: `/valp ${one}`, effect: false, reasons }], why),
          noteComment(noteMarker("no_policy", "docs-fix"), reasons),
        ]) {
          expect([...kindsOf(text)].filter((kind) => !layout.includes(kind))).toEqual([]);
          expect(fromMarkdown(text).children.filter(({ type }) => type === "html")).toHaveLength(1);
          expect(parseCommands(text)).toEqual([]);
          expect(text.length).toBeLessThanOrEqual(longestComment);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("/valp why", () => {
  const rule = { rule: "docs-fix", label: "agent:docs", labelIsOn: true, failed: [] };

  it("says of a rule whose task is open that nothing more would be opened, and never that work is dispatched", () => {
    const tasks = [{ id: "gh-1-docs-fix-1", status: "dispatching", rule: "docs-fix", isOpen: true }];
    const text = whyText({ mode: "watcher", rules: [rule], tasks });
    expect(text).toContain("- Task `gh-1-docs-fix-1` is routed and not dispatched.");
    expect(text).toContain("its task `gh-1-docs-fix-1` is open, so `/valp start` would open no second one.");
  });

  it("tells the mode, the open tasks and what stands in the way of each rule", () => {
    const text = whyText({
      mode: "manual",
      rules: [{ ...rule, failed: [reason("labels_excluded", { rule: "docs-fix", labels: ["wip"] })] }],
      tasks: [{ id: "gh-1-docs-fix-1", status: "approval_required", rule: "docs-fix", isOpen: false }],
    });
    expect(text).toMatch(/^The policy is in mode manual: only `\/valp start` works/);
    expect(text).toContain("- Task `gh-1-docs-fix-1` is approval required.");
    expect(text).toMatch(/- Rule `docs-fix`: .*wip.* \(`labels_excluded`\)/);
  });

  it("names the label only where labels count", () => {
    expect(whyText({ mode: "watcher", rules: [rule], tasks: [] })).toContain("its label `agent:docs` is on this issue");
    expect(whyText({ mode: "policy_auto", rules: [rule], tasks: [] })).not.toContain("agent:docs");
    expect(whyText({ mode: "watcher", rules: [], tasks: [] })).toContain("no rule for labels or commands");
  });
});
