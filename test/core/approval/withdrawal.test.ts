// Touching words that carried an approval takes the approval back; touching any others does nothing.
import { describe, expect, test } from "vitest";
import { seatsFor } from "../../../src/core/approval/seats.ts";
import type { TaskFacts } from "../../../src/core/approval/staleness.ts";
import { type TouchedWords, withdrawTouched } from "../../../src/core/approval/withdrawal.ts";
import { approvalsOf, codes, comment, decide, person, task, written } from "./approval-facts.ts";

const start = task();
const approved = written(start, decide({}, start));
const touched = (changes: Partial<TouchedWords> = {}): TouchedWords => ({
  kind: "issue_comment",
  id: 100,
  how: "edited",
  actor: person("admin-of-all"),
  at: "2026-07-01T13:00:00Z",
  overtaken: null,
  ...changes,
});
const status = (of: TaskFacts) => seatsFor({ ...of, planDigest: of.plan.digest, rule: of.approvals }).status;

describe("fault 73: counted words that somebody touches", () => {
  test.each(["edited", "deleted", "dismissed"] as const)("%s before the dispatch: the task waits again", (how) => {
    const answer = withdrawTouched(touched({ how }), approved);
    expect(answer).toMatchObject({
      kind: "withdrawn",
      seats: { status: "pending", filled: [] },
      change: {
        decisions: [
          {
            vote: "withdraw",
            status: "pending",
            by: { login: "admin-of-all", id: person("admin-of-all").id },
            comment_id: 100,
            at: "2026-07-01T13:00:00Z",
          },
        ],
        shift: { covered: false, status: "approval_required", gate: "needs_approval" },
      },
    });
    const said = answer.kind === "withdrawn" ? answer.reasons[0]?.text : "";
    expect(said).toBe(
      `The words in which \`monalisa\` approved were ${how} by \`admin-of-all\`, so the approval is withdrawn.`,
    );
    expect(status(written(approved, answer))).toBe("pending");
  });

  test("after the dispatch it is recorded and nothing else", () => {
    const answer = withdrawTouched(touched(), { ...approved, dispatched: true });
    expect(answer).toMatchObject({ change: { shift: null, decisions: [{ vote: "withdraw" }] } });
    expect(answer.kind === "withdrawn" && codes(answer)).toEqual(["approval_touched_after_dispatch"]);
  });

  test("an edit and then a deletion withdraw once", () => {
    const once = written(approved, withdrawTouched(touched(), approved));
    expect(withdrawTouched(touched({ how: "deleted" }), once)).toEqual({ kind: "not_counted" });
  });

  test("an edit that is only found later has no name to it", () => {
    const answer = withdrawTouched(touched({ actor: null }), approved);
    expect(answer).toMatchObject({ change: { decisions: [{ by: { login: "ghost", id: null } }] } });
    expect(answer.kind === "withdrawn" && answer.reasons[0]?.text).toContain("were edited, so");
  });

  test("who edits somebody's words keeps an approval of their own", () => {
    const two = task({ approvals: approvalsOf({ count: 2 }) });
    const one = written(two, decide({}, two));
    const both = written(one, decide({ words: comment(person("hubot"), 101) }, one));
    const answer = withdrawTouched(touched({ actor: person("hubot") }), both);
    expect(answer).toMatchObject({ seats: { filled: [{ login: "hubot" }], status: "pending" } });
  });

  test.each([
    ["other words", touched({ id: 99 })],
    ["a review with the number of a comment", touched({ kind: "review" })],
  ])("%s: nothing", (_name, words) => {
    expect(withdrawTouched(words, approved)).toEqual({ kind: "not_counted" });
  });

  test("a fault 73 edit into an approval counts for nothing", () => {
    const edited = comment(person("hubot"), 200, { updatedAt: "2026-07-01T12:00:30Z" });
    expect(codes(decide({ words: edited }, start))).toEqual(["words_edited"]);
  });

  test("a denial stays when its words are touched", () => {
    const denied = written(
      start,
      decide({ command: { verb: "deny", digest: start.plan.digest, reason: "no" } }, start),
    );
    expect(withdrawTouched(touched(), denied)).toEqual({ kind: "not_counted" });
    expect(status(denied)).toBe("denied");
  });
});
