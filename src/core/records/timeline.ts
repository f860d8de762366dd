// The human mirror of a task: what happened when, in plain words. Never replay authority (contract section 1).
import { timestamp } from "./format.ts";

/** Where the timeline stands inside a task folder. */
export const timelineRef = "timeline.jsonl";

/** One line of timeline.jsonl. */
export interface TimelineLine {
  /** UTC, whole seconds. */
  ts: string;
  /** A name such as `task_opened`. */
  event: string;
  summary: string;
}

/** A line for now (ISO 8601). */
export function timelineLine(now: string, event: string, summary: string): TimelineLine {
  return { ts: timestamp(now), event, summary };
}
