// Work items and the order between them, rebuilt the same way every time from the declared roles.
import * as z from "zod";
import { type WorkRole, workRoles } from "../policy/schema.ts";

/** File name inside the task folder. */
export const dependenciesRef = "submission-dependencies.json";

/** Roles in the order in which the protocol lists work items (contract section 6). */
export const roleOrder = [
  "coordinator",
  "implementer",
  "researcher",
  "prototype",
  "reviewer",
  "other",
] as const satisfies readonly WorkRole[];
const producers: readonly WorkRole[] = ["implementer", "researcher", "prototype"];

/** Role to agent, as declared. */
export type RoleAssignments = Readonly<Partial<Record<WorkRole, string>>>;

const text = z.string().min(1);
const generation = z.int().min(1);
const refs = z.array(text).min(1);

const workItem = z.strictObject({
  work_item_id: text,
  agent: text,
  role: z.enum(workRoles),
  dispatch_id: text,
  dispatch_generation: generation,
  expected_refs: refs,
});
const dependency = z.strictObject({
  id: text,
  prerequisite_role: z.enum(workRoles),
  prerequisite_agent: text,
  prerequisite_work_item_id: text,
  prerequisite_dispatch_generation: generation,
  dependent_role: z.enum(workRoles),
  dependent_agent: text,
  dependent_work_item_id: text,
  dependent_dispatch_generation: generation,
  prerequisite_refs: refs,
  dependent_refs: refs,
});

/** submission-dependencies.json, version 2, closed (contract section 6). */
export const submissionDependenciesSchema = z.strictObject({
  schema_version: z.literal("valp-submission-dependencies.v2"),
  task_id: text,
  ordering_source: z.literal("dispatch-receipts.jsonl#line-order"),
  work_items: z.array(workItem).min(1),
  dependencies: z.array(dependency),
});

/** The document as recorded. */
export type SubmissionDependencies = z.output<typeof submissionDependenciesSchema>;
/** One piece of work: one agent in one role. */
export type WorkItem = z.output<typeof workItem>;

/** The files a role must leave behind before its work counts (contract section 6). */
export function expectedRefs(role: WorkRole, agent: string): string[] {
  switch (role) {
    case "coordinator":
      return [`agents/${agent}/self-review.md`];
    case "implementer":
      return [`agents/${agent}/evidence.md`, "evidence/verification.md"];
    case "prototype":
      return [`agents/${agent}/prototype.md`];
    case "reviewer":
      return [`agents/${agent}/review.md`];
    default:
      return [`agents/${agent}/evidence.md`];
  }
}

/** The work items of a team, in role order; generation 1 is the first dispatch. */
export function workItems(taskId: string, roles: RoleAssignments): WorkItem[] {
  return roleOrder.flatMap((role) => {
    const agent = roles[role];
    if (agent === undefined) return [];
    return [
      {
        work_item_id: `${role}:${agent}`,
        agent,
        role,
        dispatch_id: `${taskId}:${role}:1`,
        dispatch_generation: 1,
        expected_refs: expectedRefs(role, agent),
      },
    ];
  });
}

function edge(before: WorkItem, after: WorkItem): SubmissionDependencies["dependencies"][number] {
  return {
    id: `${before.role}-before-${after.role}`,
    prerequisite_role: before.role,
    prerequisite_agent: before.agent,
    prerequisite_work_item_id: before.work_item_id,
    prerequisite_dispatch_generation: before.dispatch_generation,
    dependent_role: after.role,
    dependent_agent: after.agent,
    dependent_work_item_id: after.work_item_id,
    dependent_dispatch_generation: after.dispatch_generation,
    prerequisite_refs: [...before.expected_refs],
    dependent_refs: [...after.expected_refs],
  };
}

/**
 * The whole document, a function of the task id and the declared roles only, so that anybody can rebuild and compare it.
 * The coordinator comes before each producer; each producer (the coordinator where there is none) before the reviewer.
 */
export function submissionDependencies(taskId: string, roles: RoleAssignments): SubmissionDependencies {
  const items = workItems(taskId, roles);
  const coordinator = items.filter((item) => item.role === "coordinator");
  const made = items.filter((item) => producers.includes(item.role));
  const reviewer = items.filter((item) => item.role === "reviewer");
  const beforeReview = made.length > 0 ? made : coordinator;
  return {
    schema_version: "valp-submission-dependencies.v2",
    task_id: taskId,
    ordering_source: "dispatch-receipts.jsonl#line-order",
    work_items: items,
    dependencies: [
      ...coordinator.flatMap((before) => made.map((after) => edge(before, after))),
      ...beforeReview.flatMap((before) => reviewer.map((after) => edge(before, after))),
    ],
  };
}

/** The declared agents without repetition, in role order. */
export function declaredAgents(roles: RoleAssignments): string[] {
  return [...new Set(roleOrder.flatMap((role) => roles[role] ?? []))];
}

/** The roles of one agent, in role order. */
export function rolesOf(roles: RoleAssignments, agent: string): WorkRole[] {
  return roleOrder.filter((role) => roles[role] === agent);
}
