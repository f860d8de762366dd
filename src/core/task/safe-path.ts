// Which paths may be written on the ledger branch, whatever stores it.

/** Names that some file system takes for `.git`: other case, trailing dots or blanks, short name, stream. */
const gitFolder = /^(?:\.git|git~\d+)[ .]*(?::.*)?$/i;

/** Code points that a file system may ignore when it compares names (the list git itself refuses in `.git`). */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

const loneSurrogate = /\p{Surrogate}/u;

const longestPath = 1_000;
const longestName = 255;

/**
 * Whether `path` may be written: relative, `/` between names, no empty, `.`, `..` or `.git`-like name, no backslash,
 * control character or lone surrogate, at most 1,000 characters in all and 255 bytes a name.
 */
export function isSafeLedgerPath(path: string): boolean {
  if (path.length > longestPath || loneSurrogate.test(path) || path.includes("\\") || hasControl(path)) return false;
  return path.split("/").every(isSafeName);
}

function isSafeName(name: string): boolean {
  if (name === "" || name === "." || name === ".." || byteLength(name) > longestName) return false;
  return !gitFolder.test(name.replace(ignored, ""));
}

function hasControl(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 || code === 127) return true;
  }
  return false;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
