// Which feedback loop a task belongs to, told from the words of its goal and its profile.
import type { Profile } from "../policy/schema.ts";
import type { LoopLayer } from "../records/attention.ts";

const external = /(?<![a-z0-9])(?:feedback|alpha|beta|a\/b|a-b|analytics)(?![a-z0-9])/;
const developer = /(?<![a-z0-9])(?:ui|ux|design|product|flow|visual|prototype|spec)(?![a-z0-9])/;

/** Profiles whose result people look at. */
export function isInterfaceProfile(profile: Profile): boolean {
  return profile === "apple-app" || profile === "web-frontend" || profile === "prototype";
}

/** The layer of a goal (contract section 4). Terms count as whole words, so that "build" is no "ui". */
export function loopLayer(goal: string, profile: Profile): LoopLayer {
  const words = goal.toLowerCase();
  if (external.test(words)) return "external_feedback_loop";
  if (isInterfaceProfile(profile) || developer.test(words)) return "developer_feedback_loop";
  return "agentic_coding_loop";
}
