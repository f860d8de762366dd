// The App as it runs, in this process: Probot's own server middleware on loopback, with its throttling off.
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Writable } from "node:stream";
import pino from "pino";
import { Probot, ProbotOctokit } from "probot";
import { handleDeliveries } from "../../src/app/handle-deliveries.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import type { StandIn } from "./github/stand-in.ts";

/** One line of the App's log. */
export interface LogLine {
  level: number;
  msg: string;
  delivery?: string;
  event?: string;
  repository?: string;
  outcome?: Outcome;
}

/** A listening App. */
export interface RunningApp {
  url: string;
  log: LogLine[];
  /** Log lines that carry an Outcome. */
  outcomes(): Outcome[];
  /** {@link deliver} with the App's secret, unless another is given. */
  deliver(event: string, payload: unknown, more?: { id?: string; text?: string; secret?: string }): Promise<number>;
  close(): Promise<void>;
}

/** A place for an App before there is a GitHub: emulate wants to know where to send webhooks. */
export async function openPort() {
  let listener: ((request: unknown, response: unknown) => unknown) | null = null;
  const server = createServer((request, response) => {
    if (listener === null) response.writeHead(503).end();
    else listener(request, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/github/webhooks`;
  return {
    url,
    /** Starts the App there. */
    async start(github: StandIn): Promise<RunningApp> {
      const log: LogLine[] = [];
      const probot = new Probot({
        appId: github.app.id,
        privateKey: github.app.privateKey,
        secret: github.app.webhookSecret,
        baseUrl: github.url,
        Octokit: unthrottled(),
        log: pino(
          { level: "info" },
          new Writable({
            write: (chunk, _, done) => {
              log.push(JSON.parse(String(chunk)));
              done();
            },
          }),
        ),
      });
      await probot.load(handleDeliveries);
      const middleware = await probot.getNodeMiddleware();
      listener = (request, response) => middleware(request as never, response as never);
      return {
        url,
        log,
        outcomes: () => log.flatMap(({ outcome }) => outcome ?? []),
        deliver: (event, payload, { secret = github.app.webhookSecret, ...more } = {}) =>
          deliver(url, secret, event, payload, more),
        async close() {
          server.closeAllConnections();
          await new Promise((closed) => server.close(closed));
        },
      };
    },
  };
}

/** Delivers a webhook as GitHub does; returns the HTTP status. `text` replaces the payload's JSON. */
export async function deliver(
  url: string,
  secret: string,
  event: string,
  payload: unknown,
  { id = crypto.randomUUID(), text = JSON.stringify(payload) }: { id?: string; text?: string } = {},
): Promise<number> {
  const signature = `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`;
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "user-agent": "GitHub-Hookshot/1" },
      ...{ "x-github-event": event, "x-github-delivery": id, "x-hub-signature-256": signature },
    },
    body: text,
  });
  await answer.text();
  return answer.status;
}

/** Probot keeps one write every three seconds for comments; only the function form of defaults turns that off. */
function unthrottled(): typeof ProbotOctokit {
  return ProbotOctokit.defaults((options: { throttle?: object }) => ({
    ...options,
    throttle: { ...options.throttle, enabled: false },
  })) as typeof ProbotOctokit;
}
