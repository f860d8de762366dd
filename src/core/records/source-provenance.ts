// Which implementation wrote a state. Only what is known is said, and nothing about the machine.
import * as z from "zod";
import { word } from "./vocabulary.ts";

const oid = z.string().regex(/^[0-9a-f]{40,64}$/);

const observation = z
  .strictObject({
    status: z.enum(["resolved_clean", "resolved_dirty", "unavailable"]),
    implementation_id: word,
    invoked_entrypoint: word,
    resolved_entrypoint: word,
    source_root: word,
    observed_at: word,
    vcs: z.strictObject({
      kind: z.enum(["git", "none"]),
      commit: oid.nullable(),
      tree: oid.nullable(),
      worktree_status: z.enum(["clean", "dirty", "unavailable"]),
    }),
  })
  .refine(({ status, vcs }) => {
    if (status === "unavailable") {
      return vcs.kind === "none" && vcs.commit === null && vcs.tree === null && vcs.worktree_status === "unavailable";
    }
    const worktree = status === "resolved_clean" ? "clean" : "dirty";
    return vcs.kind === "git" && vcs.commit !== null && vcs.tree !== null && vcs.worktree_status === worktree;
  }, "status and version control agree");

/** state.json#source_provenance, closed (appendix source-provenance). */
export const sourceProvenanceSchema = z.strictObject({
  schema_version: z.literal("valp-source-provenance.v1"),
  task_start: observation.nullable(),
  last_observed: observation,
});

/** The provenance as recorded. */
export type SourceProvenance = z.output<typeof sourceProvenanceSchema>;

/**
 * The provenance of a new state. A shipped bundle knows neither its checkout nor its commit, and the same record must
 * come from every door, so all of this is unavailable or unknown. `now` is a record time.
 */
export function sourceProvenance(now: string): SourceProvenance {
  const seen = {
    status: "unavailable",
    implementation_id: "valp-github",
    invoked_entrypoint: "unknown",
    resolved_entrypoint: "unknown",
    source_root: "unknown",
    observed_at: now,
    vcs: { kind: "none", commit: null, tree: null, worktree_status: "unavailable" },
  } as const;
  return { schema_version: "valp-source-provenance.v1", task_start: seen, last_observed: seen };
}
