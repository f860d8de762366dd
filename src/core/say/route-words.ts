// The sentences that route records carry for workers and readers: masked inputs, context, claims and why a gate is open.

/** A masked input and why it does not count. */
export interface Masked {
  item: string;
  reason: string;
}

/** Inputs that never count, in the protocol's order. */
export const alwaysMasked: readonly Masked[] = [
  {
    item: "memories of earlier conversations that no file backs",
    reason: "only files of this task can decide who works or prove that work was done",
  },
  {
    item: "votes, reviews or routing decisions that nobody can see",
    reason: "every decision must stand in a visible record",
  },
  {
    item: "prototype output as proof for production",
    reason: "a prototype informs the work; it passes no build, test or release gate",
  },
  {
    item: "releasing, signing, uploading, deploying, auth, secrets or destructive changes",
    reason: "these need the approval of people before anything happens",
  },
  {
    item: "evidence marked invalid, superseded, rejected or blocked",
    reason: "evidence with such a status completes nothing",
  },
];

/** Masked in UI work where the repository has no design contract. */
export const maskedWithoutDesign: Masked = {
  item: "assumptions about the design",
  reason: "the repository has no DESIGN.md that they could be checked against",
};

/** Masked where people outside the team are to judge the result. */
export const maskedFeedback: Masked = {
  item: "feedback of users that no source is named for",
  reason: "outside feedback counts only with its source",
};

/** Context every worker reads. */
export const selectedContext: readonly { path: string; reason: string }[] = [
  { path: "control-contract.json", reason: "the contract that stands over everything else" },
  { path: "task.md", reason: "the goal and the evidence it needs" },
  { path: "automation-policy.json", reason: "how far work may go without people" },
  { path: "routing.json", reason: "the team the Leader declared and how it was validated" },
  { path: "skill-recommendations.json", reason: "skills of the repository that fit the goal" },
];

/** Why a frozen copy of the request is read instead of the live text. */
export const snapshotReason = "the request as it was approved, never the live text";
/** Why a design contract is read. */
export const designReason = "the design contract of the interface";

/** Context nobody reads. */
export const unselectedContext: readonly { path: string; reason: string }[] = [
  { path: "earlier task folders", reason: "they count only where this task names them" },
  { path: "the live issue text", reason: "it may have changed since the plan was made" },
];

/** Summaries of the context pack by section. */
export const packSummaries = {
  project: "Load the control contract first. The files of this task folder are the only source of truth.",
  task_scope: "Do what the goal in task.md asks, within the declared role, and write the expected files.",
  verification: "A claim counts when the file that proves it exists. A finished run alone completes nothing.",
  permission_boundary:
    "Nothing beyond automation-policy.json is allowed; live skills, plugins, memory and configuration stay as they are.",
} as const;

/** Why each source of the context pack is there. */
export const packSources: readonly { ref: string; reason: string }[] = [
  { ref: "control-contract.json", reason: "highest runtime control" },
  { ref: "task.md", reason: "goal and scope" },
  { ref: "routing.json", reason: "declared team and validation" },
  { ref: "automation-policy.json", reason: "limits of automatic progress" },
  { ref: "evidence-board.json", reason: "what would prove each claim" },
];

/** What is kept out of the context pack. */
export const packExcluded: readonly Masked[] = [
  { item: "private conversations", reason: "they are not evidence of this task" },
  { item: "memories without a file", reason: "they cannot outweigh what was just read" },
];

/** What the context pack promises about private data. */
export const packPrivacy: readonly string[] = ["Holds summaries and references only; no secrets, no conversations."];

/** Claims of the evidence board. */
export const claims = {
  routing: "the routing decision is visible",
  dispatches: "every declared agent has a visible dispatch",
  success: "the build or the run succeeded",
  interface: "the interface looks and behaves as intended",
  design: "the interface follows the design contract",
  feedback: "feedback from outside was collected",
} as const;

/** Sentences of routing.json. */
export const routingWords = {
  routing: "The team is the one the user's Leader declared. The product validated it and chose nobody.",
  leader: "The user selected the Leader; the product validated the declared team.",
  confidence: "Declared teams are validated, not scored.",
  eligible: "Declared by the Leader; known, active and allowed in its roles by the policy.",
  modelGateOff: "No declared agent has model_awareness: required in the policy, so no model identity was demanded.",
  modelGatePassed: "The models of the agents that need it were observed, or are observed at dispatch.",
} as const;

/** What is not known about an agent before its runtime was looked at. */
export const providerLimits = {
  account: "A person or account: its model, tools and context are not observed.",
  unobserved: "Not observed before the preflight of the first dispatch.",
} as const;

/** Why a skill was recommended. */
export function skillReason(shared: number, words: number): string {
  return `${shared} of the ${words} words that describe it occur in the goal.`;
}

/** How skills were told apart by agent. */
export const skillFiltering = "Skills belong to the repository, so every agent gets the same ones.";
