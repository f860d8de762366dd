// The heavy part of `mode: handle`, loaded only for events that may matter: payload, GitHub, flow.
import { ended } from "../core/ended.ts";
import { readEvent } from "../core/events/read-event.ts";
import type { Outcome } from "../core/outcome.ts";
import { withoutWriting } from "../flows/dry-run.ts";
import { handleEvent } from "../flows/handle-event.ts";
import type { Step } from "./read-step.ts";
import { stepPorts } from "./step-ports.ts";

/** Handles the step's event to its end. What throws is a broken assumption. */
export async function handleStep(step: Step): Promise<Outcome> {
  const { owner, repo } = step;
  const here = { owner, name: repo, id: null, defaultBranch: null, isPrivate: false, isArchived: false };
  const read = readEvent(step.event, step.payload, here);
  if (read.kind !== "event") return ended(read.kind, [read.reason]);
  const ports = stepPorts(step);
  return handleEvent(step.dryRun ? withoutWriting(ports) : ports, { event: read.event, eventId: null });
}
