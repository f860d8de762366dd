// Characters that people cannot see or that turn the reading direction, and how we make them visible.

/**
 * Control and format characters, default-ignorable ones (zero width, soft hyphen, fillers, tags), bidirectional marks,
 * line and paragraph separators, lone surrogates. Allowed: tab and line ends, and what emoji are made of (U+FE0F, and
 * the joiner right behind a pictograph).
 */
const hidden =
  /(?![\t\n\r])(?!\ufe0f)(?!(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** True when the text holds at least one character that a reader cannot see. */
export function hasHidden(text: string): boolean {
  return text.search(hidden) !== -1;
}

/** The text without its hidden characters; only for looking at it, never for showing it. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, "");
}

/** Every hidden character replaced by its code point in brackets, such as `[U+202E]`. Line ends and tabs stay. */
export function showHidden(text: string): string {
  return text.replace(hidden, (char) => {
    const code = char.codePointAt(0) ?? 0;
    return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
  });
}
