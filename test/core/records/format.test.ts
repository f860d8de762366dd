// How records are written and read back.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  appendLine,
  jsonFile,
  jsonLine,
  readJsonLines,
  readJsonObject,
  timestamp,
} from "../../../src/core/records/format.ts";

describe("JSON files", () => {
  test("two spaces, unescaped, key order kept, one newline at the end", () => {
    expect(jsonFile({ b: "é 🚀", a: [1], empty: [], none: {} })).toBe(
      '{\n  "b": "é 🚀",\n  "a": [\n    1\n  ],\n  "empty": [],\n  "none": {}\n}\n',
    );
  });

  test.each([
    ['{\n  "a": 1,\n  "b": oops,\n  "c": "a longer text than any engine quotes in full"\n}\n', 3],
    ['{\n  "a": 1,\n  "b": 2\n', 3],
    ['{\n  "a": 1,', 2],
    ['{\n  "a": "broken\n off"\n}\n', 3],
    ['{\n  "a": 1\n}\n}\n', 4],
    ['{\n  "a": 1\n  "b": 2\n}\n', 3],
    ["<<<<<<< ours\n{}\n", 1],
    ["\ufeff{}", 1],
    ["", 1],
  ])("the broken file %j names its line", (text, line) => {
    expect(readJsonObject(text)).toEqual({ kind: "problem", problem: { line, what: "not_json" } });
  });

  test.each(["[]", "null", "1", '"text"', "true"])("%s is no object", (text) => {
    expect(readJsonObject(text)).toEqual({ kind: "problem", problem: { line: 1, what: "not_an_object" } });
  });

  test("whatever is written is read back", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue({ noUnicodeString: false })), (value) => {
        const plain: object = JSON.parse(JSON.stringify(value));
        expect(readJsonObject(jsonFile(value))).toEqual({ kind: "value", value: plain });
        expect(readJsonLines(jsonLine(value))).toEqual({ kind: "value", value: [plain] });
      }),
    );
  });

  test("no text makes reading throw", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(["value", "problem"]).toContain(readJsonObject(text).kind);
        expect(["value", "problem"]).toContain(readJsonLines(text).kind);
      }),
    );
  });
});

describe("JSON lines", () => {
  test("an appended line leaves earlier bytes alone and mends a missing newline", () => {
    expect(appendLine("", { a: 1 })).toBe('{"a":1}\n');
    expect(appendLine('{"a":1}\n', { b: 2 })).toBe('{"a":1}\n{"b":2}\n');
    expect(appendLine('{"a":1}', { b: 2 })).toBe('{"a":1}\n{"b":2}\n');
  });

  test("blank lines are skipped, a broken line is named", () => {
    expect(readJsonLines('{"a":1}\n\n{"b":2}\n')).toEqual({ kind: "value", value: [{ a: 1 }, { b: 2 }] });
    expect(readJsonLines('{"a":1}\n\n{"b":\n')).toEqual({ kind: "problem", problem: { line: 3, what: "not_json" } });
    expect(readJsonLines('{"a":1}\n[1]\n')).toEqual({ kind: "problem", problem: { line: 2, what: "not_an_object" } });
  });
});

test.each([
  ["2026-07-28T10:11:12Z", "2026-07-28T10:11:12Z"],
  ["2026-07-28T10:11:12.999Z", "2026-07-28T10:11:12Z"],
  ["2026-07-28T12:11:12+02:00", "2026-07-28T10:11:12Z"],
])("the time %s is written %s", (iso, written) => {
  expect(timestamp(iso)).toBe(written);
});

test("what is no time is an error", () => {
  expect(() => timestamp("soon")).toThrow(RangeError);
});
