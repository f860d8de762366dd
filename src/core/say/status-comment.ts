// The one status comment of a task: what it waits for, who can act, the exact words to type, and what started it.
import type { RiskReport } from "../outcome.ts";
import { clip } from "./clip.ts";
import { codeBlock, codeSpan, hiddenMarker, inline } from "./escape.ts";
import { byHand, historyLines, plainSentence, progressText, riskText, startedBy } from "./status-words.ts";

/** What is missing before a declared team stands. `who` is a ready phrase from authority. */
export type TeamStep =
  | { kind: "leader"; roles: readonly string[]; agents: readonly string[]; who: string }
  | { kind: "assignments"; leader: string; roles: readonly string[]; who: string }
  | { kind: "fix"; fixes: readonly string[]; who: string };

/** What a task waits for, with the facts its sentence needs. `who` is a ready phrase from approval-text or authority. */
export type NextStep =
  | TeamStep
  | {
      kind: "approval";
      digest: string;
      seats: readonly string[];
      needed: number;
      who: string;
      /** The step that comes before an approval; null when the team stands. */
      team: TeamStep | null;
    }
  | { kind: "denied"; by: string; why: string; who: string }
  | { kind: "published" }
  | { kind: "routed"; action: string }
  | { kind: "ended"; status: string; why: string };

/** Everything the comment shows. Paths are relative to the task folder; `linkBase` is null where no web page exists. */
export interface StatusFacts {
  taskId: string;
  folder: string;
  /** `<server>/<owner>/<repo>/blob/<commit>/` of the ledger, or null on a local repository. */
  linkBase: string | null;
  /** The same for the policy at the commit that decided. */
  policyLink: string | null;
  signal: string;
  actor: string;
  rule: string;
  risk: RiskReport;
  plan: string | null;
  leader: string | null;
  assignments: Readonly<Record<string, string>>;
  next: NextStep;
  /** Things the reviewer must know, such as hidden characters in the issue text. */
  warnings: readonly string[];
  files: readonly string[];
  history: readonly { ts: string; summary: string }[];
}

/** The marker that finds a task's status comment again. */
export function statusMarker(taskId: string): string {
  return `status:${taskId}`;
}

/**
 * The whole comment as GitHub-flavoured Markdown, always below GitHub's size limit. What is needed next comes first and
 * facts are a list, not a table: it wraps on a phone and reads in order aloud.
 */
export function statusComment(facts: StatusFacts): string {
  const text = [
    hiddenMarker(statusMarker(facts.taskId)),
    `### ${headline(facts.next)}: task ${codeSpan(facts.taskId)}`,
    ...nextStep(facts),
    ...facts.warnings.map((warning) => `> [!WARNING]\n> ${oneLine(warning)}`),
    factList(facts).join("\n"),
    details(`All ${facts.files.length} files`, fileLines(facts)),
    details("History", historyLines(facts.history)),
  ];
  return clip(text.filter((part) => part !== "").join("\n\n"), facts.linkBase && target(facts, ""));
}

function headline(next: NextStep): string {
  switch (next.kind) {
    case "leader":
      return "Waiting for a Leader";
    case "assignments":
      return "Waiting for the Leader's assignments";
    case "fix":
      return "The declaration needs a fix";
    case "approval":
      return `Waiting for approval, ${next.seats.length} of ${next.needed}`;
    case "denied":
      return "Refused by a reviewer";
    case "published":
      return "Published";
    case "routed":
      return "Routed";
    case "ended":
      return plainSentence(next.status, 40).replace(/^[a-z]/, (first) => first.toUpperCase());
  }
}

function nextStep({ next, rule, signal }: StatusFacts): string[] {
  switch (next.kind) {
    case "leader":
    case "assignments":
    case "fix":
      return teamStep(next);
    case "approval":
      return approvalStep(next);
    case "denied":
      return [
        `**Next:** ${codeSpan(next.by)} refused this plan: ${plainSentence(next.why, 300)} Change the text or the team, and a new request goes out, or end the task with ${codeSpan("/valp stop")}. ${who(next.who)}`,
        `Whoever refused can take it back with ${codeSpan("/valp withdraw")}.`,
      ];
    case "published":
      return [
        "**Next:** nothing. The task is recorded, and the policy names no agent that could work on it. To go on, add one under `agents`.",
      ];
    case "routed":
      return ["**Next:** nothing to type. The route is recorded and bounded; this version dispatches nothing."];
    case "ended":
      return endedStep(next, byHand(rule, signal));
  }
}

function teamStep(next: TeamStep): string[] {
  switch (next.kind) {
    case "leader":
      return [`**Next:** a person selects the Leader. ${who(next.who)}`, ...leadLines(next)];
    case "assignments": {
      const roles = next.roles.map((role) => `${role}=<agent>`).join(" ");
      return [
        `**Next:** ${codeSpan(next.leader)} leads and says who works in which role, or a person says it. ${who(next.who)}`,
        codeBlock(`/valp assign ${roles} because: <why>`, "text"),
      ];
    }
    case "fix":
      return [
        `**Next:** the declaration did not pass. Nothing in it was changed; send it again with the fix. ${who(next.who)}`,
        next.fixes.map((fix) => `- ${oneLine(fix)}`).join("\n"),
      ];
  }
}

function approvalStep(next: Extract<NextStep, { kind: "approval" }>): string[] {
  const filled = next.seats.length > 0 ? ` Approved so far by ${next.seats.join(", ")}.` : "";
  const first = "The team comes first: a declaration changes the plan, and an approval given before it goes stale.";
  return [
    ...(next.team === null ? [] : [...teamStep(next.team), first]),
    `${next.team === null ? "**Next:**" : "**Then:**"} reviewers decide about exactly this plan.${filled} ${who(next.who)}`,
    next.team === null ? "To approve it:" : "To approve it as it is, without a valid declaration:",
    codeBlock(`/valp approve ${next.digest}`, "text"),
    `To refuse it: ${codeSpan(`/valp deny ${next.digest} reason: <why>`)}`,
  ];
}

function endedStep({ status, why }: Extract<NextStep, { kind: "ended" }>, again: string): string[] {
  return [`**Ended:** ${plainSentence(why, 400)}`, ...(status === "done" ? [] : [again])];
}

function leadLines({ roles, agents }: { roles: readonly string[]; agents: readonly string[] }): string[] {
  if (agents.length === 0) return ["The policy names no agent yet. Add one under `agents` first."];
  return [
    `Agents of the policy: ${agents.map((name) => codeSpan(name)).join(", ")}.`,
    codeBlock(`/valp lead <agent> ${roles.map((role) => `${role}=<agent>`).join(" ")} because: <why>`, "text"),
  ];
}

function factList(facts: StatusFacts): string[] {
  const { rule, policyLink, leader, plan } = facts;
  const team = Object.entries(facts.assignments).map(([role, agent]) => `${inline(role, 40)} ${codeSpan(agent)}`);
  const read = readFirst.filter(([file]) => facts.files.includes(file)).map(([file, says]) => link(facts, file, says));
  return [
    `- **Started by:** ${startedBy(facts.signal, facts.actor)}`,
    `- **Rule:** ${policyLink === null ? codeSpan(rule) : `[${codeSpan(rule)}](${policyLink})`}`,
    `- **Risk:** ${riskText(facts.risk)}`,
    ...(leader === null ? [] : [`- **Leader:** ${codeSpan(leader)}`]),
    ...(team.length === 0 ? [] : [`- **Team:** ${team.join(", ")}`]),
    ...(plan === null || facts.next.kind === "approval" ? [] : [`- **Plan:** ${codeSpan(plan)}`]),
    ...(facts.next.kind === "ended" ? [] : [`- **Progress:** ${progressText(facts)}`]),
    ...(read.length === 0 ? [] : [`- **Read:** ${read.join(", ")}`]),
  ];
}

/** The files that answer most questions, in the order in which people ask them. */
const readFirst: readonly (readonly [file: string, says: string])[] = [
  ["task.md", "what is to be done"],
  ["trigger-policy.json", "why it started"],
  ["inputs/issue-snapshot.json", "the text it stands on"],
  ["visible-routing.md", "who works and why"],
  ["approvals/requested.jsonl", "what was requested"],
  ["approvals/user-decisions.jsonl", "who decided"],
];

/** Most files listed one by one; the folder shows the rest. */
const mostFiles = 60;

function fileLines(facts: StatusFacts): string[] {
  const lines = facts.files.slice(0, mostFiles).map((file) => `- ${link(facts, file, null)}`);
  const more = facts.files.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more`] : lines;
}

/** A file at the commit that holds it as shown; where there is no page, its name. */
function link(facts: StatusFacts, file: string, says: string | null): string {
  const name = codeSpan(file);
  // Brackets followed by a colon would make the line a link definition, which stands above code marks in Markdown.
  if (facts.linkBase === null || file.includes("]:")) return says === null ? name : `${says} (${name})`;
  return `[${says ?? name}](${target(facts, file)})`;
}

function target({ linkBase, folder }: StatusFacts, file: string): string {
  // An array of one code point at a time replaces half characters, which an address cannot hold.
  const path = Array.from(file === "" ? folder : `${folder}/${file}`, (char) =>
    char.replace(/^[\ud800-\udfff]$/, "\ufffd"),
  );
  const escaped = encodeURI(path.join("")).replaceAll(/[()#?]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${linkBase}${escaped}`;
}

function who(phrase: string): string {
  return phrase === "" ? "" : `Who can: ${oneLine(phrase)}.`;
}

/** Finished Markdown that must not end its list item, quote or paragraph. */
function oneLine(markdown: string): string {
  return markdown.replaceAll(/\s*[\r\n]\s*/g, " ");
}

function details(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `<details><summary>${title}</summary>\n\n${lines.join("\n")}\n\n</details>`;
}
