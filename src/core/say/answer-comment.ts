// Short comments of ours: the answer to one comment's commands, and the one line that says why a trigger did nothing.
import { clip } from "./clip.ts";
import { breakCommands, codeSpan, hiddenMarker } from "./escape.ts";
import type { Reason } from "./reason.ts";

/** The marker of the answer to one comment or review; the same words are answered once. */
export function replyMarker(kind: string, id: number): string {
  return `reply:${kind}:${id}`;
}

/** The marker of a note; one reason about one rule is noted once per issue. */
export function noteMarker(code: string, rule: string): string {
  return `note:${code}:${rule}`;
}

/**
 * The answer to the commands of one comment: what came of each line, in order, and then `more`, finished Markdown of
 * ours in which commands stand as code to copy.
 */
export function replyComment(
  marker: string,
  answers: readonly { verb: string; effect: boolean; reasons: readonly Reason[] }[],
  more: string,
): string {
  const lines = answers.flatMap(({ verb, effect, reasons }) =>
    reasons.map((each) => `- ${codeSpan(verb)}${effect ? "" : " no effect"}: ${sentence(each)}`),
  );
  const parts = [hiddenMarker(marker), lines.join("\n"), more].filter((part) => part !== "");
  return clip(parts.join("\n\n"), null);
}

/** The line that a refused trigger leaves. */
export function noteComment(marker: string, reasons: readonly Reason[]): string {
  const lines = reasons.map((each) => `- ${sentence(each)}`);
  return clip([hiddenMarker(marker), "What was asked for did not happen.", lines.join("\n")].join("\n\n"), null);
}

/** One reason on one line, with its code to look up. No line of it starts like a command. */
function sentence({ code, text }: Reason): string {
  return `${breakCommands(text).replaceAll(/\s*[\r\n]\s*/g, " ")} (${codeSpan(code)})`;
}
