// One GraphQL query for everything a Want names, and its answer as facts. Whatever is not ours enters as a variable.
import * as z from "zod";
import type { Want } from "../ports.ts";
import type { RepositoryName } from "./client.ts";
import { type Entry, entrySchema, fileSelection, folderSelection } from "./tree-entries.ts";

/** A query with its variables. */
export interface SnapshotQuery {
  query: string;
  variables: Record<string, unknown>;
}

/** What a commit of one of the two branches holds, by the path it was asked under. */
export interface CommitFacts {
  oid: string;
  message: string;
  files: ReadonlyMap<string, Entry>;
  folders: ReadonlyMap<string, Entry>;
}

/** The answer, still as GitHub tells it. */
export interface SnapshotFacts {
  archived: boolean;
  defaultBranch: string | null;
  source: CommitFacts | null;
  ledger: CommitFacts | null;
  fromFork: boolean | null;
  comments: readonly { id: number; body: string; createdAt: string; own: boolean }[];
  labeled: readonly { id: string; createdAt: string; label: string; login: string | null; bot: boolean }[];
}

const folderDepth = 6;
const commentsSelection = "comments(last: 100) { nodes { fullDatabaseId body createdAt viewerDidAuthor } }";
const labeledSelection = (since: string) => `timelineItems(first: 100, itemTypes: [LABELED_EVENT], since: ${since}) {
  nodes { ... on LabeledEvent { id createdAt label { name } actor { __typename login } } } }`;

/** Builds the query. Aliases are counted, so that paths, branches and labels never become part of its text. */
export function snapshotQuery({ owner, repo }: RepositoryName, want: Want): SnapshotQuery {
  const asked = new Asked();
  const { at } = want;
  // Selections are made where they are used: a variable that nothing uses makes the whole query invalid.
  const source = () => asked.commit("s", want.source, []);
  const ledger = () => asked.commit("l", want.ledger, want.folders);
  const parts = ["isArchived"];
  if (at === undefined) {
    const ref = asked.variable("String!", `refs/heads/${want.ledgerBranch}`);
    parts.push(
      `defaultBranchRef { name target { ${source()} } }`,
      `ledger: ref(qualifiedName: ${ref}) { target { ${ledger()} } }`,
    );
  } else {
    parts.push("defaultBranchRef { name }");
    if (at.source !== null)
      parts.push(`source: object(oid: ${asked.variable("GitObjectID!", at.source)}) { ${source()} }`);
    if (at.ledger !== null)
      parts.push(`pinned: object(oid: ${asked.variable("GitObjectID!", at.ledger)}) { ${ledger()} }`);
  }
  if (want.commentsOn !== undefined) {
    parts.push(subject(asked, "talk", want.commentsOn, commentsSelection, "isCrossRepository"));
  }
  if (want.labelEvent !== undefined) {
    const selection = labeledSelection(asked.variable("DateTime!", want.labelEvent.since));
    parts.push(subject(asked, "labels", want.labelEvent.subject, selection));
  }
  const [ownerName, repoName] = [asked.variable("String!", owner), asked.variable("String!", repo)];
  return {
    query: `query(${asked.declarations()}) { repository(owner: ${ownerName}, name: ${repoName}) { ${parts.join(" ")} } }`,
    variables: asked.variables,
  };
}

function subject(asked: Asked, alias: string, number: number, selection: string, ofPullRequest = ""): string {
  const n = asked.variable("Int!", number);
  const kinds = `... on Issue { ${selection} } ... on PullRequest { ${ofPullRequest} ${selection} }`;
  return `${alias}: issueOrPullRequest(number: ${n}) { ${kinds} }`;
}

/** The variables of a query under construction. */
class Asked {
  readonly variables: Record<string, unknown> = {};
  readonly #declared: string[] = [];

  /** A new variable, as it stands in the query. */
  variable(type: string, value: unknown): string {
    const name = `v${this.#declared.length}`;
    this.variables[name] = value;
    this.#declared.push(`$${name}: ${type}`);
    return `$${name}`;
  }

  declarations(): string {
    return this.#declared.join(", ");
  }

  /** Selection of a commit with files and folders, aliased by letter and place in the Want. */
  commit(letter: string, files: readonly string[], folders: readonly string[]): string {
    const one = (alias: string, path: string, selection: string) =>
      `${alias}: file(path: ${this.variable("String!", path)}) { ${selection} }`;
    const parts = [
      ...files.map((path, n) => one(`${letter}${n}`, path, fileSelection)),
      ...folders.map((path, n) => one(`${letter}f${n}`, path, folderSelection(folderDepth, true))),
    ];
    return `oid ... on Commit { message ${parts.join(" ")} }`;
  }
}

const commitSchema = z.object({ oid: z.string(), message: z.string() }).catchall(entrySchema.nullable());

const commentSchema = z.object({
  fullDatabaseId: z.union([z.string(), z.number()]).nullable(),
  body: z.string(),
  createdAt: z.string(),
  viewerDidAuthor: z.boolean(),
});

const labeledSchema = z.object({
  id: z.string(),
  createdAt: z.string(),
  label: z.object({ name: z.string() }),
  actor: z.object({ __typename: z.string(), login: z.string() }).nullable(),
});

const answerSchema = z.object({
  isArchived: z.boolean(),
  defaultBranchRef: z.object({ name: z.string(), target: commitSchema.nullish() }).nullable(),
  ledger: z.object({ target: commitSchema.nullable() }).nullish(),
  source: commitSchema.nullish(),
  pinned: commitSchema.nullish(),
  talk: z
    .object({
      isCrossRepository: z.boolean().optional(),
      comments: z.object({ nodes: z.array(commentSchema.nullable()).nullable() }).optional(),
    })
    .nullish(),
  labels: z
    .object({ timelineItems: z.object({ nodes: z.array(labeledSchema.nullable()).nullable() }).optional() })
    .nullish(),
});

/** Reads the `repository` of an answer to {@link snapshotQuery}; null when it has another shape than asked for. */
export function snapshotFacts(repository: unknown, want: Want): SnapshotFacts | null {
  const read = answerSchema.safeParse(repository);
  if (!read.success) return null;
  const { defaultBranchRef, ledger, source, pinned, talk, labels, isArchived } = read.data;
  const sourceCommit = want.at ? source : defaultBranchRef?.target;
  const ledgerCommit = want.at ? pinned : ledger?.target;
  return {
    archived: isArchived,
    defaultBranch: defaultBranchRef?.name ?? null,
    source: sourceCommit ? commitFacts(sourceCommit, "s", want.source, []) : null,
    ledger: ledgerCommit ? commitFacts(ledgerCommit, "l", want.ledger, want.folders) : null,
    fromFork: talk?.isCrossRepository ?? null,
    comments: present(talk?.comments?.nodes).flatMap((node) =>
      node.fullDatabaseId === null
        ? []
        : [
            {
              id: Number(node.fullDatabaseId),
              body: node.body,
              createdAt: node.createdAt,
              own: node.viewerDidAuthor,
            },
          ],
    ),
    labeled: present(labels?.timelineItems?.nodes).map((node) => ({
      id: node.id,
      createdAt: node.createdAt,
      label: node.label.name,
      login: node.actor?.login ?? null,
      bot: node.actor?.__typename === "Bot",
    })),
  };
}

function commitFacts(
  commit: z.infer<typeof commitSchema>,
  letter: string,
  files: readonly string[],
  folders: readonly string[],
): CommitFacts {
  const entries = (paths: readonly string[], prefix: string) =>
    new Map(
      paths.flatMap((path, n) => {
        const entry = commit[`${prefix}${n}`];
        return typeof entry === "object" && entry !== null ? [[path, entry] as const] : [];
      }),
    );
  return {
    oid: commit.oid,
    message: commit.message,
    files: entries(files, letter),
    folders: entries(folders, `${letter}f`),
  };
}

function present<T>(nodes: readonly (T | null)[] | null | undefined): T[] {
  return (nodes ?? []).filter((node) => node !== null);
}
