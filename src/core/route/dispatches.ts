// Writes every agent's dispatch text in the longest form that fits its role's budget.
import { referenceTokens, roleBudget } from "../records/iteration-budget.ts";
import type { DispatchBudget } from "../records/routing.ts";
import { skillSliceRef } from "../records/skills.ts";
import { charsOf, type DispatchDetail, type DispatchFacts, dispatchText } from "../say/dispatch-text.ts";
import { type Reason, reason } from "../say/reason.ts";
import { dispatchRef } from "./attention.ts";

/** From everything to the least that is still a dispatch. */
const variants: readonly DispatchDetail[] = [
  { brief: 480, long: true },
  { brief: 480, long: false },
  { brief: 240, long: false },
  { brief: 120, long: false },
  { brief: 0, long: false },
];

/**
 * One dispatch and its entry in `dispatch_payload_budgets`. An agent with several roles gets one text; its budget is that
 * of its first role in role order, because the record has room for one role. Refused as `dispatch_over_budget` when even
 * the shortest form is too long.
 */
export function fitDispatch(
  facts: Omit<DispatchFacts, "maxChars">,
): { kind: "fits"; text: string; budget: DispatchBudget } | { kind: "refused"; reasons: Reason[] } {
  const role = facts.roles[0] ?? "other";
  const limit = roleBudget(role);
  let chars = 0;
  for (const detail of variants) {
    const text = dispatchText({ ...facts, maxChars: limit.max_chars }, detail);
    chars = charsOf(text);
    if (chars > limit.max_chars) continue;
    const budget: DispatchBudget = {
      ...limit,
      actual_chars: chars,
      actual_reference_tokens: referenceTokens(chars),
      dispatch_ref: dispatchRef(facts.agent),
      skill_slice_ref: skillSliceRef(facts.agent),
    };
    return { kind: "fits", text, budget };
  }
  return {
    kind: "refused",
    reasons: [reason("dispatch_over_budget", { agent: facts.agent, role, chars, max: limit.max_chars })],
  };
}
