// Everything the step was given, read once into one typed object; nothing after this looks at the environment.
import { readFileSync } from "node:fs";
import { getInput } from "@actions/core";
import { type ActionInputName, actionInputs } from "../action-contract.ts";
import type { OutcomeKind } from "../core/outcome.ts";
import { stepProblems } from "../core/say/step-text.ts";

/** One run of the step. */
export interface Step {
  kind: "step";
  mode: "handle" | "policy";
  /** Commit of the run; empty where the runner names none. */
  sha: string;
  /** Name of the event and its payload, parsed and not looked at yet. */
  event: string;
  payload: unknown;
  owner: string;
  repo: string;
  /** May be empty: an event that nobody reacts to needs none. */
  token: string;
  failOn: readonly OutcomeKind[];
  dryRun: boolean;
  /** REST, GraphQL and web hosts, without a slash at the end. */
  hosts: { api: string; graphql: string; web: string };
}

/** The step cannot run: one sentence that says what to change. */
export interface StepProblem {
  kind: "problem";
  text: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const outcomeKinds: Readonly<Record<OutcomeKind, true>> = {
  ...{ ignored: true, refused: true, recorded: true },
  ...{ dispatched: true, waiting: true, closed: true },
};

/** Reads inputs, event and hosts as the runner hands them over. Source: "Variables reference" of GitHub Actions. */
export function readStep(environment: Environment): Step | StepProblem {
  const mode = input("mode");
  if (mode !== "handle" && mode !== "policy") return problem(stepProblems.mode_unknown({ mode }));
  const dryRun = readBoolean("dry-run");
  if (typeof dryRun !== "boolean") return dryRun;
  const failOn = readFailOn();
  if ("kind" in failOn) return failOn;
  const { GITHUB_EVENT_NAME: event = "", GITHUB_EVENT_PATH: path = "", GITHUB_REPOSITORY: where = "" } = environment;
  if (event === "") return problem(stepProblems.variable_missing({ name: "GITHUB_EVENT_NAME" }));
  if (path === "") return problem(stepProblems.variable_missing({ name: "GITHUB_EVENT_PATH" }));
  const [, owner, repo] = /^([\w.-]+)\/([\w.-]+)$/.exec(where) ?? [];
  if (!owner || !repo) return problem(stepProblems.variable_missing({ name: "GITHUB_REPOSITORY" }));
  const { GITHUB_SHA: sha = "" } = environment;
  if (mode === "policy" && !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(sha))
    return problem(stepProblems.variable_missing({ name: "GITHUB_SHA" }));
  const read = readPayload(path);
  if (read.kind === "problem") return read;
  const hosts = readHosts(environment);
  const { payload } = read;
  return { kind: "step", mode, sha, event, payload, owner, repo, token: input("token"), failOn, dryRun, hosts };
}

/** An input that is empty takes the default: that is how an expression without a value arrives. */
function input(name: ActionInputName): string {
  const contract = actionInputs[name];
  // The token's default is an expression that only the runner can fill in.
  const byDefault = "default" in contract && name !== "token" ? contract.default : "";
  return getInput(name) || byDefault;
}

/** The booleans of YAML 1.2 and nothing else; presence alone is never yes. */
function readBoolean(name: "dry-run"): boolean | StepProblem {
  const value = input(name);
  if (/^(true|True|TRUE)$/.test(value)) return true;
  if (/^(false|False|FALSE)$/.test(value)) return false;
  return problem(stepProblems.not_a_boolean({ input: name, value }));
}

function readFailOn(): readonly OutcomeKind[] | StepProblem {
  const names = input("fail-on")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const wrong = names.find((name) => !isOutcomeKind(name));
  if (wrong === undefined) return names.filter(isOutcomeKind);
  return problem(stepProblems.fail_on_unknown({ value: wrong, known: Object.keys(outcomeKinds) }));
}

function isOutcomeKind(name: string): name is OutcomeKind {
  return Object.hasOwn(outcomeKinds, name);
}

function readPayload(path: string): { kind: "payload"; payload: unknown } | StepProblem {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    return problem(stepProblems.event_unreadable({ problem: code }));
  }
  try {
    return { kind: "payload", payload: JSON.parse(text) };
  } catch {
    return problem(stepProblems.event_not_json());
  }
}

/** Only github.com may go unnamed; every other host comes from the runner. */
function readHosts(environment: Environment): Step["hosts"] {
  const api = host(environment.GITHUB_API_URL, "https://api.github.com");
  return {
    api,
    graphql: host(environment.GITHUB_GRAPHQL_URL, `${api}/graphql`),
    web: host(environment.GITHUB_SERVER_URL, "https://github.com"),
  };
}

function host(url: string | undefined, byDefault: string): string {
  return (url || byDefault).replace(/\/+$/, "");
}

function problem(text: string): StepProblem {
  return { kind: "problem", text };
}
