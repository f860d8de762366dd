// Every sentence of the audit: titles of its items, and what each of them found. Foreign words enter as code, cut and visible.
import { codeSpan } from "./escape.ts";

/** What an item of the audit comes to. */
export type Status = "pass" | "warn" | "fail" | "skip";

/** Titles by item: the protocol's 33 in their own words, then ours. */
export const auditTitles = {
  profile_routing: "Profile and routing are recorded",
  assignment_authority: "User-selected Leader authority and declared assignments are consistent",
  runtime_adapter: "Runtime adapter and task state mapping are recorded",
  state_status_vocabulary: "State-v2 status vocabulary is closed",
  deterministic_wake: "Deterministic wait state is identity-bound and replayable",
  continuation: "Continuation ledger is identity-bound and append-only",
  local_overlay: "Local overlay inputs are recorded when used",
  selected_agents_context: "Leader-declared Agents and context policies are recorded",
  provider_matrix: "Provider matrix fields needed for the task are recorded",
  runtime_preflight: "Runtime preflight is recorded for Full Mode adapters",
  agent_sessions: "Full Mode dispatches use adapter-owned project/task Agent sessions",
  routing_confidence: "Routing confidence, missing capabilities, and relevant rejected candidates are recorded",
  automation_policy: "Automation policy records automatic progress and stop conditions",
  iteration_budget: "Task dispatch and iteration budgets are observed and enforced",
  delegation_policy: "Delegated live self-modification is forbidden",
  visible_attention: "Visible attention routing evidence is recorded",
  control_contract: "Workers load the immutable highest-priority control contract before execution",
  context_pack: "Context pack records compact visible worker context",
  skill_recommendations: "Skill recommendation backend result is recorded",
  squad_routing: "Squad routing evidence is recorded when a squad is used",
  dispatch_receipts: "Dispatch receipts satisfy the required gates",
  submission_dependencies: "Role submission dependencies are ordered",
  expected_evidence: "Expected evidence exists",
  correction_cycle: "Correction cycle is recorded when work is rejected, retried, blocked, or superseded",
  agent_recommendations: "Agent recommendations are recorded and resolved",
  cost_governance: "Cost reports are pricing-source and billing-evidence bound",
  claim_evidence: "Runtime/build/test claims cite concrete evidence",
  verification: "Verification passed or has a scoped blocker",
  review_findings: "Review findings have no unresolved critical/high blockers",
  approvals: "Approvals are resolved",
  final_synthesis: "Final synthesis records decisions, disagreements, evidence gaps, and result",
  routing_feedback: "Feedback record is written for non-trivial tasks when supported",
  learning_feedback: "Learning feedback records evidence-backed future improvements",
  github_trigger_record: "The trigger record stands in the folder and in the index of happenings",
  github_deduplication: "The deduplication identity follows from rule, source and happening",
  github_approved_plan: "What was dispatched is the plan that people approved",
  github_evidence_digests: "Accepted evidence has the bytes that were accepted",
  github_append_only: "No earlier line of the ledger was changed or taken away",
} as const;
/** Id of an item. */
export type AuditItemId = keyof typeof auditTitles;

/** At most `most` foreign words, each as code, and how many more there are. */
function named(words: readonly string[], most = 5): string {
  const shown = words.slice(0, most).map((word) => codeSpan(word, 120));
  const rest = words.length - shown.length;
  return shown.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Any JSON value as one foreign word. */
function word(value: unknown): string {
  if (value === undefined || value === null || value === "") return "nothing";
  return codeSpan(typeof value === "string" ? value : JSON.stringify(value), 120);
}

/** What several items say. */
const common = {
  errors: (errors: readonly string[], most: number) =>
    errors.slice(0, most).join(" ") + (errors.length > most ? ` And ${errors.length - most} more.` : ""),
  missing: (files: readonly string[]) => `Missing or unreadable: ${named(files)}.`,
  lacks: (where: string, fields: readonly string[]) => `${codeSpan(where)} lacks ${named(fields)}.`,
  invalid: (what: string) => `${codeSpan(what)} is not what it has to be.`,
  wrongSchema: (file: string) => `${codeSpan(file)} has another schema version than this item reads.`,
  notExactly: (what: string, fields: readonly string[]) =>
    `${codeSpan(what)} must have exactly the fields ${named(fields, 20)}.`,
  otherTask: (file: string) => `${codeSpan(file)} belongs to another task.`,
  marker: (files: string, field: string) =>
    `The marker ${codeSpan(field)} of ${codeSpan(files)} is missing or says something else than the record.`,
  differs: (field: string) => `${codeSpan(field)} differs from the record it repeats.`,
  notDeclared: (file: string) => `The task neither has nor declares ${codeSpan(file)}.`,
  notUsed: (what: string) => `No ${what} is used.`,
  simpleTask: "The task is simple and declares none.",
  unsafeRefs: (refs: readonly string[]) => `References must be safe paths inside the task folder: ${named(refs)}.`,
  missingRefs: (refs: readonly string[]) => `Referenced but not there: ${named(refs)}.`,
  badLine: (file: string, line: number) => `Line ${line} of ${codeSpan(file)} is broken or out of place.`,
  badLines: (places: readonly string[]) => `Lines that are no records: ${named(places)}.`,
  sequenceBroken: (file: string) => `The sequence of ${codeSpan(file)} has a gap or a repetition.`,
  gate: (gate: string, value: unknown) => `The ${gate} gate says ${word(value)}.`,
  gateOpen: (gate: string, value: unknown) => `The ${gate} gate is not settled; it says ${word(value)}.`,
  gateWithoutEvidence: (gate: string, value: unknown) =>
    `The ${gate} gate says ${word(value)}, and no file shows anything for it.`,
};

/** Route, team and limits. */
const route = {
  profile: (profile: unknown) => `Profile ${word(profile)}.`,
  stillWaiting: "The task is suspended, so it cannot be complete.",
  adapterRecorded: "Adapter and state mapping are recorded.",
  legacyState: "The state is of version 1, whose vocabulary is open.",
  status: (status: unknown) => `Status ${word(status)} is known.`,
  unknownStatus: (status: unknown) => `Status ${word(status)} is not in the vocabulary.`,
  noDeclaration: "The task claims no declaration by a Leader.",
  leaderNotSelected: "The Leader is not shown to be selected by the user.",
  coordinatorNotLeader: "The coordinator is not the Leader whom the user selected.",
  reasonsIncomplete: "Every declared role needs its reason, and no other role one.",
  declarationBlocked: "The declaration did not pass its validation.",
  declared: (leader: string) => `${codeSpan(leader)} was selected by the user and declared the team that works.`,
  overlayRecorded: "The local overlay is named.",
  overlayUnnamed: "A local overlay was used, but neither reference nor note says which.",
  noContextPolicy: (agents: readonly string[]) => `No context policy for ${named(agents)}.`,
  noThresholds: (agents: readonly string[], fields: readonly string[]) =>
    `The context policy of ${named(agents)} lacks one of ${named(fields)}.`,
  contextFull: (agents: readonly string[]) => `The context of ${named(agents)} must be compressed before any dispatch.`,
  contextPolicies: "Every agent has its context policy.",
  providersRecorded: "Providers are recorded.",
  providersElsewhere: "Providers were scanned, but nothing about them stands here.",
  modelFact: (provider: string, field: string) =>
    `${codeSpan(provider)}: ${codeSpan(field)} does not follow from what was observed of its model.`,
  manualMode: "People work by hand here; there is nothing to probe.",
  preflightFailed: (agents: readonly string[]) =>
    agents.length > 0 ? `The preflight failed for ${named(agents)}.` : "The preflight failed.",
  preflightWarns: (agents: readonly string[]) =>
    agents.length > 0 ? `The preflight warns about ${named(agents)}.` : "The preflight has warnings.",
  preflightRecorded: "The preflight is recorded and failed nowhere.",
  adaptersDiffer: "Sessions, routing and state name different adapters, or none.",
  sessionUnsound: (agent: string) => `The session of ${codeSpan(agent)} is not provably its own.`,
  sessionUnproven: (agent: string) => `No chain of provisioning receipts leads to the session of ${codeSpan(agent)}.`,
  submissionUnbound: (agent: string) =>
    `A submission to ${codeSpan(agent)} names no session that was provisioned for it.`,
  submissionElsewhere: (agent: string) => `A submission to ${codeSpan(agent)} went through another runtime.`,
  sessionsBound: (count: number, adapter: string) => `Submissions bound to sessions of ${codeSpan(adapter)}: ${count}.`,
  confidenceRecorded: "Confidence, gaps and candidates are recorded.",
  squadRecorded: "The squad has a leader, members and the leader's decision.",
  automation: (action: unknown, grade: unknown) => `Action ${word(action)}, audit grade ${word(grade)}.`,
  goesOnUnapproved: "An approval is required and none is recorded, but the policy does not wait for one.",
  usageUnreadable: "Observed usage must be four whole numbers from 0.",
  overBudget: (uses: readonly string[]) => `Used more than the budget allows: ${named(uses)}.`,
  reroutesUnlogged: "More reroutes were counted than the routing history shows.",
  noStopReason: "The budget is stopped and does not say why.",
  withinBudget: "Usage stays within the budget.",
  delegationWeakened: "The delegation policy is not the one that protects every surface.",
  delegationKept: "The delegation policy is exact and nobody broke it.",
  violations: (agents: readonly string[]) => `Changed what they run on while they ran: ${named(agents)}.`,
  noCosts: "No costs are recorded.",
  cannotRecompute: "cannot_recompute: cost files are there, but prices are not kept here, so no report can be rebuilt.",
};

/** Context that workers get. */
const context = {
  loopLayer: (layer: unknown) => `Loop layer ${word(layer)}.`,
  contractChanged: "The control contract is not the fixed one.",
  contractNotFirst: (file: string) => `${codeSpan(file)} does not begin with the control contract.`,
  sliceChanged: (file: string) => `${codeSpan(file)} is not the slice of its agent in this task.`,
  sliceNotDispatched: (file: string) => `${codeSpan(file)} does not carry the agent's control slice.`,
  notAcknowledged: (item: string) =>
    `${codeSpan(item)} is complete, but its files do not acknowledge the control contract.`,
  contractHonored: (agents: number) => `The control contract is exact; slices: ${agents}.`,
  contextItems: (count: number) => `Items in the context pack: ${count}.`,
  sizeDiffers: (found: { agent: string; observed: { actual_chars: number; actual_reference_tokens: number } }) =>
    `The dispatch of ${codeSpan(found.agent)} has ${found.observed.actual_chars} characters and ${found.observed.actual_reference_tokens} reference tokens, which is not what was recorded or allowed.`,
  oldSizes: (agents: readonly string[]) => `Accepted as old, pinned by hash: the dispatch sizes of ${named(agents)}.`,
  boundaryUnneeded: "A historical boundary is there, but no size differs.",
  boundaryNotDone: "A historical boundary is only for tasks that are done.",
  boundaryUndecided: "The historical boundary names no finished task of its own that decided it.",
  boundaryUnbound: "The decision behind the historical boundary does not name task, rule and both commits.",
  boundaryNotExact: "The historical boundary does not accept exactly the sizes that differ.",
  commitsUnknown: "The commits of the historical boundary are not known here.",
  commitsUnrelated: "The older commit of the historical boundary is no ancestor of the newer one.",
  noSkills: "Nothing is recorded about skills.",
  skillsNotRun: "Skills were never looked for.",
  skillStatus: (status: unknown) => `Skill recommendations: ${word(status)}.`,
  noSlice: (agents: readonly string[]) => `No skill slice for ${named(agents)}.`,
};

/** Dispatched work and its evidence. */
const work = {
  twoLedgers: (adapters: readonly string[]) => `More than one adapter took over the receipts: ${named(adapters)}.`,
  mixedLedgers: (old: string, adopted: string) =>
    `${codeSpan(old)} still has receipts although ${codeSpan(adopted)} took over.`,
  brokenChain: (file: string, line: number, field: string) =>
    `The chain of ${codeSpan(file)} breaks at line ${line}: ${codeSpan(field)}.`,
  brokenDecisions: "The decisions about attestations are no sound chain.",
  attestationUnbound: "An attestation is not bound to a person who may give it.",
  attestationConflict: "People attested different things, and no decision says which one counts.",
  noReceipt: (who: string) => `No receipt for ${codeSpan(who)}.`,
  notCompleted: (who: string, event: string) =>
    `The last receipt for ${codeSpan(who)} is ${word(event)}, no completion.`,
  notSubmitted: (who: string) => `${codeSpan(who)} is complete without a proven submission before it.`,
  itemsCompleted: (count: number) => `Work items with proven submission and completion: ${count}.`,
  agentsCompleted: (agents: readonly string[]) => `Completed: ${named(agents)}.`,
  dependenciesDiffer: "The submission dependencies are not the ones that the declared roles lead to.",
  tooEarly: (edge: string, line: number) => `${codeSpan(edge)} was not satisfied before line ${line} of the receipts.`,
  ordered: (count: number) => `Dependencies kept: ${count}.`,
  nothingExpected: "No evidence is expected anywhere.",
  badEvidence: (refs: readonly string[]) => `Evidence that does not count: ${named(refs)}.`,
  evidenceExists: "All expected evidence is there.",
  nothingToCorrect: "Nothing was rejected, blocked or superseded.",
  noCorrection: (signals: readonly string[]) =>
    `No correction is recorded for ${signals.length > 0 ? named(signals) : "what the task declares"}.`,
  notFixed: (outcome: string) => `The correction must end fixed; it says ${word(outcome)}.`,
  corrected: (outcome: string, signals: readonly string[]) =>
    signals.length > 0 ? `Corrected: ${named(signals)}.` : `A correction is declared; its outcome is ${word(outcome)}.`,
  noRecommendations: "No recommendation had to be resolved; the reason is recorded.",
  notRequiredUnexplained: "Recommendations are called not required, but entries stand there or no reason does.",
  recommendationsOpen: (status: string) => `Not resolved: ${word(status)}.`,
  noDecision: (entry: string) => `${codeSpan(entry)} has no decision that the protocol knows.`,
  recommendationsResolved: (count: number) => `Recommendations resolved: ${count}.`,
  bareClaims: (files: readonly string[]) => `These claim results and show nothing for them: ${named(files)}.`,
  claimsShown: "Every claim names a file or shows its run.",
};

/** Waiting and going on. */
const wait = {
  noWait: "The task claims no suspended wait.",
  degradedWait: "The task waited by agent alone, which proves nothing about single work items.",
  waitsFor: (items: readonly string[]) => `Waits for ${named(items)}.`,
  wokenBy: (why: string) => `Woken once, by ${word(why)}.`,
  noContinuation: "The task has no continuation ledger.",
  continuedUnasked: (event: string) => `${codeSpan(event)} answers no wake that was handed over.`,
  wakeDiffers: (wake: string, field: string) =>
    `${codeSpan(wake.slice(0, 19))}: ${codeSpan(field)} does not fit the wake.`,
  continued: (count: number) => `Continuation events: ${count}.`,
};

/** The end of a task. */
const closing = {
  openFindings: (findings: readonly string[]) => `Open critical or high findings: ${named(findings)}.`,
  noOpenFindings: "No critical or high finding is open.",
  reviewed: "A review is there, and no findings block.",
  notReviewed: "Neither findings nor a review gate are recorded.",
  unresolvedRequests: (keys: readonly string[]) => `Requests that nobody settled: ${named(keys)}.`,
  stillRequired: "The state still lists what needs an approval.",
  riskNotApproved: (kinds: readonly string[], gate: unknown) =>
    `The goal asks for ${named(kinds)}, and the approval gate says ${word(gate)}.`,
  riskWithoutDecision: (kinds: readonly string[]) => `The goal asks for ${named(kinds)}, and no decision approves it.`,
  synthesisGaps: (terms: readonly string[]) => `The final synthesis does not speak of ${named(terms)}.`,
  synthesised: "The final synthesis speaks of everything it has to.",
  doneUnproven: "Feedback says done, but verification and review have not both passed.",
  feedbackRecorded: "Routing feedback is recorded.",
  learned: (count: number) => `Learning items: ${count}.`,
};

/** The product's own items. */
const own = {
  indexOutOfReach: "The folder stands outside a ledger, so the index of happenings cannot be compared.",
  indexDiffers: (fields: readonly string[]) => `Trigger record and index disagree about ${named(fields)}.`,
  triggerIndexed: (rule: string) => `Started by ${codeSpan(rule)}, as the index says.`,
  identityHolds: "The identity can be computed again.",
  identityDiffers: "The recorded identity is not the one of rule, source and happening.",
  approvalNotNeeded: "No approval is required.",
  nothingDispatched: "Nothing was dispatched, so nothing had to be covered yet.",
  noStandingRequest: "Work was dispatched while no request for approval stands.",
  planNotApproved: (digest: string) =>
    `Work was dispatched, but nobody approved plan ${codeSpan(digest.slice(0, 19))}.`,
  otherPlanDispatched: (digests: readonly string[]) =>
    `Another plan than the approved one was dispatched: ${named(digests.map((digest) => digest.slice(0, 19)))}.`,
  planChanged: (parts: readonly string[]) => `Changed since it was approved: ${named(parts)}.`,
  planApproved: (digest: string) => `Plan ${codeSpan(digest.slice(0, 19))} is approved and is what was dispatched.`,
  nothingAccepted: "No evidence was accepted yet.",
  evidenceChanged: (refs: readonly string[]) => `Not the bytes that were accepted: ${named(refs)}.`,
  evidenceUnchanged: (count: number) => `Files with the accepted bytes: ${count}.`,
  historyUnread: "The history was not walked; ask with --history.",
  onlyGrew: (commits: number) => `Commits walked: ${commits}. Files only grew.`,
  rewritten: (breaks: readonly { path: string; commit: string }[]) =>
    `History was rewritten: ${named(breaks.map(({ path, commit }) => `${path} in ${commit.slice(0, 12)}`))}.`,
};

/** What the audit says, by what it found. */
export const auditSays = { ...common, ...route, ...context, ...work, ...wait, ...closing, ...own };
