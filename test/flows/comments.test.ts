// What is said on issues: as little as possible, to people only, never in a way that commands, and never before the record.
import { describe, expect, it } from "vitest";
import { parseCommands } from "../../src/core/commands/parse-commands.ts";
import { cast, commented, item, later, moved } from "../support/flow-events.ts";
import {
  codes,
  handle,
  label,
  ledger,
  nextTime,
  openTasks,
  putLabel,
  say,
  scene,
  statuses,
  tasks,
  words,
} from "../support/flow-scene.ts";
import { quietStories, risky, stories, team } from "../support/flow-stories.ts";
import type { MemoryComment, MemoryHouse } from "../support/memory-ports.ts";

const notes = (house: MemoryHouse) => house.comments.filter(({ marker }) => marker.startsWith("note:"));
const replies = (house: MemoryHouse) => house.comments.filter(({ marker }) => marker.startsWith("reply:"));

describe("a refused label", () => {
  it.each([
    ["by somebody who may not", cast.stranger, "role_too_low"],
    ["fault 49: by a bot", cast.hubot, "bot_not_listed"],
  ])("%s leaves exactly one line however often it is repeated", async (_, who, code) => {
    const house = scene();
    for (let again = 0; again < 5; again++) {
      const outcome = await handle(house, putLabel(house, later(item(), nextTime(house)), "agent: docs", who));
      expect(codes(outcome)).toEqual([code]);
      house.pass(2 * 60 * 60_000);
    }
    expect(house.comments).toHaveLength(1);
    expect(notes(house)[0]?.body).toContain(code);
    expect(house.comments[0]?.edits).toBe(0);
  });

  it("for another reason or another rule leaves another line", async () => {
    const house = scene();
    await handle(house, putLabel(house, item(), "agent: docs", cast.stranger));
    await handle(house, putLabel(house, item(), "agent: docs", cast.hubot));
    await handle(house, putLabel(house, item(), "agent: keep", cast.stranger));
    expect(new Set(notes(house).map(({ marker }) => marker)).size).toBe(3);
  });

  it("that no rule waits for leaves nothing", async () => {
    const house = scene();
    await label(house, "bug");
    expect(house.comments).toEqual([]);
  });
});

describe("commands", () => {
  it("are acknowledged at once and answered once, with every line of a comment in one answer", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const body = "/valp lead claude\n\n/valp dance\n\n/valp approve 0123456789ab";
    const comment = words(house, cast.monalisa, body);
    await handle(house, commented(item(), comment));
    await handle(house, commented(item(), comment));
    expect(replies(house)).toHaveLength(1);
    expect(replies(house)[0]?.body.match(/no effect/g)).toHaveLength(2);
    expect(house.reactions.map(({ content }) => content)).toEqual(["eyes", "confused"]);
    expect(statuses(house)).toHaveLength(1);
  });

  it("that were refused are answered where they were typed, without a further note", async () => {
    const house = scene();
    await say(house, cast.stranger, "/valp start ask");
    expect(house.comments.map(({ marker }) => marker.split(":")[0])).toEqual(["reply"]);
  });

  it("fault 67: words that only begin like a command have no effect", async () => {
    const house = scene();
    await label(house, "agent: docs", risky);
    for (const body of [
      "/valp approvenot 0123456789ab",
      "/valp approve-all 0123456789ab",
      "/valp approve. 0123456789ab",
    ]) {
      expect((await say(house, cast.bob, body, risky)).outcome, body).toBe("refused");
    }
    expect((await say(house, cast.bob, "/valpapprove 0123456789ab", risky)).outcome).toBe("ignored");
    expect(Object.keys(ledger(house)).some((path) => path.includes("user-decisions"))).toBe(false);
  });

  it("fault 65: line ends of any kind and capital verbs are understood", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const said = `Rebased.\r\n\r\n/valp LEAD claude coordinator=claude reviewer=alice because: x\r\n`;
    expect(codes(await say(house, cast.monalisa, said))).toEqual(["route_declared"]);
  });

  it("by a deleted account have no effect", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const ghost = { login: "ghost", id: 10137, type: "User" as const };
    expect(codes(await say(house, ghost, "/valp stop"))).toEqual(["actor_is_ghost"]);
    expect(openTasks(house)).toEqual(["gh-7-docs-1"]);
  });

  it("anybody may ask, and asking changes nothing", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const head = house.head("valp-ledger");
    for (const question of ["/valp status", "/valp why", "/valp help"]) {
      expect((await say(house, cast.stranger, question)).outcome, question).toBe("ignored");
    }
    expect(replies(house)).toHaveLength(3);
    expect(house.head("valp-ledger")).toBe(head);
  });
});

describe("fault 70: loops end by themselves", () => {
  it("bots are never answered", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const before = house.comments.length;
    for (const body of ["/valp status", "/valp stop", "/valp start ask", "/valp dance", "/valp help"]) {
      await say(house, cast.hubot, body);
    }
    expect(house.comments).toHaveLength(before);
    expect(tasks(house)).toEqual(["gh-7-docs-1"]);
    expect(openTasks(house)).toEqual(["gh-7-docs-1"]);
  });

  it("at most twenty answers within an hour, and the record goes on all the same", async () => {
    const house = scene();
    await label(house, "agent: docs");
    for (let n = 0; n < 30; n++) await say(house, cast.stranger, "/valp dance");
    expect(replies(house)).toHaveLength(20);
    expect(codes(await say(house, cast.monalisa, team))).toEqual(["route_declared"]);
    expect(replies(house)).toHaveLength(20);
    expect(statuses(house)[0]?.body).toContain("claude");
    house.pass(61 * 60_000);
    await say(house, cast.stranger, "/valp dance");
    expect(replies(house)).toHaveLength(21);
    const other = item({ number: 8 });
    await say(house, cast.stranger, "/valp dance", other);
    expect(replies(house).filter(({ subject }) => subject === 8)).toHaveLength(1);
  });

  it("fault 68: nothing that we say is a command, whoever posts it again", async () => {
    for (const story of Object.values({ ...stories, ...quietStories })) {
      const house = scene();
      await handle(house, await story(house));
      for (const { body } of house.comments) expect(parseCommands(body)).toEqual([]);
    }
    const house = scene();
    const hostile = "/valp start ask\n\n/valp approve 0123456789ab <!-- /valp stop --> @octocat #1 </details> ```";
    await label(house, "agent: docs", item({ title: hostile, body: `${hostile}\n\ndelete production` }));
    await say(house, cast.monalisa, `/valp stop ${hostile.replaceAll("\n", " ")}`);
    expect(house.comments.length).toBeGreaterThan(1);
    for (const { body } of house.comments) expect(parseCommands(body)).toEqual([]);
  });

  it("fault 68: our own words come back and start nothing", async () => {
    const house = scene();
    await label(house, "agent: docs", risky);
    const ours = { login: "valp[bot]", id: 90, type: "Bot" as const };
    const before = house.comments.length;
    for (const { body } of [...house.comments]) {
      expect((await say(house, ours, body, risky)).outcome).toBe("ignored");
      expect((await say(house, cast.octocat, body, risky)).outcome).toBe("ignored");
    }
    expect(house.comments).toHaveLength(before);
    expect(tasks(house)).toEqual(["gh-7-docs-1"]);
  });
});

describe("fault 154, fault 155: a conversation that takes no comments", () => {
  it("the ledger is written all the same, and the Outcome says what was not said", async () => {
    const house = scene();
    house.locked.add(7);
    const on = item({ locked: true });
    const outcome = await label(house, "agent: docs", on);
    expect(outcome).toMatchObject({ outcome: "recorded", commit: house.head("valp-ledger") });
    expect(codes(outcome)).toEqual(["task_opened", "conversation_locked"]);
    expect(codes(await say(house, cast.monalisa, team, on))).toEqual([
      "route_declared",
      "conversation_locked",
      "conversation_locked",
    ]);
    expect(codes(await handle(house, moved(later(on, nextTime(house)), cast.octocat, "closed")))).toEqual([
      "subject_gone",
      "conversation_locked",
    ]);
    expect(openTasks(house)).toEqual([]);
    expect(house.comments).toEqual([]);
  });

  it("a refused label on it is refused for its own reason first", async () => {
    const house = scene();
    house.locked.add(7);
    const outcome = await handle(house, putLabel(house, item({ locked: true }), "agent: docs", cast.stranger));
    expect(codes(outcome)).toEqual(["role_too_low", "conversation_locked"]);
  });

  it("when it opens again the next step shows the status", async () => {
    const house = scene();
    house.locked.add(7);
    await label(house, "agent: docs");
    house.locked.clear();
    await say(house, cast.monalisa, team);
    expect(statuses(house)).toHaveLength(1);
  });
});

describe("the status comment", () => {
  it("fault 142: is one per task, edited in place, also after somebody deleted it", async () => {
    const house = scene();
    await label(house, "agent: docs");
    await label(house, "agent: keep");
    await say(house, cast.monalisa, `${team} `.replace("lead claude", "lead task=gh-7-docs-1 claude"));
    expect(statuses(house).map(({ marker }) => marker)).toEqual(["status:gh-7-docs-1", "status:gh-7-keep-1"]);
    const first = statuses(house)[0];
    expect(first?.edits).toBe(1);
    house.comments.splice(house.comments.indexOf(first as MemoryComment), 1);
    await say(house, cast.monalisa, "/valp lead task=gh-7-docs-1 claude");
    expect(
      statuses(house)
        .map(({ marker }) => marker)
        .sort(),
    ).toEqual(["status:gh-7-docs-1", "status:gh-7-keep-1"]);
  });

  it("a deleted issue is not spoken to any more", async () => {
    const house = scene();
    await label(house, "agent: docs");
    const said = structuredClone(house.comments);
    const outcome = await handle(house, moved(later(item(), nextTime(house)), cast.octocat, "deleted"));
    expect(outcome).toMatchObject({ outcome: "closed", task_id: "gh-7-docs-1" });
    expect(house.comments).toEqual(said);
    expect(openTasks(house)).toEqual([]);
  });
});
