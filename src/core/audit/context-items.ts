// Audit items about what workers get to see: attention files, control contract, context pack, skills.
import {
  controlContract,
  controlContractMarker,
  controlContractRef,
  controlSlice,
} from "../records/control-contract.ts";
import type { JsonObject } from "../records/format.ts";
import { isAuditRef } from "../records/refs.ts";
import { dependenciesRef } from "../records/submission-dependencies.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { type AuditedTask, type Finding, fail, pass, skip, warn } from "./audited-task.ts";
import { linesOf } from "./claims.ts";
import { isObject, isSet, listOf, objectOf, objectsOf, refsOf, sameJson, textOf, textsOf } from "./loose-json.ts";
import { isAboutItem, isAboutManualItem, receiptsOfTask } from "./receipt-ledger.ts";

/** The files of item 16. */
export const attentionFiles = [
  "attention-map.json",
  "context-selection.json",
  "context-pack.json",
  "mask-list.json",
  "evidence-board.json",
  "visible-routing.md",
];

/** Item 16, visible_attention. */
export function visibleAttention(task: AuditedTask): Finding {
  if (!task.nonTrivial && !isSet(task.either("visible_attention"))) return skip(says.simpleTask);
  const missing = attentionFiles.filter((ref) => !task.exists(ref));
  if (missing.length > 0) return fail(says.missing(missing));
  const map = task.json("attention-map.json");
  if (map.schema_version !== "valp-visible-attention-map.v1") return fail(says.wrongSchema("attention-map.json"));
  if (!isSet(map.loop_layer)) return fail(says.lacks("attention-map.json", ["loop_layer"]));
  if (!isSet(objectOf(map.heads))) return fail(says.lacks("attention-map.json", ["heads"]));
  const lists = [
    ["context-selection.json", "selected"],
    ["mask-list.json", "masked"],
    ["evidence-board.json", "claims"],
  ] as const;
  const empty = lists.find(([file, field]) => !isSet(task.json(file)[field]));
  return empty === undefined ? pass(says.loopLayer(map.loop_layer)) : fail(says.lacks(empty[0], [empty[1]]));
}

/** Files that item 17 speaks of besides its usual ones. */
export function controlFiles(task: AuditedTask): string[] {
  return [
    ...textsOf(Object.values(objectOf(task.either("control_slices")))),
    ...task.agents.map((agent) => `agents/${agent}/dispatch.md`),
  ];
}

/** Item 17, control_contract. */
export function controlContractItem(task: AuditedTask): Finding {
  const contract = task.json(controlContractRef);
  const slices = task.either("control_slices");
  const claimed = isSet(task.either("control_contract")) || isSet(slices) || task.exists(controlContractRef);
  if (!claimed && !(task.isV2 && task.agents.length > 0)) return skip(says.notDeclared(controlContractRef));
  const digest = task.digest(controlContractRef);
  if (!isSet(contract) || digest === null) return fail(says.missing([controlContractRef]));
  const createdAt = textOf(contract.created_at);
  const exact = createdAt !== "" && sameJson(contract, controlContract(task.taskId, createdAt));
  const marked = [task.routing, task.state].every((record) =>
    sameJson(record.control_contract, controlContractMarker(digest)),
  );
  const covered = isObject(slices) && sameJson(Object.keys(slices).sort(), [...new Set(task.agents)].sort());
  const first = textsOf(objectsOf(task.json("context-pack.json").items)[0]?.evidence_refs)[0];
  const errors = [
    ...(exact ? [] : [says.contractChanged]),
    ...(marked ? [] : [says.marker("routing.json, state.json", "control_contract")]),
    ...(covered ? [] : [says.marker("routing.json, state.json", "control_slices")]),
    ...task.agents.flatMap((agent) => sliceErrors(task, agent, textOf(objectOf(slices)[agent]), digest)),
    ...(first === controlContractRef ? [] : [says.contractNotFirst("context-pack.json")]),
    ...acknowledgementErrors(task, digest),
  ];
  if (errors.length > 0) return fail(says.errors([...new Set(errors)], 8));
  return pass(says.contractHonored(task.agents.length));
}

function sliceErrors(task: AuditedTask, agent: string, ref: string, digest: string): string[] {
  if (!isAuditRef(ref)) return [says.unsafeRefs([ref])];
  const items = objectsOf(task.json(dependenciesRef).work_items).filter((item) => item.agent === agent);
  const ids = items.map((item) => textOf(item.work_item_id));
  const slice = task.json(ref);
  const dispatchRef = `agents/${agent}/dispatch.md`;
  const dispatch = task.text(dispatchRef);
  const heading = linesOf(dispatch).find((line) => line.startsWith("## "));
  return [
    ...(sameJson(slice, controlSlice(task.taskId, agent, ids, digest)) ? [] : [says.sliceChanged(ref)]),
    ...(dispatch.includes(JSON.stringify(slice)) ? [] : [says.sliceNotDispatched(dispatchRef)]),
    ...(heading?.trim() === "## VALP Control Contract (Load First)" ? [] : [says.contractNotFirst(dispatchRef)]),
  ];
}

/** Completed work carries the three lines in its own files (contract section 14, item 17). */
function acknowledgementErrors(task: AuditedTask, digest: string): string[] {
  const lines = [
    `control_contract_ref: ${controlContractRef}`,
    `control_contract_digest: ${digest}`,
    "control_contract_status: honored",
  ];
  const { receipts } = receiptsOfTask(task);
  return objectsOf(task.json(dependenciesRef).work_items).flatMap((item) => {
    const last = receipts.findLast(
      (receipt) => isAboutItem(receipt, item, task.taskId) || isAboutManualItem(receipt, item),
    );
    if (last?.event !== "dispatch_completed" && last?.event !== "manual_result_attested") return [];
    const agent = textOf(item.agent);
    const own = textsOf(item.expected_refs).filter((ref) => ref.startsWith(`agents/${agent}/`));
    const text = own.map((ref) => task.text(ref)).join("\n");
    return lines.every((line) => text.includes(line)) ? [] : [says.notAcknowledged(textOf(item.work_item_id))];
  });
}

/** Files that item 19 speaks of besides its usual ones. */
export function skillFiles(task: AuditedTask): string[] {
  return textsOf(Object.values(objectOf(task.routing.skill_recommendation_slices)));
}

/** Item 19, skill_recommendations. */
export function skillRecommendations(task: AuditedTask): Finding {
  const record = objectOf(task.either("skill_recommendations"));
  if (!isSet(record)) return warn(says.noSkills);
  const { status } = record;
  if (status === "not_run") return fail(says.skillsNotRun);
  if (status !== "complete" && status !== "no_matches") return warn(says.skillStatus(status));
  const ref = textOf(record.ref) || "skill-recommendations.json";
  const report = task.json(ref);
  if (!isSet(report)) return fail(says.missing([ref]));
  if (report.status !== status) return fail(says.differs("skill_recommendations.status"));
  const slices = objectOf(task.routing.skill_recommendation_slices);
  if (!isSet(slices)) return pass(says.skillStatus(status));
  const without = task.agents.filter((agent) => !task.isThere(textOf(slices[agent])));
  if (without.length > 0) return fail(says.noSlice(without));
  const wrong = Object.entries(slices).filter(([agent, slice]) => !isOwnSlice(task, agent, task.json(textOf(slice))));
  if (wrong.length > 0) return fail(says.sliceChanged(textOf(wrong[0]?.[1])));
  return pass(says.skillStatus(status));
}

/** A slice of this task for this agent, without paths that only one provider can reach. */
function isOwnSlice(task: AuditedTask, agent: string, slice: JsonObject): boolean {
  const foreign = objectsOf(slice.recommendations).some((entry) => textOf(entry.path).includes("/.hermes/skills/"));
  return (
    slice.schema_version === "valp-skill-recommendation-slice.v1" &&
    slice.task_id === task.state.task_id &&
    slice.agent === agent &&
    (agent === "hermes" || !foreign)
  );
}

/** References of the context pack, in order. */
export function contextRefs(task: AuditedTask): string[] {
  return listOf(task.json("context-pack.json").items).flatMap((item) => refsOf(objectOf(item).evidence_refs));
}
