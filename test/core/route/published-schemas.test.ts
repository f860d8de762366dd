// The produced files against the protocol's published schemas, where those are at hand.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { validateDeclaration } from "../../../src/core/leader/validate-declaration.ts";
import { buildRouteSet } from "../../../src/core/route/route-set.ts";
import { good, teamFacts } from "../leader/words.ts";
import { filesOf, opened, routeFacts } from "./facts.ts";

const folder = fileURLToPath(new URL("../../../../shared/valp/schemas/", import.meta.url));
const here = existsSync(folder);
const title = here ? "published schemas" : `published schemas (skipped: there is no ${folder})`;

const nameOf = (path: string) =>
  path.startsWith("skill-slices/") ? "skill-recommendation-slice" : path.replace(/\.json$/, "");

describe.skipIf(!here)(title, () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const ids = new Map<string, string>();
  for (const file of here ? readdirSync(folder) : []) {
    const schema = JSON.parse(readFileSync(`${folder}${file}`, "utf8"));
    const id = schema.$id ?? file;
    ids.set(file.replace(/\.schema\.json$/, ""), id);
    ajv.addSchema(schema, id);
  }
  const check = (path: string, value: unknown) => {
    const id = ids.get(nameOf(path));
    if (id === undefined) return;
    const valid = ajv.validate(id, value);
    expect(valid ? [] : ajv.errors?.map((error) => `${path} ${error.instancePath} ${error.message}`)).toEqual([]);
  };
  const squad = { members: ["codex"], handoffs: ["codex to alice"] };

  it.each([
    ["low risk", {}],
    ["high risk", opened("high")],
    ["an interface with a squad", { ...opened("low", "web-frontend"), squad }],
    ["no skills, no snapshot", { skills: [], snapshot: null }],
  ])("accept every file of a route: %s", (_name, more) => {
    const files = filesOf(buildRouteSet(routeFacts(more)));
    const checked = [...files.keys()].filter((path) => path.endsWith(".json") && ids.has(nameOf(path)));
    expect(checked.length).toBeGreaterThan(14);
    for (const path of checked) check(path, JSON.parse(files.get(path) ?? ""));
  });

  it("accept declarations and both verdicts", () => {
    const pass = validateDeclaration(good, teamFacts);
    const blocked = validateDeclaration(good, { ...teamFacts, profile: "apple-app" });
    expect([pass.kind, blocked.kind]).toEqual(["pass", "blocked"]);
    for (const verdict of [pass, blocked]) {
      if (verdict.kind === "refused") continue;
      check("assignment-declaration.json", verdict.declaration);
      check("assignment-validation.json", verdict.validation);
    }
  });
});
