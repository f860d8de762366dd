// Finds what an issue text holds that its reader does not see.
import * as z from "zod";

const kinds = ["HTML comments", "bidirectional characters", "zero-width characters", "invisible characters"] as const;

/** One kind of hidden thing: how many there are and the line of the first one, from 1. */
export const hiddenThingSchema = z.strictObject({
  what: z.enum(kinds),
  count: z.int().min(1),
  line: z.int().min(1),
});

/** One kind of hidden thing as recorded. */
export type HiddenThing = z.output<typeof hiddenThingSchema>;

/**
 * Control and format characters, default-ignorable ones, line and paragraph separators, lone surrogates. Not: tabs and
 * line ends, and what emoji are made of (U+FE0F, and a joiner directly behind a pictograph).
 */
const invisible =
  /(?![\t\n\r])(?!\ufe0f)(?!(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const zeroWidth = /\u034f|[\u00ad\u180e\u200b-\u200d\u2060-\u2064\ufeff]/;

/** Every kind of hidden thing in a text, in a fixed order. An HTML comment that is never closed hides the rest. */
export function findHidden(text: string): HiddenThing[] {
  const places = new Map<HiddenThing["what"], { count: number; first: number }>();
  const note = (what: HiddenThing["what"], at: number) => {
    const place = places.get(what);
    if (place === undefined) places.set(what, { count: 1, first: at });
    else place.count += 1;
  };
  for (const at of commentStarts(text)) note("HTML comments", at);
  for (const match of text.matchAll(invisible)) note(kindOf(match[0]), match.index);
  return kinds.flatMap((what) => {
    const place = places.get(what);
    return place === undefined ? [] : [{ what, count: place.count, line: lineOf(text, place.first) }];
  });
}

function kindOf(character: string): HiddenThing["what"] {
  if (bidirectional.test(character)) return "bidirectional characters";
  return zeroWidth.test(character) ? "zero-width characters" : "invisible characters";
}

function commentStarts(text: string): number[] {
  const starts: number[] = [];
  let from = text.indexOf("<!--");
  while (from !== -1) {
    starts.push(from);
    const close = text.indexOf("-->", from + 4);
    from = close === -1 ? -1 : text.indexOf("<!--", close + 3);
  }
  return starts;
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
