// The one parser of commands in comments, reviews and issue bodies.
import { reason } from "../say/reason.ts";
import { isCommand, type ParsedLine } from "./command.ts";
import { type FoundLine, findLines } from "./find-lines.ts";
import { mentionsCommand } from "./mention.ts";
import { readSubmit, readWords } from "./read-words.ts";
import { isVerb, verbs } from "./registry.ts";

/** Most commands of one text. */
export const mostCommands = 10;
/** Longest text that is read: GitHub's limit for a comment, in characters of at most two code units each. */
const longestText = 65_536;

/**
 * Everything a text says to us, in order of its lines. Never throws. A line is either one whole command or has a problem
 * and no effect; titles must not be given to it. Texts beyond GitHub's own limit are not read.
 */
export function parseCommands(text: string): ParsedLine[] {
  if (!mentionsCommand(text)) return [];
  if (text.length > longestText * 2) {
    return [{ kind: "too_long", line: 1, problem: reason("command_text_too_long", { most: longestText }) }];
  }
  // A byte order mark is no part of the text.
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const found = findLines(lines);
  const parsed = found.slice(0, mostCommands).map((line) => readLine(line, lines));
  const submits = parsed.some((line) => line.kind === "submit");
  const checked = submits && found.length > 1 ? parsed.map(refuseMixed) : parsed;
  const next = found[mostCommands];
  if (next === undefined) return checked;
  const problem = reason("command_too_many", { most: mostCommands, more: found.length - mostCommands });
  return [...checked, { kind: "too_many", line: next.line, problem }];
}

function readLine(found: FoundLine, lines: readonly string[]): ParsedLine {
  const { line } = found;
  if (found.rest === null) return { kind: "hidden", line, problem: reason("command_hidden_characters", { line }) };
  const [, word = "", tail = ""] = /^(\S*)\s*(.*)$/s.exec(found.rest) ?? [];
  const verb = word.toLowerCase();
  if (!isVerb(verb)) return { kind: "unknown", line, verb: word, problem: reason("command_unknown", { verb: word }) };
  const malformed = (problem: ReturnType<typeof reason>): ParsedLine => ({ kind: "malformed", line, verb, problem });
  const target = verbs[verb].task ? takeTask(tail) : { task: null, rest: tail };
  if ("wrong" in target) {
    const { wrong } = target;
    return malformed(reason("command_word_unreadable", { verb, word: wrong, wanted: "one task id" }));
  }
  const { task, rest } = target;
  if (verb === "submit") {
    const words = readSubmit(rest);
    if (words.kind === "malformed") return malformed(words.problem);
    const body = lines.slice(line).join("\n").trim();
    return body === "" ? malformed(reason("submit_empty")) : { ...words, line, task, body };
  }
  if (verb === "assign" && found.block !== null) {
    const yaml = found.block.info === "yaml" || found.block.info === "yml";
    if (rest === "" && !yaml) return malformed(reason("assign_block_not_yaml"));
    if (rest !== "" && yaml) return malformed(reason("assign_words_and_block"));
    if (rest === "") return { kind: "assign_block", line, task, yaml: found.block.text };
  }
  const reading = readWords(verb, rest);
  return reading.kind === "malformed" ? malformed(reading.problem) : { ...reading.words, line, task };
}

/** Takes a `task=<id>` word out of the words before any free text: right after the verb or among its pairs. */
function takeTask(rest: string): { task: string | null; rest: string } | { wrong: string } {
  const end = rest.search(/(?<!\S)(?:because|reason):/i);
  const head = end === -1 ? rest : rest.slice(0, end);
  const words = [...head.matchAll(/(?<!\S)task=(\S*)/gi)];
  const [first, second] = words;
  if (first === undefined) return { task: null, rest };
  const id = (first[1] ?? "").toLowerCase();
  if (second !== undefined) return { wrong: second[0] };
  if (!/^[a-z0-9][a-z0-9._-]{0,79}$/.test(id)) return { wrong: first[0] };
  return { task: id, rest: `${rest.slice(0, first.index)}${rest.slice(first.index + first[0].length)}`.trim() };
}

/** All of a comment below submit is evidence, so no other command of it may count, and neither may the submission. */
function refuseMixed(line: ParsedLine): ParsedLine {
  if (!isCommand(line)) return line;
  const verb = line.kind === "assign_block" ? "assign" : line.kind;
  return { kind: "malformed", line: line.line, verb, problem: reason("submit_not_alone") };
}
