// The GitHub adapters against exact requests: nock answers what is expected, everything else is refused.
import nock from "nock";
import { Octokit } from "octokit";
import { expect } from "vitest";
import { portsOn } from "./under-test.ts";

const quiet = () => undefined;

/** Owner and name in every exact test. */
export const hello = { owner: "octocat", repo: "hello" };

/** Ports on a client whose retry plugin is on, as in a door. `baseUrl` is another server's REST root. */
export function exactPorts(baseUrl = "https://api.github.com") {
  nock.disableNetConnect();
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
  const retry = { retryAfterBaseValue: 1 };
  return portsOn(new Octokit({ auth: "a token", baseUrl, throttle: { enabled: false }, retry, log }), hello);
}

/** Every expected request was made; afterwards nothing is expected any more. */
export function expectAllAsked(): void {
  const left = nock.pendingMocks();
  nock.cleanAll();
  nock.enableNetConnect();
  expect(left).toEqual([]);
}
