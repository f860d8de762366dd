// Starts git without a shell, in a cleaned environment, and puts names to the ways it fails.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { type Reason, reason } from "../core/say/reason.ts";

/** How git is started: arguments that name the repository, and the whole environment of the process. */
export interface Git {
  place: readonly string[];
  environment: Readonly<Record<string, string>>;
}

/** What a finished git process left behind. `failure` is set unless it ended with 0 and said everything. */
export interface GitAnswer {
  output: Buffer;
  said: string;
  failure: Reason | null;
}

/**
 * git or the disk did not do what the caller relied on. Caught where the port is implemented and answered as a value:
 * `refused` when trying again is no use, else `unknown`.
 */
export class GitTrouble extends Error {
  readonly reason: Reason;
  readonly kind: "refused" | "unknown";
  constructor(why: Reason, kind: "refused" | "unknown" = "unknown", cause?: unknown) {
    super(why.text, { cause });
    this.name = "GitTrouble";
    this.reason = why;
    this.kind = kind;
  }
}

/** Variables that may pass: where programs, the user's trust settings and temporary files are. Never GIT_DIR and such. */
const passing = [
  "PATH",
  "HOME",
  "SUDO_UID",
  "XDG_CONFIG_HOME",
  "USERPROFILE",
  "SystemRoot",
  "TMPDIR",
  "TEMP",
  "TMP",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
];

const fixed = {
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
};

/** Settings of the repository that would run programs, use the network or lose data on a power cut are overruled. */
const overruled = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "protocol.allow=never",
  "core.filesRefLockTimeout=2000",
  "core.fsync=committed,reference",
  "core.fsyncMethod=fsync",
].flatMap((setting) => ["-c", setting]);

const longestComplaint = 8_192;
const mostOutput = 64 * 1024 * 1024;

/** The environment for git out of the one the door was given. */
export function gitEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  identity: { name: string; email: string },
): Record<string, string> {
  const passed = passing.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(passed),
    ...fixed,
    GIT_AUTHOR_NAME: identity.name,
    GIT_AUTHOR_EMAIL: identity.email,
    GIT_COMMITTER_NAME: identity.name,
    GIT_COMMITTER_EMAIL: identity.email,
  };
}

/** Starts git and leaves talking to it to the caller. */
export function startGit(git: Git, args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn("git", ["--no-pager", ...overruled, ...git.place, ...args], {
    env: git.environment,
    stdio: ["pipe", "pipe", "pipe"],
    windowsHide: true,
  });
  // A process that dies early closes its input; its exit and its complaint tell why.
  child.stdin.on("error", () => undefined);
  return child;
}

/** Collects what a started git says until it ends. Output above 64 MiB ends it and is a failure. */
export function finishGit(child: ChildProcessWithoutNullStreams): Promise<GitAnswer> {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostOutput) child.kill();
    else chunks.push(chunk);
  });
  const complaint = listenToComplaint(child);
  return new Promise((resolve) => {
    const end = (failure: Reason | null) => resolve({ output: Buffer.concat(chunks), said: complaint(), failure });
    child.once("error", (error) => end(startFailure(error)));
    child.once("close", (code) => {
      if (size > mostOutput) end(reason("git_too_much"));
      else end(code === 0 ? null : complaintReason(complaint()));
    });
  });
}

/** Runs git to its end with `input` on its standard input. */
export function runGit(git: Git, args: readonly string[], input = ""): Promise<GitAnswer> {
  const child = startGit(git, args);
  const answer = finishGit(child);
  child.stdin.end(input);
  return answer;
}

/** The first 8 KiB of what a process says on its error output, asked for at any time. */
export function listenToComplaint(child: ChildProcessWithoutNullStreams): () => string {
  let said = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => {
    if (said.length < longestComplaint) said += text;
  });
  return () => said.slice(0, longestComplaint).trim();
}

/** Why git could not even be started. */
export function startFailure(error: Error & { code?: string }): Reason {
  return error.code === "ENOENT" ? reason("git_missing") : reason("git_failed", { said: error.message });
}

const complaints: readonly (readonly [RegExp, (said: string) => Reason])[] = [
  [/No space left on device|Disk quota exceeded/, () => reason("git_no_space")],
  [/dubious ownership in repository at '(?<dir>[^']*)'/, (said) => reason("git_unsafe_owner", { dir: named(said) })],
  [/not a git repository[^:]*: '?(?<dir>[^'\n]*)|cannot change to '(?<other>[^']*)'/, noRepository],
  [/Read-only file system|insufficient permission|Unable to create .*: Permission denied/, notWritable],
  [/Permission denied/, () => reason("git_not_readable")],
  [/unknown option|is not a git command/, () => reason("git_too_old")],
  [
    /corrupt|inflate|(?:bad|missing) object|bad tree|unable to (?:read|unpack|parse)|[Cc]ould not (?:read|get)|hash mismatch|loose object|packfile/,
    damaged,
  ],
];

/** What git's complaint means. An unknown complaint is quoted, never guessed at. */
export function complaintReason(said: string): Reason {
  const known = complaints.find(([pattern]) => pattern.test(said));
  return known ? known[1](said) : reason("git_failed", { said: firstLine(said) });
}

/** The first line of a complaint without git's own prefix. */
export function firstLine(said: string): string {
  return (said.split("\n")[0] ?? "").replace(/^(?:fatal|error|warning): /, "");
}

/** What an error of the file system means for the repository. */
export function storageTrouble(error: unknown): GitTrouble {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT") return new GitTrouble(reason("git_no_space"), "refused", error);
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return new GitTrouble(notWritable(), "refused", error);
  const said = error instanceof Error ? error.message : String(error);
  return new GitTrouble(reason("git_failed", { said }), "unknown", error);
}

function named(said: string): string {
  return /'([^']*)'/.exec(said)?.[1] ?? "";
}

function noRepository(said: string): Reason {
  return reason("git_no_repository", { dir: named(said) });
}

function notWritable(): Reason {
  return reason("git_not_writable");
}

function damaged(said: string): Reason {
  return reason("git_object_damaged", { what: firstLine(said) });
}
