// Reason sentences: evidence. What is wrong with a delivered file, a patch, a submission or a closing, and how to fix it.
import { codeSpan, quoted } from "./escape.ts";

const nameProblems: Record<string, string> = {
  empty: "it has an empty part",
  too_long: "it is too long",
  absolute: "it starts at the root",
  backslash: "it holds a backslash",
  colon: "it holds a colon",
  control: "it holds a control character",
  character: "it holds a character that not every system can store",
  parent: "it leads out of its folder",
  edge: "a part of it begins or ends with a blank, a dot or a hyphen",
  hidden: "a part of it begins with a dot",
  git: "it names git's own folder",
  reserved: "Windows keeps that name for itself",
};

const secretNames: Record<string, string> = {
  json_web_token: "a JSON web token",
  private_key: "a private key",
  url_password: "an address with a password",
};

const controls: Record<string, string> = {
  policy: "a policy",
  workflow: "a file of .github",
  ledger: "the ledger",
  task_record: "a record of the task",
  receipts: "a receipt",
  approvals: "an approval",
  expectations: "what was expected of the work",
};

const archiveTroubles: Record<string, string> = {
  not_zip: "it is not a zip archive",
  damaged: "it is damaged",
  several_parts: "it is one part of several",
  zip64: "it uses the format for very large archives",
  encrypted: "it is encrypted",
  method: "it is packed with an unknown method",
  entries: "it holds too many files",
  size: "it would unpack to more than is allowed",
  name: "it holds a name that cannot be read",
  contradiction: "its headers contradict one another",
  overlap: "its files overlap",
  checksum: "its content is not what it declares",
};

function size(bytes: number): string {
  return `${bytes.toLocaleString("en-US")} bytes`;
}

function list(refs: readonly string[]): string {
  const shown = refs.slice(0, 6).map((ref) => codeSpan(`## ${ref}`));
  return shown.length === 0 ? "none" : shown.join(", ");
}

/** One function per reason code; its argument holds the facts the sentence needs. */
export const evidenceReasons = {
  evidence_name_unsafe: (f: { name: string; problem: string }) =>
    `The file name ${quoted(f.name)} is not safe: ${nameProblems[f.problem] ?? "it cannot be stored"}. Use a short relative name of letters, digits, dots, hyphens and slashes.`,
  evidence_names_collide: (f: { name: string; other: string }) =>
    `The names ${quoted(f.name)} and ${quoted(f.other)} are one file on some systems. Rename one of them.`,
  evidence_not_a_file: (f: { name: string }) =>
    `${quoted(f.name)} is a link or a special file. Deliver the file itself.`,
  evidence_files_too_many: (f: { count: number; most: number }) =>
    `The delivery holds ${f.count} files; ${f.most} are the most. Deliver what proves the work, and name the rest in it.`,
  evidence_file_too_large: (f: { name: string; bytes: number; most: number }) =>
    `${quoted(f.name)} has ${size(f.bytes)}; ${size(f.most)} are the most. Keep the part that proves the work.`,
  evidence_total_too_large: (f: { bytes: number; most: number }) =>
    `The delivery has ${size(f.bytes)} in all; ${size(f.most)} are the most. Leave out what proves nothing.`,
  evidence_not_text: (f: { name: string; what: "nul" | "not_utf8" }) =>
    `${quoted(f.name)} is not plain text${f.what === "nul" ? " (it holds a zero byte)" : ""}. Save it as UTF-8, or describe in a text file what it shows.`,
  evidence_holds_secret: (f: { name: string; kind: string; line: number }) =>
    `${quoted(f.name)} holds ${secretNames[f.kind] ?? `what looks like a secret (${f.kind.replaceAll("_", " ")})`} at line ${f.line}. Nothing of the delivery was stored. Revoke it, take it out and deliver again.`,
  evidence_is_control_file: (f: { name: string; control: string }) =>
    `${quoted(f.name)} is ${controls[f.control] ?? "a control file"}, which no worker may deliver, so the whole delivery is void. Deliver evidence only.`,
  evidence_changes_agent: (f: { name: string; surface: string }) =>
    `${quoted(f.name)} would change what the agent itself runs on (${f.surface.replaceAll("_", " ")}), which is forbidden while it runs. The delivery is void. Propose such a change in \`changes.patch\`.`,
  evidence_of_other_agent: (f: { name: string; agent: string }) =>
    `${quoted(f.name)} lies in the folder of ${quoted(f.agent)}, so the whole delivery is void. Write into your own folder.`,
  evidence_out_of_place: (f: { name: string }) =>
    `${quoted(f.name)} lies where no evidence belongs. Put it into your own folder below \`agents/\`, or into \`evidence/\`, \`logs/\` or \`screenshots/\`.`,

  patch_too_large: (f: { bytes: number; most: number }) =>
    `\`changes.patch\` has ${size(f.bytes)}; ${size(f.most)} are the most. Split the work into smaller tasks.`,
  patch_files_too_many: (f: { count: number; most: number }) =>
    `\`changes.patch\` touches ${f.count} files; ${f.most} are the most. Split the work into smaller tasks.`,
  patch_empty: () => "`changes.patch` changes nothing. Leave it out and say in the evidence why no change was needed.",
  patch_unreadable: (f: { line: number }) =>
    `\`changes.patch\` is not what \`git diff\` writes; line ${f.line} is the first that does not fit. Make it with \`git diff --binary --no-color HEAD\`.`,
  patch_path_unsafe: (f: { path: string }) =>
    `\`changes.patch\` touches ${quoted(f.path)}, a path that leads elsewhere or cannot be stored everywhere. Use another path.`,
  patch_paths_meet: (f: { path: string; other: string }) =>
    `\`changes.patch\` touches ${quoted(f.path)} and ${quoted(f.other)}, which are one path on some systems. Touch each path once.`,
  patch_touches_github: (f: { path: string }) =>
    `\`changes.patch\` touches ${quoted(f.path)}. Nothing below \`.github/\` may come out of a run: a person has to make that change.`,
  patch_touches_ledger: (f: { path: string }) =>
    `\`changes.patch\` touches ${quoted(f.path)}, a file of the task ledger. Take it out of the patch.`,
  patch_link: (f: { path: string }) => `\`changes.patch\` makes ${quoted(f.path)} a symbolic link. Use a plain file.`,
  patch_submodule: (f: { path: string }) =>
    `\`changes.patch\` changes a submodule (${quoted(f.path)}). A person has to make that change.`,
  patch_mode_unknown: (f: { path: string }) =>
    `\`changes.patch\` gives ${quoted(f.path)} a file mode other than 100644 or 100755. Use one of these.`,
  patch_binary: (f: { path: string }) =>
    `\`changes.patch\` changes ${quoted(f.path)}, which is not text and cannot be reviewed. A person has to add it.`,

  artifact_unreadable: (f: { trouble: string }) =>
    `The evidence archive was not opened: ${archiveTroubles[f.trouble] ?? "it is damaged"}. Upload the folder that \`begin\` named with actions/upload-artifact.`,

  evidence_missing: (f: { ref: string }) => `${codeSpan(f.ref)} is missing. Write it and deliver again.`,
  evidence_empty: (f: { ref: string }) => `${codeSpan(f.ref)} is empty. Say in it what was done.`,
  evidence_unchanged: (f: { ref: string }) =>
    `${codeSpan(f.ref)} is the same as before the work was dispatched. Only a new or changed file counts.`,
  evidence_too_small: (f: { ref: string; bytes: number; least: number }) =>
    `${codeSpan(f.ref)} has ${size(f.bytes)}; the policy asks for at least ${size(f.least)}. Say more of what was done.`,
  evidence_heading_missing: (f: { ref: string; heading: string }) =>
    `${codeSpan(f.ref)} lacks the heading ${quoted(f.heading)} that the policy asks for. Add \`## ${plainWords(f.heading)}\` with its content.`,
  evidence_json_missing: (f: { ref: string }) =>
    `${codeSpan(f.ref)} lacks the fenced \`json\` block that the policy asks for. Add it.`,
  evidence_json_broken: (f: { ref: string }) => `The JSON in ${codeSpan(f.ref)} cannot be read. Correct it.`,
  evidence_json_unfit: (f: { ref: string; path: string; keyword: string }) =>
    `The JSON in ${codeSpan(f.ref)} does not fit the policy's schema at ${quoted(f.path === "" ? "/" : f.path)} (${quoted(f.keyword)}). Correct it.`,
  evidence_schema_unusable: (f: { file: string; path: string; what: string }) =>
    `The schema ${quoted(f.file)} of the policy cannot be used: ${quoted(f.what)} at ${quoted(f.path === "" ? "/" : f.path)} is not understood. Use the keywords that the policy reference lists.`,
  evidence_is_template: (f: { ref: string }) =>
    `${codeSpan(f.ref)} only repeats the assignment. Say in your own words what was done and found.`,
  acknowledgement_missing: (f: { agent: string; digest: string }) =>
    `No file below ${codeSpan(`agents/${f.agent}/`)} acknowledges the control contract. It needs the three lines ${codeSpan("control_contract_ref: control-contract.json")}, ${codeSpan(`control_contract_digest: ${f.digest}`)} and ${codeSpan("control_contract_status: honored")}.`,
  verdict_missing: (f: { ref: string }) =>
    `${codeSpan(f.ref)} has no verdict. Add one line: \`Verdict: pass\`, \`Verdict: fail\` or \`Verdict: blocked\`.`,
  verdict_unclear: (f: { ref: string }) =>
    `${codeSpan(f.ref)} has verdicts that disagree. Leave one line: \`Verdict: pass\`, \`Verdict: fail\` or \`Verdict: blocked\`.`,
  claim_unsupported: (f: { ref: string; line: number; words: string }) =>
    `Line ${f.line} of ${codeSpan(f.ref)} claims something that nothing shows: ${quoted(f.words, 100)}. Name an existing file in back-ticks, or add a fenced block with the command and its output.`,

  submission_left_open: (f: { what: "fence" | "comment" }) =>
    f.what === "fence"
      ? "A fenced block of the comment is never closed, so it cannot be told where the files end. Close it and send the comment again."
      : "An HTML comment of the text is never closed, so part of it is invisible. Close it and send the comment again.",
  submission_digest_differs: (f: { digest: string }) =>
    `The digest after the role is not that of the control contract. Read \`control-contract.json\` of the task and type ${codeSpan(f.digest)}.`,
  submission_without_refs: (f: { expected: readonly string[] }) =>
    `The submission starts no file. Put each file below its heading: ${list(f.expected)}.`,
  submission_ref_twice: (f: { ref: string }) => `The heading ${quoted(f.ref)} stands there twice. Keep one.`,
  submission_ref_unknown: (f: { ref: string; expected: readonly string[] }) =>
    `Nobody waits for the file ${quoted(f.ref)}. Expected are: ${list(f.expected)}.`,
  submission_words_outside: (f: { line: number; expected: readonly string[] }) =>
    `Line ${f.line} below the command belongs to no file. Begin with a heading that names one: ${list(f.expected)}.`,
  findings_unreadable: (f: { ref: string | null; line: number }) =>
    `The \`findings\` block at line ${f.line}${f.ref === null ? "" : ` of ${codeSpan(f.ref)}`} cannot be read. Use one block that lists severity (critical, high, medium, low, info), title and status (open, blocked, fixed, accepted, rejected).`,

  closing_heading_missing: (f: { heading: string; headings: readonly string[] }) =>
    `The closing says nothing under ${codeSpan(`## ${f.heading}`)}. It needs all of: ${f.headings.join(", ")}; write "none" with the reason where there is nothing.`,
  closing_heading_twice: (f: { heading: string }) =>
    `The heading ${codeSpan(`## ${f.heading}`)} stands there twice. Keep one.`,
  closing_recommendation_open: (f: { id: string; words: string }) =>
    `The recommendation ${codeSpan(f.id)} is not decided: ${quoted(f.words, 120)}. Add \`${plainWords(f.id)}: accepted; why; scope; low\` with your decision.`,
  closing_recommendation_escalated: (f: { id: string }) =>
    `The recommendation ${codeSpan(f.id)} is escalated, so the task is not over. Decide it, or stop the task with \`/valp stop\`.`,
  closing_decision_unknown: (f: { id: string }) =>
    `No worker made a recommendation ${quoted(f.id)}. Use the ids that the status comment lists.`,
  closing_decision_twice: (f: { id: string }) =>
    `The recommendation ${codeSpan(f.id)} is decided twice. Keep one line.`,
  closing_decision_unreadable: (f: { line: string; decisions: readonly string[] }) =>
    `${quoted(f.line, 100)} is not a decision. Write \`<id>: decision; rationale; scope; impact\`, with a decision of ${f.decisions.join(", ")} and an impact of none, low, medium, high, unknown.`,
} as const;

/** Words that stand in a line to copy: only plain ones are repeated. */
function plainWords(text: string): string {
  return /^[\p{L}\p{N} ._-]{1,100}$/u.test(text) ? text : "...";
}
