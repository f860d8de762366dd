// The three lines by which a worker says that it honours the control contract (audit item 17).
import { controlContractRef } from "../records/control-contract.ts";

/** The lines for a contract whose file has `digest` (`sha256:` and 64 hex digits). */
export function acknowledgementLines(digest: string): [ref: string, digest: string, status: string] {
  return [
    `control_contract_ref: ${controlContractRef}`,
    `control_contract_digest: ${digest}`,
    "control_contract_status: honored",
  ];
}

/** Whether one text holds all three lines; blanks and list or quote marks around them do not count. */
export function acknowledges(text: string, digest: string): boolean {
  const lines = new Set(text.split(/\r\n|\n|\r/).map((line) => line.trim().replace(/^(?:[-*>] )?`?|`?$/g, "")));
  return acknowledgementLines(digest).every((line) => lines.has(line));
}

/** Whether a line is one of the three, whatever digest it names, or says who typed them. */
export function isAcknowledgement(line: string): boolean {
  return /^\W{0,9}control_contract_(?:ref|digest|status):|^Acknowledged by `/.test(line);
}
