// `demo`: the way from a label to a recorded, bounded task, on a fresh local repository.
import { join } from "node:path";
import { payloadEventId } from "../core/events/payload-event-id.ts";
import { readEvent } from "../core/events/read-event.ts";
import type { Outcome } from "../core/outcome.ts";
import { readState, stateRef } from "../core/records/state.ts";
import { demoEnding, demoIssues, demoLine, demoScenes } from "../core/say/demo-text.ts";
import { handleEvent } from "../flows/handle-event.ts";
import { checkOutLedger, makeDemoRepository } from "./demo-repository.ts";
import { commentPayload, type DemoIssue, demoPeople, labelPayload } from "./demo-story.ts";
import { type LocalHouse, openLocalHouse } from "./local-house.ts";
import { OutsideTrouble } from "./outside-trouble.ts";
import { readText } from "./read-input.ts";

/** What the demo made, and its story. `folder` is an absolute path that can be looked at. */
export interface DemoReport {
  repo: string;
  branch: string;
  tasks: { task_id: string; folder: string; state: string }[];
  story: string[];
}

const branch = "valp-ledger";

const docs: DemoIssue = { number: 1, ...demoIssues.docs, labels: ["agent:docs"] };
const deploy: DemoIssue = { number: 2, ...demoIssues.deploy, labels: ["agent:code"] };
const typo: DemoIssue = { number: 3, ...demoIssues.typo, labels: ["agent:code"] };

/** Plays every scene, checks the ledger out beside the repository and lists the tasks. Throws UsageProblem and OutsideTrouble. */
export async function runDemo(out: string | undefined): Promise<DemoReport> {
  const { repo, ledger } = await makeDemoRepository(out);
  const opened = await openLocalHouse({ repo, people: demoPeople });
  if (opened.kind === "refused") throw new OutsideTrouble(opened.reason);
  const stage = new Stage(opened.house);
  try {
    await playScenes(stage);
  } finally {
    await opened.house.close();
  }
  await checkOutLedger(repo, ledger, branch);
  const tasks = stage.folders().map(([task_id, folder]) => taskOf(task_id, join(ledger, folder)));
  return { repo, branch, tasks, story: [...stage.story, ...demoEnding(repo, ledger)] };
}

async function playScenes(stage: Stage): Promise<void> {
  await stage.label(demoScenes.low, docs, "octocat");
  await stage.label(demoScenes.again, docs, "octocat");
  await stage.label(demoScenes.bot, { ...docs, number: 4 }, "helper[bot]");
  await stage.label(demoScenes.high, deploy, "octocat");
  const lead = "/valp lead claude coordinator=claude implementer=codex reviewer=alice because: they know the site";
  await stage.comment(demoScenes.lead, deploy, lead, "octocat");
  await stage.comment(demoScenes.outsider, deploy, `/valp approve ${stage.digest()}`, "visitor");
  await stage.comment(demoScenes.approve, deploy, `/valp approve ${stage.digest()}`, "monalisa");
  await stage.label(demoScenes.typo, typo, "octocat");
  await stage.unlabel(demoScenes.recall, typo, "octocat");
}

function taskOf(task_id: string, folder: string): DemoReport["tasks"][number] {
  const state = readState(readText(join(folder, stateRef)));
  return { task_id, folder, state: state.kind === "record" ? state.record.status : "unreadable" };
}

/** Sends events through the front desk and keeps the story. */
class Stage {
  readonly story: string[] = [];
  readonly #house: LocalHouse;
  readonly #folders = new Map<string, string>();
  #comments = 100;

  constructor(house: LocalHouse) {
    this.#house = house;
  }

  async label(scene: string, issue: DemoIssue, by: string): Promise<void> {
    await this.#send(
      scene,
      "issues",
      labelPayload("labeled", issue, issue.labels[0] ?? "", by, "2026-01-01T00:00:01Z"),
    );
  }

  async unlabel(scene: string, issue: DemoIssue, by: string): Promise<void> {
    const bare = { ...issue, labels: [] };
    await this.#send(scene, "issues", labelPayload("unlabeled", bare, issue.labels[0] ?? "", by, this.#now()));
  }

  async comment(scene: string, issue: DemoIssue, body: string, by: string): Promise<void> {
    this.#comments += 1;
    await this.#send(scene, "issue_comment", commentPayload(issue, this.#comments, body, by, this.#now()));
  }

  /** The digest that the last status comment offers. */
  digest(): string {
    const offered = this.#house.said().map(({ body }) => /\/valp approve ([0-9a-f]{64})/.exec(body)?.[1]);
    return offered.filter((each) => each !== undefined).at(-1) ?? "";
  }

  folders(): [string, string][] {
    return [...this.#folders];
  }

  #now(): string {
    return this.#house.ports.clock.now();
  }

  async #send(scene: string, name: string, payload: unknown): Promise<void> {
    const read = readEvent(name, payload);
    if (read.kind !== "event") throw new Error(read.reason.text);
    const outcome = await handleEvent(this.#house.ports, { event: read.event, eventId: payloadEventId(read.event) });
    this.story.push(demoLine(scene, outcome));
    this.#keep(outcome);
  }

  #keep({ task_id, folder }: Outcome): void {
    if (task_id !== null && folder !== null) this.#folders.set(task_id, folder);
  }
}
