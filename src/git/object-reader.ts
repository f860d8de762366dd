// Reads git objects through one cat-file process that stays open.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { reason } from "../core/say/reason.ts";
import { complaintReason, type Git, GitTrouble, listenToComplaint, startFailure, startGit } from "./git-process.ts";

/** What an object is: id, type and size in bytes. */
export interface ObjectInfo {
  oid: string;
  type: string;
  size: number;
}

/** An object with its content. */
export interface GitObject extends ObjectInfo {
  content: Buffer;
}

/**
 * Reads objects by id or full ref name. An absent object is null. Rejects with GitTrouble when git fails, for instance
 * on a damaged object; the next question starts a new process.
 */
export interface ObjectReader {
  info(name: string): Promise<ObjectInfo | null>;
  contents(name: string): Promise<GitObject | null>;
  close(): Promise<void>;
}

interface Question {
  withContent: boolean;
  answer: (object: GitObject | null) => void;
  fail: (trouble: GitTrouble) => void;
}

/** One object larger than this is not a record of ours; reading it would only fill the memory. */
const largestObject = 256 * 1024 * 1024;

/** Opens a reader; git starts at once, so that it is ready when the first question comes. */
export function openObjectReader(git: Git): ObjectReader {
  let line: Line | null = new Line(git);
  let closed = false;
  const ask = (command: string, name: string): Promise<GitObject | null> => {
    if (closed) return Promise.reject(new GitTrouble(reason("git_failed", { said: "the repository was closed" })));
    if (line === null || line.ended) line = new Line(git);
    return line.ask(command, name);
  };
  return {
    info: (name) => ask("info", name),
    contents: (name) => ask("contents", name),
    async close() {
      closed = true;
      await line?.close();
    },
  };
}

/** One running process and the questions it has not answered yet, in order. */
class Line {
  ended = false;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #questions: Question[] = [];
  readonly #closed: Promise<void>;
  #chunks: Buffer[] = [];
  #size = 0;
  #needed = 0;
  #header: ObjectInfo | null = null;

  constructor(git: Git) {
    this.#child = startGit(git, ["cat-file", "--batch-command"]);
    const complaint = listenToComplaint(this.#child);
    this.#child.stdout.on("data", (chunk: Buffer) => this.#take(chunk));
    this.#closed = new Promise((resolve) => {
      this.#child.once("error", (error) => {
        this.#fail(new GitTrouble(startFailure(error), "refused", error));
        resolve();
      });
      this.#child.once("close", () => {
        this.#fail(new GitTrouble(complaintReason(complaint())));
        resolve();
      });
    });
  }

  ask(command: string, name: string): Promise<GitObject | null> {
    return new Promise((answer, fail) => {
      this.#questions.push({ withContent: command === "contents", answer, fail });
      this.#child.stdin.write(`${command} ${name}\n`);
    });
  }

  close(): Promise<void> {
    this.#child.stdin.end();
    return this.#closed;
  }

  #fail(trouble: GitTrouble): void {
    this.ended = true;
    for (const question of this.#questions.splice(0)) question.fail(trouble);
  }

  /** Chunks are joined only when all bytes of an answer are there, so that large objects stay linear. */
  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size > 0 && this.#size >= this.#needed) {
      const joined = this.#chunks.length === 1 ? (this.#chunks[0] ?? chunk) : Buffer.concat(this.#chunks);
      const rest = this.#header === null ? this.#takeHeader(joined) : this.#takeContent(joined, this.#header);
      if (rest === null) break;
      this.#chunks = [rest];
      this.#size = rest.length;
    }
  }

  #takeHeader(joined: Buffer): Buffer | null {
    const end = joined.indexOf(10);
    if (end < 0) {
      this.#chunks = [joined];
      return null;
    }
    const [oid = "", type = "", size = ""] = joined.toString("utf8", 0, end).split(" ");
    const question = this.#questions[0];
    if (!/^\d+$/.test(size)) this.#questions.shift()?.answer(null);
    else if (question?.withContent) this.#expect({ oid, type, size: Number(size) });
    else this.#questions.shift()?.answer({ oid, type, size: Number(size), content: Buffer.alloc(0) });
    return joined.subarray(end + 1);
  }

  #expect(header: ObjectInfo): void {
    this.#header = header;
    this.#needed = header.size + 1;
    if (header.size <= largestObject) return;
    this.#fail(new GitTrouble(reason("git_too_much")));
    this.#child.kill();
  }

  #takeContent(joined: Buffer, header: ObjectInfo): Buffer {
    this.#header = null;
    this.#needed = 0;
    this.#questions.shift()?.answer({ ...header, content: joined.subarray(0, header.size) });
    return joined.subarray(header.size + 1);
  }
}
