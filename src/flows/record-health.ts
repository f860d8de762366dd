// Keeps the result of a health check on the ledger branch, where the health gate is looked for.
import { jsonFile } from "../core/records/format.ts";
import type { HealthGate } from "../core/records/health-gate.ts";
import type { Reason } from "../core/say/reason.ts";
import { healthGatePath } from "../core/task/ledger-path.ts";
import type { Ports } from "../ports.ts";
import { loadGround } from "./load-ground.ts";
import { writeStep } from "./write-step.ts";

/** Where the gate was recorded, or why not. */
export type Recorded = { kind: "recorded"; commit: string | null } | { kind: "refused"; reasons: Reason[] };

/** One commit with the gate; a later check replaces an earlier one. */
export async function recordHealth(ports: Ports, gate: HealthGate): Promise<Recorded> {
  const step = await writeStep<Recorded>(ports, async () => {
    const loaded = await loadGround(ports, { ledger: [], folders: [] });
    if (loaded.kind === "unfinished") return loaded;
    if (loaded.kind === "no_ground") {
      return { kind: "settled", ledger: null, value: { kind: "refused", reasons: loaded.reasons } };
    }
    const { snapshot, policy } = loaded.ground;
    return {
      kind: "write",
      ledger: snapshot.ledger,
      draft: {
        ledgerBranch: policy.ledger.branch,
        subject: `valp: health check ${gate.status === "pass" ? "passed" : "failed"}`,
        trailers: [["VALP-Actor", gate.dry_run_shown_to]],
        changes: [{ path: healthGatePath, text: jsonFile(gate) }],
        deletions: [],
      },
      wrote: (commit) => ({ kind: "recorded", commit }),
    };
  });
  return step.kind === "done" ? step.value : { kind: "refused", reasons: [step.reason] };
}
