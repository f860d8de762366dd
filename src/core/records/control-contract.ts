// The worker control contract: the highest rule a worker loads before anything else, and each agent's compact slice.
import * as z from "zod";
import { digestText } from "./vocabulary.ts";

/** File name inside the task folder. */
export const controlContractRef = "control-contract.json";
const priorityClass = "highest_runtime_control";
const loadBefore = ["planning", "skills", "tool_execution", "immediate_response"] as const;

/**
 * The contract of a task: the same for every task except `task_id` and `created_at` (contract section 4).
 * `createdAt` is an ISO time in UTC. Its digest is taken over the bytes of the written file.
 */
export function controlContract(taskId: string, createdAt: string) {
  return {
    schema_version: "valp-worker-control-contract.v1",
    task_id: taskId,
    priority_class: priorityClass,
    created_at: createdAt,
    authority: {
      higher_than_contract: ["system", "developer", "explicit_user", "approval_gates"],
      lower_than_contract: [
        "task_scope",
        "project_instructions",
        "skills",
        "tool_provider_defaults",
        "worker_output",
        "immediate_response",
      ],
    },
    load_before: [...loadBefore],
    failure_policy: {
      missing_or_invalid: "block",
      conflicting_duplicate: "fail_closed",
      unsupported_continuation: "downgrade_mode",
    },
    channel: { kind: "runtime_control", user_input_allowed: false, raw_worker_output_allowed: false },
    delivery: { safe_point_required: true, busy_leader: "queue_and_coalesce", interrupt_inflight_action: false },
    idempotency: {
      identical_receipt: "no_op",
      conflicting_receipt: "fail_closed",
      race_precedence: "first_accepted_by_revision_cas",
    },
    continuation: {
      acknowledgement_chain: [
        "resume_pending",
        "resume_received",
        "digest_verified",
        "resume_accepted",
        "continuation_started",
        "resume_consumed",
      ],
      transport_only_event: "leader_resume_sent",
      full_mode_requires: "resume_consumed",
      manual_submission_mode: "manual",
    },
    worker_ack: { required: true, status: "honored" },
  } as const;
}

/** control-slices/<agent>.json, closed (contract section 4). */
export const controlSliceSchema = z.strictObject({
  schema_version: z.literal("valp-control-slice.v1"),
  task_id: z.string().min(1),
  agent: z.string().min(1),
  work_item_ids: z.array(z.string().min(1)).min(1),
  control_contract_ref: z.literal(controlContractRef),
  control_contract_digest: digestText,
  priority_class: z.literal(priorityClass),
  load_before: z.tuple([
    z.literal("planning"),
    z.literal("skills"),
    z.literal("tool_execution"),
    z.literal("immediate_response"),
  ]),
  missing_or_invalid: z.literal("block"),
});

/** One agent's slice as recorded. */
export type ControlSlice = z.output<typeof controlSliceSchema>;

/** The slice of one agent: `workItemIds` in role order, `contractDigest` over the bytes of control-contract.json. */
export function controlSlice(
  taskId: string,
  agent: string,
  workItemIds: readonly string[],
  contractDigest: string,
): ControlSlice {
  return {
    schema_version: "valp-control-slice.v1",
    task_id: taskId,
    agent,
    work_item_ids: [...workItemIds],
    control_contract_ref: controlContractRef,
    control_contract_digest: contractDigest,
    priority_class: priorityClass,
    load_before: [...loadBefore],
    missing_or_invalid: "block",
  };
}

/** Path of an agent's slice inside the task folder. */
export function controlSliceRef(agent: string): string {
  return `control-slices/${agent}.json`;
}

/** Marker of the contract, the same in routing.json and state.json. */
export const controlContractMarkerSchema = z.strictObject({
  status: z.literal("recorded"),
  ref: z.literal(controlContractRef),
  digest: digestText,
  priority_class: z.literal(priorityClass),
});

/** The marker for a contract whose file bytes have `contractDigest`. */
export function controlContractMarker(contractDigest: string): z.output<typeof controlContractMarkerSchema> {
  return { status: "recorded", ref: controlContractRef, digest: contractDigest, priority_class: priorityClass };
}
