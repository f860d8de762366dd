// Everything a new task consists of: one decision in, all files of its first commit out.
import type { Change } from "../../ports.ts";
import { requestedRef } from "../approval/approval-lines.ts";
import { type Plan, planOf } from "../approval/plan.ts";
import { requestLine } from "../approval/staleness.ts";
import type { Account, Subject } from "../events/event.ts";
import type { TriggerAccepted } from "../policy/decide-trigger.ts";
import type { Policy, Rule } from "../policy/schema.ts";
import { automationPolicyRef, openingAutomationPolicy } from "../records/automation-policy.ts";
import { capabilities } from "../records/capabilities.ts";
import { contextPolicyFile } from "../records/context-policy.ts";
import { sha256 } from "../records/digest.ts";
import { jsonFile, jsonLine, timestamp } from "../records/format.ts";
import { emptyIssueRecord, type IssueRecord, withEvent, withTask } from "../records/issue-record.ts";
import { issueSnapshot, issueSnapshotRef } from "../records/issue-snapshot.ts";
import { chooseProfile } from "../records/profile.ts";
import { publishedState, stateRef } from "../records/state.ts";
import { taskMd, taskMdRef } from "../records/task-md.ts";
import { timelineLine, timelineRef } from "../records/timeline.ts";
import { triggerPolicy, triggerPolicyRef } from "../records/trigger-policy.ts";
import { watcherRecord } from "../records/watcher-record.ts";
import { reason } from "../say/reason.ts";
import {
  capabilitiesPath,
  contextPolicyPath,
  indexPath,
  issueRecordPath,
  openMarkerPath,
  taskFolder,
} from "./ledger-path.ts";

/** The policy file that decided: where it stands and which version it was. */
export interface PolicyFile {
  path: string;
  commit: string;
  blob: string;
}

/** A trigger that was accepted, with everything its records need. */
export interface Opening {
  taskId: string;
  attempt: number;
  policy: Policy;
  policyFile: PolicyFile;
  rule: Rule;
  /** Rules that matched too and gave way. */
  others: readonly Rule[];
  decision: TriggerAccepted;
  /** Id of the thing that happened, and the signal the rule matched. */
  eventId: string;
  signal: string;
  /** Who set the rule off; null for a schedule. */
  actor: Account | null;
  subject: Subject | null;
  /** The words the task is about. */
  goal: string;
  /** Ids and keys of the happening for the index file; never the text of an issue. */
  payload: Record<string, unknown>;
  issue: IssueRecord | null;
  /** When it happened, ISO; null for tasks that no issue or pull request is behind. */
  happenedAt: string | null;
  /** ISO 8601 UTC. */
  now: string;
}

/** `rule_ref` of a rule: always the shorter file name, without a commit, so that an identity outlives policy edits. */
export function ruleRef(rule: Rule): string {
  return `.github/valp.yml#${rule.id}`;
}

/** All files of the commit that opens a task. Paths are those of the ledger branch. */
export function openTask(opening: Opening): Change[] {
  const folder = taskFolder(opening.policy.ledger.root, opening.taskId);
  const now = timestamp(opening.now);
  const { policy, decision, subject } = opening;
  const trigger = triggerRecord(opening);
  const snapshot = subject && jsonFile(issueSnapshot(subject, now));
  const plan = decision.approval_required ? planOf(planFacts(opening, trigger, snapshot)) : null;
  const inFolder: [string, string][] = [
    [taskMdRef, taskMd({ ...opening, profile: profileOf(opening), matches: decision.risk.matches })],
    [stateRef, jsonFile(stateOf(opening, now, plan))],
    [triggerPolicyRef, jsonFile(trigger)],
    [automationPolicyRef, jsonFile(automationOf(opening))],
    [
      timelineRef,
      jsonLine(
        timelineLine(
          now,
          "task_opened",
          `${opening.signal} (${opening.actor?.login ?? opening.decision.trigger_source})`,
        ),
      ),
    ],
  ];
  if (snapshot) inFolder.push([issueSnapshotRef, snapshot]);
  if (plan) inFolder.push([requestedRef, jsonLine(firstRequest(opening, plan, snapshot, now))]);
  return [
    ...inFolder.map(([name, text]) => ({ path: `${folder}/${name}`, text })),
    ...recordsAround(opening, trigger),
    { path: capabilitiesPath, text: jsonFile(capabilities(policy.agents, now)) },
    { path: contextPolicyPath, text: jsonFile(contextPolicyFile(policy.agents, now)) },
  ];
}

function triggerRecord(opening: Opening) {
  const { decision, others } = opening;
  return triggerPolicy({
    taskId: opening.taskId,
    mode: decision.trigger_mode,
    source: decision.trigger_source,
    sourceEventId: opening.eventId,
    matchedSignal: opening.signal,
    ruleRef: ruleRef(opening.rule),
    risk: decision.risk.classification,
    action: decision.selected_action,
    approvalRequired: decision.approval_required,
    notes: others.length > 0 ? [reason("also_matched", { rules: others.map((rule) => rule.id) }).text] : [],
  });
}

function automationOf({ taskId, decision }: Opening) {
  return openingAutomationPolicy({
    taskId,
    mode: decision.trigger_mode,
    risk: decision.risk.classification,
    action: decision.selected_action,
    approvalRequired: decision.approval_required,
  });
}

function profileOf({ rule, goal }: Opening) {
  return rule.profile ?? chooseProfile(goal);
}

function stateOf(opening: Opening, now: string, plan: Plan | null) {
  const { subject, actor, policyFile } = opening;
  return publishedState({
    taskId: opening.taskId,
    profile: profileOf(opening),
    risk: opening.decision.risk,
    now,
    github: {
      subject_number: subject?.number ?? null,
      subject_kind: subject?.kind ?? null,
      rule_id: opening.rule.id,
      attempt: opening.attempt,
      requester: recorded(actor),
      author: recorded(subject?.author ?? null),
      leader_selection: null,
      plan_digest: plan?.digest ?? null,
      policy: { commit: policyFile.commit, blob: policyFile.blob },
    },
  });
}

function recorded(account: Account | null): { login: string; id: number | null } | null {
  return account && { login: account.login, id: account.id };
}

function planFacts(opening: Opening, trigger: object, snapshot: string | null) {
  return {
    task_id: opening.taskId,
    trigger,
    snapshot_digest: snapshot && sha256(snapshot),
    declaration: null,
    risk: opening.decision.risk,
    agents: {},
    workflows: [],
    rule: opening.rule,
    approvals: opening.policy.approvals.high,
    evidence: opening.policy.evidence,
  };
}

function firstRequest(opening: Opening, plan: Plan, snapshot: string | null, now: string) {
  const task = {
    taskId: opening.taskId,
    now,
    risk: opening.decision.risk,
    requests: [],
    decisions: [],
    approvals: opening.policy.approvals.high,
    plan,
    snapshotDigest: snapshot && sha256(snapshot),
    dispatched: false,
  };
  return requestLine(task, 1);
}

/** The index file, the issue's record and the marker of an open task. */
function recordsAround(opening: Opening, trigger: ReturnType<typeof triggerRecord>): Change[] {
  const { taskId, rule, subject, decision } = opening;
  const index = watcherRecord(
    {
      source: decision.trigger_source,
      source_event_id: opening.eventId,
      matched_signal: opening.signal,
      rule_ref: ruleRef(rule),
      risk_classification: decision.risk.classification,
      selected_action: rule.action,
      payload: opening.payload,
    },
    taskId,
    trigger,
  );
  const changes = [
    { path: indexPath(index.result.deduplication_identity), text: jsonFile(index) },
    { path: openMarkerPath(taskId), text: jsonFile({ subject: subject?.number ?? null, rule: rule.id }) },
  ];
  if (subject === null) return changes;
  const before = opening.issue ?? emptyIssueRecord(subject.number, subject.nodeId);
  const opened = withTask(before, {
    id: taskId,
    rule: rule.id,
    attempt: opening.attempt,
    since: opening.happenedAt ?? opening.now,
  });
  const record = withEvent(opened, opening.eventId, { rule: rule.id, task_id: taskId, matched_signal: opening.signal });
  return [...changes, { path: issueRecordPath(subject.number), text: jsonFile(record) }];
}
