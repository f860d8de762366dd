// visible-routing.md: the routing of a task on one page, for people.
import type { AttentionMap, ContextPack, ContextSelection, EvidenceBoard, MaskList } from "../records/attention.ts";

/** The five records the page shows, and the state of the design contract. */
export interface VisibleRoutingFacts {
  map: AttentionMap;
  selection: ContextSelection;
  pack: ContextPack;
  masks: MaskList;
  board: EvidenceBoard;
  designContract: string;
}

/** The page, with the headings of contract section 16. Everything on it comes from records, never from untrusted text. */
export function visibleRoutingText(facts: VisibleRoutingFacts): string {
  const { map } = facts;
  const heads = Object.entries(map.heads).map(
    ([name, head]) => `${name}: ${head.selected ?? "none"} (score ${head.score ?? "n/a"}, ${head.status})`,
  );
  return [
    "# Visible Routing",
    "",
    `Task: ${map.task_id}`,
    `Profile: ${map.profile}`,
    `Loop layer: ${map.loop_layer}`,
    `Design contract: ${facts.designContract}`,
    "",
    ...section("Attention Heads", heads),
    ...section(
      "Selected Context",
      facts.selection.selected.map((choice) => `\`${choice.path}\`: ${choice.reason}`),
    ),
    ...section(
      "Context Pack",
      facts.pack.items.map((item) => `${item.section}: ${item.summary}`),
    ),
    ...section(
      "Masked Inputs",
      facts.masks.masked.map((masked) => `${masked.item}: ${masked.reason}`),
    ),
    ...section(
      "Evidence Board",
      facts.board.claims.map((claim) => `${claim.claim}: ${claim.status}`),
    ),
  ]
    .join("\n")
    .trimEnd()
    .concat("\n");
}

function section(title: string, lines: readonly string[]): string[] {
  return [`## ${title}`, "", ...lines.map((line) => `- ${line}`), ""];
}
