// Reason sentences: event. Why a happening was left alone or could not be read.
import { quoted } from "./escape.ts";

interface Happening {
  name: string;
  action: string | null;
}

function happening(f: Happening): string {
  return f.action === null ? quoted(f.name) : `${quoted(f.name)} with action ${quoted(f.action)}`;
}

/** What a field of a payload must be, in words. */
const fieldShapes = {
  object: "an object",
  text: "a text",
  filled_text: "a text that is not empty",
  positive_number: "a positive whole number",
  flag: "true or false",
  time: "an ISO 8601 time",
  list: "a list",
  texts: "a list of texts",
  open_or_closed: "open or closed",
  commit_id: "a full commit id",
} as const;

/** What a field of a payload must be. */
export type FieldShape = keyof typeof fieldShapes;

/** One function per reason code; its argument holds the facts the sentence needs. */
export const eventReasons = {
  event_not_covered: (f: Happening) => `The event ${happening(f)} starts nothing here.`,
  event_without_command: (f: { name: string; action: string }) =>
    `The text of ${happening(f)} holds no line that starts with /valp, so there is nothing to do.`,
  event_without_text_change: (f: { name: string; action: string }) =>
    `${happening(f)} changed neither title nor body, so there is nothing to do.`,
  push_deletes_branch: (f: { ref: string }) => `The push deletes ${quoted(f.ref)}; a deleted branch starts nothing.`,
  push_of_no_branch: (f: { ref: string }) =>
    `The push moves ${quoted(f.ref)}, which is no branch; only branches count.`,
  event_malformed: (f: { name: string; field: string; wanted: FieldShape }) =>
    `The payload of ${quoted(f.name)} cannot be read: ${quoted(f.field, 100)} must be ${fieldShapes[f.wanted]}.`,
};
