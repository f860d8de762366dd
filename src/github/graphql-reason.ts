// What an error entry of a GraphQL answer means for a call that cannot go on with it.
import { type Reason, reason } from "../core/say/reason.ts";
import type { GraphqlError } from "./client.ts";

/** Refused for good or worth another try, with the reason. `permission` is the one that the call needs. */
export function graphqlReason(
  error: GraphqlError,
  permission: string,
): { kind: "refused" | "unknown"; reason: Reason } {
  const { type, message: said } = error;
  if (/archived/i.test(said)) return { kind: "refused", reason: reason("repository_archived") };
  if (isForbidden(error)) return { kind: "refused", reason: reason("missing_permission", { permission, said }) };
  if (type === "NOT_FOUND") return { kind: "refused", reason: reason("github_not_found", { permission }) };
  const kind = type === null ? "unknown" : "refused";
  return { kind, reason: reason("github_refused", { said }) };
}

/** Whether the token may not do this. */
export function isForbidden({ type, message }: GraphqlError): boolean {
  return (
    type === "FORBIDDEN" ||
    type === "INSUFFICIENT_SCOPES" ||
    /^(resource not accessible by|must have push access)/i.test(message)
  );
}
