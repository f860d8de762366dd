// Files and standard input of the command line, read once and checked before anything is done with them.
import { fstatSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import * as z from "zod";
import { codeSpan } from "../core/say/escape.ts";
import { problemText } from "../core/say/usage-text.ts";
import type { PeopleMap } from "../git/local-people.ts";
import { roles } from "../ports.ts";
import { UsageProblem } from "./usage-problem.ts";

const peopleSchema = z.record(
  z.string(),
  z.strictObject({ role: z.enum(roles), teams: z.array(z.string()).default([]), id: z.int().optional() }),
);

/** The bytes of a file. Throws UsageProblem when it cannot be read. */
export function readBytes(path: string): Buffer {
  const read = attempt(() => readFileSync(path));
  if (read.kind === "value") return read.value;
  throw new UsageProblem("file_unreadable", { what: path, problem: read.problem });
}

/** The text of a file, without a byte order mark. Throws UsageProblem when it cannot be read. */
export function readText(path: string): string {
  return readBytes(path)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}

/** The value of a JSON file. Throws UsageProblem. */
export function readJson(path: string): unknown {
  const text = readText(path);
  const read = attempt<unknown>(() => JSON.parse(text));
  if (read.kind === "value") return read.value;
  throw new UsageProblem("not_json", { what: path, problem: read.problem });
}

/** `--people FILE`. Throws UsageProblem. */
export function readPeople(path: string): PeopleMap {
  const checked = peopleSchema.safeParse(readJson(path));
  if (checked.success) {
    return Object.fromEntries(
      Object.entries(checked.data).map(([login, { role, teams, id }]) => [
        login,
        id === undefined ? { role, teams } : { role, teams, id },
      ]),
    );
  }
  const issue = checked.error.issues[0];
  const where = issue?.path.join(".") || "the file";
  throw new UsageProblem("people_shape", { what: path, problem: `${codeSpan(where)}: ${issue?.message}` });
}

const timeSchema = z.iso.datetime({ offset: true });

/** `--now`. Throws UsageProblem. */
export function readNow(text: string | undefined): string | undefined {
  if (text === undefined || timeSchema.safeParse(text).success) return text;
  throw new UsageProblem("not_a_time", { what: text });
}

/**
 * The payload texts: the whole file, or with `-` every line of standard input that is not blank, one at a time. Throws
 * UsageProblem.
 */
export async function* readPayloads(path: string): AsyncGenerator<string> {
  if (path !== "-") {
    yield readText(path);
    return;
  }
  // Node reads a folder as an empty input; nobody means that.
  const standing = attempt(() => fstatSync(0).isDirectory());
  if (standing.kind === "value" && standing.value) throw new UsageProblem("input_is_folder", { what: path });
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  // Older Nodes do not hand an error of the input on to the lines.
  let broken: unknown = null;
  process.stdin.on("error", (error) => {
    broken = error;
    lines.close();
  });
  try {
    for await (const line of lines) if (line.trim() !== "") yield line;
  } catch (error) {
    broken ??= error;
  }
  if (broken !== null) throw new UsageProblem("file_unreadable", { what: path, problem: problemText(broken) });
}

/** Tries what the file system or a parser may refuse; the problem is told in a few words. */
export function attempt<T>(act: () => T): { kind: "value"; value: T } | { kind: "problem"; problem: string } {
  try {
    return { kind: "value", value: act() };
  } catch (error) {
    return { kind: "problem", problem: problemText(error) };
  }
}
