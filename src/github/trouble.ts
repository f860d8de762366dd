// What can go wrong between us and GitHub, told apart by codes: thrown errors of octokit become values here.
import { type Reason, reason } from "../core/say/reason.ts";

/** Why a call gave no answer. `graphql`: the answer has `errors` that only the asker can judge. */
export type TroubleCode =
  | "unauthorized"
  | "suspended"
  | "removed"
  | "archived"
  | "locked"
  | "issues_off"
  | "forbidden"
  | "not_found"
  | "empty_repository"
  | "conflict"
  | "validation"
  | "secondary_limit"
  | "primary_limit"
  | "server_error"
  | "no_answer"
  | "graphql";

/** A failed call. `said` is GitHub's own text with its details, `until` the end of a rate limit (ISO 8601) where known. */
export interface Trouble {
  code: TroubleCode;
  status: number | null;
  said: string;
  until: string | null;
}

/** Whether trying later may help; everything else is refused for good. */
export function isPassing({ code }: Pick<Trouble, "code">): boolean {
  return ["secondary_limit", "primary_limit", "server_error", "no_answer", "conflict"].includes(code);
}

/** The code of an error that a client threw. An error of another kind is a defect and is thrown on. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Error)) throw error;
  const facts = error as Error & { status?: unknown; response?: unknown; errors?: unknown; request?: unknown };
  if (Array.isArray(facts.errors)) return graphqlTrouble(facts);
  const response = recordOf(facts.response);
  if (response === null) {
    // Without a response nothing came back: a broken connection, a time-out, or our own mistake, which has no status.
    if (typeof facts.status !== "number" && !/^(Abort|Timeout)Error$/.test(error.name)) throw error;
    return { code: "no_answer", status: null, said: error.message, until: null };
  }
  const status = typeof facts.status === "number" ? facts.status : 0;
  const headers = recordOf(response.headers) ?? {};
  const said = saidIn(response.data) || error.message;
  const code = codeOf(status, said, headers, String(recordOf(facts.request)?.url ?? ""));
  return { code, status, said, until: code.endsWith("_limit") ? untilOf(headers) : null };
}

/** The reason people see. `doing` names the permission that the call needs, such as `contents: write`. */
export function troubleReason(trouble: Trouble, permission: string): Reason {
  const { code, said, until } = trouble;
  switch (code) {
    case "unauthorized":
      return reason("github_login_refused");
    case "suspended":
      return reason("installation_suspended");
    case "removed":
      return reason("installation_removed");
    case "archived":
      return reason("repository_archived");
    case "locked":
      return reason("conversation_locked");
    case "issues_off":
      return reason("issues_disabled");
    case "forbidden":
      return reason("missing_permission", { permission, said });
    case "not_found":
      return reason("github_not_found", { permission });
    case "empty_repository":
      return reason("empty_repository");
    case "secondary_limit":
    case "primary_limit":
      return reason("github_rate_limited", { until });
    case "server_error":
    case "no_answer":
      return reason("github_no_answer", { said });
    case "conflict":
    case "validation":
    case "graphql":
      return reason("github_refused", { said });
  }
}

function codeOf(status: number, said: string, headers: Record<string, unknown>, url: string): TroubleCode {
  if (status === 429 || status === 403) return forbiddenCode(status, said, headers);
  if (status >= 500) return "server_error";
  switch (status) {
    case 401:
      return "unauthorized";
    case 404:
      return /\/app\/installations\/[^/]+\/access_tokens$/.test(url) ? "removed" : "not_found";
    case 409:
      return /repository is empty/i.test(said) ? "empty_repository" : "conflict";
    case 410:
      return "issues_off";
    case 422:
      return /locked/i.test(said) ? "locked" : "validation";
    default:
      return "validation";
  }
}

/** 403 has many meanings; only the text and the headers tell them apart. */
function forbiddenCode(status: number, said: string, headers: Record<string, unknown>): TroubleCode {
  if (/secondary rate|abuse detection|submitted too quickly/i.test(said)) return "secondary_limit";
  if (/suspended/i.test(said)) return "suspended";
  if (String(headers["x-ratelimit-remaining"]) === "0" || /rate limit exceeded/i.test(said)) return "primary_limit";
  if (status === 429 || headers["retry-after"] !== undefined) return "secondary_limit";
  if (/archived/i.test(said)) return "archived";
  return /\blocked\b/i.test(said) ? "locked" : "forbidden";
}

/** GraphQL hides some refusals in an answer with status 200. */
function graphqlTrouble(error: { errors?: unknown; headers?: unknown }): Trouble {
  const entries = (error.errors as unknown[]).map((entry) => recordOf(entry) ?? {});
  const said = entries.map((entry) => String(entry.message ?? "")).join(" ");
  const types = entries.map((entry) => String(entry.type ?? ""));
  const base = { status: 200, said, until: untilOf(recordOf(error.headers) ?? {}) };
  if (/secondary rate|abuse detection/i.test(said) || types.includes("SUBMITTED_TOO_QUICKLY")) {
    return { ...base, code: "secondary_limit" };
  }
  if (types.includes("RATE_LIMITED") || types.includes("RATE_LIMIT")) return { ...base, code: "primary_limit" };
  if (types.some((type) => /^(INTERNAL|SERVICE_UNAVAILABLE|TIMEOUT)$/.test(type))) {
    return { ...base, code: "server_error", until: null };
  }
  if (/^something went wrong while executing your query|^timedout|couldn't respond/i.test(said)) {
    return { ...base, code: "server_error", until: null };
  }
  return { ...base, code: "graphql", until: null };
}

/** Message and details of an error body; details hold what the message leaves out, such as the rule that was broken. */
function saidIn(data: unknown): string {
  const body = recordOf(data);
  if (body === null) return "";
  const details = Array.isArray(body.errors) ? body.errors : [];
  const lines = details.map((entry) => (typeof entry === "string" ? entry : String(recordOf(entry)?.message ?? "")));
  return [String(body.message ?? ""), ...lines].filter((line) => line !== "").join(" ");
}

function untilOf(headers: Record<string, unknown>): string | null {
  const reset = Number(headers["x-ratelimit-reset"]);
  return Number.isFinite(reset) && reset > 0 ? new Date(reset * 1000).toISOString() : null;
}

function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}
