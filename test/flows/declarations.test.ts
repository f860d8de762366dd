// Declarations by people, in every form in which they may be said, and what stands in the ledger after each.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Comment, cast, commented, edited, item, later } from "../support/flow-events.ts";
import {
  codes,
  digestOf,
  folder,
  fullPolicy,
  handle,
  label,
  lines,
  nextTime,
  record,
  say,
  scene,
  words,
} from "../support/flow-scene.ts";
import { formBody, risky, team } from "../support/flow-stories.ts";
import type { MemoryHouse } from "../support/memory-ports.ts";
import { havePublishedSchemas, schemaFindings, withoutSchemas } from "../support/published-schemas.ts";

const task = "gh-7-docs-1";
const declarationFiles = ["assignment-declaration.json", "assignment-validation.json"];
const routeSet = [
  "attention-map.json",
  "context-pack.json",
  "context-selection.json",
  "control-contract.json",
  "delegation-policy.json",
  "evidence-board.json",
  "iteration-budget.json",
  "mask-list.json",
  "routing.json",
  "skill-recommendations.json",
  "submission-dependencies.json",
  "visible-routing.md",
];
const perAgent = (agents: string[]) =>
  agents.flatMap((agent) => [
    `agents/${agent}/dispatch.md`,
    `control-slices/${agent}.json`,
    `skill-slices/${agent}.json`,
  ]);

const status = (house: MemoryHouse, id = task) =>
  house.comments.find(({ marker }) => marker === `status:${id}`)?.body ?? "";
const state = (house: MemoryHouse, id = task) => record(house, id, "state.json");
const declaration = (house: MemoryHouse, id = task) => record(house, id, "assignment-declaration.json");

/** Files that only a declaration or a route makes. */
function madeByTeam(house: MemoryHouse, id = task): string[] {
  const first = ["automation-policy.json", "state.json", "task.md", "timeline.jsonl", "trigger-policy.json"];
  const others = Object.keys(folder(house, id)).filter(
    (name) => !first.includes(name) && !name.startsWith("inputs/") && !name.startsWith("approvals/"),
  );
  return others.sort();
}

function expectRouted(house: MemoryHouse, agents: string[], id = task): void {
  expect(madeByTeam(house, id)).toEqual([...declarationFiles, ...routeSet, ...perAgent(agents)].sort());
  expect(record(house, id, "assignment-validation.json").status).toBe("pass");
}

async function opened(policy = fullPolicy, on = item()): Promise<MemoryHouse> {
  const house = scene(policy);
  await label(house, "agent: docs", on);
  return house;
}

describe("a declaration", () => {
  it("in one line names Leader, roles and reason, and the route follows", async () => {
    const house = await opened();
    const outcome = await say(house, cast.monalisa, team);
    expect(outcome).toMatchObject({ outcome: "recorded", task_id: task });
    expect(codes(outcome)).toEqual(["route_declared"]);
    expect(declaration(house)).toMatchObject({
      declaration_id: `${task}:declaration:1`,
      leader: { agent_id: "claude", selected_by: "user", selection_ref: expect.stringContaining("#issuecomment-") },
      assignments: { coordinator: "claude", reviewer: "alice" },
      reasons: { coordinator: "they know it", reviewer: "they know it" },
    });
    expectRouted(house, ["alice", "claude"]);
    expect(state(house).status).toBe("dispatching");
    expect(record(house, task, "automation-policy.json")).toMatchObject({
      selected_action: "continue_until_gate",
      trigger_policy_ref: "trigger-policy.json",
    });
    expect(status(house)).toContain("claude");
  });

  it("in two steps: the Leader first, then the assignments", async () => {
    const house = await opened();
    expect(codes(await say(house, cast.monalisa, "/valp lead claude"))).toEqual(["leader_selected"]);
    expect(madeByTeam(house)).toEqual([]);
    expect(state(house)).toMatchObject({ github: { leader_selection: { agent_id: "claude" } } });
    expect(status(house)).toContain("/valp assign");
    await say(house, cast.monalisa, "/valp assign coordinator=claude reviewer=alice because: they know it");
    expectRouted(house, ["alice", "claude"]);
  });

  it("in a YAML fence, with a reason for each role", async () => {
    const house = await opened();
    await say(house, cast.monalisa, "/valp lead claude");
    const yaml = [
      "/valp assign",
      "```yaml",
      "assignments: { coordinator: claude, reviewer: alice }",
      "reasons: { coordinator: leads well, reviewer: owns docs }",
      "```",
    ].join("\n");
    expect(codes(await say(house, cast.monalisa, yaml))).toEqual(["route_declared"]);
    expect(declaration(house).reasons).toEqual({ coordinator: "leads well", reviewer: "owns docs" });
  });

  it.each([
    ["not YAML", "a: [", "declaration_yaml"],
    ["an unknown key", "assignments: { coordinator: claude }\nmodel: big", "declaration_yaml"],
  ])("in a fence that is %s changes nothing", async (_, text, code) => {
    const house = await opened();
    await say(house, cast.monalisa, "/valp lead claude");
    const head = house.head("valp-ledger");
    const outcome = await say(house, cast.monalisa, `/valp assign\n\`\`\`yaml\n${text}\n\`\`\``);
    expect(outcome.outcome).toBe("refused");
    expect(codes(outcome).join()).toContain(code.slice(0, 11));
    expect(house.head("valp-ledger")).toBe(head);
  });

  it("by the answers of an issue form carries the authority of whoever wrote them", async () => {
    const house = scene();
    const outcome = await label(house, "agent: form", item({ author: cast.alice, body: formBody }));
    expect(codes(outcome)).toEqual(["task_opened", "route_declared"]);
    expectRouted(house, ["alice", "claude", "codex"], "gh-7-form-1");

    const outsider = scene();
    const refused = await label(outsider, "agent: form", item({ author: cast.stranger, body: formBody }));
    expect(codes(refused)).toEqual(["task_opened", "role_too_low"]);
    expect(madeByTeam(outsider, "gh-7-form-1")).toEqual([]);
    expect(status(outsider, "gh-7-form-1")).toContain("/valp lead");
  });

  it("that stands in the policy is selected by whoever sets the rule off", async () => {
    const house = scene();
    await label(house, "agent: team");
    expect(declaration(house, "gh-7-team-1").leader).toMatchObject({
      selected_by: "user",
      selection_ref: `.github/valp.yml@${house.head("main")}#declarations.docs-team`,
    });
    expectRouted(house, ["alice", "claude", "codex"], "gh-7-team-1");
  });

  it("that stands ready never takes the place of what people said", async () => {
    const house = scene();
    await label(house, "agent: team");
    await say(house, cast.monalisa, team);
    await label(house, "agent: team", later(item(), nextTime(house)));
    house.pass(10 * 60_000);
    await label(house, "agent: team", later(item(), nextTime(house)));
    expect(declaration(house, "gh-7-team-1").assignments).toEqual({ coordinator: "claude", reviewer: "alice" });
  });

  it("a standing one with nobody behind the event is refused, and the task waits", async () => {
    const house = scene(
      fullPolicy.replace(
        'schedule: "45 * * * *" }',
        'schedule: "45 * * * *" }\n    action: validate_declared_route\n    declaration: docs-team',
      ),
    );
    const outcome = await handle(house, {
      ...commented(item(), words(house, cast.alice, "x")),
      kind: "tick",
      cron: null,
    });
    const hourly = [outcome, ...(outcome.others ?? [])].find(({ task_id }) => task_id?.startsWith("cron-hourly"));
    expect(hourly && codes(hourly)).toEqual(["task_opened", "standing_without_person"]);
    expect(madeByTeam(house, "cron-hourly-20260301t0945z")).toEqual([]);
  });
});

describe("who may declare", () => {
  it("needs the role of commands", async () => {
    const house = await opened();
    expect(codes(await say(house, cast.stranger, team))).toEqual(["role_too_low"]);
    expect(codes(await say(house, cast.hubot, team))).toEqual(["bot_not_listed"]);
    expect(madeByTeam(house)).toEqual([]);
  });

  it("lets the Leader's own account assign, whatever its role", async () => {
    const house = await opened(fullPolicy.replace("roles: [reviewer] }", "roles: [reviewer, coordinator] }"));
    house.people.set("alice", { role: "read", id: 2 });
    await say(house, cast.monalisa, "/valp lead alice");
    const outcome = await say(house, cast.alice, "/valp assign coordinator=alice reviewer=claude because: I know it");
    expect(codes(outcome)).toEqual(["route_declared"]);
    expect(codes(await say(house, cast.alice, "/valp lead claude"))).toEqual(["role_too_low"]);
  });
});

describe("a declaration that does not pass", () => {
  it.each([
    ["an agent nobody knows", "coordinator=nobody reviewer=alice"],
    ["a role the agent does not fill", "coordinator=codex reviewer=alice"],
    ["no reviewer", "coordinator=claude"],
  ])("%s: both records are written, no route, and the fix is shown", async (_, roles) => {
    const house = await opened();
    const outcome = await say(house, cast.monalisa, `/valp lead claude ${roles} because: x`);
    expect(outcome.outcome).toBe("recorded");
    expect(codes(outcome)[0]).toBe("declaration_blocked");
    expect(codes(outcome).length).toBeGreaterThan(1);
    expect(madeByTeam(house)).toEqual(declarationFiles);
    expect(record(house, task, "assignment-validation.json").status).toBe("blocked");
    expect(state(house)).toMatchObject({ status: "published", assignment_validation: { status: "blocked" } });
    expect(status(house)).toContain("needs a fix");
    await say(house, cast.monalisa, team);
    expectRouted(house, ["alice", "claude"]);
    expect(status(house)).not.toContain("needs a fix");
  });

  it("after one that passed, removes the whole earlier route", async () => {
    const house = await opened();
    await say(house, cast.monalisa, team);
    await say(house, cast.monalisa, "/valp assign reviewer=nobody because: x");
    expect(madeByTeam(house)).toEqual(declarationFiles);
    expect(state(house)).not.toHaveProperty("control_contract");
  });

  it("with no Leader, with a role named twice or without a reason, changes nothing", async () => {
    const house = await opened();
    for (const said of [
      "/valp assign coordinator=claude because: x",
      "/valp lead claude coordinator=claude coordinator=codex because: x",
      "/valp lead codex",
      "/valp lead claude coordinator=claude reviewer=alice",
      "/valp lead claude sculptor=claude because: x",
    ]) {
      const outcome = await say(house, cast.monalisa, said);
      expect(outcome, said).toMatchObject({ outcome: "refused", commit: null });
    }
    expect(madeByTeam(house)).toEqual([]);
  });
});

describe("a new Leader", () => {
  it("starts over, and leaves nothing of the team before", async () => {
    const house = scene();
    await label(house, "agent: team");
    const id = "gh-7-team-1";
    expectRouted(house, ["alice", "claude", "codex"], id);
    await say(house, cast.monalisa, "/valp lead claude coordinator=claude reviewer=claude because: alone");
    expectRouted(house, ["claude"], id);
    expect(declaration(house, id).declaration_id).toBe(`${id}:declaration:2`);
    await say(house, cast.monalisa, "/valp lead claude");
    expect(madeByTeam(house, id)).toEqual([]);
    expect(state(house, id).status).toBe("published");
  });
});

describe("high risk", () => {
  it("is declared and routed, and still stops until an approval covers it", async () => {
    const house = await opened(fullPolicy, risky);
    await say(house, cast.monalisa, team, risky);
    expectRouted(house, ["alice", "claude"]);
    expect(state(house)).toMatchObject({ status: "approval_required", gates: { approval: "needs_approval" } });
    expect(record(house, task, "automation-policy.json")).toMatchObject({
      risk_classification: "high",
      selected_action: "block_for_approval",
      approval_required: true,
      approval_refs: ["approvals/requested.jsonl"],
      trigger_policy_ref: "trigger-policy.json",
    });
    await say(house, cast.bob, `/valp approve ${digestOf(house, task)}`, risky);
    expect(state(house)).toMatchObject({ status: "dispatching", approval_required: [] });
    expect(record(house, task, "automation-policy.json").selected_action).toBe("continue_until_gate");
  });

  it("rises with an edit of the text, and the routed task stops", async () => {
    const house = await opened();
    await say(house, cast.monalisa, team);
    expect(state(house).status).toBe("dispatching");
    await handle(house, edited(later(risky, nextTime(house)), cast.monalisa));
    expect(state(house)).toMatchObject({ status: "approval_required", gates: { approval: "needs_approval" } });
    expect(record(house, task, "automation-policy.json").selected_action).toBe("block_for_approval");
    expect(lines(house, task, "approvals/requested.jsonl")).toHaveLength(1);
    await handle(house, edited(later(item(), nextTime(house)), cast.monalisa));
    expect(state(house).status).toBe("approval_required");
  });

  it("an edit that comes late does not bring an older text back", async () => {
    const house = await opened();
    const first = later(item(), nextTime(house), { body: "first edit" });
    const second = later(item(), nextTime(house), { body: "second edit" });
    await handle(house, edited(second, cast.monalisa));
    expect(codes(await handle(house, edited(first, cast.monalisa)))).toEqual(["newer_text_known"]);
    expect(record(house, task, "inputs/issue-snapshot.json").body).toBe("second edit");
  });
});

/** What a person may do to one task, for sequences nobody thought of. */
const deeds: [string, (house: MemoryHouse) => Promise<unknown>][] = [
  ["lead with a team", (house) => say(house, cast.monalisa, team)],
  ["lead alone", (house) => say(house, cast.monalisa, "/valp lead claude")],
  ["assign", (house) => say(house, cast.monalisa, "/valp assign implementer=codex because: writes well")],
  ["assign wrongly", (house) => say(house, cast.monalisa, "/valp assign reviewer=nobody because: x")],
  ["make it risky", (house) => handle(house, edited(later(risky, nextTime(house)), cast.monalisa))],
  ["edit the text", (house) => handle(house, edited(later(item(), nextTime(house), { body: "other" }), cast.monalisa))],
  [
    "approve",
    (house) => say(house, cast.bob as Comment["by"], `/valp approve ${digestOf(house, task) ?? "0123456789ab"}`),
  ],
  ["withdraw", (house) => say(house, cast.bob, "/valp withdraw")],
  ["deny", (house) => say(house, cast.bob, `/valp deny ${digestOf(house, task) ?? "0123456789ab"} reason: no`)],
  [
    "lead with a squad of one",
    (house) => say(house, cast.monalisa, "/valp lead claude coordinator=claude reviewer=claude because: alone"),
  ],
];

describe("whatever people do, in any order", () => {
  it("routing.json and state.json carry the same markers, and the gates agree with each other", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...deeds), { maxLength: 7 }), async (chosen) => {
        const house = await opened();
        for (const [, deed] of chosen) {
          await deed(house);
          expectConsistent(house);
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Routing markers that state.json repeats under another name. */
const renamed: Record<string, string> = { selected_agent_context_policies: "context_policies" };

function expectConsistent(house: MemoryHouse): void {
  const now = state(house);
  const routing = record(house, task, "routing.json");
  const validation = record(house, task, "assignment-validation.json");
  expect(routing !== null).toBe(validation?.status === "pass");
  if (routing !== null) {
    for (const [key, value] of Object.entries(routing)) {
      const name = renamed[key] ?? key;
      if (Object.hasOwn(now, name) && !["schema_version", "status"].includes(name))
        expect(now[name], name).toEqual(value);
    }
  }
  const { approval } = now.gates as { approval: string };
  const { selected_action: action, approval_required: required } = record(house, task, "automation-policy.json");
  if (approval === "needs_approval" || approval === "blocked") expect(action).toBe("block_for_approval");
  if (approval === "passed") expect([action, now.approval_required]).toEqual(["continue_until_gate", []]);
  expect(required).toBe(approval !== "not_required");
  if (now.status === "dispatching") expect(validation?.status).toBe("pass");
  if (havePublishedSchemas) expect(schemaFindings(folder(house, task))).toEqual([]);
}

it.skipIf(!havePublishedSchemas)(`a routed folder is what the published schemas ask for${withoutSchemas}`, async () => {
  const house = scene();
  await label(house, "agent: team");
  expect(schemaFindings(folder(house, "gh-7-team-1"))).toEqual([]);
});
