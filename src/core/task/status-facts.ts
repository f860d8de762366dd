// What the status comment says about a task, read off its folder and the policy.
import { readDecisions } from "../approval/approval-lines.ts";
import type { Participants } from "../approval/eligibility.ts";
import { type Seats, seatsFor } from "../approval/seats.ts";
import { requiredRoles } from "../leader/team-blockers.ts";
import { validateDeclaration } from "../leader/validate-declaration.ts";
import type { Policy } from "../policy/schema.ts";
import { readJsonLines } from "../records/format.ts";
import { issueSnapshotRef, readIssueSnapshot } from "../records/issue-snapshot.ts";
import { isTerminal } from "../records/state.ts";
import { timelineRef } from "../records/timeline.ts";
import { approverPhrase, commanderPhrase, digestToType, seatPhrase } from "../say/approval-text.ts";
import type { NextStep, StatusFacts, TeamStep } from "../say/status-comment.ts";
import { foreignWarning, hiddenWarnings } from "../say/warnings.ts";
import type { TaskFolder } from "./task-folder.ts";
import { recordedSquad, ruleOf } from "./task-plan.ts";

/** Where the comment's links lead. */
export interface StatusPlace {
  webUrl: string | null;
  /** Ledger commit that holds the folder as shown. */
  commit: string | null;
  policyPath: string;
  /** Whether this installation can read team membership. */
  teamsReadable: boolean;
}

/** Who has a part in a task, by the accounts the ledger and the policy name. */
export function participantsOf(task: TaskFolder, policy: Policy): Participants {
  const { requester, author } = task.state.github;
  const account = (agent: string | undefined) => {
    const login = agent === undefined ? undefined : policy.agents[agent]?.account;
    return login === undefined ? null : { login, id: null };
  };
  const leader = task.declaration?.leader ?? task.state.github.leader_selection;
  const workers = Object.values(task.declaration?.assignments ?? {}).flatMap((agent) => account(agent) ?? []);
  return {
    requesters: [requester, author].flatMap((person) => person ?? []),
    leader: account(leader?.agent_id),
    workers,
  };
}

/** All facts of the comment. `now` is ISO 8601 UTC. */
export function statusFacts(task: TaskFolder, policy: Policy, place: StatusPlace, now: string): StatusFacts {
  const { webUrl, commit } = place;
  const { github } = task.state;
  return {
    taskId: task.id,
    folder: task.path,
    linkBase: webUrl && commit ? `${webUrl}/blob/${commit}/` : null,
    policyLink: webUrl ? `${webUrl}/blob/${github.policy.commit}/${place.policyPath}` : null,
    signal: task.trigger.matched_signal ?? "",
    actor: github.requester?.login ?? task.trigger.trigger_source,
    rule: github.rule_id,
    risk: task.risk,
    plan: github.plan_digest,
    leader: task.declaration?.leader.agent_id ?? github.leader_selection?.agent_id ?? null,
    assignments: task.declaration?.assignments ?? {},
    next: nextStep(task, policy, place, now),
    warnings: warnings(task),
    files: [...task.texts.keys()].sort(),
    history: history(task),
  };
}

function nextStep(task: TaskFolder, policy: Policy, place: StatusPlace, now: string): NextStep {
  const { status, gates } = task.state;
  const rule = ruleOf(task, policy);
  if (isTerminal(status)) return { kind: "ended", status, why: history(task).at(-1)?.summary ?? status };
  const seats = seatsOf(task, policy, now);
  if (seats.status === "denied") {
    const { by, reason: why } = seats.denial ?? { by: { login: "" } };
    return { kind: "denied", by: by.login, why: why ?? "", who: commanderPhrase(rule, []) };
  }
  const lapsed = gates.approval === "passed" && seats.status !== "approved" && !task.dispatched;
  if (gates.approval === "needs_approval" || lapsed) return approvalStep(task, policy, place, seats, now);
  const team = teamOf(task, policy, now);
  if (team === null) return { kind: "routed", action: task.automation.selected_action };
  const nobody = Object.keys(policy.agents).length === 0;
  if (nobody && task.automation.selected_action === "publish_only" && team.kind === "leader")
    return { kind: "published" };
  return team;
}

/** What is missing before a declared team stands; null when nothing is. */
function teamOf(task: TaskFolder, policy: Policy, now: string): TeamStep | null {
  if (task.validation?.status === "pass") return null;
  const rule = ruleOf(task, policy);
  const leaderAccount = participantsOf(task, policy).leader?.login;
  const who = commanderPhrase(rule, leaderAccount === undefined ? [] : [leaderAccount]);
  if (task.validation?.status === "blocked") return { kind: "fix", fixes: fixes(task, policy, now), who };
  const roles = requiredRoles(task.state.profile);
  const leader = task.state.github.leader_selection;
  if (leader !== null) return { kind: "assignments", leader: leader.agent_id, roles, who };
  return { kind: "leader", roles, agents: Object.keys(policy.agents), who: commanderPhrase(rule, []) };
}

/** Who stands behind the recorded plan at this moment. */
function seatsOf(task: TaskFolder, policy: Policy, now: string): Seats {
  const { requests, decisions, state } = task;
  return seatsFor({ requests, decisions, planDigest: state.github.plan_digest, rule: policy.approvals.high, now });
}

function approvalStep(task: TaskFolder, policy: Policy, place: StatusPlace, seats: Seats, now: string): NextStep {
  const rule = policy.approvals.high;
  return {
    kind: "approval",
    digest: digestToType(task.state.github.plan_digest ?? ""),
    seats: seats.filled.map(seatPhrase),
    needed: seats.needed,
    who: approverPhrase({ rule, participants: participantsOf(task, policy), teamsReadable: place.teamsReadable }),
    team: teamOf(task, policy, now),
  };
}

function fixes(task: TaskFolder, policy: Policy, now: string): string[] {
  const verdict = validateDeclaration(task.declaration, {
    taskId: task.id,
    published: true,
    profile: task.state.profile,
    agents: policy.agents,
    selected: null,
    squad: recordedSquad(task.state),
    eligibleModels: [],
    now,
  });
  return verdict.kind === "pass" ? [] : verdict.findings.map((finding) => finding.reason.text);
}

function warnings(task: TaskFolder): string[] {
  const snapshot = task.texts.get(issueSnapshotRef);
  const read = snapshot === undefined ? null : readIssueSnapshot(snapshot);
  const hidden = read?.kind === "record" ? hiddenWarnings(read.record.hidden) : [];
  const foreign = readDecisions(task.decisions).foreign.length;
  return foreign > 0 ? [...hidden, foreignWarning(foreign)] : hidden;
}

function history(task: TaskFolder): { ts: string; summary: string }[] {
  const lines = readJsonLines(task.texts.get(timelineRef) ?? "");
  if (lines.kind === "problem") return [];
  return lines.value.flatMap(({ ts, summary }) =>
    typeof ts === "string" && typeof summary === "string" ? [{ ts, summary }] : [],
  );
}
