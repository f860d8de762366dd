// A task that is called back before any work of it was dispatched: cancelled at once, with nothing left to approve.
import { readRequests, requestedRef } from "../approval/approval-lines.ts";
import { currentRequest } from "../approval/seats.ts";
import { appendLine, jsonFile, timestamp } from "../records/format.ts";
import { stateRef } from "../records/state.ts";
import { timelineLine, timelineRef } from "../records/timeline.ts";
import type { TaskFolder } from "./task-folder.ts";

/** The changed files of the folder. `why` is told in the timeline and closes an open request for approval. */
export function cancelTask(task: TaskFolder, why: string, now: string): Map<string, string> {
  const changes = new Map<string, string>();
  const at = timestamp(now);
  changes.set(stateRef, jsonFile({ ...task.state, status: "cancelled", updated_at: at }));
  changes.set(timelineRef, appendLine(task.texts.get(timelineRef) ?? "", timelineLine(at, "task_cancelled", why)));
  const open = currentRequest(readRequests(task.requests).lines);
  if (open !== null && task.state.gates.approval === "needs_approval") {
    const closed = { ...open, status: "superseded", reason: why };
    changes.set(requestedRef, appendLine(task.texts.get(requestedRef) ?? "", closed));
  }
  return changes;
}
