// One accepted step of a wait as files, in the order in which they must be written where writing them all at once is impossible.
import { appendLine, type JsonObject, jsonFile, timestamp } from "../records/format.ts";
import { stateRef, type TaskState, type TaskStatus } from "../records/state.ts";
import type { Suspension } from "../records/suspension.ts";
import { timelineLine, timelineRef } from "../records/timeline.ts";
import { type WaitEvent, type WaitEventName, waitEventSchema, waitEventsRef } from "../records/wait-event.ts";
import type { FileChange, FolderView } from "./folder-view.ts";
import type { WaitCase } from "./wait-case.ts";
import { waitEventId } from "./wait-ids.ts";

/** What a step leaves behind. */
export interface WaitStep {
  event: WaitEvent;
  state: TaskState;
  /** Immutable files first, then the event, then the state that follows from it, then the timeline. */
  changes: FileChange[];
}

/** What happens in a step. `before` are immutable files that must stand before the event does. */
export interface StepFacts {
  name: WaitEventName;
  status: TaskStatus;
  suspension: Suspension;
  details: JsonObject;
  summary: string;
  before: readonly FileChange[];
  /** Record time, UTC, whole seconds; the state's new updated_at. */
  at: string;
}

/** The place of the next event and the revision it leads to. */
export function nextPlace(wait: WaitCase): { sequence: number; revision: number } {
  return { sequence: wait.events.entries.length + 1, revision: wait.state.revision + 1 };
}

/** Builds the next event, the state after it, and all files. Throws when the event would break its own schema. */
export function waitStep(wait: WaitCase, facts: StepFacts): WaitStep {
  const { sequence, revision } = nextPlace(wait);
  const { taskId, folder } = wait;
  const { suspension } = facts;
  const event = waitEventSchema.parse({
    schema_version: "valp-wait-event.v1",
    task_id: taskId,
    event_id: waitEventId(taskId, facts.name, suspension.suspension_id, sequence, revision),
    event_sequence: sequence,
    event: facts.name,
    recorded_at: timestamp(wait.now),
    state_revision_before: wait.state.revision,
    state_revision_after: revision,
    suspension_id: suspension.suspension_id,
    suspension_epoch: suspension.suspension_epoch,
    projection: { status: facts.status, suspension, updated_at: facts.at },
    ...facts.details,
  });
  // From the event, as it was checked: so state and event hold the same keys in the same order.
  const projected = event.projection.suspension;
  const state: TaskState = {
    ...wait.state,
    status: facts.status,
    revision,
    suspension: projected,
    updated_at: facts.at,
  };
  const note = { event_id: event.event_id, event_sequence: sequence, state_revision: revision };
  const changes = [
    ...facts.before,
    { ref: waitEventsRef, text: appendLine(folder.text(waitEventsRef) ?? "", event) },
    { ref: stateRef, text: jsonFile(state) },
    timelineChange(wait, facts.name, facts.summary, note),
  ];
  return { event, state, changes };
}

/** The timeline with one more line. It mirrors for people and is never replayed. */
export function timelineChange(
  facts: { folder: FolderView; now: string },
  event: string,
  summary: string,
  details: JsonObject,
): FileChange {
  const line = { ...timelineLine(facts.now, event, summary), ...details };
  return { ref: timelineRef, text: appendLine(facts.folder.text(timelineRef) ?? "", line) };
}
