// `mode: policy`: the policy as it stands at the run's commit, read through the API. Nothing of that commit is run.
import { dirname } from "node:path/posix";
import { type PolicyReading, type Problem, policyPaths, readPolicy } from "../core/policy/document.ts";
import { fixturePaths, runPolicyTests, type TestResult } from "../core/policy/policy-test.ts";
import { presets } from "../core/policy/presets.ts";
import { checkReport, invalidReport, type PolicyReport, testReport } from "../core/say/policy-report.ts";
import type { Reason } from "../core/say/reason.ts";
import type { Repository, Snapshot } from "../ports.ts";

/** What the check found: no policy, one with problems or failed tests, or that it could not be read. */
export type PolicyVerdict =
  | { kind: "trouble"; reason: Reason }
  | { kind: "absent" }
  | {
      kind: "checked";
      /** The policy file. */
      path: string;
      problems: readonly Problem[];
      warnings: readonly Problem[];
      tests: readonly TestResult[];
      reports: readonly PolicyReport[];
    };

/** Checks the policy at a commit and runs its tests; fixtures are read at the same commit, beside the policy. */
export async function checkPolicyAt(repository: Repository, sha: string): Promise<PolicyVerdict> {
  const first = await filesAt(repository, sha, policyPaths);
  if ("code" in first) return { kind: "trouble", reason: first };
  const present = policyPaths.flatMap((path) => {
    const file = first.get(path);
    return file === undefined ? [] : [{ path, file }];
  });
  const reading = readPolicy(
    present.map(({ path, file }) => ("text" in file ? { path, text: file.text } : { path, ...file })),
    presets,
  );
  if (reading.kind === "absent") return { kind: "absent" };
  if (reading.kind === "invalid") return invalid(present[0]?.path ?? policyPaths[0], reading);
  const { path, policy, warnings } = reading;
  const inFolder = (fixture: string) => `${dirname(path)}/${fixture}`;
  const names = fixturePaths(policy);
  const second = names.length === 0 ? new Map() : await filesAt(repository, sha, names.map(inFolder));
  if ("code" in second) return { kind: "trouble", reason: second };
  const fixtures = names.flatMap((name) => {
    const file = second.get(inFolder(name));
    // A missing fixture fails its own test, with its name.
    return file !== undefined && "text" in file ? [[name, file.text] as const] : [];
  });
  const tests = runPolicyTests(policy, new Map(fixtures));
  const reports = [checkReport(path, policy, warnings), testReport(path, tests)];
  return { kind: "checked", path, problems: [], warnings, tests, reports };
}

function invalid(path: string, reading: Extract<PolicyReading, { kind: "invalid" }>): PolicyVerdict {
  const reports = [invalidReport(path, reading)];
  return { kind: "checked", path, problems: reading.problems, warnings: [], tests: [], reports };
}

type Files = Snapshot["source"]["files"];

/** Files at the commit; the ledger is left out. */
async function filesAt(repository: Repository, sha: string, paths: readonly string[]): Promise<Files | Reason> {
  const at = { source: sha, ledger: null };
  const answer = await repository.load({ ledgerBranch: "valp-ledger", source: paths, ledger: [], folders: [], at });
  return answer.kind === "loaded" ? answer.snapshot.source.files : answer.reason;
}
