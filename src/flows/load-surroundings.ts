// LOAD: what plans and routes stand on beside the ledger: workflow files, skills and DESIGN.md of the default branch.
import { readSkill } from "../core/route/skill-file.ts";
import type { Skill } from "../core/route/skills.ts";
import { type Surroundings, workflowPath } from "../core/task/task-plan.ts";
import type { Ports } from "../ports.ts";
import { type Ground, loadMore } from "./load-ground.ts";
import type { Unfinished } from "./write-step.ts";

/** Where skills of a repository stand, by the habits of the common agents. */
const skillFolders = [".claude/skills", ".github/skills", ".agents/skills", "skills"];
const mostSkills = 50;
const designFile = "DESIGN.md";

/** Reads what plans and routes stand on at the ground's commits; `routing` also reads the skills and DESIGN.md. */
export async function loadSurroundings(
  ports: Ports,
  ground: Ground,
  routing: boolean,
): Promise<{ kind: "around"; around: Surroundings } | Unfinished> {
  const { policy, policyFile } = ground;
  const workflows = Object.values(policy.agents).flatMap((agent) =>
    agent.workflow === undefined ? [] : [workflowPath(agent.workflow)],
  );
  const skillPaths = routing ? await skillFiles(ports, policyFile.commit) : { kind: "paths" as const, paths: [] };
  if (skillPaths.kind === "unfinished") return skillPaths;
  const wanted = [...new Set([...workflows, ...skillPaths.paths, ...(routing ? [designFile] : [])])];
  const more = await loadMore(ports, ground, { source: wanted });
  if (more.kind === "unfinished") return more;
  const { files } = more.snapshot.source;
  const skills: Skill[] = skillPaths.paths.flatMap((path) => {
    const file = files.get(path);
    const skill = file !== undefined && "text" in file ? readSkill(path, file.text) : null;
    return skill === null ? [] : [skill];
  });
  const blobs = workflows.flatMap((path) => {
    const file = files.get(path);
    return file === undefined ? [] : [[path, file.oid] as const];
  });
  return {
    kind: "around",
    around: {
      policy,
      workflowBlobs: new Map(blobs),
      skills,
      designContract: files.has(designFile) ? designFile : null,
      now: ports.clock.now(),
    },
  };
}

async function skillFiles(ports: Ports, commit: string): Promise<{ kind: "paths"; paths: string[] } | Unfinished> {
  const paths: string[] = [];
  for (const folder of skillFolders) {
    const below = await ports.repository.filesBelow(commit, folder);
    if (below.kind === "unknown") return { kind: "unfinished", reason: below.reason };
    paths.push(...below.paths.filter((path) => path.endsWith("/SKILL.md")));
  }
  return { kind: "paths", paths: paths.sort().slice(0, mostSkills) };
}
