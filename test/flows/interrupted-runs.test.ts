// A run may die at any call it makes: run again, the same event ends as if nothing had happened, and nothing counts twice.
import { describe, expect, it } from "vitest";
import { handleEvent } from "../../src/flows/handle-event.ts";
import { handle, ledger, openTasks, scene, tasks } from "../support/flow-scene.ts";
import { type Story, stories } from "../support/flow-stories.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";
import { dyingPorts, Killed, type Mishap, mishaps } from "../support/unruly-ports.ts";

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

/** Interrupts the nth call and runs the event again, as a redelivery or a re-run would. Null when there is no nth call. */
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
  it.each(mishaps)("fault 7: dies %s any call: the second run brings it to the same end", async (how) => {
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
