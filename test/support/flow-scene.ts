// The usual scene of flow tests: a house with a policy, people with roles, and short ways to act and to look.
import type { Event } from "../../src/core/events/event.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { handleEvent } from "../../src/flows/handle-event.ts";
import type { Ports } from "../../src/ports.ts";
import { type Comment, cast, commented, type Item, item, labeled } from "./flow-events.ts";
import { type MemoryComment, type MemoryHouse, memoryHouse } from "./memory-ports.ts";

/** Where the folder of a task stands. */
export const root = ".herdr-loop/tasks";

/** Every kind of trigger, a standing team, agents and two seats. */
export const fullPolicy = `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "pilot repository" }
rules:
  - id: docs
    on: { label: "agent: docs" }
  - id: team
    on: { label: "agent: team" }
    action: validate_declared_route_and_dispatch
    declaration: docs-team
  - id: form
    on: { label: "agent: form" }
    action: validate_declared_route
  - id: keep
    on: { label: "agent: keep" }
    on_unlabel: ignore
  - id: prs
    on: { label: "agent: pr", targets: [pull_requests] }
  - id: ask
    on: { command: start, targets: [issues, pull_requests] }
  - id: nightly
    on: { schedule: "30 9 * * *", catch_up: once }
    subject: Triage new issues
  - id: hourly
    on: { schedule: "45 * * * *" }
    subject: Look at the queue
  - id: site
    on: { push: ["docs/**"] }
    subject: Rebuild the site
  - id: api
    on: { dispatch: agent-task }
agents:
  claude: { runtime: github, workflow: agent-claude.yml, roles: [coordinator, reviewer] }
  codex: { runtime: github, workflow: agent-codex.yml, roles: [implementer] }
  alice: { runtime: github, account: alice, roles: [reviewer] }
declarations:
  docs-team:
    leader: claude
    assignments: { coordinator: claude, implementer: codex, reviewer: alice }
    reasons: { coordinator: leads docs, implementer: writes well, reviewer: owns docs }
approvals:
  high: { count: 1, from: { min_role: maintain, teams: [security] } }
`;

const workflow = (name: string) => `name: ${name}\non: workflow_dispatch\n`;

/** A house with this policy, the cast and the workflow files of its agents. */
export function scene(policy: string | null = fullPolicy, webUrl?: string | null): MemoryHouse {
  const house = webUrl === undefined ? memoryHouse() : memoryHouse(webUrl);
  house.plant("main", {
    "README.md": "hello\n",
    ".github/workflows/agent-claude.yml": workflow("claude"),
    ".github/workflows/agent-codex.yml": workflow("codex"),
    ...(policy === null ? {} : { ".github/valp.yml": policy }),
  });
  const roles = { octocat: "admin", alice: "maintain", bob: "maintain", monalisa: "write", stranger: "read" } as const;
  for (const [login, role] of Object.entries(roles)) {
    house.people.set(login, { role, id: cast[login as keyof typeof roles].id });
  }
  return house;
}

/** Handles one event on the house's own ports, or on others. */
export function handle(house: MemoryHouse, event: Event, ports: Ports = house.ports): Promise<Outcome> {
  return handleEvent(ports, { event, eventId: null });
}

/** Puts a label on: the timeline shows it at once, and its event is returned. */
export function putLabel(house: MemoryHouse, on: Item, label: string, by = cast.octocat as Comment["by"]): Event {
  const id = `LE_${house.labelEvents.length + 1}`;
  house.labelEvents.push({ subject: on.number, label, sender: by.login, id, createdAt: on.updatedAt });
  return labeled(on, label, by);
}

/** Puts a label on and handles it. */
export function label(house: MemoryHouse, name: string, on: Item = item()): Promise<Outcome> {
  return handle(house, putLabel(house, on, name));
}

/** Says something in a new comment and handles it; ids and times go up by themselves. */
export function say(house: MemoryHouse, by: Comment["by"], body: string, on: Item = item()): Promise<Outcome> {
  return handle(house, commented(on, words(house, by, body)));
}

/** The comment that {@link say} would make. */
export function words(house: MemoryHouse, by: Comment["by"], body: string): Comment {
  const at = nextTime(house);
  return { id: nextId(house), by, body, createdAt: at, updatedAt: at };
}

const lastIds = new WeakMap<MemoryHouse, number>();

function nextId(house: MemoryHouse): number {
  const id = (lastIds.get(house) ?? 500) + 1;
  lastIds.set(house, id);
  return id;
}

/** A second later than before, as GitHub writes times. */
export function nextTime(house: MemoryHouse): string {
  house.pass(1000);
  return `${house.ports.clock.now().slice(0, 19)}Z`;
}

/** All files of the ledger by path. */
export function ledger(house: MemoryHouse): Record<string, string> {
  return house.files("valp-ledger");
}

/** Files of a task's folder by their path inside it. */
export function folder(house: MemoryHouse, taskId: string): Record<string, string> {
  const prefix = `${root}/${taskId}/`;
  const inside = Object.entries(ledger(house)).filter(([path]) => path.startsWith(prefix));
  return Object.fromEntries(inside.map(([path, text]) => [path.slice(prefix.length), text]));
}

/** A JSON record of a task's folder. */
export function record(house: MemoryHouse, taskId: string, name: string): Record<string, unknown> {
  return JSON.parse(folder(house, taskId)[name] ?? "null");
}

/** The objects of a ledger file of a task. */
export function lines(house: MemoryHouse, taskId: string, name: string): Record<string, unknown>[] {
  const text = folder(house, taskId)[name] ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** Ids of all tasks with a folder. */
export function tasks(house: MemoryHouse): string[] {
  const states = Object.keys(ledger(house)).filter(
    (path) => path.startsWith(`${root}/`) && path.endsWith("/state.json"),
  );
  return states.map((path) => path.slice(root.length + 1, -"/state.json".length)).sort();
}

/** Ids of all tasks with an open marker. */
export function openTasks(house: MemoryHouse): string[] {
  const home = ".herdr-loop/github/open/";
  const markers = Object.keys(ledger(house)).filter((path) => path.startsWith(home));
  return markers.map((path) => path.slice(home.length)).sort();
}

/** The status comments that stand in a house, one for each task that was shown. */
export function statuses(house: MemoryHouse): MemoryComment[] {
  return house.comments.filter(({ marker }) => marker.startsWith("status:"));
}

/** Reason codes of an Outcome. */
export function codes(outcome: Outcome): string[] {
  return outcome.reasons.map(({ code }) => code);
}

/** The digest that the current request of a task asks to approve. */
export function digestOf(house: MemoryHouse, taskId: string): string {
  const state = record(house, taskId, "state.json") as { github: { plan_digest: string } };
  return state.github.plan_digest;
}
