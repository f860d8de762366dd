// The house rules are linted, and the linter bites: every planted violation is found with our own sentence.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const use = (from: string) => `import { thing } from "${from}";\nexport const made = thing;\n`;

const planted: [where: string, text: string, sentence: RegExp][] = [
  ["src/core/task/planted.ts", use("node:fs"), /Rule 1: core imports only core/],
  ["src/core/task/planted.ts", use("octokit"), /Rule 1: core imports only core/],
  ["src/core/task/planted.ts", use("@actions/core"), /Rule 1: core imports only core/],
  ["src/core/task/planted.ts", 'export const late = () => import("node:fs");\n', /Rule 1: core imports only core/],
  ["src/core/planted.ts", use("../flows/write-step.ts"), /Rule 1: core imports only core and port types/],
  ["src/core/task/planted.ts", use("../../git/git-command.ts"), /Rule 1: core imports only core and port types/],
  ["src/core/task/planted.ts", use("../../cli.ts"), /A room never imports a door/],
  [
    "src/core/planted.ts",
    'import { randomUUID } from "node:crypto";\nexport const id = randomUUID;\n',
    /nothing but createHash/,
  ],
  ["src/core/planted.ts", "export const now = () => Date.now();\n", /Time and chance come in as data/],
  ["src/core/planted.ts", "export const clock = Date.now;\n", /Time and chance come in as data/],
  ["src/core/planted.ts", "export const dice = () => Math.random();\n", /Time and chance come in as data/],
  ["src/core/planted.ts", "export const today = () => new Date();\n", /Time and chance come in as data/],
  [
    "src/core/planted.ts",
    "export const home = () => process.cwd();\n",
    /noRestrictedGlobals: Do not use the global variable/,
  ],
  [
    "src/core/planted.ts",
    'export const get = () => fetch("https://example.com");\n',
    /noRestrictedGlobals: Do not use the global variable/,
  ],
  ["src/ports.ts", use("octokit"), /Rule 1: core imports only core/],
  ["src/flows/planted.ts", use("octokit"), /Rule 2: flows import core and ports only/],
  ["src/flows/planted.ts", use("@actions/core"), /Rule 2: flows import core and ports only/],
  ["src/flows/planted.ts", use("probot"), /Rule 2: flows import core and ports only/],
  ["src/flows/planted.ts", use("node:fs"), /Rule 2: flows import core and ports only/],
  ["src/flows/planted.ts", use("process"), /Rule 2: flows import core and ports only/],
  [
    "src/flows/planted.ts",
    "export const home = () => process.cwd();\n",
    /noRestrictedGlobals: Do not use the global variable process/,
  ],
  ["src/flows/planted.ts", "export const now = () => new Date();\n", /Time and chance come in as data/],
  ["src/flows/planted.ts", use("../github/reading.ts"), /Rule 2: flows know ports/],
  ["src/flows/planted.ts", use("../git/git-command.ts"), /Rule 2: flows know ports/],
  ["src/github/planted.ts", use("../flows/write-step.ts"), /Rule 3: the window implements ports/],
  ["src/github/planted.ts", use("@actions/github"), /Rule 4: only the Action's door/],
  ["src/github/planted.ts", use("probot"), /Rule 4: only the App's door/],
  ["src/github/planted.ts", "export const token = () => process.env.GITHUB_TOKEN;\n", /noProcessEnv/],
  ["src/git/planted.ts", use("../flows/write-step.ts"), /Rule 3: rooms that implement ports/],
  ["src/git/planted.ts", use("octokit"), /Rule 3: src\/github is the only room that knows octokit/],
  ["src/runtimes/planted.ts", use("probot"), /Rule 4: only the App's door/],
  ["src/intake/planted.ts", use("../flows/write-step.ts"), /Rule 3: rooms that implement ports/],
  ["src/action.ts", use("probot"), /Rule 4: only the App's door/],
  ["src/app.ts", use("@actions/core"), /Rule 4: only the Action's door/],
  ["src/cli.ts", use("@actions/core"), /Rule 4: only the Action's door/],
  ["src/core/planted.ts", "export const odd = (it: any) => it;\n", /noExplicitAny/],
  ["src/core/planted.ts", 'export * from "./outcome.ts";\n', /noReExportAll/],
  ["src/core/planted.ts", 'export { text } from "./outcome.ts";\n', /noBarrelFile|noExportedImports/],
  ["src/core/PlantedFile.ts", "export const a = 1;\n", /useFilenamingConvention/],
  ["test/core/planted.test.ts", 'import { vi } from "vitest";\nvi.mock("./a.ts");\n', /a missing|missing seam/],
];

const allowed: [where: string, text: string][] = [
  [
    "src/core/task/planted.ts",
    'import * as z from "zod";\nimport { load } from "js-yaml";\nexport const made = [z, load];\n',
  ],
  ["src/core/task/planted.ts", 'import { createHash } from "node:crypto";\nexport const made = createHash;\n'],
  ["src/core/task/planted.ts", 'import type { Ports } from "../../ports.ts";\nexport type Same = Ports;\n'],
  ["src/core/task/planted.ts", "export const read = (iso: string) => new Date(iso);\n"],
  ["src/flows/planted.ts", 'import type { Ports } from "../ports.ts";\nexport type Same = Ports;\n'],
  ["src/github/planted.ts", use("octokit")],
  ["src/git/planted.ts", use("node:child_process")],
  ["src/action/planted.ts", `${use("@actions/core")}export const token = () => process.env.GITHUB_TOKEN;\n`],
];

/** Where case `n` stands: its own file, so that one run of the linter judges all cases. */
const place = (where: string, n: number) => where.replace("planted.", `planted-${n}.`);
const cases = [...planted, ...allowed].map(([where, text], n) => ({ path: place(where, n), text }));
const findings = new Map<string, string>();
let house: string;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "house-"));
  cpSync("biome.json", join(house, "biome.json"));
  cpSync("test/house/quiet-room.grit", join(house, "test/house/quiet-room.grit"));
  symlinkSync(resolve("node_modules"), join(house, "node_modules"));
  for (const { path, text } of cases) {
    mkdirSync(join(house, dirname(path)), { recursive: true });
    writeFileSync(join(house, path), text);
  }
  const biome = spawnSync("node_modules/.bin/biome", ["lint", "--reporter=json", "--max-diagnostics=none", "."], {
    cwd: house,
    encoding: "utf8",
  });
  const report = JSON.parse(biome.stdout) as {
    diagnostics: { category: string; message: string; location: { path: string } | null }[];
  };
  for (const { category, message, location } of report.diagnostics) {
    const path = location?.path ?? "";
    findings.set(path, `${findings.get(path) ?? ""}${category}: ${message}\n`);
  }
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

describe("every house rule bites", () => {
  it.each(planted.map(([where, text, sentence], n) => ({ where, text, sentence, path: place(where, n) })))(
    "$where: $text",
    ({ path, sentence }) => {
      expect(findings.get(path)).toMatch(sentence);
    },
  );
});

describe("what the rules allow passes", () => {
  it.each(allowed.map(([where, text], n) => ({ where, text, path: place(where, planted.length + n) })))(
    "$where: $text",
    ({ path }) => {
      expect(findings.get(path)).toBeUndefined();
    },
  );
});
