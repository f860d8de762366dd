// The few things octokit wants of `fetch`, on node's own HTTP client: nothing to load, and proxies by the toolkit's agent.
import type { Agent, IncomingMessage, OutgoingHttpHeaders } from "node:http";

// An import would load every part of the module, WebSockets included, which takes longer than all of our own code.
const http = process.getBuiltinModule("node:http");
const https = process.getBuiltinModule("node:https");

/** What octokit passes to a fetch. */
interface Wanted {
  method: string;
  headers: OutgoingHttpHeaders;
  body?: string;
  signal?: AbortSignal;
}

/** What octokit reads of a response; a Map has all it uses of headers. */
export interface Answer {
  status: number;
  url: string;
  headers: ReadonlyMap<string, string>;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

const mostRedirects = 3;

/**
 * A fetch through the toolkit's agent. It matters only when it is a tunnel through a proxy: otherwise node's own agent is
 * better, because it keeps connections open. Rejects when no answer came.
 */
export function plainFetch(toolkitAgent: Agent | undefined): (url: string, wanted: Wanted) => Promise<Answer> {
  const agent = toolkitAgent instanceof http.Agent ? undefined : toolkitAgent;
  return async (url, wanted) => {
    let at = url;
    for (let redirects = 0; ; redirects++) {
      const answer = await once(at, wanted, agent);
      const next = redirects < mostRedirects ? redirectOf(answer, wanted.method) : null;
      if (next === null) return answer;
      at = next;
    }
  };
}

/** GitHub redirects within its host when a repository was renamed; the token goes nowhere else. */
function redirectOf({ status, url, headers }: Answer, method: string): string | null {
  const isKept = status === 307 || status === 308;
  if (!isKept && !((status === 301 || status === 302) && method === "GET")) return null;
  const next = new URL(headers.get("location") ?? "", url);
  return next.origin === new URL(url).origin && next.href !== url ? next.href : null;
}

function once(url: string, { method, headers, body, signal }: Wanted, agent: Agent | undefined): Promise<Answer> {
  const open = url.startsWith("https:") ? https.request : http.request;
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((answered, failed) => {
    const options = {
      method,
      headers: { ...headers, ...length },
      ...(agent ? { agent } : {}),
      ...(signal ? { signal } : {}),
    };
    const request = open(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", failed);
      response.on("end", () => answered(answerOf(url, response, Buffer.concat(chunks))));
    });
    request.on("error", (error) => failed(withMessage(error)));
    request.end(body);
  });
}

function answerOf(url: string, response: IncomingMessage, bytes: Buffer): Answer {
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
  return {
    status: response.statusCode ?? 0,
    url,
    headers: new Map(headers),
    text: async () => bytes.toString("utf8"),
    arrayBuffer: async () => new Uint8Array(bytes).buffer,
  };
}

/** Several failed attempts at several addresses come without a message of their own. */
function withMessage(error: Error): Error {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message === "" && first instanceof Error ? first : error;
}
