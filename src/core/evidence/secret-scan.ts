// Finds secrets in a text, also split over lines or inside base64, and takes them out. Values never leave this room.
import { countBelow } from "../policy/risk-spans.ts";
import {
  anyBeginning,
  privateKeyOpening,
  type SecretKind,
  secretShapes,
  tokenUrl,
  urlPassword,
} from "./secret-kinds.ts";
import { asWritten, base64Runs, decoded, isWordy, joined, type View } from "./secret-views.ts";

/** A secret that was found: its kind and its line, from 1. Never its value. */
export interface SecretFinding {
  kind: SecretKind;
  line: number;
}

/** Where a secret stands in a text. */
interface Span {
  kind: SecretKind;
  from: number;
  to: number;
}

/** How often base64 is looked for inside base64. */
const deepest = 2;
/** How often a text is cleaned before nothing of it is kept. */
const mostRounds = 4;

/** Every secret of a text, by line; one line is named once for each kind. Time is linear in the text. */
export function findSecrets(text: string): SecretFinding[] {
  const lineAt = lineFinder(text);
  const seen = new Map<string, SecretFinding>();
  for (const { kind, from } of allSpans(text)) {
    const line = lineAt(from);
    seen.set(`${line} ${kind}`, { kind, line });
  }
  return [...seen.values()].sort((one, other) => one.line - other.line || (one.kind < other.kind ? -1 : 1));
}

/**
 * The text with every secret replaced by `[redacted <kind>]`. A base64 text that holds one goes as a whole. What comes
 * back holds no secret that {@link findSecrets} would find: where cleaning does not settle, nothing of the text is kept.
 */
export function redact(text: string): string {
  let clean = text;
  for (let round = 0; round < mostRounds; round += 1) {
    const spans = allSpans(clean);
    if (spans.length === 0) return clean;
    clean = replaced(clean, spans);
  }
  return allSpans(clean).length === 0 ? clean : "[redacted]\n";
}

function replaced(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let kept = 0;
  for (const span of [...spans].sort((one, other) => one.from - other.from || other.to - one.to)) {
    if (span.to <= kept) continue;
    if (span.from >= kept) parts.push(text.slice(kept, span.from), `[redacted ${span.kind}]`);
    kept = span.to;
  }
  return parts.concat(text.slice(kept)).join("");
}

function allSpans(text: string): Span[] {
  const lines = joined(text);
  return [
    ...spansIn(asWritten(text), urlPassword),
    ...spansIn(lines, tokenUrl),
    ...encodedSpans(lines.text, deepest).map((span) => mapped(span, lines)),
  ];
}

/** Secrets inside the base64 of a text; each span covers the whole run that it stands in. */
function encodedSpans(text: string, depth: number): Span[] {
  return base64Runs(text).flatMap((run) => {
    for (let shift = 0; shift < 4; shift += 1) {
      const inner = decoded(text, run, shift);
      const [first] = spansIn(inner, urlPassword);
      const kind = first?.kind ?? (depth > 1 && isWordy(inner.text) ? deeper(inner.text, depth) : undefined);
      if (kind !== undefined) return [{ kind, ...run }];
    }
    return [];
  });
}

function deeper(text: string, depth: number): SecretKind | undefined {
  const lines = joined(text);
  return (spansIn(lines, tokenUrl)[0] ?? encodedSpans(lines.text, depth - 1)[0])?.kind;
}

function mapped(span: Span, view: View): Span {
  return { kind: span.kind, from: view.origin(span.from), to: view.origin(span.to - 1) + 1 };
}

/** Everything in one view that looks like a secret, as places of the text behind the view. */
function spansIn(view: View, addresses: RegExp): Span[] {
  const { text } = view;
  if (!anyBeginning.test(text)) return [];
  return [...shapedSpans(view), ...keySpans(text), ...webTokenSpans(text), ...addressSpans(text, addresses)].map(
    (span) => mapped(span, view),
  );
}

function shapedSpans({ text, starts }: View): Span[] {
  return secretShapes.flatMap(({ kind, shape, more, apart }) => {
    const spans: Span[] = [];
    for (const found of text.matchAll(shape)) {
      const from = found.index;
      if (apart && from > 0 && !starts(from) && /[A-Za-z0-9]/.test(text[from - 1] ?? "")) continue;
      // A value that overlaps the one before it is part of it.
      if (from < (spans.at(-1)?.to ?? 0)) continue;
      spans.push({ kind, from, to: runEnd(text, from + found[0].length, more) });
    }
    return spans;
  });
}

/** A private key from its first line to its last; without a last line, as far as anything looks like it. */
function keySpans(text: string): Span[] {
  const spans: Span[] = [];
  const lastEnd = text.lastIndexOf("-----END");
  for (const found of text.matchAll(privateKeyOpening)) {
    if (found.index < (spans.at(-1)?.to ?? 0)) continue;
    const body = found.index + found[0].length;
    const end = lastEnd < body ? -1 : text.indexOf("-----END", body);
    const to = end === -1 ? runEnd(text, body, /[A-Za-z0-9+/=\s-]/) : runEnd(text, end, /[A-Z0-9 -]/);
    spans.push({ kind: "private_key", from: found.index, to });
  }
  return spans;
}

/** Three parts between dots, of which the first two begin as every JSON object in base64 does. */
function webTokenSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const run of text.matchAll(/[A-Za-z0-9_.-]{30,}/g)) {
    const parts = run[0].split(".");
    let at = run.index;
    for (const [index, head] of parts.entries()) {
      const [claims = "", signature = ""] = parts.slice(index + 1, index + 3);
      const begin = head.indexOf("eyJ");
      if (begin !== -1 && head.length - begin >= 10 && claims.startsWith("eyJ") && claims.length >= 10) {
        if (signature.length >= 10) {
          const to = at + head.length + claims.length + signature.length + 2;
          spans.push({ kind: "json_web_token", from: at + begin, to });
        }
      }
      at += head.length + 1;
    }
  }
  return spans;
}

function addressSpans(text: string, addresses: RegExp): Span[] {
  return [...text.matchAll(addresses)].map((found) => ({
    kind: "url_password",
    from: found.index + 3,
    to: found.index + found[0].length - 1,
  }));
}

function runEnd(text: string, from: number, more: RegExp): number {
  let end = from;
  while (end < text.length && more.test(text[end] ?? "")) end += 1;
  return end;
}

/** The line of a place, from 1, by one pass over the text and a search for each place. */
function lineFinder(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index);
  return (at) => countBelow(ends, at) + 1;
}
