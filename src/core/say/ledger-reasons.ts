// Reason sentences: reading and writing the repository and its ledger branch.
import { quoted } from "./escape.ts";

/** One function per reason code; its argument holds the facts the sentence needs. */
export const ledgerReasons = {
  ledger_path_unsafe: (f: { path: string }) =>
    `The path ${quoted(f.path)} may not be written on the ledger branch. Nothing was written.`,
  ledger_foreign_file: (f: { path: string }) =>
    `The ledger branch holds something else where ${quoted(f.path)} has to be written. Nothing was written. Remove what stands in the way from that branch, or choose another \`ledger.root\`.`,
  ledger_branch_invalid: (f: { branch: string }) =>
    `${quoted(f.branch)} is no branch name. Correct \`ledger.branch\` in the policy.`,
  ledger_branch_blocked: (f: { branch: string }) =>
    `The branch ${quoted(f.branch)} cannot be made, because a branch stands whose name is the beginning or the continuation of it. Rename one of them or choose another \`ledger.branch\`.`,
  ledger_checked_out: (f: { branch: string }) =>
    `The ledger branch ${quoted(f.branch)} is checked out in a work tree, which a commit from outside would leave looking changed. Switch that work tree to another branch, or choose another \`ledger.branch\`.`,
  git_missing: () => "The program git was not found. Install git 2.39 or newer and put it on the PATH.",
  git_too_old: () => "The installed git is too old. Install git 2.39 or newer.",
  git_no_repository: (f: { dir: string }) =>
    `${quoted(f.dir, 200)} is no git repository. Give the folder of one, or make one with \`git init\`.`,
  git_unsafe_owner: (f: { dir: string }) =>
    `git does not trust ${quoted(f.dir, 200)}, because the folder belongs to another user. If it is yours, say so with \`git config --global --add safe.directory <folder>\`.`,
  git_no_space: () =>
    "There is no space left where the repository is stored. Nothing was written. Free some and repeat.",
  git_not_writable: () =>
    "The repository's folder may not be written by this user. Nothing was written. Check its owner, its permissions and whether the disk is read-only.",
  git_not_readable: () => "A file of the repository may not be read by this user. Check its owner and its permissions.",
  git_object_damaged: (f: { what: string }) =>
    `The repository is damaged or incomplete: ${quoted(f.what, 200)}. Run \`git fsck\` in it and fetch what is missing.`,
  git_ref_locked: (f: { branch: string }) =>
    `Another program holds the lock of the branch ${quoted(f.branch)}. If no git runs there any more, remove the file ending in \`.lock\` next to the branch and repeat.`,
  git_ref_refused: (f: { branch: string; said: string }) =>
    `git did not move the branch ${quoted(f.branch)}: ${quoted(f.said, 200)}. Nothing was written.`,
  git_failed: (f: { said: string }) => `git stopped without an answer: ${quoted(f.said, 200)}.`,
  git_too_much: () => "git had more to tell than is read at once, so the answer is incomplete and was not used.",
  push_base_unknown: () =>
    "The branch is new or gone and shares no base with the default branch that shows what was pushed.",
} as const;

/** Why a file that exists has no text; each completes "The file cannot be read: ". */
export const unreadableBecause = {
  notText: "it is not UTF-8 text",
  tooLarge: "it is larger than 5 MB",
  link: "it is a symbolic link",
  submodule: "it is a submodule",
  folder: "it is a folder",
  lost: "its content is missing from the repository",
  cutOff: "its text came incomplete",
} as const;
