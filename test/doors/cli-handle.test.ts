// `handle` as it is shipped: which repository and policy it works on, its options, its Outcome and its exit codes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/core/outcome.ts";
import { commentPayload, issuePayload, labelPayload } from "../support/cli-payloads.ts";
import { git, headOf } from "../support/local-repository.ts";
import { everythingIn, makeRepository, openWorkshop, type Workshop } from "../support/shipped-cli.ts";

const policy = `version: 1
mode: watcher
health_gate: { waived_by: octocat, reason: "tests" }
rules:
  - id: docs
    on: { label: "agent:docs" }
  - id: strict
    on: { label: strict }
    when: { actor: { min_role: admin } }
  - id: task
    on: { command: start }
`;

let shop: Workshop;
let count = 0;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.remove());

const place = () => join(shop.dir, `repository-${++count}`);
const repositoryWith = (text = policy, ...options: string[]) =>
  makeRepository(place(), { ".github/valp.yml": text }, ...options);

/** Handles one payload of `issues` with `--json`; more options may follow. */
async function handle(repo: string, payload: unknown, ...more: string[]) {
  const file = shop.file(`payload-${++count}.json`, payload);
  const name = more.includes("--event") ? [] : ["--event", "issues"];
  const run = await shop.call(["handle", "--repo", repo, ...name, "--payload", file, "--json", ...more]);
  expect(run.stderr).toBe("");
  return { code: run.code, outcome: run.json() as Outcome };
}

const codes = (outcome: Outcome) => outcome.reasons.map(({ code }) => code);

describe("handle works on any repository", () => {
  it.each([
    ["bare", () => repositoryWith(policy, "--bare"), (repo: string) => repo],
    ["with a work tree", () => repositoryWith(), (repo: string) => repo],
    ["of the newer hash", () => repositoryWith(policy, "--object-format=sha256"), (repo: string) => repo],
    ["named by a folder inside", () => repositoryWith(), (repo: string) => join(repo, ".github")],
  ])("%s", async (_, make, named) => {
    const repo = make();
    const { code, outcome } = await handle(named(repo), labelPayload("agent:docs"));
    expect(outcome).toEqual({
      outcome: "recorded",
      task_id: "gh-1-docs-1",
      folder: ".herdr-loop/tasks/gh-1-docs-1",
      commit: headOf(repo, "valp-ledger"),
      reasons: [{ code: "task_opened", text: "Rule docs opened task gh-1-docs-1." }],
      risk: { classification: "low", matches: [] },
      requests: 0,
    });
    expect(code).toBe(0);
    const files = git(repo, ["ls-tree", "-r", "--name-only", "valp-ledger"]).split("\n");
    for (const name of ["task.md", "state.json", "trigger-policy.json", "automation-policy.json", "timeline.jsonl"]) {
      expect(files).toContain(`.herdr-loop/tasks/gh-1-docs-1/${name}`);
    }
    expect(git(repo, ["fsck", "--strict", "--no-dangling"])).toBe("");
  });
});

describe("the policy", () => {
  const disabled = policy.replace("mode: watcher", "mode: disabled");

  it("is never read from the work tree or the index", async () => {
    const repo = repositoryWith(disabled);
    writeFileSync(join(repo, ".github/valp.yml"), policy);
    git(repo, ["add", "--all"]);
    const { outcome, code } = await handle(repo, labelPayload("agent:docs"));
    expect([outcome.outcome, codes(outcome), code]).toEqual(["refused", ["mode_disabled"], 3]);
  });

  it("is read from the default branch whatever is checked out", async () => {
    const repo = repositoryWith(disabled);
    git(repo, ["checkout", "--quiet", "-b", "feature"]);
    writeFileSync(join(repo, ".github/valp.yml"), policy);
    git(repo, ["commit", "--quiet", "--all", "--message", "Let me in"]);
    const { outcome } = await handle(repo, labelPayload("agent:docs"));
    expect(codes(outcome)).toEqual(["mode_disabled"]);
  });

  it("is read from the branch that the place it was cloned from calls its default", async () => {
    const origin = repositoryWith(disabled);
    git(origin, ["branch", "--quiet", "--move", "trunk"]);
    const clone = place();
    git("/", ["clone", "--quiet", origin, clone]);
    git(clone, ["checkout", "--quiet", "-b", "main"]);
    writeFileSync(join(clone, ".github/valp.yml"), policy);
    git(clone, ["commit", "--quiet", "--all", "--message", "Let me in"]);
    expect(codes((await handle(clone, labelPayload("agent:docs"))).outcome)).toEqual(["mode_disabled"]);
  });

  it("is read from HEAD's branch in a bare repository, and with a detached HEAD from main", async () => {
    const bare = repositoryWith(policy, "--bare");
    git(bare, ["branch", "--quiet", "--move", "main", "trunk"]);
    git(bare, ["symbolic-ref", "HEAD", "refs/heads/trunk"]);
    expect((await handle(bare, labelPayload("agent:docs"))).outcome.outcome).toBe("recorded");
    const detached = repositoryWith();
    git(detached, ["checkout", "--quiet", "--detach"]);
    expect((await handle(detached, labelPayload("agent:docs"))).outcome.outcome).toBe("recorded");
  });

  it("of a branch without main is read from the only branch there is", async () => {
    const repo = repositoryWith();
    git(repo, ["branch", "--quiet", "--move", "work"]);
    expect((await handle(repo, labelPayload("agent:docs"))).outcome.outcome).toBe("recorded");
  });

  it("may end in .yaml; both names at once are refused", async () => {
    const repo = makeRepository(place(), { ".github/valp.yaml": policy });
    expect((await handle(repo, labelPayload("agent:docs"))).outcome.outcome).toBe("recorded");
    const both = makeRepository(place(), { ".github/valp.yaml": policy, ".github/valp.yml": policy });
    const { outcome, code } = await handle(both, labelPayload("agent:docs"));
    expect([outcome.outcome, codes(outcome), code]).toEqual(["refused", ["policy_invalid"], 3]);
    expect(headOf(both, "valp-ledger")).toBeNull();
  });
});

it("leaves the checked-out branch, the index and the work tree alone", async () => {
  const repo = repositoryWith();
  writeFileSync(join(repo, "staged.txt"), "staged");
  git(repo, ["add", "staged.txt"]);
  writeFileSync(join(repo, "new.txt"), "new");
  writeFileSync(join(repo, ".github/valp.yml"), "changed: here\n");
  const look = () => [
    git(repo, ["status", "--porcelain", "--branch"]),
    git(repo, ["rev-parse", "HEAD", "main"]),
    git(repo, ["symbolic-ref", "HEAD"]),
    git(repo, ["diff"]),
    git(repo, ["stash", "list"]),
  ];
  const before = look();
  expect((await handle(repo, labelPayload("agent:docs"))).outcome.outcome).toBe("recorded");
  expect(look()).toEqual(before);
});

describe("options", () => {
  const people = { octocat: { role: "triage", teams: [] }, monalisa: { role: "admin", teams: ["security"] } };
  const peopleFile = () => shop.file("people.json", people);
  const strict = (login: string) =>
    labelPayload("strict", {}, "labeled", { login, id: 9, type: "User", node_id: "U_9" });

  it("--people says who may do what; who is not in it may nothing, in any spelling", async () => {
    const repo = repositoryWith();
    const refused = await handle(repo, strict("octocat"), "--people", peopleFile());
    expect([codes(refused.outcome), refused.code]).toEqual([["role_too_low"], 3]);
    expect(codes((await handle(repo, strict("visitor"), "--people", peopleFile())).outcome)).toEqual(["role_too_low"]);
    expect((await handle(repo, strict("MonaLisa"), "--people", peopleFile())).outcome.outcome).toBe("recorded");
  });

  it("--actor-role stands for whoever acts, whatever --people says", async () => {
    const repo = repositoryWith();
    const low = await handle(repo, strict("monalisa"), "--people", peopleFile(), "--actor-role", "read");
    expect(codes(low.outcome)).toEqual(["role_too_low"]);
    expect((await handle(repo, strict("octocat"), "--actor-role", "admin")).outcome.outcome).toBe("recorded");
  });

  it("--event-id is the happening's identity; without it a redelivery has the same and a later label another", async () => {
    const repo = repositoryWith();
    const first = labelPayload("agent:docs", { number: 4 });
    await handle(repo, first, "--event-id", "LE_1");
    const again = await handle(repo, first, "--event-id", "LE_1");
    expect([again.outcome.outcome, codes(again.outcome), again.code]).toEqual(["ignored", ["duplicate_event"], 0]);
    const other = await handle(repo, first, "--event-id", "LE_2");
    expect([codes(other.outcome), other.outcome.task_id]).toEqual([["already_live"], "gh-4-docs-1"]);
    const derived = await handle(repo, labelPayload("agent:docs", { number: 5 }));
    const redelivered = await handle(repo, { ...labelPayload("agent:docs", { number: 5 }), installation: { id: 42 } });
    expect([derived.outcome.outcome, codes(redelivered.outcome)]).toEqual(["recorded", ["duplicate_event"]]);
    const later = labelPayload("agent:docs", { number: 5, updatedAt: "2026-03-02T10:00:00Z" });
    expect(codes((await handle(repo, later)).outcome)).toEqual(["already_live"]);
  });

  it("--event-id with line breaks starts no trailer of its own, and an empty one is a mistake", async () => {
    const repo = repositoryWith();
    await handle(repo, labelPayload("agent:docs"), "--event-id", "LE_1\nVALP-Actor: monalisa\n\nVALP-Nonce: 0");
    const trailers = git(repo, ["log", "-1", "--format=%(trailers:key=VALP-Actor,valueonly)", "valp-ledger"]);
    expect(trailers.trim()).toBe("octocat");
    const call = ["handle", "--repo", repo, "--event", "issues", "--payload", "-", "--event-id", ""];
    expect((await shop.call(call)).code).toBe(2);
  });

  it("--now is the time of every record and of the commit", async () => {
    const repo = repositoryWith();
    const now = "2026-07-01T12:00:00+02:00";
    const { outcome } = await handle(repo, labelPayload("agent:docs"), "--now", now);
    expect(git(repo, ["log", "-1", "--format=%cI", "valp-ledger"]).trim()).toMatch(/^2026-07-01T10:00:00(Z|\+00:00)$/);
    const state = JSON.parse(git(repo, ["show", `valp-ledger:${outcome.folder}/state.json`])) as { updated_at: string };
    expect(state.updated_at).toMatch(/^2026-07-01T10:00:00/);
  });

  it("--dry-run answers the same and writes nothing at all", async () => {
    const repo = repositoryWith();
    const before = everythingIn(repo);
    const wishes = [
      labelPayload("agent:docs"),
      labelPayload("strict"),
      labelPayload("other"),
      labelPayload("agent:docs", { number: 2, title: "Deploy to production" }),
    ];
    const dry = [];
    for (const wish of wishes) dry.push(await handle(repo, wish, "--dry-run"));
    expect(everythingIn(repo)).toBe(before);
    const wet = [];
    for (const wish of wishes) wet.push(await handle(repo, wish));
    expect(dry).toEqual(wet.map(({ code, outcome }) => ({ code, outcome: { ...outcome, commit: null } })));
    expect(everythingIn(repo)).not.toBe(before);
  });

  it("--dry-run over a pipe sees what earlier lines would have done", async () => {
    const repo = repositoryWith();
    const before = everythingIn(repo);
    const lines = [labelPayload("agent:docs"), labelPayload("agent:docs"), labelPayload("agent:docs", { number: 2 })];
    const call = ["handle", "--repo", repo, "--event", "issues", "--payload", "-", "--json"];
    const input = lines.map((line) => JSON.stringify(line)).join("\n");
    const endings = async (...more: string[]) => {
      const run = await shop.call([...call, ...more], { input });
      return run.stdout
        .trim()
        .split("\n")
        .map((line) => ({ ...(JSON.parse(line) as Outcome), commit: null }));
    };
    const dry = await endings("--dry-run");
    expect(everythingIn(repo)).toBe(before);
    expect(dry).toEqual(await endings());
    expect(dry.map(({ outcome }) => outcome)).toEqual(["recorded", "ignored", "recorded"]);
  });
});

describe("exit codes", () => {
  it("are 0 for recorded and ignored, 3 for refused, 4 for trouble, 2 for mistakes", async () => {
    const repo = repositoryWith();
    expect((await handle(repo, labelPayload("agent:docs"))).code).toBe(0);
    expect((await handle(repo, labelPayload("none"))).code).toBe(0);
    expect((await handle(repo, labelPayload("strict"), "--actor-role", "read")).code).toBe(3);
    expect((await handle(join(shop.dir, "empty"), labelPayload("none"))).code).toBe(4);
    expect((await shop.call(["handle", "--repo", repo])).code).toBe(2);
  });

  it("of a pipe is the worst of its lines", async () => {
    const repo = repositoryWith();
    const call = ["handle", "--repo", repo, "--event", "issues", "--payload", "-", "--json"];
    const lines = [JSON.stringify(labelPayload("agent:docs")), "no json", "", JSON.stringify(labelPayload("none"))];
    const run = await shop.call(call, { input: lines.join("\r\n") });
    const endings = run.stdout.trim().split("\n");
    expect(endings.map((line) => (JSON.parse(line) as Outcome).outcome)).toEqual(["recorded", "refused", "ignored"]);
    expect(run.code).toBe(3);
  });
});

describe("without --json", () => {
  it("says what came of it, and shows the comment as it would stand on GitHub", async () => {
    const repo = repositoryWith();
    const payload = shop.file("plain.json", labelPayload("agent:docs"));
    const run = await shop.call(["handle", "--repo", repo, "--event", "issues", "--payload", payload]);
    expect(run.stdout).toContain("recorded");
    expect(run.stdout).toContain("Rule docs opened task gh-1-docs-1.");
    expect(run.stdout).not.toMatch(/^[{[]|undefined|null/m);
  });

  it("answers a question in its comment", async () => {
    const repo = repositoryWith();
    const payload = shop.file("help.json", commentPayload(5, "/valp help"));
    const run = await shop.call(["handle", "--repo", repo, "--event", "issue_comment", "--payload", payload]);
    expect(run.stdout).toContain("/valp start");
  });
});

it("fault 8: an issue that is opened and labelled in one go is one task", async () => {
  const repo = repositoryWith();
  const opened = issuePayload("opened", { number: 8, labels: ["agent:docs"] });
  await handle(repo, labelPayload("agent:docs", { number: 8 }));
  expect((await handle(repo, opened)).outcome.outcome).toBe("ignored");
  expect(git(repo, ["ls-tree", "--name-only", "valp-ledger:.herdr-loop/tasks"]).trim()).toBe("gh-8-docs-1");
});
