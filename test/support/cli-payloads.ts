// Payloads for the command line: GitHub's published examples with the people, numbers and times a test wants.
import { at, example, type Payload, schedule } from "./payloads.ts";

/** An issue as a test wants it in a payload. */
export interface IssueFacts {
  number?: number;
  title?: string;
  body?: string | null;
  labels?: readonly string[];
  updatedAt?: string;
}

/** Who acts in the payloads, unless a test says otherwise. */
export const octocat = { login: "octocat", id: 583231, type: "User", node_id: "U_583231" };

/** `issues` with an action that has a published example, by octocat. */
export function issuePayload(action: string, facts: IssueFacts = {}, by: Payload = octocat): Payload {
  const payload = filled(example("issues", action), facts);
  return { ...payload, sender: by };
}

/** `issues` `labeled` or `unlabeled`. */
export function labelPayload(
  label: string,
  facts: IssueFacts = {},
  action: "labeled" | "unlabeled" = "labeled",
  by: Payload = octocat,
): Payload {
  const labels = action === "labeled" ? [...(facts.labels ?? []), label] : (facts.labels ?? []);
  const payload = issuePayload(action, { ...facts, labels }, by);
  return { ...payload, label: { id: 7, node_id: "LA_7", name: label } };
}

/** `issue_comment` `created`. */
export function commentPayload(id: number, body: string, facts: IssueFacts = {}, by: Payload = octocat): Payload {
  const payload = filled(example("issue_comment", "created"), facts);
  const html_url = `https://github.com/octocat/hello-world/issues/${facts.number ?? 1}#issuecomment-${id}`;
  const time = facts.updatedAt ?? "2026-03-01T10:00:00Z";
  Object.assign(at(payload, "comment"), { id, body, user: by, html_url, created_at: time, updated_at: time });
  return { ...payload, sender: by };
}

/** `repository_dispatch` of one type. */
export function dispatchPayload(type: string, client_payload: unknown): Payload {
  return { ...example("repository_dispatch", "on-demand-test"), action: type, client_payload, sender: octocat };
}

/** `push` to `main` that changed these paths. */
export function pushPayload(after: string, changed: readonly string[], ref = "refs/heads/main"): Payload {
  const payload = example("push", null);
  Object.assign(at(payload, "repository"), { default_branch: "main" });
  const commit = { id: after, message: "Edit", added: [], removed: [], modified: changed, distinct: true };
  return { ...payload, ref, after, before: "a".repeat(40), deleted: false, commits: [commit], sender: octocat };
}

/** `schedule`: the tick of the shipped workflow. */
export function tickPayload(): Payload {
  return schedule("8,23,38,53 * * * *");
}

function filled(payload: Payload, facts: IssueFacts): Payload {
  const { number = 1, title = "A typo on the first page", body = "It says teh.", labels = [] } = facts;
  Object.assign(at(payload, "issue"), {
    ...{ number, title, body, user: octocat, state: "open", locked: false },
    ...{ id: 1000 + number, node_id: `I_${number}`, updated_at: facts.updatedAt ?? "2026-03-01T10:00:00Z" },
    html_url: `https://github.com/octocat/hello-world/issues/${number}`,
    labels: labels.map((name, index) => ({ id: index + 1, node_id: `LA_${index + 1}`, name })),
  });
  return payload;
}
