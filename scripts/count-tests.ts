// Prints "<passed> <failed>" of a vitest JSON report; a test file that could not even load counts as one failure.
import { readFileSync } from "node:fs";

const [path = ""] = process.argv.slice(2);
const report = JSON.parse(readFileSync(path, "utf8")) as {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
);
console.log(report.numPassedTests, report.numFailedTests + broken.length);
