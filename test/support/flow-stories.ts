// Situations for flow tests: what stands before, and the event that comes then. One for every kind of event.
import type { Event } from "../../src/core/events/event.ts";
import {
  cast,
  commented,
  dispatched,
  edited,
  item,
  later,
  moved,
  opened,
  pushed,
  tick,
  unlabeled,
} from "./flow-events.ts";
import { digestOf, fullPolicy, handle, label, nextTime, putLabel, say, words } from "./flow-scene.ts";
import type { MemoryHouse } from "./memory-ports.ts";

/** Arranges what stands before and gives the event that comes then. */
export type Story = (house: MemoryHouse) => Promise<Event> | Event;

/** An issue whose text is of high risk. */
export const risky = item({ body: "Delete the production database" });

/** A declaration that passes. */
export const team = "/valp lead claude coordinator=claude reviewer=alice because: they know it";

/** The answers of an issue form that name a team. */
export const formBody =
  "### VALP Leader\n\nclaude\n\n### VALP assignments\n\ncoordinator=claude\nimplementer=codex\nreviewer=alice\n\n### VALP reasons\n\nThey know it";

const approval = (house: MemoryHouse, verb = "approve", rest = "") =>
  words(house, cast.bob, `/valp ${verb} ${digestOf(house, "gh-7-docs-1").slice(0, 23)}${rest}`);

/** Stories by what happens in them. */
export const stories: Record<string, Story> = {
  "a label opens a task": (house) => putLabel(house, item(), "agent: docs"),
  "a label opens a task of high risk": (house) => putLabel(house, risky, "agent: docs"),
  "a label opens a task with a standing team": (house) => putLabel(house, item(), "agent: team"),
  "a label opens a task whose form names the team": (house) =>
    putLabel(house, item({ author: cast.alice, body: formBody }), "agent: form"),
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
    const body = "/valp lead claude\n\n/valp assign coordinator=claude reviewer=alice because: x";
    return commented(risky, words(house, cast.alice, body));
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
    const vote = approval(house);
    await say(house, cast.alice, team, risky);
    return commented(risky, vote);
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
    return edited(later(item(), nextTime(house), { body: risky.body }), cast.monalisa);
  },
};

/** Stories in which nothing is written, or only said. */
export const quietStories: Record<string, Story> = {
  "a label that means nothing": (house) => putLabel(house, item(), "bug"),
  "a label by somebody who may not": (house) => putLabel(house, item(), "agent: docs", cast.stranger),
  "a command that is none": (house) => commented(item(), words(house, cast.alice, "/valp dance")),
  "a question": async (house) => {
    await label(house, "agent: docs");
    return commented(item(), words(house, cast.stranger, "/valp status\n\n/valp why\n\n/valp help"));
  },
  "an opened issue": () => opened(item({ updatedAt: "2026-03-01T09:00:00Z" })),
  "a reopened issue": () => moved(item(), cast.octocat, "reopened"),
  "a push beside every rule": () => pushed("main", { before: "a".repeat(40), after: "b".repeat(40) }, ["src/a.ts"]),
  "a comment that was edited": (house) => commented(item(), words(house, cast.alice, "hello"), "edited"),
};
