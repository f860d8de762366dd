// Workflow runs of a payload.
import type { RunFacts } from "./event.ts";
import type { Fields } from "./fields.ts";

/**
 * The `workflow_run` object. Older servers send no attempt and no path: the attempt is 0 then, which no rule takes for
 * a first attempt, and the path is the one of the `workflow` object or empty.
 */
export function readRun(payload: Fields): RunFacts {
  const run = payload.object("workflow_run");
  return {
    id: run.id("id"),
    attempt: run.idOrNull("run_attempt") ?? 0,
    name: run.textOrNull("name") ?? "",
    path: run.textOrNull("path") ?? payload.objectOrNull("workflow")?.textOrNull("path") ?? "",
    headBranch: run.textOrNull("head_branch"),
    headSha: run.name("head_sha"),
    event: run.name("event"),
    status: run.name("status"),
    conclusion: run.textOrNull("conclusion"),
    url: run.name("html_url"),
    createdAt: run.time("created_at"),
    updatedAt: run.time("updated_at"),
  };
}
