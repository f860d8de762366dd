// The policy file's shape (`.github/valp.yml`), the single source of its types and of policies/policy.schema.json.
import * as z from "zod";
import { roles } from "../../ports.ts";

/** Roles a declaration may fill (contract section 6). */
export const workRoles = ["coordinator", "implementer", "reviewer", "prototype", "researcher", "other"] as const;
/** Task profiles (contract section 3.4). */
export const profiles = [
  "apple-app",
  "web-frontend",
  "software-code",
  "research",
  "document-artifact",
  "agent-runtime",
  "ops-release",
  "prototype",
  "generic-analysis",
] as const;
/** Runtime adapters an agent can name. */
export const runtimes = ["github", "manual", "queue", "process", "ssh", "herdr", "langgraph"] as const;

const slug = (max: number) =>
  z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, "format:slug")
    .max(max);
const text = (max: number) => z.string().trim().min(1).max(max);
const duration = z
  .string()
  .regex(/^[1-9][0-9]{0,3}[mhd]$/, "format:duration")
  .describe("A duration such as 30m, 6h or 7d.");
const login = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:\[bot\])?$/, "format:login");
const label = z.string().trim().min(1).max(50).describe("A label name, matched without regard to case.");
/** `docs*` is a glob; `/^docs: /` or `/^docs: /i` is a regular expression without look-around. */
const pattern = text(500).describe(
  "A glob over the whole text, such as docs* (case does not count), or a regular expression between slashes, such as /^docs: /i. Only the first 16,384 characters of a text are looked at.",
);
const path = text(500).describe("A glob over repository paths, such as docs/**.");
const branchName = text(200).regex(
  /^(?!(?:@|HEAD)$)(?!refs\/)(?!.*@\{)(?!\/)(?!.*(?:^|\/)\.)(?!.*\/\/)(?!.*\.\.)(?!.*[\s~^:?*[\\])[^-].*(?<!\/)(?<!\.lock)$/,
  "format:branch",
);
const minRole = z
  .enum(roles)
  .exclude(["none"])
  .describe("The lowest repository role that may act; higher roles may too.");

const approverRole = z
  .enum(roles)
  .exclude(["none", "read", "triage"], { error: "choice:approver_role" })
  .describe("The lowest repository role that may approve; higher roles may too.");

const on = z.union([
  z.strictObject({
    label,
    targets: z
      .array(z.enum(["issues", "pull_requests"]))
      .min(1)
      .default(["issues"]),
  }),
  z.strictObject({
    command: z.literal("start"),
    targets: z
      .array(z.enum(["issues", "pull_requests"]))
      .min(1)
      .default(["issues"]),
  }),
  z.strictObject({
    schedule: text(100).describe("Five cron fields."),
    timezone: text(64).default("UTC"),
    catch_up: z.enum(["once", "skip"]).default("skip"),
  }),
  z.strictObject({ push: z.array(path).min(1).max(50), branches: z.array(path).min(1).max(20).optional() }),
  z.strictObject({ dispatch: text(100).describe("The event type of a repository_dispatch.") }),
  z.strictObject({ queue: text(100).describe("The name of a queue whose items start this rule.") }),
]);

const when = z.strictObject({
  actor: z
    .strictObject({
      min_role: minRole.optional(),
      bots: z.array(login).max(20).default([]).describe("Bot logins that may set this rule off."),
    })
    .prefault({}),
  labels_all: z.array(label).max(20).default([]),
  labels_any: z.array(label).max(20).default([]),
  labels_none: z.array(label).max(20).default([]),
  title: pattern.optional(),
  body: pattern.optional(),
  forks: z.enum(["deny", "allow"]).default("deny").describe("Whether pull requests from forks may set this rule off."),
});

const rule = z.strictObject({
  id: slug(30).describe("Unique, lower case; part of every task id."),
  on,
  when: when.prefault({}),
  subject: text(4000)
    .optional()
    .describe("The goal of tasks that no issue text describes: schedule, push, dispatch, queue."),
  profile: z.enum(profiles).optional().describe("Chosen from the goal's words when absent."),
  risk: z
    .enum(["auto", "low", "medium", "high"])
    .default("auto")
    .describe("Can raise the classified risk, never lower it."),
  action: z
    .enum(["publish_only", "validate_declared_route", "validate_declared_route_and_dispatch"])
    .default("publish_only"),
  declaration: slug(40).optional().describe("A standing declaration below; absent means: wait for one."),
  on_unlabel: z.enum(["cancel", "ignore"]).default("cancel"),
  deadline: duration.default("24h").describe("Longest wait for an execution, at most 30d."),
});

const declaration = z.strictObject({
  leader: slug(40),
  assignments: z.partialRecord(z.enum(workRoles), slug(40)),
  reasons: z.partialRecord(z.enum(workRoles), text(500)),
  squad: z
    .strictObject({ members: z.array(slug(40)).min(1).max(20), handoffs: z.array(text(300)).max(20).default([]) })
    .optional(),
});

const agent = z.strictObject({
  runtime: z.enum(runtimes),
  workflow: z
    .string()
    .regex(/^[A-Za-z0-9._-]+\.ya?ml$/, "format:workflow")
    .max(100)
    .optional()
    .describe("File name below .github/workflows, for agents that are workflows."),
  account: login.optional().describe("GitHub login, for agents that are accounts."),
  roles: z.array(z.enum(workRoles)).min(1),
  active: z.boolean().default(true),
  model_awareness: z.enum(["not_required", "required"]).default("not_required"),
});

const approval = z.strictObject({
  count: z.int().min(1).max(10).default(1),
  from: z
    .strictObject({
      min_role: approverRole.optional(),
      teams: z.array(slug(100)).max(20).default([]),
      users: z.array(login).max(50).default([]),
      apps: z.array(slug(100)).max(10).default([]).describe("Apps through which a person's comment may count."),
    })
    .prefault({ min_role: "maintain" }),
  exclude: z.array(z.enum(["requester", "leader", "workers"])).default(["requester", "leader", "workers"]),
  expires: duration.default("7d"),
});

const evidence = z.strictObject({
  min_bytes: z.int().min(1).max(1_000_000).optional(),
  headings: z.array(text(100)).max(20).optional(),
  schema: text(300).optional().describe("A JSON schema file of the default branch."),
});

const test = z.strictObject({
  name: text(200).optional(),
  event: z
    .union([text(300), z.record(z.string(), z.unknown())])
    .describe("A fixture file beside the policy, or the fixture itself."),
  expect: z.strictObject({
    rule: slug(30).nullable().optional(),
    risk: z.enum(["low", "medium", "high"]).optional(),
    action: z.string().optional(),
    outcome: z.enum(["ignored", "refused", "recorded"]).optional(),
    reason: z.string().optional(),
  }),
});

/** The whole policy file; unknown keys are errors everywhere. */
export const policySchema = z.strictObject({
  version: z.literal(1),
  extends: slug(60).optional().describe("A shipped preset this policy starts from."),
  mode: z.enum(["manual", "policy_auto", "watcher", "disabled"]).default("manual"),
  health_gate: z.strictObject({ waived_by: login, reason: text(300) }).optional(),
  ledger: z
    .strictObject({
      branch: branchName.default("valp-ledger"),
      root: z
        .string()
        .regex(
          /^(?!\/)(?!\.git(?:\/|$))(?!\.herdr-loop\/(?:github|agents|watcher-events)(?:\/|$))(?!.*(?:^|\/)\.{0,2}(?:\/|$))[A-Za-z0-9._/-]+$/,
          "format:root",
        )
        .max(100)
        .default(".herdr-loop/tasks"),
      writer: z.enum(["action", "app"]).default("action"),
      genesis: z
        .string()
        .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, "format:commit")
        .optional()
        .describe("First commit of the ledger branch."),
    })
    .prefault({}),
  rules: z.array(rule).max(200).default([]),
  declarations: z.record(slug(40), declaration).default({}),
  agents: z.record(slug(40), agent).default({}),
  approvals: z.strictObject({ high: approval.prefault({}) }).prefault({}),
  evidence: z.partialRecord(z.enum(workRoles), evidence).default({}),
  tests: z.array(test).max(200).default([]),
});

/** A policy with every default filled in. */
export type Policy = z.output<typeof policySchema>;
/** One rule of a policy. */
export type Rule = Policy["rules"][number];
/** One agent of a policy. */
export type Agent = Policy["agents"][string];
/** A declaration written into the policy by people in review. */
export type StandingDeclaration = Policy["declarations"][string];
/** A role that work can be assigned to. */
export type WorkRole = (typeof workRoles)[number];
/** A task profile. */
export type Profile = (typeof profiles)[number];
