// The one way to GitHub: counted calls on any octokit, whose failures come back as values with a code.
import { type Trouble, troubleOf } from "./trouble.ts";

/** What we need of an octokit client: `octokit`, Probot's `context.octokit` and `getOctokit` of the Actions toolkit have it. */
export interface GitHubClient {
  request(
    route: string,
    parameters?: Record<string, unknown>,
  ): Promise<{ status: number; headers: Record<string, unknown>; data: unknown }>;
  graphql(query: string, variables?: Record<string, unknown>): Promise<unknown>;
}

/** Owner and name of the repository that everything is about. */
export interface RepositoryName {
  owner: string;
  repo: string;
}

/** An answer of the REST API; its `data` is not checked yet. */
export type RestAnswer = { kind: "answered"; status: number; data: unknown } | { kind: "failed"; trouble: Trouble };

/** One entry of `errors` in a GraphQL answer. */
export interface GraphqlError {
  type: string | null;
  message: string;
  path: readonly (string | number)[];
}

/** GraphQL answers in part: `data` may hold holes that `errors` explain. */
export type GraphqlAnswer =
  | { kind: "answered"; data: unknown; errors: readonly GraphqlError[] }
  | { kind: "failed"; trouble: Trouble };

/** Calls to one GitHub. Nothing here repeats a call that may change something. */
export interface Calls {
  /** A REST call such as `GET /repos/{owner}/{repo}/git/blobs/{file_sha}`. */
  rest(route: string, parameters: Record<string, unknown>): Promise<RestAnswer>;
  /** A GraphQL call. Variables must not bear the names that octokit keeps for itself (`query`, `url`, `headers`, ...). */
  graphql(query: string, variables: Record<string, unknown>): Promise<GraphqlAnswer>;
  /** How many calls were made so far. */
  requests(): number;
}

/** Node ids in the one format that all hosts share, or the ids of events would depend on who asked. */
const headers = { "x-github-next-global-id": "1" };
const readingMs = 30_000;
const writingMs = 60_000;

/** Counted calls through a client. A client of our own counts separately per run of a flow. */
export function callsThrough(client: GitHubClient): Calls {
  let count = 0;
  return {
    requests: () => count,
    async rest(route, parameters) {
      count++;
      try {
        const options = { ...parameters, headers, request: requestOptions(!route.startsWith("GET ")) };
        const { status, data } = await client.request(route, options);
        return { kind: "answered", status, data };
      } catch (error) {
        return { kind: "failed", trouble: troubleOf(error) };
      }
    },
    async graphql(query, variables) {
      count++;
      try {
        const options = { ...variables, headers, request: requestOptions(query.startsWith("mutation")) };
        return { kind: "answered", data: await client.graphql(query, options), errors: [] };
      } catch (error) {
        return partOf(error);
      }
    },
  };
}

/**
 * After a time-out or a 5xx a change may have happened, so octokit's retry plugin must leave it alone: the flow reads
 * again and finds its nonce, or does not.
 */
function requestOptions(changes: boolean): Record<string, unknown> {
  return changes ? { signal: AbortSignal.timeout(writingMs), retries: 0 } : { signal: AbortSignal.timeout(readingMs) };
}

/** An error of octokit that carries `errors` is an answer with holes, unless it says that nothing was looked at. */
function partOf(error: unknown): GraphqlAnswer {
  const trouble = troubleOf(error);
  const listed = error instanceof Error && "errors" in error && Array.isArray(error.errors) ? error.errors : null;
  if (listed === null || trouble.code !== "graphql") return { kind: "failed", trouble };
  const data = error instanceof Error && "data" in error ? error.data : null;
  return { kind: "answered", data, errors: listed.map(graphqlError) };
}

function graphqlError(entry: unknown): GraphqlError {
  const { type, message, path, extensions } = entry as Record<string, unknown>;
  const code = typeof extensions === "object" && extensions !== null && "code" in extensions ? extensions.code : null;
  const named = type ?? code;
  return {
    type: typeof named === "string" ? named : null,
    message: typeof message === "string" ? message : "",
    path: Array.isArray(path) ? path : [],
  };
}
