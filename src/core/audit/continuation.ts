// Audit item 6: an accepted wake continued its coordinator at most once, by a run that can prove it.
import * as z from "zod";
import { ledgerDigest } from "../records/digest.ts";
import type { JsonObject } from "../records/format.ts";
import { isAuditRef } from "../records/refs.ts";
import { word } from "../records/vocabulary.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { type AuditedTask, type Finding, fail, pass, skip } from "./audited-task.ts";
import { isCount, isSet, objectOf, sameJson, textOf } from "./loose-json.ts";
import { digestOf } from "./manual-decisions.ts";

/** The continuation ledger. */
export const eventsRef = "continuations/events.jsonl";
const capabilityRef = "continuations/capability.json";

const success = ["resume_received", "digest_verified", "resume_accepted", "continuation_started", "resume_consumed"];

const capabilitySchema = z.strictObject({
  schema_version: z.literal("valp-continuation-capability.v1"),
  adapter_id: word,
  adapter_version: word,
  provider_id: word,
  coordinator_surface: word,
  mode: z.enum(["automatic_full", "degraded", "manual"]),
  proof: z.strictObject({
    invocation_receipt: z.boolean(),
    duplicate_suppression: z.boolean(),
    identity_evidence_ref: z.string(),
    duplicate_suppression_evidence_ref: z.string(),
  }),
});

/** Item 6, continuation. */
export function continuation(task: AuditedTask): Finding {
  if (!task.exists(eventsRef)) return skip(says.noContinuation);
  const { records: events, broken } = task.lines(eventsRef);
  if (broken.length > 0)
    return fail(
      says.errors(
        broken.map((line) => says.badLine(eventsRef, line)),
        4,
      ),
    );
  const pending = events.filter((event) => event.event === "resume_pending");
  const succeeded = events.filter((event) => success.includes(textOf(event.event)));
  const keys = pending.map((event) => event.idempotency_key);
  const capability = task.json(capabilityRef);
  const malformed = task.exists(capabilityRef) && !capabilitySchema.safeParse(capability).success;
  const errors = [
    ...events.flatMap((event, index) =>
      isSoundEvent(task, event, index + 1) ? [] : [says.badLine(eventsRef, index + 1)],
    ),
    ...(malformed ? [says.invalid(capabilityRef)] : []),
    ...pending.flatMap((event) => pendingErrors(task, event, succeeded, capability)),
    ...succeeded
      .filter((event) => !keys.includes(event.idempotency_key))
      .map((event) => says.continuedUnasked(textOf(event.event))),
  ];
  return errors.length > 0 ? fail(says.errors(errors, 4)) : pass(says.continued(events.length));
}

function isSoundEvent(task: AuditedTask, event: JsonObject, line: number): boolean {
  const { event_id: id, ...rest } = event;
  return (
    event.event_sequence === line &&
    event.task_id === task.taskId &&
    event.channel === "runtime_control" &&
    id === digestOf(rest)
  );
}

/** One wake: what was to be handed over, and how far it got. */
interface Handover {
  wake: string;
  folder: string;
  envelope: JsonObject;
  key: string;
  digest: string;
  events: readonly JsonObject[];
}

function pendingErrors(
  task: AuditedTask,
  pending: JsonObject,
  succeeded: readonly JsonObject[],
  capability: JsonObject,
): string[] {
  const wake = textOf(pending.wake_id);
  const hex = /^sha256:([0-9a-f]{64})$/.exec(wake)?.[1];
  if (hex === undefined) return [says.invalid("wake_id")];
  const folder = `continuations/${hex}`;
  const envelope = task.json(`${folder}/envelope.json`);
  const payload = task.json(`${folder}/payload.json`);
  const missing = ["envelope.json", "payload.json"].filter((name) => !isSet(task.json(`${folder}/${name}`)));
  if (missing.length > 0) return [says.missing(missing.map((name) => `${folder}/${name}`))];
  const digest = digestOf(envelope);
  const key = idempotencyKey(envelope);
  const events = succeeded.filter((event) => event.idempotency_key === key);
  const handover: Handover = { wake, folder, envelope, key, digest, events };
  const controlRef = textOf(envelope.control_contract_ref);
  const checks: [boolean, string][] = [
    [pending.envelope_digest === digest && pending.idempotency_key === key, "envelope_digest"],
    [envelope.wake_id === wake && envelope.task_id === task.taskId, "wake_id"],
    [envelope.payload_digest === digestOf(payload), "payload_digest"],
    [envelope.payload_ref === `${folder}/payload.json`, "payload_ref"],
    [isAuditRef(controlRef) && envelope.control_contract_digest === task.digest(controlRef), "control_contract_digest"],
    [events.every((event) => isBound(event, handover)), "target"],
    [events.every((event, index) => event.event === success[index]), "event"],
    [isInflightSound(task, handover), "invocation.inflight"],
  ];
  return [
    ...checks.filter(([holds]) => !holds).map(([, field]) => says.wakeDiffers(wake, field)),
    ...invocationErrors(task, handover, capability),
  ];
}

/** What makes two attempts to continue the same one (contract section 12). */
function idempotencyKey(envelope: JsonObject): string {
  const { task_id, suspension_id, suspension_epoch, wake_id, continuation_generation: generation } = envelope;
  return ledgerDigest([
    textOf(task_id),
    textOf(suspension_id),
    isCount(suspension_epoch) ? suspension_epoch : null,
    textOf(wake_id),
    isCount(generation) ? generation : null,
  ]);
}

/** The eleven fields that every event of a wake repeats. */
function isBound(event: JsonObject, { envelope, key, digest }: Handover): boolean {
  const copied = [
    "task_id",
    "suspension_id",
    "suspension_epoch",
    "wake_id",
    "wake_event_id",
    "continuation_generation",
    "payload_digest",
    "control_contract_digest",
    "target",
  ];
  return (
    copied.every((field) => sameJson(event[field], envelope[field])) &&
    event.idempotency_key === key &&
    event.envelope_digest === digest
  );
}

/** The marker of a running invocation: exactly this one, and gone once it was consumed. */
function isInflightSound(task: AuditedTask, handover: Handover): boolean {
  const ref = `${handover.folder}/invocation.inflight`;
  if (!task.exists(ref)) return true;
  const { envelope, key, digest, events } = handover;
  const { task_id, wake_id, continuation_generation, target } = envelope;
  const expected = {
    schema_version: "valp-continuation-invocation-intent.v1",
    ...{ task_id, wake_id, continuation_generation, idempotency_key: key, envelope_digest: digest, target },
  };
  return sameJson(task.json(ref), expected) && !events.some((event) => event.event === "resume_consumed");
}

/** A consumed continuation has its receipt, by a runtime that can suppress a second one. */
function invocationErrors(task: AuditedTask, handover: Handover, capability: JsonObject): string[] {
  const { wake, envelope, key, events } = handover;
  const consumed = events.find((event) => event.event === "resume_consumed");
  if (consumed === undefined) return [];
  const started = events.find((event) => event.event === "continuation_started");
  const ref = textOf(consumed.invocation_receipt_ref);
  const receipt = isAuditRef(ref) ? task.json(ref) : {};
  if (!isSet(receipt)) return [says.missingRefs([ref])];
  const target = objectOf(envelope.target);
  const proof = objectOf(capability.proof);
  const adapter = objectOf(receipt.adapter);
  const provider = objectOf(receipt.provider);
  const bound = [
    "task_id",
    "suspension_id",
    "suspension_epoch",
    "wake_id",
    "continuation_generation",
    "payload_digest",
  ];
  const evidence = [textOf(receipt.identity_evidence_ref), textOf(receipt.duplicate_suppression_ref)];
  const checks: [boolean, string][] = [
    [
      [started, consumed].every(
        (event) =>
          event?.invocation_receipt_ref === ref &&
          event.invocation_receipt_digest === digestOf(receipt) &&
          event.invocation_id === provider.invocation_id &&
          isSet(provider.invocation_id),
      ),
      "invocation_receipt_digest",
    ],
    [
      bound.every((field) => receipt[field] === envelope[field]) &&
        receipt.idempotency_key === key &&
        receipt.durable_boundary_ref === target.durable_boundary_ref &&
        receipt.result === "consumed",
      "invocation_receipt",
    ],
    [
      capability.mode === "automatic_full" &&
        capability.adapter_id === target.adapter_id &&
        adapter.id === target.adapter_id &&
        capability.adapter_version === adapter.version &&
        capability.provider_id === target.provider_id &&
        provider.id === target.provider_id &&
        capability.coordinator_surface === target.coordinator_agent &&
        proof.invocation_receipt === true &&
        proof.duplicate_suppression === true &&
        proof.identity_evidence_ref === receipt.identity_evidence_ref &&
        proof.duplicate_suppression_evidence_ref === receipt.duplicate_suppression_ref,
      "capability",
    ],
    [evidence.every((each) => task.isLocal(each) && task.entry(each) !== undefined), "identity_evidence_ref"],
    [evidence.every((each) => isNamedAfterItself(task, each)), "duplicate_suppression_ref"],
  ];
  return checks.filter(([holds]) => !holds).map(([, field]) => says.wakeDiffers(wake, field));
}

/** Evidence that carries a digest as its name has that digest, over its bytes or over its canonical JSON. */
function isNamedAfterItself(task: AuditedTask, ref: string): boolean {
  const name = /^evidence\/[a-z]+(?:-[a-z]+)*\/([0-9a-f]{64})\.json$/.exec(ref)?.[1];
  if (name === undefined) return true;
  return [task.digest(ref), digestOf(task.json(ref))].includes(`sha256:${name}`);
}
