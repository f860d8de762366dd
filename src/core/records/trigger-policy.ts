// Why a task entered: the rule, the happening, the risk and what was decided about it.
import * as z from "zod";
import type { RiskLevel } from "../outcome.ts";
import { watcherIdentity } from "./digest.ts";
import {
  digestText,
  riskLevels,
  type TriggerAction,
  type TriggerMode,
  type TriggerSource,
  triggerActions,
  triggerModes,
  triggerSources,
  word,
} from "./vocabulary.ts";

/** File name inside the task folder. */
export const triggerPolicyRef = "trigger-policy.json";
/** Schema version of trigger-policy.json. */
export const triggerPolicyVersion = "valp-trigger-policy.v1";
/** Where requests for approval stand inside the task folder. */
export const approvalRequestsRef = "approvals/requested.jsonl";

/**
 * trigger-policy.json (contract section 3.1). Strict although the published root is open. A watcher's record names its
 * happening; ours always do.
 */
export const triggerPolicySchema = z
  .strictObject({
    schema_version: z.literal(triggerPolicyVersion),
    task_id: word.optional(),
    trigger_mode: z.enum(triggerModes),
    trigger_source: z.enum(triggerSources),
    source_event_id: word.optional(),
    matched_signal: z.string().optional(),
    rule_ref: z.string().optional(),
    risk_classification: z.enum([...riskLevels, "unknown"]),
    selected_action: z.enum(triggerActions),
    approval_required: z.boolean(),
    approval_ref: z.string().optional(),
    deduplication_identity: digestText.optional(),
    visible_refs: z
      .object({
        task: z.string().optional(),
        routing: z.string().optional(),
        skills: z.string().optional(),
        dispatch_receipts: z.string().optional(),
        report: z.string().optional(),
        audit: z.string().optional(),
      })
      .catchall(z.string())
      .optional(),
    notes: z.array(z.string()).optional(),
  })
  .refine(
    (record) =>
      record.trigger_mode !== "watcher" ||
      (record.task_id !== undefined &&
        record.source_event_id !== undefined &&
        record.matched_signal !== undefined &&
        record.rule_ref !== undefined &&
        record.deduplication_identity !== undefined),
    "a watcher names task, happening, signal, rule and identity",
  );

/** A trigger policy as recorded. */
export type TriggerPolicy = z.output<typeof triggerPolicySchema>;

/** What is known when a task opens. `action` is the one that stands, after high risk has had its say. */
export interface TriggerFacts {
  taskId: string;
  mode: TriggerMode;
  source: TriggerSource;
  /** Id of the thing that happened, not of its delivery. */
  sourceEventId: string;
  /** The happening in plain words, as the rule matched it. */
  matchedSignal: string;
  /** `.github/valp.yml#<rule>`. */
  ruleRef: string;
  risk: RiskLevel;
  action: TriggerAction;
  approvalRequired: boolean;
  /** Plain sentences, such as the rules that matched too. */
  notes: readonly string[];
}

/** The record of one trigger. Its visible refs name files from the first commit on, whether they exist yet or not. */
export function triggerPolicy(facts: TriggerFacts): TriggerPolicy {
  return {
    schema_version: triggerPolicyVersion,
    task_id: facts.taskId,
    trigger_mode: facts.mode,
    trigger_source: facts.source,
    source_event_id: facts.sourceEventId,
    matched_signal: facts.matchedSignal,
    rule_ref: facts.ruleRef,
    risk_classification: facts.risk,
    selected_action: facts.action,
    approval_required: facts.approvalRequired,
    ...(facts.approvalRequired ? { approval_ref: approvalRequestsRef } : {}),
    deduplication_identity: watcherIdentity({
      rule_ref: facts.ruleRef,
      source: facts.source,
      source_event_id: facts.sourceEventId,
    }),
    visible_refs: {
      task: "task.md",
      routing: "routing.json",
      skills: "skill-recommendations.json",
      dispatch_receipts: "dispatch-receipts.jsonl",
      report: "audit-report.md",
      audit: "audit-report.json",
    },
    notes: [...facts.notes],
  };
}
