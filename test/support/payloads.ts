// Payloads for tests: GitHub's own published examples, and the few that are missing there, derived from neighbours.
import examples from "@octokit/webhooks-examples/api.github.com/index.json" with { type: "json" };

/** A payload as plain JSON that a test may change. */
export type Payload = Record<string, unknown>;

const families = examples as readonly { name: string; examples: readonly Payload[] }[];

/** All published examples of an event, deep copies. */
export function examplesOf(event: string): Payload[] {
  return structuredClone(families.find((family) => family.name === event)?.examples ?? []) as Payload[];
}

/** Names of all events that have examples. */
export const exampleEvents: readonly string[] = families.map((family) => family.name);

/** One published example by event, action (null: the event has none) and position. Unknown ones are an error. */
export function example(event: string, action: string | null, index = 0): Payload {
  const all = families.find((family) => family.name === event)?.examples ?? [];
  const found = all.filter((payload) => (payload.action ?? null) === action)[index];
  if (found === undefined) throw new Error(`No published example of ${event} ${action} at ${index}.`);
  return structuredClone(found);
}

/** The object at a dotted path, for changing it; a missing one is an error of the test. */
export function at(payload: Payload, path: string): Payload {
  let value: unknown = payload;
  for (const key of path.split(".")) value = (value as Payload | undefined)?.[key];
  if (typeof value !== "object" || value === null) throw new Error(`The payload has no object at ${path}.`);
  return value as Payload;
}

/** The payload as an App installation gets it. */
export function withInstallation(payload: Payload, id = 42): Payload {
  return { ...payload, installation: { id, node_id: "MDIzOkluc3RhbGxhdGlvbjQy" } };
}

/** `issues.closed`: the reopened example with a closed issue. */
export function issueClosed(): Payload {
  const payload = { ...example("issues", "reopened"), action: "closed" };
  Object.assign(at(payload, "issue"), { state: "closed", closed_at: "2019-05-15T15:21:00Z" });
  return payload;
}

/** `pull_request_review.edited`: the submitted example with the body it had before. */
export function reviewEdited(from: string): Payload {
  return { ...example("pull_request_review", "submitted"), action: "edited", changes: { body: { from } } };
}

/** `pull_request.edited`: the opened example with its former title. */
export function pullRequestEdited(): Payload {
  return { ...example("pull_request", "opened"), action: "edited", changes: { title: { from: "Before" } } };
}

/** `schedule` as Actions hands it over: the cron line and the workflow; the repository is there on newer runners. */
export function schedule(cron: string, repository = true): Payload {
  const base: Payload = { schedule: cron, workflow: ".github/workflows/valp.yml" };
  return repository ? { ...base, repository: example("push", null).repository } : base;
}

/** `workflow_run.in_progress`: the requested example, running. */
export function runInProgress(): Payload {
  const payload = { ...example("workflow_run", "requested"), action: "in_progress" };
  Object.assign(at(payload, "workflow_run"), { status: "in_progress", conclusion: null });
  return payload;
}
