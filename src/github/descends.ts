// Whether a commit goes back to another one, from GitHub's comparison (REST "Compare two commits").
import * as z from "zod";
import { reason } from "../core/say/reason.ts";
import type { Unknown } from "../ports.ts";
import type { Calls, RepositoryName } from "./client.ts";
import { troubleReason } from "./trouble.ts";

const comparisonSchema = z.object({ status: z.enum(["ahead", "behind", "diverged", "identical"]) });

/** `ahead` and `identical` descend. Commits without a common ancestor, or that are not there, answer 404: they do not. */
export async function descends(
  calls: Calls,
  name: RepositoryName,
  commit: string,
  from: string,
): Promise<{ kind: "known"; descends: boolean } | Unknown> {
  const answer = await calls.rest("GET /repos/{owner}/{repo}/compare/{basehead}", {
    ...name,
    basehead: `${from}...${commit}`,
    per_page: 1,
  });
  if (answer.kind === "failed") {
    if (answer.trouble.code === "not_found") return { kind: "known", descends: false };
    return { kind: "unknown", reason: troubleReason(answer.trouble, "contents: read") };
  }
  const read = comparisonSchema.safeParse(answer.data);
  if (!read.success) return { kind: "unknown", reason: reason("github_answer_odd", { what: "the comparison" }) };
  return { kind: "known", descends: read.data.status === "ahead" || read.data.status === "identical" };
}
