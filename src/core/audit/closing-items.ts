// Audit items about the end of a task: verification, review, approvals, synthesis and the two feedback records.
import { classifyRisk } from "../policy/risk.ts";
import { isAuditRef } from "../records/refs.ts";
import { readGoal } from "../records/task-md.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { readApprovals } from "./approval-ledger.ts";
import { type AuditedTask, type Finding, fail, pass, skip, warn } from "./audited-task.ts";
import { sectionOf } from "./claims.ts";
import { isObject, isSet, listOf, objectOf, objectsOf, refsOf, textOf, textsOf, wordOf } from "./loose-json.ts";

/** Item 28, verification. */
export function verification(task: AuditedTask): Finding {
  const gate = task.gate("verification");
  const shown = task.exists("evidence/verification.md") || task.exists("gates/verification.json");
  if (gate === "not_required" || shown) return pass(says.gate("verification", gate));
  return fail(says.gateWithoutEvidence("verification", gate));
}

/** Item 29, review_findings. */
export function reviewFindings(task: AuditedTask): Finding {
  const file = "findings/findings.json";
  if (task.exists(file)) {
    const root = task.jsonValue(file);
    const record = objectOf(root);
    const findings = Array.isArray(root) ? root : listOf(isSet(record.findings) ? record.findings : record.items);
    const unresolved = findings.flatMap((entry, index) => {
      if (!isObject(entry)) return [];
      const grave = ["critical", "high"].includes(wordOf(entry.severity ?? "").toLowerCase());
      const unsettled = ["open", "blocked"].includes(wordOf(entry.status ?? "open").toLowerCase());
      return grave && unsettled ? [textOf(entry.title) || textOf(entry.id) || `finding-${index + 1}`] : [];
    });
    return unresolved.length > 0 ? fail(says.openFindings(unresolved)) : pass(says.noOpenFindings);
  }
  const gate = task.gate("review");
  if (gate === "passed" || gate === "not_required") return pass(says.gate("review", gate));
  const reviews = [
    "agents/claude/review.md",
    ...task.agents.flatMap((agent) => [`agents/${agent}/review.md`, `agents/${agent}/visible-review.md`]),
  ];
  return reviews.some((ref) => task.exists(ref)) ? pass(says.reviewed) : warn(says.notReviewed);
}

/** Item 30, approvals: the goal is classified again, whatever was recorded of its risk. */
export function approvals(task: AuditedTask): Finding {
  const ledger = readApprovals(task);
  if (ledger.broken.length > 0) return fail(says.badLines(ledger.broken));
  if (ledger.unresolved.length > 0) return fail(says.unresolvedRequests(ledger.unresolved));
  if (isSet(task.state.approval_required)) return fail(says.stillRequired);
  const gate = task.gate("approval");
  const risks = classifyRisk(riskText(task.text("task.md"))).map(({ kind }) => kind);
  if (risks.length > 0 && gate !== "passed") return fail(says.riskNotApproved(risks, gate));
  if (risks.length > 0 && ledger.approved.length === 0) return fail(says.riskWithoutDecision(risks));
  if (gate === "passed" || gate === "not_required") return pass(says.gate("approval", gate));
  return warn(says.gateOpen("approval", gate));
}

/** The goal, with the listed approval risks unless that section says there are none. */
function riskText(taskMd: string): string {
  const goal = readGoal(taskMd);
  const listed = sectionOf(taskMd, "approval risks");
  const none = /\b(?:no|none|not required|not_required|no approval-gated)\b/i.test(listed);
  return listed === "" || none ? goal : `${goal}\n${listed}`;
}

/** Where the synthesis may stand. */
export const synthesisFiles = ["final-synthesis.md", "evidence/final-synthesis.md"];

/** Item 31, final_synthesis. */
export function finalSynthesis(task: AuditedTask): Finding {
  const text = synthesisFiles.map((ref) => task.text(ref)).find((each) => each !== "");
  if (text === undefined) return fail(says.missing(synthesisFiles.slice(0, 1)));
  const lowered = text.toLowerCase();
  const gaps = ["result", "decision", "disagreement", "evidence gap"].filter((term) => !lowered.includes(term));
  return gaps.length > 0 ? warn(says.synthesisGaps(gaps)) : pass(says.synthesised);
}

/** Item 32, routing_feedback. */
export function routingFeedback(task: AuditedTask): Finding {
  const file = "routing-feedback.json";
  const record = task.json(file);
  const named = isSet(task.routing.routing_feedback_ref)
    ? task.routing.routing_feedback_ref
    : objectOf(task.state.routing_feedback).ref;
  const declared = isSet(task.routing.routing_feedback_ref) || isSet(task.state.routing_feedback) || isSet(record);
  if (!declared) return skip(says.notDeclared(file));
  const ref = textOf(named) || file;
  if (!task.exists(ref) && !isSet(record)) return fail(says.missing([ref]));
  if (record.schema_version !== "valp-routing-feedback.v1") return fail(says.wrongSchema(file));
  const always = ["task_id", "profile", "result", "updated_at"];
  const learning = [
    "selected_agents",
    "expected_evidence",
    "actual_evidence",
    "lessons",
    "next_routing_hints",
    "privacy_notes",
  ];
  const gaps = [...always, ...(task.nonTrivial ? learning : [])].filter((field) => !isSet(record[field]));
  if (gaps.length > 0) return fail(says.lacks(file, gaps));
  if (record.result !== "done") return pass(says.feedbackRecorded);
  if (record.verification_result !== "passed" || record.review_result !== "passed") return fail(says.doneUnproven);
  const refs = textsOf(record.actual_evidence);
  if (refs.length === 0) return fail(says.lacks(file, ["actual_evidence"]));
  const unsafe = refs.filter((each) => !isAuditRef(each));
  if (unsafe.length > 0) return fail(says.unsafeRefs(unsafe));
  const missing = refs.filter((each) => !task.isLocal(each));
  return missing.length > 0 ? fail(says.missingRefs(missing)) : pass(says.feedbackRecorded);
}

/** Item 33, learning_feedback. */
export function learningFeedback(task: AuditedTask): Finding {
  const file = "learning-feedback.json";
  const record = task.json(file);
  const named = isSet(task.routing.learning_feedback_ref)
    ? task.routing.learning_feedback_ref
    : objectOf(task.state.learning_feedback).ref;
  const declared = isSet(named) || isSet(record) || isSet(task.json("routing-feedback.json"));
  if (!task.nonTrivial || !declared) return skip(says.notDeclared(file));
  if (!isSet(record)) return fail(says.missing([textOf(named) || file]));
  if (record.schema_version !== "valp-learning-feedback.v1") return fail(says.wrongSchema(file));
  const { learning_items: items, proposed_updates: updates } = record;
  if (!Array.isArray(items) || items.length === 0) return fail(says.lacks(file, ["learning_items"]));
  if (!Array.isArray(updates)) return fail(says.lacks(file, ["proposed_updates"]));
  const refs = objectsOf([...items, ...updates]).flatMap((entry) => refsOf(entry.evidence_refs));
  const unsafe = refs.filter((ref) => !isAuditRef(ref));
  if (unsafe.length > 0) return fail(says.unsafeRefs(unsafe));
  const missing = refs.filter((ref) => !task.isThere(ref));
  if (missing.length > 0) return fail(says.missingRefs(missing));
  return isSet(record.privacy_notes) ? pass(says.learned(items.length)) : fail(says.lacks(file, ["privacy_notes"]));
}
