// Where things stand on the ledger branch. Every path inside the ledger is built here.

const home = ".herdr-loop";

/** The record of one issue or pull request: attempts, live tasks, every happening seen. */
export function issueRecordPath(subject: number): string {
  return `${home}/github/issues/${subject}.json`;
}

/** The marker of an open task; deleted when the task ends, so that what is open is found without reading every task. */
export function openMarkerPath(taskId: string): string {
  return `${home}/github/open/${taskId}`;
}

/** The index file of one deduplication identity (`sha256:` + 64 hex). */
export function indexPath(identity: string): string {
  return `${home}/watcher-events/github/${identity.slice("sha256:".length)}.json`;
}

/** The last handled slot of every schedule rule. */
export const schedulesPath = `${home}/github/schedules.json`;

/** The recorded health gate. */
export const healthGatePath = `${home}/github/health-gate.json`;

/** Capabilities of the policy's agents. */
export const capabilitiesPath = `${home}/agents/capabilities.json`;

/** Context policy of the policy's agents. */
export const contextPolicyPath = `${home}/agents/context-policy.json`;

/** The folder of a task below the policy's ledger root. */
export function taskFolder(root: string, taskId: string): string {
  return `${root}/${taskId}`;
}
