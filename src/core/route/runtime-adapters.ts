// What routing records about each runtime before any of it was looked at: adapter, state mapping, provider facts.
import type { Agent, WorkRole } from "../policy/schema.ts";
import { providerLimits } from "../say/route-words.ts";

type Runtime = Agent["runtime"];

/** routing.runtime_adapter (contract section 1). `id` is what every proof of this task must name. */
export interface RuntimeAdapter {
  class: string;
  name: string;
  id: Runtime;
  full_mode_capable: boolean;
  state_mapping_ref: "routing.json#runtime_task_state_mapping";
}

const adapter = (id: Runtime, kind: string, name: string, full: boolean): RuntimeAdapter => ({
  class: kind,
  name,
  id,
  full_mode_capable: full,
  state_mapping_ref: "routing.json#runtime_task_state_mapping",
});

/** One adapter per runtime of the policy. ssh is Remote Mode and manual is Manual Mode, so neither is Full Mode. */
export const runtimeAdapters: Readonly<Record<Runtime, RuntimeAdapter>> = {
  github: adapter("github", "hosted_local_platform", "GitHub Actions", true),
  langgraph: adapter("langgraph", "hosted_local_platform", "LangGraph API", true),
  queue: adapter("queue", "daemon_queue", "VALP headless queue", true),
  process: adapter("process", "local_process_worker", "Local process", true),
  herdr: adapter("herdr", "pane_controller", "HERDR", true),
  ssh: adapter("ssh", "remote", "SSH host", false),
  manual: adapter("manual", "manual", "manual", false),
};

/** What a runtime's own state may be taken for (the protocol's page, queue state table). It never completes anything. */
export function stateMapping(runtime: Runtime): Record<string, string> {
  return {
    queued: "accepted_by_runtime_not_delivery",
    dispatched: "dispatch_submitted_only_with_proof",
    waiting: "suspended",
    running: "executing",
    completed:
      runtime === "manual"
        ? "manual_result_attested_with_expected_evidence"
        : "dispatch_completed_only_with_expected_evidence",
    failed: "failed_or_blocked_with_reason",
    cancelled: "cancelled",
  };
}

/** Shares of an agent's context window, in percent, at which it must warn, compress and stop. */
export interface ContextPolicy {
  soft_warning_pct: number;
  hard_compression_pct: number;
  emergency_stop_pct: number;
  /** Only when somebody observed it. */
  current_context_pct?: number;
}

/** The thresholds of a role (contract section 4). */
export function contextPolicy(role: WorkRole, observedPct: number | undefined): ContextPolicy {
  const [soft, hard] = role === "coordinator" ? [50, 60] : role === "implementer" ? [55, 65] : [60, 70];
  return {
    soft_warning_pct: soft,
    hard_compression_pct: hard,
    emergency_stop_pct: 80,
    ...(observedPct === undefined ? {} : { current_context_pct: observedPct }),
  };
}

const providerNames: Readonly<Record<Runtime, string>> = {
  github: "github-actions",
  langgraph: "langgraph-api",
  queue: "queue-worker",
  process: "local-process",
  herdr: "herdr-pane",
  ssh: "ssh-host",
  manual: "manual",
};

/** One provider of routing.provider_matrix. What was not observed is "unknown"; nothing is guessed. */
export interface Provider {
  provider_name: string;
  provider_version_or_runtime_report: string;
  cli_available: string;
  mcp_support: string;
  skill_discovery_path: string;
  session_resume_support: string;
  approval_behavior: string;
  model_selection: "unknown" | "manual";
  max_concurrency: number;
  permissions: string[];
  context_policy: ContextPolicy;
  known_limitations: string[];
}

/** The provider behind an agent. People choose their tools themselves, so their model selection is manual. */
export function provider(agent: Agent, policy: ContextPolicy): Provider {
  const person = agent.account !== undefined || agent.runtime === "manual";
  return {
    provider_name:
      agent.runtime === "github" && agent.account !== undefined ? "github-account" : providerNames[agent.runtime],
    provider_version_or_runtime_report: agent.workflow ?? agent.account ?? "unknown",
    cli_available: person ? "not_applicable" : "unknown",
    mcp_support: "unknown",
    skill_discovery_path: "skill-recommendations.json",
    session_resume_support: "unknown",
    approval_behavior: "policy",
    model_selection: person ? "manual" : "unknown",
    max_concurrency: 1,
    permissions: ["unknown"],
    context_policy: policy,
    known_limitations: [person ? providerLimits.account : providerLimits.unobserved],
  };
}
