// The two approval ledgers as the protocol's audit reads them: requests still open, and whether anything was approved.
import { decisionsRef, requestedRef } from "../approval/approval-lines.ts";
import type { JsonObject } from "../records/format.ts";
import type { AuditedTask } from "./audited-task.ts";
import { isSet, wordOf } from "./loose-json.ts";

const closed = ["approved", "approve", "rejected", "reject", "denied", "deny", "cancelled", "canceled", "superseded"];
const approving = ["approved", "approve", "allowed", "allow"];

/** What the ledgers say. */
export interface ApprovalReading {
  requests: string[];
  /** Keys of requests that nobody closed. */
  unresolved: string[];
  /** Keys that a decision approves. */
  approved: string[];
  /** Places of lines that are no objects, as `file:line`. */
  broken: string[];
}

/** Reads both ledgers (contract section 8). */
export function readApprovals(task: AuditedTask): ApprovalReading {
  const requests = task.lines(requestedRef);
  const decisions = task.lines(decisionsRef);
  const settled = new Set(decisions.records.filter((line) => closed.includes(statusOf(line))).map(keyOf));
  const keys = requests.records.map((line, index) => keyOf(line) || `request-${index + 1}`);
  return {
    requests: keys,
    unresolved: keys.filter((key, index) => {
      const line = requests.records[index] ?? {};
      return !closed.includes(statusOf(line)) && !(keyOf(line) !== "" && settled.has(key));
    }),
    approved: decisions.records
      .filter((line) => approving.includes(statusOf(line)))
      .map((line) => keyOf(line) || "approval"),
    broken: [
      ...requests.broken.map((line) => `${requestedRef}:${line}`),
      ...decisions.broken.map((line) => `${decisionsRef}:${line}`),
    ],
  };
}

function keyOf(line: JsonObject): string {
  const id = [line.request_id, line.approval_id, line.id].find(isSet);
  if (id !== undefined) return wordOf(id);
  const kind = [line.kind, line.risk, line.action].find(isSet);
  const scope = [line.scope, line.target].find(isSet);
  if (kind === undefined) return "";
  return scope === undefined ? wordOf(kind) : `${wordOf(kind)}:${wordOf(scope)}`;
}

function statusOf(line: JsonObject): string {
  const word = [line.status, line.decision, line.result, line.outcome].find(isSet);
  return word === undefined ? "pending" : wordOf(word).toLowerCase();
}
