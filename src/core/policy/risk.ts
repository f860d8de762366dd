// Finds approval-gated risks in words: the protocol's classifier, in time linear to the text.
import type { RiskMatch } from "../outcome.ts";
import { riskCatalogue } from "./risk-catalogue.ts";
import { isNegated, objectOf } from "./risk-negation.ts";
import { type Quotes, readQuotes } from "./risk-quotes.ts";
import { blank, wordEnd, wordStart, words } from "./risk-spans.ts";
import { termSpans } from "./risk-terms.ts";
import { prepareRiskText, type Range, type RiskText } from "./risk-text.ts";

/** One place of a term. */
interface Place extends Range {
  kind: string;
}

/**
 * The risks that a text asks for, at most one per kind, in the order of the catalogue (contract section 2). A term that is
 * quoted, negated, described or only rehearsed does not count. Works on any string and never throws.
 */
export function classifyRisk(text: string): RiskMatch[] {
  const lowered = text.toLowerCase();
  const prepared = prepareRiskText(lowered);
  const quotes = lazyQuotes(prepared);
  return riskCatalogue.flatMap(({ kind, terms }) => {
    const matched = terms.find((term) => {
      const { starts, ends } = termSpans(lowered, term);
      return starts.some((left, index) => isMeant(prepared, quotes(), { kind, left, right: ends[index] ?? left }));
    });
    return matched === undefined ? [] : [{ kind, matched }];
  });
}

/** Quotes are read only for texts that hold a term at all. */
function lazyQuotes(text: RiskText): () => Quotes {
  let quotes: Quotes | undefined;
  return () => {
    quotes ??= readQuotes(text.text, text.tail);
    return quotes;
  };
}

/** The eleven exceptions of contract section 2, in its order. */
function isMeant(text: RiskText, quotes: Quotes, place: Place): boolean {
  const clause = text.clauseAt(place.left, place.right);
  if (quotes.isQuoted(place.left) && !quotes.isExecuted(place.left)) return false;
  if (text.text.startsWith("--", place.left - 2) && place.left >= 2) return false;
  if (isModelToken(text, place, clause)) return false;
  if (isDeploymentGrade(text, place)) return false;
  if (place.kind === "metadata" && !text.ask("changes", clause, changes)) return false;
  if (isNegated(text, place.left, place.right)) return false;
  if (isDocumentationOrPrintOnly(text, place, clause)) return false;
  if (text.ask("examines", clause, examines) || text.ask("describes", clause, describes)) return false;
  if (isRehearsed(text, place)) return false;
  if ((place.kind === "publish" || place.kind === "submit") && text.ask("valp", clause, controlsValp)) return false;
  return true;
}

/** Exception 3: tokens of language models are no credentials. */
function isModelToken(text: RiskText, place: Place, clause: Range): boolean {
  if (place.kind !== "auth" || text.text.slice(place.left, place.right) !== "token") return false;
  return text.ask("model token", clause, speaksOfModelTokens);
}

const credentialWords = test(
  words(["auth", "authentication", "credential", "access", "refresh", "bearer", "api[-\\x20]?key"]),
);
const modelTokens = [
  words(["(?:llm|model|prompt|context|input|output|billing) token"]),
  `${wordStart}non[- ]sensitive${wordEnd}[^.;!?\\n]{0,120}${words(["session", "adapter generation"])}` +
    `[^.;!?\\n]{0,80}${words(["token"])}`,
  words(["zero[-\\x20]token"]),
  words(["token[-\\x20](?:efficient|efficiency|saving|budgeted)"]),
  words(["token (?:consumption|budgets?|counts?|usage|costs?|limits?|window|efficiency|saving|spend)"]),
].map(test);

function speaksOfModelTokens(clause: string): boolean {
  return !credentialWords(clause) && modelTokens.some((speaks) => speaks(clause));
}

/** Exception 4. */
function isDeploymentGrade(text: RiskText, place: Place): boolean {
  if (place.kind !== "deploy" || text.text.slice(place.left, place.right) !== "deployment") return false;
  grade.lastIndex = place.right;
  return grade.test(text.text);
}
const grade = new RegExp(`(?:-|${blank})+grade${wordEnd}`, "uy");

/** Exception 5: metadata is a risk only where something is done to it. */
const changes = test(
  words(["change", "delete", "edit", "modify", "publish", "remove", "replace", "set", "submit", "update", "upload"]),
);

/** Exception 7. The first of the three phrases in the clause decides. */
function isDocumentationOrPrintOnly(text: RiskText, place: Place, clause: Range): boolean {
  if (text.ask("documentation only", clause, documentationOnlyFirst)) return true;
  if (!text.ask("print only", clause, printOnly)) return false;
  return namesPrintedCommand(text, place) || !followsFinishedPrint(text, place);
}

const onlyPhrase = new RegExp(`${wordStart}(documentation only|docs only|print only)${wordEnd}`, "u");
const printOnly = test(`${wordStart}print only${wordEnd}`);
const printOnlyApart = words(["print only"]);

function documentationOnlyFirst(clause: string): boolean {
  const first = onlyPhrase.exec(clause)?.[1];
  return first !== undefined && first !== "print only";
}

/** "print only … and <match> commands": the match names what is printed. */
function namesPrintedCommand(text: RiskText, place: Place): boolean {
  const { left } = text.coordinateAt(place.left, place.right);
  if (!text.has(printOnlyApart, left, place.left)) return false;
  commandLabel.lastIndex = place.right;
  return commandLabel.test(text.text) && endsInAndOr.test(text.tail(left, place.left));
}
const commandLabel = new RegExp(`${blank}+(?:the${blank}+)?(?:commands?|command${blank}+names?)${wordEnd}`, "uy");
const endsInAndOr = new RegExp(`${wordStart}(?:and|or)$`, "u");

/** "print only the X and <match>": printing ended with X. */
function followsFinishedPrint(text: RiskText, place: Place): boolean {
  const object = objectOf(text, `${printOnlyApart}(?=${blank})`, place.left);
  if (object === null) return false;
  determiner.lastIndex = object.from;
  return determiner.test(text.text) || !text.termEndsAt(object.from, object.to);
}
const determiner = new RegExp(`(?:the|a|an|this|that|these|those|my|our|your)${wordEnd}`, "uy");

/** Exception 8: the clause looks at how risks are worded or found. */
const examinesFirst = test(`^${blank}*(?:verify|check|test|audit|review|inspect)${wordEnd}`);
const examinedThing = test(
  words([
    ...["wording", "classification", "classifier", "risk", "approval"],
    ...["term", "phrase", "parser", "detection", "behavior"],
  ]),
);
function examines(clause: string): boolean {
  return examinesFirst(clause) && examinedThing(clause);
}

/** Exception 9. */
const describes = test(`^${blank}*(?:document|describe|explain)${wordEnd}`);

/** Exception 10: a rehearsal covers its sentence, but not what comes after a turn or directly after "and". */
function isRehearsed(text: RiskText, place: Place): boolean {
  const sentence = text.sentenceAt(place.left, place.right);
  if (!text.ask("rehearsal", sentence, rehearses)) return false;
  return !text.has(afterRehearsal, sentence.left, place.left) && !endsInAnd.test(text.tail(sentence.left, place.left));
}
const rehearses = test(`${wordStart}(?:dry[- ]run|smoke test|simulation|simulated|mock run)${wordEnd}`);
const afterRehearsal = words(["but", "however", "yet", "then", "next", "afterward", "afterwards", "after that"]);
const endsInAnd = new RegExp(`${wordStart}and$`, "u");

/** Exception 11: words of the protocol's own commands. */
const controlWords = [
  `${wordStart}(?:bin/)?valp${blank}+(?:publish|dispatch|audit|doctor|preflight)${wordEnd}`,
  `${wordStart}publish(?:ed|ing)?${blank}+(?:a${blank}+)?(?:valp${blank}+)?task${wordEnd}`,
  `${wordStart}task${blank}+publish(?:ed|ing)?${wordEnd}`,
].map(test);
function controlsValp(clause: string): boolean {
  return controlWords.some((controls) => controls(clause));
}

function test(pattern: string): (text: string) => boolean {
  const compiled = new RegExp(pattern, "u");
  return (text) => compiled.test(text);
}
