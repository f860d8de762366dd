// Reads the head of a SKILL.md file: its name and what it says it is for.
import { FAILSAFE_SCHEMA, load } from "js-yaml";
import type { Skill } from "./skills.ts";

const head = /^\uFEFF?---\r?\n([\s\S]{0,4000}?)\r?\n---/;

/** A skill by its front matter, or null where the file has none that names it. Never throws. */
export function readSkill(path: string, text: string): Skill | null {
  const front = head.exec(text)?.[1];
  if (front === undefined) return null;
  let value: unknown;
  try {
    value = load(front, { schema: FAILSAFE_SCHEMA });
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const name = "name" in value && typeof value.name === "string" ? value.name : null;
  const description = "description" in value && typeof value.description === "string" ? value.description : "";
  return name === null ? null : { path, name, description };
}
