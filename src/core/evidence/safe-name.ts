// Which relative names are safe on every file system, and which two names some file system takes for one.

/** What is wrong with a delivered name. */
export type NameProblem =
  | "empty"
  | "too_long"
  | "absolute"
  | "backslash"
  | "colon"
  | "control"
  | "character"
  | "parent"
  | "edge"
  | "hidden"
  | "git"
  | "reserved";

/** Longest path in UTF-16 units; well below what Windows allows with a folder in front. */
export const longestPath = 180;
/** Longest name between two slashes in bytes of UTF-8. */
export const longestName = 120;

/** Letters, digits and marks of every script, and the punctuation that no shell, URL or file system treats specially. */
const allowed = /^[\p{L}\p{N}\p{M}._+@,=() -]*$/u;
const ignorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}]/u;
const control = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const git = /^(?:\.git|git~\d{1,3})[ .]{0,9}$/i;
const reserved = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9]|lpt[0-9])$/i;

/**
 * The first thing wrong with a name, or null. A name that passes is relative, leads nowhere else, can be created on
 * Windows, macOS and Linux, and is no dot file. It is judged as written and in its compatibility form, because some
 * systems turn look-alikes such as a full-width slash into the real one.
 */
export function nameProblem(name: string): NameProblem | null {
  if (name === "") return "empty";
  if (name.length > longestPath) return "too_long";
  return formProblem(name) ?? formProblem(name.normalize("NFKC"));
}

function formProblem(name: string): NameProblem | null {
  if (control.test(name)) return "control";
  if (name.includes("\\")) return "backslash";
  if (name.includes(":")) return "colon";
  if (name.startsWith("/")) return "absolute";
  for (const part of name.split("/")) {
    const problem = partProblem(part);
    if (problem !== null) return problem;
  }
  return null;
}

function partProblem(part: string): NameProblem | null {
  if (part === "") return "empty";
  if (part === "..") return "parent";
  if (part === ".") return "edge";
  if (git.test(part)) return "git";
  if (part.startsWith(".")) return "hidden";
  if (/^[ -]|[ .]$/.test(part)) return "edge";
  if (ignorable.test(part) || !allowed.test(part)) return "character";
  if (Buffer.byteLength(part, "utf8") > longestName) return "too_long";
  return reserved.test((part.split(".")[0] ?? "").trim()) ? "reserved" : null;
}

/** Names with the same key are one file somewhere: letter case, composition and compatibility forms do not tell them apart. */
export function collisionKey(name: string): string {
  let key = name;
  // Folding can compose and composing can need folding again; three rounds settle every known character.
  for (let round = 0; round < 3; round += 1) {
    key = key.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase();
  }
  return key.normalize("NFKD");
}

/**
 * Names that some file system cannot keep apart: each with the other it meets. A file also meets a folder of its name, and
 * a folder meets itself in another spelling. Linear in the sum of all lengths.
 */
export function collisions(names: readonly string[]): Map<string, string> {
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  const met = new Map<string, string>();
  const meet = (one: string, other: string) => {
    met.set(one, other);
    if (!met.has(other)) met.set(other, one);
  };
  for (const name of names) {
    const same = files.get(collisionKey(name));
    if (same !== undefined) meet(name, same);
    files.set(collisionKey(name), name);
  }
  for (const name of names) {
    for (let end = name.lastIndexOf("/"); end > 0; end = name.lastIndexOf("/", end - 1)) {
      const folder = name.slice(0, end);
      const key = collisionKey(folder);
      const file = files.get(key);
      if (file !== undefined) meet(name, file);
      const known = folders.get(key);
      if (known !== undefined && known.slice(0, end) !== folder) meet(name, known);
      folders.set(key, known ?? name);
    }
  }
  return met;
}
