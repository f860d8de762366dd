// A routed task with its receipts, as files in memory, for the tests of waits.
import { dispatchReceipt, type ReceiptFacts, receiptsRef } from "../../../src/core/records/dispatch-receipt.ts";
import { exceptionWakeFile, type PrincipalType } from "../../../src/core/records/exception-wake.ts";
import { appendLine, jsonFile } from "../../../src/core/records/format.ts";
import { publishedState, readState, stateRef, type TaskState } from "../../../src/core/records/state.ts";
import {
  dependenciesRef,
  type RoleAssignments,
  type SubmissionDependencies,
  submissionDependencies,
  type WorkItem,
} from "../../../src/core/records/submission-dependencies.ts";
import type { ExternalEventName, Suspension } from "../../../src/core/records/suspension.ts";
import { readEventLedger, replayFault } from "../../../src/core/wait/event-ledger.ts";
import type { FileChange, FolderView } from "../../../src/core/wait/folder-view.ts";
import { nextSequence, readReceiptLedger } from "../../../src/core/wait/receipt-ledger.ts";
import { type ResumeAnswer, resume, type WakeCause } from "../../../src/core/wait/resume.ts";
import { type SuspendAnswer, suspend } from "../../../src/core/wait/suspend.ts";
import { waitPolicy, waitPolicyFile } from "../../../src/core/wait/wait-policy.ts";
import { github } from "../records/facts.ts";

export const taskId = "gh-7-docs-1";
export const start = Date.parse("2026-07-28T10:00:00Z");
/** The time some seconds after the beginning, as ISO text. */
export const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
/** The same as records write it. */
export const stamp = (seconds: number) => at(seconds).replace(".000Z", "Z");

export const team = { coordinator: "claude", implementer: "codex", researcher: "gemini", reviewer: "alice" } as const;

/** A task folder in memory. Everything the wait decides is applied through {@link WaitScene.apply}. */
export class WaitScene {
  readonly files = new Map<string, string>();
  readonly dependencies: SubmissionDependencies;
  seconds = 0;

  constructor(roles: RoleAssignments = team, runtime = "hosted_local_platform") {
    this.dependencies = submissionDependencies(taskId, roles);
    const published = publishedState({
      taskId,
      profile: "software-code",
      risk: { classification: "low", matches: [] },
      now: stamp(0),
      github,
    });
    const state: TaskState = {
      ...published,
      status: "dispatching",
      role_assignments: { ...roles },
      selected_agents: [...new Set(Object.values(roles))],
      runtime_adapter: { class: runtime, name: "GitHub Actions", id: "github" },
    };
    this.files.set(stateRef, jsonFile(state));
    this.files.set(dependenciesRef, jsonFile(this.dependencies));
  }

  get view(): FolderView {
    return {
      text: (ref) => this.files.get(ref) ?? null,
      holds: (ref) => (this.files.has(ref) ? (this.files.get(ref) === "" ? "empty" : "content") : "nothing"),
    };
  }

  get state(): TaskState {
    const reading = readState(this.files.get(stateRef) ?? "");
    if (reading.kind === "problem") throw new Error(JSON.stringify(reading.problem));
    return reading.record;
  }

  get facts() {
    return { state: this.state, folder: this.view, now: at(this.seconds) };
  }

  /** The last suspension of the event ledger. */
  get suspension(): Suspension {
    const last = readEventLedger(this.files.get("wait-events.jsonl") ?? "").entries.at(-1);
    if (last === undefined) throw new Error("never suspended");
    return last.event.projection.suspension;
  }

  get ledger() {
    return readReceiptLedger(this.files.get(receiptsRef) ?? "");
  }

  item(role: keyof typeof team): WorkItem {
    const item = this.dependencies.work_items.find((one) => one.role === role);
    if (item === undefined) throw new Error(`nobody is ${role}`);
    return item;
  }

  /** Moves the clock to so many seconds after the beginning. */
  later(seconds: number): void {
    this.seconds = seconds;
  }

  /** Appends any line to the receipts and returns its number. */
  line(value: object): number {
    this.files.set(receiptsRef, appendLine(this.files.get(receiptsRef) ?? "", value));
    return this.ledger.entries.length;
  }

  receipt(item: WorkItem, event: ReceiptFacts["event"], more: Partial<ReceiptFacts> = {}): number {
    return this.line(
      dispatchReceipt({ taskId, item, event, sequence: nextSequence(this.ledger), now: at(this.seconds), ...more }),
    );
  }

  submit(item: WorkItem): number {
    return this.receipt(item, "dispatch_submitted", { proof: { runtime: "github", run_id: `run-${item.role}` } });
  }

  /** The expected files of an item, with something in them. */
  deliver(item: WorkItem): void {
    for (const ref of item.expected_refs) this.files.set(ref, `what ${item.agent} found\n`);
  }

  /** A completion with its evidence, citing the item's submission. */
  complete(item: WorkItem, epoch = 1, more: Partial<ReceiptFacts> = {}): number {
    this.deliver(item);
    const submission = this.ledger.entries.find(
      ({ receipt }) => receipt.event === "dispatch_submitted" && receipt.work_item_id === item.work_item_id,
    );
    return this.receipt(item, "dispatch_completed", {
      suspensionEpoch: epoch,
      proof: { submission_receipt_id: String(submission?.receipt.receipt_id ?? ""), run_id: "run-1" },
      ...more,
    });
  }

  block(item: WorkItem, epoch = 1): number {
    return this.receipt(item, "dispatch_blocked", { suspensionEpoch: epoch, summary: "no evidence" });
  }

  /** Submits these items and suspends on them. */
  wait(items: readonly WorkItem[], timeout = 3600): Suspension {
    for (const item of items) this.submit(item);
    const policy = waitPolicyFile(waitPolicy(taskId, items));
    this.files.set(policy.ref, policy.text);
    const answer = this.suspend(timeout);
    if (answer.kind !== "suspended") throw new Error(JSON.stringify(answer));
    return answer.suspension;
  }

  suspend(timeout = 3600): SuspendAnswer {
    const answer = suspend(this.facts, timeout);
    if ("changes" in answer) this.apply(answer.changes);
    return answer;
  }

  /** Decides and writes everything. */
  resume(cause: WakeCause): ResumeAnswer {
    const answer = resume(this.facts, cause);
    if ("changes" in answer) this.apply(answer.changes);
    return answer;
  }

  apply(changes: readonly FileChange[]): void {
    for (const { ref, text } of changes) this.files.set(ref, text);
  }

  /** Writes a wake request and returns its ref. */
  request(event: ExternalEventName, type: PrincipalType, supportingRefs: readonly string[] = []): string {
    const facts = { taskId, suspension: this.suspension, event, principal: { type, id: "octocat" } };
    const file = exceptionWakeFile({ ...facts, reason: "because", supportingRefs, now: at(this.seconds) });
    this.files.set(file.ref, file.text);
    return file.ref;
  }

  /** What a replay of the event ledger finds wrong; null for nothing. */
  get fault() {
    const events = readEventLedger(this.files.get("wait-events.jsonl") ?? "");
    return replayFault(events, { taskId, folder: this.view, receipts: this.ledger });
  }
}

/** A value, given once something else has happened. */
export function having<T>(_: unknown, value: T): T {
  return value;
}

/** The codes of an answer that says no. */
export function codes(answer: SuspendAnswer | ResumeAnswer): string[] {
  if ("reasons" in answer) return answer.reasons.map((one) => one.code);
  return "reason" in answer ? [answer.reason.code] : [];
}
