// `policy check | test | explain`: a policy file on a laptop, without a repository.
import { isUtf8 } from "node:buffer";
import { dirname, resolve } from "node:path";
import { readEvent } from "../core/events/read-event.ts";
import { type PolicyReading, policyPaths, readPolicy } from "../core/policy/document.ts";
import { matchRules } from "../core/policy/match.ts";
import { fixturePaths, runPolicyTests } from "../core/policy/policy-test.ts";
import { presets } from "../core/policy/presets.ts";
import { unreadableBecause } from "../core/say/ledger-reasons.ts";
import { checkReport, explainReport, invalidReport, type PolicyReport, testReport } from "../core/say/policy-report.ts";
import { readBytes, readJson, readText } from "./read-input.ts";

/** Checks one file. Throws UsageProblem when it cannot be read. */
export function checkPolicyFile(file: string): PolicyReport {
  const reading = readFile(file);
  return reading.kind === "policy" ? checkReport(file, reading.policy, reading.warnings) : invalidReport(file, reading);
}

/** Runs the tests of one file; fixtures stand beside it. */
export function testPolicyFile(file: string): PolicyReport {
  const reading = readFile(file);
  if (reading.kind !== "policy") return invalidReport(file, reading);
  const folder = dirname(resolve(file));
  const fixtures = fixturePaths(reading.policy).flatMap((path) => {
    try {
      return [[path, readText(resolve(folder, path))] as const];
    } catch {
      // A missing fixture fails its own test, with its name.
      return [];
    }
  });
  return testReport(file, runPolicyTests(reading.policy, new Map(fixtures)));
}

/** What the policy would do about one event: every rule that listens, and what stands in its way. */
export function explainPolicyFile(file: string, options: { event: string; payload: string }): PolicyReport {
  const reading = readFile(file);
  if (reading.kind !== "policy") return invalidReport(file, reading);
  const payload = readJson(options.payload);
  const read = readEvent(options.event, payload);
  if (read.kind !== "event")
    return explainReport({ policy: reading.policy, matches: [], reason: read.reason, ending: null });
  const [result] = runPolicyTests(
    { ...reading.policy, tests: [{ event: { event: options.event, payload }, expect: {} }] },
    new Map(),
  );
  return explainReport({
    policy: reading.policy,
    matches: matchRules(reading.policy, read.event),
    reason: null,
    ending: result?.actual ?? null,
  });
}

/** The file is read as the policy of a repository would be, whatever its name. */
function readFile(file: string): PolicyReading {
  const path = policyPaths[0];
  const bytes = readBytes(file);
  if (!isUtf8(bytes)) return readPolicy([{ path, unreadable: unreadableBecause.notText }], presets);
  return readPolicy([{ path, text: bytes.toString("utf8") }], presets);
}
