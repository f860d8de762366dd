// Whether commands in the text of an issue count: only when the issue was just written.
import type { Event } from "../events/event.ts";

/** Longest time between writing an issue and its event, in milliseconds. */
const justWritten = 5 * 60_000;

/**
 * True only for an issue or pull request that was opened within five minutes of its creation. A transferred issue sends
 * `opened` to its new home with an old creation time, and its commands were run before; edits never count.
 */
export function bodyCommandsCount(event: Event): boolean {
  if (event.kind !== "subject_opened") return false;
  const age = Date.parse(event.subject.updatedAt) - Date.parse(event.subject.createdAt);
  return age >= 0 && age <= justWritten;
}
