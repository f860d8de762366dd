// What is wrong with a policy file and how to put it right, one sentence each.
import { cut } from "./escape.ts";
import { showHidden } from "./hidden-text.ts";

/** What is wrong, and what to write instead. */
export interface PolicyWords {
  message: string;
  hint: string;
}

/** Text of the file in a plain sentence: quoted, one line, short, hidden characters visible. Not yet Markdown. */
function quoted(text: string): string {
  return JSON.stringify(showHidden(cut(text, 60)));
}

function orList(values: readonly string[]): string {
  if (values.length < 2) return values.join("");
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

function didYouMean(near: string | null, otherwise: string): string {
  return near === null ? otherwise : `Did you mean ${quoted(near)}?`;
}

/** What a value is, in words that fit after "not". */
function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "keys and values";
  if (typeof value === "number") return `the number ${value}`;
  return typeof value === "boolean" ? `the truth value ${value}` : "text";
}

/** Why a path pattern is refused. */
const globFaults = {
  exclusion: "exclusions with ! are not supported",
  rooted: "paths start at the repository's root, without a slash",
  range: "ranges such as {1..9} are not supported",
  braces: "its braces unfold to too many alternatives",
  unreadable: "it cannot be read",
};

/** Meanings of the formats that the schema names in its errors. */
const formats: Record<string, string> = {
  "format:slug": "lower-case letters, digits and single dashes, such as docs-fix",
  "format:duration": "a whole number and m, h or d, such as 30m, 6h or 7d",
  "format:login": "a GitHub login, such as octocat or dependabot[bot]",
  "format:branch": "a branch name without spaces or any of ~ ^ : ? * [ and backslash",
  "format:root": "a relative path of letters, digits, dots, dashes and slashes, without . or .. parts",
  "format:workflow": "the file name of a workflow, such as agent.yml",
  "format:commit": "a full commit id of 40 or 64 hexadecimal digits",
};

/** One function per problem; its argument holds the facts of the sentence. */
export const policyProblems = {
  two_files: (f: { paths: readonly string[] }) => ({
    message: `There are two policy files: ${f.paths.join(" and ")}.`,
    hint: "Delete one of them; only one may exist.",
  }),
  unreadable: () => ({ message: "The file cannot be read as YAML.", hint: "Check that it is a text file in UTF-8." }),
  not_text: (f: { why: string }) => ({
    message: `The file cannot be read: ${f.why}.`,
    hint: "Make it a plain UTF-8 text file of at most 64 KiB.",
  }),
  too_large: (f: { size: number; largest: number }) => ({
    message: `The file has ${f.size} bytes; at most ${f.largest} are read.`,
    hint: "Shorten it, or move common parts into a preset.",
  }),
  too_deep: (f: { deepest: number }) => ({
    message: `Lists and mappings are nested more than ${f.deepest} deep.`,
    hint: "No policy key needs that; check the indentation.",
  }),
  tab: () => ({ message: "A tab is used for indentation.", hint: "Indent with spaces." }),
  syntax: (f: { reason: string }) => ({
    message: `This is not valid YAML: ${f.reason}.`,
    hint: "Check indentation, quotes and brackets around this place.",
  }),
  empty: () => ({
    message: "The file is empty.",
    hint: "Start with `version: 1`; `valp-github init` writes a first policy.",
  }),
  directive: () => ({ message: "YAML directives (lines starting with %) are not allowed.", hint: "Delete the line." }),
  documents: () => ({
    message: "The file holds several YAML documents.",
    hint: "Keep one; delete the `---` between them.",
  }),
  alias: () => ({ message: "YAML aliases (*name) are not allowed.", hint: "Write the value out." }),
  anchor: () => ({ message: "YAML anchors (&name) are not allowed.", hint: "Write the value out where it is used." }),
  merge_key: () => ({ message: "YAML merge keys (<<) are not allowed.", hint: "Write the keys out." }),
  tag: () => ({
    message: "YAML tags (!name) are not allowed.",
    hint: "Delete the tag; quote the value to make it text.",
  }),
  duplicate_key: (f: { key: string; line: number }) => ({
    message: `The key ${quoted(f.key)} stands here a second time; the first is in line ${f.line}.`,
    hint: "Keep one of them.",
  }),
  key_not_text: (f: { written: string }) => ({
    message: "A key must be text.",
    hint: f.written === "" ? "Write a plain word before the colon." : `Quote it: ${quoted(f.written)}.`,
  }),
  unknown_key: (f: { key: string; near: string | null }) => ({
    message: `The key ${quoted(f.key)} is not known here.`,
    hint: didYouMean(f.near, "Delete it, or check the policy reference."),
  }),
  missing_key: (f: { key: string }) => ({
    message: `The key ${quoted(f.key)} is missing.`,
    hint: `Add \`${f.key}:\` here.`,
  }),
  version: () => ({ message: "The policy version must be 1.", hint: "Write `version: 1`." }),
  expected_text: (f: { written: string | null; found: unknown }) => ({
    message: `Text is expected here, not ${kindOf(f.found)}.`,
    hint: f.written === null ? "Write a text." : `Quote it: ${quoted(f.written)}.`,
  }),
  expected_boolean: (f: { found: unknown }) => ({
    message: `true or false is expected here, not ${kindOf(f.found)}.`,
    hint: "Write true or false, without quotes.",
  }),
  expected_number: (f: { found: unknown }) => ({
    message: `A whole number is expected here, not ${kindOf(f.found)}.`,
    hint: "Write digits only, without quotes.",
  }),
  expected_list: (f: { found: unknown }) => ({
    message: `A list is expected here, not ${kindOf(f.found)}.`,
    hint: "Write it in brackets, such as [one, two].",
  }),
  expected_mapping: (f: { found: unknown }) => ({
    message: `Keys and values are expected here, not ${kindOf(f.found)}.`,
    hint: "Write one `key: value` a line, indented below this key.",
  }),
  not_one_of: (f: { value: string; allowed: readonly string[]; near: string | null }) => ({
    message: `${quoted(f.value)} is not allowed here; use ${orList(f.allowed)}.`,
    hint: didYouMean(f.near, `Use ${orList(f.allowed)}.`),
  }),
  too_long: (f: { most: number; unit: "characters" | "entries" }) => ({
    message: `This is too long; at most ${f.most} ${f.unit} are allowed.`,
    hint: "Shorten it.",
  }),
  too_short: (f: { unit: "characters" | "entries" }) => ({
    message: f.unit === "entries" ? "This list must not be empty." : "This text must not be empty.",
    hint: f.unit === "entries" ? "Add an entry or delete the key." : "Write something or delete the key.",
  }),
  out_of_range: (f: { bound: "least" | "most"; value: number }) => ({
    message: `The number must be at ${f.bound} ${f.value}.`,
    hint: `Use ${f.value} or ${f.bound === "least" ? "more" : "less"}.`,
  }),
  bad_format: (f: { format: string; value: string }) => ({
    message: `${quoted(f.value)} cannot be used here.`,
    hint: `Write ${formats[f.format] ?? "a value of the form shown in the policy reference"}.`,
  }),
  invalid: (f: { detail: string }) => ({
    message: `This value is not valid: ${f.detail}.`,
    hint: "See the policy reference.",
  }),
  trigger_count: (f: { found: readonly string[]; known: readonly string[] }) => ({
    message:
      f.found.length === 0
        ? "The rule names no trigger."
        : `The rule names ${f.found.length} triggers (${f.found.join(", ")}); it must name exactly one.`,
    hint:
      f.found.length === 0
        ? `Write exactly one of ${orList(f.known)} below \`on\`.`
        : "Make one rule for each of them.",
  }),
  duplicate_rule: (f: { id: string; line: number }) => ({
    message: `The rule id ${quoted(f.id)} is used twice; the first is in line ${f.line}.`,
    hint: "Give every rule its own id.",
  }),
  unknown_name: (f: {
    what: "agent" | "declaration" | "rule";
    name: string;
    near: string | null;
    known: readonly string[];
  }) => ({
    message: `There is no ${f.what} named ${quoted(f.name)}.`,
    hint: didYouMean(
      f.near,
      f.known.length === 0 ? `The policy defines none.` : `Known: ${f.known.slice(0, 20).join(", ")}.`,
    ),
  }),
  agent_binding: (f: { agent: string; both: boolean }) => ({
    message: f.both
      ? `The agent ${quoted(f.agent)} names a workflow and an account; it is one or the other.`
      : `The agent ${quoted(f.agent)} of runtime github names neither a workflow nor an account.`,
    hint: f.both ? "Delete one of the two keys." : "Add `workflow: <file>.yml` or `account: <login>`.",
  }),
  needs_user_token: (f: { login: string }) => ({
    message: `Giving work to ${quoted(f.login)} needs a person's own token, which is not supported (needs_user_token).`,
    hint: "Use a workflow that runs the agent, or an account that answers to a comment.",
  }),
  deadline_too_long: (f: { most: string }) => ({
    message: `The deadline is longer than ${f.most}.`,
    hint: `Use ${f.most} or less.`,
  }),
  bad_cron: (f: { detail: string | null }) => ({
    message: `This is not a schedule of five cron fields${f.detail === null ? "" : `: ${f.detail.replace(/\.$/u, "")}`}.`,
    hint: 'Write minute, hour, day, month and weekday, such as "17 3 * * 1-5".',
  }),
  cron_never: () => ({ message: "This schedule never comes due.", hint: "Check day and month." }),
  bad_zone: (f: { zone: string }) => ({
    message: `The time zone ${quoted(f.zone)} is not known.`,
    hint: "Use a name of the IANA list, such as Europe/Berlin or UTC.",
  }),
  subject_missing: (f: { trigger: string }) => ({
    message: `A rule on ${f.trigger} has no issue text to take its goal from.`,
    hint: 'Add `subject: "what is to be done"` to the rule.',
  }),
  when_without_subject: (f: { key: string; trigger: string }) => ({
    message: `\`${f.key}\` cannot be checked on ${f.trigger}; there is no issue or pull request.`,
    hint: "Delete the condition.",
  }),
  bad_regex: (f: { detail: string | null }) => ({
    message: `This regular expression is refused${f.detail === null ? "" : `: ${f.detail}`}.`,
    hint: "Use linear-time syntax: no look-around and no back-references; only the flag i may follow the last slash.",
  }),
  regex_open: () => ({
    message: "The pattern starts with a slash but does not end with one.",
    hint: "Write /expression/ or /expression/i; a text that starts with a slash is matched by an expression, too.",
  }),
  bad_regex_flags: (f: { flags: string }) => ({
    message: `The flags ${quoted(f.flags)} are not supported.`,
    hint: "Only i may follow the last slash.",
  }),
  pattern_too_costly: () => ({
    message: "The pattern is too large to be matched quickly.",
    hint: "Use smaller repeat counts and fewer alternatives.",
  }),
  patterns_too_costly: () => ({
    message: "All regular expressions of the policy together are too large to be matched quickly.",
    hint: "Use fewer or simpler expressions, or globs such as docs*.",
  }),
  bad_glob: (f: { fault: keyof typeof globFaults }) => ({
    message: `This path pattern is refused: ${globFaults[f.fault]}.`,
    hint: "Use *, **, ? and small {a,b} groups, such as docs/**/*.md.",
  }),
  bot_approver: (f: { login: string }) => ({
    message: `${quoted(f.login)} is a bot; bots never approve.`,
    hint: "List people, or people's teams.",
  }),
  weak_approver_role: (f: { role: "read" | "triage" }) => ({
    message:
      f.role === "read"
        ? '"read" is no role for approvers: on a public repository everybody has it.'
        : '"triage" is no role for approvers: whoever may not change the code does not approve what changes it.',
    hint: "Use write, maintain or admin, or leave min_role out and name teams or users.",
  }),
  nobody_approves: () => ({
    message: "Nobody can approve: no role, team or person is named.",
    hint: "Add min_role, teams or users.",
  }),
  too_few_approvers: (f: { count: number; people: number }) => ({
    message: `${f.count} approvals are needed, but only ${f.people} ${f.people === 1 ? "person is" : "people are"} named.`,
    hint: "Name more people, add a role or a team, or lower the count.",
  }),
  teams_need_token: () => ({
    message: "GITHUB_TOKEN cannot read team membership.",
    hint: "Seats of teams stay open unless the App or a token that may read organisation members is used; min_role or users work everywhere.",
  }),
  app_writer_advised: () => ({
    message: "High-risk rules start by themselves, and every workflow of the repository may write the ledger branch.",
    hint: "Install the App, set `writer: app` below `ledger`, and let a branch rule keep everybody else out.",
  }),
  fixture_path: () => ({
    message: "A fixture is a relative path below the policy's folder.",
    hint: "Write it without a leading slash and without .. parts.",
  }),
  preset_unknown: (f: { name: string; near: string | null; known: readonly string[] }) => ({
    message: `There is no preset named ${quoted(f.name)}.`,
    hint: didYouMean(f.near, `Shipped presets: ${f.known.join(", ") || "none"}.`),
  }),
  preset_extends: (f: { name: string }) => ({
    message: `The preset ${quoted(f.name)} extends another preset, which is not allowed.`,
    hint: "Use a preset that stands alone.",
  }),
  preset_invalid: (f: { name: string; detail: string }) => ({
    message: `The preset ${quoted(f.name)} cannot be used. ${f.detail}`.trim(),
    hint: "Remove `extends` or use another preset.",
  }),
} satisfies Record<string, (facts: never) => PolicyWords>;
