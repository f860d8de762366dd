// What a commit may do to a file that must only grow, and what the audit of a folder makes of it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breakOf, growthOf } from "../../../src/core/audit/history.ts";
import { goodTexts, itemOf } from "./folders.ts";

const bytes = (text: string | null) => (text === null ? null : Buffer.from(text, "utf8"));
const change = (path: string, before: string | null, after: string | null) =>
  breakOf({ commit: "c", path, before: bytes(before), after: bytes(after) });

describe("growth", () => {
  it.each([
    [".herdr-loop/tasks/a/timeline.jsonl", "append_only"],
    [".herdr-loop/tasks/a/runtime/queue/lifecycle.v1.jsonl", "append_only"],
    [`.herdr-loop/watcher-events/github/${"a".repeat(64)}.json`, "write_once"],
    [`.herdr-loop/tasks/a/wake-results/${"a".repeat(64)}.json`, "write_once"],
    [`.herdr-loop/tasks/a/wait-policies/${"a".repeat(64)}.json`, "write_once"],
    [".herdr-loop/tasks/a/state.json", "free"],
    [".herdr-loop/tasks/a/wake-results/readme.json", "free"],
  ] as const)("%s: %s", (path, growth) => {
    expect(growthOf(path)).toBe(growth);
  });
});

describe("changes of a JSONL file", () => {
  it.each([
    ["appears", null, "a\n", null],
    ["grows", "a\n", "a\nb\n", null],
    ["stays", "a\n", "a\n", null],
    ["gets the newline it was left without, and a line", "a", "a\nb\n", null],
    ["changes its first line", "a\nb\n", "x\nb\n", { what: "line_changed", line: 1 }],
    ["changes its second line while growing", "a\nb\n", "a\nx\nc\n", { what: "line_changed", line: 2 }],
    ["is cut short", "a\nb\n", "a\n", { what: "cut_short", line: 2 }],
    ["continues its last line", "a", "ab\n", { what: "line_changed", line: 1 }],
    ["is emptied", "a\n", "", { what: "cut_short", line: 1 }],
    ["is deleted", "a\n", null, { what: "deleted", line: null }],
  ] as const)("%s", (_name, before, after, found) => {
    const answer = change("t/timeline.jsonl", before, after);
    if (found === null) expect(answer).toBeNull();
    else expect(answer).toMatchObject(found);
  });

  it("are sound exactly when every earlier line is still there, in its place", () => {
    const lines = fc.array(fc.stringMatching(/^[a-c]{1,2}$/), { maxLength: 5 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const grown = before.every((line, index) => after[index] === line);
        const text = (all: readonly string[]) => all.map((line) => `${line}\n`).join("");
        expect(change("a.jsonl", text(before), text(after)) === null).toBe(grown);
      }),
    );
  });
});

it("files that are written once never change again", () => {
  const path = `t/wake-results/${"a".repeat(64)}.json`;
  expect(change(path, null, "{}")).toBeNull();
  expect(change(path, "{}", "{}\n")).toMatchObject({ what: "rewritten" });
  expect(change(path, "{}", null)).toMatchObject({ what: "deleted" });
  expect(change("t/state.json", "{}", null)).toBeNull();
});

describe("github_append_only", () => {
  it("skips without a walk, passes a sound one, and names every break of another", () => {
    const texts = goodTexts();
    const broken = { commit: "abcdef0123456789", path: "t/timeline.jsonl", what: "deleted" as const, line: null };
    const status = (history: Parameters<typeof itemOf>[2]) => itemOf("github_append_only", texts, history);
    expect(status({ history: null }).status).toBe("skip");
    expect(status({ history: { commits: 3, breaks: [] } }).status).toBe("pass");
    const found = status({ history: { commits: 3, breaks: [broken] } });
    expect(found).toMatchObject({
      status: "fail",
      message: expect.stringContaining("t/timeline.jsonl in abcdef012345"),
    });
  });
});
