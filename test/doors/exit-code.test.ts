// The exit code of the command line: trouble first, then refusals, wherever in an Outcome they stand.
import { expect, it } from "vitest";
import { exitCode } from "../../src/cli/exit-code.ts";
import { ended } from "../../src/core/ended.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { reason } from "../../src/core/say/reason.ts";
import { troublesOf } from "../../src/core/say/trouble.ts";

const opened = ended("recorded", [reason("task_opened", { taskId: "gh-1-a-1", rule: "a" })]);
const ignored = ended("ignored", [reason("no_due_slot")]);
const refused = ended("refused", [reason("mode_disabled")]);
const contention = ended("refused", [reason("contention")]);
/** Recorded, but the comment that should tell people of it could not be written. */
const untold = ended("recorded", [...opened.reasons, reason("contention")]);
/** Recorded, and the comment is missing because the conversation is locked: an answer, not trouble. */
const locked = ended("recorded", [...opened.reasons, reason("conversation_locked")]);

const cases: [string, Outcome, number][] = [
  ["done", opened, 0],
  ["nothing to do", ignored, 0],
  ["refused", refused, 3],
  ["trouble", contention, 4],
  ["done, with trouble in the telling", untold, 4],
  ["done, in a conversation that is locked", locked, 0],
  ["done, and a second task refused", { ...opened, others: [refused] }, 3],
  ["done, and trouble with a second task", { ...opened, others: [ignored, contention] }, 4],
  ["refused, and trouble with a second task", { ...refused, others: [untold] }, 4],
];

it.each(cases)("%s", (_, outcome, code) => {
  expect(exitCode(outcome)).toBe(code);
  expect(troublesOf(outcome).length > 0).toBe(code === 4);
});
