// Writes every agent's dispatch text in the longest form that fits its role's budget.
import type { Agent } from "../policy/schema.ts";
import { controlSlice, controlSliceRef } from "../records/control-contract.ts";
import { jsonFile } from "../records/format.ts";
import { referenceTokens, roleBudget } from "../records/iteration-budget.ts";
import type { DispatchBudget } from "../records/routing.ts";
import { type SkillSlice, skillSliceRef } from "../records/skills.ts";
import { declaredAgents, rolesOf, workItems } from "../records/submission-dependencies.ts";
import { charsOf, type DispatchDetail, type DispatchFacts, dispatchText } from "../say/dispatch-text.ts";
import { type Reason, reason } from "../say/reason.ts";
import { type AttentionFacts, attentionMap, dispatchRef, maskList } from "./attention.ts";

/** What the dispatches of a team are made of. */
export interface TeamDispatchFacts {
  attention: AttentionFacts;
  agents: Readonly<Record<string, Agent>>;
  /** Path of the task folder inside the ledger branch. */
  folder: string;
  /** Anybody's words. */
  goal: string;
  snapshot: { ref: string; digest: string } | null;
  contractDigest: string;
  skillSlices: ReadonlyMap<string, SkillSlice>;
}

/** Control slices and dispatch texts of a whole team with their sizes; or every agent's text that does not fit. */
export function buildDispatches(
  facts: TeamDispatchFacts,
):
  | { kind: "built"; files: [path: string, text: string][]; budgets: Record<string, DispatchBudget> }
  | { kind: "refused"; reasons: Reason[] } {
  const { taskId, roles } = facts.attention;
  const heads = Object.entries(attentionMap(facts.attention).heads);
  const masked = maskList(facts.attention).masked.map((entry) => entry.item);
  const files: [string, string][] = [];
  const budgets: [string, DispatchBudget][] = [];
  const reasons: Reason[] = [];
  for (const agent of declaredAgents(roles)) {
    const own = workItems(taskId, roles).filter((item) => item.agent === agent);
    const itemIds = own.map((item) => item.work_item_id);
    const slice = controlSlice(taskId, agent, itemIds, facts.contractDigest);
    const fitted = fitDispatch({
      ...facts.attention,
      folder: facts.folder,
      agent,
      roles: rolesOf(roles, agent),
      person: facts.agents[agent]?.account !== undefined,
      slice,
      goal: facts.goal,
      snapshot: facts.snapshot,
      heads: heads.filter(([, head]) => head.selected === agent).map(([name]) => name),
      masked,
      expectedRefs: [...new Set(own.flatMap((item) => item.expected_refs))],
      skills: (facts.skillSlices.get(agent)?.recommendations ?? []).map((match) => match.skill),
    });
    if (fitted.kind === "refused") {
      reasons.push(...fitted.reasons);
      continue;
    }
    files.push([controlSliceRef(agent), jsonFile(slice)], [dispatchRef(agent), fitted.text]);
    budgets.push([agent, fitted.budget]);
  }
  if (reasons.length > 0) return { kind: "refused", reasons };
  return { kind: "built", files, budgets: Object.fromEntries(budgets) };
}

/** From everything to the least that is still a dispatch. */
const variants: readonly DispatchDetail[] = [
  { brief: 480, style: "long" },
  { brief: 480, style: "short" },
  { brief: 240, style: "short" },
  { brief: 240, style: "terse" },
  { brief: 0, style: "terse" },
];

/**
 * One dispatch and its entry in `dispatch_payload_budgets`. An agent with several roles gets one text; its budget is that
 * of its first role in role order, because the record has room for one role. Refused as `dispatch_over_budget` when even
 * the shortest form is too long.
 */
function fitDispatch(
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
