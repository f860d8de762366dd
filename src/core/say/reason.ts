// The closed list of reason codes, each with its one sentence. Every refusal, note and Outcome takes its words here.
import { approvalReasons } from "./approval-reasons.ts";
import { commandReasons } from "./command-reasons.ts";
import { eventReasons } from "./event-reasons.ts";
import { evidenceReasons } from "./evidence-reasons.ts";
import { leaderReasons } from "./leader-reasons.ts";
import { ledgerReasons } from "./ledger-reasons.ts";
import { policyReasons } from "./policy-reasons.ts";
import { triggerReasons } from "./trigger-reasons.ts";
import { waitReasons } from "./wait-reasons.ts";

const sentences = {
  ...eventReasons,
  ...policyReasons,
  ...triggerReasons,
  ...commandReasons,
  ...leaderReasons,
  ...approvalReasons,
  ...ledgerReasons,
  ...waitReasons,
  ...evidenceReasons,
};

/** Every reason code the product can give. */
export type ReasonCode = keyof typeof sentences;

/** A reason as shown and as printed in an Outcome: a stable code and one plain sentence. */
export interface Reason {
  code: ReasonCode;
  text: string;
}

/** All codes, for documentation and tests. */
export const reasonCodes = Object.keys(sentences) as ReasonCode[];

/** Builds a reason: `reason("mode_disabled")` or `reason("no_such_rule", { rule })`. */
export function reason<C extends ReasonCode>(code: C, ...facts: Parameters<(typeof sentences)[C]>): Reason {
  const say = sentences[code] as (...facts: unknown[]) => string;
  return { code, text: say(...facts) };
}
