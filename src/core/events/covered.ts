// Which webhook events and actions the product reads at all; the rest is ignored by name.

/** Actions per event; an empty list: the event has no action, or any action is meant. */
const covered: Readonly<Record<string, readonly string[]>> = {
  issues: ["opened", "edited", "labeled", "unlabeled", "closed", "reopened", "transferred", "deleted"],
  pull_request: ["opened", "edited", "labeled", "unlabeled", "closed", "reopened"],
  issue_comment: ["created", "edited", "deleted"],
  pull_request_review: ["submitted", "edited", "dismissed"],
  push: [],
  schedule: [],
  workflow_dispatch: [],
  repository_dispatch: [],
  workflow_run: ["requested", "in_progress", "completed"],
};

/** True when an event of this name and action becomes an Event. */
export function isCovered(name: string, action: string | null): boolean {
  if (!Object.hasOwn(covered, name)) return false;
  const actions = covered[name] ?? [];
  return actions.length === 0 || (action !== null && actions.includes(action));
}

/** The action of a payload, null where there is none or where it is not a text. */
export function actionOf(payload: unknown): string | null {
  if (typeof payload !== "object" || payload === null || !Object.hasOwn(payload, "action")) return null;
  const { action } = payload as { action?: unknown };
  return typeof action === "string" ? action : null;
}
