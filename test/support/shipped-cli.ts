// The shipped command line as tests run it: freshly bundled, in child processes, far from any node_modules.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildDist } from "../../scripts/build.ts";
import { git, quietEnvironment } from "./local-repository.ts";

/** What a finished call left behind. */
export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output as JSON; throws when it is something else. */
  json: () => unknown;
}

/** How a call is made; everything has a default. */
export interface CallOptions {
  /** Text for standard input; without it the input is empty. */
  input?: string | Buffer;
  /** Node that runs the bundle; by default the one that runs the tests. */
  node?: string;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
}

/** A place to call the command line in. */
export interface Workshop {
  /** A folder of its own, removed by `remove`. */
  dir: string;
  /** The bundle that is called. */
  door: string;
  call: (args: readonly string[], options?: CallOptions) => Promise<CliResult>;
  /** Writes a file below `dir` (JSON unless it is text or bytes) and answers its path. */
  file: (name: string, content: unknown) => string;
  remove: () => void;
}

/** Bundles the command line into a temporary folder and hands out a place to call it in. */
export async function openWorkshop(): Promise<Workshop> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "cli-room-")));
  const dist = join(dir, "dist");
  const empty = join(dir, "empty");
  mkdirSync(empty);
  await buildDist(resolve("."), dist);
  const door = join(dist, "cli.js");
  return {
    dir,
    door,
    call: (args, options = {}) => callNode([door, ...args], { cwd: empty, ...options }),
    file(name, content) {
      const path = join(dir, name);
      const plain = typeof content === "string" || content instanceof Uint8Array;
      writeFileSync(path, plain ? content : JSON.stringify(content));
      return path;
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function callNode(args: readonly string[], { input = "", node, cwd, env }: CallOptions): Promise<CliResult> {
  const child = spawn(node ?? process.execPath, args, {
    cwd,
    env: { ...quietEnvironment, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A call that is refused does not read its input to the end.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  return new Promise((done, failed) => {
    child.once("error", failed);
    child.once("close", (code) => {
      const stdout = Buffer.concat(out).toString("utf8");
      done({ code, stdout, stderr: Buffer.concat(err).toString("utf8"), json: () => JSON.parse(stdout) as unknown });
    });
  });
}

/** Nodes to run the bundle on: the one of the tests, and a system Node 20 (null where there is none). */
export const nodes: readonly { name: string; path: string | null }[] = [
  { name: `Node ${process.versions.node}`, path: process.execPath },
  { name: "the system's Node 20", path: systemNode20() },
];

function systemNode20(): string | null {
  const found = ["/usr/bin/node", "/usr/local/bin/node"].find((path) => {
    const asked = spawnSync(path, ["--version"], { encoding: "utf8" });
    return asked.status === 0 && asked.stdout.startsWith("v20.");
  });
  return found ?? null;
}

/** A repository whose default branch `main` holds these files; bare with `--bare`. Answers its folder. */
export function makeRepository(dir: string, files: Readonly<Record<string, string>>, ...options: string[]): string {
  git("/", ["init", "--quiet", "--initial-branch=main", ...options, dir]);
  if (options.includes("--bare")) return makeBare(dir, files);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, path, ".."), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  git(dir, ["add", "--all"]);
  git(dir, ["commit", "--quiet", "--allow-empty", "--message", "First files"]);
  return dir;
}

function makeBare(dir: string, files: Readonly<Record<string, string>>): string {
  const blobs = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  const head = "commit refs/heads/main\ncommitter Alice <alice@example.com> 1700000000 +0000\ndata 5\nfirst\n";
  git(dir, ["fast-import", "--quiet"], head + blobs.join(""));
  return dir;
}

/** Every ref and every object of a repository, to see that nothing was written. */
export function everythingIn(dir: string): string {
  const refs = git(dir, ["for-each-ref"]);
  const objects = git(dir, ["cat-file", "--batch-all-objects", "--batch-check"]);
  return `${refs}\n${objects}`;
}
