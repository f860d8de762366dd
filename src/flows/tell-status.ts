// TELL: the status comment, answers and notes. Decoration: whatever happens here, the ledger stands.
import type { Subject } from "../core/events/event.ts";
import type { Policy } from "../core/policy/schema.ts";
import { noteComment, noteMarker } from "../core/say/answer-comment.ts";
import type { Reason } from "../core/say/reason.ts";
import { statusComment, statusMarker } from "../core/say/status-comment.ts";
import { statusFacts } from "../core/task/status-facts.ts";
import type { TaskFolder } from "../core/task/task-folder.ts";
import type { OwnComment, Ports } from "../ports.ts";
import type { Ground } from "./load-ground.ts";

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
  const known = facts.known ?? ownComment(ground.snapshot.ownComments, marker);
  const told = await ports.talk.putComment({ subject, marker, body, known });
  return told.kind === "untold" ? [told.reason] : [];
}

/** The status of a task that has no issue of its own, for an answer. */
export function statusText(ports: Ports, ground: Ground, task: TaskFolder): string {
  const place = placeOf(ports, ground, ground.snapshot.ledger.head);
  return statusComment(statusFacts(task, ground.policy, place, ports.clock.now()));
}

/** Leaves the one line that says why a trigger did nothing; the same line only once per issue. */
export async function tellNote(
  ports: Ports,
  ground: Ground,
  subject: Subject,
  rule: string,
  reasons: readonly Reason[],
): Promise<Reason[]> {
  const first = reasons[0];
  if (first === undefined) return [];
  const marker = noteMarker(first.code, rule);
  return tellOnce(ports, ground, subject.number, marker, noteComment(marker, reasons));
}

/** Writes a comment with this marker unless it is there already or too much was said within the hour. */
export async function tellOnce(
  ports: Ports,
  ground: Ground,
  subject: number,
  marker: string,
  body: string,
): Promise<Reason[]> {
  const { ownComments } = ground.snapshot;
  if (ownComment(ownComments, marker) !== null || spent(ownComments, ports.clock.now())) return [];
  const told = await ports.talk.putComment({ subject, marker, body, known: null });
  return told.kind === "untold" ? [told.reason] : [];
}

function ownComment(comments: readonly OwnComment[], marker: string): number | null {
  return comments.find((comment) => comment.marker === marker)?.id ?? null;
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
