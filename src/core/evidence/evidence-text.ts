// Bytes of a stranger as text, or why they are none.

/** The text of a file, or what keeps it from being one. */
export type TextReading = { kind: "text"; text: string } | { kind: "not_text"; what: "nul" | "not_utf8" };

/** Strict UTF-8 without NUL. A byte order mark is tolerated and taken off: it is no part of what was written. */
export function readText(bytes: Uint8Array): TextReading {
  if (bytes.includes(0)) return { kind: "not_text", what: "nul" };
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    // The decoder throws for bytes that are no UTF-8 and for nothing else.
    return { kind: "not_text", what: "not_utf8" };
  }
}

/** Size of a text in bytes of UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
