// A run may die at any call it makes: run again, the same event ends as if nothing had happened, and nothing counts twice.
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/core/events/event.ts";
import { handleEvent } from "../../src/flows/handle-event.ts";
import { cast, commented, dispatched, edited, item, later, moved, tick, unlabeled } from "../support/flow-events.ts";
import {
  digestOf,
  fullPolicy,
  handle,
  label,
  ledger,
  nextTime,
  openTasks,
  putLabel,
  say,
  scene,
  tasks,
  words,
} from "../support/flow-scene.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";
import { dyingPorts, Killed, type Mishap, mishaps } from "../support/unruly-ports.ts";

const risky = item({ body: "Delete the production database" });
const team = "/valp lead claude coordinator=claude reviewer=alice because: they know it";

/** What stands before, and the event that is interrupted. */
type Story = (house: MemoryHouse) => Promise<Event> | Event;

const approval = (house: MemoryHouse, verb = "approve", rest = "") =>
  words(house, cast.bob, `/valp ${verb} ${digestOf(house, "gh-7-docs-1").slice(0, 23)}${rest}`);

const stories: Record<string, Story> = {
  "a label opens a task": (house) => putLabel(house, item(), "agent: docs"),
  "a label opens a task of high risk": (house) => putLabel(house, risky, "agent: docs"),
  "a label opens a task with a standing team": (house) => putLabel(house, item(), "agent: team"),
  "a label opens a task whose form names the team": (house) =>
    putLabel(
      house,
      item({
        author: cast.alice,
        body: "### Leader\n\nclaude\n\n### Coordinator\n\nclaude\n\n### Reviewer\n\nalice\n\n### Reason\n\nThey know it",
      }),
      "agent: form",
    ),
  "a command opens a task": (house) => commented(item(), words(house, cast.alice, "/valp start ask")),
  "a call opens a task": () => dispatched("agent-task", { key: "k1", goal: "Delete production" }),
  "a label links to the live task": async (house) => {
    await label(house, "agent: docs");
    return putLabel(house, later(item(), nextTime(house)), "agent: docs");
  },
  "a tick opens two slots": () => tick(),
  "a declaration": async (house) => {
    await label(house, "agent: docs");
    return commented(item(), words(house, cast.alice, team));
  },
  "a Leader and a declaration in one comment": async (house) => {
    await label(house, "agent: docs", risky);
    return commented(
      risky,
      words(house, cast.alice, "/valp lead claude\n\n/valp assign coordinator=claude reviewer=alice because: x"),
    );
  },
  "an approval": async (house) => {
    await label(house, "agent: docs", risky);
    return commented(risky, approval(house));
  },
  "an approval of a routed task": async (house) => {
    await label(house, "agent: docs", risky);
    await say(house, cast.alice, team, risky);
    return commented(risky, approval(house));
  },
  "a denial": async (house) => {
    await label(house, "agent: docs", risky);
    return commented(risky, approval(house, "deny", " reason: not now"));
  },
  "an approval of an older plan": async (house) => {
    await label(house, "agent: docs", risky);
    const words = approval(house);
    await say(house, cast.alice, team, risky);
    return commented(risky, words);
  },
  "an approval under a changed policy": async (house) => {
    await label(house, "agent: docs", risky);
    const vote = approval(house);
    house.plant("main", { ".github/valp.yml": fullPolicy.replace("count: 1", "count: 2") });
    return commented(risky, vote);
  },
  "an approval taken back": async (house) => {
    await label(house, "agent: docs", risky);
    await handle(house, commented(risky, approval(house)));
    return commented(risky, words(house, cast.bob, "/valp withdraw"));
  },
  "an approval whose comment is edited": async (house) => {
    await label(house, "agent: docs", risky);
    const vote = approval(house);
    await handle(house, commented(risky, vote));
    return commented(risky, { ...vote, body: "never mind", updatedAt: nextTime(house) }, "edited", cast.octocat);
  },
  "an approval whose comment is deleted": async (house) => {
    await label(house, "agent: docs", risky);
    const vote = approval(house);
    await handle(house, commented(risky, vote));
    return commented(risky, vote, "deleted", cast.octocat);
  },
  "a stop": async (house) => {
    await label(house, "agent: docs", risky);
    return commented(risky, words(house, cast.alice, "/valp stop not needed any more"));
  },
  "the label is taken off": async (house) => {
    await label(house, "agent: docs");
    return unlabeled(later(item(), nextTime(house)), "agent: docs", cast.octocat);
  },
  "an issue with two tasks is closed": async (house) => {
    await label(house, "agent: docs");
    await label(house, "agent: keep");
    return moved(later(item(), nextTime(house)), cast.octocat, "closed");
  },
  "the text of two tasks is edited": async (house) => {
    await label(house, "agent: docs");
    await label(house, "agent: team");
    return edited(later(item(), nextTime(house), { body: "Delete the production database" }), cast.monalisa);
  },
};

/** The ledger without what depends on the moment: times, digests, commits, comment ids. */
function timeless(house: MemoryHouse): Record<string, string> {
  const texts = Object.entries(ledger(house)).map(([path, text]) => [path, withoutMoment(text)] as const);
  return Object.fromEntries(texts);
}

function withoutMoment(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "TIME")
    .replaceAll(/\b[0-9a-f]{64}\b|\b[0-9a-f]{40}\b|\b[0-9a-f]{12,16}\b/g, "HASH")
    .replaceAll(/"status_comment": \d+/g, '"status_comment": null')
    .replaceAll(/issuecomment-\d+|issue_comment:\d+|"comment_id":\d+/g, "COMMENT");
}

function statuses(house: MemoryHouse): Record<string, string> {
  const found = house.comments.filter(({ marker }) => marker.startsWith("status:"));
  expect(new Set(found.map(({ marker }) => marker)).size).toBe(found.length);
  return Object.fromEntries(found.map(({ marker, body }) => [marker, withoutMoment(body)]));
}

function expectSound(house: MemoryHouse): void {
  const live: string[] = [];
  for (const task of tasks(house)) {
    const state = JSON.parse(ledger(house)[`.herdr-loop/tasks/${task}/state.json`] ?? "");
    if (!["done", "failed", "cancelled"].includes(state.status)) live.push(task);
  }
  expect(openTasks(house)).toEqual(live);
}

async function undisturbed(story: Story): Promise<MemoryHouse> {
  const house = scene();
  const event = await story(house);
  await handle(house, event);
  house.pass(3 * 60_000);
  await handle(house, event);
  return house;
}

/** Interrupts the nth call and runs the event again, as a redelivery or a sweep would. Null when there is no nth call. */
async function disturbed(story: Story, nth: number, how: Mishap): Promise<MemoryHouse | null> {
  const house = scene();
  const event = await story(house);
  const dying = dyingPorts(house.ports, nth, how);
  try {
    await handleEvent(dying.ports, { event, eventId: null });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  if (!dying.reached()) return null;
  house.pass(3 * 60_000);
  await handle(house, event);
  return house;
}

describe.each(Object.entries(stories))("%s", (_, story) => {
  it.each(mishaps)("dies %s any call: the second run brings it to the same end", async (how) => {
    const expected = await undisturbed(story);
    let nth = 1;
    for (; ; nth++) {
      const house = await disturbed(story, nth, how);
      if (house === null) break;
      const where = `${how} call ${nth}`;
      expect(timeless(house), where).toEqual(timeless(expected));
      expect(statuses(house), where).toEqual(statuses(expected));
      const said = (one: MemoryHouse) => one.comments.map(({ marker }) => marker.replace(/\d+$/, "")).sort();
      expect(said(house), where).toEqual(said(expected));
      expectSound(house);
    }
    if (!how.startsWith("unknown")) expect(nth).toBeGreaterThan(1);
  });
});
