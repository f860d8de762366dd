// `handle`: one event, or one event per line of standard input, through the same flow as the App and the Action.
import { ended } from "../core/ended.ts";
import { payloadEventId } from "../core/events/payload-event-id.ts";
import { readEvent } from "../core/events/read-event.ts";
import { isRelevant } from "../core/events/relevance.ts";
import type { Outcome } from "../core/outcome.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { withoutWriting } from "../flows/dry-run.ts";
import { type Happening, handleEvent } from "../flows/handle-event.ts";
import { localTalk } from "../git/local-talk.ts";
import type { Ports, Role } from "../ports.ts";
import { openLocalHouse } from "./local-house.ts";
import { OutsideTrouble } from "./outside-trouble.ts";
import { readNow, readPayloads, readPeople } from "./read-input.ts";
import { UsageProblem } from "./usage-problem.ts";

/** Options of the command as commander hands them over. */
export interface HandleOptions {
  repo: string;
  event: string;
  payload: string;
  people?: string;
  actorRole?: Role;
  eventId?: string;
  now?: string;
  dryRun?: boolean;
}

/** One handled payload: its ending, and the comments as they would stand now. */
export interface HandleReport {
  outcome: Outcome;
  comments: readonly string[];
}

/**
 * Handles each payload and passes its report to `show` as soon as it is known; thousands of payloads share one process.
 * Throws only UsageProblem.
 */
export async function runHandle(options: HandleOptions, show: (report: HandleReport) => void): Promise<void> {
  if (options.eventId?.trim() === "") throw new UsageProblem("option_empty", { what: "--event-id" });
  const people = options.people === undefined ? null : readPeople(options.people);
  const opened = await openLocalHouse({ repo: options.repo, people, now: readNow(options.now) });
  if (opened.kind === "refused") {
    show({ outcome: refused(opened.reason), comments: [] });
    return;
  }
  const { house } = opened;
  const withRole = options.actorRole === undefined ? house.ports : fixedRole(house.ports, options.actorRole);
  // One dry run for all payloads: later ones see what earlier ones would have written.
  const ports = options.dryRun ? withoutWriting(withRole) : withRole;
  try {
    for await (const text of readPayloads(options.payload)) show(await handleText(ports, options, text));
  } finally {
    await house.close();
  }
}

async function handleText(ports: Ports, options: HandleOptions, text: string): Promise<HandleReport> {
  let payload: unknown;
  try {
    payload = JSON.parse(text);
  } catch {
    return { outcome: refused(reason("payload_invalid")), comments: [] };
  }
  const relevance = isRelevant(options.event, payload);
  if (relevance.kind === "ignored") return { outcome: ended("ignored", [relevance.reason]), comments: [] };
  const read = readEvent(options.event, payload);
  if (read.kind !== "event") return { outcome: { ...refused(read.reason), outcome: read.kind }, comments: [] };
  // Each payload is answered by itself, so that thousands of them do not pile up their comments.
  const { talk, said } = localTalk();
  const eventId = options.eventId ?? payloadEventId(read.event);
  const outcome = await handleSafely({ ...ports, talk }, { event: read.event, eventId });
  return { outcome, comments: said().map(({ body }) => body) };
}

/** One payload that breaks an assumption of ours must not take the rest of a pipe with it. */
async function handleSafely(ports: Ports, happening: Happening): Promise<Outcome> {
  try {
    return await handleEvent(ports, happening);
  } catch (error) {
    if (error instanceof UsageProblem || error instanceof OutsideTrouble) throw error;
    return refused(reason("handling_broke", { said: error instanceof Error ? error.message : String(error) }));
  }
}

/** `--actor-role`: everybody who acts has this role, whatever `--people` says. */
function fixedRole(ports: Ports, role: Role): Ports {
  const people = { ...ports.people, roleOf: async () => ({ kind: "known" as const, role, id: null }) };
  return { ...ports, people };
}

function refused(why: Reason): Outcome {
  return { outcome: "refused", task_id: null, folder: null, commit: null, reasons: [why], requests: 0 };
}
