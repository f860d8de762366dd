// wake-results/<hex>.json: the immutable result of the one wake that a suspension epoch has.
import * as z from "zod";
import { statusAfter, uniqueWords, wakeFault, wakeFields } from "./suspension.ts";
import { digestText, word } from "./vocabulary.ts";

/** A wake result, closed (contract section 9); `external_event` exactly for wakes from outside the receipts. */
export const wakeResultSchema = z
  .strictObject({
    schema_version: z.literal("valp-wake-result.v1"),
    task_id: word,
    suspension_id: digestText,
    suspension_epoch: z.int().min(1),
    ...wakeFields,
    resulting_task_status: z.enum(["executing", "blocked", "cancelled"]),
    completed_work_item_ids: uniqueWords,
    pending_work_item_ids: uniqueWords,
    failed_work_item_ids: uniqueWords,
    recorded_at: word,
  })
  .superRefine((result, context) => {
    const fault =
      wakeFault(result) ??
      (statusAfter[result.wake_reason] === result.resulting_task_status ? null : "resulting_task_status");
    if (fault !== null) context.addIssue({ code: "custom", path: [fault], message: "does not fit the wake" });
  });
/** A wake result as recorded. */
export type WakeResult = z.output<typeof wakeResultSchema>;
