// The REST routes that the stand-in answers itself: git data on the real repository, comparison, roles, reactions.
import type { Role } from "../../../src/ports.ts";
import { StoreRefusal, type TreeEdit } from "./git-store.ts";
import type { State } from "./state.ts";

/** An answer of ours. */
export interface Reply {
  status: number;
  data: unknown;
}

type Handler = (state: State, parts: string[], body: unknown) => Reply | Promise<Reply>;

const repository = "^/repos/([^/]+)/([^/]+)";
const table: [method: string, path: RegExp, handle: Handler][] = [
  ["GET", new RegExp(`${repository}/git/blobs/([^/]+)$`), getBlob],
  ["POST", new RegExp(`${repository}/git/blobs$`), postBlob],
  ["POST", new RegExp(`${repository}/git/trees$`), postTree],
  ["GET", new RegExp(`${repository}/git/commits/([^/]+)$`), getCommit],
  ["POST", new RegExp(`${repository}/git/commits$`), postCommit],
  ["GET", new RegExp(`${repository}/git/ref/([^/]+)$`), getRef],
  ["POST", new RegExp(`${repository}/git/refs$`), postRef],
  ["PATCH", new RegExp(`${repository}/git/refs/([^/]+)$`), patchRef],
  ["GET", new RegExp(`${repository}/rules/branches/([^/]+)$`), rulesOf],
  ["GET", new RegExp(`${repository}/compare/([^/]+)$`), compare],
  ["GET", new RegExp(`${repository}/contents/([^/]+)$`), getContents],
  ["PUT", new RegExp(`${repository}/contents/([^/]+)$`), putContents],
  ["GET", new RegExp(`${repository}/collaborators/([^/]+)/permission$`), permission],
  ["POST", new RegExp(`${repository}/issues/comments/([^/]+)/reactions$`), react],
];

/** Our answer to a request, null when it is emulate's to answer. Path parts arrive decoded. */
export async function ownReply(state: State, method: string, path: string, body: unknown): Promise<Reply | null> {
  for (const [verb, pattern, handle] of table) {
    const match = verb === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const [owner, repo, ...parts] = match.slice(1).map(decodeURIComponent);
    if (!isOurs(state, owner ?? "", repo ?? "")) return notFound;
    const refusal = writeRefusal(state, method, path);
    return refusal ?? handle(state, parts, body);
  }
  return null;
}

/** The rules that hold on a branch; details that nobody here reads are left out. */
function rulesOf({ faults }: State): Reply {
  const guards = faults.branchRules.map((type) => ({ type, ruleset_source_type: "Repository", ruleset_id: 1 }));
  return { status: 200, data: guards };
}

/** What stops any write of that kind, as GitHub answers it; null when nothing does. */
export function writeRefusal({ faults }: State, method: string, path: string): Reply | null {
  if (method === "GET") return null;
  if (faults.archived) return said(403, "Repository was archived so is read-only.");
  const needs = /\/(git|contents)\//.test(path) ? "contents" : "issues";
  return faults.denied.has(needs) ? said(403, "Resource not accessible by integration") : null;
}

/** An error body as GitHub sends it. */
export function said(status: number, message: string, errors?: unknown[]): Reply {
  const data = { message, ...(errors ? { errors } : {}), documentation_url: "https://docs.github.com/rest" };
  return { status, data: { ...data, status: String(status) } };
}

const notFound = said(404, "Not Found");
const emptyRepository = said(409, "Git Repository is empty.");

/** Names are compared as GitHub compares them. */
export function isOurs(state: State, owner: string, repo: string): boolean {
  return owner.toLowerCase() === state.owner.toLowerCase() && repo.toLowerCase() === state.repo.toLowerCase();
}

/** The refusal of a branch's rule, in GitHub's words for REST. */
export function ruleSaid({ faults }: State, branch: string): string | null {
  switch (faults.branchRule) {
    case "protection":
      return `Cannot update this protected ref. At least 1 approving review is required by reviewers with write access. (${branch})`;
    case "ruleset":
      return "Repository rule violations found\n\nChanges must be made through a pull request.\n\n";
    case "signatures":
      return "Repository rule violations found\n\nCommits must have verified signatures.\n\n";
    case null:
      return null;
  }
}

/** Somebody else moves the branch, when the test asked for it. */
export function overtake(state: State, branch: string): void {
  if (state.faults.overtaken === 0) return;
  state.faults.overtaken--;
  state.store.plant(branch, { [`others/${state.faults.overtaken}-${Date.now()}.txt`]: "somebody else's" });
}

/** Moves a branch and remembers where it stood. */
export function moveRef(state: State, branch: string, to: string): void {
  state.previousHeads.set(branch, state.store.head(branch));
  state.store.setRef(`refs/heads/${branch}`, to);
}

function getBlob({ store }: State, [oid = ""]: string[]): Reply {
  if (store.isEmpty()) return emptyRepository;
  const bytes = store.blob(oid);
  if (bytes === null) return notFound;
  // GitHub breaks base64 into lines.
  const content = bytes.toString("base64").replaceAll(/(.{60})/g, "$1\n");
  return { status: 200, data: { sha: oid, node_id: "B_1", size: bytes.length, url: "", content, encoding: "base64" } };
}

function postBlob({ store }: State, _parts: string[], body: unknown): Reply {
  if (store.isEmpty()) return emptyRepository;
  const { content, encoding } = body as { content: string; encoding?: string };
  const bytes = Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
  return { status: 201, data: { sha: store.writeBlob(bytes), url: "" } };
}

function postTree({ store }: State, _parts: string[], body: unknown): Reply {
  if (store.isEmpty()) return emptyRepository;
  const { base_tree, tree } = body as { base_tree?: string; tree: TreeEdit[] };
  try {
    return {
      status: 201,
      data: { sha: store.writeTree(base_tree ?? null, tree), url: "", truncated: false, tree: [] },
    };
  } catch (error) {
    if (error instanceof StoreRefusal) return said(422, error.message);
    throw error;
  }
}

function getCommit({ store }: State, [oid = ""]: string[]): Reply {
  if (store.typeOf(oid) !== "commit") return notFound;
  const { tree, parents, message } = store.commit(oid);
  return { status: 200, data: { sha: oid, tree: { sha: tree }, parents: parents.map((sha) => ({ sha })), message } };
}

function postCommit({ store }: State, _parts: string[], body: unknown): Reply {
  if (store.isEmpty()) return emptyRepository;
  const { message, tree, parents } = body as { message: string; tree: string; parents?: string[] };
  if (store.typeOf(tree) !== "tree") return said(422, "Tree SHA does not exist");
  const sha = store.writeCommit(tree, parents ?? [], message);
  return { status: 201, data: { sha, tree: { sha: tree }, parents: (parents ?? []).map((each) => ({ sha: each })) } };
}

function getRef({ store }: State, [ref = ""]: string[]): Reply {
  if (store.isEmpty()) return emptyRepository;
  const sha = store.head(ref.replace(/^heads\//, ""));
  return sha === null ? notFound : { status: 200, data: { ref: `refs/${ref}`, object: { type: "commit", sha } } };
}

function postRef(state: State, _parts: string[], body: unknown): Reply {
  const { store } = state;
  if (store.isEmpty()) return emptyRepository;
  const { ref, sha } = body as { ref: string; sha: string };
  const branch = ref.replace(/^refs\/heads\//, "");
  const rule = ruleSaid(state, branch);
  if (rule !== null) return said(422, rule);
  overtake(state, branch);
  if (store.head(branch) !== null) return said(422, "Reference already exists");
  if (store.typeOf(sha) !== "commit") return said(422, "Object does not exist");
  moveRef(state, branch, sha);
  return { status: 201, data: { ref, object: { type: "commit", sha } } };
}

function patchRef(state: State, [ref = ""]: string[], body: unknown): Reply {
  const { store } = state;
  const { sha, force } = body as { sha: string; force?: boolean };
  const branch = ref.replace(/^heads\//, "");
  const rule = ruleSaid(state, branch);
  if (rule !== null) return said(422, rule);
  overtake(state, branch);
  const head = store.head(branch);
  if (head === null) return said(422, "Reference does not exist");
  const forward = store.run(["merge-base", "--is-ancestor", head, sha]).status === 0;
  if (!forward && force !== true) return said(422, "Update is not a fast forward");
  moveRef(state, branch, sha);
  return { status: 200, data: { ref: `refs/${ref}`, object: { type: "commit", sha } } };
}

const statuses: Record<string, string> = { A: "added", M: "modified", D: "removed", T: "changed" };

function compare({ store }: State, [basehead = ""]: string[]): Reply {
  const [from = "", to = ""] = basehead.split("...");
  const commitOf = (name: string) => {
    const done = store.run(["rev-parse", "--verify", "--quiet", `${name}^{commit}`]);
    return done.status === 0 ? done.stdout.toString().trim() : null;
  };
  const [base, head] = [commitOf(from), commitOf(to)];
  if (base === null || head === null) return notFound;
  const ancestor = store.run(["merge-base", base, head]).stdout.toString().trim();
  if (ancestor === "") return said(404, "No common ancestor between the two commits");
  const status = base === head ? "identical" : ancestor === base ? "ahead" : ancestor === head ? "behind" : "diverged";
  const parts = store.git(["diff", "--raw", "-z", "-M", "--no-abbrev", ancestor, head]).split("\0").slice(0, -1);
  const files: unknown[] = [];
  while (parts.length > 0) {
    const [, , before, after, mark = ""] = (parts.shift() ?? "").split(" ");
    const [first, second] = [parts.shift(), /^[RC]/.test(mark) ? parts.shift() : undefined];
    files.push({
      filename: second ?? first,
      sha: mark === "D" ? before : after,
      status: second === undefined ? statuses[mark] : "renamed",
      ...(second === undefined ? {} : { previous_filename: first }),
    });
  }
  return {
    status: 200,
    data: { status, merge_base_commit: { sha: ancestor }, commits: [], files: files.slice(0, 300) },
  };
}

function getContents({ store }: State, [path = ""]: string[]): Reply {
  const head = store.head("main");
  const entry = head === null ? undefined : store.tree(head).get(path);
  if (entry?.type !== "blob") return notFound;
  const content = store.blob(entry.oid)?.toString("base64") ?? "";
  return { status: 200, data: { type: "file", encoding: "base64", path, sha: entry.oid, content } };
}

function putContents({ store }: State, [path = ""]: string[], body: unknown): Reply {
  const { content, branch, sha } = body as { content: string; branch?: string; sha?: string };
  const where = branch ?? "main";
  const head = store.head(where);
  const standing = head === null ? undefined : store.tree(head).get(path);
  if (standing !== undefined && standing.oid !== sha) return said(409, `${path} does not match ${sha ?? ""}`);
  const commit = store.plant(where, { [path]: Buffer.from(content, "base64") });
  return { status: standing ? 200 : 201, data: { content: { path }, commit: { sha: commit } } };
}

const ranks: [name: string, from: Role[]][] = [
  ["pull", ["read", "triage", "write", "maintain", "admin"]],
  ["triage", ["triage", "write", "maintain", "admin"]],
  ["push", ["write", "maintain", "admin"]],
  ["maintain", ["maintain", "admin"]],
  ["admin", ["admin"]],
];

/** Everybody reads a public repository; the legacy field knows four roles only; apps are no users. */
async function permission(state: State, [login = ""]: string[]): Promise<Reply> {
  const known = state.people.find((each) => each.toLowerCase() === login.toLowerCase());
  const user = await state.ask("GET", `/users/${encodeURIComponent(known ?? login)}`);
  if (user.status !== 200) return said(404, `${login} is not a user`);
  const { role, custom } = state.roles.get(login.toLowerCase()) ?? { role: "read" as const };
  const legacy = role === "maintain" ? "write" : role === "triage" ? "read" : role;
  const permissions = Object.fromEntries(ranks.map(([name, from]) => [name, from.includes(role)]));
  const roleName = custom ?? role;
  const facts = { ...(user.data as Record<string, unknown>), permissions, role_name: roleName };
  return { status: 200, data: { permission: legacy, role_name: roleName, user: facts } };
}

async function react(state: State, [id = ""]: string[], body: unknown): Promise<Reply> {
  const comment = await state.ask("GET", `/repos/${state.owner}/${state.repo}/issues/comments/${id}`);
  if (comment.status !== 200) return notFound;
  const { content } = body as { content: string };
  state.reactions.push({ subject: `issue_comment:${id}`, content });
  return { status: 201, data: { id: state.reactions.length, node_id: "R_1", user: null, content, created_at: "" } };
}
