// The digest recipes against the protocol's published vectors.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalDigest, ledgerDigest, sha256, watcherIdentity } from "../../../src/core/records/digest.ts";

test("a text and its UTF-8 bytes have one digest", () => {
  expect(sha256("")).toBe("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("é🚀")).toBe(sha256(new TextEncoder().encode("é🚀")));
});

describe("watcher identity", () => {
  test.each([
    [
      { source: "runtime_api", source_event_id: "herdr-event-42", rule_ref: "runtime-policy.json#queue-ready" },
      "sha256:21d980a4f6bf214fc32163ba1f5118858cb204dfe2d36d124f1626ae72079b5e",
    ],
    [
      { source: "issue_watcher", source_event_id: "évt", rule_ref: "r#é" },
      "sha256:5cb01ddef2db1af66595426ab55d41b964f42007da5510af91a2f27d5a7912d9",
    ],
  ])("vector %#", (event, digest) => {
    expect(watcherIdentity(event)).toBe(digest);
  });

  test("the identity depends on the three fields and on nothing else", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, text, text, (source, source_event_id, rule_ref, other) => {
        const event = { source, source_event_id, rule_ref };
        expect(watcherIdentity({ ...event, ...{ payload: other } })).toBe(watcherIdentity(event));
        if (other !== source) expect(watcherIdentity({ ...event, source: other })).not.toBe(watcherIdentity(event));
      }),
    );
  });

  test("delete and control characters are escaped too", () => {
    expect(watcherIdentity({ source: "a", source_event_id: "\u007f", rule_ref: "\u2028" })).toBe(
      sha256('{"rule_ref":"\\u2028","source":"a","source_event_id":"\\u007f"}'),
    );
  });
});

describe("canonical digest", () => {
  test("is over RFC 8785 JSON", () => {
    expect(canonicalDigest({ b: 1e21, a: "é", c: undefined })).toBe(sha256('{"a":"é","b":1e+21}'));
  });

  test("does not depend on the order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalDigest(turned)).toBe(canonicalDigest(value));
      }),
    );
  });
});

describe("ledger digest", () => {
  test("the empty ledger prefix has the published digest", () => {
    expect(ledgerDigest({ schema_version: "valp-receipt-ledger-prefix.v1", receipts: [] })).toBe(
      "sha256:3634c360fc4ad107c1f12d9b9100600eb2e4cdcdb804855e6255fade61debd08",
    );
  });

  test("keys are sorted by code point at every depth, text is not escaped", () => {
    expect(ledgerDigest({ "\uffff": [{ b: 1, a: null }], "🚀": "é", a: true })).toBe(
      sha256('{"a":true,"\uffff":[{"a":null,"b":1}],"🚀":"é"}\n'),
    );
  });
});
