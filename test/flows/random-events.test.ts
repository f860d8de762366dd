// Events at random, out of order and again, against a small model: what must hold of the ledger at every moment.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Event } from "../../src/core/events/event.ts";
import { cast, commented, edited, type Item, item, labeled, later, moved, unlabeled } from "../support/flow-events.ts";
import { digestOf, handle, ledger, openTasks, scene, tasks } from "../support/flow-scene.ts";
import { risky, team } from "../support/flow-stories.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";

const rules = { docs: "agent: docs", keep: "agent: keep" } as const;
type Rule = keyof typeof rules;
const issues = [7, 8] as const;

/** Something that happened at a moment; `kind` decides what the model makes of it. */
type Deed =
  | { kind: "label" | "unlabel" | "start"; issue: number; rule: Rule }
  | { kind: "stop" | "close" | "edit" | "lead" | "approve"; issue: number };

interface Happening {
  id: string;
  deed: Deed;
  /** Seconds; every happening has its own. */
  at: number;
  event: (house: MemoryHouse) => Event;
}

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: withRule("label") },
  { weight: 2, arbitrary: withRule("unlabel") },
  { weight: 2, arbitrary: withRule("start") },
  ...(["stop", "close", "edit", "lead", "approve"] as const).map((kind) => ({
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant(kind), issue: fc.constantFrom(...issues) }),
  })),
);

function withRule(kind: "label" | "unlabel" | "start"): fc.Arbitrary<Deed> {
  return fc.record({
    kind: fc.constant(kind),
    issue: fc.constantFrom(...issues),
    rule: fc.constantFrom<Rule>("docs", "keep"),
  });
}

function timeOf(at: number): string {
  return new Date(Date.parse("2026-03-01T09:30:00Z") + at * 1000).toISOString().replace(".000Z", "Z");
}

function happeningOf(what: Deed, at: number): Happening {
  const on: Item = later(item({ number: what.issue, body: at % 2 === 0 ? "plain words" : risky.body }), timeOf(at));
  const comment = (body: string, by: (typeof cast)[keyof typeof cast] = cast.alice) =>
    commented(on, { id: 1000 + at, body, by, createdAt: timeOf(at) });
  const event = (house: MemoryHouse): Event => {
    switch (what.kind) {
      case "label":
        return labeled(on, rules[what.rule], cast.octocat);
      case "unlabel":
        return unlabeled(on, rules[what.rule], cast.octocat);
      case "start":
        return comment(`/valp start ${what.rule}`);
      case "stop":
        return comment("/valp stop");
      case "lead":
        return comment(team);
      case "approve":
        return comment(`/valp approve ${anyDigest(house, what.issue)}`, cast.bob);
      case "close":
        return moved(on, cast.octocat, "closed");
      case "edit":
        return edited(on, cast.monalisa);
    }
  };
  return { id: `${what.kind}@${at}`, deed: what, at, event };
}

function anyDigest(house: MemoryHouse, issue: number): string {
  const [id] = openTasks(house).filter((task) => task.startsWith(`gh-${issue}-`));
  return (id === undefined ? null : digestOf(house, id)) ?? "0123456789ab";
}

interface Live {
  rule: Rule;
  attempt: number;
  byLabel: boolean;
  /** Moment of the newest happening that asked for it. */
  since: number;
}

/** What one issue ought to look like, in a page of code that shares nothing with the product. */
class Model {
  readonly attempts = new Map<Rule, number>();
  readonly seen = new Set<string>();
  live: Live[] = [];

  take({ id, deed, at }: Happening): void {
    // A recall that comes again also ends what was asked for before it and arrived after it.
    if (this.seen.has(id) && deed.kind !== "close" && deed.kind !== "unlabel") return;
    switch (deed.kind) {
      case "label":
      case "start":
        this.#ask(id, deed.rule, deed.kind === "label", at);
        return;
      case "unlabel":
        // The rule `keep` ignores that its label is taken off.
        if (deed.rule === "docs") this.#end(id, at, (task) => task.rule === "docs" && task.byLabel);
        return;
      case "stop":
        if (this.live.length === 1) this.#end(id, at, () => true);
        return;
      case "close":
        this.#end(id, at, () => true);
    }
  }

  #ask(id: string, rule: Rule, byLabel: boolean, at: number): void {
    this.seen.add(id);
    const task = this.live.find((one) => one.rule === rule);
    if (task) {
      task.since = Math.max(task.since, at);
      return;
    }
    const attempt = (this.attempts.get(rule) ?? 0) + 1;
    this.attempts.set(rule, attempt);
    this.live.push({ rule, attempt, byLabel, since: at });
  }

  #end(id: string, at: number, meant: (task: Live) => boolean): void {
    const ended = this.live.filter((task) => meant(task) && task.since <= at);
    if (ended.length > 0) this.seen.add(id);
    this.live = this.live.filter((task) => !ended.includes(task));
  }
}

function expectModel(house: MemoryHouse, models: ReadonlyMap<number, Model>): void {
  const wanted: string[] = [];
  const open: string[] = [];
  for (const [issue, model] of models) {
    for (const [rule, attempts] of model.attempts) {
      for (let n = 1; n <= attempts; n++) wanted.push(`gh-${issue}-${rule}-${n}`);
    }
    open.push(...model.live.map(({ rule, attempt }) => `gh-${issue}-${rule}-${attempt}`));
    const record = JSON.parse(ledger(house)[`.herdr-loop/github/issues/${issue}.json`] ?? "null");
    expect(record?.attempts ?? {}).toEqual(Object.fromEntries(model.attempts));
    const live = model.live.map(({ rule, attempt }) => [rule, `gh-${issue}-${rule}-${attempt}`]);
    expect(record?.live ?? {}).toEqual(Object.fromEntries(live));
  }
  expect(tasks(house)).toEqual(wanted.sort());
  expect(openTasks(house)).toEqual(open.sort());
}

/** Every happening opens at most one task, and every task has its index file. */
function expectOneTaskEach(house: MemoryHouse): void {
  const files = Object.entries(ledger(house));
  const triggers = files.filter(([path]) => path.endsWith("/trigger-policy.json")).map(([, text]) => JSON.parse(text));
  const sources = triggers.map((trigger) => trigger.source_event_id);
  expect(new Set(sources).size).toBe(sources.length);
  expect(files.filter(([path]) => path.includes("/watcher-events/"))).toHaveLength(triggers.length);
}

function expectOnlyGrown(house: MemoryHouse): void {
  let before = new Map<string, string>();
  for (const { files } of house.history("valp-ledger")) {
    const ledgers = [...files].filter(([path]) => path.endsWith(".jsonl"));
    const now = new Map(ledgers.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]));
    for (const [path, text] of before) expect(now.get(path)?.startsWith(text), path).toBe(true);
    before = now;
  }
}

it("the ledger is what the model says, whatever comes, comes late or comes again", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(deed, { minLength: 1, maxLength: 12 }).chain((deeds) => {
        const places = deeds.map((_, n) => n);
        // Each happening comes once, roughly in order or not, and some come again.
        const order = fc.shuffledSubarray(places, { minLength: places.length });
        return fc.tuple(
          fc.constant(deeds),
          fc.oneof(fc.constant(places), order),
          fc.array(fc.constantFrom(...places), { maxLength: 6 }),
        );
      }),
      async (plan) => {
        const [deeds, first, again] = plan;
        const house = scene();
        const happenings = deeds.map((what, n) => happeningOf(what, n + 1));
        for (const { id, deed: what, at } of happenings) {
          if (what.kind !== "label") continue;
          const label = rules[what.rule];
          house.labelEvents.push({ subject: what.issue, label, sender: "octocat", id, createdAt: timeOf(at) });
        }
        const models = new Map<number, Model>(issues.map((issue) => [issue, new Model()]));
        const events = new Map<string, Event>();
        for (const n of [...first, ...again]) {
          const happening = happenings[n];
          if (happening === undefined) continue;
          const event = events.get(happening.id) ?? happening.event(house);
          events.set(happening.id, event);
          house.pass(1000);
          await handle(house, event);
          models.get(happening.deed.issue)?.take(happening);
          expectModel(house, models);
        }
        expectOneTaskEach(house);
        expectOnlyGrown(house);
      },
    ),
    { numRuns: 60 },
  );
});
