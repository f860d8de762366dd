// Skills the repository itself offers, and each agent's slice of them. A recommendation grants nothing.
import * as z from "zod";
import { profiles } from "../policy/schema.ts";

/** File name inside the task folder. */
export const skillRecommendationsRef = "skill-recommendations.json";

/** Path of an agent's slice inside the task folder. */
export function skillSliceRef(agent: string): string {
  return `skill-slices/${agent}.json`;
}

const text = z.string().min(1);
/** The product looks at files, which it can always do: it ends with matches or without. */
const status = z.enum(["complete", "no_matches"]);

const result = z.strictObject({
  task: text,
  matches: z.array(
    z.strictObject({
      skill: text,
      installed: z.literal(true),
      path: text,
      confidence: z.number().min(0).max(1),
      mode: z.literal("suggested"),
      reason: text,
    }),
  ),
  missing_skills: z.array(z.record(z.string(), z.unknown())),
});

/** skill-recommendations.json (contract appendix): backend `repository` means SKILL.md files at the policy's commit. */
export const skillRecommendationsSchema = z.looseObject({
  schema_version: z.literal("valp-skill-recommendations.v1"),
  task_id: text,
  profile: z.enum(profiles),
  status,
  backend: z.literal("repository"),
  generated_at: text,
  execution_tasks: z.array(z.string()),
  results: z.array(result),
  missing_skills: z.array(z.record(z.string(), z.unknown())),
  agent_filtering: z.strictObject({ status, backend: z.literal("repository"), agents: z.array(text), note: text }),
  per_agent: z.record(
    z.string(),
    z.strictObject({
      status,
      backend: z.literal("repository"),
      agent: text,
      results: z.array(result),
      missing_skills: z.array(z.record(z.string(), z.unknown())),
    }),
  ),
});
/** The report as recorded. */
export type SkillRecommendations = z.output<typeof skillRecommendationsSchema>;

/** skill-slices/<agent>.json, closed (contract appendix). */
export const skillSliceSchema = z.strictObject({
  schema_version: z.literal("valp-skill-recommendation-slice.v1"),
  task_id: text,
  agent: text,
  status,
  source_ref: z.literal(skillRecommendationsRef),
  provider_reachable: z.boolean(),
  recommendations: z.array(
    z.strictObject({
      skill: text,
      task: z.string(),
      confidence: z.number().min(0).max(1),
      provider: text,
      path: text,
      decision: text,
    }),
  ),
  missing_skills: z.array(text),
  omitted_match_count: z.int().min(0),
  generated_at: text,
});
/** A slice as recorded. */
export type SkillSlice = z.output<typeof skillSliceSchema>;
