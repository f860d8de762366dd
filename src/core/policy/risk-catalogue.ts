// The catalogue of approval-gated risks: what kinds there are and the words that name them (contract section 2).

/** A kind of risk with its terms in the order of the protocol. The first term that counts is the one that is reported. */
export interface RiskKind {
  kind: string;
  terms: readonly string[];
}

/** Name under which a change to installed skills is reported; it is recognised by a rule, not by these words. */
export const skillMutation = "live skill mutation";
/** Name under which a change to installed plugins is reported. */
export const pluginMutation = "live plugin mutation";

/** Every kind, in the order in which matches are listed. */
export const riskCatalogue: readonly RiskKind[] = [
  { kind: "delete", terms: ["delete", "remove files", "remove directory", "rm -rf"] },
  { kind: "auth", terms: ["auth", "authentication", "credential", "credentials", "token"] },
  { kind: "secrets", terms: ["secret", "secrets", "api key", "apikey", "password"] },
  { kind: "skill_config", terms: [skillMutation] },
  { kind: "plugin_config", terms: [pluginMutation] },
  { kind: "memory", terms: ["memory"] },
  { kind: "agent_config", terms: ["agent_config", "agent config", "agent configuration"] },
  { kind: "mcp_config", terms: ["mcp_config", "mcp config", "mcp configuration"] },
  { kind: "signing", terms: ["signing", "code signing", "certificate", "provisioning profile"] },
  { kind: "entitlements", terms: ["entitlement", "entitlements"] },
  { kind: "data_migration", terms: ["data_migration", "data migration", "migrate data", "database migration"] },
  { kind: "destructive_reset", terms: ["destructive_reset", "destructive reset", "reset --hard", "factory reset"] },
  { kind: "publish", terms: ["publish"] },
  { kind: "release", terms: ["release"] },
  { kind: "upload", terms: ["upload"] },
  { kind: "submit", terms: ["submit"] },
  { kind: "deploy", terms: ["deploy", "deployment"] },
  { kind: "pricing", terms: ["pricing", "price change", "change price"] },
  { kind: "metadata", terms: ["metadata"] },
  { kind: "privacy", terms: ["privacy", "private data"] },
  { kind: "external_private_data", terms: ["external_private_data", "external private data", "export private data"] },
];

/** Verbs that change an installed skill or plugin. */
export const mutationVerbs: readonly string[] = [
  "install",
  "modify",
  "patch",
  "enable",
  "disable",
  "update",
  "edit",
  "change",
  "upgrade",
  "configure",
  "reconfigure",
  "uninstall",
  "remove",
  "turn off",
  "deactivate",
  "activate",
];

/** Words that may stand between such a verb and its object without counting as a description of it. */
export const mutationDeterminers: readonly string[] = [
  "a",
  "an",
  "the",
  "my",
  "our",
  "your",
  "this",
  "that",
  "these",
  "those",
  "all",
  "any",
  "every",
  "each",
  "some",
];
