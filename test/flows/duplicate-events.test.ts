// The same happening may be seen many times, by several processes at once and in any order: it counts once.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Event } from "../../src/core/events/event.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import { handleEvent } from "../../src/flows/handle-event.ts";
import type { Ports } from "../../src/ports.ts";
import {
  cast,
  commented,
  dispatched,
  item,
  later,
  moved,
  opened,
  pushed,
  tick,
  unlabeled,
} from "../support/flow-events.ts";
import {
  codes,
  folder,
  handle,
  label,
  ledger,
  nextTime,
  openTasks,
  putLabel,
  record,
  say,
  scene,
  statuses,
  tasks,
  words,
} from "../support/flow-scene.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";
import { takingTurns } from "../support/unruly-ports.ts";

const issueOf = (house: MemoryHouse, number = 7) =>
  JSON.parse(ledger(house)[`.herdr-loop/github/issues/${number}.json`] ?? "null");

const happenings: [string, (house: MemoryHouse) => Event][] = [
  ["a label", (house) => putLabel(house, item(), "agent: docs")],
  ["a label with a standing team", (house) => putLabel(house, item(), "agent: team")],
  ["a start command", (house) => commented(item(), words(house, cast.alice, "/valp start ask"))],
  ["a push", () => pushed("main", { before: "a".repeat(40), after: "b".repeat(40) }, ["docs/a.md"])],
  ["a dispatch", () => dispatched("agent-task", { key: "k1", goal: "Tidy up" })],
  ["a tick", () => tick()],
];

describe("the same happening again", () => {
  it.each(happenings)("%s: a redelivery changes nothing", async (_, make) => {
    const house = scene();
    const event = make(house);
    const first = await handle(house, event);
    const head = house.head("valp-ledger");
    const said = house.comments.map(({ body, marker }) => [marker, body]);
    const again = await handle(house, event);
    house.pass(60 * 60 * 1000);
    if (event.kind !== "tick") await handle(house, event);
    expect(house.head("valp-ledger")).toBe(head);
    expect(house.comments.map(({ body, marker }) => [marker, body])).toEqual(said);
    expect(again.outcome).toBe("ignored");
    if (event.kind !== "tick") {
      expect(codes(again)).toContain("duplicate_event");
      expect(again.task_id).toBe(first.task_id);
    }
  });

  it.each(happenings)("%s: several processes at once open one task", async (_, make) => {
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat(1000)), fc.integer({ min: 2, max: 4 }), async (order, processes) => {
        const house = scene();
        const event = make(house);
        const run = (ports: Ports) => handleEvent(ports, { event, eventId: null });
        const pick = (waiting: number) => (order.next().value ?? 0) % Math.max(1, waiting);
        const outcomes = await takingTurns(
          house.ports,
          Array.from({ length: processes }, () => run),
          pick,
        );
        const expected = event.kind === "tick" ? 2 : 1;
        expect(tasks(house)).toHaveLength(expected);
        expect(openTasks(house)).toEqual(tasks(house));
        const all = outcomes.flatMap((outcome) => [outcome, ...(outcome.others ?? [])]);
        expect(all.filter(({ reasons }) => reasons[0]?.code === "task_opened")).toHaveLength(expected);
        expect(statuses(house).length).toBe(event.kind === "label_added" || event.kind === "words_created" ? 1 : 0);
        for (const task of tasks(house)) {
          const opened = (folder(house, task)["timeline.jsonl"] ?? "").split("\n");
          expect(opened.filter((line) => line.includes('"task_opened"'))).toHaveLength(1);
          expect(opened.filter((line) => line.includes('"route_declared"')).length).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("fault 1: a local repository tells happenings apart by the id that its caller gives", async () => {
    const house = scene(undefined, null);
    const event = putLabel(house, item(), "agent: docs");
    const first = await handleEvent(house.ports, { event, eventId: "payload:1" });
    const again = await handleEvent(house.ports, { event, eventId: "payload:1" });
    const other = await handleEvent(house.ports, { event, eventId: "payload:2" });
    expect([first, again, other].map((one) => codes(one)[0])).toEqual([
      "task_opened",
      "duplicate_event",
      "already_live",
    ]);
  });

  it("fault 8: opened and labeled in either order give one task", async () => {
    const on = item({ author: cast.octocat, labels: ["agent: docs"], updatedAt: "2026-03-01T09:00:01Z" });
    for (const order of ["labeled first", "opened first"]) {
      const house = scene();
      const events = [putLabel(house, on, "agent: docs"), opened(on)];
      if (order === "opened first") events.reverse();
      for (const event of events) await handle(house, event);
      expect(tasks(house)).toEqual(["gh-7-docs-1"]);
      expect(statuses(house)).toHaveLength(1);
    }
  });

  it("two rules on one issue have a task each", async () => {
    const house = scene();
    await label(house, "agent: docs");
    await label(house, "agent: keep");
    await say(house, cast.alice, "/valp start ask");
    expect(openTasks(house)).toEqual(["gh-7-ask-1", "gh-7-docs-1", "gh-7-keep-1"]);
  });

  it("a command and a label for the same rule share its live task", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const outcome = await say(house, cast.alice, "/valp start docs");
    expect(codes(outcome)).toEqual(["already_live"]);
    expect(tasks(house)).toEqual(["gh-7-docs-1"]);
    expect(Object.keys(issueOf(house).events)).toHaveLength(2);
  });
});

describe("fault 41: the label again", () => {
  it("while the task is live it links, and the linked event never opens anything later", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const relabel = putLabel(house, later(item(), nextTime(house)), "agent: docs");
    const linked = await handle(house, relabel);
    expect(linked).toMatchObject({ outcome: "recorded", task_id: "gh-7-docs-1" });
    expect(codes(linked)).toEqual(["already_live"]);
    await say(house, cast.octocat, "/valp stop");
    expect(openTasks(house)).toEqual([]);
    expect(codes(await handle(house, relabel))).toEqual(["duplicate_event"]);
    expect(tasks(house)).toEqual(["gh-7-docs-1"]);
  });

  it("off and on again within seconds is two labels, not one", async () => {
    const house = scene();
    const first = putLabel(house, later(item(), nextTime(house)), "agent: docs");
    const off = unlabeled(later(item(), nextTime(house)), "agent: docs", cast.octocat);
    const second = putLabel(house, later(item(), nextTime(house)), "agent: docs");
    for (const event of [first, off, second, first, off, second]) await handle(house, event);
    expect(tasks(house)).toEqual(["gh-7-docs-1", "gh-7-docs-2"]);
    expect(openTasks(house)).toEqual(["gh-7-docs-2"]);
    expect(Object.keys(issueOf(house).events)).toEqual(expect.arrayContaining(["LE_1", "LE_2"]));
  });

  it("after the task ended it opens the next attempt", async () => {
    const house = scene();
    for (const attempt of [1, 2, 3]) {
      const on = later(item(), nextTime(house));
      const outcome = await handle(house, putLabel(house, on, "agent: docs"));
      expect(outcome.task_id).toBe(`gh-7-docs-${attempt}`);
      expect(record(house, `gh-7-docs-${attempt}`, "state.json")).toMatchObject({ github: { attempt } });
      await handle(house, unlabeled(later(item(), nextTime(house)), "agent: docs", cast.octocat));
    }
    expect(issueOf(house)).toMatchObject({ attempts: { docs: 3 }, live: {} });
    expect(tasks(house)).toHaveLength(3);
  });

  it("a late redelivery of what ended the first attempt does not end the second", async () => {
    const house = scene();
    const stop = commented(item(), words(house, cast.octocat, "/valp stop"));
    const enders: [string, Event][] = [
      ["unlabeled", unlabeled(later(item(), nextTime(house)), "agent: docs", cast.octocat)],
      ["closed", moved(later(item(), nextTime(house)), cast.octocat, "closed")],
      ["stop", stop],
    ];
    for (const [name, ender] of enders) {
      const on = scene();
      await label(on, "agent: docs", later(item(), "2026-03-01T09:59:00Z"));
      await handle(on, ender);
      expect(openTasks(on), name).toEqual([]);
      on.pass(60_000);
      await handle(on, putLabel(on, later(item(), nextTime(on)), "agent: docs"));
      expect(openTasks(on), name).toEqual(["gh-7-docs-2"]);
      const again = await handle(on, ender);
      expect(openTasks(on), name).toEqual(["gh-7-docs-2"]);
      expect(again.outcome, name).toBe("ignored");
    }
  });

  it("taken off and put on again, seen in the other order, leaves the task alive", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const off = unlabeled(later(item(), nextTime(house)), "agent: docs", cast.octocat);
    const on = putLabel(house, later(item(), nextTime(house)), "agent: docs");
    await handle(house, on);
    expect((await handle(house, off)).outcome).toBe("ignored");
    expect(openTasks(house)).toEqual(["gh-7-docs-1"]);
  });
});

describe("one identity with another content", () => {
  it("a push of the same commit to another branch is a conflict, and nothing is opened", async () => {
    const house = scene(`version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: pilot }
rules: [{ id: site, on: { push: ["docs/**"], branches: ["*"] }, subject: Rebuild }]
`);
    const commits = { before: "a".repeat(40), after: "b".repeat(40) };
    await handle(house, pushed("one", commits, ["docs/a.md"]));
    const other = await handle(house, pushed("two", commits, ["docs/a.md"]));
    expect(other).toMatchObject({ outcome: "refused", commit: null });
    expect(codes(other)).toEqual(["identity_conflict"]);
    expect(tasks(house)).toHaveLength(1);
  });

  it("the same label event under a rule that now waits for another label is a conflict", async () => {
    const house = scene();
    const event = putLabel(house, item(), "agent: docs");
    await handle(house, event);
    house.plant("main", {
      ".github/valp.yml": `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: pilot }
rules: [{ id: docs, on: { label: "Agent: Docs" } }]
`,
    });
    expect(codes(await handle(house, event))).toEqual(["identity_conflict"]);
    expect(tasks(house)).toEqual(["gh-7-docs-1"]);
  });

  it("a goal or payload that differs under one key is no second task: the recorded one stands", async () => {
    const house = scene();
    await handle(house, dispatched("agent-task", { key: "k1", goal: "Tidy up" }));
    const again = await handle(house, dispatched("agent-task", { key: "k1", goal: "Delete production" }));
    expect(codes(again)).toEqual(["duplicate_event"]);
    expect(folder(house, "api-api-k1")["task.md"]).toContain("Tidy up");
  });
});

describe("commands that come twice", () => {
  const twice = async (house: MemoryHouse, body: string, between: string[] = []): Promise<Outcome[]> => {
    const comment = commented(item(), words(house, cast.octocat, body));
    const outcomes = [await handle(house, comment)];
    for (const text of between) outcomes.push(await say(house, cast.octocat, text));
    outcomes.push(await handle(house, comment));
    return outcomes;
  };

  it("a declaration is recorded once, and an old one never comes back over a newer one", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const outcomes = await twice(house, "/valp lead claude coordinator=claude reviewer=alice because: they know it", [
      "/valp lead claude coordinator=claude reviewer=claude because: alice is away",
    ]);
    expect(outcomes.map((one) => one.outcome)).toEqual(["recorded", "recorded", "ignored"]);
    expect(codes(outcomes.at(-1) as Outcome)).toEqual(["duplicate_event"]);
    expect(record(house, "gh-7-docs-1", "assignment-declaration.json")).toMatchObject({
      declaration_id: "gh-7-docs-1:declaration:2",
      assignments: { reviewer: "claude" },
    });
  });

  it("two commands of one comment are two happenings", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const body = "/valp lead claude\n\n/valp assign coordinator=claude reviewer=alice because: they know it";
    const outcomes = await twice(house, body);
    expect(codes(outcomes[0] as Outcome)).toEqual(["leader_selected"]);
    expect(outcomes[0]?.others?.map(codes)).toEqual([["route_declared"]]);
    expect([outcomes[1], ...(outcomes[1]?.others ?? [])].map((one) => one?.outcome)).toEqual(["ignored", "ignored"]);
    expect(record(house, "gh-7-docs-1", "assignment-declaration.json").declaration_id).toBe(
      "gh-7-docs-1:declaration:1",
    );
  });
});

describe("label events that GitHub shows late", () => {
  it("fault 19: an event that shows after a while opens its task under its own id", async () => {
    const house = scene();
    const event = putLabel(house, item(), "agent: docs");
    for (const hidden of house.labelEvents) hidden.invisibleFor = 3;
    const outcome = await handle(house, event);
    expect(codes(outcome)).toEqual(["task_opened"]);
    expect(Object.keys(issueOf(house).events)).toEqual(["LE_1"]);
    expect(house.slept()).toBe(15_000);
  });

  it("an event that stays invisible opens nothing, and a later try may", async () => {
    const house = scene();
    const event = putLabel(house, item(), "agent: docs");
    for (const hidden of house.labelEvents) hidden.invisibleFor = 13;
    const outcome = await handle(house, event);
    expect(outcome).toMatchObject({ outcome: "refused", task_id: null, commit: null });
    expect(codes(outcome)).toEqual(["event_not_visible"]);
    expect(house.head("valp-ledger")).toBeNull();
    expect(house.comments).toEqual([]);
    expect(codes(await handle(house, event))).toEqual(["task_opened"]);
  });
});
