// Task ids: deterministic, readable, and safe as a folder name on every file system.
import { createHash } from "node:crypto";

/** Longest task id; folder names stay far below every file system's limit. */
export const longestTaskId = 80;

const safeName = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?$/;

/** `gh-<number>-<rule>-<attempt>`: the nth attempt of a rule on an issue or pull request. */
export function issueTaskId(subject: number, rule: string, attempt: number): string {
  return `gh-${subject}-${rule}-${attempt}`;
}

/** `cron-<rule>-<slot>`: a schedule slot, given as ISO 8601 UTC, written to the minute. */
export function cronTaskId(rule: string, slot: string): string {
  return `cron-${rule}-${slot.slice(0, 16).replaceAll("-", "").replace(":", "").toLowerCase()}z`;
}

/** `push-<rule>-<sha12>`: a push, by the commit it ended at. */
export function pushTaskId(rule: string, sha: string): string {
  return `push-${rule}-${sha.slice(0, 12)}`;
}

/**
 * `api-<rule>-<key>` or `queue-<rule>-<key>`: a call or a queue item, by the key its caller chose. `cron` and `push` are
 * for other tools' schedules and pushes, whose ids need be neither slots nor commits.
 */
export function keyedTaskId(door: "api" | "queue" | "cron" | "push", rule: string, key: string): string {
  const prefix = `${door}-${rule}-`;
  return prefix + safeKey(key, longestTaskId - prefix.length);
}

/**
 * A key as part of a file name: unchanged when it is safe and fits, else a readable remnant plus twelve hex digits of
 * its SHA-256, so that two different keys never share a folder.
 */
function safeKey(key: string, room: number): string {
  if (safeName.test(key) && key.length <= room) return key;
  const digest = createHash("sha256").update(key, "utf8").digest("hex").slice(0, 12);
  const remnant = key
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 16)
    .replace(/-$/, "");
  return remnant === "" ? digest : `${remnant}-${digest}`;
}

/** Whether a text can be a task id at all; used before any path is built from it. */
export function isTaskId(text: string): boolean {
  return text.length <= longestTaskId && safeName.test(text) && !text.includes("..");
}
