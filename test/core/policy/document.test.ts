// The policy file: what is read, and what is refused with a place and a hint.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PolicyReading, type Problem, readPolicy } from "../../../src/core/policy/document.ts";

const path = ".github/valp.yml";

function read(text: string, presets: Record<string, string> = {}): PolicyReading {
  return readPolicy([{ path, text }], presets);
}

function problemsOf(text: string, presets: Record<string, string> = {}): Problem[] {
  const reading = read(text, presets);
  return reading.kind === "invalid" ? reading.problems : [];
}

function policyOf(text: string, presets: Record<string, string> = {}) {
  const reading = read(text, presets);
  if (reading.kind !== "policy") throw new Error(JSON.stringify(reading, null, 1));
  return reading.policy;
}

function rule(body: string): string {
  return `version: 1\nrules:\n  - id: one\n    ${body.replaceAll("\n", "\n    ")}\n`;
}

describe("a policy that can be used", () => {
  test("gets every default", () => {
    expect(policyOf("version: 1\n")).toMatchObject({
      mode: "manual",
      ledger: { branch: "valp-ledger", root: ".herdr-loop/tasks", writer: "action" },
      rules: [],
      approvals: { high: { count: 1, from: { min_role: "maintain" }, expires: "7d" } },
    });
    expect(policyOf(rule("on: { label: agent }")).rules[0]).toMatchObject({
      on: { label: "agent", targets: ["issues"] },
      when: { forks: "deny", actor: { bots: [] } },
      action: "publish_only",
      risk: "auto",
      on_unlabel: "cancel",
      deadline: "24h",
    });
  });

  test("may have a byte order mark and Windows line ends", () => {
    expect(policyOf("\uFEFFversion: 1\r\nmode: watcher\r\n").mode).toBe("watcher");
  });

  test("keeps every runtime's agents", () => {
    const runtimes = ["manual", "queue", "process", "ssh", "herdr", "langgraph"];
    const agents = runtimes.map((runtime) => `  ${runtime}: { runtime: ${runtime}, roles: [implementer] }\n`);
    expect(Object.keys(policyOf(`version: 1\nagents:\n${agents.join("")}`).agents)).toEqual(runtimes);
  });

  test("fault 160: keys and labels that YAML 1.1 would turn into truth values or numbers are text", () => {
    const read = policyOf(
      rule("on: { label: no }\nwhen: { labels_all: [yes, off, 1_000, 12:30], labels_any: [on, y, ~x] }"),
    );
    expect(read.rules[0]?.on).toEqual({ label: "no", targets: ["issues"] });
    expect(read.rules[0]?.when.labels_all).toEqual(["yes", "off", "1_000", "12:30"]);
    expect(read.rules[0]?.when.labels_any).toEqual(["on", "y", "~x"]);
  });

  test("fault 46: odd label names are kept, trimmed, and at most 50 characters long", () => {
    const labels = ["Agent: Run", "a,b", "%2F", '"', "v1.0", "#1", "x".repeat(50)];
    for (const label of labels) {
      const on = policyOf(rule(`on: { label: ${JSON.stringify(` ${label} `)} }`)).rules[0]?.on;
      expect(on).toMatchObject({ label });
    }
    expect(problemsOf(rule(`on: { label: ${"x".repeat(51)} }`))[0]?.message).toContain("at most 50 characters");
  });

  test("fault 164: the file may end in .yaml, and two files are an error", () => {
    const yaml = { path: ".github/valp.yaml", text: "version: 1\n" };
    expect(readPolicy([yaml], {})).toMatchObject({ kind: "policy", path: ".github/valp.yaml" });
    const both = readPolicy([{ path, text: "version: 1\n" }, yaml], {});
    expect(both).toMatchObject({ kind: "invalid", problems: [{ path: ".github/valp.yaml", line: 1, column: 1 }] });
  });

  test("no file is no policy", () => {
    expect(readPolicy([], {})).toEqual({ kind: "absent" });
  });

  test("an unreadable file is not an absent one", () => {
    expect(readPolicy([{ path, unreadable: "it is binary" }], {})).toMatchObject({
      kind: "invalid",
      problems: [{ path, message: "The file cannot be read: it is binary." }],
    });
  });

  test("teams are warned about, because GITHUB_TOKEN cannot read them", () => {
    const reading = read("version: 1\napprovals:\n  high:\n    from: { teams: [security] }\n");
    expect(reading).toMatchObject({
      kind: "policy",
      warnings: [{ line: 4, column: 13, key: "approvals.high.from.teams" }],
    });
  });
});

test("risky rules that start by themselves advise the App as the ledger's only writer", () => {
  const text = (mode: string) => `version: 1\nmode: ${mode}\nrules: [{ id: a, on: { label: x }, risk: high }]\n`;
  expect(read(text("watcher"))).toMatchObject({ kind: "policy", warnings: [{ key: "ledger.writer" }] });
  expect(read(text("manual"))).toMatchObject({ kind: "policy", warnings: [] });
});

describe("a refused policy names the place", () => {
  const table: [name: string, text: string, line: number, column: number, key: string, words: RegExp][] = [
    ["empty", "", 1, 1, "", /empty/],
    ["only comments", "# nothing\n", 1, 1, "", /empty/],
    ["a list", "- a\n", 1, 1, "", /Keys and values/],
    ["a word", "policy\n", 1, 1, "", /Keys and values/],
    ["another version", "version: 2\n", 1, 10, "version", /must be 1/],
    ["no version", "mode: manual\n", 1, 1, "version", /must be 1/],
    ["fault 161: a duplicate key", "version: 1\nmode: manual\nmode: watcher\n", 3, 1, "", /second time.*line 2/],
    ["an anchor", "version: 1\nmode: &m manual\n", 2, 7, "", /anchors/],
    ["an alias", "version: 1\nmode: *m\n", 2, 7, "", /aliases/],
    ["a merge key", "version: 1\n<<: { mode: manual }\n", 2, 1, "", /merge/],
    ["a tag", "version: !!str 1\n", 1, 10, "", /tags/],
    ["a directive", "%YAML 1.1\n---\nversion: 1\n", 1, 1, "", /directives/],
    ["several documents", "version: 1\n---\nversion: 1\n", 3, 1, "", /several/],
    ["a tab", "version: 1\nledger:\n\tbranch: x\n", 3, 1, "", /tab/],
    ["a number as a key", "version: 1\n1: x\n", 2, 1, "", /key must be text/],
    ["a list as a key", "version: 1\n? [a]\n: b\n", 2, 3, "", /key must be text/],
    ["a prototype key", "version: 1\n__proto__: { mode: manual }\n", 2, 1, "", /not known/],
    ["an open bracket", "version: 1\nrules: [\n", 3, 1, "", /not valid YAML/],
    ["an unknown key", "version: 1\nmodes: manual\n", 2, 1, "modes", /not known/],
    ...["'@'", "HEAD", ".x", "a//b", "refs/heads/x", "x.lock"].map(
      (branch): [string, string, number, number, string, RegExp] => [
        `a branch that git cannot have or confuses: ${branch}`,
        `version: 1\nledger: { branch: ${branch} }\n`,
        2,
        19,
        "ledger.branch",
        /./,
      ],
    ),
    ...[".git/x", ".herdr-loop/github/open"].map((root): [string, string, number, number, string, RegExp] => [
      `a root inside what is not ours to write: ${root}`,
      `version: 1\nledger: { root: ${root} }\n`,
      2,
      17,
      "ledger.root",
      /./,
    ]),
    ["an unknown value", "version: 1\nmode: wacher\n", 2, 7, "mode", /not allowed/],
    [
      "fault 163: a quoted truth value",
      'version: 1\nagents:\n  a: { runtime: manual, roles: [other], active: "false" }\n',
      3,
      49,
      "agents.a.active",
      /true or false/,
    ],
    [
      "fault 163: an empty truth value",
      "version: 1\nagents:\n  a:\n    runtime: manual\n    roles: [other]\n    active:\n",
      6,
      5,
      "agents.a.active",
      /true or false/,
    ],
    [
      "fault 163: zero as truth value",
      "version: 1\nagents:\n  a: { runtime: manual, roles: [other], active: 0 }\n",
      3,
      49,
      "agents.a.active",
      /true or false/,
    ],
    ["an upper-case rule id", rule("on: { label: x }").replace("one", "One"), 3, 9, "rules[0].id", /cannot be used/],
    ["no trigger", rule("on: {}"), 4, 5, "rules[0].on", /no trigger/],
    ["two triggers", rule("on: { label: a, push: [x] }"), 4, 5, "rules[0].on", /2 triggers/],
    ["a missing trigger", rule("risk: low"), 3, 5, "rules[0].on", /missing/],
    ["a misspelt trigger", rule("on: { lable: a }"), 4, 11, "rules[0].on.lable", /not known/],
    ["a key of another trigger", rule("on: { label: a, catch_up: once }"), 4, 21, "rules[0].on.catch_up", /not known/],
    [
      "an unknown agent",
      "version: 1\ndeclarations:\n  team:\n    leader: bob\n    assignments: {}\n    reasons: {}\n",
      4,
      13,
      "declarations.team.leader",
      /no agent named/,
    ],
    [
      "an unknown declaration",
      rule("on: { label: a }\ndeclaration: tema"),
      5,
      18,
      "rules[0].declaration",
      /no declaration/,
    ],
    ["a long deadline", rule("on: { label: a }\ndeadline: 31d"), 5, 15, "rules[0].deadline", /longer than 30d/],
    ["a bad duration", rule("on: { label: a }\ndeadline: 2 days"), 5, 15, "rules[0].deadline", /cannot be used/],
    ["four cron fields", rule('on: { schedule: "0 0 * *" }\nsubject: x'), 4, 21, "rules[0].on.schedule", /five/],
    ["a cron nickname", rule('on: { schedule: "@daily" }\nsubject: x'), 4, 21, "rules[0].on.schedule", /five/],
    [
      "a bad cron field",
      rule('on: { schedule: "0 25 * * *" }\nsubject: x'),
      4,
      21,
      "rules[0].on.schedule",
      /five cron/,
    ],
    [
      "a date that never comes",
      rule('on: { schedule: "0 0 31 2 *" }\nsubject: x'),
      4,
      21,
      "rules[0].on.schedule",
      /never/,
    ],
    [
      "an unknown time zone",
      rule('on: { schedule: "0 0 * * *", timezone: Europe/Bonn }\nsubject: x'),
      4,
      44,
      "rules[0].on.timezone",
      /time zone/,
    ],
    ["a schedule without a goal", rule('on: { schedule: "0 0 * * *" }'), 3, 5, "rules[0]", /no issue text/],
    [
      "a label condition on a push",
      rule("on: { push: [x] }\nsubject: x\nwhen: { labels_none: [a] }"),
      6,
      13,
      "rules[0].when.labels_none",
      /cannot be checked/,
    ],
    ["look-around", rule('on: { label: a }\nwhen: { title: "/(?=a)/" }'), 5, 20, "rules[0].when.title", /refused/],
    [
      "a back-reference",
      rule("on: { label: a }\nwhen: { title: '/(a)\\1/' }"),
      5,
      20,
      "rules[0].when.title",
      /refused/,
    ],
    [
      "an open regular expression",
      rule("on: { label: a }\nwhen: { title: /a }"),
      5,
      20,
      "rules[0].when.title",
      /slash/,
    ],
    [
      "a huge regular expression",
      rule('on: { label: a }\nwhen: { body: "/(ab|cd){300}/" }'),
      5,
      19,
      "rules[0].when.body",
      /too large/,
    ],
    [
      "a long pattern",
      rule(`on: { label: a }\nwhen: { body: ${"x".repeat(501)} }`),
      5,
      19,
      "rules[0].when.body",
      /at most 500/,
    ],
    [
      "braces that unfold",
      rule(`on: { push: ["${"{a,b}".repeat(9)}"] }\nsubject: x`),
      4,
      18,
      "rules[0].on.push[0]",
      /unfold/,
    ],
    ["a path from the root", rule("on: { push: [/docs] }\nsubject: x"), 4, 18, "rules[0].on.push[0]", /slash/],
    ["an excluding path", rule('on: { push: ["!docs"] }\nsubject: x'), 4, 18, "rules[0].on.push[0]", /exclusions/],
    [
      "a workflow and an account",
      "version: 1\nagents:\n  a: { runtime: github, workflow: a.yml, account: a, roles: [other] }\n",
      3,
      3,
      "agents.a",
      /one or the other/,
    ],
    ["neither of them", "version: 1\nagents:\n  a: { runtime: github, roles: [other] }\n", 3, 3, "agents.a", /neither/],
    [
      "a bot as approver",
      'version: 1\napprovals: { high: { from: { users: ["x[bot]"] } } }\n',
      2,
      38,
      "approvals.high.from.users[0]",
      /bots never approve/,
    ],
    [
      "fault 92: a role that everybody has on a public repository as approver",
      "version: 1\napprovals:\n  high:\n    from: { min_role: read, users: [alice] }\n",
      4,
      23,
      "approvals.high.from.min_role",
      /everybody/,
    ],
    [
      "fault 92: a role that cannot even push as approver",
      "version: 1\napprovals: { high: { from: { min_role: triage } } }\n",
      2,
      40,
      "approvals.high.from.min_role",
      /may not change the code/,
    ],
    ["nobody as approver", "version: 1\napprovals: { high: { from: {} } }\n", 2, 22, "approvals.high.from", /Nobody/],
    [
      "too few approvers",
      "version: 1\napprovals: { high: { count: 2, from: { users: [alice] } } }\n",
      2,
      32,
      "approvals.high.from",
      /only 1 person/,
    ],
    [
      "a fixture elsewhere",
      "version: 1\ntests: [{ event: ../secret.json, expect: {} }]\n",
      2,
      18,
      "tests[0].event",
      /relative path/,
    ],
    [
      "a test of an unknown rule",
      "version: 1\ntests: [{ event: a.json, expect: { rule: one } }]\n",
      2,
      42,
      "tests[0].expect.rule",
      /no rule named/,
    ],
    [
      "a waiver without a reason",
      "version: 1\nhealth_gate: { waived_by: octocat }\n",
      2,
      1,
      "health_gate.reason",
      /missing/,
    ],
    ["an unknown preset", "version: 1\nextends: minmal\n", 2, 10, "extends", /no preset/],
  ];
  test.each(table)("%s", (_name, text, line, column, key, words) => {
    const [problem] = problemsOf(text, { minimal: "version: 1\n" });
    expect(problem).toMatchObject({ path, line, column, key });
    expect(problem?.message).toMatch(words);
    expect(problem?.hint).not.toBe("");
  });

  test("fault 160: a label that YAML reads as a number must be quoted", () => {
    for (const label of ["7", "0o7", "0x1F", "1.5", "1e3", ".inf", "true", "null", "~"]) {
      const [problem] = problemsOf(rule(`on: { label: ${label} }`));
      expect(problem).toMatchObject({ line: 4, column: 18, hint: `Quote it: ${JSON.stringify(label)}.` });
      expect(policyOf(rule(`on: { label: "${label}" }`)).rules[0]?.on).toMatchObject({ label });
    }
  });

  test("a name that is nearly right is suggested", () => {
    expect(problemsOf("version: 1\nmodes: manual\n")[0]?.hint).toBe('Did you mean "mode"?');
    expect(problemsOf(rule("on: { label: a, target: [issues] }"))[0]?.hint).toBe('Did you mean "targets"?');
    expect(problemsOf("version: 1\nevidence: { reviewr: {} }\n")[0]?.hint).toBe('Did you mean "reviewer"?');
    expect(problemsOf("version: 1\nmode: wacher\n")[0]?.hint).toBe('Did you mean "watcher"?');
  });

  test("rule ids are unique", () => {
    const twice = "version: 1\nrules:\n  - { id: a, on: { label: x } }\n  - { id: a, on: { label: y } }\n";
    expect(problemsOf(twice)).toMatchObject([{ line: 4, column: 11, key: "rules[1].id" }]);
  });

  test("64 KiB and 20 levels are the limits", () => {
    const filler = (size: number) => `version: 1\n#${"x".repeat(size - 12)}`;
    expect(read(filler(65_536)).kind).toBe("policy");
    expect(problemsOf(filler(65_537))[0]?.message).toContain("65537 bytes");
    expect(problemsOf(`a: ${"[".repeat(20)}`)[0]?.message).toContain("nested more than 20");
  });

  test("many large regular expressions together are refused", () => {
    const rules = Array.from(
      { length: 40 },
      (_, i) => `  - { id: r${i}, on: { label: x }, when: { body: "/(ab|cd|e${i}){30}/" } }\n`,
    );
    expect(problemsOf(`version: 1\nrules:\n${rules.join("")}`)[0]?.message).toContain("together are too large");
  });

  test("all problems are listed, in the order of the file", () => {
    const problems = problemsOf("version: 1\nmode: x\nrules:\n  - { id: A, on: { label: 1 } }\nzzz: 1\n");
    expect(problems.map(({ line, key }) => [line, key])).toEqual([
      [2, "mode"],
      [4, "rules[0].id"],
      [4, "rules[0].on.label"],
      [5, "zzz"],
    ]);
  });
});

describe("presets", () => {
  const base = [
    "version: 1",
    "mode: watcher",
    "health_gate: { waived_by: octocat, reason: pilot }",
    "rules: [{ id: a, on: { label: a } }, { id: b, on: { label: b }, risk: high }]",
    "agents: { x: { runtime: manual, roles: [other] }, y: { runtime: manual, roles: [reviewer] } }",
    "tests: [{ event: a.json, expect: { rule: a } }]",
  ].join("\n");

  test("mappings merge, lists and scalars are replaced, rules follow the policy's own", () => {
    const text = [
      "version: 1",
      "extends: base",
      "rules: [{ id: c, on: { label: c } }, { id: b, on: { label: mine } }]",
      "agents: { x: { runtime: github, account: alice, roles: [reviewer] } }",
    ].join("\n");
    const policy = policyOf(text, { base });
    expect(policy.mode).toBe("watcher");
    expect(policy.rules.map(({ id, on, risk }) => [id, "label" in on ? on.label : "", risk])).toEqual([
      ["c", "c", "auto"],
      ["b", "mine", "auto"],
      ["a", "a", "auto"],
    ]);
    expect(policy.agents).toMatchObject({ x: { account: "alice", roles: ["reviewer"] }, y: { roles: ["reviewer"] } });
  });

  test("neither tests nor a waiver are taken over", () => {
    const policy = policyOf("version: 1\nextends: base\n", { base });
    expect(policy.tests).toEqual([]);
    expect(policy.health_gate).toBeUndefined();
  });

  test("a preset extends nothing", () => {
    expect(problemsOf("version: 1\nextends: two\n", { base, two: "version: 1\nextends: base\n" })).toMatchObject([
      { line: 2, key: "extends", message: 'The preset "two" extends another preset, which is not allowed.' },
    ]);
  });

  test("a problem inside a broken preset is shown at extends", () => {
    expect(problemsOf("version: 1\nextends: bad\n", { bad: "version: 1\nversion: 1\n" })[0]?.key).toBe("extends");
    expect(problemsOf("version: 1\nextends: bad\n", { bad: "version: 1\nrules: [{ id: X }]\n" })[0]?.line).toBe(2);
  });

  test("names of object properties are no presets", () => {
    expect(problemsOf("version: 1\nextends: constructor\n")[0]?.key).toBe("extends");
  });
});

describe("whatever the text holds", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "version: 1\n",
      "rules:\n",
      "  - id: a\n",
      "    on: {label: ",
      "push: [",
      "]",
      "}",
      "&a ",
      "*a",
      "!!",
      "<<: ",
      "\t",
      "---\n",
      "? ",
      ": ",
      "|\n",
      ">-\n",
      "'",
      '"',
      "#",
      "%YAML",
      "\r\n",
      "\uFEFF",
      "\u0000",
      "\u2028",
      "[",
      "{",
      "when: {title: '/(",
      "schedule: '* * * * *'",
      "extends: x\n",
      "agents: {a: {runtime: github",
      "__proto__: ",
      "0x",
      "-",
      "  ",
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );

  test("reading never throws and always answers", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const reading = read(text, { x: "version: 1\n" });
        if (reading.kind === "invalid") {
          expect(reading.problems.length).toBeGreaterThan(0);
          const lines = text.split(/\r\n|\n|\r/).length;
          for (const problem of reading.problems) {
            expect(problem.line).toBeGreaterThan(0);
            expect(problem.line).toBeLessThanOrEqual(lines);
            expect(problem.column).toBeGreaterThan(0);
          }
        } else expect(reading.kind).toBe("policy");
      }),
      { numRuns: 2000 },
    );
  });

  test("any value under any known key is judged, not thrown at", () => {
    const keys = [
      "version",
      "mode",
      "extends",
      "ledger",
      "rules",
      "declarations",
      "agents",
      "approvals",
      "evidence",
      "tests",
      "health_gate",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.json({ maxDepth: 4 }), (key, json) => {
        const text = key === "version" ? `version: ${json}\n` : `version: 1\n${key}: ${json}\n`;
        expect(["policy", "invalid"]).toContain(read(text).kind);
      }),
      { numRuns: 1000 },
    );
  });
});
