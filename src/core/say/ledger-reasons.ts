// Reason sentences: reading and writing the repository and its ledger branch.
import { quoted } from "./escape.ts";

/** One function per reason code; its argument holds the facts the sentence needs. */
export const ledgerReasons = {
  ledger_path_unsafe: (f: { path: string }) =>
    `The path ${quoted(f.path)} may not be written on the ledger branch. Nothing was written.`,
  ledger_foreign_file: (f: { path: string }) =>
    `The ledger branch holds something else where ${quoted(f.path)} has to be written. Nothing was written. Remove what stands in the way from that branch, or choose another \`ledger.root\`.`,
  ledger_folder_taken: (f: { folder: string }) =>
    `The folder ${quoted(f.folder, 200)} is there already, and no record says which happening it belongs to. Nothing was written. Restore the record from the ledger's history, or move the folder away.`,
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
  empty_repository: () =>
    "This repository has no commit yet, so nothing can be recorded in it. Add a first file, such as a README, and repeat.",
  repository_archived: () => "This repository is archived and can only be read. Unarchive it to record tasks.",
  missing_permission: (f: { permission: string; said: string }) =>
    `GitHub refused this: ${quoted(f.said, 200)}. The token lacks a permission. In a workflow, add \`${f.permission}\` under \`permissions:\` of the job; for an App, grant it in the App's settings and accept the change.`,
  github_not_found: (f: { permission: string }) =>
    `GitHub shows this token no such thing. It may be gone or renamed, or the token lacks \`${f.permission}\`.`,
  github_login_refused: () =>
    "GitHub does not accept the token. It may have expired or been revoked; check the secret it comes from and the clock of this machine.",
  installation_suspended: () =>
    "The App's installation is suspended, so nothing can be done here. An owner can unsuspend it in the settings.",
  installation_removed: () => "The App is no longer installed here. Install it again to go on.",
  github_rate_limited: (f: { until: string | null }) =>
    `GitHub allows no more requests for now${f.until === null ? "" : ` (until ${f.until})`}. Run this again later.`,
  github_no_answer: (f: { said: string }) =>
    `GitHub gave no usable answer: ${quoted(f.said, 200)}. Whether anything happened is looked up before it is repeated.`,
  github_answer_odd: (f: { what: string }) =>
    `GitHub's answer about ${quoted(f.what)} has an unexpected form and was not used.`,
  github_refused: (f: { said: string }) => `GitHub refused this: ${quoted(f.said, 300)}.`,
  ledger_protected: (f: { branch: string; said: string }) =>
    `A rule protects the branch ${quoted(f.branch)}: ${quoted(f.said, 300)}. Nothing was written. Exempt the ledger branch or let this writer bypass the rule.`,
  ledger_needs_signature: (f: { branch: string; said: string }) =>
    `The branch ${quoted(f.branch)} takes signed commits only, and this commit did not count as signed: ${quoted(f.said, 200)}. Nothing was written. Exempt the ledger branch or use an App's token, whose commits GitHub signs.`,
  conversation_locked: () => "The conversation is locked, so nothing was said there. The ledger holds the record.",
  issues_disabled: () => "Issues are switched off or this one was deleted, so nothing was said there.",
  reaction_impossible: () => "The comment or review that was to be acknowledged cannot take a reaction.",
  role_not_visible: (f: { login: string; said: string | null }) =>
    `GitHub did not tell the role of ${quoted(f.login)}: ${f.said === null ? "its answer names no user" : quoted(f.said)}`,
  role_of_another: (f: { login: string; answered: string }) =>
    `GitHub was asked for the role of ${quoted(f.login)} and answered about ${quoted(f.answered)}`,
  team_not_visible: (f: { team: string }) =>
    `The team ${quoted(f.team)} cannot be read with this token; that takes an App or a token with \`members: read\``,
  owner_has_no_teams: (f: { owner: string }) => `${quoted(f.owner)} is a person's account and has no teams`,
  push_too_large: () => "The push changes more files than GitHub lists, so which ones is not known.",
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
