// Whether a patch that a run delivered may become a pull request, and which agents' surfaces it would change there.
import { type Reason, reason } from "../say/reason.ts";
import { isSafeLedgerPath } from "../task/safe-path.ts";
import { type Surface, surfaceOf } from "./control-files.ts";
import { readPatch, type TouchedFile } from "./patch.ts";
import { collisionKey, collisions } from "./safe-name.ts";

/** Most bytes and most files of a patch that people can still review. */
export const patchLimits = { bytes: 1_000_000, files: 300 };

/** A patch that may be proposed, with what it touches; or every reason why not. */
export type PatchAnswer =
  | { kind: "accepted"; files: TouchedFile[]; surfaces: { path: string; surface: Surface }[] }
  | { kind: "refused"; reasons: Reason[] };

const mostReasons = 10;
const plainModes = ["100644", "100755"];

/**
 * Judges the text of `changes.patch`. Refused: what git would not write, links, submodules, binary
 * content, paths that lead elsewhere or meet one another, and whatever touches `.github/` or the ledger. Surfaces of agents are
 * allowed here, because a pull request is not live; they are listed so that its reviewers are told.
 */
export function judgePatch(text: string, limits: typeof patchLimits): PatchAnswer {
  const size = Buffer.byteLength(text, "utf8");
  if (size > limits.bytes) return refused([reason("patch_too_large", { bytes: size, most: limits.bytes })]);
  const reading = readPatch(text);
  if (reading.kind === "unreadable") return refused([reason("patch_unreadable", { line: reading.line })]);
  const { files } = reading;
  if (files.length === 0) return refused([reason("patch_empty")]);
  if (files.length > limits.files)
    return refused([reason("patch_files_too_many", { count: files.length, most: limits.files })]);
  const reasons = [...files.flatMap(fileReasons), ...meetings(files)];
  if (reasons.length > 0) return refused(reasons.slice(0, mostReasons));
  const surfaces = pathsOf(files).flatMap((path) => {
    const surface = surfaceOf(path);
    return surface === null ? [] : [{ path, surface }];
  });
  return { kind: "accepted", files, surfaces };
}

function fileReasons(file: TouchedFile): Reason[] {
  const { path } = file;
  const modes = [file.oldMode, file.newMode].filter((one) => one !== null);
  const reasons = pathsOf([file]).flatMap(pathReasons);
  if (modes.includes("160000")) reasons.push(reason("patch_submodule", { path }));
  else if (modes.includes("120000")) reasons.push(reason("patch_link", { path }));
  else if (modes.some((one) => !plainModes.includes(one))) reasons.push(reason("patch_mode_unknown", { path }));
  if (file.binary) reasons.push(reason("patch_binary", { path }));
  return reasons;
}

function pathReasons(path: string): Reason[] {
  const key = collisionKey(path);
  if (!isSafeLedgerPath(path) || !isPlain(path)) return [reason("patch_path_unsafe", { path })];
  if (/^\.github(?:[ .]*\/|[ .]*$)/.test(key)) return [reason("patch_touches_github", { path })];
  if (/^\.(?:herdr-loop|valp)(?:\/|$)/.test(key)) return [reason("patch_touches_ledger", { path })];
  return /(?:^|\/)\.gitmodules$/.test(key) ? [reason("patch_submodule", { path })] : [];
}

/** No colon, no character that hides or steers text, no name that Windows strips to another. */
function isPlain(path: string): boolean {
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}:]/u.test(path)) return false;
  const parts = path.normalize("NFKC").split("/");
  return parts.every((part) => part !== "" && !/[ .]$|~\d|^git~/i.test(part) && !/[\\:]/.test(part));
}

/** Every path is touched once, by one spelling. */
function meetings(files: readonly TouchedFile[]): Reason[] {
  const met = [...collisions(files.map((file) => file.path))];
  return met.map(([path, other]) => reason("patch_paths_meet", { path, other }));
}

function pathsOf(files: readonly TouchedFile[]): string[] {
  return [...new Set(files.flatMap(({ path, from }) => (from === null ? [path] : [path, from])))];
}

function refused(reasons: Reason[]): PatchAnswer {
  return { kind: "refused", reasons };
}
