// Finds which SKILL.md files of the repository fit the goal, by counted words and nothing else.
import type { Profile } from "../policy/schema.ts";
import { type SkillRecommendations, type SkillSlice, skillRecommendationsRef } from "../records/skills.ts";
import * as say from "../say/route-words.ts";

/** A SKILL.md file as it stands at the policy's commit. */
export interface Skill {
  path: string;
  name: string;
  description: string;
}

/** Facts of the search; `goal` is untrusted text and is only compared, never copied. `now` is an ISO time in UTC. */
export interface SkillFacts {
  taskId: string;
  profile: Profile;
  goal: string;
  agents: readonly string[];
  skills: readonly Skill[];
  now: string;
}

/** Skills of one agent's own home: the audit refuses a slice that shows them to another agent. */
const foreign = /(?:^|\/)\.hermes\/skills\//;
/** At most this many skills are recommended; the rest is counted. */
const shown = 3;
/** What the search was for, in place of the untrusted goal. */
const target = "task.md";
const common = new Set([
  "the",
  "and",
  "for",
  "with",
  "this",
  "that",
  "from",
  "when",
  "use",
  "using",
  "are",
  "you",
  "your",
]);

/** The report, and one slice per agent, with or without matches. */
export function recommendSkills(facts: SkillFacts): {
  report: SkillRecommendations;
  slices: Map<string, SkillSlice>;
} {
  const matches = matchingSkills(facts);
  const status = matches.length > 0 ? "complete" : "no_matches";
  const results = [{ task: target, matches: matches.slice(0, shown), missing_skills: [] }];
  const report: SkillRecommendations = {
    schema_version: "valp-skill-recommendations.v1",
    task_id: facts.taskId,
    profile: facts.profile,
    status,
    backend: "repository",
    generated_at: facts.now,
    execution_tasks: [target],
    results,
    missing_skills: [],
    agent_filtering: { status, backend: "repository", agents: [...facts.agents], note: say.skillFiltering },
    per_agent: Object.fromEntries(
      facts.agents.map((agent) => [
        agent,
        { status, backend: "repository" as const, agent, results, missing_skills: [] },
      ]),
    ),
  };
  const slices = facts.agents.map((agent): [string, SkillSlice] => [
    agent,
    {
      schema_version: "valp-skill-recommendation-slice.v1",
      task_id: facts.taskId,
      agent,
      status,
      source_ref: skillRecommendationsRef,
      provider_reachable: true,
      recommendations: matches.slice(0, shown).map((match) => ({
        skill: match.skill,
        task: target,
        confidence: match.confidence,
        provider: "repository",
        path: match.path,
        decision: match.mode,
      })),
      missing_skills: [],
      omitted_match_count: Math.max(matches.length - shown, 0),
      generated_at: facts.now,
    },
  ]);
  return { report, slices: new Map(slices) };
}

type Match = SkillRecommendations["results"][number]["matches"][number];

/** Confidence is a count, not an opinion: the share of a skill's own words that occur in the goal, in hundredths. */
function matchingSkills(facts: SkillFacts): Match[] {
  const goal = new Set(wordsOf(facts.goal));
  return facts.skills
    .filter((skill) => skill.name.trim() !== "" && !foreign.test(skill.path))
    .flatMap((skill): Match[] => {
      const own = [...new Set(wordsOf(`${skill.name} ${skill.description}`))];
      const shared = own.filter((word) => goal.has(word)).length;
      if (shared === 0) return [];
      return [
        {
          skill: skill.name,
          installed: true,
          path: skill.path,
          confidence: Math.round((100 * shared) / own.length) / 100,
          mode: "suggested",
          reason: say.skillReason(shared, own.length),
        },
      ];
    })
    .sort((a, b) => b.confidence - a.confidence || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !common.has(word));
}
