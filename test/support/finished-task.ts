// A task as the product leaves it when all went well: every file by the product's own builders, from trigger to feedback.
import { validateDeclaration } from "../../src/core/leader/validate-declaration.ts";
import { declarationRef } from "../../src/core/records/assignment-declaration.ts";
import { validationRef } from "../../src/core/records/assignment-validation.ts";
import { openingAutomationPolicy } from "../../src/core/records/automation-policy.ts";
import { ledgerDigest, sha256 } from "../../src/core/records/digest.ts";
import { dispatchReceipt, receiptsRef } from "../../src/core/records/dispatch-receipt.ts";
import { appendLine, jsonFile } from "../../src/core/records/format.ts";
import { publishedState, readState, stateRef, type TaskState } from "../../src/core/records/state.ts";
import { submissionDependencies, type WorkItem } from "../../src/core/records/submission-dependencies.ts";
import { taskMd } from "../../src/core/records/task-md.ts";
import { triggerPolicy } from "../../src/core/records/trigger-policy.ts";
import { watcherRecord } from "../../src/core/records/watcher-record.ts";
import { buildRouteSet } from "../../src/core/route/route-set.ts";
import { indexPath } from "../../src/core/task/ledger-path.ts";
import type { FolderView } from "../../src/core/wait/folder-view.ts";
import { nextSequence, readReceiptLedger } from "../../src/core/wait/receipt-ledger.ts";
import { resume } from "../../src/core/wait/resume.ts";
import { suspend } from "../../src/core/wait/suspend.ts";
import { waitPolicy, waitPolicyFile } from "../../src/core/wait/wait-policy.ts";
import { agents, good, taskId, teamFacts } from "../core/leader/words.ts";
import { github } from "../core/records/facts.ts";

/** A folder's files, and the files of the ledger around it that the audit compares. */
export interface FinishedTask {
  id: string;
  files: Map<string, string>;
  workspace: Map<string, string>;
}

const at = (minute: number) => `2026-07-28T10:${String(minute).padStart(2, "0")}:00Z`;

/** Runs one task from its trigger to its end; the same bytes every time. */
export function finishedTask(): FinishedTask {
  const run = new Run();
  run.open();
  run.provision();
  for (const [index, item] of run.items.entries()) run.work(item, index);
  run.close();
  return { id: taskId, files: run.files, workspace: run.workspace };
}

class Run {
  readonly files = new Map<string, string>();
  readonly workspace = new Map<string, string>();
  readonly items = submissionDependencies(taskId, good.assignments).work_items;
  #minute = 0;

  get #now(): string {
    return at(this.#minute);
  }

  get #view(): FolderView {
    return {
      text: (ref) => this.files.get(ref) ?? null,
      holds: (ref) => (this.files.has(ref) ? (this.files.get(ref) === "" ? "empty" : "content") : "nothing"),
    };
  }

  get #state(): TaskState {
    const reading = readState(this.files.get(stateRef) ?? "");
    if (reading.kind === "problem") throw new Error(JSON.stringify(reading.problem));
    return reading.record;
  }

  #json(ref: string, value: object): void {
    this.files.set(ref, jsonFile(value));
  }

  #append(ref: string, value: object): void {
    this.files.set(ref, appendLine(this.files.get(ref) ?? "", value));
  }

  #change(ref: string, change: object): void {
    this.#json(ref, { ...JSON.parse(this.files.get(ref) ?? "{}"), ...change });
  }

  /** Trigger, declaration and route. */
  open(): void {
    const happening = {
      source: "issue_watcher" as const,
      source_event_id: "LE_1",
      matched_signal: "label docs",
      rule_ref: ".github/valp.yml#docs",
      risk_classification: "low" as const,
      selected_action: "validate_declared_route_and_dispatch" as const,
      payload: {},
    };
    const trigger = triggerPolicy({
      taskId,
      mode: "watcher",
      source: happening.source,
      sourceEventId: happening.source_event_id,
      matchedSignal: happening.matched_signal,
      ruleRef: happening.rule_ref,
      risk: "low",
      action: happening.selected_action,
      approvalRequired: false,
      notes: [],
    });
    this.#json("trigger-policy.json", trigger);
    const index = watcherRecord(happening, taskId, trigger);
    this.workspace.set(indexPath(index.result.deduplication_identity), jsonFile(index));
    const goal = "Fix the failing test of the parser";
    this.files.set("task.md", taskMd({ taskId, profile: "software-code", goal, matches: [] }));
    const verdict = validateDeclaration(good, teamFacts);
    if (verdict.kind !== "pass") throw new Error("the good declaration must pass");
    this.#json(declarationRef, verdict.declaration);
    this.#json(validationRef, verdict.validation);
    const route = buildRouteSet({
      folder: `.herdr-loop/tasks/${taskId}`,
      now: this.#now,
      declaration: verdict.declaration,
      squad: null,
      agents,
      state: publishedState({
        taskId,
        profile: "software-code",
        risk: { classification: "low", matches: [] },
        now: this.#now,
        github,
      }),
      automation: openingAutomationPolicy({
        taskId,
        mode: "watcher",
        risk: "low",
        action: happening.selected_action,
        approvalRequired: false,
      }),
      approved: false,
      goal,
      snapshot: null,
      skills: [],
      designContract: null,
      contextPct: {},
      existing: new Map(),
    });
    if (route.kind === "refused") throw new Error(route.reasons.map((why) => why.text).join("\n"));
    for (const { path, text } of route.changes) this.files.set(path, text);
  }

  /** Preflight, and one session per agent. */
  provision(): void {
    const marker = { status: "ready", ref: "agent-sessions.json", receipts_ref: "agent-session-receipts.jsonl" };
    for (const ref of ["routing.json", stateRef]) this.#change(ref, { agent_sessions: marker });
    const names = [...new Set(this.items.map((item) => item.agent))];
    const bindings = Object.fromEntries(names.map((agent) => [agent, this.#binding(agent)]));
    this.#json("agent-sessions.json", {
      schema_version: "valp-agent-sessions.v1",
      task_id: taskId,
      adapter: "github",
      status: "ready",
      bindings,
      updated_at: this.#now,
    });
    for (const [index, agent] of names.entries()) {
      const { ownership, context, launch, runtime_scope, runtime_identity } = this.#binding(agent);
      this.#append("agent-session-receipts.jsonl", {
        schema_version: "valp-agent-session-receipt.v1",
        adapter: "github",
        task_id: taskId,
        event_sequence: index + 1,
        ts: this.#now,
        agent,
        event: "agent_session_provisioned",
        binding_ref: "agent-sessions.json",
        generation: 1,
        identity_token: runtime_identity.token,
        ...{ ownership, context, launch, runtime_scope, runtime_identity },
      });
    }
    this.#json("runtime-preflight.json", {
      generated_at: this.#now,
      runtime: "github",
      adapter_class: "hosted_local_platform",
      status: "pass",
      checks: { workflow_file: { status: "pass" } },
      agents: Object.fromEntries(names.map((agent) => [agent, { status: "pass" }])),
    });
  }

  #binding(agent: string) {
    return {
      agent,
      session_name: `${taskId}-${agent}`,
      generation: 1,
      ownership: { scope: "project", project_identity: sha256("octo-org/octo-repo") },
      context: { workflow: `.github/workflows/${agent}.yml` },
      launch: { runtime_ref: `workflow:${agent}` },
      runtime_scope: { kind: "workflow", ownership: "project" },
      runtime_identity: { workflow_id: `W_${agent}`, token: sha256(`W_${agent}`) },
      lifecycle: "provisioned",
      dispatch_eligible: true,
    };
  }

  /** Submission, wait, evidence, completion and wake of one work item. */
  work(item: WorkItem, index: number): void {
    this.#minute += 1;
    const { ownership, runtime_identity } = this.#binding(item.agent);
    const binding = { ref: "agent-sessions.json", generation: 1, identity_token: runtime_identity.token, ownership };
    this.#receipt(item, "dispatch_written", {});
    this.#receipt(item, "dispatch_submitted", {
      proof: { runtime: "github", run_id: `run-${index}`, session_binding: binding },
    });
    const policy = waitPolicyFile(waitPolicy(taskId, [item]));
    this.files.set(policy.ref, policy.text);
    const suspended = suspend({ state: this.#state, folder: this.#view, now: this.#now }, 3600);
    if (suspended.kind !== "suspended") throw new Error(JSON.stringify(suspended));
    for (const { ref, text } of suspended.changes) this.files.set(ref, text);
    this.#minute += 1;
    for (const ref of item.expected_refs) this.files.set(ref, this.#evidence(ref, item));
    const epoch = suspended.suspension.suspension_epoch;
    this.#receipt(item, "dispatch_completed", { suspensionEpoch: epoch, proof: { run_id: `run-${index}` } });
    const { length } = this.#ledger().entries;
    const cause = { event: "receipt" as const, ref: `${receiptsRef}#${length}` };
    const woken = resume({ state: this.#state, folder: this.#view, now: this.#now }, cause);
    if (woken.kind !== "woken") throw new Error(JSON.stringify(woken));
    for (const { ref, text } of woken.changes) this.files.set(ref, text);
    if (index === this.items.length - 1) this.#continue(woken.wake);
  }

  #ledger() {
    return readReceiptLedger(this.files.get(receiptsRef) ?? "");
  }

  #receipt(
    item: WorkItem,
    event: "dispatch_written" | "dispatch_submitted" | "dispatch_completed",
    more: object,
  ): void {
    const facts = { taskId, item, event, sequence: nextSequence(this.#ledger()), now: this.#now };
    this.#append(receiptsRef, dispatchReceipt({ ...facts, ...more }));
  }

  #evidence(ref: string, item: WorkItem): string {
    const digest = sha256(this.files.get("control-contract.json") ?? "");
    if (ref === "evidence/verification.md") {
      return "# Verification\n\nVerdict: pass\n\n```sh\nnpm test\nexit code: 0, all passed\n```\n";
    }
    return `control_contract_ref: control-contract.json
control_contract_digest: ${digest}
control_contract_status: honored

# Work of ${item.role}

Reviewed: \`task.md\`.

## Recommendations

none
`;
  }

  /** The Leader goes on once, by a run that can prove it. */
  #continue(wake: {
    wake_id: string;
    wake_event_id: string;
    wake_reason: string;
    resulting_state_revision: number;
  }): void {
    const folder = `continuations/${wake.wake_id.slice(7)}`;
    const { suspension } = this.#state;
    const payload = { schema_version: "valp-github-continuation-payload.v1", next: "closing" };
    const target = {
      coordinator_agent: "claude",
      adapter_id: "github",
      provider_id: "github-actions",
      durable_boundary_ref: "workflow:claude.yml",
    };
    const bound = {
      task_id: taskId,
      suspension_id: String(suspension?.suspension_id),
      suspension_epoch: Number(suspension?.suspension_epoch),
      wake_id: wake.wake_id,
      wake_event_id: wake.wake_event_id,
      continuation_generation: 1,
      payload_digest: ledgerDigest(payload),
      control_contract_digest: sha256(this.files.get("control-contract.json") ?? ""),
      target,
    };
    const envelope = {
      schema_version: "valp-continuation-envelope.v1",
      ...bound,
      wake_reason: wake.wake_reason,
      accepted_state_revision: wake.resulting_state_revision,
      control_contract_ref: "control-contract.json",
      payload_ref: `${folder}/payload.json`,
      channel: { kind: "runtime_control", user_input_allowed: false, raw_worker_output_allowed: false },
    };
    const { suspension_id, suspension_epoch, wake_id } = bound;
    const key = ledgerDigest([taskId, suspension_id, suspension_epoch, wake_id, 1]);
    this.#json(`${folder}/payload.json`, payload);
    this.#json(`${folder}/envelope.json`, envelope);
    const proof = this.#probe();
    const receipt = {
      schema_version: "valp-continuation-invocation-receipt.v1",
      ...{ task_id: taskId, suspension_id, suspension_epoch, wake_id, continuation_generation: 1 },
      idempotency_key: key,
      payload_digest: bound.payload_digest,
      adapter: { id: "github", version: "1" },
      provider: { id: "github-actions", invocation_id: "run-9", turn_id: "run-9:1" },
      durable_boundary_ref: target.durable_boundary_ref,
      identity_evidence_ref: proof.identity_evidence_ref,
      duplicate_suppression_ref: proof.duplicate_suppression_evidence_ref,
      started_at: this.#now,
      consumed_at: this.#now,
      result: "consumed",
    };
    this.#json(`${folder}/invocation-receipt.json`, receipt);
    const invocation = {
      invocation_id: "run-9",
      invocation_receipt_ref: `${folder}/invocation-receipt.json`,
      invocation_receipt_digest: ledgerDigest(receipt),
    };
    const chain: [string, object][] = [
      ["resume_pending", {}],
      ["resume_received", {}],
      ["digest_verified", {}],
      ["resume_accepted", {}],
      ["continuation_started", invocation],
      ["resume_consumed", invocation],
    ];
    for (const [index, [event, more]] of chain.entries()) {
      const line = {
        schema_version: "valp-continuation-event.v1",
        event_sequence: index + 1,
        event,
        ...bound,
        idempotency_key: key,
        envelope_digest: ledgerDigest(envelope),
        channel: "runtime_control",
        ...more,
      };
      this.#append("continuations/events.jsonl", { ...line, event_id: ledgerDigest(line) });
    }
  }

  /** What a recorded probe has shown about continuing by itself. */
  #probe() {
    const name = (value: object) => `evidence/continuation-probe/${sha256(jsonFile(value)).slice(7)}.json`;
    const [identity, duplicates] = [{ run: "one" }, { runs: 1 }];
    this.#json(name(identity), identity);
    this.#json(name(duplicates), duplicates);
    const proof = {
      invocation_receipt: true,
      duplicate_suppression: true,
      identity_evidence_ref: name(identity),
      duplicate_suppression_evidence_ref: name(duplicates),
    };
    this.#json("continuations/capability.json", {
      schema_version: "valp-continuation-capability.v1",
      adapter_id: "github",
      adapter_version: "1",
      provider_id: "github-actions",
      coordinator_surface: "claude",
      mode: "automatic_full",
      proof,
    });
    return proof;
  }

  /** Synthesis, recommendations, feedback, and the state that follows. */
  close(): void {
    this.files.set(
      "final-synthesis.md",
      "# Final synthesis\n\n## Result\n\nDone, see `evidence/verification.md`.\n\n## Decisions\n\nnone\n\n## Disagreements\n\nnone\n\n## Evidence gaps\n\nnone\n",
    );
    this.#json("findings/findings.json", {
      findings: [{ severity: "low", title: "A comment is long", status: "open" }],
    });
    this.#json("agent-recommendations.json", {
      schema_version: "valp-agent-recommendations.v1",
      task_id: taskId,
      status: "not_required",
      summary: "No worker recommended anything.",
      complexity_policy: { current_scope: "one test", stop_conditions: ["none left"] },
      entries: [],
    });
    const refs = this.items.flatMap((item) => item.expected_refs);
    this.#json("routing-feedback.json", {
      schema_version: "valp-routing-feedback.v1",
      task_id: taskId,
      profile: "software-code",
      result: "done",
      selected_agents: ["claude", "codex", "alice"],
      expected_evidence: refs,
      actual_evidence: refs,
      verification_result: "passed",
      review_result: "passed",
      lessons: ["Small tasks need no research."],
      next_routing_hints: ["The same team."],
      privacy_notes: ["Nothing private."],
      updated_at: this.#now,
    });
    this.#json("learning-feedback.json", {
      schema_version: "valp-learning-feedback.v1",
      task_id: taskId,
      learning_items: [{ id: "L1", summary: "It worked.", evidence_refs: ["final-synthesis.md"] }],
      proposed_updates: [],
      privacy_notes: ["Nothing private."],
      updated_at: this.#now,
    });
    this.#json("evidence/manifest.json", {
      files: refs.map((ref) => ({ ref, sha256: sha256(this.files.get(ref) ?? "") })),
    });
    const { gates } = this.#state;
    this.#change(stateRef, {
      status: "done",
      gates: {
        ...gates,
        dispatch_receipts: "passed",
        expected_evidence: "passed",
        verification: "passed",
        review: "passed",
      },
    });
  }
}
