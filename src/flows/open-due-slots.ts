// A tick: every schedule slot that is due opens its task, exactly once; then the cursors move on.

import { ended } from "../core/ended.ts";
import type { Outcome } from "../core/outcome.ts";
import { dueSlots } from "../core/policy/slots.ts";
import { jsonFile } from "../core/records/format.ts";
import { cursorOf, readSchedules, type Schedules, withCursors } from "../core/records/schedules.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { slotCall } from "../core/task/call.ts";
import { schedulesPath } from "../core/task/ledger-path.ts";
import type { Ports } from "../ports.ts";
import { loadGround } from "./load-ground.ts";
import { openAndDeclare } from "./open-and-declare.ts";
import { recordAt } from "./record-at.ts";
import { type Unfinished, writeStep } from "./write-step.ts";

/**
 * Opens what is due now and returns one Outcome per slot, or one that says why nothing was. A process that dies on the
 * way loses nothing: cursors move only after the tasks are recorded, and a slot's identity opens one task at most.
 */
export async function openDueSlots(ports: Ports): Promise<Outcome[] | Unfinished> {
  const loaded = await loadGround(ports, { ledger: [schedulesPath], folders: [] });
  if (loaded.kind === "unfinished") return loaded;
  if (loaded.kind === "no_ground") return [ended(loaded.outcome, loaded.reasons)];
  const read = recordAt(loaded.ground.snapshot, schedulesPath, readSchedules);
  if (read.kind === "unfinished") return read;
  const before = read.record;
  const now = ports.clock.now();
  const outcomes: Outcome[] = [];
  const moved: Record<string, string> = {};
  const skipped: Reason[] = [];
  for (const rule of loaded.ground.policy.rules.filter(({ on }) => "schedule" in on)) {
    const cursor = cursorOf(before, rule.id);
    const due = dueSlots({ rule, cursor, now });
    let settled = true;
    for (const slot of due.open) {
      const opened = await openAndDeclare(ports, slotCall(rule, slot));
      settled &&= !("kind" in opened) && opened.task_id !== null;
      outcomes.push("kind" in opened ? ended("refused", [opened.reason]) : opened);
    }
    if (due.skipped.length > 0) skipped.push(reason("slot_skipped", { rule: rule.id, slots: due.skipped.length }));
    // A refused slot (no health gate, say) is tried again by the next tick while it is still due.
    if (settled && (cursor === null || due.open.length > 0 || due.skipped.length > 0)) moved[rule.id] = due.cursor;
  }
  if (Object.keys(moved).length > 0) await moveCursors(ports, moved);
  if (outcomes.length === 0) return [ended("ignored", [reason("no_due_slot"), ...skipped])];
  return outcomes;
}

async function moveCursors(ports: Ports, moved: Readonly<Record<string, string>>): Promise<void> {
  await writeStep(ports, async () => {
    const loaded = await loadGround(ports, { ledger: [schedulesPath], folders: [] });
    if (loaded.kind === "unfinished") return loaded;
    if (loaded.kind === "no_ground") return { kind: "settled", ledger: null, value: null };
    const { snapshot, policy } = loaded.ground;
    const read = recordAt(snapshot, schedulesPath, readSchedules);
    if (read.kind === "unfinished") return read;
    const later = onlyLater(read.record, moved);
    if (Object.keys(later).length === 0) return { kind: "settled", ledger: snapshot.ledger, value: null };
    return {
      kind: "write",
      ledger: snapshot.ledger,
      draft: {
        ledgerBranch: policy.ledger.branch,
        subject: "valp: schedule slots looked at",
        trailers: [["VALP-Actor", "schedule"]],
        changes: [{ path: schedulesPath, text: jsonFile(withCursors(read.record, later)) }],
        deletions: [],
      },
      wrote: () => null,
    };
  });
}

/** Another tick may have moved further in the meantime: cursors never go back. */
function onlyLater(before: Schedules | null, moved: Readonly<Record<string, string>>): Record<string, string> {
  const later = Object.entries(moved).filter(([rule, cursor]) => {
    const known = cursorOf(before, rule);
    return known === null || Date.parse(cursor) > Date.parse(known);
  });
  return Object.fromEntries(later);
}
