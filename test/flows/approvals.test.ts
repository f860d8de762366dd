// Approvals from the request to the decision, and everything that makes one not count.
import { describe, expect, it } from "vitest";
import { cast, commented, dispatched, edited, item, later, opened, reviewed } from "../support/flow-events.ts";
import {
  codes,
  digestOf,
  folder,
  fullPolicy,
  handle,
  label,
  lines,
  nextTime,
  openTasks,
  record,
  say,
  scene,
  words,
} from "../support/flow-scene.ts";
import { risky, team } from "../support/flow-stories.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";

const task = "gh-7-docs-1";
const short = (house: MemoryHouse, id = task) => digestOf(house, id).slice("sha256:".length, "sha256:".length + 16);
const approve = (house: MemoryHouse, by: (typeof cast)[keyof typeof cast] = cast.bob, id = task) =>
  say(house, by, `/valp approve ${short(house, id)}`, risky);
const state = (house: MemoryHouse, id = task) => record(house, id, "state.json");
const votes = (house: MemoryHouse, id = task) => lines(house, id, "approvals/user-decisions.jsonl");
const requests = (house: MemoryHouse, id = task) => lines(house, id, "approvals/requested.jsonl");
const status = (house: MemoryHouse) => house.comments.find(({ marker }) => marker === `status:${task}`)?.body ?? "";

const waiting = { status: "approval_required", gates: { approval: "needs_approval" } };

async function asked(policy = fullPolicy): Promise<MemoryHouse> {
  const house = scene(policy);
  await label(house, "agent: docs", risky);
  return house;
}

function expectWaiting(house: MemoryHouse): void {
  expect(state(house)).toMatchObject(waiting);
  expect(record(house, task, "automation-policy.json").selected_action).toBe("block_for_approval");
  expect(state(house).approval_required).not.toEqual([]);
}

function expectCovered(house: MemoryHouse): void {
  expect(state(house)).toMatchObject({ gates: { approval: "passed" }, approval_required: [] });
  expect(record(house, task, "automation-policy.json").selected_action).toBe("continue_until_gate");
}

describe("an approval", () => {
  it("is asked for with the digest of the exact plan, and counted by it", async () => {
    const house = await asked();
    expectWaiting(house);
    expect(requests(house)).toMatchObject([{ request_id: `${task}:approval:1`, status: "pending", risk: "high" }]);
    expect(requests(house)[0]?.plan_digest).toBe(digestOf(house, task));
    expect(status(house)).toContain(short(house).slice(0, 12));
    const outcome = await approve(house);
    expect(codes(outcome)).toEqual(["plan_approved"]);
    expect(votes(house)).toMatchObject([
      { status: "approved", vote: "approve", by: { login: "bob", id: 3 }, plan_digest: digestOf(house, task) },
    ]);
    expectCovered(house);
    expect(state(house).status).toBe("published");
  });

  it("of a routed task opens the way to dispatching", async () => {
    const house = await asked();
    await say(house, cast.monalisa, team, risky);
    expectWaiting(house);
    await approve(house);
    expectCovered(house);
    expect(state(house).status).toBe("dispatching");
  });

  it("needs as many people as the policy says, and only the last one's line says approved", async () => {
    const house = await asked(fullPolicy.replace("count: 1", "count: 2"));
    expect(codes(await approve(house, cast.alice))).toEqual(["seat_filled"]);
    expectWaiting(house);
    expect(status(house)).toContain("1 of 2");
    expect(codes(await approve(house, cast.bob))).toEqual(["plan_approved"]);
    expect(votes(house).map((line) => line.status)).toEqual(["pending", "approved"]);
    expectCovered(house);
  });

  it("fault 82: one person fills one seat, however often and through whichever group", async () => {
    const house = await asked(fullPolicy.replace("count: 1", "count: 2"));
    house.people.set("alice", { role: "admin", id: 2, teams: ["security"] });
    await approve(house, cast.alice);
    expect(codes(await approve(house, cast.alice))).toEqual(["seat_filled_before"]);
    expect(votes(house)).toHaveLength(1);
    expectWaiting(house);
  });

  it("fault 77: an outsider's command first does not keep the member's from counting", async () => {
    const house = await asked();
    const outsider = await approve(house, cast.stranger);
    expect(codes(outsider)).toEqual(["role_too_low", "not_in_team"]);
    expect(votes(house)).toEqual([]);
    expect(codes(await approve(house))).toEqual(["plan_approved"]);
    const replies = house.comments.filter(({ marker }) => marker.startsWith("reply:"));
    expect(replies.map(({ body }) => body.includes("no effect"))).toEqual([true, false]);
  });

  it("fault 94: a threshold is reached by every higher role", async () => {
    const house = await asked();
    house.people.set("bob", { role: "admin", id: 3 });
    expect(codes(await approve(house))).toEqual(["plan_approved"]);
  });

  it("fault 106: a member of a team counts without regard to case", async () => {
    const house = await asked();
    house.people.delete("stranger");
    house.people.set("Stranger", { role: "read", id: 5, teams: ["security"] });
    expect(codes(await approve(house, cast.stranger))).toEqual(["plan_approved"]);
  });
});

describe("words that do not count", () => {
  const expectNothing = async (house: MemoryHouse, outcome: Awaited<ReturnType<typeof say>>, code: string) => {
    expect(outcome).toMatchObject({ outcome: "refused", commit: null });
    expect(codes(outcome)).toContain(code);
    expect(votes(house)).toEqual([]);
    expectWaiting(house);
  };

  it("fault 79: the person who set the rule off", async () => {
    const house = await asked();
    await expectNothing(house, await approve(house, cast.octocat), "excluded_as_requester");
  });

  it("fault 79: the author of the text", async () => {
    const house = await asked();
    house.people.set("monalisa", { role: "admin", id: 4 });
    await expectNothing(house, await approve(house, cast.monalisa), "excluded_as_requester");
  });

  it("a worker of the declared team", async () => {
    const house = await asked();
    await say(house, cast.octocat, team, risky);
    await expectNothing(house, await approve(house, cast.alice), "excluded_as_worker");
  });

  it.each([
    ["our own app", { login: "valp[bot]", id: 90, type: "Bot" as const }],
    ["another app", cast.hubot],
    ["Copilot", { login: "Copilot", id: 91, type: "User" as const }],
  ])("fault 80: %s, even with the right digest and role", async (_, bot) => {
    const house = await asked(fullPolicy.replace("teams: [security]", "users: [hubot]"));
    house.people.set(bot.login, { role: "admin", id: bot.id });
    const outcome = await say(house, bot, `/valp approve ${short(house)}`, risky);
    await expectNothing(house, outcome, "bot_never_approves");
    expect(house.comments.filter(({ marker }) => marker.startsWith("reply:"))).toEqual([]);
  });

  it("a comment made through an app that is not listed; a listed one counts", async () => {
    const house = await asked();
    const body = `/valp approve ${short(house)}`;
    const through = { ...words(house, cast.bob, body), viaApp: "some-app" };
    await expectNothing(house, await handle(house, commented(risky, through)), "app_not_listed");
    const listed = await asked(fullPolicy.replace("teams: [security]", "apps: [some-app]"));
    const same = { ...words(listed, cast.bob, `/valp approve ${short(listed)}`), viaApp: "some-app" };
    expect(codes(await handle(listed, commented(risky, same)))).toEqual(["plan_approved"]);
  });

  it("fault 85: a digest that is too short, foreign or no digest", async () => {
    const house = await asked();
    for (const [typed, code] of [
      [short(house).slice(0, 7), "command_digest_invalid"],
      ["0123456789ab", "digest_unmatched"],
    ] as const) {
      const outcome = await say(house, cast.bob, `/valp approve ${typed}`, risky);
      expect(outcome.outcome).toBe("refused");
      if (code === "digest_unmatched") expect(codes(outcome)).toEqual([code]);
      expect(votes(house)).toEqual([]);
    }
  });

  it("fault 73: a comment that was edited into an approval", async () => {
    const house = await asked();
    const comment = words(house, cast.bob, "looks ok");
    await handle(house, commented(risky, comment));
    const body = `/valp approve ${short(house)}`;
    const changed = { ...comment, body, updatedAt: nextTime(house) };
    const outcome = await handle(house, commented(risky, changed, "edited", cast.octocat));
    expect(outcome).toMatchObject({ outcome: "ignored", commit: null });
    await expectNothing(house, await handle(house, commented(risky, changed)), "words_edited");
  });

  it("fault 59, fault 62: quoted, coded and hidden words", async () => {
    const house = await asked();
    const command = `/valp approve ${short(house)}`;
    for (const body of [`> ${command}`, `    ${command}`, `\`\`\`\n${command}\n\`\`\``, `<!-- ${command} -->`]) {
      expect((await say(house, cast.bob, body, risky)).outcome, body).toBe("ignored");
    }
    expect((await say(house, cast.bob, command.replace("approve", "app\u200brove"), risky)).outcome).toBe("refused");
    expect(votes(house)).toEqual([]);
    expectWaiting(house);
  });

  it("the text of the issue itself", async () => {
    const house = await asked();
    const on = item({ number: 8, author: cast.bob, body: `/valp approve ${short(house)}`, updatedAt: risky.createdAt });
    expect(codes(await handle(house, opened(on)))).toEqual(["vote_in_issue_body"]);
    expectWaiting(house);
  });

  it("words about a task that has ended", async () => {
    const house = await asked();
    const digest = short(house);
    await say(house, cast.octocat, "/valp stop", risky);
    expect(codes(await say(house, cast.bob, `/valp approve ${digest} task=${task}`, risky))).toEqual([
      "task_has_ended",
    ]);
    expect(codes(await say(house, cast.bob, `/valp approve ${digest}`, risky))).toEqual(["no_live_task"]);
  });
});

describe("what cannot be told counts for nothing and may be tried again", () => {
  it.each<[string, (house: MemoryHouse) => void, (house: MemoryHouse) => void]>([
    [
      "a role",
      (house) => house.people.set("bob", { role: "maintain", id: 3, unknown: true }),
      (house) => house.people.set("bob", { role: "maintain", id: 3 }),
    ],
    [
      "a team",
      (house) => {
        house.people.set("bob", { role: "read", id: 3, teams: ["security"] });
        house.hiddenTeams.add("security");
      },
      (house) => house.hiddenTeams.delete("security"),
    ],
  ])("%s", async (_, hide, show) => {
    const house = await asked();
    hide(house);
    const event = commented(risky, words(house, cast.bob, `/valp approve ${short(house)}`));
    const outcome = await handle(house, event);
    expect(outcome).toMatchObject({ outcome: "refused", commit: null });
    expect(codes(outcome)[0]).toMatch(/_unknown$/);
    expect(votes(house)).toEqual([]);
    expectWaiting(house);
    show(house);
    expect(codes(await handle(house, event))).toEqual(["plan_approved"]);
    expectCovered(house);
    const reply = house.comments.filter(({ marker }) => marker.startsWith("reply:"));
    expect(reply).toHaveLength(1);
    expect(reply[0]?.body).not.toContain("no effect");
  });

  it("fault 104: a reading that fails later revokes nothing", async () => {
    const house = await asked();
    await approve(house);
    house.people.set("bob", { role: "none", id: 3, unknown: true });
    await say(house, cast.monalisa, "/valp status", risky);
    expectCovered(house);
  });
});

describe("fault 83: an approval goes stale", () => {
  it("when the text is edited", async () => {
    const house = await asked();
    await approve(house);
    const old = short(house);
    const changed = later(risky, nextTime(house), { body: "Delete the staging database" });
    expect(codes(await handle(house, edited(changed, cast.monalisa)))).toEqual(["snapshot_renewed", "plan_changed"]);
    expectWaiting(house);
    expect(requests(house).map((line) => line.status)).toEqual(["pending", "superseded", "pending"]);
    expect(codes(await say(house, cast.bob, `/valp approve ${old}`, risky))).toEqual(["digest_stale"]);
    expectWaiting(house);
    await approve(house);
    expectCovered(house);
  });

  it("when the team is declared or declared anew", async () => {
    const house = await asked();
    await approve(house);
    await say(house, cast.octocat, team, risky);
    expectWaiting(house);
    await approve(house);
    expectCovered(house);
    await say(house, cast.octocat, "/valp assign reviewer=claude because: alice is away", risky);
    expectWaiting(house);
  });

  it.each([
    ["the policy asks for other approvers", fullPolicy.replace("teams: [security]", "teams: [board]"), {}],
    ["the rule changes", fullPolicy.replace('label: "agent: docs" }', 'label: "agent: docs" }\n    deadline: 6h'), {}],
    [
      "the definition of an agent changes",
      fullPolicy.replace("account: alice", "account: alice, model_awareness: required"),
      {},
    ],
    ["the workflow of an agent changes", fullPolicy, { ".github/workflows/agent-claude.yml": "on: push\n" }],
    ["the evidence rules change", `${fullPolicy}evidence: { reviewer: { min_bytes: 100 } }\n`, {}],
  ])("when %s, and the old digest is answered with the new one", async (_, policy, files) => {
    const house = await asked();
    await say(house, cast.octocat, team, risky);
    const old = short(house);
    house.plant("main", { ".github/valp.yml": policy, ...files });
    const outcome = await say(house, cast.bob, `/valp approve ${old}`, risky);
    expect(outcome.outcome).toBe("refused");
    expect(codes(outcome)[0]).toMatch(/^digest_(stale|not_requested)$/);
    expectWaiting(house);
    expect(votes(house)).toEqual([]);
    expect(short(house)).not.toBe(old);
    expect(status(house)).toContain(short(house).slice(0, 12));
    expect(codes(await approve(house))).toEqual(["plan_approved"]);
    expectCovered(house);
  });

  it("not when the policy changes where the plan does not stand on it", async () => {
    const house = await asked();
    const old = short(house);
    house.plant("main", { ".github/valp.yml": `${fullPolicy}# a remark\n` });
    expect(codes(await say(house, cast.bob, `/valp approve ${old}`, risky))).toEqual(["plan_approved"]);
  });
});

describe("what was approved is what stands", () => {
  it("fault 172: an edit after the approval makes it stale, and the approved text is gone from no record by itself", async () => {
    const house = await asked();
    await approve(house);
    const approved = digestOf(house, task);
    const snapshot = record(house, task, "inputs/issue-snapshot.json");
    const changed = later(risky, nextTime(house), { body: "Delete the production database and its backups" });
    // Words on the changed issue, before its own event: the records still hold the text that was approved.
    await say(house, cast.monalisa, "/valp status", changed);
    expect(record(house, task, "inputs/issue-snapshot.json")).toEqual(snapshot);
    expectCovered(house);
    await handle(house, edited(changed, cast.monalisa));
    expectWaiting(house);
    expect(digestOf(house, task)).not.toBe(approved);
    expect(folder(house, task)["task.md"]).toContain("backups");
    expect(votes(house).map((line) => line.plan_digest)).toEqual([approved]);
  });

  it("fault 172: an approval typed on a text that changed unseen covers the recorded text alone", async () => {
    const house = await asked();
    const seen = digestOf(house, task);
    const changed = later(risky, nextTime(house), { body: "Delete the production database and its backups" });
    await say(house, cast.bob, `/valp approve ${short(house)}`, changed);
    expect(folder(house, task)["task.md"]).not.toContain("backups");
    expect(digestOf(house, task)).toBe(seen);
    await handle(house, edited(changed, cast.monalisa));
    expectWaiting(house);
    expect(codes(await say(house, cast.bob, `/valp approve ${seen}`, changed))).toEqual(["digest_stale"]);
  });

  it("fault 86: the order of votes is that of GitHub's times of the comments, not of arrival or of any commit", async () => {
    const house = await asked();
    const vote = words(house, cast.bob, `/valp approve ${short(house)}`);
    const back = words(house, cast.bob, "/valp withdraw");
    await handle(house, commented(risky, back));
    await handle(house, commented(risky, vote));
    expectWaiting(house);
    expect(votes(house).map((line) => [line.vote, line.at])).toEqual([["withdraw", back.createdAt]]);
    await approve(house);
    expectCovered(house);
  });

  it("fault 100: comments alone are the gate: no reading asks for an environment, and none is needed", async () => {
    const house = await asked();
    const asks: string[][] = [];
    const { repository } = house.ports;
    const load: typeof repository.load = (want) => {
      asks.push([...want.source, ...want.ledger, ...want.folders]);
      return repository.load(want);
    };
    const vote = commented(risky, words(house, cast.bob, `/valp approve ${short(house)}`));
    const outcome = await handle(house, vote, { ...house.ports, repository: { ...repository, load } });
    expect(codes(outcome)).toEqual(["plan_approved"]);
    expectCovered(house);
    expect(asks.flat().length).toBeGreaterThan(0);
    expect(asks.flat().filter((path) => path.includes("environment"))).toEqual([]);
  });
});

describe("denials and withdrawals", () => {
  it("a denial blocks the plan, with its reason, and a changed plan may be approved again", async () => {
    const house = await asked();
    expect(codes(await say(house, cast.bob, `/valp deny ${short(house)} reason: too risky`, risky))).toEqual([
      "plan_denied",
    ]);
    expect(state(house)).toMatchObject({ status: "blocked", gates: { approval: "blocked" } });
    expect(votes(house)).toMatchObject([{ status: "denied", vote: "deny", reason: "too risky" }]);
    expect(codes(await approve(house, cast.alice))).toEqual(["request_denied"]);
    await say(house, cast.octocat, team, risky);
    expectWaiting(house);
    expect(codes(await approve(house))).toEqual(["plan_approved"]);
  });

  it("a withdrawal by command takes the approval back", async () => {
    const house = await asked();
    await approve(house);
    expect(codes(await say(house, cast.bob, "/valp withdraw", risky))).toEqual(["approval_withdrawn"]);
    expectWaiting(house);
    expect(codes(await say(house, cast.stranger, "/valp withdraw", risky))).toEqual(["nothing_to_withdraw"]);
    expect(codes(await approve(house))).toEqual(["plan_approved"]);
  });

  it.each([
    ["edited", cast.octocat],
    ["edited", cast.bob],
    ["deleted", cast.octocat],
  ] as const)("fault 73: the counted comment is %s by %s", async (how, who) => {
    const house = await asked();
    const vote = words(house, cast.bob, `/valp approve ${short(house)}`);
    await handle(house, commented(risky, vote));
    expectCovered(house);
    const touched = { ...vote, updatedAt: nextTime(house) };
    const event = commented(risky, touched, how, who);
    expect(codes(await handle(house, event))).toEqual(["approval_touched"]);
    expectWaiting(house);
    expect(votes(house).at(-1)).toMatchObject({ vote: "withdraw", by: { login: who.login } });
    await handle(house, event);
    expect(votes(house)).toHaveLength(2);
  });

  it("an edit and then a deletion withdraw once", async () => {
    const house = await asked();
    const vote = words(house, cast.bob, `/valp approve ${short(house)}`);
    await handle(house, commented(risky, vote));
    await handle(house, commented(risky, { ...vote, updatedAt: nextTime(house) }, "edited"));
    const outcome = await handle(house, commented(risky, vote, "deleted"));
    expect(outcome).toMatchObject({ outcome: "ignored", commit: null });
    expect(votes(house)).toHaveLength(2);
  });

  it.each(["edited", "deleted"] as const)("%s before the approval itself arrived: it never counts", async (how) => {
    const house = await asked();
    const vote = words(house, cast.bob, `/valp approve ${short(house)}`);
    const late = { ...vote, updatedAt: nextTime(house) };
    const event = commented(risky, late, how);
    const told = event.kind === "words_edited" ? { ...event, previousBody: vote.body } : event;
    expect(codes(await handle(house, told))).toEqual(["approval_touched"]);
    expectWaiting(house);
    expect(codes(await handle(house, commented(risky, vote)))).toEqual(["words_counted_before"]);
    expectWaiting(house);
    expect(votes(house)).toMatchObject([{ vote: "withdraw", comment_id: vote.id }]);
  });

  it("in one comment with an approval, a withdrawal and a refusal have the last word", async () => {
    const house = await asked();
    const body = `/valp approve ${short(house)}\n/valp withdraw`;
    await handle(house, commented(risky, words(house, cast.bob, body)));
    expectWaiting(house);
    const refusing = `/valp approve ${short(house)}\n/valp deny ${short(house)} reason: not now`;
    const refused = await handle(house, commented(risky, words(house, cast.bob, refusing)));
    expect([refused, ...(refused.others ?? [])].map(codes)).toEqual([["plan_approved"], ["plan_denied"]]);
    expect(state(house).gates).toMatchObject({ approval: "blocked" });
  });

  it("one comment that approves two tasks loses both votes when it is edited", async () => {
    const house = await asked();
    await label(house, "agent: keep", risky);
    const both = `/valp approve ${short(house)}\n\n/valp approve ${short(house, "gh-7-keep-1")}`;
    const vote = words(house, cast.bob, both);
    const outcome = await handle(house, commented(risky, vote));
    expect([outcome, ...(outcome.others ?? [])].map(codes)).toEqual([["plan_approved"], ["plan_approved"]]);
    await handle(house, commented(risky, { ...vote, updatedAt: nextTime(house) }, "edited"));
    for (const id of [task, "gh-7-keep-1"]) {
      expect(votes(house, id).map((line) => line.vote)).toEqual(["approve", "withdraw"]);
      expect(state(house, id)).toMatchObject(waiting);
    }
  });

  it("a review approves on a pull request, and its dismissal withdraws", async () => {
    const house = scene();
    const pr = { ...risky, kind: "pull_request" as const, number: 12 };
    await label(house, "agent: pr", pr);
    const vote = words(house, cast.bob, `/valp approve ${short(house, "gh-12-prs-1")}`);
    expect(codes(await handle(house, reviewed(pr, vote)))).toEqual(["plan_approved"]);
    expect(votes(house, "gh-12-prs-1")).toMatchObject([{ comment_kind: "review" }]);
    const dismissed = await handle(house, reviewed(pr, vote, "dismissed", cast.octocat));
    expect(codes(dismissed)).toEqual(["approval_touched"]);
    expect(state(house, "gh-12-prs-1")).toMatchObject(waiting);
  });
});

describe("several open tasks", () => {
  it("are told apart by the digest, and otherwise by their id", async () => {
    const house = await asked();
    await label(house, "agent: keep", risky);
    const keep = "gh-7-keep-1";
    expect(codes(await approve(house, cast.bob, keep))).toEqual(["plan_approved"]);
    expect(state(house, keep)).toMatchObject({ gates: { approval: "passed" } });
    expectWaiting(house);
    expect(codes(await say(house, cast.bob, "/valp withdraw", risky))).toEqual(["several_live_tasks"]);
    expect(codes(await say(house, cast.bob, `/valp withdraw task=${keep}`, risky))).toEqual(["approval_withdrawn"]);
    expect(codes(await say(house, cast.bob, "/valp approve 0123456789ab", risky))).toEqual(["several_live_tasks"]);
    expect(codes(await say(house, cast.bob, "/valp withdraw task=gh-9-other-1", risky))).toEqual(["unknown_task"]);
    expect(openTasks(house)).toEqual([task, keep]);
  });
});

describe("tasks without an issue", () => {
  const api = "api-api-k1";

  it("are approved by their id, and lose the vote when its comment is edited", async () => {
    const house = scene();
    await handle(house, dispatched("agent-task", { key: "k1", goal: "Delete production" }));
    const vote = words(house, cast.bob, `/valp approve ${short(house, api)} task=${api}`);
    const on = item();
    expect(codes(await handle(house, commented(on, vote)))).toEqual(["plan_approved"]);
    expect(codes(await handle(house, commented(on, vote)))).toEqual(["duplicate_event"]);
    await handle(house, commented(on, { ...vote, updatedAt: nextTime(house) }, "edited"));
    expect(state(house, api)).toMatchObject(waiting);
  });

  it("are not stopped by whoever opens an issue to say so", async () => {
    const house = scene();
    await handle(house, dispatched("agent-task", { key: "k1", goal: "Delete production" }));
    const on = item({ author: cast.stranger });
    expect(codes(await say(house, cast.stranger, `/valp stop task=${api}`, on))).toEqual(["role_too_low"]);
    expect(openTasks(house)).toEqual([api]);
    expect(codes(await say(house, cast.alice, `/valp stop task=${api}`, on))).toEqual(["task_cancelled", "stopped_by"]);
    expect(openTasks(house)).toEqual([]);
    expect(folder(house, api)["state.json"]).toContain("cancelled");
  });
});
