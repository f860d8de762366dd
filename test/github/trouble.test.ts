// Every way in which GitHub says no, told apart: by status, headers and text, never by status alone.
import { RequestError } from "octokit";
import { describe, expect, it } from "vitest";
import { isPassing, troubleOf } from "../../src/github/trouble.ts";

const url = "https://api.github.com/repos/octocat/hello";
const token = "https://api.github.com/app/installations/7/access_tokens";

function failure(status: number, data: unknown, headers: Record<string, string> = {}, at = url): RequestError {
  const response = { status, url: at, headers, data };
  return new RequestError("it failed", status, { request: { method: "GET", url: at, headers: {} }, response });
}

describe("trouble", () => {
  it.each([
    [
      "fault 23: a suspended installation",
      "suspended",
      failure(403, { message: "This installation has been suspended" }, {}, token),
    ],
    ["fault 23: a removed installation", "removed", failure(404, { message: "Not Found" }, {}, token)],
    [
      "fault 23: a missing permission",
      "forbidden",
      failure(403, { message: "Resource not accessible by integration" }),
    ],
    ["something that is not there", "not_found", failure(404, { message: "Not Found" })],
    ["a bad token", "unauthorized", failure(401, { message: "Bad credentials" })],
    ["a locked issue", "locked", failure(403, { message: "Unable to create comment because issue is locked." })],
    ["a word that only contains locked", "forbidden", failure(403, { message: "You have been blocked" })],
    ["an archived repository", "archived", failure(403, { message: "Repository was archived so is read-only." })],
    ["issues switched off", "issues_off", failure(410, { message: "Issues are disabled for this repo" })],
    ["fault 143: an empty repository", "empty_repository", failure(409, { message: "Git Repository is empty." })],
    ["another conflict", "conflict", failure(409, { message: "is at x but expected y" })],
    ["invalid input", "validation", failure(422, { message: "Validation Failed" })],
    [
      "fault 157: a secondary limit without any header",
      "secondary_limit",
      failure(403, { message: "You have exceeded a secondary rate limit." }),
    ],
    [
      "fault 157: a secondary limit by header alone",
      "secondary_limit",
      failure(403, { message: "Slow down" }, { "retry-after": "60" }),
    ],
    [
      "the old name of it",
      "secondary_limit",
      failure(403, { message: "You have triggered an abuse detection mechanism" }),
    ],
    ["too many requests", "secondary_limit", failure(429, {})],
    [
      "an exhausted budget",
      "primary_limit",
      failure(403, { message: "x" }, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }),
    ],
    ["a gateway's HTML page", "server_error", failure(502, "<html>")],
    [
      "a broken connection",
      "no_answer",
      new RequestError("socket hang up", 500, { request: { method: "GET", url, headers: {} } }),
    ],
    ["a time-out", "no_answer", new DOMException("timed out", "TimeoutError")],
  ])("%s is %s", (_what, code, error) => {
    expect(troubleOf(error).code).toBe(code);
  });

  it("keeps what the details say, such as the rule that was broken", () => {
    const data = { message: "Validation Failed", errors: [{ message: "Name must start with feature/" }, "and more"] };
    expect(troubleOf(failure(422, data)).said).toBe("Validation Failed Name must start with feature/ and more");
  });

  it("passes on what is no trouble of GitHub's", () => {
    expect(() => troubleOf(new TypeError("our own mistake"))).toThrow("our own mistake");
    expect(() => troubleOf("odd")).toThrow("odd");
  });

  it("passes by itself only where waiting helps", () => {
    const passing = ["secondary_limit", "primary_limit", "server_error", "no_answer", "conflict"] as const;
    const lasting = ["unauthorized", "forbidden", "archived", "locked", "not_found", "validation", "removed"] as const;
    expect([...passing, ...lasting].filter((code) => isPassing({ code }))).toEqual(passing);
  });
});
