// Every delivery of an event we know, through the same flow as the other doors; one log line with its Outcome.
import type { Context, Probot } from "probot";
import { systemClock } from "../clock.ts";
import { ended } from "../core/ended.ts";
import type { Event } from "../core/events/event.ts";
import { readEvent } from "../core/events/read-event.ts";
import { isRelevant } from "../core/events/relevance.ts";
import type { Outcome } from "../core/outcome.ts";
import { outcomeLine } from "../core/say/outcome-summary.ts";
import { reason } from "../core/say/reason.ts";
import { troublesOf } from "../core/say/trouble.ts";
import { handleEvent } from "../flows/handle-event.ts";
import { callsThrough } from "../github/client.ts";
import { githubPorts } from "../github/github-ports.ts";
import { ownLogin } from "../github/own-login.ts";

/** The webhooks that are handled; everything that is covered but a schedule, which only workflows have. */
export const deliveredEvents = [
  "issues",
  "pull_request",
  "issue_comment",
  "pull_request_review",
  "push",
  "workflow_dispatch",
  "repository_dispatch",
  "workflow_run",
] as const;

type Delivery = Context<(typeof deliveredEvents)[number]>;
type Self = Awaited<ReturnType<typeof ownLogin>>;

/** The App as Probot loads it. An event that fails is logged by Probot and answered with an error; others go on. */
export function handleDeliveries(app: Probot): void {
  const whoAmI = rememberSelf(app);
  app.on([...deliveredEvents], async (delivery) => {
    const outcome = await handle(delivery, whoAmI);
    const { id, name, payload } = delivery;
    const facts = { delivery: id, event: name, repository: payload.repository.full_name, outcome };
    delivery.log[troublesOf(outcome).length > 0 ? "error" : "info"](facts, outcomeLine(outcome));
  });
}

async function handle(delivery: Delivery, whoAmI: () => Promise<Self>): Promise<Outcome> {
  const { name, payload } = delivery;
  const relevance = isRelevant(name, payload);
  if (relevance.kind === "ignored") return ended("ignored", [relevance.reason]);
  const read = readEvent(name, payload);
  if (read.kind !== "event") return ended(read.kind, [read.reason]);
  const { event } = read;
  if (event.sender.kind === "bot") {
    const self = await whoAmI();
    if (self.kind === "unknown") return ended("refused", [self.reason]);
    if (self.login.toLowerCase() === event.sender.login.toLowerCase()) return ended("ignored", [reason("own_words")]);
  }
  return handleEvent(portsOf(delivery, event), { event, eventId: null });
}

function portsOf({ octokit, payload }: Delivery, { repository }: Event) {
  return githubPorts(octokit, {
    name: { owner: repository.owner, repo: repository.name },
    webUrl: payload.repository.html_url,
    teamsReadable: true,
    clock: systemClock(),
  });
}

/** What we write comes back as events. Who we are is asked once, when a bot is first seen, and again after a failure. */
function rememberSelf(app: Probot): () => Promise<Self> {
  let known: Self | null = null;
  return async () => {
    if (known?.kind !== "login") known = await ownLogin(callsThrough(await app.auth()));
    return known;
  };
}
