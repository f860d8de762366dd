// Audit item 5: the suspended wait replays from its ledger, and what woke it is proven.
import { receiptsRef } from "../records/dispatch-receipt.ts";
import { waitEventsRef } from "../records/wait-event.ts";
import { waitPolicyRef } from "../records/wait-policy.ts";
import { auditSays as says } from "../say/audit-text.ts";
import type { Reason } from "../say/reason.ts";
import {
  type EventLedger,
  lastSuspension,
  projectionFault,
  readEventLedger,
  replayFault,
} from "../wait/event-ledger.ts";
import { evidenceOf } from "../wait/evidence.ts";
import type { FolderView } from "../wait/folder-view.ts";
import { followsFromRoles, readDependencies, readWaitPolicy } from "../wait/wait-policy.ts";
import { barrierFault, epochFault } from "../wait/wake-faults.ts";
import { type AuditedTask, type Finding, fail, pass, skip, warn } from "./audited-task.ts";
import { declaredRoles } from "./dispatch-items.ts";
import { folderView } from "./folder-view.ts";
import { isSet, objectOf } from "./loose-json.ts";
import { asLedger, determinismErrors, receiptsOfTask } from "./receipt-ledger.ts";

/** Item 5, deterministic_wake. */
export function deterministicWake(task: AuditedTask): Finding {
  const { records, broken } = task.lines(waitEventsRef);
  const suspended = task.isV2 && (isSet(task.state.suspension) || task.state.status === "suspended");
  const claimed = isSet(task.json(waitPolicyRef)) || records.length > 0 || broken.length > 0 || suspended;
  if (!claimed) return skip(says.noWait);
  if (!task.isV2) return fail(says.wrongSchema("state.json"));
  const view = folderView(task);
  const error = groundError(task, view);
  if (error !== null) return fail(error);
  if (broken.length > 0)
    return fail(
      says.errors(
        broken.map((line) => says.badLine(waitEventsRef, line)),
        3,
      ),
    );
  if (records.length === 0) return fail(says.missing([waitEventsRef]));
  return replayed(task, view, readEventLedger(view.text(waitEventsRef) ?? ""));
}

/** What must stand before the events are looked at: policy, dependencies and receipts. */
function groundError(task: AuditedTask, view: FolderView): string | null {
  const degraded =
    task.manual && isSet(task.state.suspension) && objectOf(task.state.suspension).strict_identity !== true;
  const policy = readWaitPolicy(view, task.taskId);
  if (policy === null && !degraded) return says.missing([waitPolicyRef]);
  if (policy?.kind === "problem") return policy.reason.text;
  const dependencies = readDependencies(view, task.taskId);
  if (policy !== null && dependencies.kind === "dependencies") {
    if (!followsFromRoles(dependencies.dependencies, task.taskId, declaredRoles(task))) return says.dependenciesDiffer;
  }
  const { errors, raw } = receiptsOfTask(task);
  const unstable = [...errors, ...determinismErrors(raw, task.taskId)];
  return unstable.length > 0 ? says.errors(unstable, 5) : null;
}

function replayed(task: AuditedTask, view: FolderView, events: EventLedger): Finding {
  const receipts = asLedger(receiptsOfTask(task).raw);
  const evidence = [
    ...task.existing(["state.json", waitPolicyRef, waitEventsRef, receiptsRef]),
    ...citedFiles(task, events),
  ];
  const suspension = lastSuspension(events);
  const fault: Reason | null =
    replayFault(events, { taskId: task.taskId, folder: view, receipts }) ??
    projectionFault(events, { ...task.state, status: task.state.status });
  if (fault !== null || suspension === null) return fail(fault?.text ?? says.missing([waitEventsRef]), evidence);
  if (!suspension.strict_identity) return warn(says.degradedWait, evidence);
  if (suspension.status === "waiting") return pass(says.waitsFor(suspension.pending_work_item_ids), evidence);
  const unproven =
    epochFault(events.entries, suspension) ??
    barrierFault(suspension, task.taskId, receipts, evidenceOf(view, task.json("evidence-status.json")));
  if (unproven !== null) return fail(unproven.text, evidence);
  return pass(says.wokenBy(suspension.accepted_wake?.wake_reason ?? ""), evidence);
}

/** The policy copies that the events name and the result of the last wake, those that are there. */
function citedFiles(task: AuditedTask, events: EventLedger): string[] {
  const policies = events.entries.map(({ event }) => event.projection.suspension.wait_policy_ref);
  const result = lastSuspension(events)?.accepted_wake?.result_ref ?? null;
  return task.existing([...new Set([...policies, result].filter((ref) => ref !== null))]);
}
