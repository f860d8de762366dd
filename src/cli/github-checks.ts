// What only GitHub can answer: whether this token may write, and whether the ledger branch is guarded.
import * as z from "zod";
import { type Check, doctorText } from "../core/say/doctor-text.ts";
import { troubleReason } from "../github/trouble.ts";
import type { GithubHouse } from "./github-house.ts";

const repositorySchema = z.object({
  archived: z.boolean(),
  permissions: z.record(z.string(), z.boolean()).optional(),
});
const rulesSchema = z.array(z.object({ type: z.string() }));

/** Rules that keep the branch from being lost, and rules that keep us from writing it. */
const guards = ["deletion", "non_fast_forward"];
const hindrances = ["pull_request", "update", "required_status_checks", "merge_queue"];

/** Source: REST "Get a repository". The flows' own token needs the same: contents, issues, pull requests: write. */
export async function checkAccess({ calls, name }: GithubHouse): Promise<Check> {
  const answer = await calls.rest("GET /repos/{owner}/{repo}", { ...name });
  if (answer.kind === "failed") {
    return { id: "permissions", status: "fail", message: troubleReason(answer.trouble, "metadata: read").text };
  }
  const read = repositorySchema.safeParse(answer.data);
  if (!read.success) return { id: "permissions", status: "warn", message: doctorText.accessUnknown };
  if (read.data.archived) return { id: "permissions", status: "fail", message: doctorText.archived };
  const mayWrite = read.data.permissions?.push === true;
  return mayWrite
    ? { id: "permissions", status: "pass", message: doctorText.mayWrite }
    : { id: "permissions", status: "fail", message: doctorText.mayNotWrite };
}

/** Source: REST "Get rules for a branch". Without guards whoever may push can delete or rewrite the ledger. */
export async function checkLedgerRules({ calls, name }: GithubHouse, branch: string): Promise<Check> {
  const answer = await calls.rest("GET /repos/{owner}/{repo}/rules/branches/{branch}", { ...name, branch });
  const read = answer.kind === "answered" ? rulesSchema.safeParse(answer.data) : null;
  if (!read?.success) return { id: "ledger_rules", status: "warn", message: doctorText.rulesUnknown(branch) };
  const types = read.data.map(({ type }) => type);
  const inTheWay = hindrances.filter((type) => types.includes(type));
  if (inTheWay.length > 0) {
    return { id: "ledger_rules", status: "fail", message: doctorText.rulesInTheWay(branch, inTheWay) };
  }
  const missing = guards.filter((type) => !types.includes(type));
  return missing.length === 0
    ? { id: "ledger_rules", status: "pass", message: doctorText.rulesGuard(branch) }
    : { id: "ledger_rules", status: "warn", message: doctorText.rulesMissing(branch, missing) };
}
