// Claims in Markdown: lines that say something was built, tested or verified, and whether their file shows it.
import { claimsOf, showsEvidence } from "../evidence/claims.ts";
import { auditSays as says } from "../say/audit-text.ts";
import { type AuditedTask, type Finding, fail, pass } from "./audited-task.ts";
import { isSet, objectOf, textsOf } from "./loose-json.ts";

/** Everything that ends a line for the reference tools. */
const lineEnds = "\\n\\v\\f\\r\\x1c-\\x1e\\x85\\u2028\\u2029";
const lineEnd = new RegExp(`\\r\\n|[${lineEnds}]`, "u");

/** The lines of a Markdown text, as the reference tools split them. */
export function linesOf(text: string): string[] {
  return text.split(lineEnd);
}

/** The first back-ticked item of every line below `## Expected Evidence` (contract section 16). */
export function expectedInTask(taskMd: string): string[] {
  const refs: string[] = [];
  let inside = false;
  for (const line of linesOf(taskMd).map((each) => each.trim())) {
    if (line.toLowerCase().startsWith("## expected evidence")) inside = true;
    else if (inside && line.startsWith("## ")) break;
    else if (inside) refs.push(...(/`([^`]+)`/.exec(line)?.slice(1) ?? []));
  }
  return refs;
}

/** The lines below a second-level heading, in any case, up to the next one; empty where there is none. */
export function sectionOf(taskMd: string, heading: string): string {
  const section: string[] = [];
  let inside = false;
  for (const line of linesOf(taskMd)) {
    const stripped = line.trim();
    if (!stripped.startsWith("## ")) {
      if (inside) section.push(line);
      continue;
    }
    if (inside) break;
    inside = stripped.slice(3).trim().toLowerCase() === heading;
  }
  return section.join("\n").trim();
}

const never = ["dispatch.md", "context-compression.md"];

/** Item 27, claim_evidence. */
export function claimEvidence(task: AuditedTask): Finding {
  const files = [...task.folder.files.keys()]
    .filter((path) => /^(?:agents|evidence)\/.*\.md$|^final-synthesis\.md$/s.test(path))
    .filter((path) => !never.includes(path.slice(path.lastIndexOf("/") + 1)));
  const bare = files.sort().filter((path) => {
    const text = task.text(path);
    return claimsOf(text).length > 0 && !isShown(task, text) && !isSupported(task, path);
  });
  return bare.length > 0 ? fail(says.bareClaims(bare)) : pass(says.claimsShown);
}

/** Whether evidence-status.json calls the file valid and names another file that shows something. */
function isSupported(task: AuditedTask, path: string): boolean {
  const record = task.json("evidence-status.json");
  const entry = objectOf(objectOf(isSet(record.evidence) ? record.evidence : record.items)[path]);
  if (entry.status !== "valid") return false;
  return textsOf(entry.supporting_refs).some(
    (ref) => ref !== path && task.isLocal(ref) && isShown(task, task.text(ref)),
  );
}

function isShown(task: AuditedTask, text: string): boolean {
  return showsEvidence(text, (ref) => task.exists(ref));
}
