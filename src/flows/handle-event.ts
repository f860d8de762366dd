// The front desk: one event in, the flow that answers it, one Outcome out. Same for the App, the Action and the CLI.

import { bodyCommandsCount } from "../core/commands/body-commands.ts";
import { mentionsCommand } from "../core/commands/mention.ts";
import { ended } from "../core/ended.ts";
import type { Event, EventOf } from "../core/events/event.ts";
import type { Outcome } from "../core/outcome.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { dispatchCall, labelCall, pushCall, type Spoken } from "../core/task/call.ts";
import type { Ports } from "../ports.ts";
import type { CaseEnding } from "./change-case.ts";
import { withdrawVotes } from "./decide-approval.ts";
import { openAndDeclare } from "./open-and-declare.ts";
import { openDueSlots } from "./open-due-slots.ts";
import { recallAll, recallByLabel } from "./recall-task.ts";
import { renewText } from "./renew-text.ts";
import { runCommands } from "./run-commands.ts";
import { shown } from "./tell-status.ts";
import type { Unfinished } from "./write-step.ts";

/** An event and, on a local repository only, the id of the thing that happened. */
export interface Happening {
  event: Event;
  eventId: string | null;
}

/** Handles one event to its end. Expected refusals are Outcomes; what throws is a broken assumption. */
export async function handleEvent(ports: Ports, happening: Happening): Promise<Outcome> {
  const before = ports.requests();
  const result = await route(ports, happening);
  const outcomes = Array.isArray(result) ? result : [result];
  const [first, ...others] = outcomes.map((each) => ("kind" in each ? ended("refused", [each.reason]) : each));
  const outcome = first ?? ended("ignored", [reason("no_command")]);
  const requests = ports.requests() - before;
  return others.length > 0 ? { ...outcome, requests, others } : { ...outcome, requests };
}

type Result = Outcome | Unfinished | (Outcome | Unfinished)[];

async function route(ports: Ports, { event, eventId }: Happening): Promise<Result> {
  switch (event.kind) {
    case "label_added":
      return openAndDeclare(ports, labelCall(event, eventId));
    case "label_removed":
      return showAll(ports, await recallByLabel(ports, event, eventId));
    case "subject_opened":
      return bodyCommands(ports, event);
    case "subject_edited":
      return event.textChanged ? showAll(ports, await renewText(ports, event)) : nothing(reason("text_unchanged"));
    case "subject_closed":
      return showAll(ports, await recallAll(ports, event.subject, event.sender, "closed"));
    case "subject_transferred":
      return showAll(ports, await recallAll(ports, event.subject, event.sender, "transferred"));
    case "subject_deleted":
      return withoutComments(await recallAll(ports, event.subject, event.sender, "deleted"));
    case "subject_reopened":
      return nothing(reason("reopened"));
    case "words_created":
      return runCommands(ports, event.subject, event.words);
    case "words_edited":
    case "words_deleted":
    case "review_dismissed":
      return touched(ports, event);
    case "pushed":
      return push(ports, event);
    case "tick":
      return openDueSlots(ports);
    case "dispatched":
      return openAndDeclare(ports, dispatchCall(event));
    case "run_changed":
      return nothing(reason("run_not_ours"));
  }
}

/** Commands in the text of an issue count once, when it is opened; an issue that moved here ran them at home. */
async function bodyCommands(ports: Ports, event: EventOf<"subject_opened">): Promise<Result> {
  const { subject } = event;
  if (!mentionsCommand(subject.body)) return nothing(reason("no_command"));
  if (!bodyCommandsCount(event)) return nothing(reason("body_commands_too_old"));
  const words: Spoken = {
    kind: "issue_body",
    id: subject.number,
    author: subject.author,
    body: subject.body,
    url: subject.url,
    createdAt: subject.createdAt,
    updatedAt: subject.createdAt,
    viaApp: null,
  };
  return runCommands(ports, subject, words);
}

async function touched(
  ports: Ports,
  event: EventOf<"words_edited"> | EventOf<"words_deleted"> | EventOf<"review_dismissed">,
): Promise<Result> {
  const how = { words_edited: "edited", words_deleted: "deleted", review_dismissed: "dismissed" } as const;
  const { words } = event;
  const text = event.kind === "words_edited" ? (event.previousBody ?? "") : words.body;
  const touch = {
    kind: words.kind,
    id: words.id,
    how: how[event.kind],
    actor: event.sender,
    at: event.kind === "words_edited" ? words.updatedAt : ports.clock.now(),
  };
  const endings = await withdrawVotes(ports, event.subject, touch, { text, author: words.author.login });
  return showAll(ports, endings);
}

async function push(ports: Ports, event: EventOf<"pushed">): Promise<Result> {
  if (event.deleted || event.paths.complete) return openAndDeclare(ports, pushCall(event));
  const compared = await ports.repository.changedPaths(event.before, event.after);
  const paths = compared.kind === "paths" ? { changed: compared.paths, complete: true } : event.paths;
  return openAndDeclare(ports, pushCall({ ...event, paths }));
}

async function showAll(ports: Ports, endings: readonly (CaseEnding | Unfinished)[]): Promise<(Outcome | Unfinished)[]> {
  const outcomes: (Outcome | Unfinished)[] = [];
  for (const ending of endings) outcomes.push(await shown(ports, ending));
  return lastWord(outcomes);
}

function withoutComments(endings: readonly (CaseEnding | Unfinished)[]): (Outcome | Unfinished)[] {
  return lastWord(endings.map((ending) => ("kind" in ending ? ending : ending.outcome)));
}

/**
 * Such happenings go on until no task is left that they concern. That last answer counts only when it is the only one,
 * and then nothing was refused: issues and comments are touched every day, and there is just nothing to do.
 */
function lastWord(outcomes: (Outcome | Unfinished)[]): (Outcome | Unfinished)[] {
  const closed = outcomes.filter((each) => "kind" in each || each.task_id !== null);
  if (closed.length > 0) return closed;
  return outcomes.map((each) =>
    "kind" in each || each.outcome !== "refused" ? each : { ...each, outcome: "ignored" },
  );
}

function nothing(why: Reason): Outcome {
  return ended("ignored", [why]);
}
