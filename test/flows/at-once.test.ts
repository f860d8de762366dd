// Different things that happen to one task at once: every interleaving keeps every vote and every record.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Event } from "../../src/core/events/event.ts";
import { handleEvent } from "../../src/flows/handle-event.ts";
import { cast, commented, edited, item, later, moved } from "../support/flow-events.ts";
import {
  digestOf,
  fullPolicy,
  label,
  ledger,
  lines,
  nextTime,
  openTasks,
  putLabel,
  record,
  scene,
  statuses,
  tasks,
  words,
} from "../support/flow-scene.ts";
import { risky, team } from "../support/flow-stories.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";
import { takingTurns } from "../support/unruly-ports.ts";

const task = "gh-7-docs-1";

/** Runs events at once in random interleavings and looks at the house after each of them. */
async function inEveryOrder(
  arrange: () => Promise<{ house: MemoryHouse; events: Event[] }>,
  look: (house: MemoryHouse) => void,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(1000)), async (order) => {
      const { house, events } = await arrange();
      const flows = events.map(
        (event) => (ports: MemoryHouse["ports"]) => handleEvent(ports, { event, eventId: null }),
      );
      await takingTurns(house.ports, flows, (waiting) => (order.next().value ?? 0) % Math.max(1, waiting));
      look(house);
      const shown = statuses(house);
      expect(new Set(shown.map(({ marker }) => marker)).size).toBe(shown.length);
    }),
    { numRuns: 20 },
  );
}

const vote = (house: MemoryHouse, by: typeof cast.alice | typeof cast.bob) =>
  commented(risky, words(house, by, `/valp approve ${digestOf(house, task)}`));

it("two approvals for two seats: both count, and the second one completes", async () => {
  await inEveryOrder(
    async () => {
      const house = scene(fullPolicy.replace("count: 1", "count: 2"));
      await label(house, "agent: docs", risky);
      return { house, events: [vote(house, cast.alice), vote(house, cast.bob)] };
    },
    (house) => {
      const votes = lines(house, task, "approvals/user-decisions.jsonl");
      expect(votes.map(({ status }) => status)).toEqual(["pending", "approved"]);
      expect(record(house, task, "state.json")).toMatchObject({ gates: { approval: "passed" } });
    },
  );
});

it("an approval, a declaration and an edit: no approval covers a plan that it did not see", async () => {
  await inEveryOrder(
    async () => {
      const house = scene();
      await label(house, "agent: docs", risky);
      const declaration = commented(risky, words(house, cast.monalisa, team));
      const edit = edited(later(risky, nextTime(house), { body: "Delete the staging database" }), cast.monalisa);
      return { house, events: [vote(house, cast.bob), declaration, edit] };
    },
    (house) => {
      expect(record(house, task, "state.json")).toMatchObject({
        status: "approval_required",
        gates: { approval: "needs_approval" },
      });
      expect(record(house, task, "automation-policy.json").selected_action).toBe("block_for_approval");
      expect(record(house, task, "assignment-validation.json").status).toBe("pass");
      expect(record(house, task, "inputs/issue-snapshot.json").body).toContain("staging");
      const requests = lines(house, task, "approvals/requested.jsonl");
      expect(requests.at(-1)).toMatchObject({ status: "pending", plan_digest: digestOf(house, task) });
    },
  );
});

it("fault 10: a comment and the closing that came with it", async () => {
  await inEveryOrder(
    async () => {
      const house = scene();
      await label(house, "agent: docs");
      const declaration = commented(item(), words(house, cast.monalisa, team));
      return { house, events: [declaration, moved(later(item(), nextTime(house)), cast.octocat, "closed")] };
    },
    (house) => {
      expect(openTasks(house)).toEqual([]);
      expect(record(house, task, "state.json").status).toBe("cancelled");
      const status = house.comments.filter(({ marker }) => marker === `status:${task}`);
      expect(status).toHaveLength(1);
    },
  );
});

it("fault 11: a burst of comments, a review and an edit ends in one status comment with the final state", async () => {
  await inEveryOrder(
    async () => {
      const house = scene();
      await label(house, "agent: docs", risky);
      const events = [
        vote(house, cast.bob),
        commented(risky, words(house, cast.monalisa, team)),
        commented(risky, words(house, cast.stranger, "/valp status")),
        edited(later(risky, nextTime(house), { body: "Delete the staging database" }), cast.monalisa),
      ];
      return { house, events };
    },
    (house) => {
      const status = statuses(house);
      expect(status.map(({ marker }) => marker)).toEqual([`status:${task}`]);
      expect(status[0]?.body).toContain(digestOf(house, task).slice("sha256:".length));
      expect(house.comments.filter(({ marker }) => marker.startsWith("reply:")).length).toBeLessThanOrEqual(3);
    },
  );
});

it("labels of two rules on two issues: nobody's work is lost", async () => {
  await inEveryOrder(
    async () => {
      const house = scene();
      const events = [7, 8].flatMap((number) =>
        ["agent: docs", "agent: keep"].map((name) => putLabel(house, item({ number }), name)),
      );
      return { house, events };
    },
    (house) => {
      expect(tasks(house)).toEqual(["gh-7-docs-1", "gh-7-keep-1", "gh-8-docs-1", "gh-8-keep-1"]);
      expect(openTasks(house)).toEqual(tasks(house));
      expect(Object.keys(ledger(house)).filter((path) => path.includes("/watcher-events/"))).toHaveLength(4);
    },
  );
});
