// Runs the Action as GitHub's runner does: defaults from action.yml, inputs and context in the environment, files for answers.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { load } from "js-yaml";

/** One step of a workflow that uses this Action. */
export interface Step {
  event: string;
  payload: unknown;
  /** The step's `with:`; inputs that are not named take action.yml's default. */
  inputs?: Readonly<Record<string, string>>;
  /** Value of `github.token`. */
  token?: string;
  repository?: string;
  actor?: string;
  /** Base of all of GitHub's hosts; the default answers nobody. */
  api?: string;
  /** More environment, such as GITHUB_SHA or a variable of node's. */
  env?: Readonly<Record<string, string>>;
  /** Node that runs it, and the bundle; by default this one and dist/action.js. */
  node?: string;
  bundle?: string;
}

/** What the step left behind. */
export interface StepResult {
  status: number | null;
  stdout: string;
  stderr: string;
  outputs: Record<string, string>;
  /** Job summary in Markdown. */
  summary: string;
}

/** Reads a file of `name<<delimiter` blocks, as the runner does. */
function readAnswers(text: string): Record<string, string> {
  const blocks = text.matchAll(/^([^\n=<]+)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm);
  return Object.fromEntries([...blocks].map(([, name = "", , value = ""]) => [name, value]));
}

/** INPUT_* variables: what the step gives, else the default of action.yml with `github.token` filled in. */
function inputVariables({ inputs = {}, token = "" }: Step): Record<string, string> {
  const face = load(readFileSync(resolve("action.yml"), "utf8")) as { inputs: Record<string, { default?: string }> };
  return Object.fromEntries(
    Object.entries(face.inputs).map(([name, { default: byDefault = "" }]) => [
      `INPUT_${name.replaceAll(" ", "_").toUpperCase()}`,
      inputs[name] ?? byDefault.replace("${{ github.token }}", token),
    ]),
  );
}

/** The environment of one step, with its files in `home`. Nothing of this process's environment reaches it but PATH. */
export function stepEnvironment(step: Step, home: string): Record<string, string> {
  const file = (name: string, text = "") => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const { api = "http://127.0.0.1:9", repository = "octocat/hello-world", actor = "octocat" } = step;
  return {
    ...{ PATH: process.env.PATH ?? "", HOME: home, RUNNER_TEMP: home, GITHUB_WORKSPACE: home },
    ...{ CI: "true", GITHUB_ACTIONS: "true", GITHUB_REPOSITORY: repository, GITHUB_ACTOR: actor },
    ...{ GITHUB_EVENT_NAME: step.event, GITHUB_EVENT_PATH: file("event.json", JSON.stringify(step.payload)) },
    ...{ GITHUB_API_URL: api, GITHUB_GRAPHQL_URL: `${api}/graphql`, GITHUB_SERVER_URL: api },
    ...{ GITHUB_OUTPUT: file("output"), GITHUB_STEP_SUMMARY: file("summary.md") },
    ...{ GITHUB_ENV: file("env"), GITHUB_STATE: file("state"), GITHUB_PATH: file("path") },
    ...{ GITHUB_RUN_ID: "1", GITHUB_RUN_ATTEMPT: "1", GITHUB_REF: "refs/heads/main" },
    ...inputVariables(step),
    ...step.env,
  };
}

/** Runs one step to its end. */
export async function runStep(step: Step): Promise<StepResult> {
  const home = mkdtempSync(join(tmpdir(), "step-"));
  const child = spawn(step.node ?? process.execPath, [step.bundle ?? resolve("dist/action.js")], {
    cwd: home,
    env: stepEnvironment(step, home),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text.stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text.stderr += part));
  const status = await new Promise<number | null>((done, broken) => child.on("close", done).on("error", broken));
  const outputs = readAnswers(readFileSync(join(home, "output"), "utf8"));
  const summary = readFileSync(join(home, "summary.md"), "utf8");
  rmSync(home, { recursive: true });
  return { status, ...text, outputs, summary };
}
