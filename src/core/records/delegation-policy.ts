// The rule that no worker may change the surfaces it runs on while it runs.
import * as z from "zod";

/** File name inside the task folder. */
export const delegationPolicyRef = "delegation-policy.json";
const surfaces = ["skills", "plugins", "memory", "mcp_config", "agent_config"] as const;

const violation = z.strictObject({
  agent: z.string().min(1),
  surface: z.enum(surfaces),
  evidence_ref: z.string().min(1),
  detected_at: z.string().min(1),
  earliest_affected_receipt: z.int().min(1).optional(),
  operator_resolution_ref: z.string().min(1).optional(),
});

/** delegation-policy.json, closed (contract section 6). */
export const delegationPolicySchema = z.strictObject({
  schema_version: z.literal("valp-delegation-policy.v1"),
  task_id: z.string().min(1),
  reference_enforcement: z.literal("dispatch_and_audit"),
  runtime_enforcement: z.enum(["adapter_required", "manual_attestation"]),
  live_self_modification: z.strictObject({
    mode: z.literal("forbidden"),
    protected_surfaces: z.array(z.enum(surfaces)).length(surfaces.length),
    repository_changes: z.literal("allowed_when_task_scoped_and_not_live_loaded"),
    violation_effect: z.literal("invalidate_evidence_and_block"),
  }),
  violations: z.array(violation),
});

/** The policy as recorded. */
export type DelegationPolicy = z.output<typeof delegationPolicySchema>;

/** The policy of a new task; `manual` is true where people copy prompts and attest results themselves. */
export function delegationPolicy(taskId: string, manual: boolean): DelegationPolicy {
  return {
    schema_version: "valp-delegation-policy.v1",
    task_id: taskId,
    reference_enforcement: "dispatch_and_audit",
    runtime_enforcement: manual ? "manual_attestation" : "adapter_required",
    live_self_modification: {
      mode: "forbidden",
      protected_surfaces: [...surfaces],
      repository_changes: "allowed_when_task_scoped_and_not_live_loaded",
      violation_effect: "invalidate_evidence_and_block",
    },
    violations: [],
  };
}
