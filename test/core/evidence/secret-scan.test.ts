// Secrets: every kind is found plain, split over lines and inside base64; findings and redacted texts hold no value.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SecretKind } from "../../../src/core/evidence/secret-kinds.ts";
import { findSecrets, redact } from "../../../src/core/evidence/secret-scan.ts";

/** Put together at run time, so that no scanner takes this file for a leak. */
const body = (length: number, from = 7) =>
  Array.from({ length }, (_, at) => "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0z"[(from + at * 11) % 31]).join("");
const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

const planted: [kind: SecretKind, value: string][] = [
  ...["p", "o", "s", "u", "r"].map((letter) => ["github_token", `gh${letter}_${body(36)}`] as [SecretKind, string]),
  ["github_fine_grained_token", `github_${"pat"}_${body(22)}_${body(59)}`],
  ["gitlab_token", `gl${"pat"}-${body(20)}`],
  ["npm_token", `npm${"_"}${body(36)}`],
  ["anthropic_key", `sk-${"ant"}-api03-${body(40)}`],
  ["openai_key", `sk-${body(48)}`],
  ["openai_key", `sk-${"proj"}-${body(40)}`],
  ["aws_access_key", `AK${"IA"}${body(16).toUpperCase()}`],
  ["google_api_key", `AI${"za"}${body(35)}`],
  ["slack_token", `xo${"xb"}-123456789012-${body(24)}`],
  ["stripe_key", `sk_${"live"}_${body(24)}`],
  ["json_web_token", `${segment({ alg: "HS256", typ: "JWT" })}.${segment({ sub: "hubot", iat: 1 })}.${body(43)}`],
  ["private_key", `-----BEGIN RSA ${"PRIVATE"} KEY-----\n${body(64)}\n${body(64)}\n-----END RSA ${"PRIVATE"} KEY-----`],
  ["private_key", `-----BEGIN ${"OPENSSH"} PRIVATE KEY-----\n${body(70)}`],
];
const address = `https://x-access-token:${body(20)}@github.com/o/r`;

describe("fault 136: secrets", () => {
  it.each(planted)("%s is found at its line", (kind, value) => {
    const found = findSecrets(`first line\nsecond: ${value}\nlast`);
    expect(found).toContainEqual({ kind, line: 2 });
  });

  it("names one of several values on a line once, and never a value", () => {
    const [, token] = planted[0]!;
    const found = findSecrets(`${token} ${token}\n${token}`);
    expect(found).toEqual([
      { kind: "github_token", line: 1 },
      { kind: "github_token", line: 2 },
    ]);
    expect(JSON.stringify(found)).not.toContain(token.slice(4));
  });

  it("finds a token inside a multi-line JSON variable", () => {
    const [, token] = planted[2]!;
    expect(findSecrets(`EVENT={\n  "token": "${token}",\n  "name": "x"\n}`)).toEqual([
      { kind: "github_token", line: 2 },
    ]);
  });

  const filler = fc.stringMatching(/^[a-z ,.:()\n]{0,60}$/);
  const joint = fc
    .tuple(
      fc.constantFrom("", "  ", "\t", '"', "',", " \\", '" +'),
      fc.constantFrom("\n", "\r\n", "\n\n", "\u200b", "\\n", "\r"),
      fc.constantFrom("", "    ", "> ", "| ", '"', "# ", "* "),
    )
    .map((parts) => parts.join(""));
  const value = fc.constantFrom(...planted.map(([, each]) => each));
  const cuts = fc.array(fc.tuple(fc.nat(), joint), { minLength: 0, maxLength: 6 });

  /** The text with joints put in at random places. */
  function split(text: string, at: readonly (readonly [number, string])[]): string {
    const places = at.map(([place, seam]) => [place % (text.length + 1), seam] as const).sort(([a], [b]) => b - a);
    return places.reduce((whole, [place, seam]) => whole.slice(0, place) + seam + whole.slice(place), text);
  }

  it("are found under random splitting, and redacting leaves nothing to find", () => {
    fc.assert(
      fc.property(filler, value, cuts, filler, (before, secret, at, after) => {
        const text = `${before}\n${split(secret, at)}\n${after}`;
        expect(findSecrets(text)).not.toEqual([]);
        const clean = redact(text);
        expect(findSecrets(clean)).toEqual([]);
        expect(clean).not.toContain(secret);
      }),
      { numRuns: 1500 },
    );
  });

  it("are found inside base64, also twice encoded and wrapped", () => {
    fc.assert(
      fc.property(filler, value, filler, fc.boolean(), fc.boolean(), cuts, (before, secret, after, url, twice, at) => {
        const once = Buffer.from(`${before} ${secret}${after}`).toString(url ? "base64url" : "base64");
        const text = `data: ${split(twice ? Buffer.from(once).toString("base64") : once, at)}\n`;
        expect(findSecrets(text)).not.toEqual([]);
        expect(findSecrets(redact(text))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it("fault 137: an address with a token is found, a masked one is not", () => {
    expect(findSecrets(`origin\t${address} (fetch)`)).toEqual([{ kind: "url_password", line: 1 }]);
    expect(findSecrets(`x\n${address.slice(0, 30)}\n${address.slice(30)}`)).not.toEqual([]);
    for (const masked of ["https://x-access-token:***@github.com/o/r", "https://git:${TOKEN}@github.com/o/r"]) {
      expect(findSecrets(masked)).toEqual([]);
    }
    const clean = redact(`see ${address} and ${address}`);
    expect(clean).toBe(
      "see https://[redacted url_password]@github.com/o/r and https://[redacted url_password]@github.com/o/r",
    );
  });

  it.each([
    "task-runner-with-a-rather-long-name-that-goes-on",
    "sk-SK locale, risk-based-approach-to-everything-we-do",
    `sha256:${"0123456789abcdef".repeat(4)} and ${"ab12".repeat(10)}`,
    "high_value_things_and_weighs_something_quite_long",
    "http://localhost:3000/@scope/name and see http://host:80\nmail@example.com",
    `integrity sha512-${Buffer.from("nothing to see here, move along now please").toString("base64")}==`,
    "eyJ is how JSON begins in base64",
    "the words PRIVATE KEY alone",
  ])("leaves %j alone", (text) => {
    expect(findSecrets(text)).toEqual([]);
    expect(redact(text)).toBe(text);
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        expect(findSecrets(redact(text))).toEqual([]);
      }),
    );
  });

  /** Half a megabyte each: what looked back or ahead without bound would not come to an end here. */
  it.each([
    ["beginnings", (n: number) => "ghp_".repeat(n)],
    ["web token parts", (n: number) => "eyJaaaaaaaaa.".repeat(n)],
    ["opened keys", (n: number) => `-----BEGIN ${"PRIVATE"} KEY-----!`.repeat(n)],
    ["addresses", (n: number) => "://a:b".repeat(n)],
    ["line ends", (n: number) => "\n".repeat(n)],
    ["one long run", (n: number) => "A".repeat(n * 10)],
  ])("grows with its text only: %s", (_, make) => {
    const spans = (n: number) => findSecrets(make(n)).length;
    // Findings are one per line and kind, so a text on one line has at most one of each however long it gets.
    expect(spans(40_000)).toBe(spans(20_000));
  });
});
