// The login under which an App writes, so that its own doings can be told from other bots'.
import * as z from "zod";
import { reason } from "../core/say/reason.ts";
import type { Unknown } from "../ports.ts";
import type { Calls } from "./client.ts";
import { troubleReason } from "./trouble.ts";

const appSchema = z.object({ slug: z.string().min(1) });

/** Login of the App's bot account. `calls` must act as the App itself. Source: REST "Get the authenticated app". */
export async function ownLogin(calls: Calls): Promise<{ kind: "login"; login: string } | Unknown> {
  const answer = await calls.rest("GET /app", {});
  if (answer.kind === "failed") return { kind: "unknown", reason: troubleReason(answer.trouble, "metadata: read") };
  const read = appSchema.safeParse(answer.data);
  if (!read.success) return { kind: "unknown", reason: reason("github_answer_odd", { what: "the App itself" }) };
  return { kind: "login", login: `${read.data.slug}[bot]` };
}
