// The audit of one task folder: every item of contract section 14 in its order, then the product's own.
import { automationPolicyRef } from "../records/automation-policy.ts";
import { dependenciesRef } from "../records/submission-dependencies.ts";
import { triggerPolicyRef } from "../records/trigger-policy.ts";
import { type AuditItemId, auditTitles, type Status } from "../say/audit-text.ts";
import { agentSessions } from "./agent-sessions.ts";
import { assignmentAuthority } from "./assignment-authority.ts";
import { AuditedTask, type Finding } from "./audited-task.ts";
import { claimEvidence } from "./claims.ts";
import {
  approvals,
  finalSynthesis,
  learningFeedback,
  reviewFindings,
  routingFeedback,
  synthesisFiles,
  verification,
} from "./closing-items.ts";
import {
  attentionFiles,
  contextRefs,
  controlContractItem,
  controlFiles,
  skillFiles,
  skillRecommendations,
  visibleAttention,
} from "./context-items.ts";
import { contextPack } from "./context-pack.ts";
import { continuation, eventsRef } from "./continuation.ts";
import { deterministicWake } from "./deterministic-wake.ts";
import {
  agentRecommendations,
  correctionCycle,
  dispatchReceipts,
  expectedEvidence,
  submissionOrder,
} from "./dispatch-items.ts";
import type { FolderValue } from "./folder-value.ts";
import { boundaryCommits, boundaryRef, boundaryRefs } from "./historical-boundary.ts";
import { isSet } from "./loose-json.ts";
import {
  appendOnlyItem,
  approvedPlanItem,
  deduplicationItem,
  evidenceDigestsItem,
  indexFile,
  isOurs,
  manifestRef,
  triggerRecordItem,
} from "./own-items.ts";
import { automationPolicy, costFiles, costGovernance, delegationPolicyItem, iterationBudget } from "./policy-items.ts";
import { providerMatrix } from "./provider-matrix.ts";
import { receiptsOfTask } from "./receipt-ledger.ts";
import {
  localOverlay,
  profileRouting,
  routingConfidence,
  runtimeAdapter,
  runtimePreflight,
  selectedAgentsContext,
  squadRouting,
  stateStatusVocabulary,
} from "./routing-items.ts";

/** One item of a report, in the reference tool's shape. `evidence` names files of the folder. */
export interface AuditItem {
  id: AuditItemId;
  title: string;
  status: Status;
  message: string;
  evidence: string[];
}

/** A report, in the reference tool's shape but for the folder's place, which the caller adds. */
export interface AuditReport {
  status: "pass" | "warn" | "fail";
  pass_count: number;
  warn_count: number;
  fail_count: number;
  skip_count: number;
  items: AuditItem[];
}

interface Check {
  id: AuditItemId;
  find: (task: AuditedTask) => Finding;
  /** Files that stand behind the item; those that exist become its evidence. */
  files: readonly string[] | ((task: AuditedTask) => readonly string[]);
}

const routed = ["routing.json", "state.json"];
const approvalFiles = ["approvals/requested.jsonl", "approvals/user-decisions.jsonl"];

/** The 33 items of contract section 14, in report order. */
const protocolChecks: readonly Check[] = [
  { id: "profile_routing", find: profileRouting, files: routed },
  {
    id: "assignment_authority",
    find: assignmentAuthority,
    files: ["assignment-declaration.json", "assignment-validation.json", ...routed],
  },
  { id: "runtime_adapter", find: runtimeAdapter, files: routed },
  { id: "state_status_vocabulary", find: stateStatusVocabulary, files: ["state.json"] },
  {
    id: "deterministic_wake",
    find: deterministicWake,
    files: ["state.json", "wait-policy.json", "wait-events.jsonl", "dispatch-receipts.jsonl"],
  },
  { id: "continuation", find: continuation, files: [eventsRef] },
  { id: "local_overlay", find: localOverlay, files: routed },
  { id: "selected_agents_context", find: selectedAgentsContext, files: routed },
  { id: "provider_matrix", find: providerMatrix, files: routed },
  {
    id: "runtime_preflight",
    find: runtimePreflight,
    files: ["routing.json", "runtime-preflight.json", "state.json"],
  },
  {
    id: "agent_sessions",
    find: agentSessions,
    files: ["agent-sessions.json", "agent-session-receipts.jsonl", "dispatch-receipts.jsonl", ...routed],
  },
  { id: "routing_confidence", find: routingConfidence, files: routed },
  { id: "automation_policy", find: automationPolicy, files: [automationPolicyRef, ...routed] },
  {
    id: "iteration_budget",
    find: iterationBudget,
    files: ["iteration-budget.json", ...routed, "dispatch-receipts.jsonl"],
  },
  { id: "delegation_policy", find: delegationPolicyItem, files: ["delegation-policy.json", ...routed] },
  { id: "visible_attention", find: visibleAttention, files: [...attentionFiles, ...routed] },
  {
    id: "control_contract",
    find: controlContractItem,
    files: (task) => ["control-contract.json", ...routed, "context-pack.json", ...controlFiles(task)],
  },
  { id: "context_pack", find: contextPack, files: ["context-pack.json", "context-selection.json", ...routed] },
  {
    id: "skill_recommendations",
    find: skillRecommendations,
    files: (task) => ["routing.json", "skill-recommendations.json", "state.json", ...skillFiles(task)],
  },
  { id: "squad_routing", find: squadRouting, files: routed },
  { id: "dispatch_receipts", find: dispatchReceipts, files: (task) => [receiptsOfTask(task).ref] },
  {
    id: "submission_dependencies",
    find: submissionOrder,
    files: (task) => [dependenciesRef, receiptsOfTask(task).ref, ...routed],
  },
  { id: "expected_evidence", find: expectedEvidence, files: (task) => ["task.md", receiptsOfTask(task).ref] },
  {
    id: "correction_cycle",
    find: correctionCycle,
    files: ["correction-cycle.json", "dispatch-receipts.jsonl", "evidence-status.json"],
  },
  { id: "agent_recommendations", find: agentRecommendations, files: ["agent-recommendations.json", ...routed] },
  { id: "cost_governance", find: costGovernance, files: costFiles },
  { id: "claim_evidence", find: claimEvidence, files: ["agents", "evidence", "dispatch-receipts.jsonl"] },
  {
    id: "verification",
    find: verification,
    files: ["evidence/verification.md", "gates/verification.json", "state.json"],
  },
  {
    id: "review_findings",
    find: reviewFindings,
    files: ["findings/findings.json", "agents/claude/review.md", "gates/review.json", "state.json"],
  },
  { id: "approvals", find: approvals, files: ["state.json", ...approvalFiles] },
  { id: "final_synthesis", find: finalSynthesis, files: synthesisFiles },
  { id: "routing_feedback", find: routingFeedback, files: ["routing-feedback.json", ...routed] },
  {
    id: "learning_feedback",
    find: learningFeedback,
    files: ["learning-feedback.json", "routing-feedback.json", ...routed],
  },
];

/** The product's own items; asked of folders that it wrote. */
const ownChecks: readonly Check[] = [
  { id: "github_trigger_record", find: triggerRecordItem, files: [triggerPolicyRef] },
  { id: "github_deduplication", find: deduplicationItem, files: [triggerPolicyRef] },
  {
    id: "github_approved_plan",
    find: approvedPlanItem,
    files: [automationPolicyRef, ...approvalFiles, "dispatch-receipts.jsonl"],
  },
  { id: "github_evidence_digests", find: evidenceDigestsItem, files: [manifestRef] },
  { id: "github_append_only", find: appendOnlyItem, files: [] },
];

/** Audits a folder. `strict` turns every warning into a failure. Never throws, whatever the folder holds. */
export function auditFolder(folder: FolderValue, strict = false): AuditReport {
  const task = new AuditedTask(folder);
  const checks = isOurs(task) ? [...protocolChecks, ...ownChecks] : protocolChecks;
  const items = checks.map((check) => itemOf(check, task, strict));
  const count = (status: Status) => items.filter((item) => item.status === status).length;
  const [failed, warned] = [count("fail"), count("warn")];
  return {
    status: failed > 0 ? "fail" : warned > 0 ? "warn" : "pass",
    pass_count: count("pass"),
    warn_count: warned,
    fail_count: failed,
    skip_count: count("skip"),
    items,
  };
}

function itemOf({ id, find, files }: Check, task: AuditedTask, strict: boolean): AuditItem {
  const { status, message, evidence } = find(task);
  const usual = typeof files === "function" ? files(task) : files;
  return {
    id,
    title: auditTitles[id],
    status: strict && status === "warn" ? "fail" : status,
    message,
    evidence: [...(evidence ?? task.existing([...new Set(usual)]))],
  };
}

/** What a folder's audit needs to know of the world around it, by its files alone. */
export interface WantedAround {
  /** Paths of the workspace that holds `.herdr-loop/tasks/`. */
  refs: string[];
  /** Commits whose existence matters, and the pair whose order does. */
  commits: string[];
  ancestry: [older: string, newer: string] | null;
}

/** Reads from a folder what to look up before {@link auditFolder}: references of other tasks, the index file, commits. */
export function wantedAround(folder: FolderValue): WantedAround {
  const task = new AuditedTask(folder);
  const boundary = task.json(boundaryRef);
  const [older, newer] = boundaryCommits(boundary);
  const commits = [older, newer].filter((commit) => /^[0-9a-f]{40}$/.test(commit));
  const index = indexFile(task);
  const elsewhere = [...contextRefs(task), ...skillFiles(task)].filter((ref) => !task.exists(ref));
  const refs = [...elsewhere, ...(index === null ? [] : [index]), ...(isSet(boundary) ? boundaryRefs(boundary) : [])];
  return {
    refs: [...new Set(refs)].filter((ref) => ref !== ""),
    commits,
    ancestry: commits.length === 2 ? [older, newer] : null,
  };
}
