// The four safety rules for references.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAdapterRef, isAuditRef, isBootstrapRef, isSchemaRef } from "../../../src/core/records/refs.ts";

// ref, then: schema rule, audit rule, adapter rule, bootstrap rule
const table: [ref: string, schema: boolean, audit: boolean, adapter: boolean, bootstrap: boolean][] = [
  ["task.md", true, true, true, true],
  ["agents/codex/evidence.md", true, true, true, true],
  ["with blank/a b.md", true, true, true, true],
  ["…/ünïcode.md", true, true, true, true],
  ["a..b/..c/d..", true, true, true, true],
  [".hidden/file", true, true, true, true],
  ["routing.json#runtime_adapter", true, true, true, true],
  ["timeline.jsonl:3", false, true, true, true],
  ["C:/windows", false, true, true, true],
  ["a//b", false, true, true, true],
  ["a/", false, true, true, true],
  ["./a", false, true, true, true],
  ["a/./b", false, true, true, true],
  [".", false, true, true, true],
  ["", false, false, false, false],
  ["/etc/passwd", false, false, false, false],
  ["..", false, false, false, false],
  ["../a", false, false, false, false],
  ["a/../b", false, false, false, false],
  ["a/..", false, false, false, false],
  ["a\u2028b", false, true, false, false],
  ["a\\b", false, false, false, true],
  ["..\\a", false, false, false, true],
  ["a\nb", false, false, false, false],
  ["a\rb", false, false, false, false],
  ["   ", true, false, true, true],
  [" /a", true, false, true, true],
  [" ../a", true, false, true, true],
  [" a ", true, true, true, true],
];

describe.each(table)("%j", (ref, schema, audit, adapter, bootstrap) => {
  test("by each rule", () => {
    expect({
      schema: isSchemaRef(ref),
      audit: isAuditRef(ref),
      adapter: isAdapterRef(ref),
      bootstrap: isBootstrapRef(ref),
    }).toEqual({ schema, audit, adapter, bootstrap });
  });
});

test.each([null, undefined, 1, true, {}, ["a"]])("the audit rule refuses %j", (ref) => {
  expect(isAuditRef(ref)).toBe(false);
});

const pieces = fc.array(fc.constantFrom("a", "B", "é", ".", "..", "/", "\\", ":", " ", "#", "\t", "\n", "\u2028"), {
  maxLength: 12,
});
const ref = pieces.map((parts) => parts.join(""));

describe("for every reference", () => {
  test("the schema rule is the published pattern", () => {
    const published = /^(?!\/)(?!.*\\)(?!.*:)(?!.*(?:^|\/)(?:\.{0,2})(?:\/|$)).+$/;
    fc.assert(
      fc.property(ref, (text) => {
        expect(isSchemaRef(text)).toBe(published.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("the adapter rule is the published pattern", () => {
    const published = /^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))(?!.*\\).+$/;
    fc.assert(
      fc.property(ref, (text) => {
        expect(isAdapterRef(text)).toBe(published.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("the schema rule implies the adapter rule, which implies the bootstrap rule", () => {
    fc.assert(
      fc.property(ref, (text) => {
        if (isSchemaRef(text)) expect(isAdapterRef(text)).toBe(true);
        if (isAdapterRef(text)) expect(isBootstrapRef(text)).toBe(true);
      }),
    );
  });

  test("no rule lets a path leave its folder", () => {
    fc.assert(
      fc.property(ref, (text) => {
        const judged: [boolean, string][] = [
          [isSchemaRef(text), text],
          [isAuditRef(text), text.trim()],
          [isAdapterRef(text), text],
          [isBootstrapRef(text), text],
        ];
        for (const [safe, path] of judged) {
          if (!safe) continue;
          expect(path.startsWith("/")).toBe(false);
          expect(path.split("/")).not.toContain("..");
        }
      }),
    );
  });
});
