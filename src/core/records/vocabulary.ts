// Words and value shapes that several records share.
import * as z from "zod";
import { isSchemaRef } from "./refs.ts";

/** How much a task is left to itself before it enters (contract section 3.1). */
export const triggerModes = ["manual", "policy_auto", "watcher", "disabled"] as const;
/** Where triggers of watchers come from; the only sources of an external watcher event (contract section 3.2). */
export const watcherSources = ["issue_watcher", "queue_watcher", "schedule", "file_watcher", "runtime_api"] as const;
/** Every source a trigger policy may name (contract section 3.1). */
export const triggerSources = [
  "user_request",
  "project_policy",
  "local_overlay",
  ...watcherSources,
  "not_applicable",
] as const;
/** What a trigger may ask for (contract section 3.1). */
export const triggerActions = [
  "no_valp",
  "publish_only",
  "validate_declared_route",
  "validate_declared_route_and_dispatch",
  "block_for_approval",
] as const;
/** Risk levels of tasks that were classified. */
export const riskLevels = ["low", "medium", "high"] as const;

/** One of {@link triggerModes}. */
export type TriggerMode = (typeof triggerModes)[number];
/** One of {@link triggerSources}. */
export type TriggerSource = (typeof triggerSources)[number];
/** One of {@link triggerActions}. */
export type TriggerAction = (typeof triggerActions)[number];

/** Text with at least one character. */
export const word = z.string().min(1);
/** The shape of {@link digestText}, for whoever only looks. */
export const digestShape = /^sha256:[0-9a-f]{64}$/;
/** `sha256:` and 64 lower hex digits. */
export const digestText = z.string().regex(digestShape);
/** A reference that is safe by the published schemas' rule. */
export const schemaRef = z.string().refine(isSchemaRef, "is no safe reference");
/** A time as records write it: UTC, whole seconds, Z. */
export const instant = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
/** One hit of the risk classifier (contract section 2). */
export const riskMatchSchema = z.strictObject({ kind: word, matched: word });
/** An account: the login as last seen and the numeric id that survives renames (null where nobody could say). */
export const accountSchema = z.strictObject({ login: word, id: z.int().nonnegative().nullable() });

/** An account as records name it. */
export type RecordedAccount = z.output<typeof accountSchema>;
