// TELL: the status comment, answers and notes. Decoration: whatever happens here, the ledger stands.
import type { Subject } from "../core/events/event.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Policy } from "../core/policy/schema.ts";
import { noteComment, noteMarker } from "../core/say/answer-comment.ts";
import type { Reason } from "../core/say/reason.ts";
import { statusComment, statusMarker } from "../core/say/status-comment.ts";
import { statusFacts } from "../core/task/status-facts.ts";
import type { TaskFolder } from "../core/task/task-folder.ts";
import type { OwnComment, Ports, Snapshot } from "../ports.ts";
import type { CaseEnding } from "./change-case.ts";
import type { Ground } from "./load-ground.ts";
import type { Unfinished } from "./write-step.ts";

/** Most comments of ours on one issue within an hour, answers and notes; the status comment does not count. */
const mostPerHour = 20;

/**
 * Creates or updates the status comment of a task. `commit` is the ledger commit that holds it as shown. Returns what
 * could not be told, for the Outcome; never throws for a refusal of the other side.
 */
export async function tellStatus(
  ports: Ports,
  ground: Ground,
  task: TaskFolder,
  facts: { commit: string | null; known: number | null },
): Promise<Reason[]> {
  const subject = task.state.github.subject_number;
  if (subject === null) return [];
  const marker = statusMarker(task.id);
  const body = statusComment(statusFacts(task, ground.policy, placeOf(ports, ground, facts.commit), ports.clock.now()));
  const own = ownComment(ground.snapshot.ownComments, marker) ?? unseen(facts.known);
  const told = await ports.talk.putComment({ subject, marker, body, known: own });
  return told.kind === "untold" ? [told.reason] : [];
}

function unseen(id: number | null): { id: number; seen: boolean } | null {
  return id === null ? null : { id, seen: false };
}

/** A replay this old whose status comment is missing means that somebody died before telling (milliseconds). */
export const silence = 2 * 60 * 1000;

/**
 * Updates the status comment after a step about a task. A step that an earlier run made is shown too, because that run
 * may have died before telling; only the first comment of a task is left to that run for a while.
 */
export async function shown(ports: Ports, ending: CaseEnding | Unfinished): Promise<Outcome | Unfinished> {
  if ("kind" in ending) return ending;
  const { outcome, before, after, written } = ending;
  if (before === null || after === null || written === "no") return outcome;
  const { ownComments, ledger } = before.ground.snapshot;
  const known =
    before.issue?.tasks[after.id]?.status_comment ?? ownComment(ownComments, statusMarker(after.id))?.id ?? null;
  if (written === "earlier" && known === null && !isSilent(ports, after)) return outcome;
  const commit = outcome.commit ?? ledger.head;
  const untold = await tellStatus(ports, before.ground, after, { commit, known });
  return { ...outcome, reasons: [...outcome.reasons, ...untold] };
}

/** Whether nothing was heard of a task for so long that whoever worked on it is gone. */
export function isSilent(ports: Ports, task: TaskFolder): boolean {
  return Date.parse(ports.clock.now()) - Date.parse(task.state.updated_at) >= silence;
}

/** The status of a task that has no issue of its own, for an answer. */
export function statusText(ports: Ports, ground: Ground, task: TaskFolder): string {
  const place = placeOf(ports, ground, ground.snapshot.ledger.head);
  return statusComment(statusFacts(task, ground.policy, place, ports.clock.now()));
}

/** Leaves the one line that says why a trigger did nothing; the same line only once per issue. */
export async function tellNote(
  ports: Ports,
  snapshot: Snapshot,
  subject: Subject,
  rule: string,
  reasons: readonly Reason[],
): Promise<Reason[]> {
  const first = reasons[0];
  if (first === undefined) return [];
  const marker = noteMarker(first.code, rule);
  return tellOnce(ports, snapshot, subject.number, { marker, body: noteComment(marker, reasons), news: false });
}

/**
 * Writes a comment with this marker unless too much was said within the hour. One that is there already stays as it is
 * unless there is news.
 */
export async function tellOnce(
  ports: Ports,
  { ownComments }: Snapshot,
  subject: number,
  { marker, body, news }: { marker: string; body: string; news: boolean },
): Promise<Reason[]> {
  const known = ownComment(ownComments, marker);
  if (known === null ? spent(ownComments, ports.clock.now()) : !news) return [];
  const told = await ports.talk.putComment({ subject, marker, body, known });
  return told.kind === "untold" ? [told.reason] : [];
}

function ownComment(comments: readonly OwnComment[], marker: string): { id: number; seen: true } | null {
  const own = comments.find((comment) => comment.marker === marker);
  return own === undefined ? null : { id: own.id, seen: true };
}

/** A loop between bots must end by itself: beyond the budget nothing is said, and the ledger still records. */
function spent(comments: readonly OwnComment[], now: string): boolean {
  const hourAgo = Date.parse(now) - 60 * 60 * 1000;
  const recent = comments.filter((own) => !own.marker.startsWith("status:") && Date.parse(own.createdAt) > hourAgo);
  return recent.length >= mostPerHour;
}

function placeOf(ports: Ports, ground: { policyFile: Ground["policyFile"]; policy: Policy }, commit: string | null) {
  return {
    webUrl: ports.webUrl,
    commit,
    policyPath: ground.policyFile.path,
    teamsReadable: ports.people.teamsReadable,
  };
}
