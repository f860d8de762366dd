// GraphQL of the stand-in: every query is validated against GitHub's published schema, then run on the real repository.
import { schema as published } from "@octokit/graphql-schema";
import { buildSchema, execute, GraphQLError, type GraphQLSchema, parse, validate } from "graphql";
import { isOurs, moveRef, overtake, ruleSaid } from "./git-routes.ts";
import { StoreRefusal, type TreeLine } from "./git-store.ts";
import type { LabelEvent, State } from "./state.ts";

/** A GraphQL answer; `problem` is set when GitHub would not have understood the query. */
export interface GraphqlReply {
  data: unknown;
  errors?: unknown[];
  problem?: string;
}

let schema: GraphQLSchema | null = null;

function githubSchema(): GraphQLSchema {
  schema ??= buildSchema(published.idl, { assumeValid: true });
  return schema;
}

/** Runs a query in the name of `viewer`. */
export async function answerGraphql(
  state: State,
  request: { query: string; variables?: Record<string, unknown> | undefined },
  viewer: string,
): Promise<GraphqlReply> {
  if (state.faults.withoutCommitMutation && /createCommitOnBranch/.test(request.query)) return tooOld;
  let document: ReturnType<typeof parse>;
  try {
    document = parse(request.query);
  } catch (error) {
    return { data: null, errors: [{ message: String(error) }], problem: String(error) };
  }
  const problems = validate(githubSchema(), document);
  if (problems.length > 0) {
    const text = problems.map((problem) => problem.message).join("; ");
    return { data: null, errors: problems.map(({ message }) => ({ message })), problem: text };
  }
  const { data, errors } = await execute({
    schema: githubSchema(),
    document,
    rootValue: root(state, viewer),
    variableValues: request.variables,
  });
  if (errors === undefined) return { data };
  const wrongVariables = errors.find((error) => error.path === undefined);
  return {
    data: data ?? null,
    errors: errors.map(asGitHubTells),
    ...(wrongVariables ? { problem: wrongVariables.message } : {}),
  };
}

const tooOld: GraphqlReply = {
  data: null,
  errors: [
    {
      path: ["mutation", "createCommitOnBranch"],
      extensions: { code: "undefinedField", typeName: "Mutation", fieldName: "createCommitOnBranch" },
      locations: [{ line: 2, column: 3 }],
      message: "Field 'createCommitOnBranch' doesn't exist on type 'Mutation'",
    },
  ],
};

function asGitHubTells(error: GraphQLError): unknown {
  const { type } = error.extensions;
  const { message, path, locations } = error;
  return { ...(type === undefined ? {} : { type }), path, locations, message };
}

function refusal(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}

interface CommitInput {
  branch: { repositoryNameWithOwner: string; branchName: string };
  expectedHeadOid: string;
  message: { headline: string; body?: string };
  fileChanges?: { additions?: { path: string; contents: string }[]; deletions?: { path: string }[] };
}

function root(state: State, viewer: string) {
  return {
    repository({ owner, name }: { owner: string; name: string }) {
      if (isOurs(state, owner, name)) return repository(state, viewer);
      throw refusal("NOT_FOUND", `Could not resolve to a Repository with the name '${owner}/${name}'.`);
    },
    createCommitOnBranch: ({ input }: { input: CommitInput }) => createCommit(state, input),
    addReaction({ input }: { input: { subjectId: string; content: string } }) {
      if (state.faults.denied.has("issues")) throw refusal("FORBIDDEN", "Resource not accessible by integration");
      state.reactions.push({ subject: input.subjectId, content: input.content });
      return { reaction: { content: input.content } };
    },
  };
}

function repository(state: State, viewer: string) {
  const { store, faults } = state;
  return {
    isArchived: faults.archived,
    defaultBranchRef() {
      const head = store.head("main");
      return head === null ? null : { name: "main", target: commit(state, head) };
    },
    ref({ qualifiedName }: { qualifiedName: string }) {
      const branch = qualifiedName.replace(/^refs\/heads\//, "");
      const head = headSeen(state, branch);
      return head === null ? null : { name: branch, target: commit(state, head) };
    },
    object({ oid }: { oid?: string }) {
      if (oid === undefined || !/^[0-9a-f]{40}$/.test(oid)) throw refusal("UNPROCESSABLE", "GitObjectID is invalid");
      return store.typeOf(oid) === "commit" ? commit(state, oid) : null;
    },
    async issueOrPullRequest({ number }: { number: number }) {
      const issue = await state.ask("GET", `/repos/${state.owner}/${state.repo}/issues/${number}`);
      const events = state.labelEvents.filter((event) => event.issue === number);
      if (issue.status === 200 || events.length > 0) return subject(state, viewer, number);
      throw refusal("NOT_FOUND", `Could not resolve to an issue or pull request with the number of ${number}.`);
    },
  };
}

function headSeen(state: State, branch: string): string | null {
  const { faults, previousHeads } = state;
  if (faults.laggingReads > 0 && previousHeads.has(branch)) {
    faults.laggingReads--;
    return previousHeads.get(branch) ?? null;
  }
  return state.store.head(branch);
}

function commit(state: State, oid: string): object {
  const { store } = state;
  return {
    __typename: "Commit",
    oid,
    message: () => store.commit(oid).message,
    file({ path }: { path: string }) {
      const entry = store.tree(oid).get(path);
      return entry === undefined ? null : treeEntry(state, oid, entry);
    },
  };
}

function treeEntry(state: State, root: string, { path, mode, type, oid }: TreeLine): object {
  return {
    name: path.split("/").at(-1),
    path,
    mode,
    type,
    oid,
    object: () => (type === "blob" ? blob(state, oid) : type === "tree" ? tree(state, root, path, oid) : null),
  };
}

function tree(state: State, root: string, path: string, oid: string): object {
  const below = `${path}/`;
  return {
    __typename: "Tree",
    oid,
    entries: () =>
      [...state.store.tree(root).values()]
        .filter((entry) => entry.path.startsWith(below) && !entry.path.slice(below.length).includes("/"))
        .map((entry) => treeEntry(state, root, entry)),
  };
}

/** Text as people get it there: cut when long, repaired when odd, without a byte order mark. */
function blob(state: State, oid: string): object {
  const bytes = state.store.blob(oid) ?? Buffer.alloc(0);
  const isBinary = bytes.includes(0);
  const isTruncated = bytes.length > state.faults.truncateAt;
  const text = new TextDecoder().decode(bytes.subarray(0, state.faults.truncateAt));
  return { __typename: "Blob", oid, byteSize: bytes.length, isBinary, isTruncated, text: isBinary ? null : text };
}

interface RestComment {
  id: number;
  body: string;
  created_at: string;
}

function subject(state: State, viewer: string, number: number): object {
  const fromFork = state.pulls.get(number);
  return {
    __typename: fromFork === undefined ? "Issue" : "PullRequest",
    isCrossRepository: fromFork ?? null,
    number,
    async comments({ last }: { last: number }) {
      const all = await everyPage<RestComment>(state, `issues/${number}/comments`);
      const nodes = all.slice(-last).map((comment) => ({
        fullDatabaseId: String(comment.id),
        body: comment.body,
        createdAt: comment.created_at,
        viewerDidAuthor: state.commentAuthors.get(comment.id) === viewer,
      }));
      return { nodes };
    },
    async timelineItems({ first, since }: { first: number; since?: string }) {
      if (state.faults.hiddenLabelReads > 0) {
        state.faults.hiddenLabelReads--;
        return { nodes: [] };
      }
      const events = [...(await recordedLabels(state, number)), ...state.labelEvents]
        .filter((event) => event.issue === number && Date.parse(event.createdAt) >= Date.parse(since ?? "1970-01-01"))
        .sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
      return { nodes: events.slice(0, first).map(labeledEvent) };
    },
  };
}

function labeledEvent({ id, label, login, bot, createdAt }: LabelEvent): object {
  return {
    __typename: "LabeledEvent",
    id,
    createdAt,
    label: { name: label },
    // GraphQL names bots without the ending that webhooks and REST give them.
    actor: login === null ? null : { __typename: bot ? "Bot" : "User", login: login.replace(/\[bot\]$/, "") },
  };
}

interface RestEvent {
  id: number;
  event: string;
  created_at: string;
  label: { name: string } | null;
  actor: { login: string; type: string } | null;
}

async function recordedLabels(state: State, number: number): Promise<LabelEvent[]> {
  const events = await everyPage<RestEvent>(state, `issues/${number}/events`);
  return events.flatMap(({ id, event, created_at, label, actor }) =>
    event !== "labeled" || label === null
      ? []
      : [
          {
            id: `LE_${number}_${id}`,
            issue: number,
            label: label.name,
            login: actor?.login ?? null,
            bot: actor?.type === "Bot",
            createdAt: created_at,
          },
        ],
  );
}

async function everyPage<T>(state: State, what: string): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const path = `/repos/${state.owner}/${state.repo}/${what}?per_page=100&page=${page}`;
    const { status, data } = await state.ask("GET", path);
    const items = status === 200 ? (data as T[]) : [];
    all.push(...items);
    if (items.length < 100) return all;
  }
}

function createCommit(state: State, { branch, expectedHeadOid, message, fileChanges }: CommitInput) {
  const { store, faults } = state;
  const [owner = "", repo = ""] = branch.repositoryNameWithOwner.split("/");
  if (!isOurs(state, owner, repo)) {
    throw refusal("NOT_FOUND", `Could not resolve to a Repository with the name '${branch.repositoryNameWithOwner}'.`);
  }
  const name = branch.branchName.replace(/^refs\/heads\//, "");
  if (faults.archived) throw refusal("UNPROCESSABLE", "Repository was archived so is read-only.");
  if (faults.denied.has("contents")) throw refusal("FORBIDDEN", "Resource not accessible by integration");
  overtake(state, name);
  const head = store.head(name);
  if (head === null) throw refusal("NOT_FOUND", "Branch not found");
  // The mutation signs its commits, so a rule that asks for signatures does not stop it.
  const rule = faults.branchRule === "signatures" ? null : ruleSaid(state, name);
  if (rule !== null) {
    throw refusal(faults.branchRule === "protection" ? "BRANCH_PROTECTION_RULE_VIOLATION" : "UNPROCESSABLE", rule);
  }
  if (head !== expectedHeadOid) {
    throw refusal(
      "STALE_DATA",
      `Expected branch to point to "${expectedHeadOid}" but it did not.  Pull and try again.`,
    );
  }
  const text = message.body ? `${message.headline}\n\n${message.body}` : message.headline;
  const oid = store.writeCommit(newTree(state, head, fileChanges), [head], text);
  moveRef(state, name, oid);
  return { commit: commit(state, oid) };
}

function newTree(state: State, head: string, fileChanges: CommitInput["fileChanges"]): string {
  try {
    return state.store.writeTree(head, [
      ...(fileChanges?.deletions ?? []).map(({ path }) => ({ path, sha: null })),
      ...(fileChanges?.additions ?? []).map(({ path, contents }) => ({
        path,
        content: Buffer.from(contents, "base64"),
      })),
    ]);
  } catch (error) {
    if (error instanceof StoreRefusal) throw refusal("UNPROCESSABLE", error.message);
    throw error;
  }
}
