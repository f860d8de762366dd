// Sentences that records carry for their readers.

/** Why an automation policy is as it is, by the kind of its basis. */
export const basisText = {
  trigger: "A rule of the repository's policy started this task.",
  riskHigh: "The risk is high, so nothing runs before an approval covers the plan.",
  riskNotHigh: "The risk is not high, so no approval is asked for.",
  runtimeManual: "The work is carried by hand and attested by people.",
  runtimeAutomatic: "The routed runtime carries the work and proves it.",
} as const;

/** What every reader of an automation policy should know. */
export const automationNotes = [
  "Going on is allowed only while every phase leaves evidence.",
  "This record approves nothing.",
];

/** Fixed sentences of task.md. They name no risk, no file and hold no back-ticks: checkers read them. */
export const taskText = {
  mode: "Awaiting Leader assignment",
  evidence: "The Leader declares the files that this task must leave behind; until then none is expected.",
  noRisks: "- No approval-gated risks were found in the goal.",
} as const;
