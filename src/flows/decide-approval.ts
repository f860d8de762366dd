// decide-approval: approve, deny and withdraw by command, and what edits and deletions of such words undo.

import { readDecisions, readRequests } from "../core/approval/approval-lines.ts";
import { type ApprovalCommand, decideApproval } from "../core/approval/decide-approval.ts";
import { matchDigest } from "../core/approval/digest-match.ts";
import { sameWords } from "../core/approval/seats.ts";
import type { ApprovalChange } from "../core/approval/shift.ts";
import { type TouchedWords, withdrawTouched } from "../core/approval/withdrawal.ts";
import type { TeamAnswer } from "../core/authority/account.ts";
import { isCommand } from "../core/commands/command.ts";
import { parseCommands } from "../core/commands/parse-commands.ts";
import type { Account, Subject, Words } from "../core/events/event.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { applyApproval } from "../core/task/apply-approval.ts";
import { participantsOf } from "../core/task/status-facts.ts";
import type { TaskFolder } from "../core/task/task-folder.ts";
import { approvalFacts, planOfTask, recordedTeam } from "../core/task/task-plan.ts";
import type { Ports } from "../ports.ts";
import { askRole } from "./ask-role.ts";
import { type CaseChange, type CaseEnding, changeCase, changeCases, nothingWritten } from "./change-case.ts";
import { type Case, onlyOne, type Scope } from "./load-case.ts";
import { loadSurroundings } from "./load-surroundings.ts";
import type { Unfinished } from "./write-step.ts";

/** Words that approve, deny or withdraw. */
export interface ApprovalCall {
  subject: Subject;
  scope: Scope;
  words: Words;
  command: ApprovalCommand;
  /** Names the command among all of this issue. */
  eventId: string;
}

/** Judges one approval command and records what follows. */
export async function decideApprovalCommand(ports: Ports, call: ApprovalCall): Promise<CaseEnding | Unfinished> {
  const { subject, scope, words, command } = call;
  const caseCall = {
    subject,
    scope,
    choice: choiceBy(command),
    actor: words.author,
    eventId: call.eventId,
    signal: `command:${command.verb}`,
  };
  return changeCase(ports, caseCall, async (found) => {
    const { task, ground } = found;
    const surroundings = await loadSurroundings(ports, ground, false);
    if (surroundings.kind === "unfinished") return surroundings;
    const { around } = surroundings;
    const plan = planOfTask(task, around, recordedTeam(task));
    const decision = decideApproval({
      ...approvalFacts(task, around, plan),
      command,
      words,
      edited: false,
      taskStatus: task.state.status,
      routed: task.validation?.status === "pass",
      role: await askRole(ports, words.author),
      teams: await askTeams(ports, words.author, ground.policy.approvals.high.from.teams),
      participants: participantsOf(task, ground.policy),
    });
    if (decision.kind === "refused") return nothingWritten("refused", decision.reasons);
    if (decision.kind === "unknown") return { kind: "unfinished", reason: decision.reasons[0] ?? reason("contention") };
    const name = decision.kind === "stale" ? "approval_stale" : `approval_${decision.effect}`;
    if (decision.change === null) return nothingWritten("refused", decision.reasons);
    return changed(found, plan, decision.change, decision.reasons, {
      name,
      outcome: decision.kind === "stale" ? "refused" : "recorded",
      now: around.now,
    });
  });
}

/** Words that carried votes were edited, deleted or dismissed: the votes are withdrawn, whoever did it. */
export async function withdrawVotes(
  ports: Ports,
  subject: Subject,
  touched: Omit<TouchedWords, "overtaken">,
  before: { text: string; author: string },
): Promise<(CaseEnding | Unfinished)[]> {
  const words = { comment_id: touched.id, comment_kind: touched.kind };
  const votesOf = ({ decisions }: TaskFolder) =>
    readDecisions(decisions).lines.flatMap((line) => (sameWords(line, words) ? [line.vote] : []));
  const isCounted = (task: TaskFolder) => votesOf(task).includes("approve") && !votesOf(task).includes("withdraw");
  const scope = { kind: "words" as const, of: `${touched.kind}:${touched.id}` };
  const endings = await withdrawFrom(ports, subject, { ...touched, overtaken: null }, scope, isCounted);
  const wasCounted = endings.some((ending) => "kind" in ending || ending.written !== "no" || ending.before !== null);
  const [typed] = approvedIn(before.text);
  if (wasCounted || typed === undefined) return endings;
  const isOnItsWay = (task: TaskFolder) => votesOf(task).length === 0 && names(task, typed);
  return withdrawFrom(ports, subject, { ...touched, overtaken: before.author }, { kind: "open" }, isOnItsWay);
}

/** Digests that a text approves. */
function approvedIn(text: string): string[] {
  return parseCommands(text).flatMap((line) => (isCommand(line) && line.kind === "approve" ? [line.digest] : []));
}

/** Withdraws in every task of the scope that the words are about. */
async function withdrawFrom(
  ports: Ports,
  subject: Subject,
  touched: TouchedWords,
  scope: Scope,
  isAbout: (task: TaskFolder) => boolean,
): Promise<(CaseEnding | Unfinished)[]> {
  const call = {
    subject,
    scope,
    choice: (tasks: readonly TaskFolder[]) => tasks.find(isAbout) ?? reason("words_not_counted"),
    actor: touched.actor,
    eventId: `${touched.kind}:${touched.id}:${touched.how}`,
    signal: `words:${touched.how}`,
  };
  return changeCases(ports, call, async (found) => {
    const surroundings = await loadSurroundings(ports, found.ground, false);
    if (surroundings.kind === "unfinished") return surroundings;
    const { around } = surroundings;
    const plan = planOfTask(found.task, around, recordedTeam(found.task));
    const withdrawal = withdrawTouched(touched, approvalFacts(found.task, around, plan));
    if (withdrawal.kind === "not_counted") return nothingWritten("ignored", [reason("words_not_counted")]);
    return changed(found, plan, withdrawal.change, withdrawal.reasons, {
      name: "approval_withdrawn",
      outcome: "recorded",
      now: around.now,
    });
  });
}

function changed(
  found: Case,
  plan: ReturnType<typeof planOfTask>,
  change: ApprovalChange,
  reasons: Reason[],
  event: { name: string; outcome: CaseChange["outcome"]; now: string },
): CaseChange {
  const summary = reasons.map((each) => each.text).join(" ");
  return {
    outcome: event.outcome,
    reasons,
    what: event.name.replaceAll("_", " "),
    changes: applyApproval(found.task, change, plan.digest, { now: event.now, name: event.name, summary }),
    deletions: [],
  };
}

/** A digest names its task, also where several are open. */
function choiceBy(command: ApprovalCommand) {
  return (tasks: readonly TaskFolder[]): TaskFolder | Reason => {
    if (command.verb === "withdraw" || tasks.length < 2) return onlyOne(tasks);
    const named = tasks.filter((task) => names(task, command.digest));
    return onlyOne(named.length > 0 ? named : tasks);
  };
}

/** Whether a typed digest is of a plan of this task, now or earlier. */
function names(task: TaskFolder, typed: string): boolean {
  const match = matchDigest(typed, task.state.github.plan_digest ?? "", readRequests(task.requests).lines);
  return match.kind !== "unmatched" && match.kind !== "malformed" && match.kind !== "too_short";
}

async function askTeams(ports: Ports, author: Account, teams: readonly string[]): Promise<Map<string, TeamAnswer>> {
  const answers = new Map<string, TeamAnswer>();
  if (author.kind !== "user") return answers;
  for (const team of teams) answers.set(team, await ports.people.inTeam(team, author.login));
  return answers;
}
