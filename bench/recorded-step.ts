// What GitHub answers while the shipped Action opens a task, recorded once on the loopback stand-in.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { doorScene } from "../test/support/door-scene.ts";
import type { Payload } from "../test/support/payloads.ts";
import { runStep } from "../test/support/step-runner.ts";

/** A label event that opens a task, with the answers that it takes, in the order of the requests. */
export interface RecordedStep {
  payload: Payload;
  repository: string;
  token: string;
  /** Method and path, or the kind of a GraphQL operation. */
  requests: readonly string[];
  answers: readonly { status: number; text: string }[];
}

/** Records the second task of a repository: the first one also makes the ledger branch. Anything else is an error. */
export async function recordStep(): Promise<RecordedStep> {
  const scene = await doorScene();
  const { github } = scene;
  const answers: { status: number; text: string }[] = [];
  const recorder = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const answer = await fetch(github.url + request.url, {
      method: request.method ?? "GET",
      headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
      ...(body.length > 0 ? { body } : {}),
    });
    const text = await answer.text();
    answers.push({ status: answer.status, text });
    response.writeHead(answer.status, { "content-type": "application/json; charset=utf-8" }).end(text);
  });
  await new Promise<void>((ready) => recorder.listen(0, "127.0.0.1", ready));
  const api = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
  const repository = `${github.owner}/${github.repo}`;
  const open = async () => {
    answers.length = 0;
    github.requests.length = 0;
    const payload = await scene.labeled(await scene.issue(), "agent:docs");
    const done = await runStep({ event: "issues", payload, token: github.token, repository, api });
    if (done.outputs.reasons !== "task_opened") throw new Error(`no task was opened: ${done.stdout}${done.stderr}`);
    return payload;
  };
  await open();
  const payload = await open();
  const requests = github.requests.map(({ method, path, operation }) => operation ?? `${method} ${path}`);
  const recorded = { payload, repository, token: github.token, requests, answers: [...answers] };
  recorder.closeAllConnections();
  recorder.close();
  await scene.close();
  return recorded;
}
