// The receipt ledger as read: places, bad lines, the next number, and everything that makes it non-deterministic.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damagedLines, ledgerFaults, nextSequence, readReceiptLedger } from "../../../src/core/wait/receipt-ledger.ts";
import { taskId, WaitScene } from "./scene.ts";

const scene = new WaitScene();
scene.submit(scene.item("implementer"));
const good = scene.ledger.entries[0]?.receipt ?? {};
const terminal = { ...good, receipt_id: "c", event_sequence: 2, event: "dispatch_completed", suspension_epoch: 1 };
const text = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const faults = (...lines: object[]) => ledgerFaults(readReceiptLedger(text(...lines)), taskId).map((one) => one.code);

describe("reading", () => {
  it("keeps places of readable lines and names the others", () => {
    const ledger = readReceiptLedger(`${text(good)}\n{"half":\n[1]\n${JSON.stringify({ agent: "a" })}`);
    expect(ledger.entries.map(({ position, line }) => [position, line])).toEqual([
      [1, 1],
      [2, 5],
    ]);
    expect(damagedLines(ledger).map((one) => one.text)).toEqual([
      expect.stringContaining("Line 3"),
      expect.stringContaining("Line 4"),
    ]);
  });

  it("never throws and loses no line, whatever the file holds", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.string(), fc.constant(JSON.stringify(good)))), (lines) => {
        const whole = lines.join("\n");
        const ledger = readReceiptLedger(whole);
        const filled = whole.split("\n").filter((line) => line.trim() !== "");
        expect(ledger.entries.length + ledger.bad.length).toBe(filled.length);
        expect(Array.isArray(ledgerFaults(ledger, taskId))).toBe(true);
        expect(nextSequence(ledger)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe("the next number", () => {
  it.each([
    ["of an empty ledger", [], 1],
    ["after gaps", [{ ...good, event_sequence: 9 }], 10],
    ["counts version 2 alone", [good, { ...good, schema_version: "valp-dispatch-receipt.v3", event_sequence: 40 }], 2],
    [
      "is not moved by what is no number",
      [good, { ...good, event_sequence: "7" }, { ...good, event_sequence: true }],
      2,
    ],
    ["ignores legacy lines", [{ agent: "codex", event: "dispatch_submitted", event_sequence: 5 }], 1],
  ])("%s", (_, lines, expected) => {
    expect(nextSequence(readReceiptLedger(text(...lines)))).toBe(expected);
  });
});

describe("determinism", () => {
  it("holds for legacy lines, identical repetitions in any key order, and rising gaps", () => {
    const repeated = Object.fromEntries(Object.entries(good).reverse());
    expect(faults({ agent: "a" }, good, repeated, { ...terminal, event_sequence: 7 })).toEqual([]);
  });

  it.each([
    [
      "mixed versions",
      [good, { ...terminal, schema_version: "valp-dispatch-receipt.v3", ledger_revision: 2 }],
      ["receipt_versions_mixed"],
    ],
    ["no id", [{ ...good, receipt_id: "" }], ["receipt_id_missing"]],
    ["an id that is no text", [{ ...good, receipt_id: 7 }], ["receipt_id_missing"]],
    ["one id for two things", [good, { ...good, summary: "other" }], ["receipt_id_reused"]],
    ["another task", [{ ...good, task_id: "other" }], ["receipt_of_other_task"]],
    ["a sequence of zero", [{ ...good, event_sequence: 0 }], ["receipt_number_invalid"]],
    ["a boolean for a number", [{ ...good, event_sequence: true }], ["receipt_number_invalid"]],
    ["a sequence that stands still", [good, { ...terminal, event_sequence: 1 }], ["receipt_sequence_not_rising"]],
    [
      "a version 3 revision of its own",
      [{ ...good, schema_version: "valp-dispatch-receipt.v3", ledger_revision: 2 }],
      ["receipt_number_invalid"],
    ],
    ["no generation", [{ ...good, dispatch_generation: undefined }], ["receipt_number_invalid"]],
    ["a retry of zero", [{ ...good, retry_generation: 0 }], ["receipt_number_invalid"]],
    ["an epoch that is a boolean", [{ ...terminal, suspension_epoch: true }], ["receipt_number_invalid"]],
    ["an end without an epoch", [{ ...terminal, suspension_epoch: undefined }], ["receipt_epoch_missing"]],
    ["an end with an epoch of null", [{ ...terminal, suspension_epoch: null }], ["receipt_epoch_missing"]],
  ])("%s", (_, lines, expected) => {
    expect(faults(...lines)).toEqual(expected);
  });
});
