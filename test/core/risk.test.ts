// The risk classifier against the protocol's vectors, its exceptions one by one, and texts made to be slow.
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyRisk } from "../../src/core/policy/risk.ts";
import {
  mutationDeterminers,
  mutationVerbs,
  pluginMutation,
  riskCatalogue,
  skillMutation,
} from "../../src/core/policy/risk-catalogue.ts";

const found = (text: string) => classifyRisk(text).map(({ kind, matched }) => `${kind} (${matched})`);
const words = riskCatalogue.flatMap(({ kind, terms }) => terms.map((term) => ({ kind, term })));
const plain = words.filter(({ term }) => term !== skillMutation && term !== pluginMutation);

describe("published vectors", () => {
  test.each<[text: string, matches: string[]]>([
    ["- `publish` matched `publish`", []],
    ["Deploy the site to production", ["deploy (deploy)"]],
    ["Do not deploy the site", []],
    ["Do not deploy, publish or release anything", []],
    ["Write release notes", ["release (release)"]],
    ["Rotate the API token", ["auth (token)"]],
    ["Reduce prompt token usage", []],
    ["Deployed yesterday; tokens rotated", []],
    ["Run `rm -rf build`", ["delete (rm -rf)"]],
    ["Mention `rm -rf build` in the docs", []],
    ["Please run the following command: `rm -rf build`", []],
    ["Please execute the following script:\n```\nrm -rf /var/x\n```", ["delete (rm -rf)"]],
    ["Update the metadata", ["metadata (metadata)"]],
    ["Show metadata in the list", []],
    ["Fix the memory leak", ["memory (memory)"]],
    ["Install the calendar skill", ["skill_config (live skill mutation)"]],
    ["Enable my new plugin", ["plugin_config (live plugin mutation)"]],
    ["Never publish without approval", []],
    ["Do not hesitate to publish", ["publish (publish)"]],
    ["Verify the approval wording for deploy", []],
    ["Document the deploy steps", []],
    ["Dry run the deploy", []],
    ["Dry run first, then deploy", ["deploy (deploy)"]],
    ["valp publish the task", []],
    ["Publish a VALP task for this issue", []],
    ["Docs only: describe how to delete files", []],
    ["Make no changes and publish", ["publish (publish)"]],
    ["Use --delete with rsync", []],
    ["A deployment-grade build", []],
    ["git reset --hard origin/main", ["destructive_reset (reset --hard)"]],
    ["Remove files under tmp", ["delete (remove files)"]],
    ["Change price of the plan", ["pricing (change price)"]],
    ["Export private data to partner", ["privacy (private data)", "external_private_data (export private data)"]],
    ["The author is an authority", []],
    ["Under no circumstances publish", []],
    ["We will not deploy; however publish the package", ["publish (publish)"]],
    ["Add password field validation", ["secrets (password)"]],
  ])("%j", (text, matches) => {
    expect(found(text)).toEqual(matches);
  });
});

describe("exceptions, one by one", () => {
  test.each<[what: string, text: string, matches: string[]]>([
    ["a double quote that is open", 'Say "publish" aloud', []],
    ["an apostrophe inside a word opens nothing", "It's Monday; publish the user's guide", ["publish (publish)"]],
    ["a quote ends with its line", 'An open " quote\nthen publish', ["publish (publish)"]],
    ["a closed fence hides nothing after it", "```\nx\n```\npublish", ["publish (publish)"]],
    ["an instruction needs the start of a sentence", "we never execute this script\n```\npublish\n```", []],
    ["an instruction fills its line", "first run `publish`", []],
    ["access tokens are no model tokens", "Rotate the model access token", ["auth (token)"]],
    ["session tokens that are not sensitive", "a non-sensitive id of this session and its token", []],
    ["deployment of another grade", "deployment upgrade", ["deploy (deployment)"]],
    ["metadata that is set", "set the metadata", ["metadata (metadata)"]],
    ["a forbidden verb and a determiner", "Do not create a release", []],
    ["a forbidden verb without one", "Do not create release", ["release (release)"]],
    ["a negator and an adverb", "Please never directly deploy", []],
    ["a weak negator", "Work without deploy", []],
    ["untrue negations", "It is not true that we should not deploy", ["deploy (deploy)"]],
    ["a list that goes on", "Do not lint, deploy, or test", []],
    ["a clause of its own after the comma", "Do not lint, we will deploy", ["deploy (deploy)"]],
    ["more than five words after the comma", "Do not lint, one two three four five six deploy", ["deploy (deploy)"]],
    ["a finished predicate ending in a risk", "Make no deployment and publish", []],
    ["print only", "Print only the release", []],
    ["print only, then something else", "Print only the names and publish", ["publish (publish)"]],
    ["printed commands", "Print only the names and publish commands", []],
    ["a check of something else", "Check the deploy", ["deploy (deploy)"]],
    ["a rehearsal before and", "Smoke test and deploy", ["deploy (deploy)"]],
    ["a rehearsal in another sentence", "Dry run. Deploy", ["deploy (deploy)"]],
    ["the protocol's own task", "task published and submit", []],
    ["the second term of a kind", "Never delete. Remove files", ["delete (remove files)"]],
    ["words apart by anything blank", "Add the api\u00a0-_ key", ["secrets (api key)"]],
    ["letters of other scripts end a word only for words", "édeploy", ["deploy (deploy)"]],
    ["two words before the skill", "Update my two-part other skills", ["skill_config (live skill mutation)"]],
    ["three words before the skill", "Update my one two three skills", []],
    ["joined words are one", "Remove a-b_c-d skill", ["skill_config (live skill mutation)"]],
    ["a verb of two words", "turn_off this plugin", ["plugin_config (live plugin mutation)"]],
    ["a newline between verb and skill", "update\nskill", []],
  ])("%s: %j", (_what, text, matches) => {
    expect(found(text)).toEqual(matches);
  });
});

describe("every term of the catalogue", () => {
  test.each(plain)("$kind: $term counts as an order, not as a ban or a quotation", ({ kind, term }) => {
    const order = kind === "metadata" ? `change ${term}` : term;
    expect(classifyRisk(order).map((match) => match.kind)).toContain(kind);
    expect(classifyRisk(order.toUpperCase())).toEqual(classifyRisk(order));
    expect(classifyRisk(`never ${term}`).map((match) => match.matched)).not.toContain(term);
    expect(classifyRisk(`\`${order}\``)).toEqual([]);
    expect(classifyRisk(`x${term}`).map((match) => match.matched)).not.toContain(term);
  });

  test("the shipped catalogue is the one in force", () => {
    const shipped: unknown = JSON.parse(readFileSync("policies/risk-catalogue.json", "utf8"));
    expect(shipped).toMatchObject({ kinds: riskCatalogue });
    expect(shipped).toMatchObject({ mutation: { verbs: mutationVerbs, determiners: mutationDeterminers } });
  });
});

const glue = "do not|never|no|and|or|,|.|;|\n|but|then|make no|print only|docs only|dry run|`|```|\"|'|run|--|é|\u2028";
const pieces = fc.array(
  fc.constantFrom(...words.map(({ term }) => term), ...glue.split("|"), "x", "we will", "skill"),
  {
    maxLength: 20,
  },
);
const riskyText = pieces.map((parts) => parts.join(" "));

describe("for every text", () => {
  test("at most one match per kind, in the order of the catalogue, with a term of that kind", () => {
    const order = riskCatalogue.map(({ kind }) => kind);
    const property = fc.property(fc.oneof(riskyText, fc.string({ unit: "binary" })), (text) => {
      const matches = classifyRisk(text);
      const places = matches.map(({ kind }) => order.indexOf(kind));
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
      for (const { kind, matched } of matches) {
        expect(riskCatalogue.find((entry) => entry.kind === kind)?.terms).toContain(matched);
      }
    });
    fc.assert(property, { numRuns: 1000 });
  });

  test("what stands in a paragraph of its own changes nothing else, as long as it opens no quote", () => {
    const property = fc.property(riskyText, (text) => {
      const matches = classifyRisk(text);
      expect(classifyRisk(`Nothing to see here.\n\n${text}`)).toEqual(matches);
      expect(classifyRisk(`${text}\n\nNothing to see here.`)).toEqual(matches);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

// A classifier that looks back over the whole text from every match needs minutes for any of these, not milliseconds:
// each holds up to 175,000 matches, openings or quotes in one megabyte. The suite's limit per test is one minute.
describe("one megabyte made to be slow", () => {
  test.each<[unit: string, end: string]>([
    ["token ", ""],
    ["model token ", ""],
    ["do not ", "deploy"],
    ["do not delete ", ""],
    ["never, deploy-", ""],
    ["`", " delete"],
    ["`delete` ", ""],
    ["```\ndelete\n", ""],
    ["'delete ' ", ""],
    ["run `delete` ", ""],
    ["private ", ""],
    [" ", "private data"],
    ["change-", "skill"],
    ["change a b c skill ", ""],
    ["a-", "skill"],
    ["non-sensitive session session session ", "token"],
    ["dry run deploy ", ""],
    ["print only the delete and delete commands ", ""],
    ["make no delete and delete ", ""],
    ["metadata ", ""],
    ["no, delete, ", ""],
    ["do not, we will delete ", ""],
    ["private\ndata\n", ""],
    ["docs only delete ", ""],
    ["under no circumstances delete ", ""],
  ])("%j repeated", (unit, end) => {
    const once = classifyRisk(`${unit.repeat(40)}${end}`);
    expect(classifyRisk(`${unit.repeat(Math.ceil(1_000_000 / unit.length))}${end}`)).toEqual(once);
  });
});
