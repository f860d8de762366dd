// Every command of one comment, review or new issue body: judged on its own, carried out, answered once.
import { kindOf } from "../core/authority/account.ts";
import type { Command, ParsedLine } from "../core/commands/command.ts";
import { isCommand } from "../core/commands/command.ts";
import { parseCommands } from "../core/commands/parse-commands.ts";
import { ended } from "../core/ended.ts";
import type { Subject, Words } from "../core/events/event.ts";
import type { DeclarationWords } from "../core/leader/declaration.ts";
import { readDeclarationYaml } from "../core/leader/declaration-yaml.ts";
import type { Outcome } from "../core/outcome.ts";
import { replyComment, replyMarker } from "../core/say/answer-comment.ts";
import { commandHelp } from "../core/say/command-help.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import { type Spoken, startCall } from "../core/task/call.ts";
import type { Ports, Snapshot } from "../ports.ts";
import { decideApprovalCommand } from "./decide-approval.ts";
import { declare } from "./declare-team.ts";
import { explainRules, showTask } from "./explain-task.ts";
import type { Scope } from "./load-case.ts";
import { loadGround } from "./load-ground.ts";
import { openAndDeclare } from "./open-and-declare.ts";
import { stopTask } from "./recall-task.ts";
import { shown, tellOnce } from "./tell-status.ts";
import type { Unfinished } from "./write-step.ts";

/** What came of one line, with text for the answer beyond its reasons. */
interface Answer {
  verb: string;
  outcome: Outcome;
  more: string;
}

/** Runs all commands of one text. Returns one Outcome per command, in order; the text may hold none. */
export async function runCommands(ports: Ports, subject: Subject, words: Spoken): Promise<Outcome[] | Unfinished> {
  const lines = parseCommands(words.body);
  if (lines.length === 0) return [ended("ignored", [reason("no_command")])];
  if (kindOf(words.author) === "ghost") return [ended("refused", [reason("actor_is_ghost")])];
  const loaded = await loadGround(ports, { ledger: [], folders: [], commentsOn: subject.number });
  if (loaded.kind === "unfinished") return loaded;
  if (loaded.kind === "no_ground" && loaded.outcome === "ignored") return [ended(loaded.outcome, loaded.reasons)];
  const snapshot = loaded.kind === "ground" ? loaded.ground.snapshot : loaded.snapshot;
  await react(ports, subject, words, "eyes");
  const answers: Answer[] = [];
  for (const line of lines) answers.push(await runLine(ports, subject, words, line));
  const untold = await answer(ports, snapshot, subject, words, answers);
  await react(ports, subject, words, answers.every(({ outcome }) => outcome.outcome !== "refused") ? "+1" : "confused");
  const outcomes = answers.map(({ outcome }) => outcome);
  return outcomes.map((outcome, at) => (at === 0 ? { ...outcome, reasons: [...outcome.reasons, ...untold] } : outcome));
}

async function runLine(ports: Ports, subject: Subject, words: Spoken, line: ParsedLine): Promise<Answer> {
  if (!isCommand(line)) return { verb: "/valp", outcome: ended("refused", [line.problem]), more: "" };
  const done = await carryOut(ports, subject, words, line);
  const verb = `/valp ${line.kind === "assign_block" ? "assign" : line.kind}`;
  if ("kind" in done) return { verb, outcome: ended("refused", [done.reason]), more: "" };
  return "more" in done ? { verb, ...done } : { verb, outcome: done, more: "" };
}

type Done = Outcome | { outcome: Outcome; more: string } | Unfinished;

async function carryOut(ports: Ports, subject: Subject, words: Spoken, command: Command): Promise<Done> {
  const scope: Scope = command.task === null ? { kind: "open" } : { kind: "named", id: command.task };
  switch (command.kind) {
    case "start":
      return openAndDeclare(ports, startCall(subject, words, command.rule));
    case "lead":
    case "assign":
    case "assign_block":
      return declareBy(ports, subject, words, scope, command);
    case "approve":
    case "deny":
    case "withdraw":
      return vote(ports, subject, words, scope, command);
    case "stop": {
      const { author: actor, createdAt: at } = words;
      const call = { subject, scope, actor, at, eventId: idOf(words, command), why: command.reason };
      return shown(ports, await stopTask(ports, call));
    }
    case "help":
      return { outcome: ended("ignored", [reason("answered")]), more: commandHelp() };
    case "status":
      return showTask(ports, subject, words.author, scope);
    case "why":
      return explainRules(ports, subject, words.author, scope);
    case "retry":
    case "submit":
    case "close":
      return ended("refused", [reason("nothing_dispatched", { verb: command.kind })]);
  }
}

async function declareBy(
  ports: Ports,
  subject: Subject,
  words: Spoken,
  scope: Scope,
  command: Extract<Command, { kind: "lead" | "assign" | "assign_block" }>,
): Promise<Done> {
  const spoken = declarationWords(command);
  if ("reasons" in spoken && !("kind" in spoken)) return ended("refused", spoken.reasons);
  const ending = await declare(ports, {
    subject,
    scope,
    words: () => spoken,
    ref: () => words.url,
    actor: words.author,
    eventId: idOf(words, command),
    verb: command.kind === "lead" ? "lead" : "assign",
    signal: `command:${command.kind === "lead" ? "lead" : "assign"}`,
  });
  return shown(ports, ending);
}

function declarationWords(
  command: Extract<Command, { kind: "lead" | "assign" | "assign_block" }>,
): DeclarationWords | { reasons: Reason[] } {
  if (command.kind === "lead") return command;
  if (command.kind === "assign") return { ...command, leader: null, reasons: [], squad: null };
  const read = readDeclarationYaml(command.yaml);
  return read.kind === "read" ? read.words : { reasons: read.reasons };
}

async function vote(
  ports: Ports,
  subject: Subject,
  words: Spoken,
  scope: Scope,
  command: Extract<Command, { kind: "approve" | "deny" | "withdraw" }>,
): Promise<Done> {
  if (!isComment(words)) return ended("refused", [reason("vote_in_issue_body")]);
  const verb =
    command.kind === "withdraw"
      ? { verb: command.kind }
      : command.kind === "approve"
        ? { verb: command.kind, digest: command.digest }
        : { verb: command.kind, digest: command.digest, reason: command.reason };
  const call = { subject, scope, words, command: verb, eventId: idOf(words, command) };
  return shown(ports, await decideApprovalCommand(ports, call));
}

/** A comment may hold several commands, each a happening of its own. */
function idOf(words: Spoken, command: Command): string {
  return `${words.kind}:${words.id}@${command.line}`;
}

function isComment(words: Spoken): words is Words {
  return words.kind !== "issue_body";
}

async function answer(
  ports: Ports,
  snapshot: Snapshot,
  subject: Subject,
  words: Spoken,
  answers: readonly Answer[],
): Promise<Reason[]> {
  // Bots are never answered: two of them would go on for ever.
  if (kindOf(words.author) === "bot") return [];
  const marker = replyMarker(words.kind, words.id);
  const lines = answers.map(({ verb, outcome }) => ({
    verb,
    effect: outcome.outcome !== "refused",
    reasons: outcome.reasons,
  }));
  const more = answers.map((each) => each.more).filter((text) => text !== "");
  const body = replyComment(marker, lines, more.join("\n\n"));
  // What could not be done at first may have been done now; the same words are never answered twice.
  const news = answers.some(({ outcome }) => outcome.commit !== null);
  return tellOnce(ports, snapshot, subject.number, { marker, body, news });
}

async function react(
  ports: Ports,
  subject: Subject,
  words: Spoken,
  content: "eyes" | "+1" | "confused",
): Promise<void> {
  if (!isComment(words)) return;
  await ports.talk.react({ kind: words.kind, id: words.id, subject: subject.number }, content);
}
