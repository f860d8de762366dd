// Real git repositories for tests: made in a temporary folder, planted by git itself, opened through the port.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openGitRepository } from "../../src/git/git-repository.ts";
import type { PlantedFiles, RepositoryUnderTest } from "./repository-contract.ts";

/** The environment git gets in tests: no settings of the person or machine. */
export const quietEnvironment = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

const people = {
  GIT_AUTHOR_NAME: "Alice",
  GIT_AUTHOR_EMAIL: "alice@example.com",
  GIT_COMMITTER_NAME: "Alice",
  GIT_COMMITTER_EMAIL: "alice@example.com",
};

/** Runs git in a folder and answers its output; a failure is an error with git's complaint. */
export function git(dir: string, args: readonly string[], input: string | Uint8Array = ""): string {
  const run = spawnSync("git", ["-C", dir, ...args], {
    input,
    env: { ...quietEnvironment, ...people },
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
  return run.stdout.toString("utf8");
}

/** A new temporary folder, and the way to remove it. */
export function temporaryFolder(): { dir: string; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), "git-room-"));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** A new repository in `dir` with the default branch `main` and no commits. */
export function initRepository(dir: string, ...options: string[]): string {
  git("/", ["init", "-q", "-b", "main", ...options, dir]);
  return dir;
}

/** The head of a branch, null when it is absent. */
export function headOf(dir: string, branch: string): string | null {
  return git(dir, ["for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`]).trim() || null;
}

/** Adds a commit with these files to a branch, by fast-import, without touching a work tree. */
export function plant(dir: string, branch: string, files: PlantedFiles): string {
  const parts: Uint8Array[] = [];
  const say = (text: string) => parts.push(Buffer.from(text));
  say(`commit refs/heads/${branch}\ncommitter Alice <alice@example.com> 1700000000 +0000\ndata 7\nplanted\n`);
  if (headOf(dir, branch) !== null) say(`from refs/heads/${branch}^0\n`);
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    say(`M 100644 inline ${JSON.stringify(path)}\ndata ${bytes.length}\n`);
    parts.push(bytes);
    say("\n");
  }
  say("done\n");
  git(dir, ["fast-import", "--quiet", "--done"], Buffer.concat(parts));
  return headOf(dir, branch) ?? "";
}

/** Opens a repository that has to open, committing as the product with a fixed time. */
export async function openLocal(dir: string) {
  const opened = await openGitRepository({
    dir,
    environment: quietEnvironment,
    identity: { name: "valp-github", email: "valp@example.com" },
    now: () => "2026-03-01T10:00:00.000Z",
  });
  if (opened.kind === "refused") throw new Error(opened.reason.text);
  return opened;
}

/** A fresh local repository as the contract suite wants it. */
export async function localUnderTest(...options: string[]): Promise<RepositoryUnderTest & { dir: string }> {
  const { dir, remove } = temporaryFolder();
  initRepository(dir, ...options);
  const { repository, close } = await openLocal(dir);
  return {
    dir,
    repository,
    plant: async (branch, files) => plant(dir, branch, files),
    head: async (branch) => headOf(dir, branch),
    async dispose() {
      await close();
      remove();
    },
  };
}
