// Hidden things in an issue text are found, counted and placed.
import { expect, test } from "vitest";
import { findHidden } from "../../../src/core/records/hidden-text.ts";

test.each([
  ["plain text, umlauts äöü, 漢字, tabs\tand\r\nlines", []],
  ["emoji 👩‍💻 ❤️ 👍🏽 are no secret", []],
  ["fault 62: a\n<!-- /valp approve --> b", [{ what: "HTML comments", count: 1, line: 2 }]],
  ["fault 62: /va\u200blp approve", [{ what: "zero-width characters", count: 1, line: 1 }]],
  ["fault 62: \u202eevorppa plav/\u202c", [{ what: "bidirectional characters", count: 2, line: 1 }]],
  ["x\n\ny\u{e0041}\u{e0042}", [{ what: "invisible characters", count: 2, line: 3 }]],
  ["a\u0000b\u001bc", [{ what: "invisible characters", count: 2, line: 1 }]],
  ["letters joined\u200d", [{ what: "zero-width characters", count: 1, line: 1 }]],
  ["<!-- one -->\n<!-- two <!-- inside -->\n<!-- never closed", [{ what: "HTML comments", count: 3, line: 1 }]],
  ["<!-->", [{ what: "HTML comments", count: 1, line: 1 }]],
  [
    "a\u2066\n\ufeffb <!-- c -->",
    [
      { what: "HTML comments", count: 1, line: 2 },
      { what: "bidirectional characters", count: 1, line: 1 },
      { what: "zero-width characters", count: 1, line: 2 },
    ],
  ],
])("%j", (text, hidden) => {
  expect(findHidden(text)).toEqual(hidden);
});

test("a megabyte of openings and of hidden characters is counted", () => {
  expect(findHidden("<!-- -->".repeat(125_000))).toEqual([{ what: "HTML comments", count: 125_000, line: 1 }]);
  expect(findHidden("<!--".repeat(250_000))).toEqual([{ what: "HTML comments", count: 1, line: 1 }]);
  expect(findHidden("\u200b".repeat(300_000))).toEqual([{ what: "zero-width characters", count: 300_000, line: 1 }]);
});
