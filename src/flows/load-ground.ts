// LOAD: the policy and the ledger files of a step, all at one commit of each branch.
import { type PolicyReading, type Problem, policyPaths, readPolicy } from "../core/policy/document.ts";
import { presets } from "../core/policy/presets.ts";
import type { Policy } from "../core/policy/schema.ts";
import { type Reason, reason } from "../core/say/reason.ts";
import type { PolicyFile } from "../core/task/open-task.ts";
import type { Ports, Repository, Snapshot, Want } from "../ports.ts";
import type { Unfinished } from "./write-step.ts";

/** What every step stands on. */
export interface Ground {
  policy: Policy;
  policyFile: PolicyFile;
  snapshot: Snapshot;
}

/** The part of a Want that a flow chooses. */
export type GroundWant = Omit<Want, "ledgerBranch" | "source" | "at">;

/** A step that has no ground: nothing to do here, or a policy that must be mended first. */
export interface NoGround {
  kind: "no_ground";
  outcome: "ignored" | "refused";
  reasons: Reason[];
  /** What was read all the same, so that a word can be said about it. */
  snapshot: Snapshot;
}

const usualBranch = "valp-ledger";

/**
 * Reads the policy from the default branch and the wanted files from the ledger branch that it names. One reading is
 * enough unless the policy names another branch than the usual one.
 */
export async function loadGround(
  ports: Ports,
  want: GroundWant,
): Promise<{ kind: "ground"; ground: Ground } | NoGround | Unfinished> {
  const first = await loadAt(ports, { ...want, ledgerBranch: usualBranch, source: policyPaths });
  if (first.kind !== "loaded") return first;
  const { files, commit } = first.snapshot.source;
  const present = policyPaths.flatMap((path) => {
    const file = files.get(path);
    return file === undefined ? [] : [{ path, file }];
  });
  const reading = parsePolicy(ports.repository, present);
  if (reading.kind === "absent" || commit === null) {
    return { kind: "no_ground", outcome: "ignored", reasons: [reason("no_policy")], snapshot: first.snapshot };
  }
  if (reading.kind === "invalid") {
    const reasons = [policyInvalid(reading.problems)];
    return { kind: "no_ground", outcome: "refused", reasons, snapshot: first.snapshot };
  }
  const blob = present.find((each) => each.path === reading.path)?.file.oid ?? "";
  const policyFile = { path: reading.path, commit, blob };
  const { branch } = reading.policy.ledger;
  const second =
    branch === usualBranch ? first : await loadAt(ports, { ...want, ledgerBranch: branch, source: policyPaths });
  if (second.kind !== "loaded") return second;
  const lost = await lostLedger(ports, reading.policy, second.snapshot);
  return lost ?? { kind: "ground", ground: { policy: reading.policy, policyFile, snapshot: second.snapshot } };
}

/**
 * A policy that names the ledger's first commit never starts over: a branch that is gone, or was replaced by one with
 * another beginning, stops every flow, because nothing else remembers what was recorded.
 */
async function lostLedger(ports: Ports, { ledger }: Policy, { ledger: read }: Snapshot): Promise<Unfinished | null> {
  if (ledger.genesis === undefined) return null;
  const missing: Unfinished = { kind: "unfinished", reason: reason("ledger_missing", { branch: ledger.branch }) };
  if (read.head === null) return missing;
  const answer = await ports.repository.descends(read.head, ledger.genesis);
  if (answer.kind === "unknown") return { kind: "unfinished", reason: answer.reason };
  return answer.descends ? null : missing;
}

/** A further reading of the same step, pinned to the commits of its ground. */
export async function loadMore(
  ports: Ports,
  ground: Ground,
  want: Partial<Pick<Want, "source" | "ledger" | "folders">>,
): Promise<{ kind: "loaded"; snapshot: Snapshot } | Unfinished> {
  return loadAt(ports, {
    ledgerBranch: ground.policy.ledger.branch,
    source: [],
    ledger: [],
    folders: [],
    ...want,
    at: { source: ground.snapshot.source.commit, ledger: ground.snapshot.ledger.head },
  });
}

function policyInvalid(problems: readonly Problem[]): Reason {
  const [first, ...more] = problems;
  const unknown = { path: policyPaths[0], line: 1, column: 1, message: "", hint: "" };
  return reason("policy_invalid", { ...(first ?? unknown), more: more.length });
}

async function loadAt(ports: Ports, want: Want): Promise<{ kind: "loaded"; snapshot: Snapshot } | Unfinished> {
  const answer = await ports.repository.load(want);
  return answer.kind === "loaded" ? answer : { kind: "unfinished", reason: answer.reason };
}

type PresentFile = { path: string; file: { text: string; oid: string } | { unreadable: string; oid: string } };

/** One process may handle thousands of events under one policy: the last one read stays parsed. */
const lastReading = new WeakMap<Repository, { key: string; reading: PolicyReading }>();

function parsePolicy(repository: Repository, present: readonly PresentFile[]): PolicyReading {
  const key = present.map(({ path, file }) => `${path}@${file.oid}`).join(" ");
  const known = lastReading.get(repository);
  if (known?.key === key) return known.reading;
  const reading = readPolicy(
    present.map(({ path, file }) =>
      "text" in file ? { path, text: file.text } : { path, unreadable: file.unreadable },
    ),
    presets,
  );
  lastReading.set(repository, { key, reading });
  return reading;
}
