// The one status comment of a task: what started it, what it waits for, who can act and the exact words to type.
import type { RiskReport } from "../outcome.ts";
import { clip } from "./clip.ts";
import { codeSpan, hiddenMarker, inline } from "./escape.ts";

/** What a task waits for, with the facts its sentence needs. `who` is a ready phrase from approval-text or authority. */
export type NextStep =
  | { kind: "leader"; roles: readonly string[]; agents: readonly string[]; who: string }
  | { kind: "assignments"; leader: string; roles: readonly string[]; who: string }
  | { kind: "fix"; fixes: readonly string[]; who: string }
  | {
      kind: "approval";
      digest: string;
      seats: readonly string[];
      needed: number;
      who: string;
      declared: boolean;
      lead: { roles: readonly string[]; agents: readonly string[] };
    }
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

/** The whole comment as GitHub-flavoured Markdown, always below GitHub's size limit. */
export function statusComment(facts: StatusFacts): string {
  const text = [
    hiddenMarker(statusMarker(facts.taskId)),
    `### VALP task ${codeSpan(facts.taskId)}: ${headline(facts.next)}`,
    progress(facts),
    table(facts),
    ...facts.warnings.map((warning) => `> [!WARNING]\n> ${warning}`),
    nextStep(facts),
    details(
      "Files",
      facts.files.map((file) => `- ${link(facts, file)}`),
    ),
    details(
      "History",
      facts.history.map((line) => `- ${line.ts}: ${inline(line.summary, 200)}`),
    ),
  ];
  return clip(text.filter((part) => part !== "").join("\n\n"), facts.linkBase && `${facts.linkBase}${facts.folder}`);
}

function headline(next: NextStep): string {
  switch (next.kind) {
    case "leader":
      return "waiting for a Leader";
    case "assignments":
      return "waiting for the Leader's assignments";
    case "fix":
      return "the declaration needs a fix";
    case "approval":
      return "waiting for approval";
    case "published":
      return "published";
    case "routed":
      return "routed";
    case "ended":
      return next.status;
  }
}

const stages = ["Trigger", "Leader", "Approval", "Dispatch", "Evidence", "Audit"] as const;

/** One line that says in words how far the task has come, so that it reads the same aloud. */
function progress(facts: StatusFacts): string {
  const leader = facts.next.kind === "routed" || (facts.next.kind === "approval" && facts.next.declared);
  const approval = facts.risk.classification !== "high" ? "not needed" : facts.next.kind === "routed" ? "done" : "open";
  const words = ["done", leader ? "done" : "open", approval, "open", "open", "open"];
  return stages.map((stage, at) => `${stage}: ${words[at]}`).join(" → ");
}

function table(facts: StatusFacts): string {
  const matches = facts.risk.matches.map((match) => `${match.kind} (${inline(match.matched, 60)})`);
  const rows = [
    ["Started by", `${inline(facts.signal, 120)}, ${inline(facts.actor, 60)}`],
    ["Rule", facts.policyLink ? `[${codeSpan(facts.rule)}](${facts.policyLink})` : codeSpan(facts.rule)],
    ["Risk", `**${facts.risk.classification}**${matches.length > 0 ? `: ${matches.join(", ")}` : ""}`],
  ];
  if (facts.leader) rows.push(["Leader", codeSpan(facts.leader)]);
  const roles = Object.entries(facts.assignments).map(([role, agent]) => `${role}: ${codeSpan(agent)}`);
  if (roles.length > 0) rows.push(["Assignments", roles.join(", ")]);
  if (facts.plan) rows.push(["Plan digest", codeSpan(facts.plan)]);
  return ["| | |", "|---|---|", ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join("\n");
}

function nextStep(facts: StatusFacts): string {
  const next = facts.next;
  switch (next.kind) {
    case "leader":
      return [
        `**Next:** a person selects the Leader. ${who(next.who)} Agents of the policy: ${list(next.agents)}.`,
        type(leadCommand(next.roles)),
      ].join("\n\n");
    case "assignments":
      return [
        `**Next:** ${codeSpan(next.leader)} leads. The Leader, or a person for it, names who works in which role. ${who(next.who)}`,
        type(`/valp assign ${next.roles.map((role) => `${role}=<agent>`).join(" ")} because: <why>`),
      ].join("\n\n");
    case "fix":
      return [
        `**Next:** the declaration did not pass. ${who(next.who)}`,
        next.fixes.map((fix) => `- ${fix}`).join("\n"),
      ].join("\n\n");
    case "approval":
      return approvalStep(next);
    case "published":
      return "**Next:** nothing by itself: the rule publishes only. A person may go on with `/valp lead`.";
    case "routed":
      return "**Next:** the route is recorded and bounded. Nothing has been dispatched.";
    case "ended":
      return `**Ended:** ${next.why}`;
  }
}

function approvalStep(next: Extract<NextStep, { kind: "approval" }>): string {
  const filled = next.seats.length > 0 ? ` Approved so far by ${next.seats.join(", ")}.` : "";
  const first = next.declared
    ? []
    : [
        `Declare the Leader first: a declaration changes the plan, and an approval given before it goes stale. Agents of the policy: ${list(next.lead.agents)}.`,
        type(leadCommand(next.lead.roles)),
      ];
  return [
    `**Next:** ${next.seats.length} of ${next.needed} approvals.${filled} ${who(next.who)}`,
    ...first,
    "To approve exactly this plan:",
    type(`/valp approve ${next.digest}`),
    `To refuse: ${codeSpan(`/valp deny ${next.digest} reason: <why>`)}`,
  ].join("\n\n");
}

function leadCommand(roles: readonly string[]): string {
  return `/valp lead <agent> ${roles.map((role) => `${role}=<agent>`).join(" ")} because: <why>`;
}

/** A command to copy. Indented code cannot be taken for a command by any reader of comments. */
function type(command: string): string {
  return `\`\`\`text\n${command}\n\`\`\``;
}

function who(phrase: string): string {
  return phrase === "" ? "" : `Who can: ${phrase}.`;
}

function list(names: readonly string[]): string {
  return names.length > 0 ? names.map((name) => codeSpan(name)).join(", ") : "none yet";
}

function link(facts: StatusFacts, file: string): string {
  return facts.linkBase ? `[${codeSpan(file)}](${facts.linkBase}${facts.folder}/${file})` : codeSpan(file);
}

function details(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return `<details><summary>${title}</summary>\n\n${lines.join("\n")}\n\n</details>`;
}
