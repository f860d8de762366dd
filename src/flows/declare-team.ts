// declare: people's words become a declaration and its verdict; when it passes, the whole route set.
import { mayCommand } from "../core/authority/who-may.ts";
import type { Account, Subject } from "../core/events/event.ts";
import { composeDeclaration, type DeclarationWords } from "../core/leader/declaration.ts";
import { validateDeclaration } from "../core/leader/validate-declaration.ts";
import { timestamp } from "../core/records/format.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { type Rebuilt, rebuildTask } from "../core/task/rebuild-task.ts";
import { participantsOf } from "../core/task/status-facts.ts";
import type { TaskFolder } from "../core/task/task-folder.ts";
import { recordedTeam, ruleOf, type Surroundings, type Team } from "../core/task/task-plan.ts";
import type { Ports } from "../ports.ts";
import { askRole } from "./ask-role.ts";
import { type CaseChange, type CaseEnding, changeCase, nothingWritten } from "./change-case.ts";
import type { Case, Scope } from "./load-case.ts";
import { loadSurroundings } from "./load-surroundings.ts";
import type { Unfinished } from "./write-step.ts";

/** Words that declare, where they stand and who said them. */
export interface DeclareCall {
  subject: Subject | null;
  scope: Scope;
  words: (found: Case) => DeclarationWords;
  /** URL of the words, or the policy's ref for a standing declaration. */
  ref: (found: Case) => string;
  /** Null where an event has no person behind it. */
  actor: Account | null;
  eventId: string;
  /** As which command the actor's right is judged; null where the trigger itself was the selection. */
  verb: "lead" | "assign" | null;
  /** Null for words that stand ready: they are not said again, and never take the place of what people said meanwhile. */
  signal: string | null;
}

/** Records a declaration or a Leader selection, or says what stands in the way. */
export async function declare(ports: Ports, call: DeclareCall): Promise<CaseEnding | Unfinished> {
  return changeCase(ports, call, async (found) => {
    const { leader_selection: chosen } = found.task.state.github;
    if (call.signal === null && (found.task.declaration !== null || chosen !== null)) {
      return {
        ...nothingWritten("refused", [reason("duplicate_event", { taskId: found.task.id })]),
        outcome: "ignored",
      };
    }
    const may = await mayDeclare(ports, call, found);
    if (may !== null) return may;
    const answer = composeDeclaration(call.words(found), soFar(found.task), {
      taskId: found.task.id,
      ref: call.ref(found),
      now: timestamp(ports.clock.now()),
      agents: found.ground.policy.agents,
    });
    if (answer.kind === "refused") return nothingWritten("refused", answer.reasons);
    const surroundings = await loadSurroundings(ports, found.ground, true);
    if (surroundings.kind === "unfinished") return surroundings;
    const { around } = surroundings;
    if (answer.kind === "leader_selected")
      return rebuilt(found, around, { kind: "leader", leader: answer.leader }, call, []);
    const verdict = validateDeclaration(answer.declaration, {
      taskId: found.task.id,
      published: true,
      profile: found.task.state.profile,
      agents: around.policy.agents,
      selected: null,
      squad: answer.squad,
      eligibleModels: [],
      now: timestamp(around.now),
    });
    if (verdict.kind === "refused")
      return nothingWritten(
        "refused",
        verdict.findings.map((finding) => finding.reason),
      );
    const team: Team = {
      kind: "declared",
      declaration: verdict.declaration,
      validation: verdict.validation,
      squad: answer.squad,
    };
    return rebuilt(
      found,
      around,
      team,
      call,
      verdict.kind === "blocked" ? verdict.findings.map((it) => it.reason) : [],
    );
  });
}

async function mayDeclare(ports: Ports, call: DeclareCall, found: Case): Promise<CaseChange | Unfinished | null> {
  if (call.verb === null || call.actor === null) return null;
  const { task, ground } = found;
  const may = mayCommand(call.verb, {
    actor: call.actor,
    role: await askRole(ports, call.actor),
    rule: ruleOf(task, ground.policy),
    subjectAuthor: call.subject?.author ?? null,
    leaderAccount: participantsOf(task, ground.policy).leader?.login ?? null,
    submitAccount: null,
    edited: false,
  });
  if (may.kind === "yes") return null;
  return may.kind === "unknown" ? { kind: "unfinished", reason: may.reason } : nothingWritten("refused", [may.reason]);
}

function soFar(task: TaskFolder) {
  const team = recordedTeam(task);
  return {
    leader: task.state.github.leader_selection,
    declaration: task.declaration,
    squad: team.kind === "declared" ? team.squad : null,
    dispatched: task.dispatched,
  };
}

function rebuilt(found: Case, around: Surroundings, team: Team, call: DeclareCall, blockers: Reason[]): CaseChange {
  const what =
    team.kind === "declared" && blockers.length === 0
      ? "route_declared"
      : team.kind === "declared"
        ? "declaration_blocked"
        : "leader_selected";
  const leader =
    team.kind === "leader" ? team.leader.agent_id : team.kind === "declared" ? team.declaration.leader.agent_id : "";
  const told = reason(what, { taskId: found.task.id, leader, by: call.actor?.login ?? leader });
  const build = rebuildTask(found.task, around, team, { name: what, summary: told.text });
  if (build.kind === "refused") return nothingWritten("refused", build.reasons);
  return write(build.rebuilt, what, [told, ...blockers]);
}

function write(done: Rebuilt, what: string, reasons: Reason[]): CaseChange {
  return {
    outcome: "recorded",
    reasons: [...reasons, ...done.reasons],
    what: what.replaceAll("_", " "),
    changes: done.changes,
    deletions: done.deletions,
  };
}
