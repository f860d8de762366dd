// An id of the happening made from its payload, for repositories without GitHub.
import type { Event } from "./event.ts";

/**
 * The id that a redelivery of the same payload repeats. Only for local use, where no timeline can be asked: on GitHub the
 * id is the one of the thing that happened, read from there. Shapes, all starting with `payload:`
 *
 * - `label_added:<subject node id>:<updated_at>:<label>` (also label_removed); the label in lower case, because GitHub
 *   compares labels so
 * - `<issue_comment | review>:<numeric id>` for words, with `:<edited | deleted | dismissed>:<updated_at>` behind it
 * - `<kind>:<subject node id>:<updated_at>` for all else about an issue or pull request
 * - `pushed:<after>`, `run_changed:<id>:<attempt>:<status>`, `tick:<cron>` (a schedule's identity is its slot, not this)
 * - `dispatched:<type>:key:<inputs.key>` when the caller gave a key, else `dispatched:<type>:no-key`
 */
export function payloadEventId(event: Event): string {
  return `payload:${identity(event)}`;
}

function identity(event: Event): string {
  switch (event.kind) {
    case "label_added":
    case "label_removed":
      return `${event.kind}:${event.subject.nodeId}:${event.subject.updatedAt}:${event.label.trim().toLowerCase()}`;
    case "words_created":
      return `${event.words.kind}:${event.words.id}`;
    case "words_edited":
      return `${event.words.kind}:${event.words.id}:edited:${event.words.updatedAt}`;
    case "words_deleted":
      return `${event.words.kind}:${event.words.id}:deleted:${event.words.updatedAt}`;
    case "review_dismissed":
      return `${event.words.kind}:${event.words.id}:dismissed:${event.words.updatedAt}`;
    case "pushed":
      return `${event.kind}:${event.after}`;
    case "run_changed":
      return `${event.kind}:${event.run.id}:${event.run.attempt}:${event.run.status}`;
    case "tick":
      return `${event.kind}:${event.cron ?? ""}`;
    case "dispatched":
      return `${event.kind}:${event.type}:${dispatchKey(event.inputs)}`;
    default:
      return `${event.kind}:${event.subject.nodeId}:${event.subject.updatedAt}`;
  }
}

function dispatchKey(inputs: Record<string, unknown>): string {
  const { key } = inputs;
  if (typeof key === "string" && key !== "") return `key:${key}`;
  // Without a key the event is refused anyway; its inputs may be too deep to be written out.
  return "no-key";
}
