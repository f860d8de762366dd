// `policy check | test | explain` as they are shipped: every shipped policy, broken ones, stable JSON, exit codes.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { labelPayload } from "../support/cli-payloads.ts";
import { openWorkshop, type Workshop } from "../support/shipped-cli.ts";

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.remove());

const shipped = ["docs-team", "minimal", "scheduled-triage", "strict-two-seats"].map((name) => ({
  name,
  file: resolve("policies", `${name}.yml`),
}));

describe.each(shipped)("the shipped policy $name", ({ file }) => {
  it("is valid", async () => {
    const run = await shop.call(["policy", "check", file, "--json"]);
    expect(run.json()).toEqual({
      ...{ file, status: "valid", mode: expect.any(String), rules: expect.any(Array) },
      ...{ problems: [], warnings: [] },
    });
    expect([run.code, run.stderr]).toEqual([0, ""]);
  });

  it("passes its own tests", async () => {
    const run = await shop.call(["policy", "test", file, "--json"]);
    const report = run.json() as { tests: { name: string; pass: boolean }[]; passed: number };
    expect(report).toMatchObject({ file, status: "pass", failed: 0 });
    expect(report.tests.length).toBeGreaterThan(2);
    expect(report.passed).toBe(report.tests.length);
    expect(run.code).toBe(0);
    const words = await shop.call(["policy", "test", file]);
    expect(words.stdout).toMatch(/^ok {3}.*\n/);
    expect(words.stdout).toMatch(/\d+ of \d+ tests of .* pass\.\n$/);
  });
});

describe("policy check", () => {
  const broken: [string, string, { line: number; column: number; key: string }][] = [
    ["a wrong type", "version: 1\nrules: 7\n", { line: 2, column: 8, key: "rules" }],
    ["an unknown key", "version: 1\nmood: watcher\n", { line: 2, column: 1, key: "mood" }],
    ["a duplicate key", "version: 1\nversion: 1\n", { line: 2, column: 1, key: "" }],
    ["an alias", "version: 1\nrules: *all\n", { line: 2, column: 8, key: "" }],
    ["an unknown mode", "version: 1\nmode: sometimes\n", { line: 2, column: 7, key: "mode" }],
    [
      "an unsafe pattern",
      'version: 1\nrules:\n  - id: a\n    on: { label: x }\n    when: { title: "/(a/" }\n',
      { line: 5, column: 20, key: "rules[0].when.title" },
    ],
  ];
  it.each(broken)("finds %s with line, column and a hint", async (_, text, where) => {
    const file = shop.file("broken.yml", text);
    const run = await shop.call(["policy", "check", file, "--json"]);
    expect(run.json()).toMatchObject({
      ...{ file, status: "invalid", warnings: [] },
      problems: [{ ...where, path: file, message: expect.stringMatching(/\.$/), hint: expect.any(String) }],
    });
    expect([run.code, run.stderr]).toEqual([1, ""]);
    const words = await shop.call(["policy", "check", file]);
    expect(words.stdout).toContain(`${file}:${where.line}:${where.column}: error: `);
    expect(words.code).toBe(1);
  });

  it("names every problem at once", async () => {
    const file = shop.file("two.yml", "version: 2\nmode: sometimes\nmood: 1\n");
    const run = await shop.call(["policy", "check", file, "--json"]);
    expect((run.json() as { problems: unknown[] }).problems.length).toBeGreaterThan(1);
  });

  it.each([
    ["nothing", ""],
    ["a text", "hello"],
    ["a list", "- 1\n"],
    ["bytes", Buffer.from([0xff, 0xfe, 0x00])],
    ["too much", `version: 1\n#${"x".repeat(70_000)}\n`],
    ["deep nesting", `a: ${"[".repeat(5000)}`],
  ])("takes %s for no policy", async (_, content) => {
    const run = await shop.call(["policy", "check", shop.file("odd.yml", content), "--json"]);
    expect(run.json()).toMatchObject({ status: "invalid", problems: [{ line: expect.any(Number) }] });
    expect([run.code, run.stderr]).toEqual([1, ""]);
  });

  it("cannot read what is not there: exit code 2", async () => {
    for (const words of [
      ["check", "/nowhere.yml"],
      ["check", shop.dir],
      ["test", "/nowhere.yml"],
      ["check"],
      ["nonsense"],
      [],
    ]) {
      const run = await shop.call(["policy", ...words]);
      expect({ words, code: run.code }).toEqual({ words, code: 2 });
      expect(run.stderr).not.toMatch(/\n\s+at /);
      expect(run.stderr).not.toBe("");
    }
  });
});

describe("policy test", () => {
  it("tells what was expected and what came, with exit code 1", async () => {
    const folder = join(shop.dir, "tested");
    mkdirSync(join(folder, "fixtures"), { recursive: true });
    shop.file("tested/fixtures/label.json", { event: "issues", actor_role: "admin", payload: labelPayload("docs") });
    const text = `version: 1
mode: manual
rules:
  - id: docs
    on: { label: docs }
tests:
  - { name: right, event: fixtures/label.json, expect: { rule: docs, outcome: refused } }
  - { name: wrong, event: fixtures/label.json, expect: { rule: docs, outcome: recorded } }
  - { name: lost, event: fixtures/gone.json, expect: { rule: docs } }
`;
    const file = shop.file("tested/valp.yml", text);
    const run = await shop.call(["policy", "test", file, "--json"]);
    expect(run.json()).toMatchObject({
      ...{ file, status: "fail", passed: 1, failed: 2 },
      tests: [
        { name: "right", pass: true },
        { name: "wrong", pass: false },
        { name: "lost", pass: false, problem: { code: expect.any(String) } },
      ],
    });
    expect(run.code).toBe(1);
    const words = await shop.call(["policy", "test", file]);
    expect(words.stdout).toMatch(/FAIL wrong\n {5}expected .*recorded.*\n {5}got {6}.*refused/);
    expect(words.stdout).toContain("gone.json");
  });

  it("of a policy that is invalid shows its problems", async () => {
    const run = await shop.call(["policy", "test", shop.file("bad.yml", "version: 7\n"), "--json"]);
    expect(run.json()).toMatchObject({ status: "invalid" });
    expect(run.code).toBe(1);
  });
});

describe("policy explain", () => {
  const docs = shipped[0]?.file ?? "";
  const explain = (payload: unknown, event = "issues", file = docs) =>
    shop.call(["policy", "explain", file, "--event", event, "--payload", shop.file("p.json", payload), "--json"]);

  it("tells which rule matches, which does not and why, and what would happen", async () => {
    const run = await explain(labelPayload("agent: docs"));
    expect(run.json()).toMatchObject({
      ...{ mode: "watcher", ignored: null },
      rules: expect.arrayContaining([{ rule: "docs-fix", matched: true, failed: [] }]),
      ending: { rule: "docs-fix", outcome: expect.any(String), reasons: expect.any(Array) },
    });
    const wip = await explain(labelPayload("agent: docs", { labels: ["wip"] }));
    const excluded = { code: "labels_excluded", text: expect.any(String) };
    expect((wip.json() as { rules: unknown[] }).rules[0]).toEqual({
      ...{ rule: "docs-fix", matched: false },
      failed: [excluded],
    });
    expect([run.code, wip.code]).toEqual([0, 0]);
  });

  it("of an event that is none of ours says so, and of no event is a mistake", async () => {
    const run = await explain({}, "watch");
    expect(run.json()).toMatchObject({ rules: [], ignored: { code: "event_not_covered" }, ending: null });
    const words = await shop.call(["policy", "explain", docs, "--event", "issues", "--payload", "/nowhere"]);
    expect(words.code).toBe(2);
    expect((await explain({}, "issues", shop.file("bad.yml", "version: 7\n"))).code).toBe(1);
  });
});
