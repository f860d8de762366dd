// Holds task folders against the protocol's published schemas where a copy lies beside the project.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const schemas = new URL("../../../shared/valp/schemas/", import.meta.url);

/** Whether the published schemas are here at all. */
export const havePublishedSchemas = existsSync(schemas);

/** What to say where they are not. */
export const withoutSchemas = havePublishedSchemas
  ? ""
  : " (skipped: the published schemas are not beside the project)";

const whole = [
  "state",
  "routing",
  "trigger-policy",
  "automation-policy",
  "assignment-declaration",
  "assignment-validation",
  "submission-dependencies",
  "delegation-policy",
  "iteration-budget",
  "attention-map",
  "context-selection",
  "context-pack",
  "mask-list",
  "evidence-board",
  "skill-recommendations",
];

let validators: Map<string, ValidateFunction> | null = null;

function validatorOf(name: string): ValidateFunction | undefined {
  if (validators === null) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    const texts = readdirSync(schemas).filter((file) => file.endsWith(".schema.json"));
    const read = texts.map((file) => [file, JSON.parse(readFileSync(new URL(file, schemas), "utf8"))] as const);
    for (const [file, schema] of read) ajv.addSchema(schema, schema.$id === undefined ? file : undefined);
    validators = new Map(
      read.flatMap(([file, schema]) => {
        const compiled = ajv.getSchema(schema.$id ?? file);
        return compiled === undefined ? [] : [[file.replace(".schema.json", ""), compiled] as const];
      }),
    );
  }
  return validators.get(name);
}

/** Everything that is wrong with a folder, given as texts by their path inside it. */
export function schemaFindings(folder: Readonly<Record<string, string>>): string[] {
  const findings: string[] = [];
  const check = (schema: string, file: string, text: string) => {
    const validate = validatorOf(schema);
    if (validate === undefined) findings.push(`${file}: no published schema ${schema}`);
    else if (!validate(JSON.parse(text))) {
      for (const error of validate.errors ?? []) findings.push(`${file}: ${error.instancePath} ${error.message}`);
    }
  };
  for (const [file, text] of Object.entries(folder)) {
    if (!file.split("/").every((part) => /^[A-Za-z0-9._-]+$/.test(part))) findings.push(`${file}: unsafe name`);
    if (file.endsWith(".jsonl") && text !== "" && !text.endsWith("\n")) findings.push(`${file}: open last line`);
    if (file.startsWith("skill-slices/")) check("skill-recommendation-slice", file, text);
    const schema = whole.find((name) => file === `${name}.json`);
    if (schema !== undefined) check(schema, file, text);
  }
  return [...findings, ...triggerFindings(folder)];
}

/** Everything that is wrong with one record by the published schema of that name. */
export function recordFindings(schema: string, record: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate === undefined) return [`no published schema ${schema}`];
  return validate(record) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

function triggerFindings(folder: Readonly<Record<string, string>>): string[] {
  const trigger = JSON.parse(folder["trigger-policy.json"] ?? "null");
  const state = JSON.parse(folder["state.json"] ?? "null");
  const automation = JSON.parse(folder["automation-policy.json"] ?? "null");
  if (trigger === null || state === null || automation === null) return ["a record of the trigger is missing"];
  const findings: string[] = [];
  if (trigger.task_id !== state.task_id) findings.push("trigger-policy.json: task_id differs from state.json");
  if (trigger.trigger_mode === "watcher" && trigger.deduplication_identity !== identityOf(trigger)) {
    findings.push("trigger-policy.json: the identity does not recompute");
  }
  if (trigger.risk_classification === "high" && trigger.approval_required !== true) {
    findings.push("trigger-policy.json: high risk without approval_required");
  }
  if (automation.trigger_policy_ref !== "trigger-policy.json") {
    findings.push("automation-policy.json: trigger_policy_ref does not name trigger-policy.json");
  }
  return findings;
}

/** Keys in order, no spaces, everything beyond ASCII escaped. */
function identityOf(trigger: { rule_ref: string; trigger_source: string; source_event_id: string }): string {
  const escaped = (text: string) =>
    JSON.stringify(text).replace(/[\u007f-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const { rule_ref, trigger_source, source_event_id } = trigger;
  const text = `{"rule_ref":${escaped(rule_ref)},"source":${escaped(trigger_source)},"source_event_id":${escaped(source_event_id)}}`;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
