// Which paths a worker may not touch: the product's own files, and the surfaces that agents run on.
import type { DelegationPolicy } from "../records/delegation-policy.ts";
import { collisionKey } from "./safe-name.ts";

/** A surface that no worker may change while it runs (contract section 6). */
export type Surface = DelegationPolicy["violations"][number]["surface"];

/** What a control file is for; a worker that delivers one invalidates its completion. */
export type Control = "policy" | "workflow" | "ledger" | "task_record" | "receipts" | "approvals" | "expectations";

/** What a delivered path is. `stray` is a harmless name in a place where no evidence belongs. */
export type DeliveredPath =
  | { kind: "evidence" }
  | { kind: "patch" }
  | { kind: "control"; control: Control }
  | { kind: "surface"; surface: Surface }
  | { kind: "other_agent"; agent: string }
  | { kind: "stray" };

/** Name of the one file in which code leaves a run. */
export const patchName = "changes.patch";

/** Repository paths by which agents are steered. Folders end with a slash; a name without one stands in any folder. */
const surfaces: readonly (readonly [Surface, RegExp])[] = [
  ["mcp_config", /(?:^|\/)\.?mcp(?:[._-][^/]*)?\.(?:json|ya?ml|toml)$/],
  ["skills", /(?:^|\/)skill\.md$|(?:^|\/)\.[^/]+\/skills\/|^skills\//],
  ["plugins", /(?:^|\/)\.[^/]*plugins?\/|(?:^|\/)\.[^/]+\/plugins\/|^plugins\/|(?:^|\/)\.?plugins?\.json$/],
  [
    "memory",
    /(?:^|\/)(?:claude|agents|gemini|memory|warp|conventions)(?:\.local)?\.md$|^memory\/|(?:^|\/)\.[^/]+\/memor(?:y|ies)\//,
  ],
  [
    "memory",
    /^\.github\/(?:copilot-instructions\.md$|instructions\/)|(?:^|\/)\.(?:cursor|windsurf|cline)rules(?:\/|$)/,
  ],
  [
    "agent_config",
    /(?:^|\/)\.(?:claude|codex|gemini|cursor|windsurf|opencode|continue|roo|aider|hermes|kiro|junie)(?:[./]|$)/,
  ],
  ["agent_config", /(?:^|\/)opencode\.jsonc?$|^\.github\/(?:agents|prompts|chatmodes)\//],
];

/** The surface that a repository path belongs to, or null. Letter case does not count: some systems ignore it. */
export function surfaceOf(path: string): Surface | null {
  const key = collisionKey(path);
  return surfaces.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

const controls: readonly (readonly [Control, RegExp])[] = [
  ["policy", /^\.github\/valp\.ya?ml$|^(?:delegation|trigger|automation|wait)-policy\.json$|^wait-policies\//],
  ["workflow", /^\.github(?:\/|$)/],
  ["ledger", /^\.(?:herdr-loop|valp|git)(?:\/|$)|^\.valp[^/]*$/],
  ["approvals", /^approvals?(?:\/|\.jsonl?$)|^gates\//],
  ["receipts", /receipts[^/]*\.jsonl$|^runtime\/|^(?:adoption|abi-adoption)\.json$|^timeline\.jsonl$/],
  [
    "expectations",
    /^(?:task\.md|submission-dependencies\.json|evidence-status\.json|evidence-board\.json|iteration-budget\.json)$/,
  ],
  ["expectations", /^evidence\/(?:manifest\.json$|wake-requests(?:\/|$))|^agents\/[^/]+\/dispatch\.md$/],
  ["expectations", /^(?:control-contract\.json$|control-slices(?:\/|$)|inputs(?:\/|$))/],
  [
    "task_record",
    /^(?:assignment|attention|context|mask|routing|skill|agent|capability|provider|model|runtime|learning|historical|correction|audit|cost|pricing|usage|billing)-[^/]*$/,
  ],
  ["task_record", /^(?:state|routing|squad)\.json$|^visible-routing\.md$|^(?:wait-events|routing-history)\.jsonl$/],
  ["task_record", /^(?:skill-slices|wake-results|continuations|capability-passports|findings)(?:\/|$)/],
];

/** Folders of a task in which evidence lies, besides the agent's own. */
const evidenceFolders = /^(?:evidence|logs|screenshots)\//;

/**
 * What a path that a run delivered is, judged by the name alone and before anything else: `expected` are the references
 * that this very work item has to leave behind, so they are evidence whatever they are called.
 */
export function deliveredPath(path: string, agent: string, expected: readonly string[]): DeliveredPath {
  if (expected.includes(path)) return { kind: "evidence" };
  if (path === patchName) return { kind: "patch" };
  const key = collisionKey(path.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, ""));
  const control = controls.find(([, pattern]) => pattern.test(key))?.[0];
  if (control !== undefined) return { kind: "control", control };
  const owner = /^agents\/([^/]+)(?:\/|$)/.exec(key)?.[1];
  if (owner !== undefined) return owner === agent ? { kind: "evidence" } : { kind: "other_agent", agent: owner };
  if (evidenceFolders.test(key)) return { kind: "evidence" };
  const surface = surfaceOf(key);
  return surface === null ? { kind: "stray" } : { kind: "surface", surface };
}

/** A delegation policy with the violations that were found; each surface of an agent is named once. */
export function withViolations(
  policy: DelegationPolicy,
  found: readonly { agent: string; surface: Surface; evidenceRef: string; receipt: number | null }[],
  now: string,
): DelegationPolicy {
  const violations = [...policy.violations];
  for (const { agent, surface, evidenceRef, receipt } of found) {
    if (violations.some((known) => known.agent === agent && known.surface === surface)) continue;
    const earliest = receipt === null ? {} : { earliest_affected_receipt: receipt };
    violations.push({ agent, surface, evidence_ref: evidenceRef, detected_at: now, ...earliest });
  }
  return { ...policy, violations };
}
