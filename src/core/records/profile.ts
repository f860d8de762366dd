// What kind of work a goal asks for, and the capabilities that such work needs.
import type { Profile } from "../policy/schema.ts";

/** Words that speak for a profile, in the order that breaks ties (contract section 3.4). Parts of words count too. */
const keywords: readonly (readonly [profile: Profile, words: readonly string[]])[] = [
  ["apple-app", ["swift", "swiftui", "xcode", "app store", "testflight", "macos", "ios", "entitlement"]],
  ["web-frontend", ["frontend", "website", "react", "next", "css", "playwright", "browser", "responsive"]],
  ["software-code", ["bug", "fix", "refactor", "test", "code", "build", "lint", "compile"]],
  ["research", ["research", "search", "look up", "url", "web", "source", "compare"]],
  ["document-artifact", ["pdf", "docx", "slides", "presentation", "spreadsheet", "csv", "xlsx"]],
  ["agent-runtime", ["agent", "mcp", "skill", "connector", "herdr", "codex", "claude", "harness", "loop", "valp"]],
  ["ops-release", ["deploy", "release", "publish", "upload", "submit", "rollback", "ci"]],
  ["prototype", ["prototype", "mock", "spike", "alternative", "experiment"]],
];

const needed: Readonly<Record<Profile, readonly string[]>> = {
  "generic-analysis": ["visible_synthesis", "risk_review", "coordination"],
  "software-code": ["implementation", "verification", "code_review"],
  "apple-app": ["implementation", "verification", "xcode", "swiftui", "app_review", "frontend_ux", "alternatives"],
  "web-frontend": ["implementation", "playwright", "browser", "ux_review"],
  research: ["web_search", "source_review", "visible_synthesis"],
  "document-artifact": ["document", "pdf", "presentation", "spreadsheet"],
  "agent-runtime": ["mcp", "skills", "connector", "state", "verification"],
  "ops-release": ["release_gate", "approval_gate", "verification"],
  prototype: ["prototype", "alternatives", "mock"],
};

/** The profile whose words occur most, each word counted once; the first of the list wins a tie, none means analysis. */
export function chooseProfile(goal: string): Profile {
  const text = goal.toLowerCase();
  let best: { profile: Profile; hits: number } = { profile: "generic-analysis", hits: 0 };
  for (const [profile, words] of keywords) {
    const hits = words.filter((word) => text.includes(word)).length;
    if (hits > best.hits) best = { profile, hits };
  }
  return best.profile;
}

/** The capabilities that a profile needs, as recorded in state.json and routing.json. */
export function capabilitiesNeeded(profile: Profile): string[] {
  return [...needed[profile]];
}
