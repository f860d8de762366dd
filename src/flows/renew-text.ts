// The text of an issue was edited: before the first dispatch its tasks stand on the new text, afterwards it is only noted.
import type { EventOf } from "../core/events/event.ts";
import { higherRisk, riskOf } from "../core/policy/decide-trigger.ts";
import { classifyRisk } from "../core/policy/risk.ts";
import { jsonFile, timestamp } from "../core/records/format.ts";
import { isNewerText, issueSnapshot, issueSnapshotRef, sameText } from "../core/records/issue-snapshot.ts";
import { taskMd } from "../core/records/task-md.ts";
import { reason } from "../core/say/reason.ts";
import { goalOf } from "../core/task/call.ts";
import { rebuildTask } from "../core/task/rebuild-task.ts";
import { recordedTeam, ruleOf } from "../core/task/task-plan.ts";
import type { Ports } from "../ports.ts";
import { type CaseChange, type CaseEnding, changeCases, nothingWritten } from "./change-case.ts";
import type { Case, Choice } from "./load-case.ts";
import { loadSurroundings } from "./load-surroundings.ts";
import type { Unfinished } from "./write-step.ts";

/**
 * Renews the snapshot of every open task of the issue whose text differs. Risk may rise and never falls; the plan
 * changes, so approvals of the old text no longer count. Events may come out of order: a newer text stays.
 */
export async function renewText(ports: Ports, event: EventOf<"subject_edited">): Promise<(CaseEnding | Unfinished)[]> {
  const { subject, sender } = event;
  const outdated: Choice = (tasks) => {
    const other = tasks.filter((task) => !sameText(task.texts.get(issueSnapshotRef) ?? "", subject));
    const older = other.filter((task) => !isNewerText(task.texts.get(issueSnapshotRef) ?? "", subject));
    const [first] = [...older.filter((task) => !task.dispatched), ...older];
    return first ?? reason(other.length > 0 ? "newer_text_known" : "text_unchanged");
  };
  const call = {
    subject,
    scope: { kind: "open" as const },
    choice: outdated,
    actor: sender,
    eventId: `${subject.nodeId}:edited:${subject.updatedAt}`,
    signal: "edited",
  };
  return changeCases(ports, call, (found) => renewed(ports, found, event));
}

async function renewed(ports: Ports, found: Case, event: EventOf<"subject_edited">): Promise<CaseChange | Unfinished> {
  const { task, ground } = found;
  if (task.dispatched) return nothingWritten("ignored", [reason("snapshot_kept", { taskId: task.id })]);
  const surroundings = await loadSurroundings(ports, ground, true);
  if (surroundings.kind === "unfinished") return surroundings;
  const { around } = surroundings;
  const goal = goalOf(event.subject);
  const matches = classifyRisk(goal);
  const rule = ruleOf(task, ground.policy);
  const now = rule ? riskOf(rule, matches).classification : matches.length > 0 ? "high" : "low";
  const classification = higherRisk(now, task.risk.classification);
  const told = reason("snapshot_renewed", { taskId: task.id });
  const text = {
    snapshot: jsonFile(issueSnapshot(event.subject, timestamp(around.now))),
    taskMd: taskMd({ taskId: task.id, profile: task.state.profile, goal, matches }),
    risk: { classification, matches },
  };
  const built = rebuildTask(task, around, recordedTeam(task), { name: "snapshot_renewed", summary: told.text }, text);
  if (built.kind === "refused") return nothingWritten("refused", built.reasons);
  return {
    outcome: "recorded",
    reasons: [told, ...built.rebuilt.reasons],
    what: "snapshot renewed",
    changes: built.rebuilt.changes,
    deletions: built.rebuilt.deletions,
  };
}
