// The phrases of the status comment: what started a task, its risk, its progress, its history.
import { codeSpan, inline } from "./escape.ts";
import type { NextStep, StatusFacts } from "./status-comment.ts";

/** What started a task, and by whom, as Markdown: the recorded signal (`label:x`, `schedule:...`) in words. */
export function startedBy(signal: string, actor: string): string {
  const [, kind = "", rest = ""] = /^([a-z]+):(.*)$/s.exec(signal) ?? [];
  const by = codeSpan(actor, 60);
  const what = codeSpan(rest);
  switch (kind) {
    case "label":
      return `the label ${what}, put on by ${by}`;
    case "command":
      return `the command ${codeSpan(`/valp ${rest}`)} of ${by}`;
    case "schedule":
      return `the schedule ${what}`;
    case "push":
      return `a push to ${what} by ${by}`;
    case "dispatch":
      return `the call ${what} by ${by}`;
    case "queue":
      return `an item of the queue ${what}`;
    default:
      return `${codeSpan(signal)}, ${by}`;
  }
}

/** The risk with the words that made it so. */
export function riskText({ classification, matches }: StatusFacts["risk"]): string {
  const found = matches.map(
    ({ kind, matched }) => `${codeSpan(matched, 60)} (${inline(kind.replaceAll("_", " "), 60)})`,
  );
  if (found.length > 0) return `**${classification}**, because the text says ${found.join(", ")}`;
  return classification === "low" ? classification : `**${classification}**, set by the rule`;
}

/** How far the task has come, in words that read the same aloud. */
export function progressText(facts: StatusFacts): string {
  return `triggered, Leader ${leaderWord(facts.next)}, approval ${approvalWord(facts)}, not dispatched`;
}

function leaderWord(next: NextStep): string {
  switch (next.kind) {
    case "routed":
      return "declared";
    case "approval":
      return next.team === null ? "declared" : leaderWord(next.team);
    case "assignments":
      return "selected";
    case "fix":
      return "declared with errors";
    default:
      return "open";
  }
}

function approvalWord({ next, risk }: StatusFacts): string {
  if (risk.classification !== "high") return "not needed";
  if (next.kind === "denied") return "refused";
  return next.kind === "approval" ? `${next.seats.length} of ${next.needed}` : "given";
}

/** Most steps of the history that are shown. */
const mostSteps = 40;

/** The newest steps, oldest first. */
export function historyLines(history: StatusFacts["history"]): string[] {
  const shown = history.slice(-mostSteps);
  const earlier = history.length - shown.length;
  const lines = shown.map(({ ts, summary }) => `- ${inline(ts, 40)}: ${plainSentence(summary, 300)}`);
  return earlier > 0 ? [`- ${earlier} earlier steps are in ${codeSpan("timeline.jsonl")}`, ...lines] : lines;
}

/** How people begin again after an end. */
export function byHand(rule: string, signal: string): string {
  const label = signal.startsWith("label:") ? "put the label on again or " : "";
  return `To begin again, ${label}type ${codeSpan(`/valp start ${rule}`)}.`;
}

/**
 * A recorded sentence, which may be Markdown of ours or somebody's plain words, as harmless plain text: our own escapes
 * and code marks are taken out first, so that the reader does not see them, and everything is escaped afterwards.
 */
export function plainSentence(recorded: string, max: number): string {
  const text = recorded
    .replaceAll(/[`\u2060]/g, "")
    .replaceAll(/\\(?=[\\`*[\]~$_#+=./)-])/g, "")
    .replaceAll(/&(amp|lt|gt|vert);/g, (entity, name: string) => characters[name] ?? entity);
  return inline(text, max);
}

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", vert: "|" };
