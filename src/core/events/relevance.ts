// The cheap question asked before anything heavy is loaded: can this event matter at all?
import { mentionsCommand } from "../commands/mention.ts";
import { type Reason, reason } from "../say/reason.ts";
import { actionOf, isCovered } from "./covered.ts";

/** `relevant` promises nothing: the policy and the full reading decide. `ignored` is final. */
export type Relevance = { kind: "relevant" } | { kind: "ignored"; reason: Reason };

const relevant: Relevance = { kind: "relevant" };

/**
 * Looks at name, action and a few fields only; never throws. Malformed payloads are relevant, so that the full reading
 * can name what is wrong. Kept although they often turn out to be nothing: pushes to the ledger branch (its name is in
 * the policy), everything bots do (a rule may list them), removed labels, runs of any workflow.
 * An issue's `opened` only matters for commands in its body: GitHub sends `labeled` for labels it was opened with.
 */
export function isRelevant(name: string, payload: unknown): Relevance {
  const action = actionOf(payload);
  if (!isCovered(name, action)) return ignored(reason("event_not_covered", { name, action }));
  switch (name) {
    case "issues":
    case "pull_request":
      return ofSubject(name, action ?? "", payload);
    case "issue_comment":
      return ofText(name, action ?? "", [look(payload, "comment", "body"), look(payload, "changes", "body", "from")]);
    case "pull_request_review":
      return ofText(name, action ?? "", [look(payload, "review", "body"), look(payload, "changes", "body", "from")]);
    case "push":
      return ofPush(payload);
    default:
      return relevant;
  }
}

function ofSubject(name: string, action: string, payload: unknown): Relevance {
  if (action === "opened") {
    const subject = name === "issues" ? "issue" : "pull_request";
    return ofText(name, action, [look(payload, subject, "body")]);
  }
  const changes = look(payload, "changes");
  if (action !== "edited" || changes === undefined || has(changes, "title") || has(changes, "body")) return relevant;
  return ignored(reason("event_without_text_change", { name, action }));
}

/** A text that held a command before it was edited or deleted matters: that withdraws what the command said. */
function ofText(name: string, action: string, texts: readonly unknown[]): Relevance {
  const speaks = texts.some((text) => typeof text === "string" && mentionsCommand(text));
  return speaks ? relevant : ignored(reason("event_without_command", { name, action }));
}

function ofPush(payload: unknown): Relevance {
  const ref = look(payload, "ref");
  const after = look(payload, "after");
  if (typeof ref !== "string") return relevant;
  if (!ref.startsWith("refs/heads/")) return ignored(reason("push_of_no_branch", { ref }));
  const deleted = look(payload, "deleted") === true || (typeof after === "string" && /^0+$/.test(after));
  return deleted ? ignored(reason("push_deletes_branch", { ref })) : relevant;
}

/** The value at a path of own fields, undefined where there is none. */
function look(payload: unknown, ...path: readonly string[]): unknown {
  let value = payload;
  for (const key of path) {
    if (!has(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}

function ignored(why: Reason): Relevance {
  return { kind: "ignored", reason: why };
}
