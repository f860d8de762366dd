// Bad input to the shipped command line: always a reason or a sentence, never a stack trace, and nothing written.

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { commentPayload, issuePayload, labelPayload } from "../support/cli-payloads.ts";
import { git, headOf, plant } from "../support/local-repository.ts";
import { type CliResult, everythingIn, makeRepository, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

const policy = `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "tests" }
rules:
  - id: docs
    on: { label: "agent:docs" }
`;

let shop: Workshop;
let repo: string;
let good: string;
let untouched: string;
let count = 0;
beforeAll(async () => {
  shop = await openWorkshop();
  repo = makeRepository(join(shop.dir, "repository"), { ".github/valp.yml": policy });
  good = shop.file("good.json", labelPayload("agent:docs"));
  untouched = everythingIn(repo);
});
afterAll(() => shop.remove());

const place = () => join(shop.dir, `place-${++count}`);
const trace = /\n\s+at .*:\d+|node:internal|Error:|throw /;

/** `handle` of issues in `repo` with other options on top. */
function handle(options: Readonly<Record<string, string>>, input?: string): Promise<CliResult> {
  const all = { repo, event: "issues", payload: good, ...options };
  const words = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  return shop.call(["handle", ...words, "--json"], input === undefined ? {} : { input });
}

function expectReason(run: CliResult, code: number, reasons: readonly string[]): Outcome {
  expect(run.stdout + run.stderr).not.toMatch(trace);
  expect(run.stderr).toBe("");
  const outcome = run.json() as Outcome;
  expect({ code: run.code, reasons: outcome.reasons.map((each) => each.code) }).toEqual({ code, reasons });
  return outcome;
}

describe("mistakes in a call are told in a sentence with exit code 2", () => {
  const cases: [string, () => Readonly<Record<string, string>>, RegExp][] = [
    [
      "a payload that is not there",
      () => ({ payload: "/nowhere/at_all.json" }),
      /at_all\.json` cannot be read: it does not exist/,
    ],
    ["a folder as payload", () => ({ payload: shop.dir }), /cannot be read: it is a folder/],
    ["a time that is none", () => ({ now: "yesterday" }), /`yesterday` is no time/],
    ["a day that does not exist", () => ({ now: "2026-02-30T00:00:00Z" }), /is no time/],
    ["a time without a zone", () => ({ now: "2026-02-03T00:00:00" }), /is no time/],
    ["people that are not there", () => ({ people: "/nowhere" }), /cannot be read/],
    ["people that are no JSON", () => ({ people: shop.file("p1", "{") }), /is not valid JSON/],
    ["people of another type", () => ({ people: shop.file("p2", []) }), /must map each login/],
    [
      "people with a role that is none",
      () => ({ people: shop.file("p3", { alice: { role: "boss" } }) }),
      /`alice\.role`/,
    ],
    [
      "people with unknown fields",
      () => ({ people: shop.file("p4", { alice: { role: "read", boss: true } }) }),
      /`alice`/,
    ],
    ["a role that is none", () => ({ "actor-role": "boss" }), /Allowed choices/],
    ["an empty event id", () => ({ "event-id": " " }), /needs a value/],
  ];
  it.each(cases)("%s", async (_, options, sentence) => {
    const run = await handle(options());
    expect(run.stderr).toMatch(sentence);
    expect(run.stdout + run.stderr).not.toMatch(trace);
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("payloads that cannot be used are refused with a reason", () => {
  const cases: [string, () => string | Uint8Array, string][] = [
    ["binary", () => Buffer.from([0, 255, 254, 1, 2, 3]), "payload_invalid"],
    ["empty", () => "", "payload_invalid"],
    ["cut off", () => JSON.stringify(labelPayload("agent:docs")).slice(0, -5), "payload_invalid"],
    ["YAML", () => "action: labeled\n", "payload_invalid"],
    ["without an issue", () => JSON.stringify({ ...labelPayload("agent:docs"), issue: null }), "event_malformed"],
    [
      "with a text for an issue",
      () => JSON.stringify({ ...labelPayload("agent:docs"), issue: "I" }),
      "event_malformed",
    ],
    ["without a repository", () => JSON.stringify({ ...labelPayload("agent:docs"), repository: 5 }), "event_malformed"],
    ["with a number for a label", () => JSON.stringify({ ...labelPayload("agent:docs"), label: 7 }), "event_malformed"],
    ["with a hostile number", () => withNumber(-1), "event_malformed"],
    ["with a path for a number", () => withNumber("../../x"), "event_malformed"],
  ];
  it.each(cases)("%s", async (_, content, code) => {
    const run = await handle({ payload: shop.file(`payload-${++count}`, content()) });
    expect(expectReason(run, 3, [code]).outcome).toBe("refused");
  });

  it.each(["null", "[]", "7", '"text"', "{}"])("JSON of another type: %s is ignored by name", async (text) => {
    const run = await handle({ payload: shop.file(`payload-${++count}`, text) });
    expect(expectReason(run, 0, ["event_not_covered"]).outcome).toBe("ignored");
  });

  it.each(["nonsense", "__proto__", "constructor", "issues\n", "\u001b[31mred", ""])(
    "the event %j starts nothing",
    async (event) => {
      const run = await handle({ event });
      const outcome = expectReason(run, 0, ["event_not_covered"]);
      expect(outcome.reasons[0]?.text).not.toContain("\u001b");
    },
  );

  it("writes nothing for any of them", () => {
    expect(everythingIn(repo)).toBe(untouched);
  });
});

function withNumber(number: unknown): string {
  const payload = labelPayload("agent:docs");
  Object.assign(payload.issue as object, { number });
  return JSON.stringify(payload);
}

describe("payloads that are odd but fine", () => {
  it("null senders, null authors and null bodies survive", async () => {
    const ghost = labelPayload("agent:docs", { body: null });
    Object.assign(ghost.issue as object, { user: null });
    const place1 = makeRepository(place(), { ".github/valp.yml": policy });
    const run = await handle({ repo: place1, payload: shop.file("ghost", { ...ghost, sender: null }) });
    expectReason(run, 3, ["actor_is_ghost"]);
    const known = await handle({ repo: place1, payload: shop.file("ghost author", ghost) });
    expectReason(known, 0, ["task_opened"]);
  });

  it("a payload of 25 MB opens a task, with a byte order mark in front, too", async () => {
    const place1 = makeRepository(place(), { ".github/valp.yml": policy });
    const huge = { ...labelPayload("agent:docs", { body: "long " }), padding: "x".repeat(25 * 1024 * 1024) };
    const run = await handle({ repo: place1, payload: shop.file("huge", `\uFEFF${JSON.stringify(huge)}`) });
    expectReason(run, 0, ["task_opened"]);
    const text = labelPayload("agent:docs", { number: 2, body: "a ".repeat(12 * 1024 * 1024) });
    const long = await handle({ repo: place1, payload: "-" }, JSON.stringify(text));
    expect(long.stdout + long.stderr).not.toMatch(trace);
    expect((long.json() as Outcome).reasons.length).toBeGreaterThan(0);
  });

  it("standard input that is a folder, or that ends at once", async () => {
    const call = [shop.door, "handle", "--repo", repo, "--event", "issues", "--payload", "-", "--json"];
    const run = spawnSync(process.execPath, call, {
      stdio: [openSync(shop.dir, "r"), "pipe", "pipe"],
      encoding: "utf8",
    });
    expect(run.stderr).toBe("`-` cannot be read: standard input is a folder.\n");
    expect(run.status).toBe(2);
    const nothing = await handle({ payload: "-" }, "");
    expect({ code: nothing.code, stdout: nothing.stdout }).toEqual({ code: 0, stdout: "" });
  });

  it("a reader that stops listening is no trouble", () => {
    const lines = shop.file("lines", `${JSON.stringify(issuePayload("opened"))}\n`.repeat(3000));
    const command = `"${process.execPath}" "${shop.door}" handle --repo "${repo}" --event issues --payload - --json < "${lines}" | head -n 1`;
    const run = spawnSync("bash", ["-c", command], { encoding: "utf8" });
    expect([run.stdout.split("\n").length, run.stderr]).toEqual([2, ""]);
  });
});

describe("repositories that cannot be used", () => {
  const cases: [string, () => string, number, string][] = [
    ["a folder that is none", () => shop.file(`../${"x"}`, "") && made(), 4, "git_no_repository"],
    ["nothing at all", () => join(shop.dir, "nowhere"), 4, "git_no_repository"],
    ["a file", () => good, 4, "git_no_repository"],
    ["one without any commit", () => emptyRepository(), 0, "no_policy"],
    ["one without a policy", () => makeRepository(place(), { "README.md": "Hello\n" }), 0, "no_policy"],
  ];
  it.each(cases)("%s", async (_, make, code, why) => {
    expectReason(await handle({ repo: make() }), code, [why]);
  });

  function made(): string {
    const dir = place();
    mkdirSync(dir);
    return dir;
  }

  function emptyRepository(): string {
    const dir = place();
    git("/", ["init", "--quiet", "--initial-branch=main", dir]);
    return dir;
  }
});

describe("a policy that cannot be used is refused with its place", () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ["a wrong type", { ".github/valp.yml": "version: 1\nmode: watcher\nrules: 7\n" }, /valp\.yml.*3.*8/s],
    ["an unknown key", { ".github/valp.yml": "version: 1\nmood: watcher\nrules: []\n" }, /valp\.yml.*2.*1/s],
    ["a duplicate key", { ".github/valp.yml": "version: 1\nversion: 1\nrules: []\n" }, /valp\.yml.*2.*1/s],
    ["an anchor", { ".github/valp.yml": "version: &v 1\nrules: []\n" }, /valp\.yml.*1.*10/s],
    ["no YAML", { ".github/valp.yml": "rules: [\n" }, /valp\.yml/],
    [
      "more than 64 KiB",
      { ".github/valp.yml": `version: 1\n#${"x".repeat(70_000)}\n` },
      /line 1, column 1.*at most 65536/,
    ],
    ["both names", { ".github/valp.yml": policy, ".github/valp.yaml": policy }, /valp\.yaml/],
    ["binary", { ".github/valp.yml": "\u0000\u0001" }, /valp\.yml/],
  ];
  it.each(cases)("%s", async (_, files, place1) => {
    const dir = makeRepository(place(), files);
    const before = everythingIn(dir);
    const outcome = expectReason(await handle({ repo: dir }), 3, ["policy_invalid"]);
    expect(outcome.reasons[0]?.text).toMatch(place1);
    expect(everythingIn(dir)).toBe(before);
  });
});

describe("a ledger branch that is damaged or holds strange things", () => {
  const folder = ".herdr-loop/tasks/gh-1-docs-1";
  const issue = ".herdr-loop/github/issues/1.json";

  /** A repository with one open task on issue 1, and then `change` on its ledger branch. */
  async function withTask(change: Readonly<Record<string, string>>): Promise<string> {
    const dir = makeRepository(place(), { ".github/valp.yml": policy });
    expectReason(await handle({ repo: dir }), 0, ["task_opened"]);
    plant(dir, "valp-ledger", change);
    return dir;
  }

  const stop = () => shop.file("stop.json", commentPayload(9, "/valp stop"));

  it.each([
    ["half of state.json", { [`${folder}/state.json`]: '{"schema_version": "valp-vis' }, "record_broken"],
    ["an empty state.json", { [`${folder}/state.json`]: "" }, "record_broken"],
    ["a state.json of another version", { [`${folder}/state.json`]: '{"schema_version": "v9"}' }, "record_broken"],
    ["a state.json that is a list", { [`${folder}/state.json`]: "[]" }, "record_broken"],
    ["half an issue record", { [issue]: '{"schema_' }, "record_broken"],
    ["an issue record of nothing", { [issue]: "null" }, "record_broken"],
  ])("%s", async (_, change, code) => {
    const dir = await withTask(change);
    const before = headOf(dir, "valp-ledger");
    const outcome = expectReason(await handle({ repo: dir, event: "issue_comment", payload: stop() }), 4, [code]);
    expect(outcome.reasons[0]?.text).toMatch(/state\.json|issues\/1\.json/);
    expect(headOf(dir, "valp-ledger")).toBe(before);
  });

  it("foreign files beside the tasks are left alone", async () => {
    const dir = makeRepository(place(), { ".github/valp.yml": policy });
    plant(dir, "valp-ledger", { "README.md": "Not yours\n", ".herdr-loop/tasks/notes.txt": "Mine\n" });
    expectReason(await handle({ repo: dir }), 0, ["task_opened"]);
    expect(git(dir, ["show", "valp-ledger:.herdr-loop/tasks/notes.txt"])).toBe("Mine\n");
  });

  it.each([
    ["the task root", ".herdr-loop/tasks"],
    ["the task folder", folder],
    ["everything", ".herdr-loop"],
    ["the issue records", ".herdr-loop/github"],
  ])("a file stands where %s should be", async (_, path) => {
    const dir = makeRepository(place(), { ".github/valp.yml": policy });
    plant(dir, "valp-ledger", { [path]: "in the way\n" });
    const before = headOf(dir, "valp-ledger");
    const outcome = (await handle({ repo: dir })).json() as Outcome;
    expect(outcome.outcome).toBe("refused");
    expect(outcome.reasons.map(({ code }) => code)).not.toEqual([]);
    expect(headOf(dir, "valp-ledger")).toBe(before);
  });

  it("a broken health gate, and a ledger that may not be written", async () => {
    const gated = policy.replace(/health_gate.*\n/, "");
    const dir = makeRepository(place(), { ".github/valp.yml": gated });
    expectReason(await handle({ repo: dir }), 3, ["health_gate_missing"]);
    plant(dir, "valp-ledger", { ".herdr-loop/github/health-gate.json": "{" });
    expectReason(await handle({ repo: dir }), 4, ["record_broken"]);
  });

  it.skipIf(process.getuid?.() === 0)("a repository that may not be written", async () => {
    const dir = makeRepository(place(), { ".github/valp.yml": policy });
    chmodSync(join(dir, ".git/objects"), 0o500);
    expectReason(await handle({ repo: dir }), 4, ["git_not_writable"]);
    chmodSync(join(dir, ".git/objects"), 0o700);
  });

  it("the lock of the branch is held", async () => {
    const dir = makeRepository(place(), { ".github/valp.yml": policy });
    expectReason(await handle({ repo: dir }), 0, ["task_opened"]);
    writeFileSync(join(dir, ".git/refs/heads/valp-ledger.lock"), "");
    const before = headOf(dir, "valp-ledger");
    const other = shop.file("other.json", labelPayload("agent:docs", { number: 2 }));
    const outcome = (await handle({ repo: dir, payload: other })).json() as Outcome;
    expect(outcome.outcome).toBe("refused");
    expect(headOf(dir, "valp-ledger")).toBe(before);
  }, 120_000);
});
